"""The course of a game at a table: its entries gone through, one after the other, to where it stands."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from cardroom.rules.play.entries import Entry, event_of, standing
from scoring import Board, Card, Deal, Game, LayAway, Phase, Step
from scoring.cards import as_cards


class Happened(NamedTuple):
    """An event that happened: the number of its entry, the game before, and the step."""

    number: int
    before: Game
    step: Step


@dataclass(slots=True)
class Replay:
    """A game at a table as its entries have it.

    Attributes:
        game: as it stands.
        happened: the events that stand, in their order.
        pending: the entry of a count, a claim or a called irregularity that waits for an answer.
        denied: the entry by which a called irregularity was denied, until the game goes on.
        cuts: the cuts for deal that are made, by player: where, and the card.
        away: what each player laid away in this deal.
        dealt_at: the number of the entry that dealt this deal; 0 before the first.
        own: the number of the last entry of this deal that a person made, by player.
        resigned: the side that gave up.
        marked: something was taken back.
        last: how many entries there are, taken back or not.
    """

    start: Game
    game: Game
    happened: list[Happened] = field(default_factory=list)
    pending: Entry | None = None
    denied: Entry | None = None
    cuts: dict[int, tuple[int, Card]] = field(default_factory=dict)
    away: dict[int, tuple[Card, ...]] = field(default_factory=dict)
    dealt_at: int = 0
    own: dict[int, int] = field(default_factory=dict)
    resigned: int | None = None
    marked: bool = False
    last: int = 0
    board: Board = field(default_factory=lambda: Board(()))

    @property
    def is_over(self) -> bool:
        return self.resigned is not None or self.game.phase is Phase.OVER

    @property
    def winner(self) -> int | None:
        """Return the side that won; None while nobody has, and where one of three gave up."""
        if self.resigned is None:
            return self.game.winner
        return 1 - self.resigned if len(self.game.scores) == 2 else None

    @property
    def worth(self) -> int:
        """Return what the game counts for its winner (R38); 0 where nobody won."""
        if self.winner is None:
            return 0
        return self.game.worth or self.game.ruleset.game_points

    @property
    def next_dealer(self) -> int | None:
        """Return who deals first in the next game, as the rules have it; None where it is cut for.

        After a game that somebody gave up the side that did has lost it; where nobody had dealt, it is cut for.
        """
        game = self.game
        if game.winner is None and (self.winner is None or game.first_dealer is None):
            return None
        ended = game if game.winner is not None else replace(game, winner=self.winner, phase=Phase.OVER)
        return ended.next_dealer

    @property
    def of_this_deal(self) -> list[Happened]:
        """Return the events since the cards were dealt, the deal among them; before the first deal, all of them."""
        return [one for one in self.happened if one.number >= self.dealt_at]

    def take(self, said: Entry) -> None:
        """Go one entry further. Raises GameError, which names the rule, where the entry cannot follow."""
        number = said["n"]
        if "e" in said:
            self._happen(said, number)
        elif said["t"] == "cut":
            self.cuts[said["p"]] = (said["depth"], as_cards(said["card"])[0])
        elif said["t"] == "resign":
            self.resigned = said["side"]
        elif said["t"] == "denied":
            self.pending, self.denied = None, said
        else:
            self.pending = said
        if "by" in said and self.game.phase is not Phase.DEAL:
            self.own[said["by"]] = number

    def _happen(self, said: Entry, number: int) -> None:
        event, before = event_of(said), self.game
        step = before.apply(event)
        self.happened.append(Happened(number, before, step))
        self.game = step.game
        self.board, _ = self.board.apply(step)
        self.cuts, self.pending, self.denied = {}, None, None
        if isinstance(event, Deal):
            self.away, self.own, self.dealt_at = {}, {}, number
        elif isinstance(event, LayAway) and event.cards is not None:
            self.away[event.player] = event.cards
        if step.game.phase is Phase.DEAL:
            # Its cards are told now: nobody takes a move of this deal back.
            self.own = {}


def gone_through(start: Game, entries: Iterable[Entry]) -> Replay:
    """Return the course of a game from its entries. Raises GameError where one of them cannot follow."""
    listed = list(entries)
    course = Replay(start, start, last=len(listed), board=Board.start(len(start.scores)))
    course.marked = any(said.get("t") == "undo" for said in listed)
    for said in standing(listed):
        course.take(said)
    return course
