"""The play: cards laid in turn up to thirty-one, and what each of them pegs (R16–R27).

`Play` is the play of one deal as a value, `Playing` the same on its way. It knows hands as far as
they are known. A hand may hold *hidden* cards: any card not seen elsewhere may come out of them, and a go is believed
until a card comes out that could have been played instead.

What a card pegs depends only on the ranks before it in its count: `scoring.counts`.
"""

from collections.abc import Sequence
from typing import NamedTuple

from scoring.cards import PACK, Card, Cards, as_cards, cards_of
from scoring.counts import EMPTY, EMPTY_UPWARDS, THIRTY_ONE, Count, Scored, count_after, next_count, no_count
from scoring.events import Peg, Reason
from scoring.game_error import GameError
from scoring.ruleset import LEAGUE, GoContinuation, Ruleset
from scoring.seats import SIDES, refused
from scoring.text import N_, Text

HIGHEST_VALUE = 10  # R1: of a card
_LAST = (Reason.LAST, 1, 1, "R18")
_LAST_OF_ALL = (Reason.LAST, 1, 1, "R27")
_REST_OF_THIRTY_ONE = (Reason.THIRTY_ONE, 0, 1, "R18")  # where the go was pegged when it was said: two in all
# By the number of players: who comes after each, clockwise, they themselves last.
_AFTER: dict[int, tuple[tuple[int, ...], ...]] = {
    n: tuple((*range(p + 1, n), *range(p + 1)) for p in range(n)) for n in (2, 3, 4)
}
# By how much is left up to thirty-one: the set of cards that still fit.
_FITTING = tuple(sum(card.bit for card in PACK if card.value <= room) for room in range(THIRTY_ONE + 1))

_new = tuple.__new__
_ONE = GoContinuation.ONE  # looking a member up on its class is slow
_MAY = GoContinuation.MAY
_THIRTY_ONE = Reason.THIRTY_ONE


def pegging_points(cards: Cards, ruleset: Ruleset = LEAGUE) -> int:
    """Return what the last of `cards`, all those of one count, pegs: fifteen, thirty-one, pairs, runs (R18 R21–R25).

    Of the ruleset only `runs_upwards` matters. The 1 for the last card of a count is not among it: the cards cannot
    tell whether another follows.
    Raises CardError for what is no card, and GameError for no cards, a card that is there twice, or a count past
    thirty-one.
    """
    count, seen = EMPTY if ruleset is LEAGUE or not ruleset.runs_upwards else EMPTY_UPWARDS, 0
    try:
        number = len(cards)  # type: ignore[arg-type]
        for card in cards:
            count = count.then[card.order] or next_count(count, card, cards)  # type: ignore[union-attr,arg-type]
            seen |= card.bit  # type: ignore[union-attr]
    except (AttributeError, TypeError):  # text; an iterator has no length
        return pegging_points(as_cards(cards), ruleset)
    if not seen or seen.bit_count() < number:
        raise no_count(as_cards(cards))
    return count.points


class Play(NamedTuple):
    """The play of one deal. Sets of cards are whole numbers of `Card.bit`s; tuples go by player."""

    ruleset: Ruleset
    names: tuple[str, ...]
    held: tuple[int, ...]  # the known cards of each hand, played or not
    left: tuple[int, ...]  # those of them not yet played
    hidden: tuple[int, ...]  # how many more each holds, unplayed and unknown
    shut: tuple[int, ...]  # hidden cards are worth more than this: a go was said with so much room
    seen: int  # cards that cannot be hidden
    so_far: Count
    cards: tuple[Card, ...]  # of the count, in their order
    turn: int | None  # who plays or says go now; None when the play is over
    last: int  # who laid the last card of the count; of no meaning before it
    out: int  # the players (bits) who are out of this count: they said go, or may lay no more

    @property
    def total(self) -> int:
        """The running count, 0 to 31."""
        return self.so_far.total

    def legal(self, player: int) -> tuple[Card, ...]:
        """The cards that `player` is known to hold and might lay now, sorted; none where it is not their turn."""
        if player != self.turn:
            return ()
        return cards_of(self.left[player] & self._fitting)

    def may_go(self, player: int) -> bool:
        """Return True if `player` may say go now, as far as their cards are known."""
        if player != self.turn or not self.cards:
            return False
        if self.out and self.ruleset.go_continuation is _MAY:
            return True
        return THIRTY_ONE - self.total < HIGHEST_VALUE and not self.left[player] & self._fitting

    @property
    def _fitting(self) -> int:
        return _FITTING[THIRTY_ONE - self.so_far.total]


class Playing:
    """A play on its way, changed in place by each card and go. What is refused changes nothing."""

    __slots__ = (
        "cards", "count", "empty", "held", "hidden", "last", "left", "lone", "names", "out", "ruleset", "seen", "shut",
        "turn", "when_said",
    )  # fmt: skip

    def __init__(
        self,
        ruleset: Ruleset,
        names: tuple[str, ...],
        held: Sequence[int],
        hidden: Sequence[int],
        seen: int,
        leader: int,
    ) -> None:
        """The play before its first card. `seen` are all known cards: hands, laid away, starter."""
        self.ruleset, self.names = ruleset, names
        self.held, self.left, self.hidden, self.shut = list(held), list(held), list(hidden), [0] * len(held)
        self.seen = seen
        # What the rules say is asked of them once: a property of theirs for each card would be half of its time.
        self.count = self.empty = EMPTY_UPWARDS if ruleset.runs_upwards else EMPTY
        self.lone = ruleset.lone_player_scores
        self.when_said = len(held) == 2 and ruleset.go_when_said  # the point for the last card, when go is said
        self.cards: tuple[Card, ...] = ()
        self.turn: int | None = leader
        self.last = leader
        self.out = 0

    @classmethod
    def from_play(cls, play: Play) -> "Playing":
        """Make the play, as it can go on, from the value `play`."""
        ruleset, names, held, left, hidden, shut, seen, count, cards, turn, last, out = play
        self = cls(ruleset, names, held, hidden, seen, last)
        self.left, self.shut = list(left), list(shut)
        self.count, self.cards, self.turn, self.out = count, cards, turn, out
        return self

    @property
    def play(self) -> Play:
        """Return the present state as a value."""
        held, left, hidden, shut = tuple(self.held), tuple(self.left), tuple(self.hidden), tuple(self.shut)
        cards, turn, last, out = self.cards, self.turn, self.last, self.out
        return _new(
            Play, (self.ruleset, self.names, held, left, hidden, shut, self.seen, self.count, cards, turn, last, out)
        )

    def lay(self, player: int, card: Card) -> tuple[Peg, ...]:
        """`player` lays `card`; what they peg, in order (R18 R21–R27).

        Raises GameError where it is not their turn, they do not hold the card, it would pass thirty-one, or they said
        go when they might have played it.
        """
        if player != self.turn:
            raise self._not_his_turn(player, card)
        left, count = self.left, self.count
        then = count.then[card.order] or count_after(count, card.rank)
        if then is None or not left[player] & card.bit:
            then = self._revealed(player, card, then)
        else:
            left[player] ^= card.bit
        self.count = then
        self.cards += (card,)
        self.last = player
        after = player + 1 if player + 1 < len(left) else 0
        if left[after] and not self.out and then.total != THIRTY_ONE:  # as mostly: the next player goes on
            self.turn = after
            scored = then.scored
            return _pegs(scored, player, len(left), self.cards) if scored else ()
        return self._passed_on(player, then)

    def go(self, player: int) -> tuple[Peg, ...]:
        """`player` cannot play (R17); the point for the last card where nobody else can.

        Raises GameError where it is not their turn, a count has not begun, or they hold a card that fits.
        """
        if player != self.turn:
            raise self._not_his_turn(player)
        if not self.cards:
            raise self._refused("R17", N_("no count has begun; any card may be led"), player)
        said = self.out
        if not said or self.ruleset.go_continuation is not _MAY:  # else they may decline: it was said before
            room = THIRTY_ONE - self.count.total
            if room >= HIGHEST_VALUE or self.left[player] & _FITTING[room]:
                raise self._no_go(player, room)
            if room > self.shut[player]:
                self.shut[player] = room
        self.out = said | 1 << player
        after = self._next(player, self.out)
        pegs: tuple[Peg, ...] = ()
        # Where it is pegged when go is said, the first go of the count pegs it.
        if not (said and self.when_said) and (after is None or self.when_said):
            scored = (_LAST,) if self.lone else self._allowed((_LAST,), self.last)
            pegs = _pegs(scored, self.last, len(self.left), self.cards)
        if after is None:
            self._count_ended(self._next(self.last, 0))
        else:
            self.turn = after
        return pegs

    def _no_go(self, player: int, room: int) -> GameError:
        """The error of a go said with a card that fits, or where any card would."""
        fitting = cards_of(self.left[player] & _FITTING[room])
        if fitting:
            total = self.count.total + fitting[0].value
            wrong = Text("cannot say go: {card} would make {total}", card=fitting[0], total=total)
            return self._refused("R17", wrong, player, fitting[0])
        wrong = Text(
            "cannot say go: there is room for {room}, and no card counts more than {highest_value}",
            room=room,
            highest_value=HIGHEST_VALUE,
        )
        return self._refused("R17", wrong, player)

    def _passed_on(self, player: int, count: Count) -> tuple[Peg, ...]:
        """A card was laid and the next player does not simply go on: who does, or does the count end?"""
        if self.out and self.ruleset.go_continuation is _ONE:
            self.out |= 1 << player
        thirty_one = count.total == THIRTY_ONE
        after = None if thirty_one else self._next(player, self.out)
        scored = count.scored
        go_pegged = self.out and self.when_said
        if go_pegged and thirty_one:
            scored = tuple([_REST_OF_THIRTY_ONE if one[0] is _THIRTY_ONE else one for one in scored])
        if after is not None:
            self.turn = after
            if not scored:
                return ()
            return _pegs(scored if self.lone else self._allowed(scored, player), player, len(self.left), self.cards)
        after = self._next(player, 0)  # R19: the next who holds cards leads; nobody: that was the last card of all
        if not thirty_one and not go_pegged:
            scored += (_LAST_OF_ALL,) if after is None else (_LAST,)
        if not self.lone:
            scored = self._allowed(scored, player, last_of_all=after is None)
        pegs = _pegs(scored, player, len(self.left), self.cards)
        self._count_ended(after)
        return pegs

    def _count_ended(self, leader: int | None) -> None:
        """R19; R10: the play is over too where only one count is played."""
        self.count = self.empty
        self.cards = ()
        self.out = 0
        self.turn = None if self.ruleset.one_count else leader

    def _next(self, player: int, out: int) -> int | None:
        """The first after `player`, they themselves coming last, who holds cards and is not out of the count."""
        left = self.left
        for place in _AFTER[len(left)][player]:
            if (left[place] or self.hidden[place]) and not out >> place & 1:
                return place
        return None

    def _allowed(self, scored: tuple[Scored, ...], player: int, *, last_of_all: bool = False) -> tuple[Scored, ...]:
        """What of it counts: R26 leaves a player who is alone with cards nothing but the last card of all."""
        if self.lone or self._next(player, 1 << player) is not None:
            return scored
        return tuple(one for one in scored if last_of_all and one[0] in (Reason.LAST, Reason.THIRTY_ONE))

    def _revealed(self, player: int, card: Card, then: Count | None) -> Count:
        """The count with a card that they were not known to hold: it comes out of their hidden ones, if it can."""
        known = self.left[player] & card.bit
        if not known and not self.hidden[player]:
            raise self._refused("R16", Text("does not hold {card}", card=card), player, card)
        if not known and self.seen & card.bit:
            wrong = Text("{card} has been seen already; a pack has one {name}", card=card, name=card.name)
            raise self._refused("R1", wrong, player, card)
        if then is None:
            total = self.count.total + card.value
            wrong = Text("{card} would make {total}; a count may not pass 31", card=card, total=total)
            raise self._refused("R16", wrong, player, card)
        if card.value <= self.shut[player]:
            wrong = Text(
                "lays {card} now and said go when the count had room for {shut}", card=card, shut=self.shut[player]
            )
            raise self._refused("R17", wrong, player, card)
        self.held[player] |= card.bit
        self.hidden[player] -= 1
        self.seen |= card.bit
        return then

    def _not_his_turn(self, player: int, card: Card | None = None) -> GameError:
        if self.turn is None:
            return self._refused("R16", N_("the play is over"), player, card)
        return self._refused("R16", Text("it is {player}’s turn", player=self.names[self.turn]), player, card)

    def _refused(self, rule: str, wrong: Text, player: int, card: Card | None = None) -> GameError:
        return refused(self.names, rule, wrong, player, card)


def _pegs(scored: tuple[Scored, ...], player: int, players: int, cards: tuple[Card, ...]) -> tuple[Peg, ...]:
    """The pegs of what `player` scored with the last of `cards`."""
    side = SIDES[players][player]
    if len(scored) == 1:  # as mostly
        why, number, pts, rule = scored[0]
        return (_new(Peg, (player, side, pts, why, cards[-number:], rule)),)
    pegs = [_new(Peg, (player, side, pts, why, cards[-number:], rule)) for why, number, pts, rule in scored]
    return tuple(pegs)
