"""The hands and the crib of a deal, as far as they are known, and what a newly seen card must agree with (R1 R5–R7).

Sets of cards are whole numbers of `Card.bit`s. A function takes the game's way to refuse something, so that its errors
name the player.
"""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from scoring.cards import Card, bits
from scoring.game_error import GameError
from scoring.text import N_, Text

_new = tuple.__new__


class Refuse(Protocol):
    """The error for what a player may not do: `Sitting` has one."""

    def __call__(
        self, rule: str, wrong: Text, player: int | None = None, card: Card | None = None
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


def add_seen(cards: Sequence[Card], seen: int, player: int | None, refuse: Refuse) -> int:
    """`seen` with `cards`. Raises the error of the first of them that was seen before (R1)."""
    held = bits(cards)
    if not seen & held and held.bit_count() == len(cards):  # as nearly always
        return seen | held
    for card in cards:
        if seen & card.bit:
            raise refuse(
                "R1",
                Text("{card} has been seen already; a pack has one {name}", card=card, name=card.name),
                player,
                card,
            )
        seen |= card.bit
    return seen


def from_the_pack(number: int, given: int) -> Text:
    """Say that `number` cards go from the pack to the crib, where `given` did (R12 R13)."""
    if not number:
        return N_("no card goes from the pack to the crib in this game")
    return Text.plural(
        "{n} card goes from the pack to the crib, not {given}",
        "{n} cards go from the pack to the crib, not {given}",
        n=number,
        given=given,
    )


class Dealt:
    """The cards of a deal on their way, changed in place; the fields are those of `Table`.

    What is refused changes nothing.
    """

    __slots__ = ("crib", "crib_hidden", "hands", "held", "hidden", "laid", "seen", "starter")

    def __init__(
        self,
        hands: tuple[tuple[Card, ...] | None, ...],
        extra: tuple[Card, ...],
        size: int,
        from_pack: int,
        refuse: Refuse,
    ) -> None:
        """Hands of `size` are dealt, and `from_pack` cards to the crib, those of `extra` where they are known (R4 R5).

        A hand that nobody wrote down is None. Raises the error of a hand of another size or a card dealt twice.
        """
        self.crib: tuple[Card, ...] = extra
        seen = bits(self.crib)
        number = len(self.crib)
        self.hands: list[tuple[Card, ...]] = []
        self.held: list[int] = []  # the cards of each hand, as bits
        self.hidden: list[int] = []
        for player, hand in enumerate(hands):
            held = 0
            if hand is not None:
                if len(hand) != size:
                    raise refuse(
                        "R5", Text("was dealt {n} cards; each is dealt {size}", n=len(hand), size=size), player
                    )
                number += size
                for card in hand:
                    held |= card.bit
                seen |= held
            self.hands.append(hand or ())
            self.held.append(held)
            self.hidden.append(0 if hand else size)
        if seen.bit_count() != number:  # a card was dealt twice, and the second time is refused
            seen = add_seen(self.crib, 0, None, refuse)
            for player, hand in enumerate(self.hands):
                seen = add_seen(hand, seen, player, refuse)
        self.crib_hidden = from_pack - len(extra)
        self.laid = 0
        self.seen = seen
        self.starter: Card | None = None

    @classmethod
    def from_table(cls, table: Table) -> "Dealt":
        """Make the hands, as they can change, from the value `table`."""
        self: Dealt = object.__new__(cls)
        hands, hidden, self.laid, self.crib, self.crib_hidden, self.seen, self.starter = table
        self.hands, self.hidden, self.held = list(hands), list(hidden), [bits(hand) for hand in hands]
        return self

    @property
    def table(self) -> Table:
        """Return the present state as a value."""
        hands, hidden = tuple(self.hands), tuple(self.hidden)
        return _new(Table, (hands, hidden, self.laid, self.crib, self.crib_hidden, self.seen, self.starter))

    @property
    def all_laid(self) -> bool:
        return self.laid == (1 << len(self.hands)) - 1

    def lay_away(
        self, player: int, away: tuple[Card, ...] | None, kept: tuple[Card, ...], number: int, refuse: Refuse
    ) -> None:
        """`player` lays away `number` cards, `away` where they are known (R6).

        `kept` are cards that they show later of a hand that nobody wrote down.
        """
        if self.laid >> player & 1:
            raise refuse("R6", N_("has laid away already"), player)
        if away is not None and len(away) != number:
            wrong = Text.plural(
                "lays away {n} card; each lays away {number}",
                "lays away {n} cards; each lays away {number}",
                n=len(away),
                number=number,
            )
            raise refuse("R6", wrong, player)
        if self.hidden[player]:
            size = self.hidden[player] - number
            if len(kept) > size:
                raise refuse("R7", Text("shows {n} cards; a hand keeps {size}", n=len(kept), size=size), player)
            self.seen = add_seen((*(away or ()), *kept), self.seen, player, refuse)
            self.hands[player], self.held[player], self.hidden[player] = kept, bits(kept), size - len(kept)
        elif away is None:
            raise refuse("R6", N_("lays cards away; the hand is known, so say which"), player)
        else:
            left, stays = [*self.hands[player]], self.held[player]
            try:
                for card in away:
                    left.remove(card)
                    stays ^= card.bit
            except ValueError:
                raise self._not_in_hand(player, away, refuse) from None
            if kept and (missing := [card for card in kept if card not in left]):
                wrong = Text("cannot show {card}: {left} were kept", card=missing[0], left=_listed(left))
                raise refuse("R6", wrong, player, missing[0])
            self.hands[player], self.held[player] = tuple(left), stays
        self.laid |= 1 << player
        if away is None:
            self.crib_hidden += number
        else:
            self.crib += away

    def _not_in_hand(self, player: int, away: tuple[Card, ...], refuse: Refuse) -> GameError:
        """The error of laying away a card that is not among a known hand. Raises that of one laid away twice."""
        hand = self.hands[player]
        add_seen(away, 0, player, refuse)
        card = next(card for card in away if card not in hand)
        wrong = Text("cannot lay away {card}: it is not among {hand}", card=card, hand=_listed(hand))
        return refuse("R6", wrong, player, card)

    def turn(self, card: Card, refuse: Refuse) -> None:
        """`card` is turned as the starter (R14)."""
        if self.seen & card.bit:
            add_seen((card,), self.seen, None, refuse)
        self.seen |= card.bit
        self.starter = card


class KnownCards(NamedTuple):
    """The facts known of a hand or crib of `size` cards when it is shown."""

    what: Text  # hand or crib
    size: int
    held: tuple[Card, ...]  # its known cards
    hidden: int  # how many more there are
    seen: int  # cards (bits) that none of those can be
    shut: int  # they are worth more than this: their owner said go with so much room


def shown_cards(given: tuple[Card, ...] | None, known: KnownCards, player: int, refuse: Refuse) -> tuple[Card, ...]:
    """The cards of a hand or crib that is shown (R28); `given` may be None where they are all known.

    Raises the error of cards that disagree with what is known.
    """
    what, size, held, hidden, seen, shut = known
    if given is None:
        if hidden:
            raise refuse(
                "R28", Text("the cards of the {what} are not all known; say which they are", what=what), player
            )
        return held
    if len(given) != size:
        raise refuse("R7", Text("the {what} has {size} cards, not {n}", what=what, size=size, n=len(given)), player)
    add_seen(given, 0, player, refuse)
    for card in held:
        if card not in given:
            raise refuse(
                "R28", Text("the {what} has {card} in it, which is not shown", what=what, card=card), player, card
            )
    for card in given:
        if card in held:
            continue
        add_seen((card,), seen, player, refuse)
        if card.value <= shut:
            raise refuse(
                "R17",
                Text("shows {card} and said go when the count had room for {shut}", card=card, shut=shut),
                player,
                card,
            )
    return given


def _listed(cards: Sequence[Card]) -> str:
    return " ".join(map(str, cards))
