"""Play-offs: fixtures between level teams, which decide their order and count for nothing else."""

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from league.rules.fixture_winner import Outcome
from league.rules.wording import spelt
from scoring.text import Text


@dataclass(frozen=True, slots=True)
class PlayOff:
    """A play-off that is not cancelled; undecided without a result that counts, a draw where nobody won."""

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
        return frozenset((self.home, self.away))

    @property
    def winner(self) -> int | None:
        """The winner, if decided and not level."""
        if not self.decided or self.outcome not in ("W", "L"):
            return None
        return self.home if self.outcome == "W" else self.away

    def games_of(self, team: int) -> int:
        return self.home_games if team == self.home else self.away_games

    def told(self, names: Mapping[int, str]) -> Text:
        """Format its date and outcome with the teams' names."""
        return Text(
            "Played on {day}: {home} {home_games}, {away} {away_games}.",
            day=spelt(self.day), home=names[self.home], home_games=self.home_games, away=names[self.away],
            away_games=self.away_games,
        )  # fmt: skip


def decided_between(play_offs: Iterable[PlayOff], one: int, other: int) -> PlayOff | None:
    """The latest play-off between two teams that one of them won."""
    won = (found for found in play_offs if found.teams == {one, other} and found.winner is not None)
    return max(won, key=lambda found: found.fixture, default=None)


def arranged_between(play_offs: Iterable[PlayOff], one: int, other: int) -> PlayOff | None:
    """The play-off between two teams still to be played or confirmed."""
    open_ones = (found for found in play_offs if found.teams == {one, other} and not found.decided)
    return max(open_ones, key=lambda found: found.fixture, default=None)
