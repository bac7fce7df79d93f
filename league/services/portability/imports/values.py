"""The rows of each file as values, one a row (those of results.csv are `result_lines`).

Here a row is checked by itself; `plan` checks them together.
"""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from league.enums import Evening, SecondHalf
from league.rules.scheme_columns import COLUMNS
from league.rules.settings import DivisionSettings
from league.services.portability.imports.columns import WON_BY
from league.services.portability.imports.moments import in_the_morning
from league.services.portability.imports.parsers import WishKind
from league.services.portability.imports.readers import Log, Row, read_cells
from league.translation import N_, Text
from timetable.calendar import Blank, Shape, monday_of

YEAR = 365


@dataclass(frozen=True, slots=True)
class VenueValue:
    """`closed` is None where the file has no such column: what is known of it stays."""

    row: Row
    name: str
    address: str
    boards: int
    closed: tuple[dt.date, ...] | None = None


@dataclass(frozen=True, slots=True)
class SeasonValue:
    """A row of season.csv.

    Attributes:
        counted: what it says of the points and of who wins a fixture, by column of a division.
        second_half: None where the file says nothing of it.
        named: the weeks left blank, where named.
        evening: None where the file says nothing of it.
        evenings: the evening and the start of a division's own, by its name; one that is not in it stays as it is.
    """

    row: Row
    name: str
    first_week: dt.date
    rounds: int
    no_play: tuple[dt.date, ...]
    fixture_format: str
    counted: Mapping[str, Decimal | int | str | None]
    second_half: SecondHalf | None = None
    blank: Blank = "penultimate"
    named: tuple[dt.date, ...] = ()
    evening: Evening | None = None
    half: bool = False
    evenings: Mapping[str, DivisionSettings] = field(default_factory=dict)

    @property
    def shape(self) -> Shape:
        return Shape(self.blank, frozenset(map(monday_of, self.named)), half=self.half)


@dataclass(frozen=True, slots=True)
class TeamValue:
    """A row of teams.csv; `night` or `start` is None where its cell is empty, as it may be where all have the same."""

    row: Row
    name: str
    division: str
    venue: str
    night: int | None
    start: dt.time | None
    blackouts: tuple[dt.date, ...]


@dataclass(frozen=True, slots=True)
class WishValue:
    """A wish about two teams; round and week are 0 where it holds for every week."""

    row: Row
    kind: WishKind
    team: str
    other: str
    round: int
    week: int


@dataclass(frozen=True, slots=True)
class PlayerValue:
    """`person` says who of those the league knows it is: a player's number, "new", or nothing."""

    row: Row
    name: str
    team: str
    role: str
    email: str
    person: str = ""
    phone: str = ""


@dataclass(frozen=True, slots=True)
class FixtureValue:
    """A row of fixtures.csv.

    Attributes:
        division: blank where the file says none.
        round: 0 where the file says none: then `week` may run through the season.
    """

    row: Row
    division: str
    round: int
    week: int
    date: dt.date
    home: str
    away: str


def venue_value(row: Row, log: Log) -> VenueValue | None:
    cells = read_cells("venues.csv", row, log)
    if not log.good(row):
        return None
    closed = tuple(sorted(set(cells["closed on"]))) if "closed on" in cells else None
    return VenueValue(row, cells["venue"], cells["address"], cells["fixtures at once"], closed)


def season_value(row: Row, log: Log) -> SeasonValue | None:
    cells = read_cells("season.csv", row, log)
    first_week, no_play = cells["first week"], cells["weeks with no play"]
    blank: Blank
    blank, named = cells["blank week"] or ("penultimate", ())
    off = {monday_of(day) for day in no_play or ()}
    for day in named:
        if monday_of(day) in off:
            log.problem(row, "blank week", Text("the week of {day} is without play too", day=day.isoformat()))
        elif first_week is not None and not 0 <= (monday_of(day) - monday_of(first_week)).days <= YEAR:
            log.problem(row, "blank week", Text("{day} is outside the season", day=day.isoformat()))
    if not log.good(row):
        return None
    rounds, half = cells["rounds"]
    counted = {name: cells[column.label] for name, column in COLUMNS.items() if column.label in cells}
    if WON_BY in cells:
        counted["won_by"] = cells[WON_BY]
    return SeasonValue(
        row, cells["season"], first_week, rounds, no_play, cells["format"], counted, cells.get("second half"),
        blank=blank, named=named, evening=cells.get("evening"), half=half,
        evenings=cells.get("evenings of divisions", {}),
    )  # fmt: skip


def team_value(row: Row, log: Log) -> TeamValue | None:
    cells = read_cells("teams.csv", row, log)
    start = cells["start"]
    if start is not None and in_the_morning(row["start"], start):
        log.warning(row, "start", N_("is read as a time in the morning; write it like 20:00 or 8pm for the evening"))
    if not log.good(row):
        return None
    blackouts = tuple(sorted(set(cells["cannot play on"])))
    return TeamValue(row, cells["team"], cells["division"], cells["home venue"], cells["home night"], start, blackouts)


def wish_value(row: Row, log: Log) -> WishValue | None:
    cells = read_cells("wishes.csv", row, log, "wish", "team", "other")
    kind, team, other = cells["wish"], cells["team"], cells["other"]
    if team and team == other:
        log.problem(row, "other", N_("a wish is about two teams"))
    if kind == "meet in week":
        cells |= read_cells("wishes.csv", row, log, "round", "week")
    elif kind is not None:
        for heading in ("round", "week"):
            if row[heading]:
                log.problem(row, heading, Text("{wish} holds for every week; leave this empty", wish=kind))
    return WishValue(row, kind, team, other, cells.get("round", 0), cells.get("week", 0)) if log.good(row) else None


def player_value(row: Row, log: Log) -> PlayerValue | None:
    cells = read_cells("players.csv", row, log)
    if not log.good(row):
        return None
    return PlayerValue(
        row,
        cells["player"],
        cells["team"],
        cells["role"],
        cells["email"],
        cells.get("person", ""),
        cells.get("phone", ""),
    )


def fixture_value(row: Row, log: Log) -> FixtureValue | None:
    cells = read_cells("fixtures.csv", row, log)
    if cells["home"] and cells["home"] == cells["away"]:
        log.problem(row, "away", N_("a team cannot play itself"))
    return FixtureValue(row, *(cells[name] for name in _FIXTURE)) if log.good(row) else None


_FIXTURE = ("division", "round", "week", "date", "home", "away")
