"""Reasons of decisions about a table: given, and short enough to stand in a note."""

from league.rules.problems import Problem
from league.translation import Text

LONGEST = 250


def check_reason(reason: str, ask: Text) -> list[Problem]:
    """Return what is wrong with a reason.

    Args:
        ask: said where there is none, and who reads it.
    """
    if not reason.strip():
        return [Problem("no-reason", ask, "reason")]
    return check_length(reason, "reason")


def check_length(text: str, field: str) -> list[Problem]:
    """Return the problem of a text that is too long."""
    if len(text.strip()) > LONGEST:
        return [Problem(field, Text("No more than {most} characters.", most=LONGEST), field)]
    return []
