"""A whole game looked through: what each decision cost, the best there was, and what was luck (docs/strategy.md).

The chance to win moves at every event. Where a player chose, the difference between the best choice and theirs is
skill: it is their cost. Everything else, the deal, the starter and what the other holds, is luck.
"""

from collections.abc import Iterable
from typing import NamedTuple

from scoring.cards import Card
from scoring.events import Event, Go, Lay, LayAway, Phase
from scoring.game import Game, Step
from scoring.replay import replay
from scoring.strategy.board import win_probability
from scoring.strategy.decision import Option
from scoring.strategy.player import rank
from scoring.written import Fault


class Chosen(NamedTuple):
    """One decision of a game: what was done, the best there was, and what that cost."""

    step: int
    """Its place among the events, from 0."""
    deal: int
    player: int
    done: Option
    best: Option
    cost: float
    """The chance to win that it cost, 0 to 1; 0 where that is not worked out or the choice was the best."""
    points: float
    """The points it is expected to cost; below 0 where the best is best by the board and not by points."""


class Side(NamedTuple):
    """The decisions and the luck of one side."""

    decisions: int
    best: int
    """The number of decisions that were the best, or as good."""
    cost: float
    """The chance to win that its decisions cost, all together."""
    luck: float
    """What the cards brought it, likewise; below 0 for bad luck."""


class Moment(NamedTuple):
    """The chance to win of the first side between two deals, for a graph."""

    deal: int
    scores: tuple[int, ...]
    win: float


class Analysis(NamedTuple):
    """A game looked through. `faults` are those of the record; it goes as far as the record does."""

    game: Game | None
    decisions: tuple[Chosen, ...]
    sides: tuple[Side, ...]
    moments: tuple[Moment, ...]
    faults: tuple[Fault, ...] = ()


def analyse(record: str) -> Analysis:
    """Return the analysis of a written game: each decision with its cost, the best line, luck and skill apart.

    A decision of a player whose cards are not written is left out. It takes some seconds for a game. Raises nothing.
    """
    found = replay(record)
    return analyse_steps(found.steps)._replace(game=found.game, faults=found.faults)


def analyse_steps(steps: Iterable[Step], start: Game | None = None) -> Analysis:
    """Return the analysis of a game by its steps; `start` is the game before them, else a new one by their rules."""
    steps = tuple(steps)
    if not steps:
        return Analysis(start, (), (), ())
    first = steps[0].game
    game = start or Game.start(first.names, ruleset=first.ruleset, dealer=first.first_dealer)
    decisions, moments, away = [], [_moment(game)], dict[int, tuple[Card, ...]]()
    for place, (event, _, after, _) in enumerate(steps):
        chosen = _chosen(game, event, place, away)
        if chosen is not None:
            decisions.append(chosen)
        if isinstance(event, LayAway):
            away[event.player] = event.cards or ()
        game = after
        if game.phase is Phase.DEAL or game.winner is not None:
            away = {}
            moments.append(_moment(game))
    return Analysis(game, tuple(decisions), tuple(_sides(game, decisions, moments)), tuple(moments))


def _chosen(game: Game, event: Event, place: int, away: dict[int, tuple[Card, ...]]) -> Chosen | None:
    if not isinstance(event, LayAway | Lay | Go) or not _known(game, event.player):
        return None
    player = event.player
    options = rank(game, player, laid_away=away.get(player, ()), also=event)
    done = next((option for option in options if _same(option.event, event)), None)
    if done is None or len(options) < 2:
        return None
    best = options[0]
    cost = 0.0 if best.win is None or done.win is None else max(0.0, best.win - done.win)
    return Chosen(place, game.deal, player, done, best, cost, float(best.points) - float(done.points))


def _known(game: Game, player: int) -> bool:
    if game.table is None:
        return False
    return not (game.table.hidden[player] if game.play is None else game.play.hidden[player])


def _same(option: Event, event: Event) -> bool:
    if isinstance(option, LayAway) and isinstance(event, LayAway):
        return event.cards is not None and set(option.cards or ()) == set(event.cards)
    return option == event


def _moment(game: Game) -> Moment:
    scores = game.scores
    if game.winner is not None:
        win = 1.0 if game.winner == 0 else 0.0
    elif len(scores) > 2:
        win = 1 / len(scores)
    else:
        deals = game.side_of(game.dealer) == 0
        win = win_probability(game.ruleset, scores[0], scores[1], dealer=deals, players=len(game.names))
    return Moment(game.deal, scores, win)


def _sides(game: Game, decisions: list[Chosen], moments: list[Moment]) -> Iterable[Side]:
    costs = [
        [chosen.cost for chosen in decisions if game.side_of(chosen.player) == side] for side in range(len(game.scores))
    ]
    moved = moments[-1].win - moments[0].win
    for side, mine in enumerate(costs):
        theirs = sum(sum(others) for other, others in enumerate(costs) if other != side)
        luck = (moved if side == 0 else -moved) + sum(mine) - theirs
        yield Side(len(mine), sum(cost < 0.0005 for cost in mine), sum(mine), luck if len(costs) == 2 else 0.0)
