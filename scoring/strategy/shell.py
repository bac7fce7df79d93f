"""The answers of `python -m scoring best` and `analyse`: lines for a reader and plain values for a machine."""

from collections.abc import Iterable
from typing import Any

from scoring.cards import Card
from scoring.errors import Problem, ScoringError
from scoring.events import Event, Go, Lay, LayAway, Phase
from scoring.game import Game
from scoring.position import parse_game
from scoring.shell import FAULTY, Answer
from scoring.strategy.analysis import JudgedMove, analyse
from scoring.strategy.decision import Option
from scoring.strategy.player import rank
from scoring.text import N_, Text

_WORTH_SHOWING = 0.005  # of the chance to win, or
_POINTS = 0.5


def best(position: str, player: str | None) -> Answer:
    """Return everything that a player may do in a position, the best first. Raises ScoringError with every problem."""
    game = parse_game(position)
    place = _player(game, player)
    options = rank(game, place)
    rows = [
        (_describe_event(option.event), f"{float(option.points):.2f}", _share(option.win), option.why)
        for option in options
    ]
    document = {
        "position": str(game),
        "player": game.names[place],
        "options": [_plain(option) for option in options],
    }
    heading = f"{game.names[place]}: {_describe_event(options[0].event)}"
    return Answer((heading, *_lines([("do", "points", "win", ""), *rows])), document)


def analysed(text: str) -> Answer:
    """Return what the decisions of a written game cost. The code is 1 where the record has a fault."""
    found = analyse(text)
    if found.game is None or not found.moments:
        faults = [Problem("file", fault.message) for fault in found.faults]
        raise ScoringError(*(faults or [Problem("file", N_("no game is written there"))]))
    names = found.game.names
    costly = [one for one in found.decisions if one.cost >= _WORTH_SHOWING or one.points >= _POINTS]
    rows = [
        (
            f"deal {one.deal}",
            names[one.player],
            _describe_event(one.done.event),
            _describe_event(one.best.event),
            _cost(one),
            one.best.why,
        )
        for one in costly
    ]
    sides = [
        (_side(found.game, place), f"{one.best} of {one.decisions}", f"cost {one.cost:.1%}", f"luck {one.luck:+.1%}")
        for place, one in enumerate(found.sides)
    ]
    lines = (*_lines([("", "", "did", "best", "cost", ""), *rows] if rows else []), *_lines(sides))
    document = {
        "decisions": [
            {
                "step": one.step,
                "deal": one.deal,
                "player": names[one.player],
                "done": _plain(one.done),
                "best": _plain(one.best),
                "cost": one.cost,
                "points": one.points,
            }
            for one in found.decisions
        ],
        "sides": [side._asdict() for side in found.sides],
        "moments": [moment._asdict() for moment in found.moments],
        "faults": [str(fault) for fault in found.faults],
    }
    return Answer(lines, document, FAULTY if found.faults else 0)


def _player(game: Game, name: str | None) -> int:
    if name is not None:
        if name in game.names:
            return game.names.index(name)
        wrong = Text("nobody is called {name}; the players are {names}", name=name, names=", ".join(game.names))
        raise ScoringError(Problem("player", wrong))
    if game.phase is Phase.LAY_AWAY and game.table is not None:
        table = game.table
        return next((p for p in range(len(game.names)) if not table.hidden[p] and not table.laid >> p & 1), game.dealer)
    return game.dealer if game.turn is None else game.turn


def _side(game: Game, side: int) -> str:
    return " and ".join(game.names[player] for player in game.players_of(side))


def _describe_event(event: Event) -> str:
    match event:
        case LayAway(cards=cards):
            return "lay away " + _codes(cards or ())
        case Lay(card=card):
            return f"play {card}"
        case Go():
            return "go"
    return f"call {getattr(event, 'declared', '')}"


def _codes(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))


def _share(win: float | None) -> str:
    return "" if win is None else f"{win:.1%}"


def _cost(chosen: JudgedMove) -> str:
    return f"{chosen.cost:.1%}" if chosen.done.win is not None else f"{chosen.points:.1f} points"


def _plain(option: Option) -> dict[str, Any]:
    return {
        "do": _describe_event(option.event),
        "points": float(option.points),
        "win": option.win,
        "why": str(option.why),
    }


def _lines(rows: Iterable[tuple[str, ...]]) -> list[str]:
    """Return rows as lines, each column as wide as its widest word."""
    table = [tuple(map(str, row)) for row in rows]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in table]
