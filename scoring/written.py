"""Text written by hand: where something stands in it, what is wrong with it, and the cards and names in it.

A `Reader` goes on after a fault, so that a text gives all of its faults at once.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from scoring.cards import PACK, Card, parse_card, parse_cards
from scoring.errors import Problem, ScoringError

LONGEST_TEXT = 200_000  # characters
LONGEST_NAME = 40
LONGEST_QUOTE = 24


class At(NamedTuple):
    """The place where something is written: line and column, both from 1."""

    line: int
    column: int


NOWHERE = At(0, 0)


class Fault(NamedTuple):
    """One thing wrong with a record, and where: the line and column, the deal and the place in it (`play 5`).

    `rule` is the rule that refuses it (`R16`), empty where the text cannot be read.
    """

    at: At
    message: str
    rule: str = ""
    deal: int | None = None
    place: str = ""

    def __str__(self) -> str:
        where = [f"line {self.at.line}"]
        if self.deal is not None:
            where.append(f"deal {self.deal}")
        if self.place:
            where.append(self.place)
        if not self.rule:
            where.append(f"column {self.at.column}")
        return f"{', '.join(where)}: {f'{self.rule}: ' if self.rule else ''}{self.message}"


class RecordError(ScoringError):
    """A text that cannot be read as a record or sheet, or a value that could not be written as one."""

    def __init__(self, *faults: Fault) -> None:
        super().__init__(*(Problem("record", str(fault)) for fault in faults))
        self.faults = faults


class Line(NamedTuple):
    """One line without its comment, the first column being 1."""

    number: int
    text: str

    def at(self, place: int) -> At:
        return At(self.number, place + 1)


# A telephone writes other blanks than a typewriter; each becomes one plain blank, so that columns stay.
_BLANKS = str.maketrans(dict.fromkeys("\t\v\f\u00a0\u1680\u2000\u2001\u2002\u2003\u2009\u200a\u202f\u205f\u3000", " "))
_NAME_STOPS = re.compile(r"[,:;#=|]")
_PIECE = re.compile(r"[^\s,;]+")
_TWO_LETTERS = {str(card): card for card in PACK} | {str(card).lower(): card for card in PACK}
RULES_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
NUMBER = re.compile(r"[0-9]{1,4}")


def lines_of(text: str) -> list[Line]:
    """The lines that say something, without comments. Raises RecordError where the text is absurdly long."""
    if len(text) > LONGEST_TEXT:
        wrong = f"the text has {len(text):,} characters; a record has no more than {LONGEST_TEXT:,}"
        raise RecordError(Fault(At(1, 1), wrong))
    plain = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").translate(_BLANKS)
    lines = [Line(number, line.partition("#")[0].rstrip()) for number, line in enumerate(plain.split("\n"), start=1)]
    return [line for line in lines if line.text]


def quoted(text: str) -> str:
    """A piece of the text as an error shows it, not too long."""
    text = " ".join(text.split())
    return f"“{text if len(text) <= LONGEST_QUOTE else text[:LONGEST_QUOTE] + '…'}”"


def no_such(text: str, what: str) -> str:
    """That a piece of the text is no such thing, or that nothing is written there."""
    return f"{quoted(text)} is no {what}" if text.strip() else f"the {what} is missing"


def name_problem(name: str) -> str | None:
    """Say why a player cannot be called so in a record; None where they can."""
    if not name:
        return "a name is missing; write whose it is"
    if len(name) > LONGEST_NAME:
        return f"the name {quoted(name)} has {len(name)} characters; write {LONGEST_NAME} or fewer"
    stop = _NAME_STOPS.search(name)
    if stop:
        return f"the name {quoted(name)} has “{stop.group()}” in it; names have none of , : ; # = |"
    if any(word.isdecimal() for word in name.split(" ")):
        return f"the name {quoted(name)} has a word that is only a number; points could not be told from it"
    if name != " ".join(name.translate(_BLANKS).split()) or not name.isprintable():
        return f"the name {quoted(name)} has blanks or signs in it that cannot be written"
    return None


def require_names(*names: str | None) -> None:
    """Raises RecordError for every name that could not be written and read back. None is nobody."""
    problems = [problem for problem in (name_problem(name) for name in names if name is not None) if problem]
    if problems:
        raise RecordError(*(Fault(NOWHERE, problem) for problem in problems))


def require_numbers(*numbers: int | None) -> None:
    """Raises RecordError for every number of points that could not be written: 0 to 9999 can."""
    wrong = [number for number in numbers if number is not None and not 0 <= number <= 9999]
    if wrong:
        raise RecordError(*(Fault(NOWHERE, f"{number} points cannot be written; 0 to 9999 can") for number in wrong))


def listed(cards: Sequence[Card]) -> str:
    return " ".join(map(str, cards))


class Reader:
    """Reads pieces of lines and keeps what was wrong with them."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []

    def fault(self, at: At, message: str) -> None:
        self.faults.append(Fault(at, message))

    def cards(self, text: str, at: At) -> tuple[tuple[Card, ...], tuple[At, ...]]:
        """The cards in `text`, which begins at `at`, and where each of them stands."""
        cards: list[Card] = []
        spots: list[At] = []
        for piece in _PIECE.finditer(text):
            spot = At(at.line, at.column + piece.start())
            found = self._cards_of(piece.group(), spot)
            cards += found
            spots += [spot] * len(found)
        return tuple(cards), tuple(spots)

    def card(self, text: str, at: At) -> Card | None:
        """The one card in `text`."""
        try:
            return parse_card(text)
        except ScoringError as error:
            self.fault(self.begin(text, at), str(error))
            return None

    def _cards_of(self, piece: str, at: At) -> tuple[Card, ...]:
        card = _TWO_LETTERS.get(piece)
        if card is not None:
            return (card,)
        try:
            return parse_cards(piece)
        except ScoringError as error:
            for problem in error.problems:
                self.fault(at, problem.message.partition(": ")[2])
            return ()

    def name(self, text: str, at: At) -> str | None:
        name = " ".join(text.split())
        problem = name_problem(name)
        if problem is None:
            return name
        self.fault(self.begin(text, at), problem)
        return None

    def names(self, text: str, at: At) -> tuple[str, ...] | None:
        """Names with commas between them; None where one of them is none."""
        names: list[str | None] = []
        column = at.column
        for part in text.split(","):
            names.append(self.name(part, At(at.line, column)))
            column += len(part) + 1
        read = tuple(name for name in names if name is not None)
        return read if len(read) == len(names) else None

    def numbers(self, text: str, at: At, what: str) -> tuple[int, ...] | None:
        """Whole numbers with blanks or commas between them, one or more; None where there are others."""
        found: list[int] = []
        for piece in _PIECE.finditer(text):
            if not NUMBER.fullmatch(piece.group()):
                spot = At(at.line, at.column + piece.start())
                self.fault(spot, f"{quoted(piece.group())} is no number; {what}")
                return None
            found.append(int(piece.group()))
        if not found:
            self.fault(at, f"a number is missing; {what}")
            return None
        return tuple(found)

    @staticmethod
    def begin(text: str, at: At) -> At:
        """Return where the first letter of `text` stands."""
        return At(at.line, at.column + len(text) - len(text.lstrip()))
