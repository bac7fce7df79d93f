"""Past winners as leagues write them down: the year in any form, and one, two or more people in a name."""

import re
from collections.abc import Iterable, Mapping

from league.rules.names import LONGEST_NAME, clean_line, folded, hidden_message
from league.rules.problems import Problem
from scoring.text import N_, Text

PLACES: Mapping[int, Text] = {1: N_("Winner"), 2: N_("Runner-up"), 3: N_("Third"), 4: N_("Fourth")}
LONGEST_COMPETITION, LONGEST_YEAR, LONGEST_NOTE = 60, 60, 200
# Of one row, so that a sheet of many columns in one cell is not looked up word by word.
MOST_PEOPLE = 8
_YEAR = re.compile(r"(?<![0-9])(?:1[89]|20)[0-9]{2}(?![0-9])")
# Of a clean line, whose blanks are single.
_AND = re.compile(r"( ?(?:[&+/,;]|\band\b) ?)", re.IGNORECASE)


def year_order(year: str) -> tuple[int, str]:
    """Sort key of a year in words: 1987, 1987–88, Spring 2019."""
    found = _YEAR.search(year)
    return int(found.group()) if found else 0, year


def split_people(name: str) -> list[str]:
    """The names in a winner's name, with what joins them between: "Ann & Ben" is "Ann", " & ", "Ben"."""
    return _AND.split(name)


def people_in(name: str) -> list[str]:
    return [part for part in split_people(name)[::2] if part][:MOST_PEOPLE]


def erased_in(name: str, names: Iterable[str], instead: str) -> str:
    """A winner's name without a person's, however it was typed; a pair keeps the other one's."""
    gone = {folded(one) for one in names}
    if folded(name) in gone:
        return instead
    return "".join(instead if folded(part) in gone else part for part in split_people(name))


def check_winner(given: Mapping[str, str], place: int | None = 1, *, any_year: bool = False) -> list[Problem]:
    """Problems of a winner's fields, as clean lines; those that are not given are not looked at.

    Args:
        any_year: of a season that is kept, which may be called anything.
    """
    problems = []
    for field, (most, missing) in _FIELDS.items():
        if field not in given:
            continue
        text = given[field]
        if hidden := hidden_message(text):
            problems.append(Problem("hidden-character", hidden, field))
        elif len(text) > most:
            problems.append(Problem("too-long", Text("Write {most} characters at most.", most=most), field))
        elif missing and not text:
            problems.append(Problem("missing", missing, field))
        elif field == "year" and not any_year and not _YEAR.search(text):
            problems.append(Problem("year", WRONG_YEAR, field))
        elif field in ("competition", "name") and not any(letter.isalnum() for letter in text):
            problems.append(Problem("missing", missing, field))
    if place not in PLACES:
        problems.append(Problem("place", N_("Choose a place from the list."), "place"))
    return problems


WRONG_YEAR = N_("Write a year with four digits, like 1987 or 1987–88.")
_FIELDS: Mapping[str, tuple[int, Text]] = {
    "competition": (LONGEST_COMPETITION, N_("Name the competition.")),
    "year": (LONGEST_YEAR, WRONG_YEAR),
    "name": (LONGEST_NAME, N_("Name the team or the players.")),
    "note": (LONGEST_NOTE, Text("")),
}


def clean_fields(given: Mapping[str, str]) -> dict[str, str]:
    return {field: clean_line(text.replace("\0", "")) for field, text in given.items()}
