"""The rules of cribbage as values: cards, rulesets, the show, the play, whole games, and the verdict on a call.

Standard library only; nothing here reads, writes, waits or draws at random, and every value is immutable.

Count a hand from text, with its starter:

>>> show = score_show("AC 7D 8H 3S", "7C")
>>> show.points
8
>>> print(show.announcement)
fifteen two, fifteen four, fifteen six, and a pair makes eight

Ask what may happen next in a game, and play it:

>>> game = Game.start(["Ann", "Ben"], dealer=0)
>>> game = game.apply(Deal(("5H 6D 7S 8C 2C KD", "4C 4D 5S 6S 9S 3H"))).game
>>> len(game.legal_events())
30
>>> game = game.apply(LayAway(0, "2C KD")).game.apply(LayAway(1, "9S 3H")).game
>>> step = game.apply(Starter("JD"))
>>> [(peg.points, peg.reason.value) for peg in step.pegs]
[(2, 'his heels')]
>>> [str(event.card) for event in step.game.legal_events()]
['4C', '4D', '5S', '6S']

Print the game, and read it back:

>>> print(step.game)
game/1; rules league:1; players Ann, Ben; score 2 0; first Ann; dealer Ann; deal 1; next play; starter JD; hand Ann: ...
>>> parse_game(str(step.game)) == step.game
True

Let a verdict explain itself:

>>> verdict = adjudicate("AC 7D 8H 3S", "7C", declared=6, claimed=8)
>>> print(verdict.rule, verdict.reason)
R39 The hand is worth 8 and was called 6, so the player pegs 6 and the challenger takes the 2 missed.
"""

from scoring.board import Board, Leap, Pegs
from scoring.cards import PACK, Card, Cards, CardText, Rank, Suit, parse_card, parse_cards
from scoring.choices import Choice
from scoring.combination import Combination, Kind
from scoring.counts import Count
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
from scoring.hands import Table
from scoring.irregularities import IrregularityKind, Redress, Remedy, redress
from scoring.muggins import Verdict, adjudicate
from scoring.muggins_in_play import PlayVerdict, adjudicate_play
from scoring.odds import Discard, Spread, discards, hand_spread
from scoring.pack import Pack
from scoring.pegging import Play, pegging_points
from scoring.position import PositionError, parse_game
from scoring.record import (
    Claim,
    DealRecord,
    Entry,
    HeldCards,
    Holding,
    Move,
    Moves,
    Objection,
    Oddity,
    Record,
    Result,
    Score,
    ShownHand,
    Turn,
    Turned,
    Unread,
    Word,
)
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
    RuleBook,
    Ruleset,
    StarterCutter,
    WrongClaim,
    parse_ruleset,
    ruleset,
)
from scoring.sheet import DealPoints, DealSheet, parse_sheet
from scoring.show import Show, score_show, show_points
from scoring.spoken import SpokenWords, spoken
from scoring.text import Text
from scoring.transcript import transcribe
from scoring.written import Fault, RecordError, Remark, TextPosition

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
    "CardText",
    "Cards",
    "Challenge",
    "Choice",
    "Claim",
    "Combination",
    "Count",
    "Cut",
    "Deal",
    "DealPoints",
    "DealRecord",
    "DealSheet",
    "Discard",
    "Entry",
    "Event",
    "FalseMuggins",
    "Fault",
    "Game",
    "GameError",
    "Go",
    "GoContinuation",
    "HandError",
    "HeldCards",
    "Holding",
    "Irregularity",
    "IrregularityKind",
    "Kind",
    "Lay",
    "LayAway",
    "Leap",
    "Misdeal",
    "Move",
    "Moves",
    "Muggins",
    "NextGameDealer",
    "Objection",
    "Oddity",
    "Pack",
    "Peg",
    "Pegs",
    "Phase",
    "Play",
    "PlayVerdict",
    "PositionError",
    "Problem",
    "Rank",
    "Reason",
    "Record",
    "RecordError",
    "Redress",
    "Remark",
    "Remedy",
    "Replay",
    "Result",
    "RuleBook",
    "Ruleset",
    "RulesetError",
    "Run",
    "Score",
    "ScoringError",
    "Show",
    "ShownHand",
    "SpokenWords",
    "Spread",
    "Starter",
    "StarterCutter",
    "Step",
    "Suit",
    "Table",
    "Text",
    "TextPosition",
    "Turn",
    "Turned",
    "Unread",
    "Verdict",
    "Word",
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
    "parse_sheet",
    "pegging_points",
    "redress",
    "replay",
    "ruleset",
    "score_show",
    "show_points",
    "spoken",
    "transcribe",
]
