"""Answers to what loading spreadsheets asks: which of the people whom the league knows a row means."""

from typing import Any

from django.http import QueryDict

from league.errors import Invalid
from league.rules.names import LONGEST_NAME
from league.services.portability.imports import NEW, People, Unclear

MOST_DIGITS = 12


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
