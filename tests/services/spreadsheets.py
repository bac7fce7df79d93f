"""The secretary's spreadsheets for the tests of loading them: as they are, and as other programs would save them."""

import csv
import datetime as dt
from collections.abc import Callable
from pathlib import Path
from typing import Any

from league.models import (
    Appearance,
    Blackout,
    Division,
    Entry,
    Fixture,
    Game,
    JournalEntry,
    Match,
    Player,
    Postponement,
    Registration,
    Result,
    Role,
    Season,
    Team,
    User,
    Venue,
    Week,
)  # fmt: skip
from league.services.portability.imports import HEADINGS

FOLDER = Path(__file__).resolve().parents[2] / "league" / "demo"
BAD = Path(__file__).resolve().parents[1] / "data" / "results_bad.csv"
FILES = {name: (FOLDER / name).read_bytes() for name in HEADINGS}
NOW = dt.datetime(2026, 11, 3, 12, 0, tzinfo=dt.UTC)
EVERYTHING = (
    Venue, Season, Division, Team, Entry, Blackout, Week, Player, Registration, User, Role, Fixture, Postponement,
    Result, Match, Appearance, Game, JournalEntry,
)  # fmt: skip


def counted() -> dict[str, int]:
    return {model.__name__: model.objects.count() for model in EVERYTHING}


def lines(file: str) -> list[dict[str, str]]:
    with (FOLDER / file).open(encoding="utf-8-sig", newline="") as opened:
        return list(csv.DictReader(opened))


BAD_LINES = [
    'results.csv:2, score: "121-121": a game cannot be drawn: one side pegs out first',
    'results.csv:3, score: "119-117": nobody reached 121',
    'results.csv:4, score: "121": write both scores, like 121-98; home or away where only who won is written down',
    'results.csv:5, score: "12l-98": “12l” is not a number',
    'results.csv:6, date: "31/02/2026": there is no such day; write it like 2026-09-15 or 15/09/2026',
    (
        'results.csv:7, home players: "Zoë Dwyer / Ivor Abbott": not registered for Kings Arms B: '
        "Zoë Dwyer (plays for Legion Club) and Ivor Abbott (plays for Legion Club)"
    ),
    (
        'results.csv:8, home players: "Nobody Atall / Also Nobody": not registered for Kings Arms B: '
        "Nobody Atall (not known in this league) and Also Nobody (not known in this league)"
    ),
    'results.csv:9, format: "singles": match 3 of this division is doubles',
    'results.csv:10, game: "4": a match has 3 games',
    'results.csv:11, home: "Red Lyon A": no such team; did you mean "Red Lion B"?',
    'results.csv:12, score: "-5-121": a score cannot be below 0',
    'results.csv:14, game: "3": match 4, game 3 stands in line 13 already',
]


# The same spreadsheets as other programs, settings and hands save them.


def rewritten(
    file: str,
    *,
    delimiter: str = ",",
    encoding: str = "utf-8",
    newline: str = "\n",
    date: str = "%Y-%m-%d",
    headings: Callable[[list[str]], list[str]] = lambda names: names,
    title: Callable[[str], str] = str,
    after: int = 0,
) -> bytes:
    """A file of the season in another dialect."""
    rows = lines(file)
    names = headings(list(rows[0]))

    def cell(text: str) -> str:
        parts = [p.strip() for p in text.split(";")] if file in ("teams.csv", "season.csv") else [text]
        return "; ".join(dt.date.fromisoformat(p).strftime(date) if is_date(p) else p for p in parts)

    told_rows = [[title(name) for name in names], *([cell(row[name]) for name in names] for row in rows)]
    told_rows += [[""] * len(names)] * after
    quoted = [[f'"{text}"' if set(text) & {delimiter, '"'} else text for text in row] for row in told_rows]
    return "".join(delimiter.join(row) + newline for row in quoted).encode(encoding)


def is_date(text: str) -> bool:
    try:
        dt.date.fromisoformat(text)
    except ValueError:
        return False
    return True


DIALECTS: dict[str, dict[str, Any]] = {
    "semicolons, BOM and CRLF": {"delimiter": ";", "encoding": "utf-8-sig", "newline": "\r\n", "date": "%d/%m/%Y"},
    "Windows, tabs and points": {"delimiter": "\t", "encoding": "cp1252", "newline": "\r\n", "date": "%d.%m.%Y"},
    "UTF-16, shuffled, shouted": {
        "delimiter": "\t",
        "encoding": "utf-16",
        "headings": lambda names: sorted(names, reverse=True),
        "title": lambda name: f" {name.upper()} ",
        "after": 3,
    },
}
