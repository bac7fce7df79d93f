"""Matches between players of two strengths, on the same deals with the seats swapped.

In the two games of a pair the n-th deal has the same cards for the same seat, and each player sits once on either. So
the luck of the cards falls on both alike, and the share of games won says more about the players.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import sqrt
from random import Random
from typing import NamedTuple

from scoring.events import Call, Lay, Reason
from scoring.game import Game
from scoring.ruleset import Ruleset
from scoring.strategy.decision import Strength
from scoring.strategy.measure.table import Player, Table

_SURE = 1.96  # standard errors of a 95 % interval
_HALF = 24  # points of the target for a deal of the first half of a game: a side scores some thirteen in each
_NEVER = 3  # at most, with 95 %, in as many as had none


class Match(NamedTuple):
    """How the first of two strengths did against the second."""

    first: Player
    second: Player
    games: int
    won: float
    """The share of games that the first won, 0 to 1."""
    error: float
    """Its standard error, over pairs of games."""
    ahead: float
    """The points by which the first ended ahead, on average."""

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share."""
        return max(0.0, self.won - _SURE * self.error), min(1.0, self.won + _SURE * self.error)

    def __str__(self) -> str:
        low, high = self.interval
        return (
            f"{self.first} v {self.second}: {self.games} games, won {self.won:.1%} "
            f"({low:.1%} to {high:.1%}), ahead by {self.ahead:+.1f}"
        )


def match(ruleset: Ruleset, first: Player, second: Player, *, pairs: int, seed: int = 1) -> Match:
    """Play `pairs` of games, and return how the first player did."""
    shares, ahead = [], 0
    for pair in range(pairs):
        won = 0
        for swapped in (False, True):
            strengths = (second, first) if swapped else (first, second)
            game = _game(ruleset, strengths, seed=f"{seed} {pair}", swapped=swapped)
            mine = 1 if swapped else 0
            won += game.winner == mine
            ahead += game.scores[mine] - game.scores[1 - mine]
        shares.append(won / 2)
    mean = sum(shares) / pairs
    return Match(first, second, 2 * pairs, mean, _error(shares), ahead / (2 * pairs))


def _error(shares: Sequence[float]) -> float:
    """The standard error of the mean of what was won of each pair: 0, a half or 1.

    Of what never happened in n pairs there may be three in n (the rule of three), each half a game from the mean: pairs
    that were all split do not say that no pair ever is won.
    """
    pairs = len(shares)
    mean = sum(shares) / pairs
    variance = sum((share - mean) ** 2 for share in shares) / max(1, pairs - 1)
    return sqrt(max(variance, _NEVER / pairs / 4) / pairs)


def ladder(ruleset: Ruleset, *, pairs: int, seed: int = 1) -> Iterator[Match]:
    """Yield the match of each strength against the one below it, the weakest first."""
    strengths = tuple(Strength)
    for weaker, stronger in pairwise(strengths):
        yield match(ruleset, stronger, weaker, pairs=pairs, seed=seed)


class Means(NamedTuple):
    """The points of a deal between two players, on average: the play, the hand, the crib."""

    deals: int
    pone_play: float
    pone_hand: float
    dealer_play: float
    dealer_hand: float
    crib: float


def means(ruleset: Ruleset, strength: Strength, *, games: int, seed: int = 1) -> Means:
    """Play the first half of so many games of a strength against itself, and return what a deal brings.

    Of a whole game the deal that ends it would have to be left out, as it is cut short; and that is sooner a deal that
    brings much than one that brings little. By half of a game hardly any has ended.
    """
    deals, sums = 0, [0, 0, 0, 0, 0]
    for number in range(games):
        seats, half = (strength, strength), max(1, ruleset.target // _HALF)
        table = _played(ruleset, seats, seed=f"{seed} {number}", swapped=bool(number % 2), deals=half)
        this = [0, 0, 0, 0, 0]
        game = table.start
        for event in table.events:
            step = game.apply(event)
            for peg in step.pegs:
                dealer = peg.player == game.dealer
                if peg.reason is Reason.CRIB:
                    this[4] += peg.points
                elif peg.reason is Reason.HAND:
                    this[3 if dealer else 1] += peg.points
                elif isinstance(event, Lay) or peg.reason is Reason.LAST:
                    this[2 if dealer else 0] += peg.points
            game = step.game
            if isinstance(event, Call) and event.crib and game.winner is None:
                deals += 1
                sums = [one + more for one, more in zip(sums, this, strict=True)]
                this = [0, 0, 0, 0, 0]
    return Means(deals, *(one / max(1, deals) for one in sums))


def _game(ruleset: Ruleset, strengths: tuple[Player, Player], *, seed: str, swapped: bool) -> Game:
    return _played(ruleset, strengths, seed=seed, swapped=swapped).game


def _played(
    ruleset: Ruleset, strengths: tuple[Player, Player], *, seed: str, swapped: bool, deals: int | None = None
) -> Table:
    """Play a game; the first of the two deals first unless it is the swapped one of a pair, where the seats are."""
    table = Table(ruleset, strengths, dealer=0, cards=seed, chance=Random(f"{seed} {swapped}"))  # noqa: S311
    table.played(deals=deals)
    return table
