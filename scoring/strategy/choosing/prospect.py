"""The chance to win before a deal is played, from what one's hand and the crib may be worth (two players).

What is not one's own is as in the deals of the tables: the points of the play, the other's hand. The order of the show
counts: the pone's hand, the dealer's, the crib (R28 R37).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from scoring.strategy.board import Board
from scoring.strategy.kernel.knowledge import Knowledge

Both = tuple[float, float]
"""Expected games, and the chance to win."""
_LITTLE = 0.001  # shares that are left out
_BOTH_IN_PLAY = 0.5  # where both could peg out in the play, each is first as often


class Show(NamedTuple):
    """A hand's points, the crib's (points and how likely), and how likely the two come together."""

    hand: int
    crib: dict[int, float]
    share: float


class Prospect:
    """A score and a deal. Points are one's own and the other's; `deals` says who has the crib."""

    def __init__(self, board: Board, told: Knowledge, scores: tuple[int, int], deals: bool) -> None:
        self.board, self.deals = board, deals
        self.own, self.theirs = scores
        self.told = told
        dealers, others = told.pegs
        self.mine, self.yours = (dealers, others) if deals else (others, dealers)
        self.hands = told.hand_points[1 if deals else 0]
        self.crib_mean = told.facts["crib"]
        self.others, self.peg_out = _combine_shares(self.yours, self.hands, board.target - scores[1])
        self.known: dict[tuple[int, int], Both] = {}
        self.reached: dict[tuple[int, int], Both] = {}

    def mean_play(self, seat: int) -> tuple[float, float]:
        """Return the mean points of the play of the player at `seat`, and of the other."""
        pegged: Sequence[float] = self.told.facts["pegged"]
        return pegged[seat], pegged[1 - seat]

    def expected(self, spread: Sequence[Show], play: tuple[float, float], crib: float) -> Both:
        """Return what hands and cribs like these lead to.

        `play` is by how much hands like this one peg more than the mean, and the other more against them; `crib` the
        exact mean of the crib, suits and all, which the spread leaves out.
        """
        here = self._mean(spread, 0, 0)
        expected = sum(show.share * sum(points * share for points, share in show.crib.items()) for show in spread)
        own, theirs = play[0], play[1]
        if self.deals:
            own += crib - expected
        else:
            theirs += crib - expected
        more, less = self._mean(spread, 1, 0), self._mean(spread, 0, 1)
        worth = here[0] + own * (more[0] - here[0]) + theirs * (less[0] - here[0])
        win = here[1] + own * (more[1] - here[1]) + theirs * (less[1] - here[1])
        return worth, min(1.0, max(0.0, win))

    def _mean(self, spread: Sequence[Show], own: int, theirs: int) -> Both:
        """Return the mean over `spread`, the sides being so many points ahead of where they are."""
        worth = win = 0.0
        for show in spread:
            for points, share in show.crib.items():
                one = (
                    self._dealt(show.hand + own, points, theirs)
                    if not self.deals
                    else self._deal(show.hand + points + own, theirs)
                )
                worth += show.share * share * one[0]
                win += show.share * share * one[1]
        return worth, win

    def _deal(self, whole: int, theirs: int) -> Both:
        """As dealer: hand and crib come last, together."""
        key = whole, theirs
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = self._sum(
                [(points + whole, share, points) for points, share in enumerate(self.mine)], theirs, first=False
            )
        return found

    def _dealt(self, hand: int, crib: int, theirs: int) -> Both:
        """As pone: the hand comes before the dealer's and the crib."""
        key = hand, crib + theirs
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = self._sum(
                [(points + hand, share, points) for points, share in enumerate(self.mine)], crib + theirs, first=True
            )
        return found

    def _sum(self, mine: list[tuple[int, float, int]], more: int, *, first: bool) -> Both:
        """Sum over one's own points of the play and the show: all, their share, those of the play."""
        worth = win = 0.0
        needs = self.board.target - self.own
        for whole, share, pegged in mine:
            if share > _LITTLE:
                one = self._theirs(whole, more, needs <= pegged, first=first)
                worth += share * one[0]
                win += share * one[1]
        return worth, win

    def _theirs(self, whole: int, more: int, out: bool, *, first: bool) -> Both:
        """Sum over the other's points where one makes `whole` in all, and is `out` in the play already."""
        key = (whole, 2 * more + out)
        found = self.reached.get(key)
        if found is None:
            own, peg_out = self.own + whole, self.peg_out
            both, later = self.board.both, not self.deals
            worth = win = 0.0
            for points, share in self.others:
                one = both(*self._end(own, points, more, out=out, first=first), later)
                worth += share * one[0]
                win += share * one[1]
            if peg_out:  # the other pegs out in the play: before one's own show, and as often first where both do
                lost, won = self._won(self.own, self.board.target), self._won(own, self.theirs)
                half = _BOTH_IN_PLAY if out else 0.0
                worth += peg_out * (half * won[0] + (1 - half) * lost[0])
                win += peg_out * (half * won[1] + (1 - half) * lost[1])
            found = self.reached[key] = worth, win
        return found

    def _end(self, own: int, points: int, more: int, *, out: bool, first: bool) -> tuple[int, int]:
        """Return the score after a deal, in the order of the show; `points` are the other's of play and hand."""
        target, theirs = self.board.target, self.theirs + points
        if out or (first and own >= target):
            return own, min(theirs, target - 1)
        if theirs >= target:
            return min(own, target - 1), theirs
        if own >= target:  # as dealer, after the other's hand
            return own, theirs
        return own, theirs + more

    def _won(self, own: int, theirs: int) -> Both:
        return self.board.both(own, theirs, not self.deals)


def _combine_shares(pegs: Sequence[float], hands: Sequence[float], needs: int) -> tuple[list[tuple[int, float]], float]:
    """Return the shares of the points of play and hand together, and the share of plays that reach `needs`."""
    found = [0.0] * (len(pegs) + len(hands))
    reach = sum(pegs[needs:])
    for pegged, share in enumerate(pegs[:needs]):
        for hand, chance in enumerate(hands):
            found[pegged + hand] += share * chance
    kept = [(points, share) for points, share in enumerate(found) if share > _LITTLE]
    whole = sum(share for _, share in kept) / (1 - reach) if reach < 1 else 1.0
    return [(points, share / whole) for points, share in kept], reach
