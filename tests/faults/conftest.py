"""The storm takes minutes, so it comes only where it is asked for; its figures are printed after everything else."""

from pathlib import Path
from typing import NamedTuple

import pytest


class Figure(NamedTuple):
    """A figure: what was counted, how many, how many there should be, and whether that was missed."""

    what: str
    found: str
    wanted: str
    missed: bool


FIGURES: list[Figure] = []


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """`make faults` asks for it by its marker."""
    return None if "faults" in config.getoption("markexpr") else True


def figure(what: str, found: object, wanted: object = "", *, ok: bool | None = None) -> None:
    """Note a figure. Without `ok` it must be equal to what is wanted, if anything is."""
    missed = (wanted != "" and found != wanted) if ok is None else not ok
    FIGURES.append(Figure(what, str(found), str(wanted), missed))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if not FIGURES:
        return
    terminalreporter.section("the storm")
    wide = max(len(row.what) for row in FIGURES)
    for row in FIGURES:
        verdict = "MISSED" if row.missed else ""
        terminalreporter.write_line(f"{row.what:<{wide}}  {row.found:>14}  {row.wanted:<16} {verdict}".rstrip())
