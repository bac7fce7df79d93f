"""The players: what one of a given strength does now, and what the strongest thinks of everything they might.

| strength | lays away by | plays by |
|---|---|---|
| beginner | the hand alone, 2.5 points out | what a card pegs, 1.5 points out |
| casual | hand and crib, 1.2 points out | what a card pegs, 0.6 points out |
| club | hand and crib, 0.4 points out | what a card pegs and what it leaves, 0.5 points out |
| strong | hand, crib and play, 0.2 points out | what a card pegs and what it leaves, 0.25 points out |
| strongest | the chance to win | the whole rest of the play over the hands the other may hold, to the board |

“Out” is the standard deviation of an error in judging each choice, as `_EYES` has it.
"""

from collections.abc import Mapping
from random import Random
from types import MappingProxyType
from typing import NamedTuple

from scoring.cards import Cards
from scoring.events import Event, LayAway, Phase
from scoring.game import Game
from scoring.game_error import GameError
from scoring.strategy.calling import call
from scoring.strategy.choosing.discarding import lay_aways, quick_lay_aways
from scoring.strategy.choosing.playing import plays, quick_plays
from scoring.strategy.decision import Decision, Option, Strength
from scoring.strategy.view import view
from scoring.text import N_


class _Eye(NamedTuple):
    """How a player below the strongest looks at things, and by how many points they are out (standard deviations)."""

    crib: bool
    play: bool
    careful: bool
    away: float
    card: float


_EYES: Mapping[Strength, _Eye] = MappingProxyType(
    {
        Strength.BEGINNER: _Eye(crib=False, play=False, careful=False, away=2.5, card=1.5),
        Strength.CASUAL: _Eye(crib=True, play=False, careful=False, away=1.2, card=0.6),
        Strength.CLUB: _Eye(crib=True, play=False, careful=True, away=0.4, card=0.5),
        Strength.STRONG: _Eye(crib=True, play=True, careful=True, away=0.2, card=0.25),
    }
)


def decide(game: Game, player: int, *, strength: Strength, chance: Random, laid_away: Cards = ()) -> Decision:
    """Return what a player of `strength` does now: lays away, plays a card or says go, or calls the hand that is due.

    They look only at what `player` may know; `laid_away` are the cards that they laid away themselves in this deal,
    which a game does not tell. The same arguments and the same state of `chance` give the same decision. A call that
    somebody else has made is answered by `challenge`. Dealing, cutting and turning the starter are the table's.
    Raises GameError where nothing is due from `player`, and HandError where their own cards are not all known.
    """
    if game.phase is Phase.SHOW and game.turn == player:
        return call(game, player, strength=strength, chance=chance)
    if strength is Strength.STRONGEST:
        options = rank(game, player, laid_away=laid_away)
        return Decision(options[0].event, options[0].why, options)
    eye = _EYES[strength]
    if _lays_away(game, player):
        options, error = quick_lay_aways(view(game, player), crib=eye.crib, play=eye.play), eye.away
    elif game.phase is Phase.PLAY and game.turn == player:
        options, error = quick_plays(game, view(game, player, laid_away), careful=eye.careful), eye.card
    else:
        raise _not_due(game, player)
    chosen = max(options, key=lambda option: float(option.points) + chance.gauss(0, error))
    return Decision(chosen.event, chosen.why, options)


def rank(game: Game, player: int, *, laid_away: Cards = (), also: Event | None = None) -> tuple[Option, ...]:
    """Return everything that `player` may do now, the best first, as the strongest sees it.

    What to lay away is weighed to the board where it is not far behind the best; `also` is an event that is weighed
    so in any case. The same arguments always give the same answer; it takes some hundredths of a second. Raises as
    `decide` does.
    """
    if _lays_away(game, player):
        return lay_aways(view(game, player), also.cards or () if isinstance(also, LayAway) else ())
    if game.phase is Phase.PLAY and game.turn == player:
        return plays(game, view(game, player, laid_away))
    if game.phase is Phase.SHOW and game.turn == player:
        return call(game, player, strength=Strength.STRONGEST, chance=Random(0)).options  # noqa: S311
    raise _not_due(game, player)


def _lays_away(game: Game, player: int) -> bool:
    return game.phase is Phase.LAY_AWAY and game.table is not None and not game.table.laid >> player & 1


def _not_due(game: Game, player: int) -> GameError:
    return game.refused("R16", N_("nothing is due from this player now"), player)
