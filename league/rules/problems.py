"""Problems: what is wrong with what a person gave, as a value; and checks of reasons."""

import re
from dataclasses import dataclass

from scoring.text import N_, Text


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with what a person gave, and what would be right.

    Attributes:
        code: a stable word for machines.
        field: the form field it belongs to, e.g. ``m3-g2``.
        where: the place as a person names it, e.g. ``match 3, game 2``.
        choices: the answers, where it asks something: a number and a name each.
    """

    code: str
    message: str
    field: str = ""
    where: str = ""
    choices: tuple[tuple[int, str], ...] = ()


def place_on_sheet(problem: Problem) -> tuple[int, ...]:
    """Sort key match by match: the match itself, its home seats, its away seats, its games."""
    numbers = [int(n) for n in re.findall(r"[0-9]+", problem.field)]
    kinds = [place for place, mark in enumerate(("-home", "-away", "-g"), start=1) if mark in problem.field]
    return (*numbers[:1], *kinds, *numbers[1:])


LONGEST_REASON = 250
TOO_LONG, WRITE_LESS = N_("No more than {most} characters."), N_("Write {most} characters at most.")


def check_reason(reason: str, ask: Text, *, too_long: Text = TOO_LONG) -> list[Problem]:
    """Problems of a reason; `ask` is said where there is none."""
    if not reason.strip():
        return [Problem("no-reason", ask, "reason")]
    return check_length(reason, "reason", too_long=too_long)


def check_length(text: str, field: str, *, too_long: Text = TOO_LONG) -> list[Problem]:
    """The problem of a text that is too long, or that no database stores."""
    if len(text.strip()) > LONGEST_REASON or "\0" in text:
        return [Problem(field, Text(too_long, most=LONGEST_REASON), field)]
    return []
