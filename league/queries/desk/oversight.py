"""What waits for the secretary: overdue results, those to confirm, captains to ask, disputes, crowded venues."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import Exists, Q, QuerySet

from league.access import CAPTAINS, Grants, may, refusal
from league.enums import (
    ConductState,
    DisputeState,
    FixtureState,
    NoticeKind,
    NoticeState,
    ResultState,
)
from league.models import (
    Appeal,
    ConductCase,
    Dispute,
    Fixture,
    LateCard,
    League,
    Notice,
    Result,
    Role,
    Season,
    User,
    Venue,
    Week,
)
from league.queries.calls.conduct import open_cases
from league.queries.dates.postponements import calendar_of, last_day_told
from league.queries.disputes.disputes import open_appeals
from league.queries.mail.letters import start_key
from league.queries.results.card_photographs import photographed_qs
from league.queries.rows import Rows
from league.queries.seasons.setting_changes import faults_of
from league.queries.standings.decisions import DuePlayOff, open_late_cards, play_offs_due
from league.queries.standings.no_shows import NoShows, no_shows_due
from league.queries.visibility import is_public, not_closed, not_hidden
from league.rules.problems import Problem
from league.translation import N_

AHEAD = dt.timedelta(weeks=6)


@dataclass(frozen=True, slots=True)
class Late:
    """Something that is overdue, and since when."""

    fixture: Fixture
    due_at: dt.datetime
    result: Result | None = None


@dataclass(frozen=True, slots=True)
class UndatedFixture:
    """A postponed fixture without a date, its catch-up week and its last day."""

    fixture: Fixture
    catch_up: Week | None
    last_day: dt.date | None

    @property
    def play_by(self) -> dt.date | None:
        """The last day where it is not the end of the catch-up week."""
        return last_day_told(self.catch_up, self.last_day)


class Crowded(NamedTuple):
    """A venue that has more fixtures on a night than it holds."""

    venue: Venue
    date: dt.date
    fixtures: Sequence[Fixture]


@dataclass(frozen=True, slots=True)
class Oversight:
    """The secretary's page.

    Attributes:
        cases: those of conduct that no referee has decided.
        faults: settings that no page can work with.
    """

    not_entered: Rows[Late]
    not_confirmed: Rows[Late]
    corrections: Rows[Result]
    late_cards: Rows[LateCard]
    no_shows: Rows[NoShows]
    play_offs: Rows[DuePlayOff]
    disputes: Rows[Dispute]
    appeals: Rows[Appeal]
    cases: Rows[ConductCase]
    owed: Rows[UndatedFixture]
    crowded: Rows[Crowded]
    faults: list[Problem]


def oversight_of(league: League, season: Season | None, *, now: dt.datetime) -> Oversight:
    """Everything for the secretary, each list read when its rows or their number are asked for."""
    not_confirmed, corrections = unanswered(league, now=now)
    return Oversight(
        not_entered=not_entered(league, now=now),
        not_confirmed=not_confirmed,
        corrections=corrections,
        late_cards=open_late_cards(league),
        no_shows=Rows(no_shows_due(season)),
        play_offs=Rows(play_offs_due(season) if season is not None else ()),
        disputes=_disputes(league),
        appeals=open_appeals(league),
        cases=open_cases(league),
        owed=_undated_fixtures(league, season),
        crowded=_crowded(league, now),
        faults=faults_of(league),
    )


def _fixtures(league: League, which: Q) -> QuerySet[Fixture]:
    found = Fixture.objects.filter(which, not_closed("division__season__"), division__season__league=league)
    joined = found.select_related("division__season", "home", "away", "venue", "week")
    return joined.order_by("starts_at", "pk")


def _with_league(league: League, fixtures: Iterable[Fixture]) -> list[Fixture]:
    found = list(fixtures)
    for fixture in found:
        fixture.division.season.league = league
    return found


def not_entered(league: League, *, now: dt.datetime) -> Rows[Late]:
    """Fixtures whose result is overdue, the longest first (two queries, and one for rows).

    Except those published after their evening, and those whose card was photographed: it is the secretary's to type.
    """
    late = Q(~Q(results__live=True), ~Exists(photographed_qs()), state=FixtureState.SCHEDULED, starts_at__lt=now)
    rows = Fixture.objects.filter(late, not_closed("division__season__"), division__season__league=league)
    # Which of them are due is a rule of their season: of all only the date is read for it.
    columns = ("starts_at", "sequence", "changed_at", "division__season_id")
    fixtures = list(rows.select_related("division").only(*columns).order_by("starts_at", "pk"))
    seasons = Season.objects.in_bulk({one.division.season_id for one in fixtures}) if fixtures else {}
    due: dict[int, dt.datetime] = {}
    for fixture in fixtures:
        season = fixture.division.season = seasons[fixture.division.season_id]
        season.league = league
        if not fixture.began_before_publication and (due_at := season.result_due(fixture.starts_at)) < now:
            due[fixture.pk] = due_at
    return Rows(
        list(due),
        lambda pks: [Late(one, due[one.pk]) for one in _with_league(league, _fixtures(league, Q(pk__in=pks)))],
    )


def unanswered(league: League, *, now: dt.datetime) -> tuple[Rows[Late], Rows[Result]]:
    """Sheets that no deadline confirms any more, and corrections that wait (one query each)."""
    over = Q(confirm_by__lt=now) | Q(confirm_by=None)
    results = (
        Result.objects.filter(not_closed("fixture__division__season__"), fixture__division__season__league=league)
        .exclude(fixture__state=FixtureState.CANCELLED)
        .select_related("fixture__division", "fixture__home", "fixture__away", "submitted_by", "corrects")
        .order_by("submitted_at", "pk")
    )
    waiting = results.filter(Q(over, state=ResultState.SUBMITTED) | Q(state=ResultState.PROPOSED), live=True)
    return Rows(waiting, lambda rows: [_unanswered_line(league, result) for result in rows]), Rows(
        results.filter(state=ResultState.PROPOSED, live=False)
    )


def _unanswered_line(league: League, result: Result) -> Late:
    due_at = result.confirm_by or league.evenings.hours_after(result.submitted_at, league.confirm_hours)
    return Late(result.fixture, due_at, result)


def _disputes(league: League) -> Rows[Dispute]:
    disputes = Dispute.objects.filter(
        not_closed("fixture__division__season__"), fixture__division__season__league=league
    )
    disputes = disputes.filter(state=DisputeState.OPEN)
    disputes = disputes.exclude(fixture__state=FixtureState.CANCELLED)
    joined = disputes.select_related(
        "fixture__division", "fixture__home", "fixture__away", "opened_by", "result", "counter_result"
    )
    return Rows(joined.order_by("opened_at", "pk"))


def _undated_fixtures(league: League, season: Season | None) -> Rows[UndatedFixture]:
    def read(rows: Sequence[Fixture]) -> list[UndatedFixture]:
        found = _with_league(league, rows)
        if season is None:
            return [UndatedFixture(fixture, None, None) for fixture in found]
        calendar = calendar_of(season)
        return [UndatedFixture(fixture, calendar.catch_up(fixture), calendar.last_day(fixture)) for fixture in found]

    return Rows(_fixtures(league, Q(state=FixtureState.POSTPONED)), read)


def _crowded(league: League, now: dt.datetime) -> Rows[Crowded]:
    coming = Q(state=FixtureState.SCHEDULED, starts_at__gte=now, starts_at__lt=now + AHEAD)
    here = Fixture.objects.filter(coming, not_closed("division__season__"), division__season__league=league)
    evenings: dict[tuple[int, int, dt.date], list[int]] = defaultdict(list)
    for pk, venue, boards, starts_at in here.values_list("pk", "venue", "venue__boards", "starts_at").order_by():
        evenings[venue, boards, starts_at.astimezone(league.tz).date()].append(pk)
    # Of all that are to come few are too many for their venue: the others are not read any further.
    crowded = sorted((date, venue, pks) for (venue, boards, date), pks in evenings.items() if len(pks) > boards)

    def read(nights: Sequence[tuple[dt.date, int, list[int]]]) -> list[Crowded]:
        pks = [pk for _, _, of_night in nights for pk in of_night]
        fixtures = _with_league(league, _fixtures(league, Q(pk__in=pks)))
        found = [(date, [one for one in fixtures if one.pk in pks]) for date, _, pks in nights]
        return [Crowded(of_night[0].venue, date, of_night) for date, of_night in found]

    return Rows(crowded, read)


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
    disputed = set(_open_disputes(fixture__in=fixtures).values_list("fixture", flat=True))
    accused = set(_open_cases(fixture__in=fixtures).values_list("fixture", flat=True))
    return [
        Waiting(one, result, why_not(result, grants, one.fixture.pk in disputed, one.fixture.pk in accused, now=now))
        for one, result in found
    ]


def not_clear(result: Result, grants: Grants, *, now: dt.datetime) -> str:
    """Return why a result cannot be confirmed with others; blank where it can (two queries)."""
    fixture = result.fixture_id
    disputed = _open_disputes(fixture=fixture).exists()
    return why_not(result, grants, disputed, _open_cases(fixture=fixture).exists(), now=now)


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
    fixtures = Fixture.objects.filter(not_hidden("division__season__"), division__season__league=league, pk__in=numbers)
    return {fixture.pk: fixture for fixture in fixtures.select_related("division__season__league", "home", "away")}


def _open_disputes(**which: Any) -> QuerySet[Dispute]:
    return Dispute.objects.filter(state=DisputeState.OPEN, **which)


def _open_cases(**which: Any) -> QuerySet[ConductCase]:
    return ConductCase.objects.filter(state=ConductState.PROPOSED, **which)


# Nobody is asked again about the same fixture before this is over.
QUIET = dt.timedelta(days=2)


class AskedCaptain(NamedTuple):
    """A captain to ask about a fixture for the nth time; the number makes the notice's key unique."""

    user: User
    number: int

    def key(self, fixture: Fixture) -> str:
        return f"{start_key(fixture)}:{self.number}"


@dataclass(frozen=True, slots=True)
class Chase:
    """An overdue result, who would be asked, and when somebody was last."""

    late: Late
    asked: Sequence[AskedCaptain]
    lately: dt.datetime | None  # the last reminder, if too recent for another

    @property
    def fixture(self) -> Fixture:
        return self.late.fixture

    @property
    def people(self) -> list[User]:
        return [one.user for one in self.asked]

    @property
    def nobody(self) -> bool:
        """Whether neither side has a captain with an account."""
        return not self.asked and self.lately is None


def chases_of(league: League, *, by: User | None, now: dt.datetime) -> list[Chase]:
    """Overdue results with the captains to ask, except who asks (five queries)."""
    return chases_about(league, not_entered(league, now=now), by=by, now=now)


def chases_about(league: League, overdue: Sequence[Late], *, by: User | None, now: dt.datetime) -> list[Chase]:
    """The same for these overdue results (two queries)."""
    open_ones = [late for late in overdue if is_public(late.fixture)]
    captains = _captains(league, open_ones, now)
    told = _earlier_reminders(open_ones)
    return [_chase(late, captains, told, by, now) for late in open_ones]


def _chase(
    late: Late,
    captains: Mapping[int, Sequence[User]],
    told: Mapping[tuple[int, str], Sequence[Notice]],
    by: User | None,
    now: dt.datetime,
) -> Chase:
    fixture, asked = late.fixture, []
    lately: dt.datetime | None = None
    people = {user.pk: user for team in (fixture.home_id, fixture.away_id) for user in captains.get(team, ())}
    for pk, user in people.items():
        before = told.get((pk, start_key(fixture)), ())
        # What was called off before it was sent has asked nobody.
        sent = [notice.created_at for notice in before if notice.state != NoticeState.CANCELLED]
        if sent and max(sent) > now - QUIET:
            lately = max(lately or max(sent), max(sent))
        elif by is None or pk != by.pk:
            asked.append(AskedCaptain(user, len(before) + 1))
    return Chase(late, tuple(asked), lately)


def _captains(league: League, overdue: Sequence[Late], now: dt.datetime) -> dict[int, list[User]]:
    """Captains and vice-captains of today, by team (one query)."""
    today = now.astimezone(league.tz).date()
    teams = {team for late in overdue for team in (late.fixture.home_id, late.fixture.away_id)}
    lasting = Q(ends_on=None) | Q(ends_on__gte=today)
    roles = Role.objects.filter(lasting, kind__in=CAPTAINS, team__in=teams, ended_at=None, starts_on__lte=today)
    found: dict[int, list[User]] = defaultdict(list)
    for role in roles.filter(user__is_active=True).select_related("user").order_by("user__name", "user"):
        found[role.team_id or 0].append(role.user)
    return found


def _earlier_reminders(overdue: Sequence[Late]) -> dict[tuple[int, str], list[Notice]]:
    """Earlier requests about these fixtures on their dates (one query)."""
    found: dict[tuple[int, str], list[Notice]] = defaultdict(list)
    keys = {late.fixture.pk: start_key(late.fixture) for late in overdue}
    rows = Notice.objects.filter(kind=NoticeKind.RESULT_CHASED, fixture__in=list(keys))
    for notice in rows.only("recipient_id", "fixture_id", "key", "state", "created_at"):
        key = keys[notice.fixture_id or 0]
        if notice.key.startswith(f"{key}:"):
            found[notice.recipient_id, key].append(notice)
    return found
