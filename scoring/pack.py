"""The pack on the table: shuffled from a seed, cut, dealt (R3 R4). It drives a game without any hidden chance."""

from random import Random
from typing import NamedTuple

from scoring.cards import PACK, Card
from scoring.errors import Problem
from scoring.events import Deal, Starter
from scoring.game import Game
from scoring.game_error import GameError
from scoring.text import Text

LEAST_CUT = 4  # R3: cards left in each packet


class Pack(NamedTuple):
    """Cards in a pile, the top one first."""

    cards: tuple[Card, ...]

    @classmethod
    def shuffled(cls, seed: int) -> "Pack":
        """All 52 cards in the order that belongs to `seed`."""
        return cls(tuple(Random(seed).sample(PACK, len(PACK))))  # noqa: S311  a game's shuffle keeps no secret

    def cut(self, depth: int) -> "Pack":
        """The pile with its lower packet on top, `depth` cards having been lifted off (R3).

        Raises GameError where either packet would have fewer than four cards.
        """
        if not LEAST_CUT <= depth <= len(self.cards) - LEAST_CUT:
            wrong = Text(
                "R3: a cut after {depth} of {n} cards; each packet has {least_cut} or more",
                depth=depth,
                n=len(self.cards),
                least_cut=LEAST_CUT,
            )
            raise GameError(Problem("depth", wrong), rule="R3")
        return Pack(self.cards[depth:] + self.cards[:depth])

    def deal(self, game: Game) -> tuple[Deal, "Pack"]:
        """The next deal of `game`, one card at a time from the dealer's left (R4), and what is left of the pack."""
        players = len(game.names)
        number = game.ruleset.dealt_to(players)
        first = game.dealer + 1
        hands = tuple(self.cards[(player - first) % players : number * players : players] for player in range(players))
        used = number * players
        rest = used + game.ruleset.pack_to_crib_of(players)
        return Deal(hands, self.cards[used:rest]), Pack(self.cards[rest:])

    def starter(self, depth: int) -> Starter:
        """The starter of a cut of the stock: the top card of the lower packet (R14). Raises GameError as `cut` does."""
        return Starter(self.cut(depth).cards[0])
