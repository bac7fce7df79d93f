"""Input of one placing: a catch-up week's fixtures without a date, their evenings, and what is on already."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from league.enums import FixtureState, PostponementState, WeekKind
from league.models import Fixture, Postponement, Season, Week
from league.queries.dates.play_by import calendar_of, placed_from
from league.queries.dates.postponements import movings_of
from league.queries.visibility import public, sides_shown
from league.rules import slots
from league.rules.deadlines import hours_later
from league.rules.placing import Evening, Outstanding, Placing, Situation, Standing, place
from league.translation import Text

WEEK = dt.timedelta(weeks=1)


@dataclass(frozen=True, slots=True)
class PlacingInput:
    """Outstanding fixtures of a catch-up week (by id) and the situation to solve; `moments` are the starts, in UTC."""

    week: Week
    fixtures: Mapping[int, Fixture]
    situation: Situation
    moments: Mapping[tuple[int, dt.date], dt.datetime]


@dataclass(frozen=True, slots=True)
class WouldBe:
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
    found = Week.objects.filter(
        public("season__"), season__league__hidden_at=None, kind=WeekKind.CATCH_UP, starts_on__gt=now.date() - 2 * WEEK
    ).select_related("season__league", "round")
    return [week for week in found.order_by("starts_on", "pk") if _its_time(week, now)]


def weeks_left(season: Season, *, now: dt.datetime) -> list[Week]:
    """Catch-up weeks of a published season that are not over yet (one query)."""
    if not season.is_public:
        return []
    today = now.astimezone(season.league.tz).date()
    found = Week.objects.filter(season=season, kind=WeekKind.CATCH_UP, starts_on__gt=today - WEEK)
    return list(found.select_related("season__league", "round").order_by("starts_on"))


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
    found = Fixture.objects.filter(
        division__season__league=league, state=FixtureState.SCHEDULED, starts_at__gte=start, starts_at__lt=end
    ).exclude(starts_at__gt=now, results__live=True)
    found = found.select_related("home", "away", "venue")
    return tuple(
        Standing(x.home.name, x.away.name, x.venue.name, x.starts_at.astimezone(league.tz).date())
        for x in found.order_by("starts_at", "pk")
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
