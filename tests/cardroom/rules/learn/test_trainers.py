"""Questions that belong to a word: always the same, always with an answer."""

import datetime as dt
from fractions import Fraction

import pytest

from cardroom.rules.learn.daily import Standing, codes, daily_hand, earned, ranked, shares, streak
from cardroom.rules.learn.dealing import dealt_show, seed_with, shuffled
from cardroom.rules.learn.leitner import WeekOfPractice, in_a_row, timed
from cardroom.rules.learn.questions import Called, Lay
from cardroom.rules.learn.skills import Skill, skills_in
from cardroom.rules.learn.trainers import TRAINERS
from league.rules.drawings import draw_chart
from league.rules.problems import Problem
from scoring import PACK, parse_cards, score_show

DAY = dt.date(2026, 11, 24)


def test_a_word_gives_the_same_cards_for_ever() -> None:
    assert " ".join(map(str, shuffled("muggins")[:6])) == "TS 3S 6C 8C QH 4S"
    assert sorted(shuffled("muggins")) == sorted(PACK)
    assert shuffled("muggins") != shuffled("mugginr")


@pytest.mark.parametrize("name", TRAINERS)
def test_a_word_gives_the_same_question(name: str) -> None:
    assert TRAINERS[name].question("one") == TRAINERS[name].question("one")
    assert len({str(TRAINERS[name].question(str(word))) for word in range(10)}) == 10


@pytest.mark.parametrize("skill", Skill)
def test_a_hand_is_found_that_needs_a_skill(skill: Skill) -> None:
    assert skill in skills_in(dealt_show(seed_with("word", skill)))


def test_a_call_is_right_now_and_then_and_otherwise_wrong_by_something_plausible() -> None:
    calls = [TRAINERS["miscount"].question(str(word)) for word in range(60)]
    off = []
    for call in calls:
        assert isinstance(call, Called)
        off.append(score_show(call.hand, call.starter, crib=call.crib).points - call.called)
    assert 0 in off
    assert {1, 2, 3} & set(off)
    assert all(-5 <= points <= 6 for points in off)


def test_a_pegging_puzzle_has_one_best_card_that_fits() -> None:
    for word in range(40):
        puzzle = TRAINERS["pegging"].question(str(word))
        assert isinstance(puzzle, Lay)
        first, second, *_ = puzzle.lays
        assert first.points > second.points
        assert first.points >= 2
        assert puzzle.total <= 30
        assert not set(puzzle.offered) & set(puzzle.on_the_table)


def test_a_league_has_a_hand_a_day() -> None:
    hand = daily_hand("town", DAY)
    assert hand == daily_hand("town", DAY)
    assert hand != daily_hand("coast", DAY)
    assert hand.cards != daily_hand("town", DAY + dt.timedelta(days=1)).cards
    assert len({daily_hand("town", DAY + dt.timedelta(days=day)).dealer for day in range(9)}) == 2


def test_a_vote_earns_by_its_place() -> None:
    hand = daily_hand("town", DAY)
    points = []
    for one in hand.ranked:
        answer = hand.judge(codes(one.laid_away))
        assert not isinstance(answer, Problem)
        points.append(earned(answer))
    assert points[0] == 3
    assert points == sorted(points, reverse=True)
    assert points[-1] == 0


def test_shares_are_of_all_votes() -> None:
    hand = daily_hand("town", DAY)
    best, second = (codes(one.laid_away) for one in hand.ranked[:2])
    found = shares(hand.ranked, {best: 2, second: 1})
    assert [(share.votes, share.percent) for share in found[:3]] == [(2, 67), (1, 33), (0, 0)]
    assert found[0].good
    assert len(found) == 15
    assert {share.percent for share in shares(hand.ranked, {})} == {0}


def test_shares_of_two_votes_are_not_told() -> None:
    hand = daily_hand("town", DAY)
    best, second = (codes(one.laid_away) for one in hand.ranked[:2])
    assert {(share.votes, share.percent) for share in shares(hand.ranked, {best: 1, second: 1})} == {(0, 0)}


def test_a_streak_lasts_until_a_day_is_over() -> None:
    days = {DAY - dt.timedelta(days=ago) for ago in (1, 2, 3, 5)}
    assert streak(days, DAY) == 3
    assert streak(days | {DAY}, DAY) == 4
    assert streak(days, DAY + dt.timedelta(days=1)) == 0
    assert streak(set(), DAY) == 0


def test_level_people_share_a_place() -> None:
    table = ranked([Standing("Una H.", 3, 1, 1), Standing("Ben A.", 6, 2, 2), Standing("Ann B.", 3, 1, 0)])
    assert [(one.place, one.name) for one in table] == [(1, "Ben A."), (2, "Ann B."), (2, "Una H.")]


def test_whoever_is_called_away_is_not_timed() -> None:
    assert (timed(4.9), timed(180), timed(181), timed(-1)) == (4, 180, None, None)


def test_a_chart_leaves_out_weeks_without_practice() -> None:
    weeks = [WeekOfPractice(dt.date(2026, 11, 9), 4, 3, 2, 9, 50), WeekOfPractice(dt.date(2026, 11, 23), 1, 1, 0, 0, 0)]
    row = in_a_row(weeks, DAY)
    assert [(day.day, week and week.percent) for day, week in row] == [(9, 75), (16, None), (23, 100)]
    drawn = draw_chart([week.percent if week else None for _, week in row], 100)
    assert (drawn.path, drawn.across) == ("M0 25L20 0", 20)
    assert (weeks[0].pace, weeks[0].loss, weeks[1].pace) == (Fraction(9, 2), Fraction(1, 8), None)
    assert in_a_row([], DAY) == []


def test_typed_cards_of_a_daily_hand_are_spelt_one_way() -> None:
    assert codes(parse_cards("KD 2C")) == codes(parse_cards("2C KD")) == "2C KD"
