"""The inputs of the sheet form: seats, games and totals, by match and part. `sheet_form` fills them in."""

from dataclasses import dataclass

from league.rules.problems import Problem
from league.rules.sheets import Side
from league.translation import Text

Options = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Seat:
    """A select of players."""

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
    def chosen(self) -> str:
        """Return the name of whoever sits there; of an empty one its own."""
        options = (*self.options, *(option for _, group in self.groups for option in group))
        return dict(options).get(self.value, self.label) if self.value else self.label


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
    """The field for the points that a side pegged in all games of a match."""

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
    nobody: bool = False

    @property
    def single(self) -> bool:
        return self.most == 1

    @property
    def home_total(self) -> str:
        """Return the name of the field for the home side's games, where they are only counted."""
        return f"m{self.number}-home-games"

    @property
    def away_total(self) -> str:
        """Return the name of the field for the away side's games, where they are only counted."""
        return f"m{self.number}-away-games"


@dataclass(frozen=True, slots=True)
class Row:
    """The matches of one home player, where each plays each."""

    number: int
    seat: Seat
    matches: tuple[MatchFields, ...]


@dataclass(frozen=True, slots=True)
class Part:
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
    def home(self) -> tuple[Seat, ...]:
        """Return the seats of the home side, where each plays each."""
        return tuple(row.seat for row in self.rows)

    @property
    def away(self) -> tuple[Seat, ...]:
        """Return the seats of the away side, where each plays each."""
        return tuple(match.away[0] for match in self.rows[0].matches)
