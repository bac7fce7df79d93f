"""Two cards of a game, a night's card, a season's standing: the American Cribbage Congress's rules."""

import pytest

from league.rules.competitions.score_cards import (
    CardTotal,
    Line,
    make_line,
    rank_totals,
    settle_cards,
    total_card,
    total_season,
)


def win(spread: int | None, points: int = 2) -> Line:
    return Line(points, spread, plus=True)


def loss(spread: int | None) -> Line:
    return Line(0, spread, plus=False)


@pytest.mark.parametrize(("margin", "points"), [(1, 2), (30, 2), (31, 3), (120, 3), (-1, 0), (-31, 0)])
def test_a_win_counts_two_and_by_thirty_one_three(margin: int, points: int) -> None:
    line = make_line(margin)
    assert (line.points, line.spread, line.plus) == (points, abs(margin), margin > 0)


@pytest.mark.parametrize(
    ("one", "other", "then", "changes"),
    [
        (win(12), loss(12), (win(12), loss(12)), 0),
        # 12.2 a, b: each spread against whoever wrote it.
        (win(21), loss(16), (win(16), loss(21)), 1),
        (win(17), loss(16), (win(16), loss(17)), 1),
        # c
        (win(None), loss(9), (win(9), loss(9)), 1),
        (win(9), loss(None), (win(9), loss(9)), 1),
        # d
        (win(8), Line(2, 8, plus=False), (win(8), loss(8)), 1),
        (Line(0, 8, plus=True), loss(8), (win(8), loss(8)), 1),
        # e
        (win(8), win(11), (loss(8), loss(11)), 1),
        (loss(8), loss(8), (loss(8), loss(8)), 1),
        # f
        (win(8), Line(0, 8, plus=True), (win(8), loss(8)), 1),
        (Line(2, 8, plus=False), loss(8), (win(8), loss(8)), 1),
        (Line(2, 8, plus=False), Line(0, 8, plus=True), (win(8), loss(8)), 1),
        # A skunk is one on both cards.
        (win(31), loss(31), (win(31, 3), loss(31)), 1),
        (win(30, 3), loss(30), (win(30), loss(30)), 1),
        (win(33, 3), loss(29), (win(29), loss(33)), 2),
    ],
)
def test_what_two_cards_say_together(one: Line, other: Line, then: tuple[Line, Line], changes: int) -> None:
    settled = settle_cards(one, other)
    if (not one.won and not other.won and one.plus == other.plus) or (one.won and other.won and one.plus == other.plus):
        # Both have lost: neither spread can be the winner's.
        assert [line.won for line in settled.lines] == [False, False]
        assert [line.plus for line in settled.lines] == [False, False]
        return
    assert settled.lines == then
    assert len(settled.changes) == changes
    # The order of the cards makes no difference.
    assert settle_cards(other, one).lines == then[::-1]


def test_both_claiming_the_win_both_lose() -> None:
    settled = settle_cards(win(12), win(5))
    assert [line.points for line in settled.lines] == [0, 0]
    assert str(settled.changes[0]) == "Both cards claim a win: both lose."


def test_a_night_is_added_up() -> None:
    card = total_card([make_line(31), make_line(5), make_line(-12), make_line(-40)])
    assert card == CardTotal(points=5, won=2, spread=-16, plus=36, games=4, cards=1)
    assert total_card([make_line(40)] * 8).high_cards == 1


def test_a_season_counts_the_best_nights_and_every_high_card() -> None:
    nights = [total_card([make_line(margin)] * 9) for margin in (1, 40, -1)]
    assert total_season(nights, best=2).points == 27 + 18
    assert total_season(nights).games == 27
    assert total_season(nights, best=0) == CardTotal(high_cards=1)


def test_the_order_is_points_wins_spread_and_plus_points() -> None:
    totals = {
        1: CardTotal(points=12, won=6, spread=10, plus=80),
        2: CardTotal(points=12, won=5, spread=90, plus=90),
        3: CardTotal(points=13),
        4: CardTotal(points=12, won=6, spread=10, plus=80),
        5: CardTotal(points=12, won=6, spread=10, plus=81),
        6: CardTotal(points=12, won=6, spread=11, plus=0),
    }
    assert rank_totals(totals) == [(1, 3), (2, 6), (3, 5), (4, 1), (4, 4), (6, 2)]
    assert rank_totals({}) == []
