"""The settings of a division that stand beside its format, its points and its tie-breaks, each declared once.

An evening or a start of a division's own goes before the season's evening and before what each team has as its home
(docs/decisions/seasons.md).
"""

import datetime as dt
from dataclasses import dataclass
from typing import ClassVar

from league.rules.settings.declaration import Choice, Clock, Number, Option, Settings, setting
from league.rules.settings.season import EVENINGS, SeasonSettings
from league.rules.wording import clock, number
from scoring.text import N_, NOTHING, Text
from timetable.calendar import WEEKDAYS

# Chapters of the rules page, and headings on the form.
FIXTURES = N_("Fixtures")
POINTS = N_("Points")
UP_AND_DOWN = N_("Promotion and relegation")
AS_THE_SEASON = "season"
# Those that say when a division plays.
WHEN = ("own_evening", "own_start")
MOST_TEAMS = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class DivisionSettings(Settings):
    """The evening and the start of a division's fixtures, where it has its own; what decides who has won one; and how
    many teams go up and down.
    """

    groups: ClassVar = (FIXTURES, UP_AND_DOWN, POINTS)
    common: ClassVar = ("won_by",)

    own_evening: str = setting(
        Choice(
            (
                Option(AS_THE_SEASON, N_("As the season says")),
                Option("monday", N_("Monday")),
                Option("tuesday", N_("Tuesday")),
                Option("wednesday", N_("Wednesday")),
                Option("thursday", N_("Thursday")),
                Option("friday", N_("Friday")),
                Option("saturday", N_("Saturday")),
                Option("sunday", N_("Sunday")),
            ),
            drop_down=True,
        ),
        AS_THE_SEASON,
        group=FIXTURES,
        label=N_("Evening of the division"),
        hint=N_("An evening of its own takes the place of the season’s, and of each team’s home night."),
        about="The evening of the division's fixtures, then the home night of every team of it; or as the season says.",
        rule=lambda division: division.evening_sentence,
    )
    own_start: dt.time | None = setting(
        Clock(N_("as each team says")),
        None,
        group=FIXTURES,
        label=N_("Start of the division"),
        hint=N_("Like 20:00. A start of its own takes the place of each team’s."),
        about="When the division's fixtures start, then the start of every team of it.",
        covered_by="own_evening",
    )
    won_by: str = setting(
        Choice(
            (
                Option("games", N_("More games"), N_("A fixture is won by winning more of its games.")),
                Option(
                    "matches",
                    N_("More matches (tables)"),
                    N_("A fixture is won by winning more of its matches, whatever the games."),
                ),
            )
        ),
        "games",
        group=POINTS,
        label=N_("A fixture is won by"),
        hint=N_("Games of 3–2, 3–2, 3–2, 0–5, 0–5: by matches a home win, by games an away win."),
        about="What decides who has won a fixture: its games, or its matches (tables).",
    )
    promoted_teams: int = setting(
        Number(0, MOST_TEAMS, N_("a number of teams")),
        0,
        group=UP_AND_DOWN,
        label=N_("Teams promoted"),
        hint=N_("So many of the first go up. The table has a line below them."),
        about="How many of the first teams of the division are promoted.",
        rule=lambda division: division.moves,
        from_now_on=True,
    )
    relegated_teams: int = setting(
        Number(0, MOST_TEAMS, N_("a number of teams")),
        0,
        group=UP_AND_DOWN,
        label=N_("Teams relegated"),
        hint=N_("So many of the last go down. The table has a line above them."),
        about="How many of the last teams of the division are relegated.",
        covered_by="promoted_teams",
        from_now_on=True,
    )

    @property
    def night(self) -> int | None:
        """The evening of its own, Monday 0; None where it has none."""
        return None if self.own_evening == AS_THE_SEASON else EVENINGS.index(self.own_evening)

    @property
    def evening_sentence(self) -> Text:
        """The sentence on the rules page: on which evening and at what time its fixtures are; "" without its own."""
        night, start = self.night, self.own_start
        if night is not None and start is not None:
            return Text(
                "Fixtures are played on {evening} and start at {time}.", evening=WEEKDAYS[night], time=clock(start)
            )
        if night is not None:
            return Text("Fixtures are played on {evening}.", evening=WEEKDAYS[night])
        return NOTHING if start is None else Text("Fixtures start at {time}.", time=clock(start))

    @property
    def moves(self) -> tuple[Text, ...]:
        """The sentences on the rules page: how many teams go up and down; none where no team does."""
        up, down = self.promoted_teams, self.relegated_teams
        first = Text.plural(
            "The first team is promoted.", "The first {number} teams are promoted.", n=up, number=number(up)
        )
        last = Text.plural(
            "The last team is relegated.", "The last {number} teams are relegated.", n=down, number=number(down)
        )
        return (*((first,) if up else ()), *((last,) if down else ()))


def evening_of(season: SeasonSettings, division: DivisionSettings) -> int | None:
    """Return the home night of every team of a division, Monday 0; None where each team has its own."""
    return season.night if division.night is None else division.night
