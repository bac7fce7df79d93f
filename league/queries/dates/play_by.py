"""By when postponed fixtures of a season are to be played, and its blank weeks."""

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import cast

from league.enums import NewDates
from league.models import Fixture, Season, Week
from league.rules.settings import SeasonSettings, stored
from league.rules.slots import SUNDAY, PlayBy, format_day
from league.translation import Text
from timetable.calendar import WeekKind, WeekPlan


@dataclass(frozen=True, slots=True)
class Calendar:
    """The weeks of a season, by id, and its rules for postponed fixtures."""

    play_by: PlayBy
    rows: Mapping[int, Week]

    @property
    def weeks(self) -> tuple[WeekPlan, ...]:
        return tuple(map(plan_of, self.rows.values()))

    def catch_up(self, fixture: Fixture) -> Week | None:
        """The blank week by which a fixture is to be played, if any."""
        row = self.rows.get(fixture.week_id)
        found = self.play_by.catch_up(self.weeks, plan_of(row)) if row is not None else None
        return next((week for week in self.rows.values() if found and week.starts_on == found.starts), None)

    def last_day(self, fixture: Fixture) -> dt.date | None:
        """The last day on which a fixture may be played, if there is one."""
        row = self.rows.get(fixture.week_id)
        if row is None:
            return None
        return self.play_by.lapses_after(self.weeks, plan_of(row), first_day_of(fixture))

    def agreed_by(self, fixture: Fixture) -> dt.date | None:
        """The last day of a fixture that is not placed by then; None where it is placed."""
        catch_up, last_day = self.catch_up(fixture), self.last_day(fixture)
        return last_day if last_day and (catch_up is None or last_day < catch_up.starts_on) else None


def placed_from(week: Week, season: Season) -> dt.datetime:
    """Return from when fixtures without a date are placed in a blank week (no query)."""
    return season.league.evenings.moment_on(placed_on(week, season))


def placed_on(week: Week, season: Season) -> dt.date:
    """Return the day of that evening (no query)."""
    return week.starts_on - dt.timedelta(days=season.place_days)


def last_day_told(catch_up: Week | None, last_day: dt.date | None) -> dt.date | None:
    """Return the last day where it is not that of the blank week, so that pages name it instead."""
    return last_day if last_day and (catch_up is None or last_day < catch_up.starts_on + SUNDAY) else None


def by_committee(fixture: Fixture) -> bool:
    """Whether the secretary, not the captains, sets a fixture's new date (no query)."""
    return bool(fixture.division.season.new_dates == NewDates.COMMITTEE)


def without_a_date(fixture: Fixture) -> Text:
    """Format how a fixture without a date comes to one (one query)."""
    last_day = calendar_of(fixture.division.season).agreed_by(fixture)
    if by_committee(fixture) and last_day is not None:
        return Text(
            "{fixture} is postponed and has no date yet. The secretary sets one, by {day}; the captains say when they "
            "can play.",
            fixture=str(fixture),
            day=format_day(last_day),
        )
    if by_committee(fixture):
        return Text(
            "{fixture} is postponed and has no date yet. The captains say when they can play, and the secretary sets "
            "a date; otherwise it is placed.",
            fixture=str(fixture),
        )
    if last_day is not None:
        return Text(
            "{fixture} is postponed and has no date yet. The captains may agree on one by {day}; nobody sets one for "
            "them.",
            fixture=str(fixture),
            day=format_day(last_day),
        )
    return Text(
        "{fixture} is postponed and has no date yet. The captains may agree on one; otherwise it is placed.",
        fixture=str(fixture),
    )


def plan_of(week: Week) -> WeekPlan:
    """Return a week for the rules; its round goes by its id."""
    return WeekPlan(week.round_id, week.number, week.starts_on, cast(WeekKind, week.kind))


def first_day_of(fixture: Fixture) -> dt.date:
    """Return the first scheduled day of a fixture, in the league's time zone."""
    return fixture.original_starts_at.astimezone(fixture.league.tz).date()


def play_by_of(season: Season) -> PlayBy:
    return stored(SeasonSettings, season).play_by


def calendar_of(season: Season) -> Calendar:
    """Calendar of a season (one query)."""
    return calendars_of([season])[season.pk]


def calendars_of(seasons: Iterable[Season]) -> dict[int, Calendar]:
    """Calendars of seasons, by id (one query)."""
    found = {season.pk: Calendar(play_by_of(season), {}) for season in seasons}
    rows: dict[int, dict[int, Week]] = {pk: {} for pk in found}
    for week in Week.objects.filter(season__in=list(found)):
        rows[week.season_id][week.pk] = week
    return {pk: Calendar(calendar.play_by, rows[pk]) for pk, calendar in found.items()}
