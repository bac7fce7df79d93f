"""An ordinary evening of the secretary: tonight's fixtures, cards to enter, requests, and people who need something."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Count, Exists, OuterRef, Q

from league.access import CAPTAINS
from league.enums import (
    FixtureState,
    NoticeState,
    PostponementState,
)
from league.models import (
    Entry,
    Fixture,
    Invitation,
    League,
    Notice,
    Postponement,
    Result,
    Role,
    Season,
    Team,
)
from league.queries.fixtures import FixtureLine
from league.queries.people.namesakes import NEW_FOR, sheet_players
from league.queries.rows import Rows
from league.queries.visibility import not_closed, not_hidden, public, sides_shown

# How long a message that could not be delivered is on the desk.
UNDELIVERED_FOR = dt.timedelta(days=30)


class Cards(NamedTuple):
    """How many cards are still to be entered, and the fixture of the next one, None after the last."""

    left: int
    fixture: Fixture | None


@dataclass(frozen=True, slots=True)
class People:
    """Numbers of people who need the secretary.

    Attributes:
        without_captain: teams that nobody speaks for today, and nobody is invited to.
        captain_invited: teams whose captain is invited and has not answered yet.
        lapsed: expired ones of the `invited`.
        newcomers: players whom a sheet has named and nobody has registered.
        undelivered: messages of the last thirty days.
    """

    without_captain: Rows[Team]
    captain_invited: Rows[Team]
    invited: int
    lapsed: int
    newcomers: int
    undelivered: int

    @property
    def count(self) -> int:
        return len(self.without_captain) + len(self.captain_invited) + self.lapsed + self.newcomers + self.undelivered


def tonight_of(league: League, *, now: dt.datetime) -> Rows[FixtureLine]:
    """Today's fixtures with their results, the first start first (two queries for rows)."""
    today = now.astimezone(league.tz).date()
    begins = dt.datetime.combine(today, dt.time(), league.tz)
    ends = dt.datetime.combine(today + dt.timedelta(days=1), dt.time(), league.tz)
    found = Fixture.objects.filter(
        public("division__season__"), sides_shown(), division__season__league=league, state=FixtureState.SCHEDULED,
        starts_at__gte=begins, starts_at__lt=ends,
    ).select_related("division", "home", "away", "venue")  # fmt: skip
    return Rows(found.order_by("starts_at", "division__order", "home__name", "pk"), _with_results)


def _with_results(fixtures: Sequence[Fixture]) -> list[FixtureLine]:
    live = {result.fixture_id: result for result in Result.objects.filter(fixture__in=fixtures, live=True)}
    return [FixtureLine(fixture, live.get(fixture.pk)) for fixture in fixtures]


def cards_after(league: League, fixture: Fixture | None, *, now: dt.datetime) -> Cards:
    """Count cards to enter, and choose the one after a fixture's, which is sent or skipped (two queries).

    The latest evening comes first: its cards are in the secretary's hand. After the last one the skipped ones come
    again.
    """
    live = Result.objects.filter(fixture=OuterRef("pk"), live=True)
    fixtures = Fixture.objects.filter(
        ~Exists(live), public("division__season__"), not_closed("division__season__"), sides_shown(),
        division__season__league=league, state=FixtureState.SCHEDULED, starts_at__lte=now,
    )  # fmt: skip
    order = sorted(((-starts.timestamp(), pk) for pk, starts in fixtures.values_list("pk", "starts_at")))
    left = len(order)
    if fixture is not None:
        here = (-fixture.starts_at.timestamp(), fixture.pk)
        others = [place for place in order if place != here]
        order = [place for place in others if place > here] + [place for place in others if place < here]
    if not order:
        return Cards(left, None)
    following = Fixture.objects.select_related("division__season", "home", "away", "venue").get(pk=order[0][1])
    following.division.season.league = league
    return Cards(left, following)


def requests_to_answer(league: League) -> Rows[Postponement]:
    """Unanswered requests to postpone, the oldest first (one query)."""
    postponements = Postponement.objects.filter(
        public("fixture__division__season__"),
        not_closed("fixture__division__season__"),
        sides_shown("fixture__"),
        fixture__division__season__league=league,
        state=PostponementState.REQUESTED,
    ).exclude(fixture__state=FixtureState.CANCELLED)
    joined = ("fixture__division__season", "fixture__home", "fixture__away", "requested_by")
    return Rows(postponements.select_related(*joined).order_by("requested_at", "pk"))


def people_of(league: League, season: Season | None, *, now: dt.datetime) -> People:
    """People who need the secretary (three queries, and those of the teams)."""
    invitations = Invitation.objects.filter(league=league, accepted_at=None, revoked_at=None)
    invited = invitations.aggregate(every=Count("pk"), lapsed=Count("pk", filter=Q(expires_at__lte=now)))
    failed = Notice.objects.filter(
        league=league, state=NoticeState.FAILED, created_at__gte=now - UNDELIVERED_FOR
    ).count()
    return People(
        without_captain=_teams_without_captain(league, season, now, invited=False),
        captain_invited=_teams_without_captain(league, season, now, invited=True),
        invited=invited["every"],
        lapsed=invited["lapsed"],
        newcomers=sheet_players(league, since=now - NEW_FOR).count(),
        undelivered=failed,
    )


def _teams_without_captain(league: League, season: Season | None, now: dt.datetime, *, invited: bool) -> Rows[Team]:
    """Teams of a season without a captain, by name: those that one is invited to, or the others."""
    if season is None:
        return Rows(())
    today = now.astimezone(league.tz).date()
    lasting = Q(ends_on=None) | Q(ends_on__gte=today)
    roles = Role.objects.filter(lasting, team=OuterRef("team"), kind__in=CAPTAINS, ended_at=None, user__is_active=True)
    invitations = Invitation.objects.filter(
        team=OuterRef("team"), kind__in=CAPTAINS, accepted_at=None, revoked_at=None, expires_at__gt=now
    )
    entries = Entry.objects.filter(
        ~Exists(roles), Exists(invitations) if invited else ~Exists(invitations), not_hidden("season__"),
        season=season, withdrawn_on=None, team__hidden_at=None,
    )  # fmt: skip
    return Rows(
        entries.select_related("team").order_by("team__name", "pk"), lambda found: [entry.team for entry in found]
    )
