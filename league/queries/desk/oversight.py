import datetime as dt
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q

from league.enums import DisputeState, FixtureState, ResultState
from league.models import Appeal, ConductCase, Dispute, Fixture, LateCard, League, Result, Season, Venue, Week
from league.queries.calls.conduct import open_cases
from league.queries.dates.play_by import calendar_of, last_day_told
from league.queries.disputes.disputes import open_appeals
from league.queries.journal import EntryView, Filters, journal_of
from league.queries.seasons.upkeep.settings import faults_of
from league.queries.standings.late_cards import open_late_cards
from league.queries.standings.play_offs import DuePlayOff, play_offs_due
from league.queries.visibility import not_hidden
from league.rules.problems import Problem

AHEAD = dt.timedelta(weeks=6)
RECENT = 12


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


@dataclass(frozen=True, slots=True)
class Crowded:
    """A venue that has more fixtures on a night than it holds."""

    venue: Venue
    date: dt.date
    fixtures: Sequence[Fixture]


@dataclass(frozen=True, slots=True)
class Appealed:
    appeal: Appeal
    fixture: Fixture


@dataclass(frozen=True, slots=True)
class Oversight:
    """The secretary's page.

    Attributes:
        cases: those of conduct that no referee has decided.
        faults: settings that no page can work with.
    """

    not_entered: list[Late]
    not_confirmed: list[Late]
    corrections: list[Result]
    late_cards: list[LateCard]
    play_offs: tuple[DuePlayOff, ...]
    disputes: list[Dispute]
    appeals: list[Appealed]
    cases: list[ConductCase]
    owed: list[UndatedFixture]
    crowded: list[Crowded]
    journal: list[EntryView]
    faults: list[Problem]


def oversight_of(league: League, season: Season | None, *, now: dt.datetime) -> Oversight:
    """Everything for the secretary (thirteen queries, whatever the league's size, one more where a venue is crowded,
    and those of the tables where play-offs break ties).
    """
    not_confirmed, corrections = unanswered(league, now=now)
    return Oversight(
        not_entered=not_entered(league, now=now),
        not_confirmed=not_confirmed,
        corrections=corrections,
        late_cards=open_late_cards(league),
        play_offs=play_offs_due(season) if season is not None else (),
        disputes=_disputes(league),
        appeals=[Appealed(appeal, appeal.ruling.fixture) for appeal in open_appeals(league)],
        cases=open_cases(league),
        owed=_undated_fixtures(league, season),
        crowded=_crowded(league, now),
        journal=journal_of(league, Filters(), most=RECENT).lines,
        faults=faults_of(league),
    )


def _fixtures(league: League, which: Q) -> list[Fixture]:
    found = Fixture.objects.filter(which, not_hidden("division__season__"), division__season__league=league)
    # Ordered here: of a query of many columns Django compares each with what it is ordered by, and these are few rows.
    fixtures = sorted(
        found.select_related("division__season", "home", "away", "venue", "week").order_by(),
        key=lambda fixture: (fixture.starts_at, fixture.pk),
    )
    for fixture in fixtures:
        fixture.division.season.league = league
    return fixtures


def not_entered(league: League, *, now: dt.datetime) -> list[Late]:
    """Fixtures whose result is overdue, the longest first, except those published after their evening (one query)."""
    hours = dt.timedelta(hours=league.result_hours)
    late = Q(state=FixtureState.SCHEDULED, starts_at__lt=now - hours) & ~Q(results__live=True)
    found = (
        Late(fixture, league.evenings.hours_after(fixture.starts_at, league.result_hours))
        for fixture in _fixtures(league, late)
        if not fixture.began_before_publication
    )
    return [line for line in found if line.due_at < now]


def unanswered(league: League, *, now: dt.datetime) -> tuple[list[Late], list[Result]]:
    """Sheets that no deadline confirms any more, and corrections that wait (one query)."""
    over = Q(confirm_by__lt=now) | Q(confirm_by=None)
    found = (
        Result.objects.filter(
            Q(over, live=True, state=ResultState.SUBMITTED) | Q(state=ResultState.PROPOSED),
            not_hidden("fixture__division__season__"),
            fixture__division__season__league=league,
        )
        .exclude(fixture__state=FixtureState.CANCELLED)
        .select_related("fixture__division", "fixture__home", "fixture__away", "submitted_by", "corrects")
        .order_by()
    )
    waiting = sorted(found, key=lambda result: (result.submitted_at, result.pk))
    late = [
        Late(
            result.fixture,
            result.confirm_by or league.evenings.hours_after(result.submitted_at, league.confirm_hours),
            result,
        )
        for result in waiting
        if result.live
    ]
    return late, [result for result in waiting if not result.live]


def _disputes(league: League) -> list[Dispute]:
    found = Dispute.objects.filter(not_hidden("fixture__division__season__"), fixture__division__season__league=league)
    found = found.filter(state=DisputeState.OPEN)
    found = found.exclude(fixture__state=FixtureState.CANCELLED)
    joined = found.select_related(
        "fixture__division", "fixture__home", "fixture__away", "opened_by", "result", "counter_result"
    )
    return sorted(joined.order_by(), key=lambda dispute: (dispute.opened_at, dispute.pk))


def _undated_fixtures(league: League, season: Season | None) -> list[UndatedFixture]:
    found = _fixtures(league, Q(state=FixtureState.POSTPONED))
    if season is None:
        return [UndatedFixture(fixture, None, None) for fixture in found]
    calendar = calendar_of(season)
    return [UndatedFixture(fixture, calendar.catch_up(fixture), calendar.last_day(fixture)) for fixture in found]


def _crowded(league: League, now: dt.datetime) -> list[Crowded]:
    coming = Q(state=FixtureState.SCHEDULED, starts_at__gte=now, starts_at__lt=now + AHEAD)
    here = Fixture.objects.filter(coming, not_hidden("division__season__"), division__season__league=league)
    evenings: dict[tuple[int, int, dt.date], list[int]] = defaultdict(list)
    for pk, venue, boards, starts_at in here.values_list("pk", "venue", "venue__boards", "starts_at").order_by():
        evenings[venue, boards, starts_at.astimezone(league.tz).date()].append(pk)
    # Of all that are to come few are too many for their venue: the others are not read any further.
    crowded = [pk for (_, boards, _), pks in evenings.items() if len(pks) > boards for pk in pks]
    nights: dict[tuple[int, dt.date], list[Fixture]] = defaultdict(list)
    for fixture in _fixtures(league, Q(pk__in=crowded)) if crowded else ():
        nights[fixture.venue_id, fixture.starts_at.astimezone(league.tz).date()].append(fixture)
    return [Crowded(fixtures[0].venue, date, fixtures) for (_, date), fixtures in nights.items()]
