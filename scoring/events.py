"""The events at the table, one value each, and the points that follow.

An event says what was done, never whether it was right: `scoring.sitting` decides that. Players are their places at the
table, 0 to 3, clockwise; a side is one player, or the two partners of four. Cards may be given as text.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from scoring.cards import Card, Cards, CardText, as_card, as_cards
from scoring.irregularities import IrregularityKind, Remedy
from scoring.ruleset import Choice
from scoring.text import N_, Text

_set = object.__setattr__  # events are frozen, and take the text of cards for cards


class Phase(Choice):
    """The phase of a game: what comes next in it."""

    CUT = N_("cut for deal")
    DEAL = N_("deal")
    LAY_AWAY = N_("lay away")
    STARTER = N_("starter")
    PLAY = N_("play")
    SHOW = N_("show")
    OVER = N_("over")

    @property
    def text(self) -> Text:
        """Its name for a person."""
        return Text(self.value)


class Reason(Choice):
    """The reason why a peg moved."""

    HEELS = N_("his heels")
    THREE_FOR_LAST = N_("three for last")
    FIFTEEN = N_("fifteen")
    THIRTY_ONE = N_("thirty-one")
    PAIR = N_("pair")
    PAIR_ROYAL = N_("pair royal")
    DOUBLE_PAIR_ROYAL = N_("double pair royal")
    RUN = N_("run")
    LAST = N_("last card")  # of a count: the go, or the last of all
    HAND = N_("hand")
    CRIB = N_("crib")
    MUGGINS = N_("muggins")
    PENALTY = N_("penalty")
    CORRECTION = N_("correction")  # of an error in pegging; may be below nought

    @property
    def text(self) -> Text:
        """Its name for a person."""
        return Text(self.value)


class Peg(NamedTuple):
    """Points for a side: who earned them, why, with which cards, by which rule."""

    player: int
    side: int
    points: int
    reason: Reason
    cards: tuple[Card, ...]
    rule: str


@dataclass(frozen=True, slots=True, init=False)
class Cut:
    """The cut for the first deal (R2): a card for each side, in the order of the sides."""

    cards: tuple[Card, ...]

    def __init__(self, cards: Cards) -> None:
        _set(self, "cards", as_cards(cards))


@dataclass(frozen=True, slots=True, init=False)
class Deal:
    """The cards are dealt (R4). Each hand as far as it is known: a hand is None where nobody wrote it down.

    `extra` are the cards that go from the pack to the crib (R12 R13); empty where there are none or nobody knows them.
    """

    hands: tuple[tuple[Card, ...] | None, ...] | None = None
    extra: tuple[Card, ...] = ()

    def __init__(self, hands: Iterable[Cards | None] | None = None, extra: Cards = ()) -> None:
        known = None if hands is None else tuple([None if hand is None else as_cards(hand) for hand in hands])
        _set(self, "hands", known)
        _set(self, "extra", as_cards(extra))


@dataclass(frozen=True, slots=True, init=False)
class LayAway:
    """A player lays cards away to the crib (R6). `kept` is what they show later of a hand not written down."""

    player: int
    cards: tuple[Card, ...] | None = None
    kept: tuple[Card, ...] = ()

    def __init__(self, player: int, cards: Cards | None = None, kept: Cards = ()) -> None:
        _set(self, "player", player)
        _set(self, "cards", None if cards is None else as_cards(cards))
        _set(self, "kept", as_cards(kept))


@dataclass(frozen=True, slots=True, init=False)
class Starter:
    """The starter is turned (R14)."""

    card: Card

    def __init__(self, card: CardText) -> None:
        _set(self, "card", as_card(card))


@dataclass(frozen=True, slots=True, init=False)
class Lay:
    """A player lays a card in the play (R16)."""

    player: int
    card: Card

    def __init__(self, player: int, card: CardText) -> None:
        _set(self, "player", player)
        _set(self, "card", as_card(card))


@dataclass(frozen=True, slots=True)
class Go:
    """A player who holds cards says that they cannot play (R17); the one of the last card says it too."""

    player: int


@dataclass(frozen=True, slots=True)
class Challenge:
    """An opponent says what a called hand is really worth: a total. `takes` is whether they want what was missed."""

    player: int
    claimed: int
    takes: bool = True


@dataclass(frozen=True, slots=True, init=False)
class Call:
    """A hand, or the dealer's crib, is shown and its score announced (R28).

    `cards` may be left out where the play and the laying away have told them already.
    """

    player: int
    declared: int
    cards: tuple[Card, ...] | None = None
    crib: bool = False
    challenge: Challenge | None = None

    def __init__(
        self,
        player: int,
        declared: int,
        cards: Cards | None = None,
        crib: bool = False,
        challenge: Challenge | None = None,
    ) -> None:
        _set(self, "player", player)
        _set(self, "declared", declared)
        _set(self, "cards", None if cards is None else as_cards(cards))
        _set(self, "crib", crib)
        _set(self, "challenge", challenge)


@dataclass(frozen=True, slots=True)
class Muggins:
    """In the play an opponent says what a card or a go is really worth, for which `declared` was pegged (R43a)."""

    of: Lay | Go
    declared: int
    challenge: Challenge


@dataclass(frozen=True, slots=True)
class Irregularity:
    """Something went wrong at the table (R47–R49); the fields are the arguments of `irregularities.redress`."""

    kind: IrregularityKind
    player: int
    choice: Remedy | None = None
    points: int = 0
    in_time: bool = True
    asked: bool = True


Event: TypeAlias = Cut | Deal | LayAway | Starter | Lay | Go | Muggins | Call | Irregularity
