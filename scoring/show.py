"""The show: what a hand or crib is worth with the starter, and the combinations that make it so.

`score_show` names every combination and can be read aloud; `show_points` only counts, many times faster, and always
agrees. Neither knows who calls what: that is `scoring.muggins`.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from types import MappingProxyType
from typing import Any, Self

from scoring.announcement import announce
from scoring.cards import Card, Rank, parse_card, parse_cards
from scoring.combination import Combination, Kind
from scoring.errors import HandError, Problem, ScoringError
from scoring.ruleset import CRIB_CARDS, LEAGUE, Ruleset

FIFTEEN = 15
SHORTEST_RUN = 3
# R35: the most that so many cards and a starter can be worth.
HIGHEST: Mapping[int, int] = MappingProxyType({3: 20, 4: 29, 5: 46})
_PAIR_POINTS = (0, 0, 2, 6, 12)  # R30: by cards of one rank
_PAIRS = {2: Kind.PAIR, 3: Kind.PAIR_ROYAL, 4: Kind.DOUBLE_PAIR_ROYAL}


@dataclass(frozen=True, slots=True)
class Show:
    """A counted hand or crib. `starter` is None where it was counted without one."""

    hand: tuple[Card, ...]
    starter: Card | None
    crib: bool
    combinations: tuple[Combination, ...]

    @property
    def points(self) -> int:
        return sum(combination.points for combination in self.combinations)

    @property
    def announcement(self) -> str:
        """The count as it is called at the table (R36); a hand worth nothing is “nineteen”."""
        return announce(self.combinations)

    def to_dict(self) -> dict[str, Any]:
        """Plain values fit for JSON; `from_dict` gives the show back. Points and announcement are there to be read."""
        return {
            "hand": _codes(self.hand),
            "starter": None if self.starter is None else str(self.starter),
            "crib": self.crib,
            "points": self.points,
            "announcement": self.announcement,
            "combinations": [
                {"kind": c.kind.value, "cards": _codes(c.cards), "points": c.points} for c in self.combinations
            ],
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """The show that `to_dict` wrote, as it was counted then; nothing is counted again.

        Raises ScoringError where something is missing, is no card, or does not agree with the rest.
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
            raise ScoringError(Problem("show", f"this is no stored show ({error!r}); to_dict writes one")) from None
        if not faithful:
            message = (
                f"the stored show says {data['points']!r} and its combinations make {show.points}; they must agree"
            )
            raise ScoringError(Problem("show", message))
        return show


def score_show(hand: Iterable[Card], starter: Card | None, *, crib: bool = False, ruleset: Ruleset = LEAGUE) -> Show:
    """Count a hand, or the dealer's crib, with the starter (R29–R34).

    `hand` is what was kept, without the starter: as many cards as the ruleset keeps, four in any crib. With `starter`
    None the cards count alone: no nob, no flush with the starter, and so no flush in a crib.
    Raises HandError with every problem: the wrong number of cards, or a card that is there twice.
    """
    held = tuple(hand)
    _require_hand(held, starter, crib=crib, ruleset=ruleset)
    cards = sorted(held if starter is None else (*held, starter))
    found = (*_fifteens(cards), *_runs(cards), *_pairs(cards), *_flush(held, starter, crib), *_nob(held, starter))
    return Show(held, starter, crib, found)


def show_points(hand: Iterable[Card], starter: Card | None, *, crib: bool = False, ruleset: Ruleset = LEAGUE) -> int:
    """Exactly `score_show(...).points`, with its arguments and errors, without naming the combinations."""
    held = tuple(hand)
    _require_hand(held, starter, crib=crib, ruleset=ruleset)
    return _rank_points(held if starter is None else (*held, starter)) + _suit_points(held, starter, crib)


def highest_points(*, crib: bool = False, ruleset: Ruleset = LEAGUE) -> int:
    """The most a hand, or the crib, can be worth in this ruleset (R35)."""
    return HIGHEST[CRIB_CARDS if crib else ruleset.kept]


def hand_problems(hand: Sequence[Card], starter: Card | None, *, crib: bool, ruleset: Ruleset) -> list[Problem]:
    """Everything that keeps these cards from being a hand (or crib) and its starter."""
    problems = []
    what, right = ("crib", CRIB_CARDS) if crib else ("hand", ruleset.kept)
    if len(hand) != right:
        wrong = f"the {what} has {_cards(len(hand))}; in {ruleset.title} it has {right}, the starter not among them"
        problems.append(Problem("hand", wrong))
    problems += [
        Problem("hand", f"the {card.name} is {times} times in the {what}; a pack has one")
        for card, times in Counter(hand).items()
        if times > 1
    ]
    if starter is not None and starter in hand:
        problems.append(Problem("starter", f"the {starter.name} is in the {what} and the starter; a pack has one"))
    return problems


def _require_hand(hand: tuple[Card, ...], starter: Card | None, *, crib: bool, ruleset: Ruleset) -> None:
    # The common case is a good hand, so it is seen to be good before anything is put into words.
    distinct = len(set(hand)) == len(hand) and starter not in hand
    if distinct and len(hand) == (CRIB_CARDS if crib else ruleset.kept):
        return
    raise HandError(*hand_problems(hand, starter, crib=crib, ruleset=ruleset))


def _fifteens(cards: Sequence[Card]) -> Iterator[Combination]:
    """R29: each distinct choice of two or more cards that makes fifteen."""
    for size in range(2, len(cards) + 1):
        for chosen in combinations(cards, size):
            if sum(card.value for card in chosen) == FIFTEEN:
                yield Combination(Kind.FIFTEEN, chosen, 2)


def _runs(cards: Sequence[Card]) -> Iterator[Combination]:
    """R31: each distinct longest run of three or more; duplicates make several of one length."""
    by_rank: dict[int, list[Card]] = {}
    for card in cards:
        by_rank.setdefault(card.rank, []).append(card)
    for ranks in _sequences(by_rank):
        chosen: list[tuple[Card, ...]] = [()]
        for rank in ranks:
            chosen = [(*run, card) for run in chosen for card in by_rank[rank]]
        yield from (Combination(Kind.RUN, run, len(run)) for run in chosen)


def _sequences(ranks: Iterable[int]) -> Iterator[list[int]]:
    """The unbroken sequences of three or more among `ranks`, which ascend. Six cards can hold two."""
    sequence: list[int] = []
    for rank in ranks:
        if sequence and rank != sequence[-1] + 1:
            if len(sequence) >= SHORTEST_RUN:
                yield sequence
            sequence = []
        sequence.append(rank)
    if len(sequence) >= SHORTEST_RUN:
        yield sequence


def _pairs(cards: Sequence[Card]) -> Iterator[Combination]:
    """R30: pair, pair royal and double pair royal, once for each rank."""
    for rank in Rank:
        alike = tuple(card for card in cards if card.rank is rank)
        if len(alike) > 1:
            yield Combination(_PAIRS[len(alike)], alike, _PAIR_POINTS[len(alike)])


def _flush(hand: tuple[Card, ...], starter: Card | None, crib: bool) -> Iterator[Combination]:
    """R32 R33: the whole hand of one suit, one more with the starter; in the crib only all five."""
    if len({card.suit for card in hand}) > 1:
        return
    if starter is not None and starter.suit is hand[0].suit:
        yield Combination(Kind.FLUSH, tuple(sorted((*hand, starter))), len(hand) + 1)
    elif not crib:
        yield Combination(Kind.FLUSH, tuple(sorted(hand)), len(hand))


def _nob(hand: tuple[Card, ...], starter: Card | None) -> Iterator[Combination]:
    """R34: the jack of the starter's suit."""
    for card in hand:
        if starter is not None and card.rank is Rank.JACK and card.suit is starter.suit:
            yield Combination(Kind.NOB, (card,), 1)


def _rank_points(cards: tuple[Card, ...]) -> int:
    """Fifteens, runs and pairs, from how many cards there are of each rank."""
    ways = [1] + [0] * FIFTEEN  # how many choices of the cards so far make each sum
    counts = [0] * (len(Rank) + 2)
    for card in cards:
        counts[card.rank] += 1
        value = card.value
        for total in range(FIFTEEN, value - 1, -1):
            ways[total] += ways[total - value]
    points = 2 * ways[FIFTEEN]
    length, times = 0, 1
    for count in counts:  # the last is always 0 and ends a run of kings
        points += _PAIR_POINTS[count]
        if count:
            length, times = length + 1, times * count
            continue
        if length >= SHORTEST_RUN:
            points += length * times
        length, times = 0, 1
    return points


def _suit_points(hand: tuple[Card, ...], starter: Card | None, crib: bool) -> int:
    """Flush and nob."""
    suit = hand[0].suit
    flush = all(card.suit is suit for card in hand)
    if starter is None:
        return len(hand) if flush and not crib else 0
    points = sum(card.rank is Rank.JACK and card.suit is starter.suit for card in hand)
    if flush and starter.suit is suit:
        points += len(hand) + 1
    elif flush and not crib:
        points += len(hand)
    return points


def _codes(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))


def _cards(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"
