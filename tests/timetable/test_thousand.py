"""What is promised of a timetable, held against a thousand random seasons. Run with `make thousand`; it takes a while.

Every season is looked at by the checker, which shares no line with what makes it: all that is promised holds, or the
conditions named are truly not kept. The small ones are compared with every timetable there is.
"""

import pytest
from hypothesis import HealthCheck, given, settings

from tests.timetable.briefs import briefs
from tests.timetable.test_conflicts import SMALL, refusal_is_true
from tests.timetable.test_make import kept_or_refused
from timetable.values import Brief

pytestmark = pytest.mark.thousand

MANY = settings(max_examples=1000, deadline=None, suppress_health_check=list(HealthCheck))


@MANY
@given(briefs(largest=10, divisions=2))
def test_a_thousand_seasons_are_kept_or_refused(asked: Brief) -> None:
    kept_or_refused(asked, limit=2)


@MANY
@given(SMALL)
def test_a_thousand_refusals_are_true_of_every_timetable(asked: Brief) -> None:
    refusal_is_true(asked)
