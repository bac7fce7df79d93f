"""Calling a hand, and challenging a call: the weaker the player, the more they miss (R28 R35 R39).

Nobody calls what is not there. What a beginner misses is what beginners miss: fifteens of three cards and more, a
flush, the nob, the second run of a double run.
"""

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from scoring.cards import Cards, cards_of
from scoring.combination import Combination, Kind
from scoring.course import NEVER
from scoring.events import Call, Challenge
from scoring.game import Game
from scoring.show import Show, score_show
from scoring.strategy.decision import Decision, Option, Strength
from scoring.text import N_, Text

# The chance to miss a combination that is hard to see; one that is easy (a pair, a fifteen of two) a quarter of it.
_MISSES: Mapping[Strength, float] = MappingProxyType(
    {
        Strength.BEGINNER: 0.2,
        Strength.CASUAL: 0.06,
        Strength.CLUB: 0.01,
        Strength.STRONG: 0.0,
        Strength.STRONGEST: 0.0,
    }
)
_EASY = 0.25


def call(game: Game, player: int, *, strength: Strength, chance: Random) -> Decision:
    """Return the call of the hand or crib that is due from `player`."""
    crib = game.shown == len(game.names)
    show = _show(game, player, crib=crib)
    points = counted(show, strength, chance)
    event = Call(player, points, show.hand, crib=crib)
    why = show.announcement.capitalised() if points == show.points else Text("Counts {points}", points=points)
    return Decision(event, why, (Option(event, points, None, why),))


def challenge(game: Game, player: int, said: Call, *, strength: Strength, chance: Random) -> Challenge | None:
    """Return the challenge with which `player` answers the call `said`, or None where they let it stand.

    They count the hand as well as their strength allows. Points that were missed are claimed where the ruleset lets
    them be taken (R39); a call that is too high is corrected (R41).
    """
    if game.side_of(player) == game.side_of(said.player):
        return None
    show = _show(game, said.player, crib=said.crib, cards=said.cards)
    points = counted(show, strength, chance)
    if points > said.declared and game.ruleset.muggins:
        return Challenge(player, points)
    if show.points < said.declared and points == show.points:
        return Challenge(player, points)
    return None


def counted(show: Show, strength: Strength, chance: Random) -> int:
    """Return the points that a player of this strength sees in a hand: never what no hand is worth (R35)."""
    misses = _MISSES[strength]
    if not misses:
        return show.points
    seen = sum(one.points for one in show.combinations if chance.random() >= misses * (_EASY if _easy(one) else 1))
    while seen in NEVER[len(show.hand)]:
        seen -= 1
    return seen


def _easy(combination: Combination) -> bool:
    return combination.kind in (Kind.PAIR, Kind.PAIR_ROYAL, Kind.DOUBLE_PAIR_ROYAL) or (
        combination.kind is Kind.FIFTEEN and len(combination.cards) == 2
    )


def _show(game: Game, player: int, *, crib: bool, cards: Cards | None = None) -> Show:
    table, play = game.table, game.play
    if table is None or play is None:
        raise game.refused("R28", N_("no hand is shown now"), player)
    known = table.crib if crib else cards_of(play.held[player])
    return score_show(known if cards is None else cards, table.starter, crib=crib, ruleset=game.ruleset)
