"""Share out the points of the fixtures left so that no team exceeds its limit: an exact search.

Each fixture chooses between pairs of points none of which is better for both sides: its front. Two consecutive pieces
of
it are relaxed to a line on which points move freely; moving them along chains of fixtures until everybody has room is a
maximum flow. Where that fails, no choice of pairs can succeed. Where it succeeds and leaves a fixture between two
pairs,
the front is cut there and both pieces are tried.
"""

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

Point = tuple[int, int]


def least(pairs: Iterable[Point]) -> tuple[Point, ...]:
    """The minimal pairs, by the home side's points."""
    found: list[Point] = []
    for pair in sorted(pairs):
        if not found or pair[1] < found[-1][1]:
            found.append(pair)
    return tuple(found)


@dataclass(slots=True)
class _Line:
    """A fixture with a piece of its front (`first` to before `last`), and the movable points the home side has."""

    home: int
    away: int
    front: Sequence[Point]
    first: int
    last: int
    supply: int = field(init=False)
    given: int = field(init=False)

    def __post_init__(self) -> None:
        piece = self.front[self.first : self.last]
        self.supply = min(map(sum, piece)) - piece[0][0] - piece[-1][1]
        self.given = self.supply // 2

    @property
    def shares(self) -> Point:
        return self.front[self.first][0] + self.given, self.front[self.last - 1][1] + self.supply - self.given

    def fits(self, home: int, away: int) -> Point | None:
        """A pair of the piece within these limits."""
        piece = self.front[self.first : self.last]
        return next((pair for pair in piece if pair[0] <= home and pair[1] <= away), None)

    def cut(self) -> int:
        """Where the front is cut: behind the pairs that the home side affords. Both pieces have a pair."""
        home = self.shares[0]
        return next(n for n in range(self.first, self.last) if self.front[n][0] > home)


Piece = tuple[int, int]


def stuck(
    room: Mapping[int, int], games: Sequence[tuple[int, int]], front: Sequence[Point], spend: Callable[[], None]
) -> frozenset[int] | None:
    """Return None if the fixtures' points can be shared within each team's room, else the teams that prove it.

    Their fixtures among each other have more points than they have room; where pairs, not points, are in the way, these
    are
    all the teams.

    Args:
        room: by team, 0 or more.
        games: home and away team, all in `room`.
        front: from `least`; the lowest of either side is 0.
        spend: called before each flow; what it raises ends the search.
    """
    whole: tuple[Piece, ...] = ((0, len(front)),) * len(games)
    waiting = [whole]
    while waiting:
        pieces = waiting.pop()
        spend()
        lines = [_Line(*game, front, *piece) for game, piece in zip(games, pieces, strict=True)]
        left, crowded = _levelled(room, lines)
        if crowded:
            if pieces is whole:
                return crowded
            continue
        between = _undecided_fixture(lines, left)
        if between is None:
            return None
        first, last = pieces[between]
        at = lines[between].cut()
        waiting += [(*pieces[:between], piece, *pieces[between + 1 :]) for piece in ((first, at), (at, last))]
    return frozenset(room)


def _levelled(room: Mapping[int, int], lines: Sequence[_Line]) -> tuple[dict[int, int], frozenset[int]]:
    """Move points until nobody has too many; return the room left, and teams that cannot be helped."""
    left = dict(room)
    of: dict[int, list[_Line]] = {team: [] for team in room}
    for line in lines:
        home, away = line.shares
        left[line.home] -= home
        left[line.away] -= away
        of[line.home].append(line)
        of[line.away].append(line)
    for team in room:
        while left[team] < 0:
            seen = _chains(team, of, left)
            end = next((other for other in seen if left[other] > 0), None)
            if end is None:
                return left, frozenset(seen)
            _move(team, end, seen, left)
    return left, frozenset()


def _chains(team: int, of: Mapping[int, list[_Line]], left: Mapping[int, int]) -> dict[int, _Line | None]:
    """Teams that a team's points can move to, each with the last fixture of its chain; the nearest first."""
    seen: dict[int, _Line | None] = {team: None}
    waiting = deque([team])
    while waiting:
        at = waiting.popleft()
        if left[at] > 0:
            break
        for line in of[at]:
            other, movable = (line.away, line.given) if line.home == at else (line.home, line.supply - line.given)
            if movable and other not in seen:
                seen[other] = line
                waiting.append(other)
    return seen


def _move(team: int, end: int, seen: Mapping[int, _Line | None], left: dict[int, int]) -> None:
    """Move as many points as possible along a chain."""
    chain: list[tuple[_Line, bool]] = []
    at = end
    while (line := seen[at]) is not None:
        chain.append((line, line.away == at))
        at = line.home if line.away == at else line.away
    movable = [line.given if to_away else line.supply - line.given for line, to_away in chain]
    moved = min(-left[team], left[end], *movable)
    for line, to_away in chain:
        line.given += -moved if to_away else moved
    left[team] += moved
    left[end] -= moved


def _undecided_fixture(lines: Sequence[_Line], left: dict[int, int]) -> int | None:
    """A fixture between two pairs; None where each has one within the room left."""
    for number, line in enumerate(lines):
        home, away = line.shares
        pair = line.fits(home + left[line.home], away + left[line.away])
        if pair is None:
            return number
        left[line.home] += home - pair[0]
        left[line.away] += away - pair[1]
    return None
