"""Games of a sitting: cards from margins, byes, late arrivals, floats, and the knock-out of a tournament's best."""

import random

import pytest

from league.rules.competitions.score_cards import CardTotal, rank_totals
from league.rules.competitions.sittings import (
    NightGame,
    build_knock_out,
    check_games,
    check_margin,
    pair_knock_out_round,
    pair_next_of_night,
    pair_next_round,
    rank_finally,
    total_cards,
)

SEED = "5eed"


def game(number: int, first: int, second: int | None, margin: int | None = 10) -> NightGame:
    """A game on which both cards agree; no margin: not written."""
    if second is None or margin is None:
        return NightGame(number, first, second)
    return NightGame(number, first, second, (margin, -margin))


@pytest.mark.parametrize(("margin", "wrong"), [(1, 0), (121, 0), (-121, 0), (0, 1), (122, 1), (-122, 1)])
def test_a_margin(margin: int, wrong: int) -> None:
    assert len(check_margin(margin)) == wrong


@pytest.mark.parametrize(
    ("games", "tournament", "wrong"),
    [(1, False, 0), (0, False, 1), (22, False, 0), (23, True, 1), (5, True, 1), (6, True, 0)],
)  # fmt: skip
def test_how_many_games(games: int, tournament: bool, wrong: int) -> None:
    assert len(check_games(games, tournament=tournament)) == wrong


def test_a_game_counts_once_both_cards_are_written() -> None:
    games = [game(1, 1, 2, 31), NightGame(1, 3, 4, (5, None)), game(1, 5, None), NightGame(2, 1, 2, (4, 4))]
    night = total_cards(games, byes_count=False)
    assert night == {
        1: CardTotal(points=3, won=1, spread=27, plus=31, games=2, cards=1),
        2: CardTotal(points=0, won=0, spread=-35, plus=0, games=2, cards=1),
    }
    day = total_cards(games, byes_count=True)
    assert day[5] == CardTotal(points=2, won=1, spread=0, plus=0, games=1, cards=1)


def test_the_same_games_give_the_same_pairs() -> None:
    made = [pair_next_of_night(range(1, 10), [], [], number=1, games=9, seed=SEED) for _ in range(2)]
    assert made[0] == made[1]
    assert made[0] != pair_next_of_night(range(1, 10), [], [], number=1, games=9, seed="other")


def test_a_bye_of_an_earlier_night_moves_round_over_the_season() -> None:
    before = [game(1, key, None) for key in (1, 2, 3, 4)]
    assert pair_next_of_night(range(1, 6), [], before, number=1, games=1, seed=SEED).bye == 5


def test_whoever_came_late_has_sat_out() -> None:
    tonight = [game(1, 1, 2), game(1, 3, 4)]
    made = pair_next_of_night(range(1, 6), tonight, [], number=2, games=9, seed=SEED)
    assert made.bye in {1, 2, 3, 4}


def test_a_tournament_pairs_equal_points_without_a_rematch() -> None:
    played: list[NightGame] = []
    chance = random.Random(1)
    for number in range(1, 7):
        made = pair_next_round(range(1, 12), played, number=number, seed=SEED)
        pairs = {frozenset(pair) for pair in made.pairs}
        assert pairs.isdisjoint(one.pair for one in played)
        played += [game(number, *pair, margin=chance.choice([-20, 5, 33])) for pair in made.pairs]
        if made.bye is not None:
            played.append(game(number, made.bye, None))
    byes = [one.first for one in played if one.second is None]
    assert len(set(byes)) == len(byes) == 6


def test_a_knock_out_of_the_best_is_seeded_by_the_standing() -> None:
    bracket, ties = build_knock_out([10, 20, 30, 40, 50], [])
    assert bracket.rounds == 3
    first = pair_knock_out_round(ties, 1, [])
    assert [set(pair) for pair in first.pairs] == [{40, 50}]
    played = [game(10, 40, 50, -3)]
    second = pair_knock_out_round(build_knock_out([10, 20, 30, 40, 50], played)[1], 2, played)
    assert {frozenset(pair) for pair in second.pairs} == {frozenset((10, 50)), frozenset((20, 30))}
    # Whoever dealt first less often deals first.
    assert pair_knock_out_round(ties, 1, [game(1, 40, 10)]).pairs == ((50, 40),)


def test_both_lose_decides_nothing() -> None:
    ties = build_knock_out([1, 2], [NightGame(7, 1, 2, (5, 5))])[1]
    assert ties[-1].decided is None
    standing = [(1, 1), (2, 2)]
    assert rank_finally(standing, ties) == standing
    assert rank_finally(standing, []) == standing


def test_the_final_order_is_by_how_far_they_came() -> None:
    games = [game(1, 1, 2), game(1, 3, 4), game(1, 5, 6)]
    standing = rank_totals(total_cards(games, byes_count=True))
    played = [game(2, 1, 5, -4), game(2, 3, 2, 9), game(3, 3, 5, -1)]
    ties = build_knock_out([1, 3, 2, 5], played)[1]
    # Without a game for the third place both share it.
    assert rank_finally(standing, ties) == [(1, 5), (2, 3), (3, 1), (3, 2), (5, 4), (5, 6)]
    ties = build_knock_out([1, 3, 2, 5], [*played, game(3, 2, 1, 7)])[1]
    assert rank_finally(standing, ties) == [(1, 5), (2, 3), (3, 2), (4, 1), (5, 4), (5, 6)]


def test_the_losers_of_the_semi_finals_meet_for_the_third_place() -> None:
    semis = [game(2, 1, 4), game(2, 2, 3)]
    ties = build_knock_out([1, 2, 3, 4], semis)[1]
    assert pair_knock_out_round(ties, 2, []).pairs == ((1, 2), (4, 3))
    # Who has gone home plays no game for the third place; a final is played by whoever comes.
    assert pair_knock_out_round(ties, 2, [], gone=[3]).pairs == ((1, 2),)
    assert pair_knock_out_round(ties, 2, [], gone=[1]).pairs == ((1, 2), (4, 3))
    # Of three one has a bye: the loser of the one semi-final is third.
    ties = build_knock_out([1, 2, 3], [game(2, 2, 3), game(3, 1, 2)])[1]
    assert rank_finally([(1, 1), (2, 2), (3, 3)], ties) == [(1, 1), (2, 2), (3, 3)]
