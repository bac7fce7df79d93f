"""Tables for tests: opened, and played at by somebody who always does the first thing that the rules allow."""

import datetime as dt

from cardroom.models import PlayTable
from cardroom.queries import Sitting, sitting_at
from cardroom.rules.play.moves import Move
from cardroom.rules.play.next_action import ActionKind
from cardroom.rules.play.seats import Wish
from cardroom.services.moves import act
from cardroom.services.tables import open_table


def opened(now: dt.datetime, rules: str = "hoyle-61", mode: str = "1", **wish: str) -> PlayTable:
    """Return a table that somebody called Ann has opened."""
    table, _ = open_table(Wish(rules, mode, **{"strength": "1", "name": "Ann", **wish}), by=None, now=now)
    return table


def first_move(sitting: Sitting, player: int) -> Move:
    """Return the first move that the rules allow a player who is due; what they count they count as nothing."""
    game = sitting.course.game
    wants = sitting.next_action.wants
    if wants in (ActionKind.CUT, ActionKind.DEAL, ActionKind.STARTER):
        return Move(wants.value, number=str(10 + player))
    if wants is ActionKind.AWAY and game.table is not None:
        number = game.ruleset.laid_away_by(len(sitting.seats))
        return Move("away", tuple(map(str, game.table.hands[player][:number])))
    if wants is ActionKind.PLAY and game.play is not None:
        fits = game.play.legal(player)
        return Move("play", (str(fits[0]),), "0") if fits else Move("go")
    return Move(wants.value, number="0" if wants is ActionKind.COUNT else "")


def moved(table: PlayTable, now: dt.datetime, *, until: ActionKind = ActionKind.OVER, most: int = 400) -> Sitting:
    """Let the people at a table make their first moves until something is due; return it as it stands then."""
    # Somebody may have sat down or switched since.
    table.refresh_from_db()
    sitting = sitting_at(table)
    for _ in range(most):
        if sitting.next_action.wants in (until, ActionKind.OVER):
            break
        player = sitting.next_action.players[0]
        sitting = act(table, player, first_move(sitting, player), seen=sitting.course.last, now=now)
    return sitting


def played_out(now: dt.datetime) -> PlayTable:
    """Return a table at which a deal is over and the game was given up."""
    table = opened(now)
    sitting = moved(table, now, until=ActionKind.AWAY)
    act(table, 0, Move("resign"), seen=sitting.course.last, now=now)
    return table
