"""A list of teams as a person types or pastes it: one a line, with the venue, the night and the time behind the name.

Only the name is needed. ``Anchor, at the Anchor Inn, Tuesdays 8.30`` may stand there with commas, tabs or semicolons,
as a spreadsheet copies it. A night and a time are known by their looks, together or apart, in any order. A venue that
looks like one itself ("Sun", "1805") stands before it, or in quotes. Nights are read in English and in the writer's own
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
_AT = re.compile(r"^(?:at |@ ?)", re.IGNORECASE)
_ON = re.compile(r"^on ", re.IGNORECASE)
# Somebody has tried to write an hour.
_LIKE_A_TIME = re.compile(r"[0-9]{1,2}[.:hH][0-9]{2} ?(?:[ap]\.?m\.?)?", re.IGNORECASE)
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
        venue = _in_quotes(self.venue) if _read_otherwise(self.venue, weekdays) else _quoted(self.venue)
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
        cells, quoted = _cells(line, weekdays)
        if not any(cells) or (number == 1 and _is_heading(cells)):
            continue
        team, wrong = _team(cells, quoted, (night, start), weekdays)
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


def _cells(line: str, weekdays: Sequence[str]) -> tuple[list[str], set[int]]:
    """Return the cells of a line, the team's name first, and the places of the quoted ones.

    A night and a time in one cell are two cells.
    """
    rows = list(csv.reader([line], delimiter=_mark(line), skipinitialspace=True))
    marked = [bool(cell[1]) for cell in _CELLS[_mark(line)].finditer(line)]
    cells: list[str] = []
    quoted: set[int] = set()
    for place, cell in enumerate(map(clean_line, rows[0] if rows else [""])):
        if place < len(marked) and marked[place]:
            quoted.add(len(cells))
            cells.append(cell)
        else:
            cells += (place and _split_when(cell, weekdays)) or [cell]
    return cells or [""], quoted


def _split_when(cell: str, weekdays: Sequence[str]) -> list[str] | None:
    """Split “Tuesdays 8.30”, “Tue at 8.30 pm” or “8pm on Tuesdays” into its night and its time."""
    words = _ON.sub("", cell).split(" ")
    first, last = (night_of(word, weekdays) is not None for word in (words[0], words[-1]))
    if first and len(words) > 1 and _time(rest := " ".join(words[1:])) is not None:
        return [words[0], rest]
    before = " ".join(words[:-1]).removesuffix(" on")
    return [words[-1], before] if last and before and _time(before) is not None else None


def _night(cell: str, weekdays: Sequence[str]) -> int | None:
    return night_of(_ON.sub("", cell), weekdays)


def _time(cell: str) -> dt.time | None:
    return read_time(cell.removeprefix("@").strip())


def _venue_name(cell: str) -> str:
    """The venue in a cell: “at the Swan Inn” is The Swan Inn."""
    bare = _AT.sub("", cell)
    return bare[:1].upper() + bare[1:] if bare and bare != cell else cell


def _is_heading(cells: Sequence[str]) -> bool:
    """Whether a line names the columns; not a team “Team” with its venue."""
    return cells[0].casefold() in _HEADINGS and all(cell.casefold() in _FURTHER for cell in cells[1:])


def _looks_like_when(cell: str, weekdays: Sequence[str]) -> bool:
    return _night(cell, weekdays) is not None or _time(cell) is not None


def _read_otherwise(venue: str, weekdays: Sequence[str]) -> bool:
    """Whether a venue's bare name would be read as something else."""
    if _looks_like_when(venue, weekdays) or _split_when(venue, weekdays):
        return True
    return _venue_name(venue) != venue or _LIKE_A_TIME.fullmatch(venue) is not None


def _venue_at(cells: Sequence[str], quoted: Collection[int], weekdays: Sequence[str]) -> int | None:
    """The place of the venue's cell; None without one.

    One that looks like a night or a time is it where it alone is quoted, or where another of its kind follows.
    """
    places = [place for place, cell in enumerate(cells) if place and cell]
    plain = [place for place in places if not _looks_like_when(cells[place], weekdays)]
    marked = [place for place in places if place in quoted]
    nights = [place for place in places if _night(cells[place], weekdays) is not None]
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
        return None, [Text("Use a name of up to {most} letters.", most=LONGEST_NAME)]
    if hidden := next(filter(None, map(hidden_message, cells)), None):
        return None, [hidden]
    at = _venue_at(cells, quoted, weekdays)
    if at is not None and at not in quoted and _LIKE_A_TIME.fullmatch(cells[at]):
        return None, [Text("“{time}” is not a time of day. Write one like 20:00 or 8 pm.", time=cells[at])]
    more = [cell for place, cell in enumerate(cells) if place not in (0, at) and cell]
    nights = [day for day in (_night(cell, weekdays) for cell in more) if day is not None]
    times = [time for time in map(_time, more) if time is not None]
    others = [cell for cell in more if not _looks_like_when(cell, weekdays)]
    if others:
        wrong.append(
            Text("“{extra}” is neither a night, like Tuesday, nor a time, like 20:00.", extra=", ".join(others))
        )
    if len(nights) > 1 or len(times) > 1:
        wrong.append(N_("Write one night and one time."))
    night, start = next(iter(nights), usual[0]), next(iter(times), usual[1])
    venue = name if at is None else cells[at] if at in quoted else _venue_name(cells[at])
    if len(venue) > LONGEST_NAME:
        wrong.append(Text("Use a venue of up to {most} letters.", most=LONGEST_NAME))
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
