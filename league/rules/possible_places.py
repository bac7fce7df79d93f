"""The best and the worst place that each team can still reach on points, with ties won and with ties lost.

An exact search shares out the points of the fixtures left so that no team exceeds its limit. Each fixture chooses
between pairs of points none of which is better for both sides: its front. Two consecutive pieces of it are relaxed to a
line on which points move freely; moving them along chains of fixtures until everybody has room is a maximum flow. Where
that fails, no choice of pairs can succeed. Where it succeeds and leaves a fixture between two pairs, the front is cut
there and both pieces are tried.
"""

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from math import gcd, lcm

from league.rules.possible_results import Pair

Point = tuple[int, int]


def least(pairs: Iterable[Point]) -> tuple[Point, ...]:
    """The minimal pairs, by the home side's points."""
    points: list[Point] = []
    for pair in sorted(pairs):
        if not points or pair[1] < points[-1][1]:
            points.append(pair)
    return tuple(points)


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
    are all the teams.

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


# Flows that each question gets before any has more.
FIRST_STEPS = 60


@dataclass(frozen=True, slots=True)
class Race:
    """A division's points, the fixtures left (home, away), and the pairs of points that one can bring."""

    points: tuple[tuple[int, Fraction], ...]
    left: tuple[tuple[int, int], ...]
    outcomes: frozenset[Pair]

    @property
    def mirrored(self) -> "Race":
        """The race upside down, in which the worst place is the best."""
        return Race(
            tuple((team, -points) for team, points in self.points),
            self.left,
            frozenset((-home, -away) for home, away in self.outcomes),
        )

    def games_of(self, team: int) -> int:
        return sum(team in game for game in self.left)

    def bounds(self, team: int) -> tuple[Fraction, Fraction]:
        """The fewest and the most points that a team can end with."""
        low = high = dict(self.points)[team]
        for side in (0, 1):
            if games := sum(game[side] == team for game in self.left):
                gains = [pair[side] for pair in self.outcomes]
                low, high = low + games * min(gains), high + games * max(gains)
        return low, high


@dataclass(frozen=True, slots=True)
class Rivals:
    """Teams that keep another from a better place: certainly ahead, or `among` them some must be."""

    ahead: frozenset[int] = frozenset()
    among: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Places:
    """Places that a team can still reach.

    Attributes:
        best: with every level finish won; `best_clear` with each lost.
        worst: with every level finish lost; `worst_clear` with each won.
        above: those who keep it from a better place, even level; `below` those who cannot catch it, not even level.
    """

    best: int
    best_clear: int
    worst: int
    worst_clear: int
    above: Rivals = Rivals()
    below: Rivals = Rivals()

    @property
    def decided(self) -> bool:
        return self.best == self.worst


class SpentError(Exception):
    """A search's time or steps are used up."""


@dataclass(slots=True)
class Budget:
    """What a search may cost: until a time of the clock (seconds)."""

    until: float
    clock: Callable[[], float]

    def spender(self, steps: int | None) -> Callable[[], None]:
        """A function to call before each step; it raises SpentError after so many, or when the time is over."""
        taken = 0

        def spend() -> None:
            nonlocal taken
            taken += 1
            if (steps is not None and taken > steps) or self.clock() > self.until:
                raise SpentError

        return spend


def reachable(race: Race, budget: Budget) -> dict[int, Places | None]:
    """Places that each team can still reach; None where the budget was not enough."""
    ways = (_Board(race), _Board(race.mirrored))
    questions = [(team, way, level) for team, _ in race.points for way in (0, 1) for level in (True, False)]
    found: dict[tuple[int, int, bool], tuple[int, Rivals]] = {}
    for steps in (FIRST_STEPS, None):
        for team, way, level in questions:
            if (team, way, level) not in found:
                try:
                    found[team, way, level] = ways[way].fewest(team, budget.spender(steps), level=level)
                except SpentError:
                    continue
    return {team: _places(team, len(race.points), found) for team, _ in race.points}


def _places(team: int, teams: int, found: Mapping[tuple[int, int, bool], tuple[int, Rivals]]) -> Places | None:
    if any((team, way, level) not in found for way in (0, 1) for level in (True, False)):
        return None
    (above, keeping), (above_or_level, _) = found[team, 0, True], found[team, 0, False]
    # In the mirrored race these are the fewest that end below it.
    (below, behind), (below_or_level, _) = found[team, 1, True], found[team, 1, False]
    return Places(1 + above, 1 + above_or_level, teams - below, teams - below_or_level, keeping, behind)


class _Board:
    """A race in whole numbers: how few teams need finish above one."""

    def __init__(self, race: Race) -> None:
        numbers = [points for _, points in race.points] + [points for pair in race.outcomes for points in pair]
        scale = lcm(*(number.denominator for number in numbers)) if numbers else 1
        self.points = {team: int(points * scale) for team, points in race.points}
        self.left = race.left
        pairs = {(int(home * scale), int(away * scale)) for home, away in race.outcomes}
        self.pairs = pairs
        self.low = (min((pair[0] for pair in pairs), default=0), min((pair[1] for pair in pairs), default=0))
        front = least((home - self.low[0], away - self.low[1]) for home, away in pairs)
        self.unit = reduce(gcd, (number for pair in front for number in pair), 0) or 1
        self.front = tuple((home // self.unit, away // self.unit) for home, away in front)

    def fewest(self, team: int, spend: Callable[[], None], *, level: bool) -> tuple[int, Rivals]:
        """How few others need finish above a team (`level`: strictly), and who."""
        ways = self._team_options(team, spend)
        tie = 0 if level else 1
        # No way is better against any rival than the best against each by itself.
        own, gained = ways[0]
        apart = {other: own - max(points - way[other] for points, way in ways) for other in gained}
        bound = self._others(own - tie, apart, spend)
        if len(ways) == 1:
            return bound
        best = len(gained) + 1, Rivals()
        for points, way in ways:
            best = min(best, self._others(points - tie, way, spend), key=lambda found: found[0])
            if best[0] == bound[0]:
                break
        return best

    def _team_options(self, team: int, spend: Callable[[], None]) -> list[tuple[int, dict[int, int]]]:
        """A team's undominated endings: its points, and those its opponents gain."""
        options = []
        for side in (0, 1):
            # The most for itself, and the most ahead of the other; a pair worse in both is never needed.
            turned = least((-pair[side], pair[1 - side] - pair[side]) for pair in self.pairs)
            options.append([(-own, behind - own) for own, behind in turned])
        others = sorted(set(self.points) - {team})
        found = {(self.points[team], (0,) * len(others))}
        for game in self.left:
            if team not in game:
                continue
            at, side = others.index(game[1 - game.index(team)]), game.index(team)
            more: set[tuple[int, tuple[int, ...]]] = set()
            for own, gained in found:
                for ours, theirs in options[side]:
                    more.add((own + ours, (*gained[:at], gained[at] + theirs, *gained[at + 1 :])))
                    if len(options[side]) > 1:
                        spend()
            found = more
        return [(own, dict(zip(others, gained, strict=True))) for own, gained in sorted(found, reverse=True)]

    def _others(self, most: int, gained: Mapping[int, int], spend: Callable[[], None]) -> tuple[int, Rivals]:
        """How few others need end with more than so many points, and who."""
        games = [game for game in self.left if all(other in gained for other in game)]
        lowest = {other: self.points[other] + more for other, more in gained.items()}
        for game in games:
            for side, other in enumerate(game):
                lowest[other] += self.low[side]
        ahead = frozenset(other for other, points in lowest.items() if points > most)
        room = {other: (most - points) // self.unit for other, points in lowest.items() if other not in ahead}
        among: frozenset[int] = frozenset()
        tried: set[frozenset[int]] = set()
        waiting: list[frozenset[int]] = [frozenset()]
        while waiting:
            further: list[frozenset[int]] = []
            for freed in waiting:
                held = {other: points for other, points in room.items() if other not in freed}
                inside = [game for game in games if all(other in held for other in game)]
                crowded = stuck(held, inside, self.front, spend) if inside else None
                if crowded is None:
                    return len(ahead) + len(freed), Rivals(ahead, among)
                among = among or crowded
                ways = {freed | {other} for other in crowded} - tried
                tried |= ways
                further += sorted(ways, key=sorted)
            waiting = further
        raise AssertionError("With everybody let ahead nobody is in the way.")
