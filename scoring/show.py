"""The show: what a hand or crib is worth with the starter, and the combinations that make it so.

`score_show` names every combination and can be read aloud; `show_points` only counts, many times faster, and always
agrees. Neither knows who calls what: that is `scoring.muggins`.

Fifteens, runs and pairs depend on ranks alone, and there are only 6,175 choices of five ranks. So each choice is worked
out once, as a pattern: which of its cards make what. The points of five cards come from a table of all their patterns.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from math import prod
from operator import attrgetter, itemgetter
from types import MappingProxyType
from typing import Any, NamedTuple, Self

from scoring.announcement import announce
from scoring.cards import Card, Cards, CardText, Rank, as_card, as_cards, parse_card, parse_cards
from scoring.combination import Combination, Kind
from scoring.errors import HandError, Problem, ScoringError
from scoring.ruleset import CRIB_CARDS, LEAGUE, AnnouncementOrder, Ruleset
from scoring.text import N_, Text

HAND, CRIB = N_("hand"), N_("crib")
MOST_CARDS = 6  # that are counted without a ruleset: as many as are dealt
FIFTEEN = 15
SHORTEST_RUN = 3
# R35: the most that so many cards and a starter can be worth.
HIGHEST: Mapping[int, int] = MappingProxyType({3: 20, 4: 29, 5: 46})
_PAIRS = {2: (Kind.PAIR, 2), 3: (Kind.PAIR_ROYAL, 6), 4: (Kind.DOUBLE_PAIR_ROYAL, 12)}  # R30: by cards of one rank

# Ranks are plain numbers below: their places in order, 0 (ace) to 12 (king), as in `Card.order`.
_PLACES = range(len(Rank))
_VALUES = tuple(min(rank, 10) for rank in Rank)  # R1
# An entry of the table is points, which are fewer than 64, and marks for what does not depend on ranks alone.
_WITH_PAIR, _WITH_JACK = 64, 128
_TABLE: list[Any] = []  # filled when points are first asked for

_by_index, _order_of = attrgetter("index"), attrgetter("order")
_pick = cache(itemgetter)  # the ways to pick some of six cards by position are few; patterns share them
_new = tuple.__new__  # makes a named tuple in half the time of its own constructor

_Part = tuple[Kind, tuple[int, ...], int]  # what is made, by the cards at which positions, for how many points
# How many points in all; and each part, with a function that picks its cards from all of them.
_Pattern = tuple[int, tuple[tuple[Kind, Callable[[Sequence[Card]], tuple[Card, ...]], int], ...]]
_PATTERNS: dict[tuple[int, ...], _Pattern] = {}


class Show(NamedTuple):
    """A counted hand or crib. `starter` is None where it was counted without one."""

    hand: tuple[Card, ...]
    starter: Card | None
    crib: bool
    combinations: tuple[Combination, ...]

    @property
    def points(self) -> int:
        return sum(combination.points for combination in self.combinations)

    @property
    def announcement(self) -> Text:
        """The count as it is called at the table (R36); a hand worth nothing is “nineteen”."""
        return announce(self.combinations)

    def to_dict(self) -> dict[str, Any]:
        """Plain values fit for JSON; `from_dict` gives the show back. Points and announcement are there to be read."""
        return {
            "hand": _codes(self.hand),
            "starter": None if self.starter is None else str(self.starter),
            "crib": self.crib,
            "points": self.points,
            "announcement": str(self.announcement),
            "combinations": [
                {"kind": c.kind.value, "cards": _codes(c.cards), "points": c.points} for c in self.combinations
            ],
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """The show that `to_dict` wrote, as it was counted then; nothing is counted again.

        Raises ScoringError where something is missing, is not a card, or does not agree with the rest.
        """
        try:
            show = cls(
                hand=parse_cards(data["hand"]),
                starter=None if data["starter"] is None else parse_card(data["starter"]),
                crib=data["crib"],
                combinations=tuple(
                    Combination(Kind(c["kind"]), parse_cards(c["cards"]), c["points"]) for c in data["combinations"]
                ),
            )
            # Not the announcement: its wording may change, what was counted may not.
            faithful = all(data[key] == value for key, value in show.to_dict().items() if key != "announcement")
        except ScoringError:
            raise
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            message = Text("this is not a stored show ({error}); to_dict writes one", error=repr(error))
            raise ScoringError(Problem("show", message)) from None
        if not faithful:
            message = Text(
                "the stored show says {said} and its combinations make {points}; they must agree",
                said=repr(data["points"]),
                points=show.points,
            )
            raise ScoringError(Problem("show", message))
        return show


def score_show(
    hand: Cards, starter: CardText | None = None, *, crib: bool = False, ruleset: Ruleset | None = None
) -> Show:
    """Count a hand, or the dealer's crib, with the starter (R29–R34); cards or the text of cards.

    `hand` is what was kept, without the starter: as many cards as the ruleset keeps, four in any crib; without a
    ruleset one to six, by what all games have in common. With `starter` None the cards count alone: no nob, no flush
    with the starter, and so no flush in a crib. The combinations come in the order in which the ruleset has them
    counted aloud (R36).
    Raises CardError for what is no card, and HandError with every problem: the wrong number of cards, or a card that
    is there twice.
    """
    held = as_cards(hand)
    starter = None if starter is None else as_card(starter)
    cards = _sorted(held, starter, crib, ruleset)
    found = []
    for kind, pick, points in _pattern(cards)[1]:
        found.append(_new(Combination, (kind, pick(cards), points)))
    if ruleset is not None and ruleset.announcement_order is AnnouncementOrder.PAIRS_FIRST:
        found.sort(key=_pairs_first)
    # Two cards of different suits tell at once that most hands have no flush.
    if held[0].suit is held[-1].suit:
        found += _flush(held, starter, crib)
    found += _nob(held, starter)
    return _new(Show, (held, starter, crib, tuple(found)))


def _pairs_first(combination: Combination) -> int:
    """Say where a combination belongs if pairs are counted aloud before runs (R36)."""
    return 0 if combination.kind is Kind.FIFTEEN else 2 if combination.kind is Kind.RUN else 1


def show_points(
    hand: Cards, starter: CardText | None = None, *, crib: bool = False, ruleset: Ruleset | None = None
) -> int:
    """Exactly `score_show(...).points`, with its arguments and errors, without naming the combinations."""
    # Millions of hands are counted here, so the plain one, four cards and a starter, is looked up on the spot: no
    # function is called, and cards and suits are told apart by `is`. Whatever is not plain goes the general way.
    try:
        plain: Any = hand
        e: Any = starter
        if len(plain) != 4 or e is None or not (crib or ruleset is None or ruleset is LEAGUE or ruleset.hand_size == 4):
            return _points(hand, starter, crib, ruleset)
        a, b, c, d = plain
        points: int = _TABLE[a.order][b.order][c.order][d.order][e.order]
    except (TypeError, IndexError, AttributeError):  # an iterator; the table is not filled yet; text
        return _points(hand, starter, crib, ruleset)
    if points >= _WITH_JACK:
        points -= _WITH_JACK
        jack = e._jack
        if a is jack or b is jack or c is jack or d is jack:
            points += 1
    if points >= _WITH_PAIR:  # or all five ranks differ, and no card can be there twice
        points -= _WITH_PAIR
        if a is b or a is c or a is d or a is e or b is c or b is d or b is e or c is d or c is e or d is e:
            raise HandError(*hand_problems((a, b, c, d), e, crib=crib, ruleset=ruleset))
    if a.suit is b.suit and a.suit is c.suit and a.suit is d.suit:
        return points + (5 if a.suit is e.suit else 0 if crib else 4)
    return points


def highest_points(*, crib: bool = False, ruleset: Ruleset = LEAGUE) -> int:
    """The most a hand, or the crib, can be worth in this ruleset (R35)."""
    return HIGHEST[CRIB_CARDS if crib else ruleset.hand_size]


def hand_problems(hand: Sequence[Card], starter: Card | None, *, crib: bool, ruleset: Ruleset | None) -> list[Problem]:
    """Everything that keeps these cards from being a hand (or crib) and its starter."""
    problems = []
    what, right = (CRIB, CRIB_CARDS) if crib else (HAND, ruleset.hand_size if ruleset else len(hand))
    if ruleset is None and not crib and not 1 <= len(hand) <= MOST_CARDS:
        cards = Text.plural("{n} card", "{n} cards", n=len(hand))
        wrong = Text("the hand has {cards}; one to {most} can be counted", cards=cards, most=MOST_CARDS)
        problems.append(Problem("hand", wrong))
    if len(hand) != right:
        wrong = Text(
            "the {show} has {cards}; in {ruleset} it has {right}, the starter not among them",
            show=what,
            cards=Text.plural("{n} card", "{n} cards", n=len(hand)),
            ruleset=(ruleset or LEAGUE).called,
            right=right,
        )
        problems.append(Problem("hand", wrong))
    problems += [
        Problem(
            "hand", Text("the {card} is {n} times in the {show}; a pack has one", card=card.name, n=times, show=what)
        )
        for card, times in Counter(hand).items()
        if times > 1
    ]
    if starter is not None and starter in hand:
        wrong = Text("the {card} is in the {show} and the starter; a pack has one", card=starter.name, show=what)
        problems.append(Problem("starter", wrong))
    return problems


def _sorted(hand: tuple[Card, ...], starter: Card | None, crib: bool, ruleset: Ruleset | None) -> list[Card]:
    """The cards of a hand or crib and its starter, lowest first. Raises HandError where they are none."""
    cards = [*hand] if starter is None else [*hand, starter]
    # The common case is a good hand, so it is seen to be good before anything is put into words.
    number = len(hand)
    right = 1 <= number <= MOST_CARDS
    if crib or ruleset is not None:
        right = number == (ruleset.hand_size if ruleset is not None and not crib else CRIB_CARDS)
    if not right or len({*cards}) != len(cards):
        raise HandError(*hand_problems(hand, starter, crib=crib, ruleset=ruleset))
    cards.sort(key=_by_index)
    return cards


def _points(hand: Cards, turned: CardText | None, crib: bool, ruleset: Ruleset | None) -> int:
    """`show_points` of any hand or crib."""
    held = as_cards(hand)
    starter = None if turned is None else as_card(turned)
    cards = _sorted(held, starter, crib, ruleset)
    if not _TABLE:
        _TABLE.extend(_table(5))
    points = _pattern(cards)[0]
    for combination in (*_flush(held, starter, crib), *_nob(held, starter)):
        points += combination.points
    return points


def _table(size: int) -> tuple[Any, ...]:
    """An entry for every choice of ranks: `_table(3)[a][b][c]` for cards at places a, b and c, in any order.

    Choices of the same ranks share a tuple, so that five cards take 2,380 tuples of thirteen and not 30,941.
    """
    level: dict[tuple[int, ...], Any] = {places: _entry(places) for places in _choices(size)}
    for shorter in reversed(range(size)):
        level = {
            places: tuple(level[tuple(sorted((*places, place)))] for place in _PLACES) for places in _choices(shorter)
        }
    table: tuple[Any, ...] = level[()]
    return table


def _choices(size: int) -> Iterator[tuple[int, ...]]:
    return combinations_with_replacement(_PLACES, size)


def _entry(places: tuple[int, ...]) -> int:
    """The points at these places, with their marks. Five of one rank are no hand; the mark has them looked at."""
    points = points_of_ranks(places)
    if len(set(places)) < len(places):
        points += _WITH_PAIR
    if Rank.JACK - 1 in places:
        points += _WITH_JACK
    return points


def points_of_ranks(places: tuple[int, ...]) -> int:
    """Return the points of cards of these ranks, 0 (ace) to 12 and ascending: fifteens, runs and pairs (R29–R31)."""
    # The tables ask tens of thousands of times: how many choices make each sum is counted, none is looked at.
    ways = [1] + [0] * FIFTEEN
    for place in places:
        value = _VALUES[place]
        for total in range(FIFTEEN, value - 1, -1):
            ways[total] += ways[total - value]
    points = 2 * ways[FIFTEEN]
    numbers = {place: places.count(place) for place in places}
    if len(numbers) < len(places):
        points += sum([_PAIRS[number][1] for number in numbers.values() if number in _PAIRS])
    if len(numbers) >= SHORTEST_RUN:
        points += sum([len(run) * prod([numbers[place] for place in run]) for run in _sequences(numbers)])
    return points


def _pattern(cards: Iterable[Card]) -> _Pattern:
    """What cards of these ranks, lowest first, make together: how many points, by which parts."""
    places = tuple(map(_order_of, cards))
    try:
        return _PATTERNS[places]
    except KeyError:
        return _PATTERNS.setdefault(places, _make_pattern(places))


def _make_pattern(places: tuple[int, ...]) -> _Pattern:
    """A pattern: fifteens, runs and pairs, in the order in which they are counted aloud (R36)."""
    parts = (*_fifteens(places), *_runs(places), *_pairs(places))
    picks = tuple((kind, _pick(*which), points) for kind, which, points in parts)
    return sum(points for _, _, points in parts), picks


def _fifteens(places: tuple[int, ...]) -> Iterator[_Part]:
    """R29: each distinct choice of two or more cards that makes fifteen."""
    values = [_VALUES[place] for place in places]
    for size in range(2, len(values) + 1):
        for which, chosen in zip(combinations(range(len(values)), size), combinations(values, size), strict=True):
            if sum(chosen) == FIFTEEN:
                yield Kind.FIFTEEN, which, 2


def _runs(places: tuple[int, ...]) -> Iterator[_Part]:
    """R31: each distinct longest run of three or more; duplicates make several of one length."""
    for sequence in _sequences(sorted(set(places))):
        alike = ([at for at, other in enumerate(places) if other == place] for place in sequence)
        yield from ((Kind.RUN, which, len(which)) for which in product(*alike))


def _sequences(places: Iterable[int]) -> Iterator[list[int]]:
    """The unbroken sequences of three or more among `places`, which ascend. Six cards can hold two."""
    sequence: list[int] = []
    for place in places:
        if sequence and place != sequence[-1] + 1:
            if len(sequence) >= SHORTEST_RUN:
                yield sequence
            sequence = []
        sequence.append(place)
    if len(sequence) >= SHORTEST_RUN:
        yield sequence


def _pairs(places: tuple[int, ...]) -> Iterator[_Part]:
    """R30: pair, pair royal and double pair royal, once for each rank."""
    for place in sorted(set(places)):
        alike = tuple(at for at, other in enumerate(places) if other == place)
        if len(alike) in _PAIRS:
            kind, points = _PAIRS[len(alike)]
            yield kind, alike, points


def _flush(hand: tuple[Card, ...], starter: Card | None, crib: bool) -> tuple[Combination, ...]:
    """R32 R33: the whole hand of one suit, one more with the starter; in the crib only all five.

    A hand that no game keeps, of fewer cards or more, has none.
    """
    if len(hand) not in HIGHEST:
        return ()
    suit = hand[0].suit
    for card in hand:
        if card.suit is not suit:
            return ()
    if starter is not None and starter.suit is suit:
        return (Combination(Kind.FLUSH, tuple(sorted((*hand, starter))), len(hand) + 1),)
    return () if crib else (Combination(Kind.FLUSH, tuple(sorted(hand)), len(hand)),)


def _nob(hand: tuple[Card, ...], starter: Card | None) -> tuple[Combination, ...]:
    """R34: the jack of the starter's suit."""
    if starter is not None:
        jack = starter._jack
        for card in hand:
            if card is jack:
                return (Combination(Kind.NOB, (card,), 1),)
    return ()


def _codes(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))
