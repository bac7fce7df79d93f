"""Reasons are given, fit their column, and can be stored."""

import pytest

from league.rules.problems import WRITE_LESS, Problem, check_length, check_reason
from scoring.text import N_

ASK = N_("Say why.")


@pytest.mark.parametrize("reason", ["A late card.", "x" * 250, f"  {'x' * 250}\n"])
def test_these_reasons_can_be_given(reason: str) -> None:
    assert check_reason(reason, ASK) == []


@pytest.mark.parametrize("reason", ["", "  \n"])
def test_no_reason_is_asked_for(reason: str) -> None:
    assert check_reason(reason, ASK) == [Problem("no-reason", "Say why.", "reason")]


@pytest.mark.parametrize("reason", ["x" * 251, "a\0b"])
def test_a_reason_that_no_row_keeps_is_refused(reason: str) -> None:
    assert check_reason(reason, ASK) == [Problem("reason", "No more than 250 characters.", "reason")]
    assert check_reason(reason, ASK, too_long=WRITE_LESS) == [
        Problem("reason", "Write 250 characters at most.", "reason")
    ]
    assert check_length(reason, "note") == [Problem("note", "No more than 250 characters.", "note")]
