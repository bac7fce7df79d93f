"""Brackets of every size: byes, seeds, who meets whom, the plate and the third place."""

import random

import pytest

from league.rules.competitions.brackets import (
    Bracket,
    Decided,
    Meeting,
    Source,
    byes,
    depends_on,
    find_plate_entrants,
    make_bracket,
    meetings,
    seeds_in_order,
)

SIZES = range(2, 513)


def play(bracket: Bracket, *, chance: random.Random | None = None) -> list[Meeting]:
    """Return the ties of a bracket whose entrants are its places, all decided: for the better one, or by chance."""
    decided: dict[int, Decided] = {}
    lost: dict[int, int] = {}
    for tie in bracket.ties:
        sides = sorted(
            {
                Source.PLACE: lambda number: number,
                Source.WINNER: lambda number: decided[number].winner,
                Source.LOSER: lambda number: lost[number],
            }[side.source](side.number)
            for side in tie.sides
        )
        winner = chance.choice(sides) if chance else sides[0]
        decided[tie.number] = Decided(winner)
        lost[tie.number] = sum(sides) - winner
    return meetings(bracket, range(1, len(bracket.places) + 1), decided)


def test_every_size_has_byes_to_the_next_power_of_two_and_each_entrant_once() -> None:
    for size in SIZES:
        bracket = make_bracket([1] * size)
        assert len(bracket.ties) == size - 1
        places = [side.number for tie in bracket.ties for side in tie.sides if side.source is Source.PLACE]
        assert sorted(places) == list(range(1, size + 1))
        first = [side for tie in bracket.ties_of(1) for side in tie.sides]
        assert size - len(first) == byes(size) == (1 << bracket.rounds) - size
        # The best have them, and nobody has two.
        assert bracket.places == (2,) * byes(size) + (1,) * (size - byes(size))


def test_nobody_meets_before_the_seeds_allow() -> None:
    for size in SIZES:
        bracket = make_bracket([1] * size)
        for meeting in play(bracket):
            left = bracket.rounds - meeting.tie.round + 1
            assert {meeting.top, meeting.bottom} & set(range(1, (1 << left) // 2 + 1))
            # Among the best 2^k nobody meets another while more than 2^k are left.
            assert max(meeting.top or 0, meeting.bottom or 0) > (1 << left) // 2
            assert (meeting.top or 0) + (meeting.bottom or 0) == (1 << left) + 1


def test_seeds_stand_as_anybody_knows_them() -> None:
    assert seeds_in_order(8) == [1, 8, 4, 5, 2, 7, 3, 6]


def test_ties_are_numbered_by_rounds_from_the_top() -> None:
    bracket = make_bracket([1] * 5)
    assert [(tie.number, tie.round) for tie in bracket.ties] == [(1, 1), (2, 2), (3, 2), (4, 3)]
    assert [side.source for side in bracket.ties[1].sides] == [Source.PLACE, Source.WINNER]
    assert bracket.next_tie(bracket.ties[0]) == bracket.ties[1]
    assert bracket.next_tie(bracket.final) is None
    assert sorted(depends_on(bracket, 1)) == [2, 4]


def test_entrants_may_enter_at_a_later_round() -> None:
    # Eight play in round 1; four more come in with the four winners in round 2.
    bracket = make_bracket([2, 2, 2, 2, *[1] * 8])
    assert [len(bracket.ties_of(number)) for number in (1, 2, 3, 4)] == [4, 4, 2, 1]
    assert all({side.source for side in tie.sides} == {Source.PLACE, Source.WINNER} for tie in bracket.ties_of(2))
    # One alone in the first round has nobody to meet in it, and the rounds are counted from the first tie.
    odd = make_bracket([2, 2, 1])
    assert [(tie.round, tie.number) for tie in odd.ties] == [(1, 1), (2, 2)]


@pytest.mark.parametrize("entering", [[3, 2, 2, 1, 1, 1, 1], [3, 3, 1], [4, 1, 1], [2, 1, 1, 1, 1, 1, 1]])
def test_whoever_enters_later_has_no_tie_before(entering: list[int]) -> None:
    bracket = make_bracket(entering)
    assert len(bracket.ties) == len(entering) - 1
    assert play(bracket)[-1].decided == Decided(1)


def test_the_tie_for_the_third_place_is_between_the_losers_of_the_semi_finals() -> None:
    found = play(make_bracket([1] * 8, third_place=True))
    third = next(one for one in found if one.tie.third_place)
    assert {third.top, third.bottom} == {3, 4}
    assert found[-1].tie.number == 8
    # Of three entrants one semi-final is played: there is nobody to play for the third place.
    assert not any(tie.third_place for tie in make_bracket([1] * 3, third_place=True).ties)


def test_the_plate_has_everybody_who_lost_the_first_tie_they_played() -> None:
    chance = random.Random(1)
    for size in SIZES:
        found = play(make_bracket([1] * size), chance=chance)
        plate = find_plate_entrants(found)
        first: dict[int, Meeting] = {}
        for one in sorted(found, key=lambda one: one.tie.round):
            for who in (one.top, one.bottom):
                first.setdefault(who or 0, one)
        assert sorted(plate.entrants) == sorted(who for who, one in first.items() if one.loser == who)
        assert plate.complete


def test_the_plate_waits_for_those_who_had_a_bye_and_leaves_out_whoever_withdrew() -> None:
    bracket = make_bracket([1] * 5)
    entrants = [10, 20, 30, 40, 50]
    one_round = meetings(bracket, entrants, {1: Decided(40)})
    assert find_plate_entrants(one_round) == find_plate_entrants(one_round).__class__((50,), complete=False)
    both = meetings(bracket, entrants, {1: Decided(40), 2: Decided(10), 3: Decided(30)})
    # 40 lost the second tie it played; 20 the first.
    assert find_plate_entrants(both).entrants == (50, 20)
    assert find_plate_entrants(both).complete
    assert find_plate_entrants(both, left=frozenset({20})).entrants == (50,)


def test_a_tie_is_won_by_one_of_its_sides() -> None:
    with pytest.raises(ValueError, match="not in it"):
        meetings(make_bracket([1, 1]), [7, 8], {1: Decided(9)})
    with pytest.raises(ValueError, match="two entrants"):
        make_bracket([1])


def test_before_the_draw_the_bracket_has_no_names() -> None:
    assert {(one.top, one.bottom) for one in meetings(make_bracket([1] * 4), (), {})} == {(None, None)}
