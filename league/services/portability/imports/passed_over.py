"""Rows that people write into a list of fixtures, teams or results and that are none: byes, separators, totals."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from league.services.portability.imports.columns import Column, squashed
from league.services.portability.imports.moments import date_of, month_of
from league.services.portability.imports.parsers import shortened
from league.translation import Text

Kind = Literal["bye", "separator", "total", "headings"]
BYES = {"bye", "byeweek", "nogame", "nomatch", "nofixture", "noopponent", "freeweek", "restweek"}
TOTALS = re.compile(r"(?:(?:grand|sub|season|match|week|weekly)?totals?(?:games|points|scores?|fixtures|matches)?|sum)")
_NUMBER = r"(?:\d{1,2}|[ivx]{1,4}|one|two|three|four|five|six|[a-h])\b"
_HEADS = re.compile(
    rf"(?:week|wk|round|rd|match ?(?:day|night|week)|division|div|section)[\s.:#-]*(?:no\.? *)?{_NUMBER}.*"
    r"|(?:week|w/c|w/e)\b.*\b(?:commencing|beginning|starting|ending|of)\b.*|w/[ce]\b.*"
    r"|(?:first|second|third|1st|2nd|3rd) (?:half|round)\b.*",
    re.IGNORECASE,
)
# Of a row that heads others, as far as it is looked at.
LONGEST = 100
# A venue may be called "Round 1", and a season has one row.
WITHOUT_SEPARATORS = {"venues.csv", "season.csv"}


@dataclass(frozen=True, slots=True)
class PassedOver:
    """A row that is not read, since it is no fixture, team or result.

    Attributes:
        text: of its first cell with something in it.
    """

    line: int
    kind: Kind
    text: str


def kind_of_row(
    subject: str, cells: Sequence[str], columns: Mapping[int, Column], headings: Sequence[str]
) -> Kind | None:
    """Return why a row below the headings is not read, None for one that is."""
    filled = [cell for cell in cells if cell]
    if not filled or subject == "season.csv":
        return None
    if len(filled) > 1 and all(cell == heading for cell, heading in zip(cells, headings, strict=False) if cell):
        return "headings"
    if TOTALS.fullmatch(squashed(filled[0][:LONGEST])):
        return "total"
    sides = (cells[n] for n, column in columns.items() if column.name in ("home", "away", "team") and n < len(cells))
    if any(squashed(side) in BYES for side in sides):
        return "bye"
    heads = len(set(filled)) == 1 and subject not in WITHOUT_SEPARATORS and _heads_others(filled[0])
    return "separator" if heads else None


def _heads_others(text: str) -> bool:
    words = text.casefold().split()
    of_month = month_of(words[0].rstrip(".,")) is not None and len(words) < 3
    return bool(_HEADS.fullmatch(text[:LONGEST])) or of_month or date_of(text) is not None


def describe_passed_over(rows: Collection[PassedOver]) -> Text:
    """Return how many rows of each kind are not read, and where the first of each is."""
    found = []
    for kind in ("separator", "bye", "total", "headings"):
        alike = [row for row in rows if row.kind == kind]
        if alike:
            found.append(_counted(kind, len(alike), alike[0]))
    return Text("not read: {rows}", rows=Text.joined("; ", found))


def _counted(kind: str, n: int, first: PassedOver) -> Text:
    line = first.line
    if kind == "separator":
        return Text.plural(
            "{n} row that only heads others (“{text}” in line {line})",
            "{n} rows that only head others (the first is “{text}” in line {line})",
            n=n, text=shortened(first.text), line=line,
        )  # fmt: skip
    if kind == "bye":
        return Text.plural("{n} bye (line {line})", "{n} byes (the first in line {line})", n=n, line=line)
    if kind == "total":
        return Text.plural("{n} total (line {line})", "{n} totals (the first in line {line})", n=n, line=line)
    return Text.plural(
        "{n} row that repeats the headings (line {line})",
        "{n} rows that repeat the headings (the first in line {line})",
        n=n,
        line=line,
    )
