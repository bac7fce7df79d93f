"""Pairings: the least repeats there can be, byes that move round, no rematch that can be avoided."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest

from league.rules.competitions.pairings import Contestant, Pair, Pairing, pair_club_night, pair_swiss
from league.rules.verifiable_shuffle import numbers


def everyone(count: int) -> list[Contestant]:
    return [Contestant(key) for key in range(1, count + 1)]


def all_ways(keys: Sequence[int]) -> Iterator[list[Pair]]:
    if len(keys) < 2:
        yield []
        return
    for other in keys[1:]:
        rest = [key for key in keys[1:] if key != other]
        for way in all_ways(rest):
            yield [frozenset((keys[0], other)), *way]


def pairs_of(made: Pairing) -> list[Pair]:
    return [frozenset(pair) for pair in made.pairs]


def cost_of(way: Sequence[Pair], bye: int | None, points: dict[int, int], met: set[Pair]) -> tuple[int, int, int]:
    lowest = points[bye] - min(points.values()) if bye else 0
    apart = sum((points[max(pair)] - points[min(pair)]) ** 2 for pair in way)
    return sum(pair in met for pair in way), lowest, apart


def play_night(players: int, games: int, before: Counter[Pair], seed: str) -> tuple[Counter[Pair], Counter[int]]:
    """Play a night of people who stay to its end, and return who met and who had byes."""
    stream = numbers(seed, "night")
    met: Counter[Pair] = Counter()
    byes: Counter[int] = Counter()
    deals: Counter[int] = Counter()
    last: list[Pair] = []
    for left in range(games, 0, -1):
        there = [Contestant(key, byes=byes[key], first_deals=deals[key]) for key in range(1, players + 1)]
        made = pair_club_night(there, met, before, just_met=last, games=left, stream=stream)
        last = pairs_of(made)
        met.update(last)
        deals.update(first for first, _ in made.pairs)
        if made.bye is not None:
            byes[made.bye] += 1
        assert Counter(key for pair in last for key in pair) + Counter([made.bye] if made.bye else []) == Counter(
            range(1, players + 1)
        )
    assert max(deals.values()) - min(deals.values()) <= 4
    return met, byes


@pytest.mark.parametrize("players", [10, 12, 17, 30])
def test_nobody_meets_twice_in_a_night_of_nine_games_with_enough_people(players: int) -> None:
    met, byes = play_night(players, 9, Counter(), f"night of {players}")
    assert max(met.values()) == 1
    assert len(byes) == sum(byes.values()) == (9 if players % 2 else 0)


def test_six_nights_with_few_people_repeat_as_evenly_as_can_be() -> None:
    season: Counter[Pair] = Counter()
    for night in range(6):
        met, _ = play_night(8, 9, season, f"night {night}")
        # Nine games against seven others.
        assert set(met.values()) <= {1, 2}
        season.update(met)
    assert max(season.values()) - min(season.values()) <= 2


def test_a_pair_does_not_play_two_games_on_end() -> None:
    met = {frozenset(pair): 3 for pair in ((1, 3), (2, 4), (1, 4), (2, 3))}
    just_met = [frozenset((1, 2)), frozenset((3, 4))]
    made = pair_club_night(everyone(4), met, {}, just_met=just_met, stream=numbers("s", "night"))
    assert not set(pairs_of(made)) & set(just_met)


def test_late_arrivals_and_leavers_change_the_next_game() -> None:
    stream = numbers("s", "late")
    first = pair_club_night(everyone(5), {}, {}, games=3, stream=stream)
    met = dict.fromkeys(pairs_of(first), 1)
    there = [Contestant(key, byes=int(key == first.bye)) for key in (2, 3, 4, 5, 6, 7, 8)]
    second = pair_club_night(there, met, {}, just_met=met, games=2, stream=stream)
    assert sorted([*(key for pair in second.pairs for key in pair), second.bye or 0]) == [2, 3, 4, 5, 6, 7, 8]
    assert second.bye != first.bye
    assert not set(pairs_of(second)) & set(met)


@pytest.mark.parametrize("players", range(2, 11))
def test_a_swiss_round_is_as_good_as_the_best_of_all_ways(players: int) -> None:
    chance = random.Random(players)
    for _ in range(12):
        points = {key: chance.randint(0, 6) for key in range(1, players + 1)}
        met = {frozenset(pair) for pair in combinations(points, 2) if chance.random() < 0.4}
        there = [Contestant(key, points=points[key]) for key in points]
        made = pair_swiss(there, met)

        def cost(
            way: Sequence[Pair], bye: int | None, points: dict[int, int] = points, met: set[Pair] = met
        ) -> tuple[int, ...]:
            lowest = points[bye] - min(points.values()) if bye else 0
            apart = sum((points[max(pair)] - points[min(pair)]) ** 2 for pair in way)
            return sum(pair in met for pair in way), lowest, apart

        byes = list(points) if players % 2 else [None]
        best = min(cost(way, bye) for bye in byes for way in all_ways([key for key in points if key != bye]))
        assert cost(pairs_of(made), made.bye) == best


def test_two_hundred_play_eleven_rounds_without_a_rematch() -> None:
    chance = random.Random(7)
    points: Counter[int] = Counter()
    byes: Counter[int] = Counter()
    met: set[Pair] = set()
    for _ in range(11):
        there = [Contestant(key, points=points[key], byes=byes[key]) for key in range(1, 200)]
        chance.shuffle(there)
        made = pair_swiss(there, met)
        assert not met & set(pairs_of(made))
        met |= set(pairs_of(made))
        for pair in made.pairs:
            points[chance.choice(pair)] += chance.choice((2, 2, 3))
        assert made.bye is not None
        byes[made.bye] += 1
        points[made.bye] += 2
    assert max(byes.values()) == 1


def test_a_rematch_is_made_where_nothing_else_is_left() -> None:
    made = pair_swiss(everyone(2), [frozenset((1, 2))])
    assert pairs_of(made) == [frozenset((1, 2))]


def test_few_people() -> None:
    assert pair_swiss([], []) == Pairing(())
    assert pair_swiss(everyone(1), []) == Pairing((), bye=1)
    with pytest.raises(ValueError, match="twice"):
        pair_swiss([Contestant(1), Contestant(1)], [])


def test_whoever_dealt_first_less_often_deals_first() -> None:
    made = pair_swiss([Contestant(1, first_deals=3), Contestant(2, first_deals=2)], [])
    assert made.pairs == ((2, 1),)
