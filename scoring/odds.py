"""The worth of a discard, and of a hand before its starter is turned: exact, in whole numbers and fractions.

Two players only. What the play pegs, and his heels, are not counted. Every unseen card is as likely a starter as any
other. What the opponent lays away is a model, the average opponent: docs/odds.md says what it is and whence.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import lcm
from operator import mul
from typing import NamedTuple

from scoring._tables import CODES, JACK, Crib, crib_of_average, points_by_starter, terms
from scoring.cards import PACK, Card, Cards, CardText, Rank, Suit, as_card, as_cards
from scoring.errors import HandError, Problem
from scoring.ruleset import LEAGUE, Ruleset
from scoring.show import hand_problems, show_points
from scoring.text import N_, Text

_CRIB_FLUSH = 5  # R33


class Discard(NamedTuple):
    """Two cards laid away, and what may be expected of it in points of the show."""

    laid_away: tuple[Card, ...]
    kept: tuple[Card, ...]
    dealer: bool
    """Whose crib it is: one's own, or the opponent's."""
    hand: Fraction
    """The mean of what is kept, over the starters."""
    crib: Fraction
    """The mean of the crib, over the starters and what the average opponent lays away."""

    @property
    def total(self) -> Fraction:
        """The dealer's hand and crib together; the pone's hand less the crib, which is the opponent's."""
        return self.hand + self.crib if self.dealer else self.hand - self.crib


@dataclass(frozen=True, slots=True)
class Spread:
    """The spread of a hand's points over the starters: so many starters each make it worth so many points."""

    starters: tuple[tuple[int, int], ...]
    """Points and the number of starters that give them, fewest points first; no number is 0."""

    @property
    def total(self) -> int:
        """Count the starters there are."""
        return sum(number for _, number in self.starters)

    @property
    def mean(self) -> Fraction:
        return Fraction(sum(points * number for points, number in self.starters), self.total)

    def chance(self, points: int) -> Fraction:
        """Return the chance that the hand is worth exactly so many points, 0 to 1."""
        return Fraction(dict(self.starters).get(points, 0), self.total)


def discards(
    cards: Cards, *, dealer: bool, starter: CardText | None = None, ruleset: Ruleset = LEAGUE
) -> tuple[Discard, ...]:
    """Everything a player can lay away of the cards dealt to them, the best first; equals in the order of their cards.

    `cards` are as many as the ruleset deals to each of two players (R5); `dealer` says whether the crib is their own.
    With `starter` given, for games that turn it first (R15), nothing is left open but the opponent's cards.
    Raises HandError with every problem: a ruleset where the pack gives cards to the crib (R13), the wrong number of
    cards, or a card that is there twice.
    """
    held = sorted(as_cards(cards))
    turned = None if starter is None else as_card(starter)
    _require_deal(held, turned, ruleset)
    mine = frozenset(held)
    unseen = [card for card in PACK if card not in mine]
    starters = Starters(unseen if turned is None else [turned])
    hands = Hands(starters, ruleset.hand_size)
    cribs = _Cribs(unseen, starters, crib_of_average(ruleset.dealt, not dealer))
    sign = 1 if dealer else -1
    number = len(starters.cards)
    found = []
    for laid_away in combinations(held, ruleset.laid_away):
        kept = tuple([card for card in held if card not in laid_away])
        hand, crib = hands.points(kept), cribs.points(laid_away)
        found.append((-(hand * cribs.unit + sign * crib), laid_away, kept, hand, crib))
    found.sort()
    return tuple(
        Discard(laid_away, kept, dealer, Fraction(hand, number), Fraction(crib, number * cribs.unit))
        for _, laid_away, kept, hand, crib in found
    )


def hand_spread(hand: Cards, *, seen: Cards = (), crib: bool = False, ruleset: Ruleset = LEAGUE) -> Spread:
    """Return what a hand, or a crib whose four cards are known, is worth with every starter there can be.

    `seen` are cards that cannot be turned, such as those laid away; cards of the hand among them change nothing.
    Raises HandError with every problem of the hand, or where no starter is left.
    """
    held, away = as_cards(hand), frozenset(as_cards(seen))
    starters = [card for card in PACK if card not in held and card not in away]
    problems = hand_problems(held, None, crib=crib, ruleset=ruleset)
    if not starters:
        problems.append(Problem("seen", N_("every card of the pack is seen; a starter must be left")))
    if problems:
        raise HandError(*problems)
    counts = Counter(show_points(held, starter, crib=crib, ruleset=ruleset) for starter in starters)
    return Spread(tuple(sorted(counts.items())))


def _require_deal(held: Sequence[Card], starter: Card | None, ruleset: Ruleset) -> None:
    problems = []
    if ruleset.pack_to_crib:
        wrong = N_("in {ruleset} cards go from the pack to the crib; what may be laid away there is not worked out")
        problems.append(Problem("ruleset", Text(wrong, ruleset=ruleset.called)))
    if len(held) != ruleset.dealt:
        message = Text.plural(
            "there are {n} card; in {ruleset} each of two players is dealt {dealt} "
            "(three and four players are not worked out)",
            "there are {n} cards; in {ruleset} each of two players is dealt {dealt} "
            "(three and four players are not worked out)",
            n=len(held),
            ruleset=ruleset.called,
            dealt=ruleset.dealt,
        )
        problems.append(Problem("cards", message))
    problems += [
        Problem("cards", Text("the {name} is there {times} times; a pack has one", name=card.name, times=times))
        for card, times in Counter(held).items()
        if times > 1
    ]
    if starter is not None and starter in held:
        problems.append(
            Problem("starter", Text("the {name} is dealt and the starter; a pack has one", name=starter.name))
        )
    if problems:
        raise HandError(*problems)


def _by_rank(cards: Iterable[Card]) -> list[int]:
    numbers = [0] * len(Rank)
    for card in cards:
        numbers[card.rank - 1] += 1
    return numbers


def _suit_of_all(cards: Sequence[Card]) -> Suit | None:
    suit = cards[0].suit
    for card in cards:
        if card.suit is not suit:
            return None
    return suit


class Starters:
    """The cards that can be turned."""

    def __init__(self, cards: Sequence[Card]) -> None:
        self.cards = cards
        self.by_rank = _by_rank(cards)
        self.by_suit = Counter([card.suit for card in cards])

    def nobs(self, cards: Iterable[Card]) -> int:
        """In how many cases one of these is his nob (R34)."""
        return sum([self.by_suit[card.suit] for card in cards if card.rank is Rank.JACK])


class Hands:
    """The hands that can be kept of one deal, summed over the starters."""

    def __init__(self, starters: Starters, kept: int) -> None:
        self.starters = starters
        self.table = points_by_starter(kept)
        self.by_code: dict[int, int] = {}

    def points(self, kept: Sequence[Card]) -> int:
        """Fifteens, runs, pairs (R29–R31), flush (R32) and nob (R34)."""
        code = sum([CODES[card.rank - 1] for card in kept])
        if code not in self.by_code:
            self.by_code[code] = sum(map(mul, self.table[code], self.starters.by_rank))
        points = self.by_code[code] + self.starters.nobs(kept)
        suit = _suit_of_all(kept)
        if suit is not None:
            points += len(kept) * len(self.starters.cards) + self.starters.by_suit[suit]
        return points


class _Cribs:
    """The cribs that one deal can lead to, summed over the starters, and over the opponent's pairs by their share.

    With each starter the weights of the pairs still possible add up to something else, so that a sum over starters is
    one of fractions. They are brought to one denominator, `unit`.
    """

    def __init__(self, unseen: Sequence[Card], starters: Starters, table: Crib) -> None:
        self.unseen, self.starters, self.table = unseen, starters, table
        self.by_rank = _by_rank(unseen)
        self.terms = terms(self.by_rank)
        totals = table.totals(self.terms)
        turned = starters.by_rank
        self.unit = lcm(*[total for total, number in zip(totals, turned, strict=True) if number])
        # What a weight of 1 comes to with a starter of each rank, and with all starters of that rank.
        self.shares = [self.unit // total if number else 0 for total, number in zip(totals, turned, strict=True)]
        self.turned = list(map(mul, self.shares, turned))
        self.nobs_of_theirs = self._nobs_of_theirs()
        self.by_code: dict[int, int] = {}
        self.flushes: dict[Suit, int] = {}

    def points(self, laid_away: Sequence[Card]) -> int:
        """Fifteens, runs, pairs (R29–R31), flush (R33) and nob (R34), in fractions of `unit`."""
        code = sum([CODES[card.rank - 1] for card in laid_away])
        if code not in self.by_code:
            self.by_code[code] = sum(map(mul, self.table.points(code, self.terms), self.turned))
        points = self.by_code[code] + self.starters.nobs(laid_away) * self.unit + self.nobs_of_theirs
        suit = _suit_of_all(laid_away)
        return points if suit is None else points + self._flush(suit)

    def _nobs_of_theirs(self) -> int:
        """His nob where it is the opponent who lays the jack away."""
        suits = {card.suit for card in self.unseen if card.rank is Rank.JACK}
        weights = self.table.weights[JACK]
        with_jack = sum(map(mul, weights, self.by_rank)) - weights[JACK]
        # The other card beside the jack is not the starter.
        return sum(
            [
                (with_jack - weights[card.rank - 1]) * self.shares[card.rank - 1]
                for card in self.starters.cards
                if card.suit in suits and card.rank is not Rank.JACK
            ]
        )

    def _flush(self, suit: Suit) -> int:
        """The flush of all five where both of one's own are of this suit."""
        if suit not in self.flushes:
            self.flushes[suit] = _CRIB_FLUSH * self._ways_to_flush(suit)
        return self.flushes[suit]

    def _ways_to_flush(self, suit: Suit) -> int:
        ranks = [card.rank - 1 for card in self.unseen if card.suit is suit]
        weights = self.table.weights
        with_rank = {rank: sum([weights[rank][other] for other in ranks if other != rank]) for rank in ranks}
        every = sum(with_rank.values()) // 2
        turned = [card.rank - 1 for card in self.starters.cards if card.suit is suit]
        return sum([(every - with_rank[rank]) * self.shares[rank] for rank in turned])
