from django.db.models import Q, QuerySet

from league.enums import FixtureState, ResultState
from league.models import Fixture, League, Result
from league.queries.visibility import public, sides_shown

MOST = 30
JOINED = ("fixture__division__season__league", "fixture__home", "fixture__away", "fixture__venue")


def results_of(league: League, which: Q) -> list[Result]:
    """Confirmed public results whose fixture matches, with everything joined, at most `MOST` (one query)."""
    return list(_public_results(league).filter(which).select_related(*JOINED).order_by("-settled_at", "-pk")[:MOST])


def live_result_of(fixture: Fixture) -> Result | None:
    """The live result of a fixture, confirmed or not (one query)."""
    found = Result.objects.filter(fixture=fixture, live=True).first()
    if found is not None:
        found.fixture = fixture
    return found


def _public_results(league: League) -> QuerySet[Result]:
    found = Result.objects.filter(
        public("fixture__division__season__"), sides_shown("fixture__"), fixture__division__season__league=league,
        live=True, state=ResultState.CONFIRMED,
    )  # fmt: skip
    return found.exclude(fixture__state=FixtureState.CANCELLED)
