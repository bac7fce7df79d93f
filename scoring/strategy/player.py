"""The players: what one of a given strength does now, and what the strongest thinks of everything they might."""

from random import Random

from scoring.cards import Cards
from scoring.errors import ScoringError
from scoring.events import Phase
from scoring.game import Game
from scoring.strategy.calling import call
from scoring.strategy.decision import Decision, Option, Strength
from scoring.strategy.discarding import lay_aways
from scoring.strategy.playing import plays
from scoring.strategy.view import view
from scoring.text import N_


def decide(game: Game, player: int, *, strength: Strength, chance: Random, laid_away: Cards = ()) -> Decision:
    """Return what a player of `strength` does now: lays away, plays a card or says go, or calls the hand that is due.

    They look only at what `player` may know; `laid_away` are the cards that they laid away themselves in this deal,
    which a game does not tell. The same arguments and the same state of `chance` give the same decision. A call that
    somebody else has made is answered by `challenge`. Dealing, cutting and turning the starter are the table's.
    Raises GameError where nothing is due from `player`, and HandError where their own cards are not all known.
    """
    if game.phase is Phase.SHOW and game.turn == player:
        return call(game, player, strength=strength, chance=chance)
    options = rank(game, player, laid_away=laid_away)
    chosen = _chosen(options, strength, chance)
    return Decision(chosen.event, chosen.why, options)


def rank(game: Game, player: int, *, laid_away: Cards = ()) -> tuple[Option, ...]:
    """Return everything that `player` may do now, the best first, as the strongest sees it.

    Raises as `decide` does.
    """
    if game.phase is Phase.LAY_AWAY and game.table is not None and not game.table.laid >> player & 1:
        return lay_aways(view(game, player))
    if game.phase is Phase.PLAY and game.turn == player:
        return plays(game, view(game, player, laid_away))
    if game.phase is Phase.SHOW and game.turn == player:
        return call(game, player, strength=Strength.STRONGEST, chance=Random(0)).options  # noqa: S311
    raise _not_due(game, player)


def _not_due(game: Game, player: int) -> ScoringError:
    return game.refused("R16", N_("nothing is due from this player now"), player)


def _chosen(options: tuple[Option, ...], strength: Strength, chance: Random) -> Option:
    """The best, or what a weaker player takes for it: their judgement of each is out by some points."""
    error = _ERROR[strength]
    if not error or len(options) == 1:
        return options[0]
    return max(options, key=lambda option: float(option.points) + chance.gauss(0, error))


_ERROR = {
    Strength.BEGINNER: 2.5,
    Strength.CASUAL: 1.2,
    Strength.CLUB: 0.5,
    Strength.STRONG: 0.0,
    Strength.STRONGEST: 0.0,
}
