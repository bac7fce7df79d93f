"""Play-offs: fixtures between teams that end level, which decide their order and count for nothing else."""

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from league.rules.fixture_winner import Outcome
from league.rules.wording import spelt
from scoring.text import Text


@dataclass(frozen=True, slots=True)
class PlayOff:
    """A play-off between two teams that has not been cancelled.

    Attributes:
        fixture: its number; a later one is the greater.
        day: on which it is, or was, to be played.
        decided: its result counts. Else nothing of it is known yet.
        home_games, away_games: games of each side, once it is decided.
        outcome: how it ended for the home side; a draw where nobody has won it.
    """

    fixture: int
    home: int
    away: int
    day: dt.date
    decided: bool = False
    home_games: int = 0
    away_games: int = 0
    outcome: Outcome = "D"

    @property
    def teams(self) -> frozenset[int]:
        """The two teams, by id."""
        return frozenset((self.home, self.away))

    @property
    def winner(self) -> int | None:
        """The team that has won it; None while it is not decided, and where it ended level."""
        if not self.decided or self.outcome not in ("W", "L"):
            return None
        return self.home if self.outcome == "W" else self.away

    def games_of(self, team: int) -> int:
        """Return the games of one of its teams."""
        return self.home_games if team == self.home else self.away_games

    def told(self, names: Mapping[int, str]) -> Text:
        """Say when it was played and how it ended, in a sentence, by the names of its teams."""
        return Text(
            "Played on {day}: {home} {home_games}, {away} {away_games}.",
            day=spelt(self.day), home=names[self.home], home_games=self.home_games, away=names[self.away],
            away_games=self.away_games,
        )  # fmt: skip


def decided_between(play_offs: Iterable[PlayOff], one: int, other: int) -> PlayOff | None:
    """Return the latest play-off between two teams that one of them has won; None where there is none."""
    won = (found for found in play_offs if found.teams == {one, other} and found.winner is not None)
    return max(won, key=lambda found: found.fixture, default=None)


def arranged_between(play_offs: Iterable[PlayOff], one: int, other: int) -> PlayOff | None:
    """Return the play-off between two teams that is still to be played or confirmed; None where there is none."""
    open_ones = (found for found in play_offs if found.teams == {one, other} and not found.decided)
    return max(open_ones, key=lambda found: found.fixture, default=None)
