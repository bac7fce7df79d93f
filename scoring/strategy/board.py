"""The chance to win by the score and the deal."""

from math import erf, sqrt

from scoring.ruleset import Ruleset

_DEAL = 13.15  # points a side pegs in a deal, on average
_AHEAD = 3.0  # points that having the deal is worth
_SPREAD = 6.5  # the standard deviation of the difference of a deal


def win_probability(ruleset: Ruleset, own: int, theirs: int, *, dealer: bool) -> float:
    """Return the chance to win from a score before a deal, 0 to 1, where two sides play alike.

    `own` and `theirs` are points; `dealer` says whether the deal is one's own.
    """
    left = max(1.0, ruleset.target - max(own, theirs))
    ahead = own - theirs + (_AHEAD if dealer else -_AHEAD)
    return 0.5 * (1 + erf(ahead / (_SPREAD * sqrt(left / _DEAL) * sqrt(2))))
