"""Laying away: every choice of cards with what may be expected of it, in points and to the board.

Hand and crib are exact over the starters, and over what an opponent lays away who answers as we would
(`scoring.odds`); the play is what hands of these ranks pegged on average in the deals of the tables.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from scoring.cards import PACK, Card, Rank
from scoring.events import LayAway
from scoring.odds import Hands, Starters, discards
from scoring.show import show_points
from scoring.strategy.board import Board, board, load_knowledge
from scoring.strategy.choosing.inference import unseen_ranks
from scoring.strategy.choosing.prospect import Prospect, Show
from scoring.strategy.choosing.spread import crib_spread, laid_by
from scoring.strategy.decision import Option
from scoring.strategy.kernel.knowledge import Knowledge
from scoring.strategy.kernel.ranks import code
from scoring.strategy.view import View
from scoring.text import Text


class Choice(NamedTuple):
    """Cards laid away, and the points of the hand, the crib (less than nothing where it is theirs) and the play."""

    away: tuple[Card, ...]
    kept: tuple[Card, ...]
    hand: Fraction
    crib: Fraction
    play: float

    @property
    def points(self) -> float:
        return float(self.hand + self.crib) + self.play


def lay_aways(view: View, also: tuple[Card, ...] = ()) -> tuple[Option, ...]:
    """Return every choice of cards to lay away, the best first: to the board where two sides play, else by points.

    Those far behind in points are not weighed to the board, but for the choice of the cards `also`.
    """
    told = load_knowledge(view.ruleset, view.players)
    found = choices(view)
    ranked: list[tuple[float, float | None, Choice]]
    if view.players == 3:
        ranked = [(choice.points, None, choice) for choice in found]
    elif view.players == 2 and told.kind.away == view.ruleset.laid_away and told.kind.dealt == view.ruleset.dealt:
        ranked = _to_the_board(view, told, found, also)
    else:
        ranked = _by_outcomes(view, told, found)
    ranked.sort(key=lambda one: (-one[0], -one[2].points))
    return tuple(_option(view, choice, choice.points, win) for _, win, choice in ranked)


def quick_lay_aways(view: View, *, crib: bool, play: bool) -> tuple[Option, ...]:
    """Return the same by points alone, as weaker players see it: without the play, or the crib either."""
    found = []
    for choice in choices(view):
        points = float(choice.hand) + (float(choice.crib) if crib else 0) + (choice.play if play else 0)
        found.append(_option(view, choice, points, None))
    return tuple(sorted(found, key=lambda option: -option.points))


def choices(view: View) -> list[Choice]:
    """Return everything that can be laid away, in points, the best first."""
    told = load_knowledge(view.ruleset, view.players)
    exact = view.players == 2 and not view.ruleset.pack_to_crib
    found = list(_of_two(view, told) if exact else _of_several(view, told))
    found.sort(key=lambda choice: -choice.points)
    return found


def _of_two(view: View, told: Knowledge) -> Iterator[Choice]:
    for one in discards(view.hand, dealer=view.deals, starter=view.starter, ruleset=view.ruleset):
        crib = one.crib if view.deals else -one.crib
        yield Choice(one.laid_away, one.kept, one.hand, crib, _play(view, told, one.kept))


def _of_several(view: View, told: Knowledge) -> Iterator[Choice]:
    number = view.ruleset.laid_away_by(view.players)
    starters = [view.starter] if view.starter else [card for card in PACK if card not in view.hand]
    hands = Hands(Starters(starters), view.ruleset.hand_size)
    for away in combinations(view.hand, number):
        kept = tuple([card for card in view.hand if card not in away])
        hand = Fraction(hands.points(kept), len(starters))
        crib = Fraction(_crib(view, told, away)).limit_denominator(1000)
        yield Choice(away, kept, hand, crib if view.deals else -crib, _play(view, told, kept))


def _seat(view: View) -> int:
    return (view.player - view.dealer) % view.players


def _crib(view: View, told: Knowledge, away: tuple[Card, ...]) -> float:
    means = told.cribs[_seat(view)]
    number = code([card.order for card in away])
    if number in means:
        return means[number]
    # Another number of cards than in any deal that was played: so much above or below the mean as each is.
    each = [sum(mean for key, mean in means.items() if key >> 3 * card.order & 7) for card in away]
    mean = sum(means.values()) / len(means)
    return mean + sum(one / 13 - mean for one in each) / 2


def _play(view: View, told: Knowledge, kept: tuple[Card, ...]) -> float:
    """Return the points of the play of hands like `kept`, less those of the others (of two, their mean)."""
    number, seat = code([card.order for card in kept]), _seat(view)
    theirs = told.against[seat].get(number, 0.0)
    return told.pegged[seat].get(number, 0.0) - (theirs / 2 if view.players == 3 else theirs)


def _to_the_board(
    view: View, told: Knowledge, found: list[Choice], also: tuple[Card, ...]
) -> list[tuple[float, float | None, Choice]]:
    """Weigh each choice by the chance to win after the deal, over the starters and the crib that it leads to."""
    target = view.ruleset.target
    needs = target - view.scores[view.player], target - view.scores[1 - view.player]
    prospect = Prospect(
        board(view.ruleset, 2), told, (view.scores[view.player], view.scores[1 - view.player]), view.deals
    )
    seat = _seat(view)
    theirs = laid_by(told.aways[1 - seat], unseen_ranks(view))
    starters = [view.starter] if view.starter else [card for card in PACK if card not in view.hand]
    ranked: list[tuple[float, float | None, Choice]] = []
    cribs: dict[tuple[int, int], dict[int, float]] = {}
    mean, near = prospect.mean_play(seat), _looked_at(needs, found)
    asked = [choice for choice in found[near:] if set(choice.away) == set(also)]
    for choice in (*found[:near], *asked):
        away = code([card.order for card in choice.away])
        shows: dict[tuple[int, int], int] = {}
        for card in starters:
            points = show_points(choice.kept, card, ruleset=view.ruleset)
            shows[card.order, points] = shows.get((card.order, points), 0) + 1
        spread: list[Show] = []
        for (rank, points), number in shows.items():
            if (away, rank) not in cribs:
                cribs[away, rank] = crib_spread(away, rank, theirs)
            spread.append(Show(points, cribs[away, rank], number / len(starters)))
        kept = code([card.order for card in choice.kept])
        play = told.pegged[seat].get(kept, mean[0]) - mean[0], told.against[seat].get(kept, mean[1]) - mean[1]
        worth, win = prospect.expected(spread, play, abs(float(choice.crib)))
        ranked.append((worth, win, choice))
    worst = min((worth for worth, _, _ in ranked), default=0.0)
    ranked += [(worst - 1 + choice.points / 1000, None, choice) for choice in found[near:] if choice not in asked]
    return ranked


def _looked_at(needs: tuple[int, int], found: list[Choice]) -> int:
    """Return how many choices are worth the look to the board: those not far behind, and near the end more of them."""
    behind = 1.5 if min(needs) > 30 else 4.0
    return max(2, sum(found[0].points - choice.points <= behind for choice in found))


def _by_outcomes(view: View, told: Knowledge, found: list[Choice]) -> list[tuple[float, float | None, Choice]]:
    """Weigh each choice by the chance to win after a deal as deals are, better or worse by its points."""
    side = view.player % 2
    scores = view.scores[side], view.scores[1 - side]
    plain = board(view.ruleset, view.players)
    mean = sum(choice.points for choice in found) / len(found)
    ranked: list[tuple[float, float | None, Choice]] = []
    for choice in found:
        worth, win = _outcome(plain, told, scores, view.deals, round(choice.points - mean))
        ranked.append((worth + choice.points / 1e6, win, choice))
    return ranked


@lru_cache(maxsize=256)  # choices are many, few points lie between them, and partners share a score
def _outcome(plain: Board, told: Knowledge, scores: tuple[int, int], deals: bool, shift: int) -> tuple[float, float]:
    """Return what a deal comes to in which one's own side makes so many points more than in the deals as they are."""
    own, theirs = scores
    both = plain.both
    win = worth = 0.0
    for dealers, others, share in told.outcomes:
        mine, yours = (dealers, others) if deals else (others, dealers)
        games, chance = both(own + max(0, mine + shift), theirs + yours, not deals)
        win += share * chance
        worth += share * games
    return worth, win


def _option(view: View, choice: Choice, points: float, win: float | None) -> Option:
    said: dict[str, object] = {
        "cards": " ".join(card.symbol for card in choice.kept),
        "hand": f"{float(choice.hand):.1f}",
        "crib": f"{abs(float(choice.crib)):.1f}",
        "play": f"{choice.play:+.1f}".replace("-", "−"),
    }
    five = any(card.rank is Rank.FIVE for card in choice.away)
    if view.deals:
        why = Text("Keeps {cards} for {hand}, with {crib} in the crib and {play} in the play", **said)
    elif five:
        why = Text("Keeps {cards} for {hand} and {play} in the play; the five gives their crib {crib}", **said)
    else:
        why = Text("Keeps {cards} for {hand} and {play} in the play, and gives their crib {crib}", **said)
    return Option(LayAway(view.player, choice.away), points, win, why)
