"""Place postponed fixtures in the catch-up week (R52, R53): one optimum over all of them at once.

As many as possible, then least disruption: the home team's own evening first, no second fixture of a team in the week;
of equals whoever has waited longest. First come, first served would place fewer. The solver (`placing_solver`) proves
number and cost; without it a search does its best, unproven: the hardest fixtures first, then exchanges.

An *evening* is a date. A team plays once an evening, and a venue holds as many fixtures at once as it has boards. Teams
and venues go by their names, unique within a league.
"""

import datetime as dt
import importlib
import importlib.util
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from league.rules.slots import format_day
from scoring.text import N_, NOTHING, Text
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


Placed = dict[int, dt.date]
DEPTH = 3
"""How many fixtures may make room, one for the next, so that one more is placed."""


def search(situation: Situation) -> Placed:
    board = _Board(situation)
    # Whoever has fewest evenings is placed first; of equals the longest outstanding.
    for wanted in sorted(situation.outstanding, key=lambda wanted: len(board.free[wanted.key])):
        _place_cheapest(board, wanted)
    left = [wanted for wanted in situation.outstanding if wanted.key not in board.chosen]
    for wanted in left:
        _make_room(board, wanted, DEPTH, frozenset())
    while _cheaper(board):
        pass
    return board.chosen


class _Board:
    def __init__(self, situation: Situation, chosen: Mapping[int, dt.date] | None = None) -> None:
        self.situation = situation
        self.free = free_evenings(situation)
        self.by_key = {wanted.key: wanted for wanted in situation.outstanding}
        self.chosen: Placed = dict(chosen or {})
        self.standing: defaultdict[dt.date, set[str]] = defaultdict(set)
        for fixture in situation.standing:
            self.standing[monday_of(fixture.date)].update(fixture.teams)

    def blockers(self, wanted: Outstanding, date: dt.date) -> tuple[list[int], list[int]]:
        """Placed fixtures in the way of an evening: those of its teams, and those that fill its venue."""
        there = [self.by_key[key] for key, day in self.chosen.items() if day == date and key != wanted.key]
        teams = [other.key for other in there if set(other.teams) & set(wanted.teams)]
        venue = [other.key for other in there if other.venue == wanted.venue]
        standing = sum((fixture.venue, fixture.date) == (wanted.venue, date) for fixture in self.situation.standing)
        full = len(venue) + standing >= self.situation.boards_of(wanted.venue)
        return teams, venue if full else []

    def cost(self, wanted: Outstanding, evening: Evening) -> int:
        week = monday_of(evening.date)
        others = [self.by_key[key] for key, day in self.chosen.items() if key != wanted.key and monday_of(day) == week]
        playing = {team for other in others for team in other.teams} | self.standing[week]
        return evening.cost + TWICE * len(playing & set(wanted.teams))

    def cheapest_first(self, wanted: Outstanding) -> list[Evening]:
        return sorted(self.free[wanted.key], key=lambda evening: (self.cost(wanted, evening), evening.date))


def _place_cheapest(board: _Board, wanted: Outstanding) -> bool:
    for evening in board.cheapest_first(wanted):
        if not any(board.blockers(wanted, evening.date)):
            board.chosen[wanted.key] = evening.date
            return True
    return False


def _make_room(board: _Board, wanted: Outstanding, depth: int, moved: frozenset[int]) -> bool:
    """Place a fixture by moving one in its way, recursively to `depth`."""
    if _place_cheapest(board, wanted):
        return True
    if depth == 0:
        return False
    for evening in board.cheapest_first(wanted):
        for leaving in _one_that_leaves(board, wanted, evening.date, moved):
            before = dict(board.chosen)
            del board.chosen[leaving]
            board.chosen[wanted.key] = evening.date
            if _make_room(board, board.by_key[leaving], depth - 1, moved | {wanted.key, leaving}):
                return True
            board.chosen = before
    return False


def _one_that_leaves(board: _Board, wanted: Outstanding, date: dt.date, moved: frozenset[int]) -> Iterator[int]:
    """Yield each placed fixture whose removal frees the evening."""
    teams, venue = board.blockers(wanted, date)
    if len(teams) > 1:
        return
    for leaving in teams or venue:
        if leaving not in moved and (not venue or leaving in venue):
            yield leaving


def _cheaper(board: _Board) -> bool:
    """Move one fixture to a cheaper evening, if there is one."""
    for key, date in board.chosen.items():
        wanted = board.by_key[key]
        costs = {evening.date: board.cost(wanted, evening) for evening in board.free[key]}
        for better in sorted(costs, key=lambda day: (costs[day], day)):
            if costs[better] >= costs[date]:
                break
            if not any(board.blockers(wanted, better)):
                board.chosen[key] = better
                return True
    return False


def longest_first(situation: Situation, chosen: Mapping[int, dt.date]) -> Placed:
    """Prefer fixtures that came earlier, where exchanging two costs no more."""
    board = _Board(situation, chosen)
    rank = {wanted.key: place for place, wanted in enumerate(situation.outstanding)}
    for wanted in situation.outstanding:
        if wanted.key not in board.chosen:
            _take_from_a_later_one(board, wanted, rank)
    return board.chosen


def _take_from_a_later_one(board: _Board, wanted: Outstanding, rank: Mapping[int, int]) -> None:
    cost = cost_of(board.situation, board.chosen)
    for evening in board.free[wanted.key]:
        for leaving in _one_that_leaves(board, wanted, evening.date, frozenset()):
            changed = {key: date for key, date in board.chosen.items() if key != leaving} | {wanted.key: evening.date}
            if rank[leaving] > rank[wanted.key] and cost_of(board.situation, changed) <= cost:
                board.chosen = changed
                return


Method = Literal["solver", "search"]
LIMIT = 10.0


class Unplaced(NamedTuple):
    key: int
    why: Text


@dataclass(frozen=True, slots=True)
class Placing:
    """The outcome; `proven`: nothing places more, nor as many at a lower cost (`outstanding.cost_of`)."""

    evenings: Mapping[int, dt.date]
    unplaced: tuple[Unplaced, ...]
    proven: bool
    cost: int
    method: Method


def has_solver() -> bool:
    return importlib.util.find_spec("ortools") is not None


def place(situation: Situation, *, limit: float = LIMIT, solver: bool | None = None) -> Placing:
    """Place as many fixtures as possible at the least cost; deterministic, unless `limit` (seconds) cuts it short.

    `solver` None: if installed.
    """
    if solver if solver is not None else has_solver():
        found, proven = importlib.import_module("league.rules.placing_solver").solve(situation, limit=limit)
        method: Method = "solver"
    else:
        found, proven, method = search(situation), False, "search"
    found = longest_first(situation, _filled(situation, found))
    unplaced = tuple(
        Unplaced(wanted.key, _why(situation, found, wanted, proven=proven))
        for wanted in situation.outstanding
        if wanted.key not in found
    )
    return Placing(found, unplaced, proven, cost_of(situation, found), method)


def _filled(situation: Situation, found: Mapping[int, dt.date]) -> Mapping[int, dt.date]:
    """Place what still has a free evening: whoever was cut short may have left it."""
    filled = dict(found)
    for wanted in situation.outstanding:
        if wanted.key not in filled:
            free = [evening for evening in wanted.evenings if not in_the_way(situation, filled, wanted, evening.date)]
            if free:
                filled[wanted.key] = min(free, key=lambda one: (one.cost, one.date)).date
    return filled


def _why(situation: Situation, found: Mapping[int, dt.date], wanted: Outstanding, *, proven: bool) -> Text:
    """Which evenings were tried, what was in the way on each, and what is known of the whole."""
    tried: dict[dt.date, str] = dict(wanted.barred)
    for evening in wanted.evenings:
        reasons = Text.joined("; ", in_the_way(situation, found, wanted, evening.date))
        tried[evening.date] = Text("{reasons}.", reasons=reasons)
    if not tried:
        return N_("No evening is left to try.")
    days = [Text("{day}: {reasons}", day=format_day(date), reasons=tried[date]) for date in sorted(tried)]
    if not wanted.evenings:
        return Text.joined(" ", [N_("No evening is possible."), *days])
    total, placed = len(situation.outstanding), len(found)
    if proven:
        best = Text("No arrangement places more than {placed} of the {total}.", placed=placed, total=total)
    else:
        best = Text("{placed} of {total} were placed; whether more could be is not proven.", placed=placed, total=total)
    return Text.joined(" ", [*days, best])
