"""Briefs and timetables as JSON, and back."""

import json

import pytest
from hypothesis import given, settings

from tests.timetable.briefs import briefs, folder
from timetable.make import make_timetable
from timetable.plain import brief_from_dict, brief_to_dict, timetable_from_dict, timetable_to_dict
from timetable.values import Brief


@pytest.mark.long
@settings(deadline=None)
@given(briefs())
def test_a_brief_comes_back_from_json(asked: Brief) -> None:
    assert brief_from_dict(json.loads(json.dumps(brief_to_dict(asked)))) == asked


def test_a_timetable_comes_back_from_json() -> None:
    made = make_timetable(folder())
    assert made.conflicts
    assert made.further_conflicts
    back = timetable_from_dict(json.loads(json.dumps(timetable_to_dict(made))))
    assert (back, back.seconds) == (made, made.seconds)
