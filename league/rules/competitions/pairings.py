"""Who plays whom next: at a club's night, and in a Swiss tournament.

Everybody who is there is matched at once: of all ways to sit down, one whose pairs cost least in sum. Costs have
levels: what stands on a higher one counts for more than all that stands below it together. Between equal ways the order
decides in which the players are given.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import rustworkx

from league.rules.verifiable_shuffle import shuffled

Pair = frozenset[int]
Cost = tuple[int, ...]
TRIES = 24


@dataclass(frozen=True, slots=True)
class Contestant:
    """A player who is there for the next game.

    Attributes:
        points: game points so far; a club's night does not look at them.
        byes, first_deals: so far, tonight.
        byes_before: on earlier nights of the season.
        floats: how often they met somebody with other points than theirs.
    """

    key: int
    points: int = 0
    byes: int = 0
    first_deals: int = 0
    byes_before: int = 0
    floats: int = 0


@dataclass(frozen=True, slots=True)
class Pairing:
    """The pairs of a game, whoever deals first in front, and who has no opponent."""

    pairs: tuple[tuple[int, int], ...]
    bye: int | None = None


def pair_club_night(
    players: Sequence[Contestant],
    met_tonight: Mapping[Pair, int],
    met_before: Mapping[Pair, int],
    *,
    just_met: Iterable[Pair] = (),
    games: int = 1,
    stream: Iterator[int],
) -> Pairing:
    """Pair the next of a night's games with as few repeats as can be: of the game before, of tonight, of the season.

    A bye goes to whoever has had fewest tonight, then over the season. Where there are hardly more people than games,
    the whole rest of the night is tried out several times, and the game is the first of the best try: pairs that look
    equal now may leave no way but repeats for the end.

    Args:
        games: how many are still to be played, this one among them.
        stream: numbers that decide between equal ways (`verifiable_shuffle.numbers`).
    """
    tries = TRIES if games > 1 and len(players) <= 2 * games else 1
    nights = [
        _try_out_night(
            shuffled(players, stream), Counter(met_tonight), met_before, set(just_met), games if tries > 1 else 1
        )
        for _ in range(tries)
    ]
    return min(nights, key=lambda night: night[0])[1]


def _try_out_night(
    players: list[Contestant], tonight: Counter[Pair], before: Mapping[Pair, int], just_met: set[Pair], games: int
) -> tuple[Cost, Pairing]:
    """Return what a night costs that goes on like this, and its first game."""
    made: list[Pairing] = []
    again = 0
    for _ in range(games):
        pairing = _pair_night_game(players, tonight, before, just_met)
        pairs = [frozenset(pair) for pair in pairing.pairs]
        again += sum(pair in just_met for pair in pairs)
        just_met = set(pairs)
        tonight.update(pairs)
        players = [replace(one, byes=one.byes + (one.key == pairing.bye)) for one in players]
        made.append(pairing)
    repeats = sum(times**2 for times in tonight.values())
    return (again, repeats, sum(before.get(pair, 0) * times for pair, times in tonight.items())), made[0]


def _pair_night_game(
    players: Sequence[Contestant], tonight: Mapping[Pair, int], before: Mapping[Pair, int], just_met: set[Pair]
) -> Pairing:
    def cost(one: Contestant, other: Contestant) -> Cost:
        pair = frozenset((one.key, other.key))
        return (0, int(pair in just_met), tonight.get(pair, 0) ** 2, 0, before.get(pair, 0) ** 2)

    def cost_of_bye(one: Contestant) -> Cost:
        return (one.byes**2, 0, 0, one.byes_before**2, 0)

    return _match_players(players, cost, cost_of_bye)


def pair_swiss(players: Sequence[Contestant], met: Iterable[Pair]) -> Pairing:
    """Pair a round: no rematch while one can be avoided, then equal points, then floats for those who had fewest.

    A bye goes to nobody twice while that can be avoided, then to the lowest.
    """
    rematches = set(met)
    lowest = min((one.points for one in players), default=0)

    def cost(one: Contestant, other: Contestant) -> Cost:
        apart = (one.points - other.points) ** 2
        floats = one.floats**2 + other.floats**2 if apart else 0
        return (0, int(frozenset((one.key, other.key)) in rematches), 0, apart, floats)

    def cost_of_bye(one: Contestant) -> Cost:
        return (one.byes, 0, one.points - lowest, 0, 0)

    return _match_players(players, cost, cost_of_bye)


def _match_players(
    players: Sequence[Contestant],
    cost: Callable[[Contestant, Contestant], Cost],
    cost_of_bye: Callable[[Contestant], Cost],
) -> Pairing:
    if len({one.key for one in players}) < len(players):
        raise ValueError("a player is there twice")
    costs = [(one, other, cost(players[one], players[other])) for one, other in combinations(range(len(players)), 2)]
    if len(players) % 2:
        costs += [(place, len(players), cost_of_bye(one)) for place, one in enumerate(players)]
    if not costs:
        return Pairing(())
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph()
    graph.add_nodes_from([None] * (len(players) + len(players) % 2))
    graph.add_edges_from(_weigh_costs(costs, len(graph) // 2))
    matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    pairs, bye = [], None
    for one, other in sorted(tuple(sorted(pair)) for pair in matched):
        if other == len(players):
            bye = players[one].key
        else:
            pairs.append(_order_by_deals(players[one], players[other]))
    return Pairing(tuple(pairs), bye)


def _weigh_costs(costs: Sequence[tuple[int, int, Cost]], pairs: int) -> list[tuple[int, int, int]]:
    """Return a whole number for each cost, the less it costs the greater: each level outweighs all below it."""
    worth = 1
    sums = [0] * len(costs)
    for level in reversed(range(len(costs[0][2]))):
        most = max(cost[level] for _, _, cost in costs)
        sums = [total + cost[level] * worth for total, (_, _, cost) in zip(sums, costs, strict=True)]
        worth *= most * pairs + 1
    return [(one, other, worth - total) for (one, other, _), total in zip(costs, sums, strict=True)]


def _order_by_deals(one: Contestant, other: Contestant) -> tuple[int, int]:
    return (one.key, other.key) if one.first_deals <= other.first_deals else (other.key, one.key)
