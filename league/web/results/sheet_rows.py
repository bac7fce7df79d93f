"""What a page shows of a sheet that is filled in: its sections, rows and matches, their seats and fields."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from league.rules.problems import Problem
from league.rules.sheet_fields import NOBODY as NOBODY_CAME
from league.rules.sheets import (
    BOTH,
    HOME,
    Side,
)
from league.translation import Text, translated

Options = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Seat:
    name: str
    label: str
    value: str
    # The squad's players: values and names; `groups` has those who may be chosen besides, under a heading.
    options: Options
    problems: tuple[Problem, ...]  # why the sheet was refused
    groups: tuple[tuple[str, Options], ...] = ()
    breaches: tuple[Problem, ...] = ()  # what stands against whoever sits there, before the sheet is sent
    open: bool = False  # a name may be typed in place of a choice, and `typed` is the one that is
    typed: str = ""
    asked: Options = ()  # who may be meant by it, values and names, where that has to be asked; blank of somebody new
    answered: str = ""  # who is meant, where it was asked before
    # Whoever sits there does as in the line-up that is suggested: "last" of the last sheet, or "chosen".
    suggested: str = ""

    @property
    def filled(self) -> bool:
        return bool(self.value or self.typed)

    @property
    def is_written(self) -> bool:
        """Return True where there is no player to choose, so that a name is written at once."""
        return self.open and not self.groups and all(value == NOBODY_CAME for value, _ in self.options)

    @property
    def person(self) -> str:
        """Return the name of whoever sits there; "" where nobody does."""
        options = (*self.options, *(option for _, group in self.groups for option in group))
        return dict(options).get(self.value, "") or self.typed


@dataclass(frozen=True, slots=True)
class GameFields:
    """The inputs of one game; an optional one is played only if the match is not over before it."""

    name: str
    number: int
    winner: str
    loser: str
    winner_score: str
    problems: tuple[Problem, ...]
    optional: bool = False


@dataclass(frozen=True, slots=True)
class PointsField:
    name: str
    side: Side
    value: str
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class TotalFields:
    """The games of either side of a match, where they are only counted; `most` is the highest that either can be."""

    name: str
    home: str
    away: str
    most: int
    problems: tuple[Problem, ...]
    # The points that either side pegged in all of them, where these are written down too.
    points: tuple[PointsField, ...] = ()


@dataclass(frozen=True, slots=True)
class MatchFields:
    """The inputs of one match; `open_ended` says that it is over as soon as a side has won `needed` games."""

    number: int
    kind: str
    target: int
    how: Text | None
    scored: bool
    totals: TotalFields | None
    needed: int
    open_ended: bool
    home: tuple[Seat, ...]
    away: tuple[Seat, ...]
    games: tuple[GameFields, ...]
    short: str
    past_target: bool
    home_games: int
    away_games: int
    problems: tuple[Problem, ...]
    most: int
    left: int  # games to come, the fewest there can be
    nobody: bool = False

    @property
    def name(self) -> str:
        return f"m{self.number}"

    @property
    def scores_left(self) -> int:
        """Return the scores that are to be written down and are not: of losers, or of points pegged in all."""
        if self.short or self.nobody:
            return 0
        losers = sum(bool(game.winner and not game.loser) for game in self.games) if self.scored else 0
        return losers + sum(not points.value for points in (self.totals.points if self.totals else ()))

    @property
    def complete(self) -> bool:
        return not (self.left or self.scores_left)

    @property
    def wrong(self) -> bool:
        problems = [self.problems, *(game.problems for game in self.games)]
        if self.totals:
            problems += [self.totals.problems, *(points.problems for points in self.totals.points)]
        return any(problems)

    def seats_to_fill(self, side: Side) -> tuple[Seat, ...]:
        """Return a side's seats, none where it had nobody for the match."""
        if self.short in (side, BOTH):
            return ()
        return self.home if side == HOME else self.away

    @property
    def home_players(self) -> str:
        return _players_of(self.home)

    @property
    def away_players(self) -> str:
        return _players_of(self.away)

    @property
    def single(self) -> bool:
        return self.most == 1

    @property
    def home_total(self) -> str:
        return f"m{self.number}-home-games"

    @property
    def away_total(self) -> str:
        return f"m{self.number}-away-games"


def _players_of(seats: Sequence[Seat]) -> str:
    """Name a side of a match for its row; "" where nobody is chosen yet."""
    people = [translated(seat.person) for seat in seats]
    return " & ".join(person or "?" for person in people) if any(people) else ""


@dataclass(frozen=True, slots=True)
class Row:
    """The matches of one home player, or pair, where each plays each."""

    number: int
    seats: tuple[Seat, ...]
    matches: tuple[MatchFields, ...]

    @property
    def name(self) -> str:
        return f"each-{self.matches[0].number}"

    @property
    def players(self) -> str:
        return _players_of(self.seats)

    @property
    def complete(self) -> bool:
        return all(match.complete for match in self.matches)

    @property
    def wrong(self) -> bool:
        return any(match.wrong for match in self.matches)

    @property
    def home_games(self) -> int:
        return sum(match.home_games for match in self.matches)

    @property
    def away_games(self) -> int:
        return sum(match.away_games for match in self.matches)


@dataclass(frozen=True, slots=True)
class SheetSection:
    """A part of the sheet: one match, or with `rows` all those in which each plays each."""

    matches: tuple[MatchFields, ...]
    rows: tuple[Row, ...] = ()

    @property
    def first(self) -> MatchFields:
        return self.matches[0]

    @property
    def last(self) -> MatchFields:
        return self.matches[-1]

    @property
    def home(self) -> tuple[tuple[Seat, ...], ...]:
        return tuple(row.seats for row in self.rows)

    @property
    def away(self) -> tuple[tuple[Seat, ...], ...]:
        return tuple(match.away for match in self.rows[0].matches)

    @property
    def seats(self) -> tuple[tuple[tuple[Seat, ...], ...], ...]:
        """Return the seats that a line-up has for it: of either side by place, a player's or a pair's."""
        return (self.home, self.away) if self.rows else ((self.first.home,), (self.first.away,))

    def seats_to_fill(self, side: Side) -> tuple[Seat, ...]:
        if self.rows:
            return tuple(chain.from_iterable(self.home if side == HOME else self.away))
        return self.first.seats_to_fill(side)
