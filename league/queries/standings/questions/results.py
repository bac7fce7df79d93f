"""Fixtures between teams as a grid or a list of meetings has them: with their result that counts, or to come."""

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
    """A fixture between two teams.

    Attributes:
        result: the one that counts; None before that.
    """

    fixture: Fixture
    result: Result | None

    @property
    def cancelled(self) -> bool:
        """Return True if it will not be played, or if what was played counts for nothing."""
        return self.fixture.state == FixtureState.CANCELLED

    @property
    def undated(self) -> bool:
        """Return True if it is postponed and has no date yet."""
        return self.fixture.state == FixtureState.POSTPONED

    @property
    def scored(self) -> bool:
        """Return True if it has a score that counts."""
        return not self.cancelled and self.result is not None and self.result.kind not in VOID

    def outcome(self, team: Team) -> Outcome | None:
        """Return how it ended for one of its teams; None without a score. Its division is joined."""
        if self.result is None or not self.scored:
            return None
        return self.result.ended(self.fixture.division.won_by, at_home=team.pk == self.fixture.home_id)

    @property
    def starts_at(self) -> dt.datetime:
        """Return when it was or will be played."""
        return self.fixture.starts_at


def meetings(which: Q) -> QuerySet[Fixture]:
    """Return fixtures in the order of time, each with its counting result as `counting`; two queries."""
    counting = Prefetch("results", Result.objects.filter(COUNTING), to_attr="counting")
    return Fixture.objects.filter(which, sides_shown()).order_by("starts_at", "pk").prefetch_related(counting)


def as_meeting(fixture: Fixture) -> Meeting:
    """Return a fixture of `meetings` with its result."""
    found: list[Result] = fixture.counting  # type: ignore[attr-defined]
    return Meeting(fixture, found[0] if found else None)
