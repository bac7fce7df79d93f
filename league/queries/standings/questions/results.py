import datetime as dt
from dataclasses import dataclass
from typing import Final

from django.db.models import Prefetch, Q, QuerySet

from league.enums import FixtureState, ResultKind
from league.models import Fixture, Result, Team
from league.queries.standings.figures import COUNTING
from league.queries.visibility import sides_shown
from league.rules.fixture_winner import Outcome

# Ways a fixture stands that are no score.
VOID: Final = (ResultKind.VOID, ResultKind.NOBODY)


@dataclass(frozen=True, slots=True)
class Meeting:
    """A fixture between two teams, with the result that counts, if any."""

    fixture: Fixture
    result: Result | None

    @property
    def cancelled(self) -> bool:
        """Whether it will not be played, or what was played counts for nothing."""
        return self.fixture.state == FixtureState.CANCELLED

    @property
    def undated(self) -> bool:
        """Whether it is postponed without a date."""
        return self.fixture.state == FixtureState.POSTPONED

    @property
    def scored(self) -> bool:
        return not self.cancelled and self.result is not None and self.result.kind not in VOID

    def outcome(self, team: Team) -> Outcome | None:
        """How it ended for one of its teams; None without a score. Its division is joined."""
        if self.result is None or not self.scored:
            return None
        return self.result.ended(self.fixture.division.won_by, at_home=team.pk == self.fixture.home_id)

    @property
    def starts_at(self) -> dt.datetime:
        return self.fixture.starts_at


def meetings(which: Q) -> QuerySet[Fixture]:
    """Fixtures in order of time, each with its counting result as `counting`; two queries."""
    counting = Prefetch("results", Result.objects.filter(COUNTING), to_attr="counting")
    return Fixture.objects.filter(which, sides_shown()).order_by("starts_at", "pk").prefetch_related(counting)


def as_meeting(fixture: Fixture) -> Meeting:
    found: list[Result] = fixture.counting  # type: ignore[attr-defined]
    return Meeting(fixture, found[0] if found else None)
