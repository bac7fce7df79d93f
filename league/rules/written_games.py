"""Written games of a dispute: replayed by the engine, with the first fault marked, or extended by a deal."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import scoring
from league.rules.drawings import Board, Side, draw_board
from scoring import RULESETS, Ruleset, replay
from scoring.replay import Replay
from scoring.text import N_, Text
from scoring.written import Fault


class Pegs(NamedTuple):
    """The board of a written game: two pegs a side, after the last deal of which something was right (0: none)."""

    deal: int
    board: Board
    said: tuple[Text, ...]


def pegs_of(found: Replay, sides: Sequence[str]) -> Pegs | None:
    """Return the pegs where the right part of a written game ends; None for a deal sheet, which pegs in no order."""
    if found.game is None or not found.steps:
        return None
    pegged = scoring.Board.replay(found.steps, len(sides))
    told = [
        Side(name, pegs.front, pegs.back, points=str(pegs.front), gained=f"+{pegs.last}" if pegs.last > 0 else "")
        for name, pegs in zip(sides, pegged.sides, strict=True)
    ]
    drawn = draw_board(told, found.game.ruleset.target)
    return Pegs(found.game.deal, drawn, tuple(_describe_pegs(side) for side in told))


def _describe_pegs(side: Side) -> Text:
    if not side.front:
        return Text(N_("{side} has not pegged yet."), side=side.name)
    if not side.back:
        return Text(N_("{side}: front peg at {front}, back peg at the start."), side=side.name, front=side.front)
    return Text(N_("{side}: front peg at {front}, back peg at {back}."), side=side.name, front=side.front,
                back=side.back)  # fmt: skip


SEATS = 4
# Each begins a line whose blanks are taken off: a pattern that looks for them itself, over many lines, takes the square
# of their number.
_PLAYERS = re.compile(r"players\b[ \t]*:?", re.IGNORECASE)
_DEAL = re.compile(r"deal\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class MarkedLine:
    """A line of a written game; `marked` is the word of the first fault, or the whole line."""

    number: int
    before: str
    marked: str = ""
    after: str = ""

    @property
    def faulty(self) -> bool:
        return bool(self.marked)


@dataclass(frozen=True, slots=True)
class WrittenGame:
    """A replayed game.

    Attributes:
        fault: the first one; `more` how many further ones there are.
        steps: how many were right before the fault.
        scores: of the sides, by names, where the right part ends; `pegs` None where nothing was pegged card by card.
    """

    text: str
    lines: tuple[MarkedLine, ...]
    fault: Fault | None
    more: int
    steps: int
    scores: tuple[tuple[str, int], ...]
    winner: str
    pegs: Pegs | None = None


def read_game(text: str, rulesets: Mapping[str, Ruleset] = RULESETS) -> WrittenGame:
    """Replay a written game: the part that is right, the score there, and the first fault. Raises nothing."""
    found = replay(text, rulesets=rulesets)
    names = found.game.names if found.game is not None else players_in(text)
    sides = [" and ".join(names[side::2]) if len(names) == 4 else name for side, name in enumerate(names)]
    winner = found.game.winner if found.game is not None else None
    return WrittenGame(
        text=text,
        lines=_marked(text, found.fault),
        fault=found.fault,
        more=max(0, len(found.faults) + found.unlisted - 1),
        steps=len(found.steps),
        scores=tuple(zip(sides, found.scores, strict=False)),
        winner=sides[winner] if winner is not None and winner < len(sides) else "",
        pegs=pegs_of(found, sides[: len(found.scores)]),
    )


def players_in(text: str) -> tuple[str, ...]:
    """Names of the players of a written game, without reading the rest."""
    for line in lines_of(text):
        match = _PLAYERS.match(line.lstrip())
        if match:
            names = line.lstrip()[match.end() :].partition("#")[0].split(",", SEATS)
            return tuple(name.strip() for name in names if name.strip())[:SEATS]
    return ()


def lines_of(text: str) -> list[str]:
    """Split as the engine counts lines: no other sign than a line's end ends one."""
    return text.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n").split("\n")


def _marked(text: str, fault: Fault | None) -> tuple[MarkedLine, ...]:
    return tuple(_line(number, line, fault) for number, line in enumerate(lines_of(text), start=1))


def _line(number: int, line: str, fault: Fault | None) -> MarkedLine:
    if fault is None or fault.at.line != number:
        return MarkedLine(number, line)
    if fault.at.column <= 1 or not line:
        return MarkedLine(number, "", line or " ")
    start = min(fault.at.column, len(line)) - 1
    word = re.compile(r"\S*").match(line, start)
    end = word.end() if word and word.end() > start else len(line)
    return MarkedLine(number, line[:start], line[start:end] or " ", line[end:])


@dataclass(frozen=True, slots=True)
class DealInput:
    """One deal as somebody fills it in, all as text; `hands` and `crib` are the cards and the call."""

    dealer: str = ""
    starter: str = ""
    play: str = ""
    hands: Sequence[tuple[str, str]] = ()
    crib: tuple[str, str] = ("", "")
    score: str = ""

    @property
    def empty(self) -> bool:
        return not any(
            (self.starter, self.play, self.score, *self.crib, *(part for hand in self.hands for part in hand))
        )


def with_deal(text: str, deal: DealInput, rulesets: Mapping[str, Ruleset] = RULESETS) -> str:
    """Append a deal to a written game, in the form of docs/game-record.md."""
    number = sum(1 for line in lines_of(text) if _DEAL.match(line.lstrip())) + 1
    first = f"deal {number}: {_single_line(deal.dealer)}" if deal.dealer.strip() else f"deal {number}"
    lines = [first]
    if deal.starter.strip():
        lines.append(f"starter: {_single_line(deal.starter)}")
    if deal.play.strip():
        lines.append(f"play: {_single_line(deal.play)}")
    names = players_in(text)
    shown = dict(zip(names, deal.hands, strict=False))
    in_order = [
        (f"hand {name}", *shown[name])
        for name in _in_order_of_the_show(text, names, deal.dealer, rulesets)
        if name in shown
    ]
    for who, cards, called in [*in_order, ("crib", *deal.crib)]:
        if cards.strip() or called.strip():
            lines.append(f"{who}: {_single_line(cards)}" + (f" = {_single_line(called)}" if called.strip() else ""))
    if deal.score.strip():
        lines.append(f"score: {_single_line(deal.score)}")
    return f"{text.rstrip()}\n\n" + "\n".join(lines) + "\n"


def _in_order_of_the_show(
    text: str, names: Sequence[str], dealer: str, rulesets: Mapping[str, Ruleset]
) -> Sequence[str]:
    """The players in the order of the show (R28): clockwise from the dealer's left, the dealer last."""
    game = replay(text, rulesets=rulesets).game
    if dealer.strip() in names:
        last = names.index(dealer.strip())
    elif game is not None and len(game.names) == len(names):
        last = game.dealer
    else:
        return names
    return [*names[last + 1 :], *names[: last + 1]]


def _single_line(text: str) -> str:
    return " ".join(text.replace("#", " ").split())


def written_name(name: str) -> str:
    """Return a name as a record can have it: without stops, and with no word that is only a number."""
    words = " ".join(re.sub(r"[,:;#=|]", " ", name).split())
    return re.sub(r"^([0-9]+) ", r"\1-", re.sub(r" (?=[0-9]+( |$))", "-", words))[:40].strip()
