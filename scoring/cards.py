"""The cards: thirteen ranks, four suits, a pack of 52, and their way to and from text.

A card is written rank first, then suit: `5H` is the five of hearts, `TH` the ten. Suits are equal (R1); where cards
are sorted, suits follow the alphabet only to make the order the same every time.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum, StrEnum

from scoring.errors import CardError, Problem

HOW_TO_WRITE = "write a rank (A 2–9 T J Q K) and a suit (C D H S), such as 5H"
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


RANK_LETTERS = "A23456789TJQK"
SUIT_SYMBOLS = {Suit.CLUBS: "♣", Suit.DIAMONDS: "♦", Suit.HEARTS: "♥", Suit.SPADES: "♠"}
RANKS = {rank.letter: rank for rank in Rank} | {"10": Rank.TEN}
SUITS = {suit.value: suit for suit in Suit} | {symbol: suit for suit, symbol in SUIT_SYMBOLS.items()}


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """One card. `parse_card(str(card)) == card`, and `repr` rebuilds it."""

    rank: Rank
    suit: Suit

    @property
    def value(self) -> int:
        """What it counts towards fifteen and thirty-one, 1 to 10: court cards and the ten count 10 (R1)."""
        return min(int(self.rank), 10)

    @property
    def name(self) -> str:
        """For reading aloud: `five of hearts`."""
        return f"{self.rank._name_.lower()} of {self.suit._name_.lower()}"

    @property
    def symbol(self) -> str:
        """For reading on a page: `5♥`, `10♥`."""
        rank = "10" if self.rank is Rank.TEN else self.rank.letter
        return rank + self.suit.symbol

    def __str__(self) -> str:
        return self.rank.letter + self.suit.value


PACK: tuple[Card, ...] = tuple(Card(rank, suit) for suit in Suit for rank in Rank)

# ASCII, or ignoring case would let the long s and the Kelvin sign in.
_CARD = re.compile(r"(10|[A23456789TJQK])([CDHS♣♦♥♠])", re.IGNORECASE | re.ASCII)
_SEPARATORS = re.compile(r"[\s,;]+")
_EMOJI_MARK = "\ufe0f"  # a telephone's keyboard puts it behind ♥


def parse_card(text: str) -> Card:
    """The one card that `text` names: `5H`, `10H`, `TH`, `th` or `10♥`, with blanks around it if need be.

    Raises CardError, naming the text, where it is no card or more than one.
    """
    token = text.strip().replace(_EMOJI_MARK, "")
    match = _CARD.fullmatch(token)
    if match is None:
        raise CardError(Problem("card", _why_no_card(token)))
    return _card(match)


def parse_cards(text: str) -> tuple[Card, ...]:
    """All cards in `text`, in its order: separated by blanks or commas, or run together like `AC7D8H3S`.

    No cards give an empty tuple: how many there should be is a matter of the hand.
    Raises CardError with a problem for each piece that is no card and each card named again.
    """
    cards: list[Card] = []
    problems: list[Problem] = []
    for place, piece in enumerate(_pieces(text.replace(_EMOJI_MARK, "")), start=1):
        match = _CARD.fullmatch(piece)
        if match is None:
            problems.append(Problem("cards", f"card {place}: {_why_no_card(piece)}"))
            continue
        card = _card(match)
        if card in cards:
            problems.append(Problem("cards", f"card {place}: “{piece}” is there twice: a pack has one {card.name}"))
        cards.append(card)
    if problems:
        raise CardError(*problems)
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


def _why_no_card(token: str) -> str:
    """What is wrong with a piece of text that is no card, and what would be right."""
    shown = token if len(token) <= LONGEST_QUOTE else token[:LONGEST_QUOTE] + "…"
    if not token:
        return f"no card is named: {HOW_TO_WRITE}"
    rank, suit = (token[:2], token[2:]) if token.startswith("10") else (token[:1], token[1:])
    if rank.upper() in RANKS and not suit:
        return f"“{shown}” has no suit: {HOW_TO_WRITE}"
    if rank.upper() in RANKS and len(suit) == 1:
        return f"“{shown}” has the unknown suit “{suit}”: {HOW_TO_WRITE}"
    if token.upper() in SUITS:
        return f"“{shown}” has no rank: {HOW_TO_WRITE}"
    if token[-1].upper() in SUITS and len(token) <= 3:
        return f"“{shown}” has the unknown rank “{token[:-1]}”: {HOW_TO_WRITE}"
    return f"“{shown}” is no card: {HOW_TO_WRITE}"
