"""Another program at the table: asked with one line a decision, and answering with one (docs/strategy.md).

The line that asks is a position as its player sees it, in the one-line notation: what they cannot know is `?`. The
answer is the cards that are laid away or played, or `go`. Hands are counted by the engine.
"""

import shlex
import subprocess
import sys
from dataclasses import replace
from random import Random
from types import TracebackType
from typing import TextIO

from scoring.cards import Card, bits, parse_cards
from scoring.errors import Problem, ScoringError
from scoring.events import Event, Go, Lay, LayAway, Phase
from scoring.game import Game
from scoring.notation import visible_cards
from scoring.position import parse_game
from scoring.strategy.decision import Strength
from scoring.strategy.player import decide
from scoring.text import Text

GO = "go"


class Program:
    """A program that is run for a match, and stopped with it.

    `command` is split as a shell would; it is run once, and reads and writes lines until its input ends.
    """

    def __init__(self, command: str) -> None:
        self.command = command
        self._run = subprocess.Popen(  # noqa: S603 - the command line of whoever measures
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def __str__(self) -> str:
        return self.command

    def __enter__(self) -> "Program":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._run.stdin.close()  # type: ignore[union-attr]
        self._run.wait()
        self._run.stdout.close()  # type: ignore[union-attr]

    def decide(self, game: Game, player: int, away: tuple[Card, ...]) -> Event:
        """Return what the program does for `player`, who laid `away` away in this deal.

        Raises ScoringError, with line and answer, where it answers what is no choice, or nothing.
        """
        line, answer = str(known_to(game, player, away)), ""
        try:
            self._run.stdin.write(f"{line}\n")  # type: ignore[union-attr]
            answer = self._run.stdout.readline().strip()  # type: ignore[union-attr]
            return _read(game, player, answer)
        except (ScoringError, OSError) as wrong:
            said = {"program": self.command, "answer": answer, "line": line, "wrong": str(wrong)}
            message = Text("{program} answered “{answer}” to “{line}”: {wrong}", **said)
            raise ScoringError(Problem("program", message)) from wrong


def _read(game: Game, player: int, answer: str) -> Event:
    event: Event
    if answer == GO:
        event = Go(player)
    else:
        cards = parse_cards(answer)
        event = LayAway(player, cards) if game.phase is Phase.LAY_AWAY else Lay(player, cards[0] if cards else "")
    game.apply(event)
    return event


def known_to(game: Game, player: int, away: tuple[Card, ...]) -> Game:
    """Return a game of known cards as `player` sees it while cards are laid away or played; `away` is what they did.

    What the others hold and have laid away is hidden, but for the cards that they have played.
    """
    table, play = game.table, game.play
    if table is None:
        return game
    hands = tuple(hand if place == player else () for place, hand in enumerate(table.hands))
    hidden = tuple(0 if place == player else len(hand) for place, hand in enumerate(table.hands))
    crib = tuple(card for card in table.crib if card in away)
    seen = table._replace(hands=hands, hidden=hidden, crib=crib, crib_hidden=len(table.crib) - len(crib))
    seen = seen._replace(seen=visible_cards(seen))
    if play is None:
        return replace(game, table=seen)
    theirs = [place != player for place in range(len(hands))]
    held = tuple(one & ~left if other else one for one, left, other in zip(play.held, play.left, theirs, strict=True))
    hidden_now = tuple(left.bit_count() if other else 0 for left, other in zip(play.left, theirs, strict=True))
    left = tuple(0 if other else one for one, other in zip(play.left, theirs, strict=True))
    known = bits(crib) | seen.seen
    for cards in held:
        known |= cards
    return replace(game, table=seen, play=play._replace(held=held, left=left, hidden=hidden_now, seen=known))


def answered(line: str, strength: Strength, chance: Random) -> str:
    """Return what a player of `strength` answers to a position. Raises ScoringError where nothing is due there."""
    game = parse_game(line)
    table = game.table
    player = game.turn or 0
    if game.phase is Phase.LAY_AWAY and table is not None:
        player = next((place for place, hidden in enumerate(table.hidden) if not hidden), player)
    crib = table.crib if table is not None else ()
    event = decide(game, player, strength=strength, chance=chance, laid_away=crib).event
    match event:
        case LayAway(cards=cards):
            return " ".join(map(str, cards or ()))
        case Lay(card=card):
            return str(card)
    return GO


def answer_all(strength: Strength, lines: TextIO = sys.stdin, out: TextIO = sys.stdout) -> None:
    """Answer each line that comes with one line, so that a player of ours can be asked as another program is."""
    chance = Random(1)  # noqa: S311
    for line in lines:
        out.write(f"{answered(line.strip(), strength, chance)}\n")
        out.flush()
