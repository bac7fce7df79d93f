"""The fixtures to be placed: postponed ones, the evenings each may have, and what stands in their way (R52, R53).

An *evening* is a date. A team plays once an evening, and a venue holds as many fixtures at once as it has boards.
Teams and venues go by their names, which are unique within a league.
"""

import datetime as dt
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.text import NOTHING, Text
from timetable.calendar import monday_of

TWICE = 2
"""What it costs that a team plays once more in a week in which it plays already. An evening's own cost is beside it."""


@dataclass(frozen=True, slots=True)
class Evening:
    """An evening on which a fixture may be played; the higher its cost, the more it disturbs the two teams."""

    date: dt.date
    cost: int = 0


class _Fixture:
    """A fixture by the names of its teams."""

    __slots__ = ()
    home: str
    away: str

    @property
    def name(self) -> Text:
        return Text("{home} v {away}", home=self.home, away=self.away)

    @property
    def teams(self) -> tuple[str, str]:
        return self.home, self.away


@dataclass(frozen=True, slots=True)
class Outstanding(_Fixture):
    """A fixture that wants an evening.

    Attributes:
        key: what the caller knows it by.
        evenings: those it may be played on as far as its own teams' and venue's closed days go.
        barred: the other evenings looked at, each with the reason why it is none of them.
    """

    key: int
    home: str
    away: str
    venue: str
    evenings: tuple[Evening, ...]
    barred: tuple[tuple[dt.date, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Standing(_Fixture):
    """A fixture that has its evening and keeps it."""

    home: str
    away: str
    venue: str
    date: dt.date


@dataclass(frozen=True, slots=True)
class Situation:
    """Everything that one placing looks at.

    Attributes:
        outstanding: the fixtures to place, the longest outstanding first: of equals that one is preferred.
        standing: every fixture of these teams, or at these venues, on these evenings.
        boards: how many fixtures each venue holds at once.
    """

    outstanding: tuple[Outstanding, ...]
    standing: tuple[Standing, ...] = ()
    boards: Mapping[str, int] | None = None

    def boards_of(self, venue: str) -> int:
        """Return how many fixtures a venue holds at once; one where nobody has said."""
        return (self.boards or {}).get(venue, 1)


Chosen = Mapping[int, dt.date]
"""The evening of each fixture that has been placed, by its key."""


def in_the_way(situation: Situation, chosen: Chosen, wanted: Outstanding, date: dt.date) -> list[Text]:
    """Return what keeps a fixture from an evening: part of a sentence for each team that plays and for a full venue."""
    there = [fixture for fixture in situation.standing if fixture.date == date]
    there += [
        Standing(other.home, other.away, other.venue, date)
        for other in situation.outstanding
        if other.key != wanted.key and chosen.get(other.key) == date
    ]
    found = [
        Text("{team} play {fixture}", team=team, fixture=fixture.name)
        for team in wanted.teams
        for fixture in there
        if team in fixture.teams
    ]
    held = [fixture.name for fixture in there if fixture.venue == wanted.venue]
    boards = situation.boards_of(wanted.venue)
    if len(held) >= boards:
        message = Text.plural(
            "{venue} holds one fixture and has {fixtures}",
            "{venue} holds {n} fixtures and has {fixtures}",
            n=boards,
            venue=wanted.venue,
            fixtures=_join_fixtures(held),
        )
        found.append(message)
    return found


def _join_fixtures(held: Sequence[Text]) -> Text:
    found = held[0] if held else NOTHING
    for fixture in held[1:]:
        found = Text("{one} and {other}", one=found, other=fixture)
    return found


def free_evenings(situation: Situation) -> dict[int, tuple[Evening, ...]]:
    """The evenings of each outstanding fixture that the standing ones leave, by its key."""
    busy = {(team, fixture.date) for fixture in situation.standing for team in fixture.teams}
    held = Counter((fixture.venue, fixture.date) for fixture in situation.standing)
    return {
        wanted.key: tuple(
            evening
            for evening in wanted.evenings
            if held[wanted.venue, evening.date] < situation.boards_of(wanted.venue)
            and not any((team, evening.date) in busy for team in wanted.teams)
        )
        for wanted in situation.outstanding
    }


def weeks_played(situation: Situation, chosen: Chosen) -> Counter[tuple[str, dt.date]]:
    """Count how often each team plays in each week (its Monday), standing fixtures and placed ones together."""
    played = Counter((team, monday_of(fixture.date)) for fixture in situation.standing for team in fixture.teams)
    for wanted in situation.outstanding:
        if wanted.key in chosen:
            played.update((team, monday_of(chosen[wanted.key])) for team in wanted.teams)
    return played


def cost_of(situation: Situation, chosen: Chosen) -> int:
    """Return a placing's cost: the costs of its evenings, and `TWICE` for each further fixture of a team in a week.

    What the standing fixtures cost among themselves is left out: nothing changes it.
    """
    evenings = sum(
        evening.cost
        for wanted in situation.outstanding
        for evening in wanted.evenings
        if chosen.get(wanted.key) == evening.date
    )
    before, after = weeks_played(situation, {}), weeks_played(situation, chosen)
    further = sum(max(0, often - 1) - max(0, before[at] - 1) for at, often in after.items())
    return evenings + TWICE * further
