"""The settings of a division that stand beside its format, its points and its tie-breaks, each declared once.

An evening or a start of a division's own goes before the season's evening and before what each team has as its home
(docs/decisions/0056).
"""

import datetime as dt
from dataclasses import dataclass
from typing import ClassVar

from league.rules.settings.declared import Settings, setting
from league.rules.settings.kinds import Choice, Clock, Option
from league.rules.settings.season import EVENINGS, SeasonSettings
from league.rules.wording import WEEKDAYS, clock
from scoring.text import N_, NOTHING, Text

# The chapter of the rules page, and the heading on the form.
FIXTURES = N_("Fixtures")
AS_THE_SEASON = "season"


@dataclass(frozen=True, slots=True, kw_only=True)
class DivisionSettings(Settings):
    """The evening and the start of a division's fixtures, where it has its own."""

    groups: ClassVar = (FIXTURES,)

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
        rule=lambda division: division.when,
    )
    own_start: dt.time | None = setting(
        Clock(N_("as each team says")),
        None,
        group=FIXTURES,
        label=N_("Start of the division"),
        hint=N_("Like 20:00. A start of its own takes the place of each team’s."),
        about="When the division's fixtures start, then the start of every team of it.",
        told_with="own_evening",
    )

    @property
    def night(self) -> int | None:
        """The evening of its own, Monday 0; None where it has none."""
        return None if self.own_evening == AS_THE_SEASON else EVENINGS.index(self.own_evening)

    @property
    def when(self) -> Text:
        """The sentence on the rules page: on which evening and at what time its fixtures are; "" without its own."""
        night, start = self.night, self.own_start
        if night is not None and start is not None:
            return Text(
                "Fixtures are played on {evening} and start at {time}.", evening=WEEKDAYS[night], time=clock(start)
            )
        if night is not None:
            return Text("Fixtures are played on {evening}.", evening=WEEKDAYS[night])
        return NOTHING if start is None else Text("Fixtures start at {time}.", time=clock(start))


def evening_of(season: SeasonSettings, division: DivisionSettings) -> int | None:
    """Return the home night of every team of a division, Monday 0; None where each team has its own."""
    return season.night if division.night is None else division.night
