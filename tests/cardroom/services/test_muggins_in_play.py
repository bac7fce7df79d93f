"""Muggins in the play at a table (R43a): a machine takes what was missed, and a person is asked."""

import datetime as dt

import pytest

from cardroom.models import PlayTable
from cardroom.queries import Sitting, sitting_at
from cardroom.rules.play.moves import Move
from cardroom.rules.play.next_action import ActionKind
from cardroom.rules.play.seat_view import seat_view
from cardroom.rules.play.seats import Wish
from cardroom.services.moves import Refused, act
from cardroom.services.tables import open_table, sit_down, switch
from scoring import Lay, Reason
from tests.cardroom.services.tables import first_move, opened

pytestmark = pytest.mark.django_db


def to_a_card_that_scores(table: PlayTable, now: dt.datetime) -> tuple[Sitting, int, str, int]:
    """Play until somebody holds a card that pegs in the play, the last card apart: who, which, and how much."""
    table.refresh_from_db()
    sitting = sitting_at(table)
    for _ in range(400):
        game, player = sitting.course.game, sitting.next_action.players[0]
        if sitting.next_action.wants is ActionKind.PLAY and game.play is not None:
            for card in game.play.legal(player):
                pegs = game.apply(Lay(player, card)).pegs
                if pegs and not any(peg.reason is Reason.LAST or peg.player != player for peg in pegs):
                    return sitting, player, str(card), sum(peg.points for peg in pegs)
        sitting = act(table, player, first_move(sitting, player), seen=sitting.course.last, now=now)
    raise AssertionError("no card scored")


def by_themselves(table: PlayTable, now: dt.datetime, *people: int) -> None:
    for place in people:
        switch(table, place, count=False, peg=False, pace="off", sound=False, now=now)


def test_a_machine_takes_what_a_person_did_not_claim_where_there_is_muggins_in_the_play_r43a(now: dt.datetime) -> None:
    table = opened(now, "acc")
    by_themselves(table, now, 0)
    sitting, player, card, made = to_a_card_that_scores(table, now)
    assert player == 0
    after = act(table, 0, Move("play", (card,), "0"), seen=sitting.course.last, now=now).course
    taken = [peg for one in after.happened[len(sitting.course.happened) :] for peg in one.step.pegs]
    assert (taken[0].player, taken[0].points, taken[0].reason) == (1, made, Reason.MUGGINS)
    # The machine goes on by itself, and a go of its own gives the person the last card, which is pegged unasked.
    assert {peg.reason for peg in taken if peg.player == 0} <= {Reason.LAST}


@pytest.mark.parametrize("said", ["right", "nothing", "more"])
def test_between_people_what_is_claimed_short_waits_for_the_other_s_answer_r43a(now: dt.datetime, said: str) -> None:
    """By the ACC's rules more than there is gains the lesser of both."""
    table, _ = open_table(Wish("acc", "person", name="Ann"), by=None, now=now)
    sit_down(table, "Ben", now=now)
    by_themselves(table, now, 0, 1)
    sitting, player, card, made = to_a_card_that_scores(table, now)
    other = 1 - player
    before = sitting.course.game.scores
    waiting = act(table, player, Move("play", (card,), "0"), seen=sitting.course.last, now=now)
    assert (waiting.next_action.wants, waiting.next_action.players) == (ActionKind.ANSWER, (other,))
    line = seat_view(waiting.course, waiting.seats, other).lines[-1]
    assert (line.who, line.pegged) == (("Ann", "Ben")[player], 0)
    with pytest.raises(Refused):
        act(table, player, Move("answer", number=str(made)), seen=waiting.course.last, now=now)
    answer = {"right": str(made), "nothing": "", "more": str(made + 1)}[said]
    after = act(table, other, Move("answer", number=answer), seen=waiting.course.last, now=now).course
    assert after.game.scores[other] - before[other] == (0 if said == "nothing" else made)
    assert after.game.scores[player] == before[player]
