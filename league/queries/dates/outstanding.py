"""Fixtures still owed: how long there is to play them, what becomes of them then (R54), and the input of a placing."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import Count, Exists, OuterRef, Prefetch, Q, QuerySet

from league.enums import FixtureState, PostponementState, Side, UnplayedPolicy, WeekKind
from league.models import Division, Fixture, League, Postponement, Result, Round, Season, Week
from league.prepared import Prepared
from league.queries.dates.postponements import Calendar, calendar_of, calendars_of, movings_of, placed_from
from league.queries.outages import gaps_of
from league.queries.visibility import public, seasons_shown, sides_shown
from league.rules import slots
from league.rules.deadlines import DAY, Gap, hours_later
from league.rules.placing import Evening, Outstanding, Placing, Situation, Standing, place
from league.rules.slots import format_day
from league.translation import N_, Text

SUNDAY = dt.timedelta(days=6)
# A request that was turned down or taken back says nothing about what is owed.
NO_MATTER = (PostponementState.REFUSED, PostponementState.WITHDRAWN)


@dataclass(frozen=True, slots=True)
class OutstandingFixture:
    """A fixture that is still owed."""

    fixture: Fixture
    postponement: Postponement | None  # the last one recorded
    last_day: dt.date | None
    days_left: int  # that day counted; 0 when it is over
    in_hand: bool  # nothing happens automatically any more; the secretary decides
    then: Text

    @property
    def by(self) -> str:
        if self.postponement is None or not self.postponement.side:
            return ""
        return (self.fixture.home if self.postponement.side == Side.HOME else self.fixture.away).name


@dataclass(frozen=True, slots=True)
class OutstandingRound:
    """Fixtures that a round still owes, by catch-up week if it has several, which are placed from `places_from`."""

    round: Round
    catch_up: Week | None
    places_from: dt.datetime | None
    lines: tuple[OutstandingFixture, ...]

    @property
    def ends_on(self) -> dt.date | None:
        return self.catch_up.starts_on + SUNDAY if self.catch_up else None


def policy_of(postponement: Postponement) -> UnplayedPolicy:
    """Return the policy for a fixture that stays unplayed (R54). One that nobody postponed is awarded to nobody."""
    policy = UnplayedPolicy(postponement.fixture.division.season.unplayed_policy)
    if policy == UnplayedPolicy.AWARDED and not postponement.side:
        return UnplayedPolicy.SECRETARY
    return policy


def lapsed_by_now(*, now: dt.datetime) -> list[Postponement]:
    """Postponed fixtures of published seasons that were not played in time, and nothing is decided (four queries).

    Without a date: when the last day is over. With one: when the hours for its result are over too. Later where an
    outage or a hidden season swallowed that moment. Never where the last day was over before the season was published,
    or the fixture was put off.
    """
    later = Postponement.objects.filter(fixture=OuterRef("fixture"), pk__gt=OuterRef("pk")).exclude(state__in=NO_MATTER)
    postponements = (
        Postponement.objects.filter(
            ~Exists(later),
            seasons_shown("fixture__division__season__"),
            sides_shown("fixture__"),
            state__in=(PostponementState.OWED, PostponementState.AGREED, PostponementState.PLACED),
            fixture__division__season__published_at__isnull=False,
            fixture__original_starts_at__lt=now,
        )
        .exclude(fixture__state=FixtureState.CANCELLED)
        .exclude(fixture__results__live=True)
        .select_related("fixture__division__season__league", "fixture__home", "fixture__away", "fixture__week")
        .order_by("fixture__original_starts_at", "pk")
    )
    waiting = list(postponements)
    calendars = calendars_of({put_off.fixture.division.season for put_off in waiting})
    away = gaps_of(put_off.fixture.division.season for put_off in waiting)
    return [
        put_off
        for put_off in waiting
        if _is_too_late(put_off, calendars, away[put_off.fixture.division.season_id], now)
    ]


def _is_too_late(
    put_off: Postponement, calendars: Mapping[int, Calendar], away: Sequence[Gap], now: dt.datetime
) -> bool:
    fixture = put_off.fixture
    league = fixture.league
    last_day = calendars[fixture.division.season_id].last_day(fixture)
    if last_day is None:
        return False
    if _was_over(put_off, last_day):
        return False
    ends = dt.datetime.combine(last_day + DAY, dt.time(), tzinfo=league.tz).astimezone(dt.UTC)
    if fixture.state != FixtureState.POSTPONED:
        ends = max(ends, fixture.division.season.result_due(fixture.starts_at))
    return league.evenings.after_gaps(ends, away) <= now


def _was_over(put_off: Postponement, last_day: dt.date) -> bool:
    """Whether the last day was over before anybody could know of it: then nothing happens automatically."""
    published = put_off.fixture.division.season.published_at
    since = max(put_off.requested_at, published) if published is not None else put_off.requested_at
    return last_day < since.astimezone(put_off.fixture.league.tz).date()


def outstanding_rounds(season: Season, *, now: dt.datetime) -> list[OutstandingRound]:
    """Everything a season still owes, by round and catch-up week, the longest owed first (three queries)."""
    calendar = calendar_of(season)
    found: dict[tuple[Round, Week | None], list[OutstandingFixture]] = {}
    for fixture in _unplayed(season):
        line = owed_line(fixture, _last(fixture), calendar, now=now)
        if line is not None:
            found.setdefault((fixture.week.round, calendar.catch_up(fixture)), []).append(line)
    rounds = [_round(season, round, catch_up, lines) for (round, catch_up), lines in found.items()]
    return sorted(rounds, key=lambda owed: (owed.round.number, owed.ends_on or dt.date.max))


def _round(season: Season, round: Round, catch_up: Week | None, lines: list[OutstandingFixture]) -> OutstandingRound:
    places_from = placed_from(catch_up, season) if catch_up else None
    return OutstandingRound(round, catch_up, places_from, tuple(lines))


def with_undated(divisions: QuerySet[Division]) -> QuerySet[Division]:
    """Annotate divisions with `undated`, the number of their fixtures without a date."""
    return divisions.annotate(undated=Count("fixtures", filter=Q(fixtures__state=FixtureState.POSTPONED)))


def divisions_shown(league: League, season: str) -> list[Division]:
    """Visible divisions of a season (its slug may be unknown), in order (two queries)."""
    found = Season.objects.filter(public(), league=league, slug=season).first()
    if found is None:
        return []
    found.league = league
    return list(found.divisions.order_by("order", "name"))


def undated_of(division: Division) -> int:
    """Count a division's fixtures without a date (one query)."""
    return len(_undated_fixtures(division.pk))


@Prepared
def _undated_fixtures(division: int) -> QuerySet[Any, int]:
    postponed = Fixture.objects.filter(division=division, state=FixtureState.POSTPONED)
    return postponed.order_by().values_list("pk", flat=True)


def _unplayed(season: Season) -> list[Fixture]:
    """Fixtures of a season without a result or date, or that were not played in time."""
    lapsed = Q(state=FixtureState.SCHEDULED, postponements__state=PostponementState.LAPSED)
    fixtures = Fixture.objects.filter(Q(state=FixtureState.POSTPONED) | lapsed, division__season=season)
    rows = Postponement.objects.select_related("requested_by").order_by("-pk")
    return list(
        fixtures.exclude(results__live=True)
        .select_related("division__season__league", "home", "away", "venue", "week__round")
        .prefetch_related(Prefetch("postponements", queryset=rows))
        .order_by("original_starts_at", "pk")
        .distinct()
    )


def _last(fixture: Fixture) -> Postponement | None:
    found = next((row for row in fixture.postponements.all() if row.state not in NO_MATTER), None)
    if found is not None:
        found.fixture = fixture
    return found


def owed_line(
    fixture: Fixture, postponement: Postponement | None, calendar: Calendar, *, now: dt.datetime
) -> OutstandingFixture | None:
    """Return the line for one fixture; None where it has a date after all (no query)."""
    lapsed = postponement is not None and postponement.state == PostponementState.LAPSED
    if fixture.state != FixtureState.POSTPONED and not (lapsed and _not_moved_since(fixture, postponement)):
        return None
    last_day = calendar.last_day(fixture)
    today = now.astimezone(fixture.league.tz).date()
    then = None
    if postponement is not None and last_day is not None and not lapsed and not _was_over(postponement, last_day):
        then = _then(fixture, postponement, last_day)
    return OutstandingFixture(
        fixture=fixture,
        postponement=postponement,
        last_day=last_day,
        days_left=max(0, (last_day - today).days + 1) if last_day else 0,
        in_hand=then is None,
        then=then or N_("Nothing happens automatically any more."),
    )


def _not_moved_since(fixture: Fixture, postponement: Postponement | None) -> bool:
    return bool(postponement and postponement.decided_at and fixture.starts_at <= postponement.decided_at)


def _then(fixture: Fixture, postponement: Postponement, last_day: dt.date) -> Text:
    day, policy = format_day(last_day), policy_of(postponement)
    if policy == UnplayedPolicy.NIL:
        return Text("If it is not played by {day}, both sides get nothing.", day=day)
    if policy == UnplayedPolicy.SECRETARY:
        return Text("If it is not played by {day}, you decide.", day=day)
    other = fixture.away if postponement.side == Side.HOME else fixture.home
    return Text("If it is not played by {day}, it is awarded to {team}.", day=day, team=other.name)


def owed_fixture(fixture: Fixture, *, now: dt.datetime) -> OutstandingFixture | None:
    """Return the line for one fixture; None where it is not owed (three queries)."""
    if Result.objects.filter(fixture=fixture, live=True).exists():
        return None
    rows = Postponement.objects.filter(fixture=fixture).exclude(state__in=NO_MATTER)
    last = rows.select_related("requested_by").order_by("-pk").first()
    if last is not None:
        last.fixture = fixture
    return owed_line(fixture, last, calendar_of(fixture.division.season), now=now)


WEEK = dt.timedelta(weeks=1)


class PlacingInput(NamedTuple):
    """Outstanding fixtures of a catch-up week (by id) and the situation to solve; `moments` are the starts, in UTC."""

    week: Week
    fixtures: Mapping[int, Fixture]
    situation: Situation
    moments: Mapping[tuple[int, dt.date], dt.datetime]


class WouldBe(NamedTuple):
    """The outcome of a placing for one fixture: when it would begin, or why it has no evening."""

    fixture: Fixture
    starts_at: dt.datetime | None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Preview:
    """A placing that nobody has carried out."""

    week: Week
    lines: tuple[WouldBe, ...]
    placing: Placing

    @property
    def placed(self) -> int:
        return len(self.placing.evenings)


def weeks_to_place(*, now: dt.datetime) -> list[Week]:
    """Catch-up weeks of published seasons whose fixtures are placed at `now` (one query).

    A week's time comes on the evening `place_days` before its Monday and ends with its Sunday, in the league's zone.
    """
    weeks = Week.objects.filter(
        public("season__"), seasons_shown("season__"), kind=WeekKind.CATCH_UP, starts_on__gt=now.date() - 2 * WEEK
    ).select_related("season__league", "round")
    return [week for week in weeks.order_by("starts_on", "pk") if _its_time(week, now)]


def weeks_left(season: Season, *, now: dt.datetime) -> list[Week]:
    """Catch-up weeks of a published season that are not over yet (one query)."""
    if not season.is_public:
        return []
    today = now.astimezone(season.league.tz).date()
    weeks = Week.objects.filter(season=season, kind=WeekKind.CATCH_UP, starts_on__gt=today - WEEK)
    return list(weeks.select_related("season__league", "round").order_by("starts_on"))


def _its_time(week: Week, now: dt.datetime) -> bool:
    today = now.astimezone(week.season.league.tz).date()
    return placed_from(week, week.season) <= now and today < week.starts_on + WEEK


def outstanding_of(week: Week) -> list[Fixture]:
    """Fixtures of a catch-up week that wait for a date, the longest waiting first (two queries)."""
    waiting = Postponement.objects.filter(state=PostponementState.OWED).values("fixture")
    mine = Fixture.objects.filter(sides_shown(), week__season=week.season_id)
    found = (
        mine.filter(pk__in=waiting, state=FixtureState.POSTPONED)
        .exclude(results__live=True)
        .select_related("division__season__league", "home", "away", "venue", "week__round")
        .order_by("original_starts_at", "pk")
    )
    calendar = calendar_of(week.season)
    return [fixture for fixture in found if calendar.catch_up(fixture) == week]


def placing_input(week: Week, *, now: dt.datetime) -> PlacingInput:
    """Return what is to be placed in a catch-up week (eight queries, however many fixtures there are)."""
    fixtures = outstanding_of(week)
    movings = movings_of(fixtures, now=now)
    found = [_outstanding(fixture, movings[fixture.pk], week, now) for fixture in fixtures]
    return PlacingInput(
        week=week,
        fixtures={fixture.pk: fixture for fixture in fixtures},
        situation=Situation(
            outstanding=tuple(wanted for wanted, _ in found),
            standing=_standing(week, now),
            boards={fixture.venue.name: fixture.venue.boards for fixture in fixtures},
        ),
        moments={at: moment for _, moments in found for at, moment in moments.items()},
    )


def _outstanding(
    fixture: Fixture, moving: slots.Moving, week: Week, now: dt.datetime
) -> tuple[Outstanding, dict[tuple[int, dt.date], dt.datetime]]:
    earliest = hours_later(now, fixture.division.season.short_notice_hours)
    days = [day for day in slots.evenings(moving, now=now) if week.starts_on <= day.date < week.starts_on + WEEK]
    usual = [day for day in days if day.usual]
    barred = {day.date: Text.joined(" ", (why.message for why in day.reasons)) for day in usual if not day.allowed}
    for day in usual:
        if day.starts_at < earliest:
            hours = fixture.division.season.short_notice_hours
            barred.setdefault(day.date, Text("It begins within {hours} hours.", hours=hours))
    allowed = [day for day in usual if day.date not in barred]
    wanted = Outstanding(
        key=fixture.pk,
        home=fixture.home.name,
        away=fixture.away.name,
        venue=fixture.venue.name,
        evenings=tuple(Evening(day.date, int(day.date.weekday() != moving.night)) for day in allowed),
        barred=tuple(barred.items()),
    )
    return wanted, {(fixture.pk, day.date): day.starts_at for day in allowed}


def _standing(week: Week, now: dt.datetime) -> tuple[Standing, ...]:
    """Fixtures of the league with a date in the week, of any season, except walkovers given beforehand."""
    league = week.season.league
    start = slots.instant(week.starts_on, dt.time(), league.tz)
    end = slots.instant(week.starts_on + WEEK, dt.time(), league.tz)
    fixtures = Fixture.objects.filter(
        division__season__league=league, state=FixtureState.SCHEDULED, starts_at__gte=start, starts_at__lt=end
    ).exclude(starts_at__gt=now, results__live=True)
    fixtures = fixtures.select_related("home", "away", "venue")
    return tuple(
        Standing(x.home.name, x.away.name, x.venue.name, x.starts_at.astimezone(league.tz).date())
        for x in fixtures.order_by("starts_at", "pk")
    )


def preview_of(weeks: Sequence[Week], *, now: dt.datetime) -> list[Preview]:
    """Preview a placing now in each week; weeks with nothing to place are left out."""
    return [preview for week in weeks if (preview := _preview(placing_input(week, now=now))).lines]


def _preview(sought: PlacingInput) -> Preview:
    placing = place(sought.situation)
    why = {unplaced.key: unplaced.why for unplaced in placing.unplaced}
    lines = tuple(
        WouldBe(
            fixture,
            sought.moments[key, placing.evenings[key]] if key in placing.evenings else None,
            why.get(key, ""),
        )
        for key, fixture in sought.fixtures.items()
    )
    return Preview(sought.week, lines, placing)
