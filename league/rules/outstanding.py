"""Fixtures to be placed: postponed ones, the evenings each may have, and what is in the way (R52, R53).

An *evening* is a date. A team plays once an evening, and a venue holds as many fixtures at once as it has boards. Teams
and venues go by their names, unique within a league.
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
    """A possible evening; a higher cost disturbs the teams more."""

    date: dt.date
    cost: int = 0


class _Fixture:
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
    """A fixture to place, on one of its `evenings`; `barred` are the others, with reasons."""

    key: int
    home: str
    away: str
    venue: str
    evenings: tuple[Evening, ...]
    barred: tuple[tuple[dt.date, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Standing(_Fixture):
    """A fixture that keeps its evening."""

    home: str
    away: str
    venue: str
    date: dt.date


@dataclass(frozen=True, slots=True)
class Situation:
    """The input of one placing; `outstanding` has the longest outstanding first, preferred among equals."""

    outstanding: tuple[Outstanding, ...]
    standing: tuple[Standing, ...] = ()
    boards: Mapping[str, int] | None = None

    def boards_of(self, venue: str) -> int:
        """How many fixtures a venue holds at once, by default one."""
        return (self.boards or {}).get(venue, 1)


Chosen = Mapping[int, dt.date]
"""The evening of each fixture that has been placed, by its key."""


def in_the_way(situation: Situation, chosen: Chosen, wanted: Outstanding, date: dt.date) -> list[Text]:
    """What keeps a fixture from an evening: part of a sentence for each busy team and for a full venue."""
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
    """Evenings that the standing fixtures leave, by fixture."""
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
    """Count each team's fixtures by week (its Monday), standing and placed."""
    played = Counter((team, monday_of(fixture.date)) for fixture in situation.standing for team in fixture.teams)
    for wanted in situation.outstanding:
        if wanted.key in chosen:
            played.update((team, monday_of(chosen[wanted.key])) for team in wanted.teams)
    return played


def cost_of(situation: Situation, chosen: Chosen) -> int:
    """Cost of a placing: its evenings', and `TWICE` for each further fixture of a team in a week.

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
