import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from league.access import Grants, may, refusal
from league.enums import ConductState, DisputeState, ResultState
from league.models import ConductCase, Dispute, Fixture, League, Result
from league.queries.desk.oversight import Late, unanswered
from league.queries.visibility import not_hidden
from league.translation import N_

ANSWERED = N_("It is awaiting nobody’s answer any more.")
IN_TIME = N_("The other side still has time to answer.")
BREACHES = N_("Players on the sheet may not have been eligible. Open it and decide about it alone.")
DISPUTED = N_("A dispute about this fixture is open. Settle the dispute first.")
CONDUCT = N_("A case of conduct in this fixture is not decided yet.")


@dataclass(frozen=True, slots=True)
class Waiting:
    """A result that no deadline confirms any more; `why` it cannot be confirmed with others is blank where it can."""

    late: Late
    result: Result
    why: str

    @property
    def value(self) -> str:
        return f"{self.late.fixture.pk}:{self.result.version}"

    @property
    def clear(self) -> bool:
        return not self.why


def waiting_of(league: League, grants: Grants, *, now: dt.datetime) -> list[Waiting]:
    """Results that wait for the secretary (three queries)."""
    return waiting_among(unanswered(league, now=now)[0], grants, now=now)


def waiting_among(late: Sequence[Late], grants: Grants, *, now: dt.datetime) -> list[Waiting]:
    """The same for these overdue results (two queries)."""
    found = [(one, one.result) for one in late if one.result is not None]
    fixtures = [one.fixture.pk for one in late]
    disputed = set(_disputes(fixture__in=fixtures).values_list("fixture", flat=True))
    accused = set(_cases(fixture__in=fixtures).values_list("fixture", flat=True))
    return [
        Waiting(one, result, why_not(result, grants, one.fixture.pk in disputed, one.fixture.pk in accused, now=now))
        for one, result in found
    ]


def not_clear(result: Result, grants: Grants, *, now: dt.datetime) -> str:
    """Return why a result cannot be confirmed with others; blank where it can (two queries)."""
    fixture = result.fixture_id
    disputed = _disputes(fixture=fixture).exists()
    return why_not(result, grants, disputed, _cases(fixture=fixture).exists(), now=now)


def why_not(result: Result, grants: Grants, disputed: bool, accused: bool, *, now: dt.datetime) -> str:
    if not result.live or result.state != ResultState.SUBMITTED:
        return ANSWERED
    if result.confirm_by is not None and result.confirm_by > now:
        return IN_TIME
    if disputed:
        return DISPUTED
    if accused:
        return CONDUCT
    if result.breaches:
        return BREACHES
    return "" if may(grants, "result.uphold", result) else refusal(grants, "result.uphold", result).message


def fixtures_among(league: League, numbers: Iterable[int]) -> dict[int, Fixture]:
    """Fixtures of a league by these numbers (one query)."""
    found = Fixture.objects.filter(not_hidden("division__season__"), division__season__league=league, pk__in=numbers)
    return {fixture.pk: fixture for fixture in found.select_related("division__season__league", "home", "away")}


def _disputes(**which: Any) -> QuerySet[Dispute]:
    return Dispute.objects.filter(state=DisputeState.OPEN, **which)


def _cases(**which: Any) -> QuerySet[ConductCase]:
    return ConductCase.objects.filter(state=ConductState.PROPOSED, **which)
