"""The rows of each file as values, one a row (those of results.csv are `result_lines`).

Here a row is checked by itself; `plan` checks them together.
"""

import datetime as dt
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from typing import Literal, get_args

from league.enums import Evening, RoleKind, SecondHalf
from league.rules.fixture_winner import WonBy
from league.rules.format_rows import LONGEST
from league.rules.formats import parse_format
from league.rules.match_terms import NAMED
from league.rules.scheme_columns import COLUMNS, Column
from league.rules.settings import AS_THE_SEASON, EVENINGS, DivisionSettings
from league.rules.times_of_day import read_time
from league.services.portability.imports.columns import HEADINGS, WON_BY
from league.services.portability.imports.moments import in_the_morning, night_of
from league.services.portability.imports.readers import (
    Log,
    Row,
    longer_than,
    read_date,
    read_dates,
    read_name,
    read_number,
)
from league.translation import N_, Text
from timetable.calendar import Blank, Shape, monday_of

ROLES = {
    "": "",
    "captain": RoleKind.CAPTAIN,
    "vice-captain": RoleKind.VICE_CAPTAIN,
    "vice captain": RoleKind.VICE_CAPTAIN,
}
BLANK_WEEKS: Mapping[str, Blank] = {
    "penultimate of each round": "penultimate",
    "last of the season": "last",
    "none": "none",
}
YEAR = 365
MOST_ROUNDS = 8
# As the column of a venue has it.
LONGEST_ADDRESS = 250
HALF = re.compile(r"([0-9])(?:[.,]50?| ?½| 1/2)")
EMAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")
WishKind = Literal["meet in week", "never both at home"]
WISHES: tuple[WishKind, ...] = ("meet in week", "never both at home")


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
        """Return the shape that the season’s weeks have."""
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
    name = read_name(row, "venue", log)
    boards = read_number(row, "fixtures at once", log)
    closed = tuple(sorted(set(read_dates(row, "closed on", log)))) if "closed on" in row else None
    if len(row["address"]) > LONGEST_ADDRESS:
        log.problem(row, "address", longer_than(LONGEST_ADDRESS), quote=False)
    return VenueValue(row, name, row["address"], boards or 1, closed) if log.good(row) else None


def _as_written(word: str) -> str:
    """Return a word of a format in the letters that it is kept in: what names a ruleset in small ones."""
    match, named, ruleset = word.partition(NAMED)
    return match.upper() + named + ruleset.lower()


def season_value(row: Row, log: Log) -> SeasonValue | None:
    name = read_name(row, "season", log, most=60)
    first_week = read_date(row, "first week", log)
    rounds, half = _rounds(row, log)
    no_play = read_dates(row, "weeks with no play", log)
    blank, named = _blank_weeks(row, first_week, no_play, log)
    _check_format(row, log)
    counted: dict[str, Decimal | int | str | None] = {
        name: _counted(row, column, log)
        for name, column in COLUMNS.items()
        if column.label in row or name == "points_per_game"
    }
    if WON_BY in row:
        counted["won_by"] = _won_by(row, log)
    second_half, evening, evenings = _second_half(row, log), _evening(row, log), _evenings(row, log)
    if not log.good(row) or first_week is None or rounds is None:
        return None
    fixture_format = " ".join(_as_written(word) for word in row["format"].split())
    return SeasonValue(
        row, name, first_week, rounds, no_play, fixture_format, counted, second_half, blank=blank, named=named,
        evening=evening, half=half, evenings=evenings,
    )  # fmt: skip


def _check_format(row: Row, log: Log) -> None:
    """Tell what is wrong with a format; one that is too long is not read at all."""
    if len(row["format"]) > LONGEST:
        log.problem(row, "format", longer_than(LONGEST), quote=False)
        return
    terms, problems = parse_format(row["format"])
    for problem in problems:
        log.problem(row, "format", problem, quote=False)
    if len(str(terms)) > LONGEST:
        log.problem(row, "format", longer_than(LONGEST), quote=False)


def _rounds(row: Row, log: Log) -> tuple[int | None, bool]:
    """Read the number of rounds and whether the last is half a round: 1.5 is two."""
    found = HALF.fullmatch(row["rounds"])
    if found is None:
        return read_number(row, "rounds", log, most=MOST_ROUNDS), False
    if not 1 <= int(found[1]) < MOST_ROUNDS:
        message = Text("write a number from 1 to {most}, or a half between, like 1.5", most=MOST_ROUNDS)
        log.problem(row, "rounds", message)
        return None, False
    return int(found[1]) + 1, True


def _blank_weeks(
    row: Row, first_week: dt.date | None, no_play: Sequence[dt.date], log: Log
) -> tuple[Blank, tuple[dt.date, ...]]:
    """Which weeks are left blank: by a word for it, or named by days of them."""
    text = row["blank week"].casefold()
    if text in BLANK_WEEKS:
        return BLANK_WEEKS[text], ()
    if not any(letter.isdigit() for letter in text):
        known = ", ".join(f'"{words}"' for words in BLANK_WEEKS)
        log.problem(row, "blank week", Text("write {known}, or a day of each week that is left blank", known=known))
        return "penultimate", ()
    named = read_dates(row, "blank week", log)
    off = {monday_of(day) for day in no_play}
    for day in named:
        if monday_of(day) in off:
            log.problem(row, "blank week", Text("the week of {day} is without play too", day=day.isoformat()))
        elif first_week is not None and not 0 <= (monday_of(day) - monday_of(first_week)).days <= YEAR:
            log.problem(row, "blank week", Text("{day} is outside the season", day=day.isoformat()))
    return "named", named


def _second_half(row: Row, log: Log) -> SecondHalf | None:
    text = row["second half"].casefold()
    if text and text not in SecondHalf.values:
        mirrored, french = SecondHalf.values
        log.problem(row, "second half", Text("write {one} or {other}, or nothing", one=mirrored, other=french))
    return SecondHalf(text) if text in SecondHalf.values else None


def _evening(row: Row, log: Log) -> Evening | None:
    """One evening for everybody, each home team's own, or nothing said."""
    text = row["evening"].casefold()
    if not text or text == Evening.OWN:
        return Evening(text) if text else None
    night = night_of(text)
    if night is None:
        log.problem(row, "evening", N_('write "own", or a day of the week for everybody, like Tuesday'))
        return None
    return Evening(EVENINGS[night])


def _evenings(row: Row, log: Log) -> dict[str, DivisionSettings]:
    """Read the evenings and starts of divisions' own, like "Division 2 = Wednesday 20:00; Division 3 = 19:30"."""
    heading = "evenings of divisions"
    found: dict[str, DivisionSettings] = {}
    for part in filter(None, (part.strip() for part in row[heading].split(";"))):
        name, _, when = part.rpartition("=")
        nights = [night for night in map(night_of, when.split()) if night is not None]
        rest = " ".join(word for word in when.split() if night_of(word) is None)
        start = read_time(rest) if rest else None
        if not name.strip() or len(nights) > 1 or not (nights or rest) or (rest and start is None):
            log.problem(row, heading, Text('write it like "Division 2 = Wednesday 20:00", not "{part}"', part=part))
            continue
        evening = EVENINGS[nights[0]] if nights else AS_THE_SEASON
        found[" ".join(name.split())] = DivisionSettings(own_evening=evening, own_start=start)
    return found


def _counted(row: Row, column: Column, log: Log) -> Decimal | int | None:
    """A number of points or games, as its column has it; what it is until somebody says otherwise for an empty cell."""
    heading = str(column.label)
    typed = row[heading].replace(",", ".").replace("½", ".5").replace("−", "-")
    if not typed and heading not in HEADINGS["season.csv"]:
        return column.default
    try:
        said = Decimal(typed)
    except InvalidOperation:
        said = Decimal("NaN")
    if not said.is_finite() or not column.least <= said <= 999 or round(said, 0 if column.whole else 2) != said:
        like = N_("write a whole number like 15") if column.whole else N_("write a number like 1 or 0.5")
        log.problem(row, heading, like)
        return None
    return int(said) if column.whole else said


def _won_by(row: Row, log: Log) -> str:
    """Read what decides who has won a fixture; the default for an empty cell."""
    text = row[WON_BY].casefold()
    games, matches = get_args(WonBy)
    if text not in ("", games, matches):
        log.problem(row, WON_BY, Text("write {one} or {other}, or nothing", one=games, other=matches))
    return text or DivisionSettings().won_by


def team_value(row: Row, log: Log) -> TeamValue | None:
    name, division = read_name(row, "team", log), read_name(row, "division", log, most=60)
    venue = read_name(row, "home venue", log)
    night = night_of(row["home night"])
    if night is None and row["home night"]:
        log.problem(row, "home night", N_("write a day of the week, like Tuesday"))
    start = _time(row, log) if row["start"] else None
    blackouts = read_dates(row, "cannot play on", log)
    if not log.good(row):
        return None
    return TeamValue(row, name, division, venue, night, start, tuple(sorted(set(blackouts))))


def _time(row: Row, log: Log) -> dt.time | None:
    found = read_time(row["start"])
    if found is None:
        log.problem(row, "start", N_("write a time like 20:00"))
    elif in_the_morning(row["start"], found):
        log.warning(row, "start", N_("is read as a time in the morning; write it like 20:00 or 8pm for the evening"))
    return found


def wish_value(row: Row, log: Log) -> WishValue | None:
    kind = next((known for known in WISHES if known == row["wish"].casefold()), None)
    if kind is None:
        log.problem(row, "wish", Text("write {one} or {other}", one=WISHES[0], other=WISHES[1]))
    team, other = read_name(row, "team", log), read_name(row, "other", log)
    if team and team == other:
        log.problem(row, "other", N_("a wish is about two teams"))
    numbers = [0, 0]
    if kind == "meet in week":
        numbers = [read_number(row, heading, log) or 0 for heading in ("round", "week")]
    elif kind is not None:
        for heading in ("round", "week"):
            if row[heading]:
                log.problem(row, heading, Text("{wish} holds for every week; leave this empty", wish=kind))
    return WishValue(row, kind, team, other, *numbers) if kind is not None and log.good(row) else None


def player_value(row: Row, log: Log) -> PlayerValue | None:
    name, team = read_name(row, "player", log), read_name(row, "team", log)
    role = ROLES.get(row["role"].casefold())
    if role is None:
        log.problem(row, "role", N_("write captain, vice-captain or nothing"))
    email = row["email"].lower()
    if email and (not EMAIL.fullmatch(email) or len(email) > 254):
        log.problem(row, "email", N_("is not an email address"))
    person = row["person"].casefold()
    if person and person != "new" and not re.fullmatch(r"[0-9]{1,12}", person):
        log.problem(row, "person", N_('write the number of a player of the league, "new", or nothing'))
    phone = row["phone"]
    if phone and (len(phone) > 40 or not any(letter.isdigit() for letter in phone)):
        log.problem(row, "phone", N_("is not a telephone number"))
    return PlayerValue(row, name, team, str(role), email, person, phone) if log.good(row) else None


def fixture_value(row: Row, log: Log) -> FixtureValue | None:
    division = read_name(row, "division", log) if row["division"] else ""
    round_number = read_number(row, "round", log) if row["round"] else 0
    week = read_number(row, "week", log)
    date = read_date(row, "date", log)
    home, away = read_name(row, "home", log), read_name(row, "away", log)
    if home and home == away:
        log.problem(row, "away", N_("a team cannot play itself"))
    if not log.good(row) or round_number is None or week is None or date is None:
        return None
    return FixtureValue(row, division, round_number, week, date, home, away)
