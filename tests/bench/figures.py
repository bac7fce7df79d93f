"""What a long test counted, how much it should be, and whether that was missed: printed after everything else."""

from typing import NamedTuple


class Figure(NamedTuple):
    what: str
    found: str
    wanted: str
    missed: bool


FIGURES: list[Figure] = []


def figure(what: str, found: object, wanted: object = "", *, ok: bool | None = None) -> None:
    """Note a figure. Without `ok` it must be equal to what is wanted, if anything is."""
    missed = (wanted != "" and found != wanted) if ok is None else not ok
    FIGURES.append(Figure(what, str(found), str(wanted), missed))


def missed() -> list[str]:
    """The figures that are not as they should be."""
    return [row.what for row in FIGURES if row.missed]


def lines() -> list[str]:
    """The figures as a table."""
    wide = max(len(row.what) for row in FIGURES)
    return [
        f"{row.what:<{wide}}  {row.found:>14}  {row.wanted:<16} {'MISSED' if row.missed else ''}".rstrip()
        for row in FIGURES
    ]
