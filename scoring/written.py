"""Text written by hand: where something stands in it, what is wrong with it, and the cards and names in it.

A `Reader` goes on after a fault, so that a text gives all of its faults at once.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from scoring.cards import PACK, Card, parse_card, parse_cards
from scoring.errors import Problem, ScoringError
from scoring.text import N_, Text

LONGEST_TEXT = 200_000  # characters
LONGEST_NAME = 40
MOST_FAULTS = 100  # that are listed; the rest are counted
LONGEST_QUOTE = 24


class TextPosition(NamedTuple):
    """The place where something is written: line and column, both from 1."""

    line: int
    column: int


NOWHERE = TextPosition(0, 0)


class Fault(NamedTuple):
    """One thing wrong with a record, and where: the line and column, the deal and the place in it (`play 5`).

    `rule` is the rule that refuses it (`R16`), empty where the text cannot be read.
    """

    at: TextPosition
    message: Text
    rule: str = ""
    deal: int | None = None
    place: str = ""

    @property
    def text(self) -> Text:
        """The fault with its place: `line 3, deal 1, play 5: R16: …`."""
        return _located(self.at, self.deal, self.place, self.rule, self.message)

    def __str__(self) -> str:
        return str(self.text)


class Remark(NamedTuple):
    """Something in a record that is in order and worth knowing: a miscount that nobody challenged.

    It stands at its place as a fault does; `rule` is the one by which the call stands. `declared` was called, `true`
    is what the hand or crib is worth.
    """

    at: TextPosition
    message: Text
    rule: str
    deal: int
    place: str
    declared: int
    true: int

    @property
    def text(self) -> Text:
        """The remark with its place: `line 3, deal 1, hand of Ben: R39: …`."""
        return _located(self.at, self.deal, self.place, self.rule, self.message)

    def __str__(self) -> str:
        return str(self.text)


def _located(at: TextPosition, deal: int | None, place: str, rule: str, message: Text) -> Text:
    """Say something with its place in the record."""
    where: list[str] = [Text("line {line}", line=at.line)]
    if deal is not None:
        where.append(Text("deal {deal}", deal=deal))
    if place:
        where.append(place)
    if rule:
        return Text("{place}: {rule}: {wrong}", place=Text.joined(", ", where), rule=rule, wrong=message)
    where.append(Text("column {column}", column=at.column))
    return Text("{place}: {wrong}", place=Text.joined(", ", where), wrong=message)


class RecordError(ScoringError):
    """A text that cannot be read as a record or sheet, or a value that could not be written as one.

    `faults` are all of them, `problems` the first hundred and how many more there are.
    """

    def __init__(self, *faults: Fault) -> None:
        problems = [Problem("record", fault.text) for fault in faults[:MOST_FAULTS]]
        more = len(faults) - len(problems)
        if more:
            problems.append(Problem("record", Text.plural("and {n} fault more", "and {n} faults more", n=more)))
        super().__init__(*problems)
        self.faults = faults

    def __reduce__(self) -> tuple[type["RecordError"], tuple[Fault, ...]]:
        return type(self), self.faults


class Line(NamedTuple):
    """One line without its comment, the first column being 1."""

    number: int
    text: str

    def position(self, place: int) -> TextPosition:
        return TextPosition(self.number, place + 1)


# A telephone writes other blanks than a typewriter; each becomes one plain blank, so that columns stay.
_BLANKS = str.maketrans(dict.fromkeys("\t\v\f\u00a0\u1680\u2000\u2001\u2002\u2003\u2009\u200a\u202f\u205f\u3000", " "))
_DASHES = "-‐‑‒–—−"
_NAME_STOPS = re.compile(r"[,:;#=|]")
_PIECE = re.compile(r"[^\s,;]+")
_TWO_LETTERS = {str(card): card for card in PACK} | {str(card).lower(): card for card in PACK}
RULES_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*(\.json)?")  # a name, or a file beside the record
NUMBER = re.compile(r"[0-9]{1,4}")


def lines_of(text: str) -> list[Line]:
    """The lines that say something, without comments. Raises RecordError where the text is absurdly long."""
    if len(text) > LONGEST_TEXT:
        wrong = Text(
            "the text has {n:,} characters; a record has no more than {longest_text:,}",
            n=len(text),
            longest_text=LONGEST_TEXT,
        )
        raise RecordError(Fault(TextPosition(1, 1), wrong))
    plain = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").translate(_BLANKS)
    lines = [Line(number, line.partition("#")[0].rstrip()) for number, line in enumerate(plain.split("\n"), start=1)]
    return [line for line in lines if line.text]


def written_word(text: str) -> str:
    """A word of the grammar without its capitals and without the stop that a telephone puts behind it."""
    return text.strip().rstrip(" :.,;!").lower()


def quoted(text: str) -> str:
    """A piece of the text as an error shows it, not too long."""
    text = " ".join(text.split())
    return f"“{text if len(text) <= LONGEST_QUOTE else text[:LONGEST_QUOTE] + '…'}”"


def no_such(text: str, what: Text) -> Text:
    """That a piece of the text is no such thing, or that nothing is written there."""
    return (
        Text("{text} is no {what}", text=quoted(text), what=what)
        if text.strip()
        else Text("the {what} is missing", what=what)
    )


def name_problem(name: str) -> Text | None:
    """Say why a player cannot be called so in a record; None where they can."""
    if not name:
        return N_("a name is missing; write whose it is")
    if len(name) > LONGEST_NAME:
        return Text(
            "the name {name} has {n} characters; write {longest_name} or fewer",
            name=quoted(name),
            n=len(name),
            longest_name=LONGEST_NAME,
        )
    stop = _NAME_STOPS.search(name)
    if stop:
        return Text(
            "the name {name} has “{text}” in it; names have none of , : ; # = |", name=quoted(name), text=stop.group()
        )
    if name[0] in _DASHES or name[-1] in _DASHES:
        return Text("the name {name} has a dash beside it; write it without", name=quoted(name))
    if any(word.isdecimal() for word in name.split(" ")):
        return Text(
            "the name {name} has a word that is only a number; points could not be told from it", name=quoted(name)
        )
    if name != " ".join(name.translate(_BLANKS).split()) or not name.isprintable():
        return Text("the name {name} has blanks or signs in it that cannot be written", name=quoted(name))
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
        raise RecordError(
            *(
                Fault(NOWHERE, Text("{number} points cannot be written; 0 to 9999 can", number=number))
                for number in wrong
            )
        )


def listed(cards: Sequence[Card]) -> str:
    return " ".join(map(str, cards))


def without_place(message: Text) -> Text:
    """A message of `parse_cards` without the number of the card, which stands where it stands."""
    inner = message.params.get("problem")
    return inner if isinstance(inner, Text) else message


class Reader:
    """Reads pieces of lines and keeps what was wrong with them."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []

    def fault(self, at: TextPosition, message: Text) -> None:
        self.faults.append(Fault(at, message))

    def cards(self, text: str, at: TextPosition) -> tuple[tuple[Card, ...], tuple[TextPosition, ...]]:
        """The cards in `text`, which begins at `at`, and where each of them stands."""
        cards: list[Card] = []
        spots: list[TextPosition] = []
        for piece in _PIECE.finditer(text):
            spot = TextPosition(at.line, at.column + piece.start())
            found = self._cards_of(piece.group(), spot)
            cards += found
            spots += [spot] * len(found)
        return tuple(cards), tuple(spots)

    def card(self, text: str, at: TextPosition) -> Card | None:
        """The one card in `text`."""
        try:
            return parse_card(text)
        except ScoringError as error:
            self.fault(self.begin(text, at), error.text)
            return None

    def _cards_of(self, piece: str, at: TextPosition) -> tuple[Card, ...]:
        card = _TWO_LETTERS.get(piece)
        if card is not None:
            return (card,)
        try:
            return parse_cards(piece)
        except ScoringError as error:
            for problem in error.problems:
                self.fault(at, without_place(problem.message))
            return ()

    def name(self, text: str, at: TextPosition) -> str | None:
        """The name in `text`, without a dash beside it as in a list; None, after the fault, where there is none."""
        name = " ".join(text.split()).strip(_DASHES + " ")
        problem = name_problem(name)
        if problem is None:
            return name
        self.fault(self.begin(text, at), problem)
        return None

    def names(self, text: str, at: TextPosition) -> tuple[str, ...] | None:
        """Names with commas between them; None where one of them is none."""
        names: list[str | None] = []
        column = at.column
        for part in text.split(","):
            names.append(self.name(part, TextPosition(at.line, column)))
            column += len(part) + 1
        read = tuple(name for name in names if name is not None)
        return read if len(read) == len(names) else None

    def numbers(self, text: str, at: TextPosition, what: Text) -> tuple[int, ...] | None:
        """Whole numbers with blanks or commas between them, one or more; None where there are others."""
        found: list[int] = []
        for piece in _PIECE.finditer(text):
            if not NUMBER.fullmatch(piece.group()):
                spot = TextPosition(at.line, at.column + piece.start())
                self.fault(spot, Text("{text} is not a number; {what}", text=quoted(piece.group()), what=what))
                return None
            found.append(int(piece.group()))
        if not found:
            self.fault(at, Text("a number is missing; {what}", what=what))
            return None
        return tuple(found)

    @staticmethod
    def begin(text: str, at: TextPosition) -> TextPosition:
        """Return where the first letter of `text` stands."""
        return TextPosition(at.line, at.column + len(text) - len(text.lstrip()))
