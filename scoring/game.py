"""A whole game as a value, from the cut for deal to the winning peg (R2–R38).

`Game.start` sits the players down; `Game.apply(event)` gives the next game and what was pegged, in order, or raises a
GameError that names the rule, the player and the card, and changes nothing. The winning peg ends the game; nothing
may follow. Hands may be known in part only, as in a record where only shown cards are written: see `scoring.pegging`.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields
from operator import attrgetter
from typing import Any, NamedTuple

from scoring.cards import Card
from scoring.events import Event, Peg, Phase
from scoring.game_error import GameError
from scoring.hands import Table
from scoring.legal import legal_events
from scoring.muggins import Verdict
from scoring.notation import notation
from scoring.pegging import Play
from scoring.ruleset import LEAGUE, NextGameDealer, Ruleset, StarterCutter
from scoring.seats import refused, seating_problems, side_of, sides
from scoring.sitting import Sitting
from scoring.text import N_, Text


class Step(NamedTuple):
    """An event, what it pegged in order, the game after it, and the verdict on a call that was wrong or challenged."""

    event: Event
    pegs: tuple[Peg, ...]
    game: "Game"
    verdict: Verdict | None = None


class Run(NamedTuple):
    """The outcome of a row of events: what each pegged, the game after the last right one, and what refused the next.

    `error` is None where all were right; else it is about event number `len(pegs)`, from 0.
    """

    pegs: tuple[tuple[Peg, ...], ...]
    game: "Game"
    error: GameError | None


@dataclass(frozen=True, slots=True)
class Game:
    """A game between two events. Tuples go by player, `scores` by side.

    `str` writes it on one line, which `parse_game` reads back: `parse_game(str(game)) == game` (docs/scoring-api.md).
    """

    ruleset: Ruleset
    names: tuple[str, ...]
    first_dealer: int | None  # None before the cut
    dealer: int  # of this deal, or of the next where it is yet to come
    deal: int = 0  # its number, from 1; 0 before the first
    table: Table | None = None  # its cards; None between deals
    play: Play | None = None
    shown: int = 0  # hands and cribs called
    phase: Phase = Phase.DEAL
    scores: tuple[int, ...] = ()
    winner: int | None = None  # a side
    in_play: tuple[int, ...] = ()  # by side, pegged in this deal's play; only where the rules may take it back

    @classmethod
    def start(cls, names: Sequence[str], *, ruleset: Ruleset = LEAGUE, dealer: int | None = None) -> "Game":
        """A game of two, three or four, named clockwise; of four, those opposite are partners.

        `dealer` deals first; None leaves it to the cut (R2).
        Raises GameError for a number of players the ruleset has no game for, names that are empty or alike, or a
        dealer who is none of them.
        """
        players = tuple(name.strip() for name in names)
        problems = list(seating_problems(players, ruleset, dealer))
        if problems:
            raise GameError(*problems, rule=problems[0].message.partition(":")[0])
        phase = Phase.CUT if dealer is None else Phase.DEAL
        scores = (0,) * sides(len(players))
        return cls(ruleset, players, dealer, dealer or 0, phase=phase, scores=scores)

    def apply(self, event: Event) -> Step:
        """The game after `event`, and what it pegged.

        Raises GameError, with the rule that refuses it, the player and the card, where it cannot happen now.
        """
        sitting = Sitting(*_fields(self))
        pegged: list[tuple[Peg, ...]] = []
        sitting.take((event,), pegged)
        return Step(event, pegged[0], Game(*sitting.fields), sitting.verdict)

    def through(self, events: Iterable[Event]) -> Run:
        """Apply `events` in their order as `apply` does, to the first that it refuses; several times as fast.

        Raises nothing: what is wrong is the run's `error`.
        """
        sitting, error = Sitting(*_fields(self)), None
        pegged: list[tuple[Peg, ...]] = []
        try:
            sitting.take(events, pegged)
        except GameError as refusal:
            error = refusal
        return Run(tuple(pegged), Game(*sitting.fields), error)

    @property
    def turn(self) -> int | None:
        """The player who acts next; None where it is nobody in particular."""
        if self.phase is Phase.PLAY and self.play is not None:
            return self.play.turn
        if self.phase is Phase.STARTER:
            cuts = 0 if self.ruleset.starter_cutter is StarterCutter.DEALER else 1
            return (self.dealer + cuts) % len(self.names)
        if self.phase is Phase.SHOW:
            return (self.dealer + min(self.shown + 1, len(self.names))) % len(self.names)
        return self.dealer if self.phase is Phase.DEAL else None

    @property
    def cutter(self) -> int:
        """The player who cuts the shuffled pack to the dealer: the one on the dealer's right (E); of two, the other.

        The cut for the starter is another: see `turn`.
        """
        return (self.dealer - 1) % len(self.names)

    @property
    def lurched(self) -> tuple[bool, ...]:
        """By side: whether it lost by a lurch (R38), a double one among them."""
        over = self.ruleset.lurch and self.phase is Phase.OVER
        return tuple(over and score < self.ruleset.lurched_below for score in self.scores)

    @property
    def double_lurched(self) -> tuple[bool, ...]:
        """By side: whether it lost by a double lurch (R38)."""
        over = self.ruleset.lurch and self.phase is Phase.OVER
        return tuple(over and score < self.ruleset.double_lurch_below for score in self.scores)

    @property
    def worth(self) -> int | None:
        """Return what the game counts for its winner (R38), by the worst of the losers; None while it goes on."""
        if self.winner is None:
            return None
        if any(self.double_lurched):
            return self.ruleset.double_lurch_points
        return self.ruleset.lurch_points if any(self.lurched) else self.ruleset.game_points

    @property
    def next_dealer(self) -> int | None:
        """Return who deals first in the next game of the match (R2); None where it is cut for again.

        Of a side of two it is the one who sits next after the first dealer of this game.
        Raises GameError while the game goes on.
        """
        if self.winner is None or self.first_dealer is None:
            raise self.refused("R2", N_("the game is not over, so nobody knows who deals first in the next one"))
        clockwise = [(self.first_dealer + place) % len(self.names) for place in range(1, len(self.names) + 1)]
        winners = self.players_of(self.winner)
        match self.ruleset.next_game_dealer:
            case NextGameDealer.ALTERNATE:
                return clockwise[0]
            case NextGameDealer.WINNER:
                return next(player for player in clockwise if player in winners)
            case NextGameDealer.LOSER:
                return next(player for player in clockwise if player not in winners)
        return None

    def legal_events(self) -> tuple[Event, ...]:
        """Everything that may happen next, as far as the cards are known: `after` refuses none of it.

        Cards that nobody has seen are left out of a deal and of what is laid away. A hand or crib is called right, and
        only one whose cards are known. What goes wrong at the table, challenges and wrong calls may come besides.
        """
        return legal_events(self)

    def __str__(self) -> str:
        return notation(self)

    def side_of(self, player: int) -> int:
        return side_of(player, len(self.names))

    def players_of(self, side: int) -> tuple[int, ...]:
        """The players of a side: one, or two partners."""
        return tuple(player for player in range(len(self.names)) if self.side_of(player) == side)

    def refused(self, rule: str, wrong: Text, player: int | None = None, card: Card | None = None) -> GameError:
        """The error for what `player` may not do."""
        return refused(self.names, rule, wrong, player, card)


_fields: Callable[[Game], tuple[Any, ...]] = attrgetter(*(field.name for field in fields(Game)))
