"""The cards: thirteen ranks, four suits, a pack of 52, and their way to and from text.

A card is written rank first, then suit: `5H` is the five of hearts, `TH` the ten. Suits are equal (R1); where cards
are sorted, suits follow the alphabet only to make the order the same every time.
"""

import re
from collections.abc import Iterable, Iterator
from enum import IntEnum, StrEnum
from typing import TypeAlias

from scoring.errors import CardError, Problem
from scoring.text import N_, Text

HOW_TO_WRITE = N_("write a rank (A 2–9 T J Q K) and a suit (C D H S), such as 5H")
LONGEST_QUOTE = 24


class Rank(IntEnum):
    """Ace low to king high (R1). The number is the place in a sequence, not the counting value."""

    ACE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13

    @property
    def letter(self) -> str:
        """One character: `A`, `2` … `9`, `T`, `J`, `Q`, `K`."""
        return RANK_LETTERS[self - 1]

    def __repr__(self) -> str:
        return f"Rank.{self._name_}"


class Suit(StrEnum):
    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"

    @property
    def symbol(self) -> str:
        return SUIT_SYMBOLS[self]

    def __repr__(self) -> str:
        return f"Suit.{self._name_}"


_RANK_NAMES = {
    Rank.ACE: N_("ace"),
    Rank.TWO: N_("two"),
    Rank.THREE: N_("three"),
    Rank.FOUR: N_("four"),
    Rank.FIVE: N_("five"),
    Rank.SIX: N_("six"),
    Rank.SEVEN: N_("seven"),
    Rank.EIGHT: N_("eight"),
    Rank.NINE: N_("nine"),
    Rank.TEN: N_("ten"),
    Rank.JACK: N_("jack"),
    Rank.QUEEN: N_("queen"),
    Rank.KING: N_("king"),
}
_SUIT_NAMES = {
    Suit.CLUBS: N_("clubs"),
    Suit.DIAMONDS: N_("diamonds"),
    Suit.HEARTS: N_("hearts"),
    Suit.SPADES: N_("spades"),
}
RANK_LETTERS = "A23456789TJQK"
SUIT_SYMBOLS = {Suit.CLUBS: "♣", Suit.DIAMONDS: "♦", Suit.HEARTS: "♥", Suit.SPADES: "♠"}
RANKS = {rank.letter: rank for rank in Rank} | {"10": Rank.TEN}
SUITS = {suit.value: suit for suit in Suit} | {symbol: suit for suit, symbol in SUIT_SYMBOLS.items()}


class Card:
    """One of the 52 cards. `Card(rank, suit)` gives the same object every time, so cards compare at the speed of `is`.

    `parse_card(str(card)) == card`, and `repr` rebuilds it. Cards sort by rank, then suit.
    """

    __slots__ = ("_jack", "bit", "index", "order", "rank", "suit", "value")

    rank: Rank
    suit: Suit
    value: int
    """What it counts towards fifteen and thirty-one, 1 to 10: court cards and the ten count 10 (R1)."""
    index: int
    """Its place among the sorted 52, 0 (ace of clubs) to 51 (king of spades)."""
    order: int
    """Its rank as a plain number, 0 (ace) to 12 (king): a place in a list."""
    bit: int
    """`1 << index`: sets of cards are whole numbers, united by `|`."""
    _jack: "Card"  # the jack of its suit: his nob where this card is the starter (R34)

    def __new__(cls, rank: Rank, suit: Suit) -> "Card":
        """The card of that rank and suit. Raises CardError where there is none."""
        try:
            return _CARDS[rank, suit]
        except (KeyError, TypeError):
            message = Text(
                "there is no card {rank} of {suit}: {how}", rank=repr(rank), suit=repr(suit), how=HOW_TO_WRITE
            )
            raise CardError(Problem("card", message)) from None

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a card cannot be changed: {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a card cannot be changed: {name}")

    def __reduce__(self) -> tuple[type["Card"], tuple[Rank, Suit]]:
        return Card, (self.rank, self.suit)

    def __lt__(self, other: "Card") -> bool:
        return self.index < other.index

    def __repr__(self) -> str:
        return f"Card({self.rank!r}, {self.suit!r})"

    def __str__(self) -> str:
        return self.rank.letter + self.suit.value

    @property
    def name(self) -> Text:
        """For reading aloud: `five of hearts`."""
        return Text("{rank} of {suit}", rank=_RANK_NAMES[self.rank], suit=_SUIT_NAMES[self.suit])

    @property
    def symbol(self) -> str:
        """For reading on a page: `5♥`, `10♥`."""
        rank = "10" if self.rank is Rank.TEN else self.rank.letter
        return rank + self.suit.symbol


def _make_card(rank: Rank, suit: Suit) -> Card:
    """A card before it is among the 52; only `_CARDS` is made of these."""
    card: Card = object.__new__(Card)
    index = 4 * (rank - 1) + list(Suit).index(suit)
    values = {"rank": rank, "suit": suit, "value": min(int(rank), 10), "index": index}
    values |= {"order": rank - 1, "bit": 1 << index}
    for name, value in values.items():
        object.__setattr__(card, name, value)
    return card


_CARDS = {(rank, suit): _make_card(rank, suit) for rank in Rank for suit in Suit}
for _card_made in _CARDS.values():
    object.__setattr__(_card_made, "_jack", _CARDS[Rank.JACK, _card_made.suit])
PACK: tuple[Card, ...] = tuple(Card(rank, suit) for suit in Suit for rank in Rank)

_BY_INDEX = tuple(sorted(PACK))

# ASCII, or ignoring case would let the long s and the Kelvin sign in.
_CARD = re.compile(r"(10|[A23456789TJQK])([CDHS♣♦♥♠])", re.IGNORECASE | re.ASCII)
_SEPARATORS = re.compile(r"[\s,;]+")
_EMOJI_MARK = "\ufe0f"  # a telephone's keyboard puts it behind ♥


CardText: TypeAlias = Card | str
"""A card, or the text of one; as arguments both will do."""
Cards: TypeAlias = Iterable[CardText] | str
"""Some cards, each of them or all as text; as arguments either will do."""


def as_card(card: CardText) -> Card:
    """The card itself, or the one that a text names. Raises CardError for anything else."""
    return card if type(card) is Card else parse_card(card)  # type: ignore[arg-type]


def as_cards(cards: Cards) -> tuple[Card, ...]:
    """Cards, texts of cards, or one text of all, as cards in their order. Raises CardError for anything else."""
    if isinstance(cards, str):
        return parse_cards(cards)
    try:
        held = tuple(cards)
    except TypeError:
        raise CardError(Problem("cards", _no_text(cards))) from None
    for card in held:
        if type(card) is not Card:
            return tuple([as_card(one) for one in held])
    return held  # type: ignore[return-value]


def _no_text(value: object) -> Text:
    """Say that something is neither a card nor text, and what would be right."""
    shown = repr(value)
    shown = shown if len(shown) <= LONGEST_QUOTE else shown[:LONGEST_QUOTE] + "…"
    return Text("{value} is not a card: {how}", value=shown, how=HOW_TO_WRITE)


def parse_card(text: str) -> Card:
    """The one card that `text` names: `5H`, `10H`, `TH`, `th` or `10♥`, with blanks around it if need be.

    Raises CardError, naming the text, where it is not a card or more than one.
    """
    if not isinstance(text, str):
        raise CardError(Problem("card", _no_text(text)))
    token = text.strip().replace(_EMOJI_MARK, "")
    match = _CARD.fullmatch(token)
    if match is None:
        raise CardError(Problem("card", _why_no_card(token)))
    return _card(match)


def parse_cards(text: str) -> tuple[Card, ...]:
    """All cards in `text`, in its order: separated by blanks or commas, or run together like `AC7D8H3S`.

    No cards give an empty tuple: how many there should be is a matter of the hand.
    Raises CardError with a problem for each piece that is not a card and each card named again.
    """
    if not isinstance(text, str):
        raise CardError(Problem("cards", _no_text(text)))
    cards: list[Card] = []
    problems: list[Problem] = []
    for place, piece in enumerate(_pieces(text.replace(_EMOJI_MARK, "")), start=1):
        match = _CARD.fullmatch(piece)
        if match is None:
            message = Text("card {place}: {problem}", place=place, problem=_why_no_card(piece))
            problems.append(Problem("cards", message))
            continue
        card = _card(match)
        if card in cards:
            twice = Text("“{text}” is there twice: a pack has one {card}", text=piece, card=card.name)
            problems.append(Problem("cards", Text("card {place}: {problem}", place=place, problem=twice)))
        cards.append(card)
    if problems:
        raise CardError(*problems)
    return tuple(cards)


def bits(cards: Iterable[Card]) -> int:
    """A set of cards as a whole number."""
    held = 0
    for card in cards:
        held |= card.bit
    return held


def cards_of(held: int) -> tuple[Card, ...]:
    """The cards of a set of bits, sorted."""
    cards = []
    while held:
        low = held & -held
        cards.append(_BY_INDEX[low.bit_length() - 1])
        held ^= low
    return tuple(cards)


def _card(match: re.Match[str]) -> Card:
    rank, suit = match.groups()
    return Card(RANKS[rank.upper()], SUITS[suit.upper()])


def _pieces(text: str) -> Iterator[str]:
    """The cards in `text` as written, and whatever stands between them that is none."""
    for chunk in _SEPARATORS.split(text):
        end = 0
        for match in _CARD.finditer(chunk):
            if match.start() > end:
                yield chunk[end : match.start()]
            yield match.group()
            end = match.end()
        if end < len(chunk):
            yield chunk[end:]


def _why_no_card(token: str) -> Text:
    """Say what is wrong with a piece of text that is not a card, and what would be right."""
    shown = token if len(token) <= LONGEST_QUOTE else token[:LONGEST_QUOTE] + "…"
    said = {"text": shown, "how": HOW_TO_WRITE}
    if not token:
        return Text("no card is named: {how}", how=HOW_TO_WRITE)
    rank, suit = (token[:2], token[2:]) if token.startswith("10") else (token[:1], token[1:])
    if rank.upper() in RANKS and not suit:
        return Text("“{text}” has no suit: {how}", **said)
    if rank.upper() in RANKS and len(suit) == 1:
        return Text("“{text}” has the unknown suit “{suit}”: {how}", suit=suit, **said)
    if token.upper() in SUITS:
        return Text("“{text}” has no rank: {how}", **said)
    if token[-1].upper() in SUITS and len(token) <= 3:
        return Text("“{text}” has the unknown rank “{rank}”: {how}", rank=token[:-1], **said)
    return Text("“{text}” is not a card: {how}", **said)
