"""The judgement on an answer, and the reading of one: what was typed becomes points or cards, or a problem."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from cardroom.rules.learn.skills import Skill
from league.rules.problems import Problem
from scoring import Card, Discard, ScoringError, Show, Verdict, parse_cards
from scoring.text import N_, Text

FIELD = "answer"
MOST_POINTS = 99


@dataclass(frozen=True, slots=True)
class Laid:
    """A card that could be laid in the play, and what it pegs."""

    card: Card
    points: int
    total: int


@dataclass(frozen=True, slots=True)
class Answer:
    """The engine's judgement on an answer.

    Attributes:
        said: what is right, in a sentence or two.
        rule: the number of the rule that says so; blank where none does.
        show: the counted hand, where one was asked about.
        verdict: what follows from a call, where one was challenged.
        discards: what could be laid away, the best first; `chosen` is the place of the answer among them, from 1.
        lays: what could be laid, the best first.
        needed: the skills that the question asked for, and `wrong` those it was got wrong by.
        lost: points that the choice gives away on average; 0 where that is not what was asked.
    """

    right: bool
    said: Text
    rule: str = ""
    show: Show | None = None
    verdict: Verdict | None = None
    discards: tuple[Discard, ...] = ()
    chosen: int = 0
    lays: tuple[Laid, ...] = ()
    needed: frozenset[Skill] = frozenset()
    wrong: frozenset[Skill] = frozenset()
    lost: Fraction = Fraction(0)


def problem(message: Text) -> Problem:
    """Return what is wrong with an answer that cannot be judged."""
    return Problem("wrong-answer", message, FIELD)


def read_points(typed: str) -> int | Problem:
    """Return the number of points that was typed; a bare "nineteen" is what a hand worth nothing is called."""
    said = typed.strip().lower()
    if said in ("nineteen", "none", "nothing"):
        return 0
    if not said:
        return problem(N_("Enter a number of points, such as 8; 0 if there are none."))
    if not re.fullmatch(r"[0-9]{1,4}", said):
        return problem(Text("“{typed}” is not a number of points. Enter digits, such as 8.", typed=typed.strip()[:24]))
    if int(said) > MOST_POINTS:
        return problem(Text("{points} is impossible: enter a number from 0 to {most}.", points=int(said), most=99))
    return int(said)


def read_cards(typed: str) -> tuple[Card, ...] | Problem:
    """Return the cards that were typed, in their order; a plus sign may stand before the starter."""
    try:
        return parse_cards(typed.replace("+", " "))
    except ScoringError as refused:
        said = [Text("{problem}.", problem=found.message.capitalised()) for found in refused.problems]
        return problem(Text.joined(" ", said))


def read_offered(typed: str, offered: Sequence[Card], number: int = 0) -> tuple[Card, ...] | Problem:
    """Return the cards that were chosen among those offered; what was typed without a suit will do where one fits.

    Args:
        number: how many are to be chosen; 0 for any number.
    """
    cards = read_cards(_with_suits(typed, offered))
    if isinstance(cards, Problem):
        return cards
    foreign = [card for card in cards if card not in offered]
    if foreign:
        names = Text.joined(", ", [card.name for card in foreign])
        return problem(Text("Not among these cards: {cards}.", cards=names))
    if number and len(cards) != number:
        asked = Text.plural("Choose {n} card, and no more.", "Choose {n} cards, no fewer and no more.", n=number)
        return problem(asked)
    if not cards:
        return problem(N_("Choose a card, or type it, such as 5H."))
    return cards


def _with_suits(typed: str, offered: Sequence[Card]) -> str:
    """Add the suit to a rank that stands alone, where only one of the offered cards has it."""
    said = []
    for piece in re.split(r"[\s,;]+", typed.strip()):
        rank = piece.upper().replace("10", "T")
        fitting = [card for card in offered if card.rank.letter == rank]
        said.append(str(fitting[0]) if len(fitting) == 1 else piece)
    return " ".join(said)


def names(cards: Sequence[Card]) -> Text:
    """Return cards by their names, in one row."""
    return Text.joined(", ", [card.name for card in cards])
