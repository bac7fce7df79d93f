"""The next thing at a table, and whose it is: a person's, a machine's, or just to move on."""

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from cardroom.rules.play.replay import Replay
from cardroom.rules.play.seats import Seat
from scoring import Phase


class ActionKind(StrEnum):
    """The things that are waited for."""

    JOIN = "join"  # somebody to sit down
    CUT = "cut"  # for deal
    DEAL = "deal"  # the pack is cut, then dealt
    AWAY = "away"
    STARTER = "starter"
    PLAY = "play"
    COUNT = "count"  # one's own hand, by oneself
    ANSWER = "answer"  # to what another has counted
    ON = "on"  # nothing but to move on
    OVER = "over"


class NextAction(NamedTuple):
    """A thing that is waited for, and the players of whom any may do it."""

    wants: ActionKind
    players: tuple[int, ...]


def find_next_action(course: Replay, seats: Sequence[Seat]) -> NextAction:
    """Return what comes next. A machine that is named by it acts at once."""
    game, people = course.game, tuple(place for place, seat in enumerate(seats) if not seat.machine)
    if course.is_over:
        return NextAction(ActionKind.OVER, people)
    if not all(seat.taken for seat in seats):
        return NextAction(ActionKind.JOIN, ())
    if course.pending is not None:
        return NextAction(ActionKind.ANSWER, (course.pending["asks"],))
    turn = game.turn
    match game.phase:
        case Phase.CUT:
            left = tuple(side for side in range(len(game.scores)) if side not in course.cuts)
            return NextAction(ActionKind.CUT, tuple(side for side in left if side in people) or left[:1])
        case Phase.DEAL:
            return NextAction(ActionKind.DEAL, (game.cutter,) if game.cutter in people else people[:1])
        case Phase.LAY_AWAY:
            laid = game.table.laid if game.table else 0
            return NextAction(
                ActionKind.AWAY, _machines_first([p for p in range(len(seats)) if not laid >> p & 1], seats)
            )
        case Phase.STARTER if turn is not None:
            return NextAction(ActionKind.STARTER, (turn,))
        case Phase.PLAY if turn is not None:
            return NextAction(ActionKind.PLAY, (turn,))
        case Phase.SHOW if turn is not None and turn in people and not seats[turn].count:
            return NextAction(ActionKind.COUNT, (turn,))
    return NextAction(ActionKind.ON, people)


def listener(course: Replay, seats: Sequence[Seat], counter: int) -> int | None:
    """Return the person who answers what `counter` counts: the next opponent who counts by themselves; None for none.

    To another person's own count an opponent always answers.
    """
    for step in range(1, len(seats)):
        place = (counter + step) % len(seats)
        seat = seats[place]
        if seat.machine or course.game.side_of(place) == course.game.side_of(counter):
            continue
        if not seat.count or not seats[counter].machine:
            return place
    return None


def _machines_first(players: Sequence[int], seats: Sequence[Seat]) -> tuple[int, ...]:
    machines = tuple(player for player in players if seats[player].machine)
    return machines[:1] or tuple(players)
