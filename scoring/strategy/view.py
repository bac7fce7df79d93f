"""A player's view of a game: what they may know, and nothing else.

Everything that chooses looks at a `View`, never at the game it was made of, so that a hidden card cannot decide.
"""

from typing import NamedTuple

from scoring.cards import Card, Cards, as_cards, bits, cards_of
from scoring.counts import EMPTY, EMPTY_UPWARDS, Count
from scoring.errors import HandError, Problem
from scoring.events import Phase
from scoring.game import Game
from scoring.pegging import Play
from scoring.ruleset import Ruleset
from scoring.text import N_, Text


class View(NamedTuple):
    """What one player sees. Tuples go by player, `scores` by side; sets of cards are whole numbers of `Card.bit`s."""

    ruleset: Ruleset
    players: int
    player: int
    dealer: int
    phase: Phase
    scores: tuple[int, ...]
    hand: tuple[Card, ...]
    """Their cards, sorted: as dealt, then those not yet played."""
    kept: tuple[Card, ...]
    """The same, and those they have played."""
    laid_away: tuple[Card, ...]
    """What they laid away, where the caller remembers it: a game does not say who laid which card away."""
    starter: Card | None
    played: tuple[tuple[Card, ...], ...]
    left: tuple[int, ...]
    """How many cards each holds."""
    counted: tuple[Card, ...]
    """The cards of the count, in their order."""
    so_far: Count
    last: int
    """Who laid the last card of the count."""
    out: int
    shut: tuple[int, ...]
    """Every card that each still holds counts more than this: they said go with so much room."""

    @property
    def seen_cards(self) -> int:
        """Every card they have seen."""
        gone = bits(self.kept) | bits(self.laid_away) | (self.starter.bit if self.starter else 0)
        for cards in self.played:
            gone |= bits(cards)
        return gone

    @property
    def deals(self) -> bool:
        """True of the dealer, or of their partner: the crib is their side's."""
        return (self.player - self.dealer) % self.players in ((0, 2) if self.players == 4 else (0,))


def view(game: Game, player: int, laid_away: Cards = ()) -> View:
    """Return what `player` may know of `game`; `laid_away` are the cards they laid away in this deal, if remembered.

    Raises HandError where their own cards are not all known.
    """
    table, play = game.table, game.play
    hidden = table.hidden[player] if table is not None and play is None else 0
    if table is None or hidden or (play is not None and play.hidden[player]):
        wrong = N_("the cards of {player} are not all known, so nothing can be said of them")
        raise HandError(Problem("player", Text(wrong, player=_name(game, player))))
    if play is None:  # laying away: as if nobody had played yet
        held = tuple(bits(hand) for hand in table.hands)
        nobody = (0,) * len(held)
        empty = EMPTY_UPWARDS if game.ruleset.runs_upwards else EMPTY
        play = Play(game.ruleset, game.names, held, held, table.hidden, nobody, 0, empty, (), None, game.dealer, 0)
    return View(
        ruleset=game.ruleset,
        players=len(game.names),
        player=player,
        dealer=game.dealer,
        phase=game.phase,
        scores=game.scores,
        hand=cards_of(play.left[player]),
        kept=cards_of(play.held[player]),
        laid_away=as_cards(laid_away),
        starter=table.starter,
        played=tuple(cards_of(held & ~left) for held, left in zip(play.held, play.left, strict=True)),
        left=tuple(cards.bit_count() + unknown for cards, unknown in zip(play.left, play.hidden, strict=True)),
        counted=play.cards,
        so_far=play.so_far,
        last=play.last,
        out=play.out,
        shut=play.shut,
    )


def _name(game: Game, player: int) -> str:
    return game.names[player] if player in range(len(game.names)) else str(player)
