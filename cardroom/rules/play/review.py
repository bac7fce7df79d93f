"""A game that is over, looked at again: its record, and each of its steps with the board as it stood."""

import json
from dataclasses import dataclass, replace

from cardroom.rules.play.lines import Line, called, lines_of_one
from cardroom.rules.play.replay import Happened, Replay
from league.rules.drawings import Board, Side, draw_board
from scoring import RULESETS, Deal, transcribe
from scoring import Board as Pegged
from scoring.cards import cards_of
from scoring.text import Text


@dataclass(frozen=True, slots=True)
class HandThen:
    """A player's cards after a step: those still held, and those played or laid away."""

    name: str
    held: tuple[str, ...]
    gone: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LookedBack:
    """A game at one of its steps.

    Attributes:
        step: its number, from 1 to `steps`.
        deals: the number of each deal with the step that dealt it.
        lines: what was said of the step.
    """

    step: int
    steps: int
    deal: int
    deals: tuple[tuple[int, int], ...]
    lines: tuple[Line, ...]
    board: Board
    scores: tuple[tuple[Text, int], ...]
    hands: tuple[HandThen, ...]
    starter: str
    crib: tuple[str, ...]

    @property
    def before(self) -> int | None:
        return self.step - 1 if self.step > 1 else None

    @property
    def after(self) -> int | None:
        return self.step + 1 if self.step < self.steps else None


def looked_back(course: Replay, step: int | None) -> LookedBack:
    """Return a game at a step; by default, and beyond its end, at the last."""
    steps = max(1, len(course.happened))
    at = min(max(step or steps, 1), steps)
    happened = course.happened[:at]
    game = happened[-1].step.game if happened else course.game
    deals = [
        (one.step.game.deal, place) for place, one in enumerate(course.happened, 1) if isinstance(one.step.event, Deal)
    ]
    pegged = Pegged.replay((one.step for one in happened), len(game.scores))
    sides = [Side(called(game, side), pegs.front, pegs.back) for side, pegs in enumerate(pegged.sides)]
    table = game.table
    return LookedBack(
        step=at,
        steps=steps,
        deal=game.deal,
        deals=tuple(deals),
        lines=tuple(lines_of_one(happened[-1])) if happened else (),
        board=draw_board(sides, game.ruleset.target),
        scores=tuple((called(game, side), score) for side, score in enumerate(game.scores)),
        hands=_hands(happened),
        starter=str(table.starter) if table and table.starter else "",
        crib=tuple(map(str, sorted(table.crib))) if table else (),
    )


def _hands(happened: list[Happened]) -> tuple[HandThen, ...]:
    game = happened[-1].step.game if happened else None
    if game is None or game.table is None:
        return ()
    found = []
    for place, name in enumerate(game.names):
        held = game.table.hands[place] if game.play is None else cards_of(game.play.left[place])
        gone = cards_of(game.play.held[place] & ~game.play.left[place]) if game.play else ()
        found.append(HandThen(name, tuple(map(str, sorted(held))), tuple(map(str, gone))))
    return tuple(found)


def record_of(course: Replay) -> str:
    """Return a game as the record that `scoring` replays; rules that were agreed otherwise are named as a file."""
    record = transcribe(course.start, [one.step.event for one in course.happened])
    rules = course.game.ruleset
    return str(record if RULESETS.get(rules.name) == rules else replace(record, rules=f"{rules.name}.json"))


def rules_file(course: Replay) -> str:
    """Return the rules of a game as the file that its record names."""
    return json.dumps(course.game.ruleset.to_dict(), indent=2) + "\n"
