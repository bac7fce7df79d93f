"""The draw: the same from the same seed, each order as likely, seeds where they belong, groups apart."""

import math
from collections import Counter
from itertools import combinations

import pytest

from league.rules.competitions.brackets import Decided, Source, meetings
from league.rules.competitions.draws import Draw, Entrant, check_entrants, draw, draw_round, list_digest


def entrants(count: int, *, seeds: int = 0, groups: dict[int, int] | None = None) -> list[Entrant]:
    groups = groups or {}
    return [Entrant(key, key if key <= seeds else None, groups.get(key)) for key in range(1, count + 1)]


def meet_in(drawn: Draw) -> dict[frozenset[int], int]:
    """Return the round in which any two would meet."""
    below: dict[int, list[int]] = {}
    rounds: dict[frozenset[int], int] = {}
    for tie in drawn.bracket.ties:
        sides = [
            [drawn.entrants[side.number - 1]] if side.source is Source.PLACE else below[side.number]
            for side in tie.sides
        ]
        rounds |= {frozenset((one, other)): tie.round for one in sides[0] for other in sides[1]}
        below[tie.number] = sides[0] + sides[1]
    return rounds


def test_the_seed_what_was_said_and_the_list_decide_and_nothing_else() -> None:
    listed = entrants(23)
    made = draw(listed, seed="a", said="7 11 23")
    assert draw(list(reversed(listed)), seed="a", said=" 7 11 23 ") == made
    others = [
        draw(listed, seed="b", said="7 11 23"),
        draw(listed, seed="a", said="7 11 24"),
        draw([*listed[:-1], Entrant(23, group=1)], seed="a", said="7 11 23"),
    ]
    assert all(other.entrants != made.entrants for other in others)
    assert len(list_digest(listed)) == 64


def test_each_entrant_has_one_place() -> None:
    for size in (*range(2, 70), 127, 128, 129, 255, 256, 257, 511, 512):
        seeds = size // 4
        drawn = draw(entrants(size, seeds=seeds), seed="s", said="")
        assert sorted(drawn.entrants) == list(range(1, size + 1))
        assert drawn.entrants[:seeds] == tuple(range(1, seeds + 1))
        assert drawn.reversed_ties <= set(range(1, size))


def test_every_order_is_as_likely() -> None:
    draws = 12_000
    listed = entrants(5)
    found = Counter(draw(listed, seed=str(number), said="").entrants for number in range(draws))
    assert len(found) == math.factorial(5)
    expected = draws / len(found)
    chi = sum((seen - expected) ** 2 / expected for seen in found.values())
    # 119 degrees of freedom: 174.6 is passed once in a thousand times.
    assert chi < 174.6


@pytest.mark.thousand
def test_a_hundred_thousand_draws_are_uniform() -> None:
    listed = entrants(5, seeds=1)
    found = Counter(draw(listed, seed=str(number), said="").entrants for number in range(100_000))
    expected = 100_000 / 24
    # 23 degrees of freedom, once in a thousand.
    assert sum((seen - expected) ** 2 / expected for seen in found.values()) < 49.7
    home = Counter(1 in draw(listed, seed=str(number), said="").reversed_ties for number in range(20_000))
    assert abs(home[True] - 10_000) < 300


def test_two_of_a_pub_are_in_different_halves() -> None:
    for number in range(200):
        listed = entrants(13, groups={1: 5, 2: 5, 3: 6, 4: 6, 5: 7, 6: 7})
        rounds = meet_in(draw(listed, seed=str(number), said=""))
        assert {rounds[frozenset(pair)] for pair in ((1, 2), (3, 4), (5, 6))} == {4}


def test_a_pub_with_many_teams_is_spread_over_the_quarters() -> None:
    for number in range(100):
        listed = entrants(16, groups=dict.fromkeys(range(1, 5), 1) | dict.fromkeys(range(5, 9), 2))
        rounds = meet_in(draw(listed, seed=str(number), said=""))
        for pub in (range(1, 5), range(5, 9)):
            assert min(rounds[frozenset(pair)] for pair in combinations(pub, 2)) == 3


def test_a_seed_keeps_its_place_and_its_pub_is_put_elsewhere() -> None:
    for number in range(100):
        listed = entrants(8, seeds=2, groups={1: 9, 5: 9, 2: 8, 6: 8})
        rounds = meet_in(draw(listed, seed=str(number), said=""))
        assert rounds[frozenset((1, 2))] == rounds[frozenset((1, 5))] == rounds[frozenset((2, 6))] == 3


def test_a_pub_with_too_many_teams_is_drawn_all_the_same() -> None:
    drawn = draw(entrants(6, groups=dict.fromkeys(range(1, 6), 1)), seed="s", said="")
    assert sorted(drawn.entrants) == [1, 2, 3, 4, 5, 6]


def test_whoever_enters_later_is_drawn_among_the_later_places() -> None:
    listed = [Entrant(key, enters=2 if key > 8 else 1) for key in range(1, 13)]
    for number in range(50):
        drawn = draw(listed, seed=str(number), said="")
        found = meetings(drawn.bracket, drawn.entrants, {})
        assert {who for one in found for who in (one.top, one.bottom) if one.tie.round == 1} == set(range(1, 9))
        assert {one.top or one.bottom for one in found if one.tie.round == 2} == set(range(9, 13))


def test_a_round_may_be_drawn_anew() -> None:
    drawn = draw_round([Entrant(key, enters=3) for key in range(1, 8)], seed="s", said="round 2")
    found = meetings(drawn.bracket, drawn.entrants, {})
    assert [one.tie.number for one in found if one.ready] == [1, 2, 3]
    assert meetings(drawn.bracket, drawn.entrants, {1: Decided(found[0].top or 0)})[0].decided


def test_everything_that_is_wrong_is_told_at_once() -> None:
    names = {1: "Swan", 2: "Bell"}
    assert [problem.code for problem in check_entrants([], names)] == ["too-few"]
    listed = [Entrant(1, 1), Entrant(1, 3), Entrant(2, enters=9)]
    told = {problem.code: str(problem.message) for problem in check_entrants(listed, names)}
    assert told == {
        "twice": "Swan is entered 2 times: strike out the others.",
        "seed": "Seeds go from 1 on without a gap: seed 2 is missing.",
        "enters": "Bell may enter in rounds 1 to 6.",
    }
    late = check_entrants([Entrant(1, enters=2), Entrant(2, enters=2)], names)
    assert [str(problem.message) for problem in late] == ["Nobody plays in the first round: let somebody enter in it."]
    assert [problem.code for problem in check_entrants([Entrant(1, 1), Entrant(2, 1)], names)] == ["seed"]
    many = check_entrants([Entrant(key) for key in range(600)], dict.fromkeys(range(600), "x"))
    assert [problem.code for problem in many] == ["too-many"]
