"""The catalogue: for each number of teams some timetables of one round with as few breaks as any, built beforehand.

`catalogue_data` holds them as text, one letter a place; `solver.building` made it.
"""

from functools import cache

from timetable.catalogue_data import WRITTEN
from timetable.circle import circle
from timetable.weeks import Half

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


@cache
def catalogue(teams: int) -> tuple[Half, ...]:
    """The timetables for so many teams, that with the least carry-over first; the circle's where none is kept."""
    return tuple(map(read, WRITTEN.get(teams, ()))) or (circle(teams),)


@cache
def widened(teams: int) -> tuple[Half, ...]:
    """The catalogue with the images of each: home and away swapped, the weeks from last to first, and both."""
    kept = catalogue(teams)
    swapped = tuple(tuple(tuple(pairing[::-1] for pairing in week) for week in half) for half in kept)
    return tuple(dict.fromkeys((*kept, *swapped, *(half[::-1] for half in (*kept, *swapped)))))


def written(half: Half) -> str:
    """One round as text: a word a week, each two letters a pairing, the home place first."""
    return " ".join("".join(LETTERS[home] + LETTERS[away] for home, away in week) for week in half)


def read(text: str) -> Half:
    """The round that `written` wrote."""
    return tuple(
        tuple((LETTERS.index(home), LETTERS.index(away)) for home, away in zip(week[::2], week[1::2], strict=True))
        for week in text.split()
    )
