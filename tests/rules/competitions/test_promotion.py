"""Promotion and relegation: numbers, leavers, pubs, and a thousand random seasons."""

import random
from collections import Counter
from itertools import pairwise

from league.rules.competitions.promotion import (
    FinalTable,
    Move,
    Reason,
    check_moves,
    check_numbers,
    propose_moves,
    reason_of,
)

TOP = FinalTable(1, (11, 12, 13, 14, 15, 16), up=0, down=2)
SECOND = FinalTable(2, (21, 22, 23, 24, 25, 26), up=2, down=1)
THIRD = FinalTable(3, (31, 32, 33, 34), up=1, down=0)
ALL = (TOP, SECOND, THIRD)


def changed(moves: list[Move]) -> dict[int, tuple[int | None, str]]:
    return {move.team: (move.to, move.reason.value) for move in moves if move.reason is not Reason.STAYS}


def sizes(moves: list[Move]) -> dict[int | None, int]:
    return dict(Counter(move.to for move in moves))


def test_an_ordinary_year() -> None:
    moves = propose_moves(ALL)
    assert changed(moves) == {
        15: (2, "relegated"),
        16: (2, "relegated"),
        21: (1, "promoted"),
        22: (1, "promoted"),
        26: (3, "relegated"),
        31: (2, "promoted"),
    }
    assert sizes(moves) == {1: 6, 2: 6, 3: 4}


def test_whoever_leaves_saves_the_best_of_those_who_would_go_down() -> None:
    moves = propose_moves(ALL, leaving=[13])
    assert changed(moves)[15] == (1, "reprieved")
    assert changed(moves)[16] == (2, "relegated")
    # One fewer comes down into the second division, so nobody goes down from it.
    assert changed(moves)[26] == (2, "reprieved")
    assert sizes(moves) == {None: 1, 1: 6, 2: 6, 3: 3}


def test_where_more_leave_than_would_go_down_one_more_goes_up() -> None:
    moves = propose_moves(ALL, leaving=[11, 12, 16])
    assert {team: reason for team, (to, reason) in changed(moves).items() if to == 1} == {
        14: "reprieved",
        15: "reprieved",
        21: "promoted",
        22: "promoted",
        23: "promoted instead",
    }
    assert sizes(moves) == {None: 3, 1: 6, 2: 6, 3: 1}


def test_a_champion_that_leaves_is_replaced() -> None:
    moves = propose_moves(ALL, leaving=[21])
    assert changed(moves)[22] == (1, "promoted")
    assert changed(moves)[23] == (1, "promoted instead")


def test_a_pub_has_so_many_teams_in_a_division() -> None:
    moves = propose_moves(ALL, groups={11: 7, 21: 7, 22: 8, 16: 9, 23: 9}, most_of_a_group=1)
    # 21's pub is there already; 23's goes down, so it may come up.
    assert changed(moves)[21] == (2, "kept down")
    assert changed(moves)[22] == (1, "promoted")
    assert changed(moves)[23] == (1, "promoted instead")
    free = propose_moves(ALL, groups={11: 7, 21: 7}, most_of_a_group=2)
    assert changed(free)[21] == (1, "promoted")


def test_a_team_does_not_come_up_to_one_of_its_pub_that_comes_down() -> None:
    # 16 goes down to the second division as 31, of its pub, would come up to it.
    moves = propose_moves(ALL, groups={16: 7, 31: 7}, most_of_a_group=1)
    assert changed(moves)[16] == (2, "relegated")
    assert changed(moves)[31] == (3, "kept down")


def test_where_nobody_may_come_up_nobody_goes_down() -> None:
    groups = dict.fromkeys((11, *SECOND.teams), 7)
    moves = propose_moves(ALL[:2], groups=groups, most_of_a_group=1)
    assert changed(moves) == {
        15: (1, "reprieved"),
        16: (1, "reprieved"),
        21: (2, "kept down"),
        22: (2, "kept down"),
    }


def test_a_thousand_random_seasons_lose_nobody_and_have_nobody_twice() -> None:
    chance = random.Random(5)
    for _ in range(1000):
        tables, number = [], 0
        for key in range(chance.randint(1, 5)):
            teams = tuple(range(number, number + chance.randint(2, 12)))
            number += len(teams)
            tables.append(FinalTable(key, teams, up=chance.randint(0, 3), down=chance.randint(0, 3)))
        everyone = range(number)
        leaving = {team for team in everyone if chance.random() < 0.1}
        groups = {team: chance.randint(0, number // 2) for team in everyone if chance.random() < 0.7}
        most = chance.choice([None, 1, 2])
        moves = propose_moves(tables, leaving=leaving, groups=groups, most_of_a_group=most)
        assert [move.team for move in moves] == list(everyone)
        assert {move.team for move in moves if move.to is None} == leaving
        assert all(move.to is None or abs(move.to - move.came_from) <= 1 for move in moves)
        assert check_moves(tables, {move.team: move.to for move in moves}, {}) == []
        for upper, lower in pairwise(tables):
            ups = [move for move in moves if move.came_from == lower.key and move.to == upper.key]
            order = {team: place for place, team in enumerate(lower.teams)}
            passed = [move for move in moves if move.came_from == lower.key and move.reason is Reason.KEPT_DOWN]
            if most is None:
                assert not passed
                # Nobody goes up past a team that stays.
                staying = [team for team in lower.teams if team not in leaving]
                assert [move.team for move in ups] == staying[: len(ups)]
            assert len(ups) <= max(order.values()) + 1
            there = Counter(groups.get(move.team) for move in moves if move.to == upper.key)
            others = Counter(groups.get(move.team) for move in moves if move.to == upper.key and move not in ups)
            for move in ups:
                group = groups.get(move.team)
                assert most is None or group is None or there[group] <= max(most, others[group])


def test_moves_of_a_secretary_name_each_team_and_a_division_of_the_season() -> None:
    names = {31: "Swan", 32: "Bell", 33: "Crown", 34: "Bear"}
    problems = check_moves([THIRD], {31: 3, 32: None, 33: 9}, names)
    assert [(problem.field, str(problem.message)) for problem in problems] == [
        ("team-33", "Crown can only go to a division of this season."),
        ("team-34", "Say where Bear plays next, or that it leaves."),
    ]


def test_nobody_is_promoted_from_the_top_nor_relegated_from_the_bottom() -> None:
    names = {1: "Division 1", 2: "Division 2"}
    tables = [FinalTable(1, (11, 12), up=1, down=2), FinalTable(2, (21, 22), up=2, down=1)]
    assert [(problem.field, str(problem.message)) for problem in check_numbers(tables, names)] == [
        ("up-1", "Division 1 is the top division: nobody is promoted from it."),
        ("down-2", "Division 2 is the lowest division: nobody is relegated from it."),
        ("up-1", "Division 1 has 2 teams: fewer than go up and down."),
        ("up-2", "Division 2 has 2 teams: fewer than go up and down."),
    ]
    assert check_numbers([FinalTable(1, (11, 12), up=0, down=1), FinalTable(2, (21,), up=1, down=0)], names) == []


def test_a_secretary_s_choice_has_the_proposal_s_reason_or_that_of_its_way() -> None:
    spared = Move(15, 1, 1, Reason.REPRIEVED)
    assert reason_of(spared, 1, (1, 2)) is Reason.REPRIEVED
    assert reason_of(spared, 2, (1, 2)) is Reason.RELEGATED
    assert reason_of(spared, None, (1, 2)) is Reason.LEAVES
    assert reason_of(Move(21, 2, 1, Reason.PROMOTED), 2, (1, 2)) is Reason.STAYS
    assert reason_of(Move(21, 2, 2, Reason.KEPT_DOWN), 1, (1, 2)) is Reason.PROMOTED
