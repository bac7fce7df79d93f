"""The rules of cribbage as values: cards, rulesets, the show, the play, whole games, and the verdict on a call.

Standard library only; nothing here reads, writes, waits or draws at random, and every value is immutable.
"""

from scoring.board import Board, Leap, Pegs
from scoring.cards import PACK, Card, Rank, Suit, parse_card, parse_cards
from scoring.combination import Combination, Kind
from scoring.errors import CallError, CardError, HandError, Problem, RulesetError, ScoringError
from scoring.events import (
    Call,
    Challenge,
    Cut,
    Deal,
    Event,
    Go,
    Irregularity,
    Lay,
    LayAway,
    Muggins,
    Peg,
    Phase,
    Reason,
    Starter,
)
from scoring.game import Game, Run, Step
from scoring.game_error import GameError
from scoring.irregularities import IrregularityKind, Redress, Remedy, redress
from scoring.muggins import Verdict, adjudicate
from scoring.muggins_in_play import PlayVerdict, adjudicate_play
from scoring.odds import Discard, Spread, discards, hand_spread
from scoring.pack import Pack
from scoring.pegging import pegging_points
from scoring.position import PositionError, parse_game
from scoring.record import Record
from scoring.record_parser import parse_record
from scoring.replay import Replay, replay
from scoring.ruleset import (
    ACC,
    FIVE_CARD,
    FIVE_CARD_STARTER_FIRST,
    HOME_COMPUTER,
    HOME_COMPUTER_61,
    HOYLE,
    HOYLE_61,
    LEAGUE,
    RULESETS,
    SEVEN_CARD,
    SIX_CARD,
    SIX_CARD_61,
    THREE_HANDED,
    AnnouncementOrder,
    FalseMuggins,
    GoContinuation,
    Misdeal,
    NextGameDealer,
    Ruleset,
    StarterCutter,
    WrongClaim,
    parse_ruleset,
    ruleset,
)
from scoring.show import Show, score_show, show_points
from scoring.spoken import Said, spoken
from scoring.text import Text

__all__ = [
    "ACC",
    "FIVE_CARD",
    "FIVE_CARD_STARTER_FIRST",
    "HOME_COMPUTER",
    "HOME_COMPUTER_61",
    "HOYLE",
    "HOYLE_61",
    "LEAGUE",
    "PACK",
    "RULESETS",
    "SEVEN_CARD",
    "SIX_CARD",
    "SIX_CARD_61",
    "THREE_HANDED",
    "AnnouncementOrder",
    "Board",
    "Call",
    "CallError",
    "Card",
    "CardError",
    "Challenge",
    "Combination",
    "Cut",
    "Deal",
    "Discard",
    "Event",
    "FalseMuggins",
    "Game",
    "GameError",
    "Go",
    "GoContinuation",
    "HandError",
    "Irregularity",
    "IrregularityKind",
    "Kind",
    "Lay",
    "LayAway",
    "Leap",
    "Misdeal",
    "Muggins",
    "NextGameDealer",
    "Pack",
    "Peg",
    "Pegs",
    "Phase",
    "PlayVerdict",
    "PositionError",
    "Problem",
    "Rank",
    "Reason",
    "Record",
    "Redress",
    "Remedy",
    "Replay",
    "Ruleset",
    "RulesetError",
    "Run",
    "Said",
    "ScoringError",
    "Show",
    "Spread",
    "Starter",
    "StarterCutter",
    "Step",
    "Suit",
    "Text",
    "Verdict",
    "WrongClaim",
    "adjudicate",
    "adjudicate_play",
    "discards",
    "hand_spread",
    "parse_card",
    "parse_cards",
    "parse_game",
    "parse_record",
    "parse_ruleset",
    "pegging_points",
    "redress",
    "replay",
    "ruleset",
    "score_show",
    "show_points",
    "spoken",
]
