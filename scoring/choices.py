"""The choices of a ruleset that are neither a number nor yes or no, and what every choice has in common."""

from enum import StrEnum


class Choice(StrEnum):
    """One of a few ways. `repr` rebuilds it."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self._name_}"


class StarterCutter(Choice):
    NON_DEALER = "non-dealer"  # in doubles, the player on the dealer's left
    DEALER = "dealer"


class NextGameDealer(Choice):
    CUT = "cut"
    ALTERNATE = "alternate"
    LOSER = "loser"
    WINNER = "winner"


class GoContinuation(Choice):
    """The others' play after a go while they can still play within 31."""

    ONE = "one"  # one card, no more
    MUST = "must"  # everything that fits
    MAY = "may"  # as many as they like


class AnnouncementOrder(Choice):
    """The order in which a show is counted aloud; the flush and his nob come last in either."""

    RUNS_FIRST = "runs-first"  # fifteens, runs with their pairs, other pairs
    PAIRS_FIRST = "pairs-first"  # fifteens, pairs, runs


class WrongClaim(Choice):
    """The points for a challenger who saw that points were missed and was wrong about how many."""

    NOTHING = "nothing"
    LESSER = "lesser"  # the lesser of what they claimed and what was missed


class FalseMuggins(Choice):
    """The penalty for claiming points that were not missed."""

    NONE = "none"
    CLAIMED = "claimed"  # the points claimed go to the opponent


class RuleBook(Choice):
    """The book that says what follows from an irregularity (R49a)."""

    HOYLE = "hoyle"  # R47–R49
    ACC = "acc"  # the American Cribbage Congress


class Misdeal(Choice):
    REDEAL = "redeal"  # the same dealer deals again, without penalty
    CHOICE = "choice"  # the opponent chooses a new deal, or pegs 2 and the hand is corrected
