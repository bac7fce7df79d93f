"""An irregularity is called between people of two sides, and put right once the other has agreed (R47–R49)."""

import datetime as dt

import pytest

from cardroom.models import PlayTable
from cardroom.queries import revealed_shuffles, sitting_at
from cardroom.rules.play.moves import Move
from cardroom.rules.play.next_action import ActionKind
from cardroom.rules.play.review import record_of
from cardroom.rules.play.seat_view import seat_view
from cardroom.rules.play.seats import Wish
from cardroom.services.moves import Refused, act
from cardroom.services.tables import open_table, sit_down, switch
from scoring import replay
from tests.cardroom.services.tables import moved, opened

pytestmark = pytest.mark.django_db
TOO_MANY = Move("wrong", number="1", kind="over-pegging", of="1")


def of_two(now: dt.datetime, mode: str = "person") -> PlayTable:
    table, _ = open_table(Wish("hoyle-61", mode, name="Ann"), by=None, now=now)
    sit_down(table, "Ben", now=now)
    table.refresh_from_db()
    return table


def test_a_faced_card_ends_the_deal_once_the_other_agrees(now: dt.datetime) -> None:
    table = of_two(now)
    sitting = moved(table, now, until=ActionKind.AWAY)
    called = act(table, 0, Move("wrong", kind="exposed card", of="1"), seen=sitting.course.last, now=now)
    assert (called.next_action.wants, called.next_action.players) == (ActionKind.ANSWER, (1,))
    sight = seat_view(called.course, called.seats, 1)
    assert (sight.mine, sight.denies, str(sight.asks)) == (True, True, "Is that right?")
    assert str(sight.lines[-1].words) == "exposed card, by Ben"
    after = act(table, 1, Move("answer"), seen=called.course.last, now=now)
    assert after.next_action.wants is ActionKind.DEAL
    assert after.course.game.deal == 1
    # Its cards are out of play, so its seed is told, and another shuffle waits.
    assert revealed_shuffles(after)[-1].deal == 1


@pytest.mark.long
def test_what_the_other_denies_changes_nothing_and_is_told(now: dt.datetime) -> None:
    table = of_two(now)
    sitting = moved(table, now, until=ActionKind.PLAY)
    before = sitting.course.game
    called = act(table, 0, TOO_MANY, seen=sitting.course.last, now=now)
    assert str(seat_view(called.course, called.seats, 1).lines[-1].words) == "over-pegging, by Ben: 1 point"
    after = act(table, 1, Move("deny"), seen=called.course.last, now=now)
    assert after.course.game == before
    assert after.next_action == sitting.next_action
    line = seat_view(after.course, after.seats, 0).lines[-1]
    assert (line.who, str(line.words)) == ("Ben", "that was not so; nothing changes")
    on = moved(table, now, most=1)
    assert "that was not so" not in str(seat_view(on.course, on.seats, 0).lines)
    assert replay(record_of(moved(table, now).course)).faults == ()


def test_nobody_pegs_for_what_the_other_has_not_admitted(now: dt.datetime) -> None:
    table = of_two(now)
    sitting = moved(table, now, until=ActionKind.PLAY)
    called = act(table, 0, TOO_MANY, seen=sitting.course.last, now=now)
    for player, move in (
        (0, Move("answer")),
        (0, Move("deny")),
        (0, TOO_MANY),
        (1, TOO_MANY),
        (1, Move("play", ("KS",))),
    ):
        with pytest.raises(Refused):
            act(table, player, move, seen=called.course.last, now=now)
    assert sitting_at(table).course.game.scores == sitting.course.game.scores
    after = act(table, 1, Move("answer"), seen=called.course.last, now=now)
    assert after.course.game.scores[0] - sitting.course.game.scores[0] == 2


def test_ones_own_mistake_is_agreed_by_the_other_too(now: dt.datetime) -> None:
    """Else a deal that one dislikes would be void at a word."""
    table = of_two(now)
    sitting = moved(table, now, until=ActionKind.AWAY)
    called = act(table, 0, Move("wrong", kind="exposed card", of="0"), seen=sitting.course.last, now=now)
    assert (called.next_action.wants, called.next_action.players) == (ActionKind.ANSWER, (1,))


def test_nothing_is_called_while_a_count_waits_for_an_answer(now: dt.datetime) -> None:
    table = of_two(now)
    for player in (0, 1):
        switch(table, player, count=False, peg=True, pace="off", sound=False, now=now)
    counted = moved(table, now, until=ActionKind.ANSWER)
    assert counted.next_action.wants is ActionKind.ANSWER
    with pytest.raises(Refused, match="somebody is still to answer"):
        act(table, counted.next_action.players[0], TOO_MANY, seen=counted.course.last, now=now)
    with pytest.raises(Refused, match="a number of points"):
        act(table, counted.next_action.players[0], Move("deny"), seen=counted.course.last, now=now)


@pytest.mark.parametrize("kind", ["over-pegging", "faced card", "exposed card"])
@pytest.mark.parametrize("of", ["0", "1"])
def test_against_a_machine_nothing_is_called(now: dt.datetime, kind: str, of: str) -> None:
    table = opened(now)
    sitting = moved(table, now, until=ActionKind.PLAY)
    with pytest.raises(Refused, match="machines break no rule") as refused:
        act(table, 0, Move("wrong", number="1", kind=kind, of=of), seen=sitting.course.last, now=now)
    assert refused.value.rule == "R47"
    assert sitting_at(table).course.last == sitting.course.last


def test_partners_against_machines_call_nothing_between_themselves(now: dt.datetime) -> None:
    table = of_two(now, "pair")
    sitting = moved(table, now, until=ActionKind.AWAY)
    people = [place for place, seat in enumerate(sitting.seats) if not seat.machine]
    with pytest.raises(Refused, match="machines break no rule"):
        act(table, people[0], Move("wrong", kind="exposed card", of=str(people[1])), seen=sitting.course.last, now=now)


def test_a_machine_is_not_blamed_where_people_play_too(now: dt.datetime) -> None:
    table = of_two(now, "third")
    sitting = moved(table, now, until=ActionKind.AWAY)
    machine = next(place for place, seat in enumerate(sitting.seats) if seat.machine)
    person = next(place for place, seat in enumerate(sitting.seats) if not seat.machine)
    with pytest.raises(Refused, match="machines break no rule"):
        act(table, person, Move("wrong", kind="exposed card", of=str(machine)), seen=sitting.course.last, now=now)


def test_an_irregularity_that_cannot_be_is_refused_with_its_own_rule(now: dt.datetime) -> None:
    table = of_two(now)
    sitting = moved(table, now, until=ActionKind.PLAY)
    with pytest.raises(Refused) as refused:
        act(table, 0, Move("wrong", number="999", kind="over-pegging", of="1"), seen=sitting.course.last, now=now)
    assert refused.value.rule == "R49"
    assert "R49" in str(refused.value)
    assert "R47" not in str(refused.value)
