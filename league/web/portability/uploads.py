"""What the page says of uploaded spreadsheets, and what somebody chose or answered about them."""

from collections.abc import Iterable
from typing import Any

from django.http import QueryDict

from league.errors import Invalid
from league.rules.names import LONGEST_NAME
from league.services.portability.imports import LEFT_OUT, NEW, Choice, People, Unclear, Understood
from league.services.portability.imports.columns import SUBJECTS, word_of

# On one page, of all files: six sheets have fifty.
MOST_COLUMNS_SHOWN = 150
# Of a player's number.
MOST_DIGITS = 12


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


def preview_context(understood: Iterable[Understood]) -> dict[str, Any]:
    """Return a page's context: how each sheet and column is understood, and what may be said instead.

    A page has as many columns as somebody reads; of each sheet it says how many `more` there are.
    """
    sheets, room = [], MOST_COLUMNS_SHOWN
    for one in understood:
        widths = [len(cells) for _, cells in one.rows]
        filled = [n for n in range(max([len(one.headings), *widths], default=0)) if one.heading(n) or one.filled(n)]
        filled = [] if one.left_out else filled
        columns = [
            {
                "number": n,
                "heading": one.heading(n),
                "chosen": one.columns[n].name if n in one.columns else "",
                "samples": one.samples(n),
                "either_way": one.either_way(n),
            }
            for n in filled[:room]
        ]
        room -= len(columns)
        sheets.append(
            {
                "place": one.sheet.place,
                "subject": LEFT_OUT if one.left_out else one.subject or "",
                "rows": len(one.rows),
                "columns": columns,
                "more": len(filled) - len(columns),
                "known": [column.name for column in SUBJECTS[one.subject].columns] if one.subject else [],
                "missing": one.missing(),
                "remarks": one.remarks(),
            }
        )
    subjects = [(key, word_of(key)) for key in SUBJECTS]
    return {"sheets": sheets, "subjects": subjects, "left_out": LEFT_OUT}


def answers_of(sent: QueryDict) -> dict[tuple[str, str], int | None]:
    """Return what was answered: the player's number by team and name, None for somebody new.

    Each answer is three fields of one ending: `team-0`, `name-0`, and `person-0`, a player's number or "new". What is
    not answered, or is no number, is asked again.
    """
    answers: dict[tuple[str, str], int | None] = {}
    for field in sent:
        of, _, ending = field.partition("-")
        said = str(sent[field])
        if of == "person" and (said == NEW or (said.isascii() and said.isdigit() and len(said) <= MOST_DIGITS)):
            team, name = sent.get(f"team-{ending}", ""), sent.get(f"name-{ending}", "")
            if max(len(team), len(name)) <= LONGEST_NAME:
                answers[team, name] = None if said == NEW else int(said)
    return answers


def asked_again(people: People, refused: Invalid | None = None) -> dict[str, Any]:
    """Return a form's context: what is still asked, and what was answered already, which is not asked twice."""
    answered = [(team, name, NEW if number is None else number) for (team, name), number in people.items()]
    return {"questions": refused.questions if isinstance(refused, Unclear) else (), "answered": answered}
