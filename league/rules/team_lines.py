"""A list of teams as a person types or pastes it: one a line, with the venue, the night and the time behind the name.

Only the name is needed. ``Anchor, The Anchor Inn, Tuesday, 8 pm`` may stand there with commas, tabs or semicolons, as a
spreadsheet copies it. A night and a time are known by their looks, so their order does not matter. A venue that looks
like one itself ("Sun", "1805") stands before it, or in quotes. Nights are read in English and in the writer's own
language.
"""

import csv
import datetime as dt
import hashlib
import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from league.rules.names import LONGEST_NAME, clean_line, folded, hidden_message
from league.rules.problems import Problem
from league.rules.wording import read_time
from scoring.text import N_, Text
from timetable.calendar import WEEKDAYS

MOST_TEAMS, MOST_PROBLEMS = 200, 50
_QUOTED = re.compile(r'"[^"]*"')
_CELLS = {
    "\t": re.compile(r' *("(?:[^"]|"")*"?)?[^\t]*(?:\t|$)'),
    ";": re.compile(r' *("(?:[^"]|"")*"?)?[^;]*(?:;|$)'),
    ",": re.compile(r' *("(?:[^"]|"")*"?)?[^,]*(?:,|$)'),
}
_HEADINGS = ("team", "teams", "name", "team name")
_FURTHER = (
    "",
    "venue",
    "home venue",
    "pub",
    "ground",
    "night",
    "home night",
    "day",
    "evening",
    "time",
    "start",
    "starts",
)
ENGLISH = tuple(str(day) for day in WEEKDAYS)
_SHORT = {"tues": 1, "weds": 2, "thur": 3, "thurs": 3}


@dataclass(frozen=True, slots=True)
class TeamLine:
    """A team as one line says it, with its home night (Monday 0) and start."""

    name: str
    venue: str
    night: int
    start: dt.time

    def __str__(self) -> str:
        return self.text()

    def text(self, *, night: bool = True, weekdays: Sequence[str] = ENGLISH) -> str:
        """Format a line, with its night or without; `weekdays` from Monday."""
        venue = _in_quotes(self.venue) if _looks_like_when(self.venue, weekdays) else _quoted(self.venue)
        said = [_quoted(self.name), venue, *([weekdays[self.night]] if night else [])]
        return ", ".join([*said, f"{self.start:%H:%M}"])


def read_teams(
    text: str, *, night: int, start: dt.time, weekdays: Sequence[str] = ENGLISH
) -> tuple[tuple[TeamLine, ...], list[Problem]]:
    """Parse a list of teams; with problems, only the right lines are returned.

    `night` and `start` are defaults; a missing venue has the team's name. English `weekdays` are read besides.
    """
    found: dict[str, tuple[int, TeamLine]] = {}
    problems: list[Problem] = []
    for number, line in enumerate(text.replace("\0", "").splitlines(), start=1):
        cells = _cells(line)
        if not any(cells) or (number == 1 and _is_heading(cells)):
            continue
        team, wrong = _team(cells, _quoted_cells(line), (night, start), weekdays)
        if team is not None and folded(team.name) in found:
            first = found[folded(team.name)][0]
            wrong = [Text("“{team}” stands in line {first} already; each team is entered once.",
                          team=team.name, first=first)]  # fmt: skip
        problems += [Problem("line", said, "teams", Text("line {number}", number=number)) for said in wrong]
        if len(problems) >= MOST_PROBLEMS:
            # Of the lines below nothing is said until these are right.
            break
        if team is not None and not wrong:
            found[folded(team.name)] = number, team
    teams = tuple(team for _, team in found.values())
    if len(teams) > MOST_TEAMS:
        message = Text("A season has {most} teams at most; these are {n}.", most=MOST_TEAMS, n=len(teams))
        problems.append(Problem("too-many", message, "teams"))
    return teams, problems


def lines_of(teams: Iterable[TeamLine], *, nights: bool = True, weekdays: Sequence[str] = ENGLISH) -> str:
    """Format teams as `read_teams` reads them, without nights where all have the same."""
    return "\n".join(team.text(night=nights, weekdays=weekdays) for team in teams)


def stamp(teams: Iterable[TeamLine]) -> str:
    return hashlib.sha256(lines_of(teams).encode()).hexdigest()[:16]


def _mark(line: str) -> str:
    bare = _QUOTED.sub("", line)
    return next((mark for mark in ("\t", ";") if mark in bare), ",")


def _cells(line: str) -> list[str]:
    rows = list(csv.reader([line], delimiter=_mark(line), skipinitialspace=True))
    return [clean_line(cell) for cell in (rows[0] if rows else [""])] or [""]


def _quoted_cells(line: str) -> set[int]:
    """Places of quoted cells, the team's name at 0."""
    found = _CELLS[_mark(line)].finditer(line)
    return {place for place, cell in enumerate(found) if cell[1]}


def _is_heading(cells: Sequence[str]) -> bool:
    """Whether a line names the columns; not a team “Team” with its venue."""
    return cells[0].casefold() in _HEADINGS and all(cell.casefold() in _FURTHER for cell in cells[1:])


def _looks_like_when(cell: str, weekdays: Sequence[str]) -> bool:
    return night_of(cell, weekdays) is not None or read_time(cell) is not None


def _venue_at(cells: Sequence[str], quoted: Collection[int], weekdays: Sequence[str]) -> int | None:
    """The place of the venue's cell; None without one.

    One that looks like a night or a time is it where it alone is quoted, or where another of its kind follows.
    """
    places = [place for place, cell in enumerate(cells) if place and cell]
    plain = [place for place in places if not _looks_like_when(cells[place], weekdays)]
    marked = [place for place in places if place in quoted]
    nights = [place for place in places if night_of(cells[place], weekdays) is not None]
    times = [place for place in places if place not in nights]
    followed = sorted(alike[0] for alike in (nights, times) if len(alike) > 1)
    return next(iter(plain or (marked if len(marked) < len(places) else ()) or followed), None)


def _team(
    cells: Sequence[str], quoted: Collection[int], usual: tuple[int, dt.time], weekdays: Sequence[str]
) -> tuple[TeamLine | None, list[Text]]:
    name = cells[0]
    wrong: list[Text] = []
    if not name:
        return None, [N_("The team’s name is missing; it comes first, before its venue.")]
    if len(name) > LONGEST_NAME:
        return None, [Text("Write a name of at most {most} letters.", most=LONGEST_NAME)]
    if hidden := hidden_message(" ".join(cells)):
        return None, [hidden]
    at = _venue_at(cells, quoted, weekdays)
    more = [cell for place, cell in enumerate(cells) if place not in (0, at) and cell]
    nights = [day for day in (night_of(cell, weekdays) for cell in more) if day is not None]
    times = [time for time in map(read_time, more) if time is not None]
    others = [cell for cell in more if not _looks_like_when(cell, weekdays)]
    if others:
        wrong.append(
            Text("“{extra}” is neither a night, like Tuesday, nor a time, like 20:00.", extra=", ".join(others))
        )
    if len(nights) > 1 or len(times) > 1:
        wrong.append(N_("Write one night and one time."))
    night, start = next(iter(nights), usual[0]), next(iter(times), usual[1])
    venue = name if at is None else cells[at]
    if len(venue) > LONGEST_NAME:
        wrong.append(Text("Write a venue of at most {most} letters.", most=LONGEST_NAME))
    return TeamLine(name, venue, night, start), wrong


def night_of(text: str, weekdays: Sequence[str] = ENGLISH) -> int | None:
    """The day of the week in a cell (“Tue”, “Tuesdays”), Monday 0.

    `weekdays` of another language match whole, or by their first three letters where unambiguous.
    """
    word = text.casefold().removesuffix(".")
    word = word if word in _SHORT else word.removesuffix("s")
    if word in _SHORT:
        return _SHORT[word]
    for names in (weekdays, ENGLISH):
        days = [name.casefold() for name in names]
        short = [name[:3] for name in days]
        for day, name in enumerate(days):
            if word == name or (word == short[day] and short.count(word) == 1):
                return day
    return None


def _quoted(text: str) -> str:
    return _in_quotes(text) if set(text) & set(',;\t"') else text


def _in_quotes(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'
