"""The columns of each of the secretary's spreadsheets: each declared once, with the other headings people give it."""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from league.rules.scheme_columns import COLUMNS as COUNTED

# None of those below is as long, nor is it looked for.
LONGEST_HEADING = 60
# In brackets, or as spreadsheet programs write a format: dd/mm/yyyy, hh:mm.
_PART = r"(?:d{1,4}|m{1,4}|y{2,4}|h{1,2}|s{2})"
_HINT = re.compile(rf"\([^)]*\)|\[[^\]]*\]|\b{_PART}(?:[-/.: ]{_PART})+\b", re.IGNORECASE)
_OF_WHAT = re.compile(r"^(?:fixture|match|game|league)s?(?=.)")
Shown = Literal["text", "date", "dates", "time", "night"]


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a spreadsheet.

    Attributes:
        name: the heading by which it is known here.
        also: other headings that people give it.
        needed: the templates have it, and the file is refused without it.
        omissible: it is not refused; what is in it is found otherwise.
        shown: the values it holds, for showing a few of them as they were understood.
    """

    name: str
    also: tuple[str, ...] = ()
    needed: bool = True
    shown: Shown = "text"
    omissible: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Subject:
    """A spreadsheet's subject: other names of the file or sheet, and its columns."""

    also: tuple[str, ...]
    columns: tuple[Column, ...]

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
SUBJECTS: dict[str, Subject] = {
    "venues.csv": Subject(
        ("venue", "pubs"),
        (
            Column("venue", ("name", "venue name", "pub", "pub name")),
            Column("address", ("postal address", "full address")),
            Column("fixtures at once", ("matches at once", "room for", "capacity", "boards")),
            Column("closed on", ("closed", "days closed"), needed=False, shown="dates"),
        ),
    ),
    "season.csv": Subject(
        (),
        (
            Column("season", ("name", "season name")),
            Column("first week", ("first week beginning", "starts", "start date", "week 1"), shown="date"),
            Column("rounds", ("number of rounds",)),
            Column("blank week", ("catch-up week", "blank weeks")),
            Column("weeks with no play", ("no play", "weeks without play", "no play weeks"), shown="dates"),
            Column("format", ("fixture format", "match format")),
            Column("points per game", ("points for a game",)),
            Column("second half", needed=False),
            Column("evening", ("evening for everybody", "league night"), needed=False),
            Column("evenings of divisions", ("division evenings",), needed=False),
            *(Column(str(one.label), needed=False) for name, one in COUNTED.items() if name != "points_per_game"),
            Column(WON_BY, ("a fixture is won by", "won by", "decided by"), needed=False),
        ),
    ),
    "teams.csv": Subject(
        ("team", "entries", "clubs"),
        (
            Column("team", (*_TEAM, "name")),
            Column("division", _DIVISION),
            Column("home venue", ("venue", "pub", "plays at", "home")),
            Column("home night", ("night", "day", "home day", "match night", "plays on"), shown="night"),
            Column("start", ("start time", "time", "starts", "starts at", "kick-off"), shown="time"),
            Column(
                "cannot play on",
                ("cannot play", "can't play", "can't play on", "blackouts", "unavailable", "unavailable on"),
                shown="dates",
            ),
        ),
    ),
    "players.csv": Subject(
        ("player", "registrations", "squads", "members"),
        (
            Column("player", ("name", "player name", "full name")),
            Column("team", _TEAM),
            Column("role", ("position", "office")),
            Column("email", ("e-mail", "email address", "e-mail address", "mail")),
            Column("phone", ("telephone", "tel", "mobile", "phone number"), needed=False),
            Column("person", ("person number",), needed=False),
        ),
    ),
    "fixtures.csv": Subject(
        ("fixture", "fixture list"),
        (
            Column("division", _DIVISION, omissible=True),
            Column("round", ("round number", "round no"), omissible=True),
            Column("week", ("week number", "week no", "wk")),
            Column("date", _DATE, shown="date"),
            Column("home", _HOME),
            Column("away", _AWAY),
        ),
    ),
    "results.csv": Subject(
        ("result", "scores"),
        (
            Column("division", _DIVISION, omissible=True),
            Column("date", _DATE, shown="date"),
            Column("home", _HOME),
            Column("away", _AWAY),
            Column("match", ("match number", "match no", "table", "table number", "table no", "rubber")),
            Column("format", ("kind", "type", "match format", "match type", "match kind", "singles or doubles")),
            Column("home players", ("home player", "home names", "home pair")),
            Column("away players", ("away player", "away names", "away pair")),
            Column("game", ("game number", "game no", "leg")),
            Column("score", ("scores", "result", "winner", "won by")),
            Column("note", ("notes", "remarks", "comment", "comments"), omissible=True),
        ),
    ),
    "wishes.csv": Subject(
        ("wish",),
        (
            Column("wish"),
            Column("team"),
            Column("other", ("other team",)),
            Column("round", ("round number", "round no")),
            Column("week", ("week number", "week no", "wk")),
        ),
    ),
}
SEASON = "season.csv"
# Wishes are only for a timetable; an import has no use for them.
WISHES = "wishes.csv"
# The headings of every file that is loaded, those that must be there.
HEADINGS: dict[str, tuple[str, ...]] = {
    name: tuple(column.name for column in subject.columns if column.needed)
    for name, subject in SUBJECTS.items()
    if name != WISHES
}


def word_of(subject: str) -> str:
    """Return what a subject's sheet is called: ``teams`` for ``teams.csv``."""
    return subject.removesuffix(".csv")
