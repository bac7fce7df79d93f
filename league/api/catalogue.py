"""Every code of an error: the statuses it comes with, what it means and what to do. A problem's `type` leads here.

They stand in `error_codes.txt`, and the page at /api/v1/docs/ shows them. English alone, as the description beside it:
these are words for programmers.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class ErrorKind:
    """A kind of error: its statuses, what was wrong, and what a program does about it."""

    code: str
    statuses: tuple[int, ...]
    meaning: str
    remedy: str


def _parse_kind(line: str) -> ErrorKind:
    """Read `code statuses: meaning | remedy`."""
    head, _, text = line.partition(": ")
    code, *statuses = head.split()
    meaning, _, remedy = text.partition(" | ")
    return ErrorKind(code, tuple(map(int, statuses)), meaning, remedy)


def _read_groups(text: str) -> Mapping[str, Sequence[ErrorKind]]:
    """Read the kinds under each heading."""
    groups: dict[str, list[ErrorKind]] = {}
    for line in filter(None, text.splitlines()):
        if line.startswith("# "):
            kinds = groups[line.removeprefix("# ")] = []
        else:
            kinds.append(_parse_kind(line))
    return groups


GROUPS = _read_groups(Path(__file__).with_name("error_codes.txt").read_text(encoding="utf-8"))
ERRORS = {kind.code: kind for kinds in GROUPS.values() for kind in kinds}
if len(ERRORS) < sum(map(len, GROUPS.values())):
    raise ValueError("A code is in error_codes.txt twice.")
