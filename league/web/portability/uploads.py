"""What the page says of uploaded spreadsheets: how they are read, and what somebody chose instead."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict

from league.services.portability.imports import LEFT_OUT, Choice, Understood
from league.services.portability.imports.columns import SUBJECTS, word_of
from league.translation import Text

# On one page, of all files: six sheets have fifty.
MOST_COLUMNS_SHOWN = 150


def choices_of(sent: QueryDict) -> dict[str, Choice]:
    """Return what was said of the sheets shown: `place-0`, `sheet-0`, and a `column-0-N` for each of its columns.

    Of a sheet that was given another subject (`was-0`) the columns are found anew.
    """
    found: dict[str, Choice] = {}
    for field in sent:
        of, _, number = field.partition("-")
        if of == "place" and number.isascii() and number.isdigit() and len(number) < 4:
            subject = str(sent.get(f"sheet-{number}", ""))
            same = subject == sent.get(f"was-{number}", "")
            columns = _columns(sent, f"column-{number}-") if same else {}
            found[str(sent[field])] = Choice(subject if subject in (*SUBJECTS, LEFT_OUT) else "", columns)
    return found


def _columns(sent: QueryDict, prefix: str) -> dict[int, str]:
    numbers = {field: field.removeprefix(prefix) for field in sent if field.startswith(prefix)}
    return {int(n): str(sent[field]) for field, n in numbers.items() if n.isascii() and n.isdigit() and len(n) < 4}


@dataclass(frozen=True, slots=True)
class ColumnShown:
    """A column of a file, what it was understood as, and a few of its values."""

    number: int
    heading: str
    chosen: str
    samples: list[Text]
    either_way: str


@dataclass(frozen=True, slots=True)
class SheetShown:
    """A sheet of a file, what it was understood as, and its columns.

    Attributes:
        more: of its columns are not shown, since the page has as many as somebody reads.
    """

    place: str
    subject: str
    rows: int
    columns: list[ColumnShown]
    more: int
    known: list[str]
    missing: list[str]
    remarks: list[Text]


def preview_context(understood: Iterable[Understood]) -> dict[str, Any]:
    """Return a page's context: how each sheet and column is understood, and what may be said instead."""
    sheets, room = [], MOST_COLUMNS_SHOWN
    for one in understood:
        widths = [len(cells) for _, cells in one.rows]
        filled = [n for n in range(max([len(one.headings), *widths], default=0)) if one.heading(n) or one.filled(n)]
        filled = [] if one.left_out else filled
        columns = [
            ColumnShown(
                n,
                one.heading(n),
                one.columns[n].name if n in one.columns else "",
                one.samples(n),
                one.either_way(n),
            )
            for n in filled[:room]
        ]
        room -= len(columns)
        known = [column.name for column in SUBJECTS[one.subject].columns] if one.subject else []
        subject = LEFT_OUT if one.left_out else one.subject or ""
        more = len(filled) - len(columns)
        sheets.append(
            SheetShown(one.sheet.place, subject, len(one.rows), columns, more, known, one.missing(), one.remarks())
        )
    subjects = [(key, word_of(key)) for key in SUBJECTS]
    return {"sheets": sheets, "subjects": subjects, "left_out": LEFT_OUT}
