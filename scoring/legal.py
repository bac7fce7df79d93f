"""The events that may follow a position: what a player can choose, and which cards can come from the pack (R2–R28)."""

from collections.abc import Iterator
from itertools import combinations, permutations
from typing import TYPE_CHECKING

from scoring.cards import PACK, cards_of
from scoring.counts import THIRTY_ONE
from scoring.events import Call, Cut, Deal, Event, Go, Lay, LayAway, Phase, Starter
from scoring.pegging import Play
from scoring.show import show_points

if TYPE_CHECKING:
    from scoring.game import Game


def legal_events(game: "Game") -> tuple[Event, ...]:
    """Return what may happen next in `game`: see `Game.legal_events`."""
    match game.phase:
        case Phase.CUT:
            return tuple(map(Cut, permutations(PACK, len(game.scores))))
        case Phase.DEAL:
            return (Deal(),)
        case Phase.LAY_AWAY:
            return tuple(_laid_away(game))
        case Phase.STARTER:
            seen = game.table.seen if game.table else 0
            return tuple(Starter(card) for card in PACK if not seen & card.bit)
        case Phase.PLAY:
            return () if game.play is None or game.play.turn is None else tuple(_played(game.play, game.play.turn))
        case Phase.SHOW:
            return tuple(_called(game))
    return ()


def _laid_away(game: "Game") -> Iterator[Event]:
    """Yield what each player who has not laid away may lay away (R6); nobody waits for another."""
    players = len(game.names)
    number = game.ruleset.laid_away_by(players)
    for player in range(players):
        if game.table is None or game.table.laid >> player & 1:
            continue
        if game.table.hidden[player]:
            yield LayAway(player)
        else:
            yield from (LayAway(player, cards) for cards in combinations(sorted(game.table.hands[player]), number))


def _played(play: Play, player: int) -> Iterator[Event]:
    """Yield the cards that the player in turn may lay, those too that may be among their hidden ones, and go (R17)."""
    room = THIRTY_ONE - play.total
    for card in sorted(PACK):
        unknown = play.hidden[player] and not play.seen & card.bit and card.value > play.shut[player]
        if card.value <= room and (play.left[player] & card.bit or unknown):
            yield Lay(player, card)
    if play.may_go(player):
        yield Go(player)


def _called(game: "Game") -> Iterator[Event]:
    """Yield the right call of the hand or crib that is due (R28), where the deal or the play has told its cards."""
    table, play, player = game.table, game.play, game.turn
    if table is None or play is None or player is None:
        return
    crib = game.shown == len(game.names)
    cards, hidden = (table.crib, table.crib_hidden) if crib else (cards_of(play.held[player]), play.hidden[player])
    if not hidden:
        yield Call(player, show_points(cards, table.starter, crib=crib, ruleset=game.ruleset), crib=crib)
