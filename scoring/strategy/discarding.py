"""Laying away: every choice of cards with what may be expected of it."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

from scoring.cards import PACK, Card
from scoring.events import LayAway
from scoring.odds import discards
from scoring.show import show_points
from scoring.strategy.decision import Option
from scoring.strategy.view import View
from scoring.text import Text

_CRIB_OF_ONE = (0.35, 0.35, 0.45, 0.45, 2.0, 0.45, 0.5, 0.45, 0.2, 0.1, 0.25, 0.05, 0.0)


def lay_aways(view: View) -> tuple[Option, ...]:
    """Return every choice of cards to lay away, the best first."""
    options = list(_of_two(view) if view.players == 2 and not view.ruleset.pack_to_crib else _of_several(view))
    options.sort(key=lambda option: -option.points)
    return tuple(options)


def _of_two(view: View) -> Iterator[Option]:
    dealt = view.hand
    for found in discards(dealt, dealer=view.deals, starter=view.starter, ruleset=view.ruleset):
        yield _option(view, found.laid_away, found.kept, found.hand, found.crib if view.deals else -found.crib)


def _of_several(view: View) -> Iterator[Option]:
    number = view.ruleset.laid_away_by(view.players)
    for away in combinations(view.hand, number):
        kept = tuple([card for card in view.hand if card not in away])
        seen = frozenset(view.hand)
        starters = [view.starter] if view.starter else [card for card in PACK if card not in seen]
        hand = Fraction(sum(show_points(kept, card) for card in starters), len(starters))
        crib = sum(_CRIB_OF_ONE[card.order] for card in away)
        yield _option(view, away, kept, hand, Fraction(crib) if view.deals else -Fraction(crib))


def _option(view: View, away: tuple[Card, ...], kept: tuple[Card, ...], hand: Fraction, crib: Fraction) -> Option:
    keeps = " ".join(card.symbol for card in kept)
    said = {"cards": keeps, "hand": f"{float(hand):.1f}", "crib": f"{abs(float(crib)):.1f}"}
    if view.deals:
        why = Text("Keeps {cards} for {hand}, with {crib} in the crib", **said)
    else:
        why = Text("Keeps {cards} for {hand} and gives the crib {crib}", **said)
    return Option(LayAway(view.player, away), hand + crib, None, why)
