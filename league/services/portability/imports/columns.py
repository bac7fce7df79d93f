"""The columns of each of the secretary's spreadsheets: each declared once, with the other headings people give it."""

import re
from dataclasses import dataclass
from functools import lru_cache

from league.rules.scheme_columns import COLUMNS as COUNTED
from league.services.portability.imports import parsers
from league.services.portability.imports.parsers import Parse, name_parser, optional, text_parser

# None of those below is as long, nor is it looked for.
LONGEST_HEADING = 60
# In brackets, or as spreadsheet programs write a format: dd/mm/yyyy, hh:mm.
_PART = r"(?:d{1,4}|m{1,4}|y{2,4}|h{1,2}|s{2})"
_HINT = re.compile(rf"\([^)]*\)|\[[^\]]*\]|\b{_PART}(?:[-/.: ]{_PART})+\b", re.IGNORECASE)
_OF_WHAT = re.compile(r"^(?:fixture|match|game|league)s?(?=.)")
ANY_TEXT = text_parser()
VENUE, TEAM, DIVISION = "venue", "team", "division"


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a spreadsheet.

    Attributes:
        name: the heading by which it is known here.
        also: other headings that people give it.
        parse: of a cell's text.
        needed: the templates have it, and the file is refused without it.
        omissible: it is not refused; what is in it is found otherwise.
        names: what it names: `VENUE`, `TEAM` or `DIVISION`. Known names get one spelling; templates offer them.
        players_of: it names players of the team in that column.
        new: a name in it that is not known yet is a new one.
    """

    name: str
    also: tuple[str, ...] = ()
    parse: Parse = ANY_TEXT
    needed: bool = True
    omissible: bool = False
    names: str = ""
    players_of: str = ""
    new: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Subject:
    """A spreadsheet's subject: other names of the file or sheet, and its columns."""

    also: tuple[str, ...]
    columns: tuple[Column, ...]

    @property
    def needed(self) -> tuple[str, ...]:
        """Return the headings of the templates, in their order."""
        return tuple(column.name for column in self.columns if column.needed)

    @property
    def required(self) -> tuple[Column, ...]:
        """Return the columns without which a file is refused."""
        return tuple(column for column in self.columns if column.needed and not column.omissible)

    def column(self, heading: str) -> Column | None:
        """Return the column that a heading means, in whatever capitals, blanks and hyphens.

        How its values are written may stand behind it ("Date dd/mm/yyyy", "Home team name"), and what they are of
        before it ("FixtureHomeTeam").
        """
        if len(heading) > LONGEST_HEADING:
            return None
        names = _columns_by_name(self)
        bare = squashed(_HINT.sub(" ", heading))
        short = _OF_WHAT.sub("", bare)
        spellings = (squashed(heading), bare, short, short.removesuffix("name"))
        return next((names[spelling] for spelling in spellings if spelling in names), None)


# Every cell of the first rows is held against every subject, to find the row that has the headings.
@lru_cache
def _columns_by_name(subject: Subject) -> dict[str, Column]:
    names = [(squashed(name), one) for one in reversed(subject.columns) for name in (one.name, *one.also)]
    return dict(names)


@lru_cache(maxsize=4096)
def squashed(text: str) -> str:
    """Return the letters and digits of a heading: "E-mail" and "email" are one."""
    return "".join(letter for letter in text.casefold() if letter.isalnum())


_TEAM = ("team name", "club", "side")
_DIVISION = ("div", "section")
_HOME = ("home team", "home side")
_AWAY = ("away team", "away side", "visitors", "visiting team", "visitor", "visiting side")
_DATE = ("match date", "fixture date", "played on", "date of match", "date played")

WON_BY = "fixture won by"
_WEEK = parsers.number_parser("week", "wk", "w")
_ROUND = parsers.number_parser("round", "rd", "r")
SUBJECTS: dict[str, Subject] = {
    "venues.csv": Subject(
        ("venue", "pubs"),
        (
            Column("venue", ("name", "venue name", "pub", "pub name"), name_parser(), names=VENUE, new=True),
            Column("address", ("postal address", "full address"), text_parser(250)),
            Column(
                "fixtures at once",
                ("matches at once", "room for", "capacity", "boards"),
                parsers.number_parser("fixtures at once"),
            ),
            Column("closed on", ("closed", "days closed"), parsers.parse_dates, needed=False),
        ),
    ),
    "season.csv": Subject(
        (),
        (
            Column("season", ("name", "season name"), name_parser(60)),
            Column("first week", ("first week beginning", "starts", "start date", "week 1"), parsers.parse_date),
            Column("rounds", ("number of rounds",), parsers.parse_rounds),
            Column("blank week", ("catch-up week", "blank weeks"), parsers.parse_blank_weeks),
            Column("weeks with no play", ("no play", "weeks without play", "no play weeks"), parsers.parse_dates),
            Column("format", ("fixture format", "match format"), parsers.parse_fixture_format),
            Column(
                "points per game",
                ("points for a game",),
                parsers.points_parser(COUNTED["points_per_game"], needed=True),
            ),
            Column("second half", (), parsers.parse_second_half, needed=False),
            Column("evening", ("evening for everybody", "league night"), parsers.parse_evening, needed=False),
            Column("evenings of divisions", ("division evenings",), parsers.parse_evenings, needed=False),
            *(
                Column(str(one.label), (), parsers.points_parser(one, needed=False), needed=False)
                for name, one in COUNTED.items()
                if name != "points_per_game"
            ),
            Column(WON_BY, ("a fixture is won by", "won by", "decided by"), parsers.parse_won_by, needed=False),
        ),
    ),
    "teams.csv": Subject(
        ("team", "entries", "clubs"),
        (
            Column("team", (*_TEAM, "name"), name_parser(), names=TEAM, new=True),
            Column("division", _DIVISION, name_parser(60), names=DIVISION, new=True),
            Column("home venue", ("venue", "pub", "plays at", "home"), name_parser(), names=VENUE),
            Column("home night", ("night", "day", "home day", "match night", "plays on"), parsers.parse_night),
            Column("start", ("start time", "time", "starts", "starts at", "kick-off"), parsers.parse_time),
            Column(
                "cannot play on",
                ("cannot play", "can't play", "can't play on", "blackouts", "unavailable", "unavailable on"),
                parsers.parse_dates,
            ),
        ),
    ),
    "players.csv": Subject(
        ("player", "registrations", "squads", "members"),
        (
            Column("player", ("name", "player name", "full name"), name_parser(), players_of="team", new=True),
            Column("team", _TEAM, name_parser(), names=TEAM),
            Column("role", ("position", "office"), parsers.parse_role),
            Column("email", ("e-mail", "email address", "e-mail address", "mail"), parsers.parse_email),
            Column("phone", ("telephone", "tel", "mobile", "phone number"), parsers.parse_phone, needed=False),
            Column("person", ("person number",), parsers.parse_person, needed=False),
        ),
    ),
    "fixtures.csv": Subject(
        ("fixture", "fixture list"),
        (
            Column("division", _DIVISION, optional(name_parser(), ""), omissible=True, names=DIVISION),
            Column("round", ("round number", "round no"), optional(_ROUND, 0), omissible=True),
            Column("week", ("week number", "week no", "wk"), _WEEK),
            Column("date", _DATE, parsers.parse_date),
            Column("home", _HOME, name_parser(), names=TEAM),
            Column("away", _AWAY, name_parser(), names=TEAM),
        ),
    ),
    "results.csv": Subject(
        ("result", "scores"),
        (
            Column("division", _DIVISION, optional(name_parser(), ""), omissible=True, names=DIVISION),
            Column("date", _DATE, parsers.parse_date),
            Column("home", _HOME, name_parser(), names=TEAM),
            Column("away", _AWAY, name_parser(), names=TEAM),
            Column(
                "match",
                ("match number", "match no", "table", "table number", "table no", "rubber"),
                parsers.number_parser("match", "m", "table", "rubber"),
            ),
            Column(
                "format",
                ("kind", "type", "match format", "match type", "match kind", "singles or doubles"),
                parsers.parse_kind_of_match,
            ),
            Column("home players", ("home player", "home names", "home pair"), parsers.parse_names, players_of="home"),
            Column("away players", ("away player", "away names", "away pair"), parsers.parse_names, players_of="away"),
            # Blank where no more is written down than how many games each side of a match won.
            Column("game", ("game number", "game no", "leg"), optional(parsers.number_parser("game", "g", "leg"), 0)),
            Column("score", ("scores", "result", "winner", "won by")),
            Column("note", ("notes", "remarks", "comment", "comments"), parsers.parse_note, omissible=True),
        ),
    ),
    "wishes.csv": Subject(
        ("wish",),
        (
            Column("wish", (), parsers.parse_wish),
            Column("team", (), name_parser(), names=TEAM),
            Column("other", ("other team",), name_parser(), names=TEAM),
            Column("round", ("round number", "round no"), _ROUND),
            Column("week", ("week number", "week no", "wk"), _WEEK),
        ),
    ),
}
SEASON = "season.csv"
# Wishes are only for a timetable; an import has no use for them.
WISHES = "wishes.csv"
# The headings of every file that is loaded, those that must be there.
HEADINGS: dict[str, tuple[str, ...]] = {name: one.needed for name, one in SUBJECTS.items() if name != WISHES}


def word_of(subject: str) -> str:
    """Return what a subject's sheet is called: ``teams`` for ``teams.csv``."""
    return subject.removesuffix(".csv")
