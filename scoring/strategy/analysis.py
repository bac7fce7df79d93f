"""A whole game looked through: what each decision cost, the best there was, and what was luck (docs/strategy.md).

The chance to win moves at every event. Where a player chose, the difference between the best choice and theirs is
skill: it is their cost. Everything else, the cut for deal, the deal, the starter and what the other holds, is luck.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from scoring.cards import Card
from scoring.events import Cut, Event, Go, Lay, LayAway, Muggins, Phase
from scoring.game import Game, Step
from scoring.playable import THREE_FOR_LAST
from scoring.replay import replay
from scoring.ruleset import RULESETS, Ruleset
from scoring.strategy.board import win_probability
from scoring.strategy.decision import Option
from scoring.strategy.player import rank
from scoring.written import Fault


class JudgedMove(NamedTuple):
    """One decision of a game: what was done, the best there was, and what that cost."""

    step: int
    """Its place among the events, from 0."""
    deal: int
    player: int
    done: Option
    best: Option
    cost: float
    """The chance to win that it cost, 0 to 1; 0 where that is not worked out (three players, and the cards that
    partners play) or the choice was the best."""
    points: float
    """The points it is expected to cost; below 0 where the best is best by the board and not by points."""


class Side(NamedTuple):
    """The decisions and the luck of one side, in the deals that were played to their end.

    What a side's chance to win has moved in all is its luck, less its own cost, with the other's cost on top.
    """

    decisions: int
    best: int
    """The number of decisions that were the best, or as good: by the chance to win, or by points where that is all
    there is."""
    cost: float
    """The chance to win that its decisions cost, all together."""
    luck: float
    """What the cards brought it, likewise; below 0 for bad luck."""


class Moment(NamedTuple):
    """The chance to win of the first side before the first deal, after the cut for it, and after each deal."""

    deal: int
    scores: tuple[int, ...]
    win: float


class Analysis(NamedTuple):
    """A game looked through. `faults` are those of the record; it goes as far as the record does."""

    game: Game | None
    decisions: tuple[JudgedMove, ...]
    sides: tuple[Side, ...]
    moments: tuple[Moment, ...]
    faults: tuple[Fault, ...] = ()


def analyse(record: str, *, rulesets: Mapping[str, Ruleset] = RULESETS) -> Analysis:
    """Return the analysis of a written game: each decision with its cost, the best line, luck and skill apart.

    A decision of a player whose cards are not written is left out. `rulesets` are those the record may name. It takes
    some seconds for a game. Raises nothing.
    """
    found = replay(record, rulesets=rulesets)
    return analyse_steps(found.steps)._replace(game=found.game, faults=found.faults)


def analyse_steps(steps: Iterable[Step], start: Game | None = None) -> Analysis:
    """Return the analysis of a game by its steps; `start` is the game before them, else a new one by their rules."""
    steps = tuple(steps)
    if not steps:
        return Analysis(start, (), (), ())
    before = start or first_position(steps)
    game, ended = before, 0
    decisions, moments, away = list[JudgedMove](), [_moment(game)], dict[int, tuple[Card, ...]]()
    for place, (event, _, after, _) in enumerate(steps):
        chosen = _judge_decision(game, event.of if isinstance(event, Muggins) else event, place, away)
        if chosen is not None:
            decisions.append(chosen)
        if isinstance(event, LayAway):
            away[event.player] = event.cards or ()
        if after.winner is not None or (after.phase is Phase.DEAL and game.phase is not Phase.DEAL):
            away, ended = {}, place
            moments.append(_moment(after))
        game = after
    counted = [chosen for chosen in decisions if chosen.step <= ended]
    return Analysis(game, tuple(decisions), tuple(_sides(game, counted, moments)), tuple(moments))


def first_position(steps: Sequence[Step]) -> Game:
    """Return the game before the first of its steps."""
    first = steps[0].game
    dealer = None if isinstance(steps[0].event, Cut) else first.first_dealer
    return Game.start(first.names, ruleset=first.ruleset, dealer=dealer)


def _judge_decision(game: Game, event: Event, place: int, away: dict[int, tuple[Card, ...]]) -> JudgedMove | None:
    if not isinstance(event, LayAway | Lay) or not _hand_is_known(game, event.player):
        return None
    player = event.player
    ranked = rank(game, player, laid_away=away.get(player, ()), also=event)
    # A go that may be said though a card fits is not judged.
    options = [option for option in ranked if not isinstance(option.event, Go)]
    done = next((option for option in options if _is_same_event(option.event, event)), None)
    if done is None or len(options) < 2:
        return None
    best = options[0]
    cost = 0.0 if best.win is None or done.win is None else max(0.0, best.win - done.win)
    return JudgedMove(place, game.deal, player, done, best, cost, float(best.points) - float(done.points))


def _hand_is_known(game: Game, player: int) -> bool:
    if game.table is None:
        return False
    return not (game.table.hidden[player] if game.play is None else game.play.hidden[player])


def _is_same_event(option: Event, event: Event) -> bool:
    if isinstance(option, LayAway) and isinstance(event, LayAway):
        return event.cards is not None and set(option.cards or ()) == set(event.cards)
    return option == event


def _moment(game: Game) -> Moment:
    scores = game.scores
    if game.winner is not None:
        win = 1.0 if game.winner == 0 else 0.0
    elif len(scores) > 2 or game.phase is Phase.CUT:
        win = 1 / len(scores)
    else:
        deals = game.side_of(game.dealer) == 0
        own, theirs = scores
        if not game.deal and game.ruleset.three_for_last:  # R9: nobody's luck, though pegged with the first deal
            own, theirs = (own, theirs + THREE_FOR_LAST) if deals else (own + THREE_FOR_LAST, theirs)
        win = win_probability(game.ruleset, own, theirs, dealer=deals, players=len(game.names))
    return Moment(game.deal, scores, win)


def _sides(game: Game, decisions: list[JudgedMove], moments: list[Moment]) -> Iterable[Side]:
    own = [[chosen for chosen in decisions if game.side_of(chosen.player) == side] for side in range(len(game.scores))]
    costs = [sum(chosen.cost for chosen in mine) for mine in own]
    moved = moments[-1].win - moments[0].win
    for side, mine in enumerate(own):
        luck = (moved if side == 0 else -moved) + 2 * costs[side] - sum(costs)
        yield Side(len(mine), sum(map(_as_good, mine)), costs[side], luck if len(costs) == 2 else 0.0)


def _as_good(chosen: JudgedMove) -> bool:
    """Tell whether a choice was the best, or as good: nothing that a reader would be told of a cost."""
    return chosen.cost < 0.0005 and (chosen.done.win is not None or chosen.points < 0.05)
