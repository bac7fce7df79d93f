"""The secretary's spreadsheets: the columns of each, declared once with the other headings people give them."""

import datetime as dt
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from league.enums import Evening, SecondHalf
from league.rules.match_terms import Kind
from league.rules.scheme_columns import COLUMNS as COUNTED
from league.rules.settings import DivisionSettings
from league.rules.sheets import UNSAID, GameScore, Pegged, Side
from league.services.portability.imports import parsers
from league.services.portability.imports.columns import DIVISION, TEAM, VENUE, Column, SheetRow, Subject, column
from league.services.portability.imports.parsers import (
    BlankWeeks,
    Note,
    Rounds,
    WishKind,
    name_parser,
    number_parser,
    optional,
    points_parser,
    text_parser,
)
from league.translation import N_, Text
from timetable.calendar import Shape, monday_of

WON_BY = "fixture won by"
YEAR = 365
_WEEK = number_parser("week", "wk", "w")
_ROUND = number_parser("round", "rd", "r")
Dates = tuple[dt.date, ...]
DIVISIONS = "division | div | section"
DATES = "date | match date | fixture date | played on | date of match | date played"
HOMES = "home | home team | home side"
AWAYS = "away | away team | away side | visitors | visiting team | visitor | visiting side"


@dataclass(frozen=True, slots=True, kw_only=True)
class VenueRow(SheetRow):
    """A row of venues.csv; `closed` is None where the file has no such column: what is known of it stays."""

    file = "venues.csv"
    also = ("venue", "pubs")
    name: str = column("venue | name | venue name | pub | pub name", name_parser(), names=VENUE, new=True)
    address: str = column("address | postal address | full address", text_parser(250))
    boards: int = column(
        "fixtures at once | matches at once | room for | capacity | boards", number_parser("fixtures at once")
    )
    closed: Dates | None = column("closed on | closed | days closed", parsers.parse_dates, default=None)


_COUNTED_BESIDES = {
    name: Column(str(one.label), (), points_parser(one, needed=False), needed=False)
    for name, one in COUNTED.items()
    if name != "points_per_game"
} | {"won_by": Column(WON_BY, ("a fixture is won by", "won by", "decided by"), parsers.parse_won_by, needed=False)}


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonRow(SheetRow):
    """A row of season.csv; what is None, or a division that is not in `evenings`, stays as the season has it.

    Attributes:
        evenings: the evening and the start of a division's own, by its name.
        counted_besides: what points follow from besides those of a game, and who wins a fixture, by a division's field.
    """

    file = "season.csv"
    name: str = column("season | name | season name", name_parser(60))
    first_week: dt.date = column("first week | first week beginning | starts | start date | week 1", parsers.parse_date)
    rounds: Rounds = column("rounds | number of rounds", parsers.parse_rounds)
    blank: BlankWeeks = column("blank week | catch-up week | blank weeks", parsers.parse_blank_weeks)
    no_play: Dates = column("weeks with no play | no play | weeks without play | no play weeks", parsers.parse_dates)
    fixture_format: str = column("format | fixture format | match format", parsers.parse_fixture_format)
    points_per_game: Decimal = column(
        "points per game | points for a game", points_parser(COUNTED["points_per_game"], needed=True)
    )
    second_half: SecondHalf | None = column("second half", parsers.parse_second_half, default=None)
    evening: Evening | None = column(
        "evening | evening for everybody | league night", parsers.parse_evening, default=None
    )
    evenings: Mapping[str, DivisionSettings] = column(
        "evenings of divisions | division evenings", parsers.parse_evenings, factory=dict
    )
    counted_besides: Mapping[str, Decimal | int | str | None] = field(
        default_factory=dict, metadata={"columns": _COUNTED_BESIDES}
    )

    @property
    def counted(self) -> dict[str, Any]:
        """Return what the row says of points and of who wins a fixture, by a division's field."""
        return {"points_per_game": self.points_per_game, **self.counted_besides}

    @property
    def shape(self) -> Shape:
        return Shape(self.blank.kind, frozenset(map(monday_of, self.blank.days)), half=self.rounds.half)

    @classmethod
    def check_cells_together(cls, values: Mapping[str, Any]) -> Iterator[tuple[str, Text]]:
        first_week, blank = values["first_week"], values["blank"]
        off = set(map(monday_of, values["no_play"] or ()))
        for day in blank.days if blank else ():
            if monday_of(day) in off:
                yield "blank week", Text("the week of {day} is without play too", day=day.isoformat())
            elif first_week is not None and not 0 <= (monday_of(day) - monday_of(first_week)).days <= YEAR:
                yield "blank week", Text("{day} is outside the season", day=day.isoformat())


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamRow(SheetRow):
    """A row of teams.csv; `night` or `start` is None where its cell is empty, as it may be where all have the same."""

    file = "teams.csv"
    also = ("team", "entries", "clubs")
    name: str = column("team | team name | club | side | name", name_parser(), names=TEAM, new=True)
    division: str = column(DIVISIONS, name_parser(60), names=DIVISION, new=True)
    venue: str = column("home venue | venue | pub | plays at | home", name_parser(), names=VENUE)
    night: int | None = column("home night | night | day | home day | match night | plays on", parsers.parse_night)
    start: dt.time | None = column("start | start time | time | starts | starts at | kick-off", parsers.parse_time)
    blackouts: Dates = column(
        "cannot play on | cannot play | can't play | can't play on | blackouts | unavailable | unavailable on",
        parsers.parse_dates,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerRow(SheetRow):
    """A row of players.csv.

    Attributes:
        person: who of those the league knows it is: a player's number, "new", or nothing.
    """

    file = "players.csv"
    also = ("player", "registrations", "squads", "members")
    name: str = column("player | name | player name | full name", name_parser(), players_of="team", new=True)
    team: str = column("team | team name | club | side", name_parser(), names=TEAM)
    role: str = column("role | position | office", parsers.parse_role)
    email: str = column("email | e-mail | email address | e-mail address | mail", parsers.parse_email)
    phone: str = column("phone | telephone | tel | mobile | phone number", parsers.parse_phone, default="")
    person: str = column("person | person number", parsers.parse_person, default="")


@dataclass(frozen=True, slots=True, kw_only=True)
class FixtureRow(SheetRow):
    """A row of fixtures.csv.

    Attributes:
        division: blank where the file says none.
        round: 0 where the file says none: then `week` may run through the season.
    """

    file = "fixtures.csv"
    also = ("fixture", "fixture list")
    division: str = column(DIVISIONS, optional(name_parser(), ""), omissible=True, names=DIVISION)
    round: int = column("round | round number | round no", optional(_ROUND, 0), omissible=True)
    week: int = column("week | week number | week no | wk", _WEEK)
    date: dt.date = column(DATES, parsers.parse_date)
    home: str = column(HOMES, name_parser(), names=TEAM)
    away: str = column(AWAYS, name_parser(), names=TEAM)

    @classmethod
    def check_cells_together(cls, values: Mapping[str, Any]) -> Iterator[tuple[str, Text]]:
        if values["home"] and values["home"] == values["away"]:
            yield "away", N_("a team cannot play itself")


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultRow(SheetRow):
    """A row of results.csv: one game, or a note about a whole fixture (then without match and game).

    Without match, players and game it is the score of the whole fixture `alone`; `pegged` is the matches won then.

    With the note "nobody" it is a match that both sides had nobody for, without players and games.
    Where games are only counted it is a match, and `score` its games; `pegged` is the points of each side in all of
    them. `division` is blank where the file says none.
    """

    file = "results.csv"
    also = ("result", "scores")
    division: str = column(DIVISIONS, optional(name_parser(), ""), omissible=True, names=DIVISION)
    date: dt.date = column(DATES, parsers.parse_date)
    home: str = column(HOMES, name_parser(), names=TEAM)
    away: str = column(AWAYS, name_parser(), names=TEAM)
    match: int = column(
        "match | match number | match no | table | table number | table no | rubber",
        number_parser("match", "m", "table", "rubber"),
    )
    kind: Kind = column(
        "format | kind | type | match format | match type | match kind | singles or doubles",
        parsers.parse_kind_of_match,
    )
    home_players: tuple[str, ...] = column(
        "home players | home player | home names | home pair", parsers.parse_names, players_of="home"
    )
    away_players: tuple[str, ...] = column(
        "away players | away player | away names | away pair", parsers.parse_names, players_of="away"
    )
    # Blank where no more is written down than how many games each side of a match won.
    game: int = column("game | game number | game no | leg", optional(number_parser("game", "g", "leg"), 0))
    score: GameScore = column("score | scores | result | winner | won by")
    note: Note = column("note | notes | remarks | comment | comments", parsers.parse_note, omissible=True)
    pegged: Pegged = UNSAID
    alone: bool = False

    @property
    def nobody(self) -> bool:
        return self.note == "nobody"

    def players(self, side: Side) -> tuple[str, ...]:
        return self.home_players if side == "home" else self.away_players


@dataclass(frozen=True, slots=True, kw_only=True)
class WishRow(SheetRow):
    """A wish about two teams; round and week are 0 where it holds for every week."""

    file = "wishes.csv"
    also = ("wish",)
    kind: WishKind = column("wish", parsers.parse_wish)
    team: str = column("team", name_parser(), names=TEAM)
    other: str = column("other | other team", name_parser(), names=TEAM)
    round: int = column("round | round number | round no", _ROUND)
    week: int = column("week | week number | week no | wk", _WEEK)


SUBJECTS: dict[str, Subject] = {
    rows.file: Subject(rows.also, tuple(column for _, _, column in rows.columns_by_field()))
    for rows in (VenueRow, SeasonRow, TeamRow, PlayerRow, FixtureRow, ResultRow, WishRow)
}
SEASON = "season.csv"
# Wishes are only for a timetable; an import has no use for them.
WISHES = "wishes.csv"
# The headings of every file that is loaded, those that must be there.
HEADINGS: dict[str, tuple[str, ...]] = {name: one.needed for name, one in SUBJECTS.items() if name != WISHES}


def word_of(subject: str) -> str:
    """Return what a subject's sheet is called: ``teams`` for ``teams.csv``."""
    return subject.removesuffix(".csv")
