import re
from dataclasses import dataclass


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
