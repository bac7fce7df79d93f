"""The hands and the crib of a deal, as far as they are known, and what a newly seen card must agree with (R1 R5–R7).

Sets of cards are whole numbers of `Card.bit`s. A function takes the game's way to refuse something, so that its errors
name the player.
"""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from scoring.cards import Card, bits
from scoring.errors import GameError
from scoring.seats import put

_new = tuple.__new__


class Refuse(Protocol):
    """The error for what a player may not do: `Sitting` has one."""

    def __call__(
        self, rule: str, wrong: str, player: int | None = None, card: Card | None = None
    ) -> GameError: ...  # pragma: no cover


class Table(NamedTuple):
    """The cards of a deal, as far as they are known. Tuples go by player."""

    hands: tuple[tuple[Card, ...], ...]  # the known cards of each: as dealt, then as kept
    hidden: tuple[int, ...]  # how many more each holds
    laid: int  # the players (bits) who have laid away
    crib: tuple[Card, ...]  # its known cards
    crib_hidden: int  # how many more are in it
    seen: int  # every card that is known, as bits
    starter: Card | None

    @property
    def all_laid(self) -> bool:
        return self.laid == (1 << len(self.hands)) - 1

    def with_starter(self, card: Card, refuse: Refuse) -> "Table":
        """The table when `card` has been turned (R14)."""
        hands, hidden, laid, crib, crib_hidden, seen, _ = self
        if seen & card.bit:
            seen_with((card,), seen, None, refuse)
        return _new(Table, (hands, hidden, laid, crib, crib_hidden, seen | card.bit, card))


def seen_with(cards: Sequence[Card], seen: int, player: int | None, refuse: Refuse) -> int:
    """`seen` with `cards`. Raises the error of the first of them that was seen before (R1)."""
    held = bits(cards)
    if not seen & held and held.bit_count() == len(cards):  # as nearly always
        return seen | held
    for card in cards:
        if seen & card.bit:
            raise refuse("R1", f"{card} has been seen already; a pack has one {card.name}", player, card)
        seen |= card.bit
    return seen


def dealt_table(hands: tuple[tuple[Card, ...] | None, ...], extra: Card | None, size: int, refuse: Refuse) -> Table:
    """The table when hands of `size` are dealt, and `extra` to the crib where three play (R4 R5 R12).

    A hand that nobody wrote down is None. Raises the error of a hand of another size or a card dealt twice.
    """
    crib = () if extra is None else (extra,)
    seen = bits(crib)
    number = len(crib)
    for player, hand in enumerate(hands):
        if hand is None:
            continue
        if len(hand) != size:
            raise refuse("R5", f"was dealt {len(hand)} cards; each is dealt {size}", player)
        number += size
        for card in hand:
            seen |= card.bit
    if seen.bit_count() != number:  # a card was dealt twice, and the second time is refused
        seen = bits(crib)
        for player, hand in enumerate(hands):
            seen = seen_with(hand or (), seen, player, refuse)
    hidden = (0,) * len(hands)
    if None in hands:
        hidden = tuple(size if hand is None else 0 for hand in hands)
        hands = tuple(hand or () for hand in hands)
    crib_hidden = 1 if len(hands) == 3 and extra is None else 0
    return _new(Table, (hands, hidden, 0, crib, crib_hidden, seen, None))


def laid_away(
    table: Table, player: int, away: tuple[Card, ...] | None, kept: tuple[Card, ...], number: int, refuse: Refuse
) -> Table:
    """The table when `player` has laid away `number` cards, `away` where they are known (R6).

    `kept` are cards that he shows later of a hand that nobody wrote down.
    """
    if table.laid >> player & 1:
        raise refuse("R6", "has laid away already", player)
    if away is not None and len(away) != number:
        raise refuse("R6", f"lays away {len(away)} cards; each lays away {number}", player)
    hands, hidden, laid, crib, crib_hidden, seen, starter = table
    if hidden[player]:
        size = hidden[player] - number
        if len(kept) > size:
            raise refuse("R7", f"shows {len(kept)} cards; a hand keeps {size}", player)
        seen = seen_with((*(away or ()), *kept), seen, player, refuse)
        hand, hidden = kept, put(hidden, player, size - len(kept))
    elif away is None:
        raise refuse("R6", "lays cards away; the hand is known, so say which", player)
    else:
        hand = _kept_of(hands[player], away, kept, player, refuse)
    laid |= 1 << player
    if away is None:
        crib_hidden += number
    else:
        crib += away
    return _new(Table, (put(hands, player, hand), hidden, laid, crib, crib_hidden, seen, starter))


def _kept_of(
    hand: tuple[Card, ...], away: tuple[Card, ...], kept: tuple[Card, ...], player: int, refuse: Refuse
) -> tuple[Card, ...]:
    """What is left of a known hand when `away` is laid away; `kept` must be among it."""
    gone = bits(away)
    left = tuple([card for card in hand if not card.bit & gone])
    if len(left) != len(hand) - len(away):
        seen_with(away, 0, player, refuse)
        card = next(card for card in away if card not in hand)
        raise refuse("R6", f"cannot lay away {card}: it is not among {_listed(hand)}", player, card)
    for card in kept:
        if card not in left:
            raise refuse("R6", f"cannot show {card}: {_listed(left)} were kept", player, card)
    return left


class Shown(NamedTuple):
    """What is known of a hand or crib of `size` cards when it is shown."""

    what: str  # "hand" or "crib"
    size: int
    held: tuple[Card, ...]  # its known cards
    hidden: int  # how many more there are
    seen: int  # cards (bits) that none of those can be
    shut: int  # they are worth more than this: their owner said go with so much room


def shown_cards(given: tuple[Card, ...] | None, known: Shown, player: int, refuse: Refuse) -> tuple[Card, ...]:
    """The cards of a hand or crib that is shown (R28); `given` may be None where they are all known.

    Raises the error of cards that disagree with what is known.
    """
    what, size, held, hidden, seen, shut = known
    if given is None:
        if hidden:
            raise refuse("R28", f"the cards of the {what} are not all known; say which they are", player)
        return held
    if len(given) != size:
        raise refuse("R7", f"the {what} has {size} cards, not {len(given)}", player)
    seen_with(given, 0, player, refuse)
    for card in held:
        if card not in given:
            raise refuse("R28", f"the {what} has {card} in it, which is not shown", player, card)
    for card in given:
        if card in held:
            continue
        seen_with((card,), seen, player, refuse)
        if card.value <= shut:
            raise refuse("R17", f"shows {card} and said go when the count had room for {shut}", player, card)
    return given


def _listed(cards: tuple[Card, ...]) -> str:
    return " ".join(map(str, cards))
