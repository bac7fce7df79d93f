"""The rules of cribbage as values: cards, rulesets, the show, and the verdict on a call.

Standard library only; nothing here reads, writes, waits or draws at random, and every value is immutable.
"""

from scoring.cards import PACK, Card, Rank, Suit, parse_card, parse_cards
from scoring.combination import Combination, Kind
from scoring.errors import ScoringError
from scoring.muggins import Verdict, adjudicate
from scoring.ruleset import FIVE_CARD, HOYLE, LEAGUE, RULESETS, SIX_CARD, Ruleset, ruleset
from scoring.show import Show, score_show, show_points

__all__ = [
    "FIVE_CARD",
    "HOYLE",
    "LEAGUE",
    "PACK",
    "RULESETS",
    "SIX_CARD",
    "Card",
    "Combination",
    "Kind",
    "Rank",
    "Ruleset",
    "ScoringError",
    "Show",
    "Suit",
    "Verdict",
    "adjudicate",
    "parse_card",
    "parse_cards",
    "ruleset",
    "score_show",
    "show_points",
]
