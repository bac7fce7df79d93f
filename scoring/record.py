"""A written game: what a person notes at the table, one thing a line, as a value.

A record says what was written, never whether it was right: `scoring.replay` decides that. Players are called by the
names written; `docs/game-record.md` is the grammar. `parse_record(str(record)) == record`, `repr` rebuilds each value,
and `str` of a part is its line. Where something stood in the text is kept beside it and is no part of its value.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from scoring.cards import Card
from scoring.irregularities import IrregularityKind, Remedy
from scoring.ruleset import LEAGUE, Choice
from scoring.text import N_, Text
from scoring.written import (
    NOWHERE,
    RULES_NAME,
    Fault,
    RecordError,
    TextPosition,
    listed,
    quoted,
    require_names,
    require_numbers,
)


class Holding(Choice):
    """Cards that are written under a player's name besides those they show."""

    DEALT = "dealt"
    LAID_AWAY = "laid away"


class Turned(Choice):
    """Cards that nobody holds."""

    STARTER = "starter"
    EXTRA = "extra"  # from the pack to the crib (R12 R13)


class Word(Choice):
    """The words that may be written in a play between the cards."""

    GO = "go"
    NEW_COUNT = "|"


@dataclass(frozen=True, slots=True)
class HeldCards:
    """`dealt Ann: 5H 6D …` or `laid away Ann: 2C KD`."""

    what: Holding
    player: str
    cards: tuple[Card, ...]
    at: TextPosition = field(default=NOWHERE, compare=False, repr=False)
    spots: tuple[TextPosition, ...] = field(default=(), compare=False, repr=False)

    def __post_init__(self) -> None:
        require_names(self.player)

    def __str__(self) -> str:
        return f"{self.what} {self.player}: {listed(self.cards)}".rstrip()


@dataclass(frozen=True, slots=True)
class Turn:
    """`starter: JD`, `extra: 4S` or, where more cards go to the crib, `extra: 4S KD`."""

    what: Turned
    cards: tuple[Card, ...]
    at: TextPosition = field(default=NOWHERE, compare=False, repr=False)
    spots: tuple[TextPosition, ...] = field(default=(), compare=False, repr=False)

    def __post_init__(self) -> None:
        if not self.cards or (self.what is Turned.STARTER and len(self.cards) > 1):
            raise RecordError(Fault(self.at, N_("one card is the starter, and one or more are extra")))

    @property
    def card(self) -> Card:
        """The card, the first of several."""
        return self.cards[0]

    def __str__(self) -> str:
        return f"{self.what}: {listed(self.cards)}"


@dataclass(frozen=True, slots=True)
class Move:
    """A card of the play, a go, or the bar where a new count begins; `points` are those written behind it."""

    what: Card | Word
    points: int | None = None
    at: TextPosition = field(default=NOWHERE, compare=False, repr=False)

    def __post_init__(self) -> None:
        require_numbers(self.points)
        if self.what is Word.NEW_COUNT and self.points is not None:
            raise RecordError(Fault(self.at, N_("a new count pegs nothing; write points behind a card or a go")))

    def __str__(self) -> str:
        return str(self.what) if self.points is None else f"{self.what}={self.points}"


@dataclass(frozen=True, slots=True)
class Moves:
    """`play: 8C 7H=2 go | KD`: some of the play of a deal, or all of it."""

    moves: tuple[Move, ...]
    at: TextPosition = field(default=NOWHERE, compare=False, repr=False)

    def __str__(self) -> str:
        return f"play: {' '.join(map(str, self.moves))}".rstrip()


@dataclass(frozen=True, slots=True)
class Objection:
    """`Ben 10 muggins`: a challenge, with the total that the challenger claims. `leaves` where they want nothing."""

    player: str
    claimed: int
    takes: bool = True

    def __post_init__(self) -> None:
        require_names(self.player)
        require_numbers(self.claimed)

    def __str__(self) -> str:
        return f"{self.player} {self.claimed} {'muggins' if self.takes else 'leaves'}"


@dataclass(frozen=True, slots=True)
class Claim:
    """`muggins Ben: 2`: a challenge of the last card or go of the play before it, with the total claimed (R43a)."""

    player: str
    claimed: int
    takes: bool = True
    at: TextPosition = field(default=NOWHERE, compare=False, repr=False)

    def __post_init__(self) -> None:
        require_names(self.player)
        require_numbers(self.claimed)

    def __str__(self) -> str:
        return f"muggins {self.player}: {self.claimed}{'' if self.takes else ' leaves'}"


@dataclass(frozen=True, slots=True)
class ShownHand:
    """`hand Ben: 4C 4D 5H 6S = 14`: a hand or crib, its cards (empty: not written) and its call (None: not called).

    A crib is the dealer's where it names no player.
    """

    player: str | None
    cards: tuple[Card, ...] = ()
    declared: int | None = None
    crib: bool = False
    objection: Objection | None = None
    at: TextPosition = field(default=NOWHERE, compare=False, repr=False)
    spots: tuple[TextPosition, ...] = field(default=(), compare=False, repr=False)

    def __post_init__(self) -> None:
        require_names(self.player)
        require_numbers(self.declared)
        if self.player is None and not self.crib:
            raise RecordError(Fault(self.at, N_("a hand belongs to somebody; write whose it is")))
        if self.declared is None and self.objection is not None:
            raise RecordError(Fault(self.at, N_("nothing was called, so nothing can be challenged")))
        if self.declared is None and not self.cards:
            raise RecordError(Fault(self.at, N_("neither cards nor a call; write the cards, = and the call")))

    def __str__(self) -> str:
        head = " ".join(filter(None, ("crib" if self.crib else "hand", self.player)))
        call = "" if self.declared is None else f" = {self.declared}"
        objection = "" if self.objection is None else f", {self.objection}"
        return f"{head}:{' ' if self.cards else ''}{listed(self.cards)}{call}{objection}"


@dataclass(frozen=True, slots=True)
class Score:
    """`score: 10 24`: the score of each side at that moment, in the order of the players."""

    points: tuple[int, ...]
    at: TextPosition = field(default=NOWHERE, compare=False, repr=False)

    def __post_init__(self) -> None:
        require_numbers(*self.points)
        if not self.points:
            raise RecordError(Fault(self.at, N_("a score has a number for each side")))

    def __str__(self) -> str:
        return f"score: {' '.join(map(str, self.points))}"


@dataclass(frozen=True, slots=True)
class Oddity:
    """`over-pegging Ann: 2, late`: an irregularity (R47–R49). The dealer's where it names nobody."""

    kind: IrregularityKind
    player: str | None = None
    points: int = 0
    choice: Remedy | None = None
    in_time: bool = True
    asked: bool = True
    at: TextPosition = field(default=NOWHERE, compare=False, repr=False)

    def __post_init__(self) -> None:
        require_names(self.player)
        require_numbers(self.points)

    def __str__(self) -> str:
        details = [str(self.points)] if self.points else []
        details += [str(self.choice)] if self.choice is not None else []
        details += ([] if self.in_time else ["late"]) + ([] if self.asked else ["not asked"])
        head = " ".join(filter(None, (self.kind, self.player)))
        return f"{head}: {', '.join(details)}" if details else head


@dataclass(frozen=True, slots=True)
class Unread:
    """A line of which nothing could be read. No record that was read without a fault has one."""

    at: TextPosition = field(default=NOWHERE, compare=False, repr=False)

    def __str__(self) -> str:
        return f"# line {self.at.line} cannot be read"


Entry: TypeAlias = HeldCards | Turn | Moves | Claim | ShownHand | Score | Oddity | Unread


@dataclass(frozen=True, slots=True)
class DealRecord:
    """One deal: what was written of it, in that order, and its number and dealer where they were written too."""

    entries: tuple[Entry, ...] = ()
    number: int | None = None
    dealer: str | None = None
    at: TextPosition = field(default=NOWHERE, compare=False, repr=False)

    def __post_init__(self) -> None:
        require_names(self.dealer)
        require_numbers(self.number)

    def __str__(self) -> str:
        number = "" if self.number is None else f" {self.number}"
        dealer = "" if self.dealer is None else f": {self.dealer}"
        return "\n".join((f"deal{number}{dealer}", *map(str, self.entries)))


@dataclass(frozen=True, slots=True)
class Result:
    """`result: Ann 121 98`: the last score of each side, and the winner where they were named."""

    points: tuple[int, ...]
    winner: str | None = None
    at: TextPosition = field(default=NOWHERE, compare=False, repr=False)

    def __post_init__(self) -> None:
        require_names(self.winner)
        require_numbers(*self.points)
        if not self.points:
            raise RecordError(Fault(self.at, N_("a result has a number for each side")))

    def __str__(self) -> str:
        return " ".join(["result:", *filter(None, (self.winner,)), *map(str, self.points)])


@dataclass(frozen=True, slots=True)
class Record:
    """A written game. `players` clockwise; who deals first comes from `dealer`, or from the cards cut (R2).

    `places` are the lines of the heading by keyword.
    """

    players: tuple[str, ...]
    rules: str = LEAGUE.name
    dealer: str | None = None
    cuts: tuple[tuple[Card, ...], ...] = ()
    deals: tuple[DealRecord, ...] = ()
    result: Result | None = None
    places: Mapping[str, TextPosition] = field(default_factory=dict, compare=False, repr=False)

    def __post_init__(self) -> None:
        require_heading(self.rules, self.players, self.dealer)
        if not all(self.cuts):
            raise RecordError(Fault(NOWHERE, N_("a cut has a card for each side")))

    def __str__(self) -> str:
        cuts = [f"cut: {listed(cards)}" for cards in self.cuts]
        parts = [heading("game", self.rules, self.players, self.dealer, cuts), *map(str, self.deals)]
        return "\n\n".join(parts if self.result is None else [*parts, str(self.result)]) + "\n"

    def place(self, keyword: str) -> TextPosition:
        """Find where the line of `keyword` stands; the first line where nobody wrote it."""
        return self.places.get(keyword, TextPosition(1, 1))


def heading(word: str, rules: str, players: tuple[str, ...], dealer: str | None, more: Iterable[str] = ()) -> str:
    """The first lines of a record or a sheet."""
    lines = [word, f"rules: {rules}", f"players: {', '.join(players)}", *more]
    return "\n".join(lines if dealer is None else [*lines, f"dealer: {dealer}"])


def require_heading(rules: str, players: tuple[str, ...], dealer: str | None) -> None:
    """Raises RecordError for a heading that could not be written and read back."""
    require_names(*players, dealer)
    if not players:
        raise RecordError(Fault(NOWHERE, N_("a record has players")))
    if not RULES_NAME.fullmatch(rules):
        raise RecordError(Fault(NOWHERE, Text("no ruleset is called {rules}", rules=quoted(rules))))
