"""What a visitor may do next about a fixture's result, besides entering and settling it."""

from collections.abc import Iterator

from league.access import Grants, may
from league.enums import ResultState
from league.queries.fixtures import FixtureSheet

# A button's words, its page's name, and whether it is the likeliest.
Step = tuple[str, str, bool]


def result_steps(sheet: FixtureSheet, grants: Grants) -> Iterator[Step]:
    """The steps in the order of their buttons."""
    result, proposed = sheet.result, sheet.proposed
    if result is None:
        return
    if result.state == ResultState.SUBMITTED and may(grants, "result.hand_over", result):
        yield "Confirm on this phone", "confirm-here", False
    if result.state == ResultState.SUBMITTED and may(grants, "result.change", result):
        yield "Change your sheet", "correct", False
    if proposed is not None and may(grants, "result.correct", sheet.fixture):
        answers = may(grants, "correction.answer", proposed)
        yield "Answer the correction" if answers else "See the correction", "correction", answers
    waits = proposed is not None and bool(grants.side_of(sheet.fixture))
    if result.state == ResultState.CONFIRMED and not waits and may(grants, "result.correct", sheet.fixture):
        yield "Correct the result", "correct", False
