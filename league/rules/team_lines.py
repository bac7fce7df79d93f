"""A list of teams as a person types or pastes it: one a line, with the venue, the night and the time behind the name.

Only the name is needed. ``Anchor, The Anchor Inn, Tuesday, 8 pm`` may stand there with commas, tabs or semicolons, as
a spreadsheet copies it. A night and a time are known by their looks, so their order does not matter.
"""

import csv
import datetime as dt
import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from league.rules.problems import Problem
from league.rules.wording import WEEKDAYS
from scoring.text import N_, Text

MOST_TEAMS = 200
LONGEST_NAME = 120
_TIME = re.compile(r"([0-9]{1,2})(?:[:.]?([0-9]{2}))? ?(am|pm)?", re.IGNORECASE)
_QUOTED = re.compile(r'"[^"]*"')
_HEADINGS = ("team", "teams", "name", "team name")
_NIGHTS = {str(day).casefold(): number for number, day in enumerate(WEEKDAYS)}
_SHORT = {"tues": 1, "weds": 2, "thur": 3, "thurs": 3}


@dataclass(frozen=True, slots=True)
class TeamLine:
    """A team as one line says it: where, on which night (Monday is 0) and when it plays at home."""

    name: str
    venue: str
    night: int
    start: dt.time

    def __str__(self) -> str:
        start = f"{self.start:%H:%M}"
        return ", ".join([*(_quoted(text) for text in (self.name, self.venue)), str(WEEKDAYS[self.night]), start])


def read_teams(text: str, *, night: int, start: dt.time) -> tuple[tuple[TeamLine, ...], list[Problem]]:
    """Return the teams of a list, and what is wrong with its lines; with a problem, only those lines that are right.

    Args:
        night, start: those of a line that does not say them. A line without a venue has one of the team's own name.
    """
    found: dict[str, tuple[int, TeamLine]] = {}
    problems: list[Problem] = []
    for number, line in enumerate(text.replace("\0", "").splitlines(), start=1):
        cells = _cells(line)
        if not any(cells) or (number == 1 and cells[0].casefold() in _HEADINGS):
            continue
        team, wrong = _team(cells, night, start)
        if team is not None and team.name.casefold() in found:
            first = found[team.name.casefold()][0]
            wrong = [Text("“{team}” stands in line {first} already; each team is entered once.",
                          team=team.name, first=first)]  # fmt: skip
        problems += [Problem("line", said, "teams", Text("line {number}", number=number)) for said in wrong]
        if team is not None and not wrong:
            found[team.name.casefold()] = number, team
    teams = tuple(team for _, team in found.values())
    if len(teams) > MOST_TEAMS:
        said = Text("A season has {most} teams at most; these are {n}.", most=MOST_TEAMS, n=len(teams))
        problems.append(Problem("too-many", said, "teams"))
    return teams, problems


def lines_of(teams: Iterable[TeamLine]) -> str:
    """Return the list that `read_teams` reads as these teams."""
    return "\n".join(str(team) for team in teams)


def stamp(teams: Iterable[TeamLine]) -> str:
    """Return a short text that is another one for another list."""
    return hashlib.sha256(lines_of(teams).encode()).hexdigest()[:16]


def _cells(line: str) -> list[str]:
    bare = _QUOTED.sub("", line)
    delimiter = next((mark for mark in ("\t", ";") if mark in bare), ",")
    rows = list(csv.reader([line], delimiter=delimiter, skipinitialspace=True))
    return [" ".join(cell.split()) for cell in (rows[0] if rows else [""])] or [""]


def _team(cells: Sequence[str], night: int, start: dt.time) -> tuple[TeamLine | None, list[Text]]:
    name, *more = cells
    wrong: list[Text] = []
    if not name:
        return None, [N_("The team’s name is missing; it comes first, before its venue.")]
    if len(name) > LONGEST_NAME:
        return None, [Text("Write a name of at most {most} letters.", most=LONGEST_NAME)]
    venues = []
    for cell in filter(None, more):
        if (day := night_of(cell)) is not None:
            night = day
        elif (time := time_of(cell)) is not None:
            start = time
        else:
            venues.append(cell)
    if len(venues) > 1:
        wrong.append(
            Text("“{extra}” is neither a night, like Tuesday, nor a time, like 20:00.", extra=", ".join(venues[1:]))
        )
    venue = venues[0] if venues else name
    if len(venue) > LONGEST_NAME:
        wrong.append(Text("Write a venue of at most {most} letters.", most=LONGEST_NAME))
    return TeamLine(name, venue, night, start), wrong


def night_of(text: str) -> int | None:
    """Return the day of the week that a cell says (“Tue”, “Tuesdays”), Monday as 0, or None."""
    word = text.casefold().removesuffix(".")
    word = word if word in _SHORT else word.removesuffix("s")
    if word in _SHORT:
        return _SHORT[word]
    return next((day for name, day in _NIGHTS.items() if word in (name, name[:3])), None)


def time_of(text: str) -> dt.time | None:
    """Return the time of day that a cell says (“20:00”, “8.00pm”, “8 pm”), or None."""
    found = _TIME.fullmatch(text)
    if found is None or not (found[2] or found[3]):
        return None
    hour, minute, half = int(found[1]), int(found[2] or 0), (found[3] or "").casefold()
    if half:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if half == "pm" else 0)
    return dt.time(hour, minute) if hour < 24 and minute < 60 else None


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"' if set(text) & set(',;\t"') else text
