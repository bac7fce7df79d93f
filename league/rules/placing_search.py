"""A good placing without the solver: the hardest fixtures first, then exchanges. Nothing is proven."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterator, Mapping

from league.rules.outstanding import TWICE, Evening, Outstanding, Situation, cost_of, free_evenings
from timetable.calendar import monday_of

Chosen = dict[int, dt.date]
DEPTH = 3
"""How many fixtures may make room, one for the next, so that one more is placed."""


def search(situation: Situation) -> Chosen:
    """Place by a greedy search with exchanges."""
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
        self.chosen: Chosen = dict(chosen or {})
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
        """What placing a fixture there adds to the cost."""
        week = monday_of(evening.date)
        others = [self.by_key[key] for key, day in self.chosen.items() if key != wanted.key and monday_of(day) == week]
        playing = {team for other in others for team in other.teams} | self.standing[week]
        return evening.cost + TWICE * len(playing & set(wanted.teams))

    def cheapest_first(self, wanted: Outstanding) -> list[Evening]:
        return sorted(self.free[wanted.key], key=lambda evening: (self.cost(wanted, evening), evening.date))


def _place_cheapest(board: _Board, wanted: Outstanding) -> bool:
    """Place a fixture on its cheapest free evening."""
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


def longest_first(situation: Situation, chosen: Mapping[int, dt.date]) -> Chosen:
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
