"""Which season of a league its pages show while several are going on."""

import datetime as dt

import pytest

from league.enums import WeekKind
from league.models import League, Round, Season, Week
from league.queries.dates.calendars import feed_of_team
from league.queries.leagues import current_season
from tests.factories import FIRST_WEEK, Town

PUBLISHED = dt.datetime(2026, 8, 1, tzinfo=dt.UTC)


def season(league: League, name: str, first_week: dt.date, weeks: int) -> Season:
    made = Season.objects.create(
        league=league, name=name, slug=name.lower(), first_week=first_week, published_at=PUBLISHED
    )
    of = Round.objects.create(season=made, number=1)
    for number in range(1, weeks + 1):
        starts_on = first_week + dt.timedelta(weeks=number - 1)
        Week.objects.create(season=made, round=of, number=number, starts_on=starts_on, kind=WeekKind.PLAY)
    return made


def season_shown_on(league: League, day: dt.date) -> str:
    found = current_season(league, now=dt.datetime.combine(day, dt.time(12), tzinfo=dt.UTC))
    return found.name if found is not None else ""


@pytest.mark.parametrize(
    ("day", "name"),
    [
        (FIRST_WEEK + dt.timedelta(days=1), "2026-27"),
        # The extra season began a week ago; the other is going on.
        (FIRST_WEEK + dt.timedelta(weeks=2, days=1), "2026-27"),
        (FIRST_WEEK + dt.timedelta(weeks=3, days=6), "2026-27"),
        # The other is over.
        (FIRST_WEEK + dt.timedelta(weeks=4), "Extra"),
        # Both are: the one that began last, until a new one begins.
        (FIRST_WEEK + dt.timedelta(weeks=20), "Extra"),
        (FIRST_WEEK + dt.timedelta(weeks=52), "2027-28"),
    ],
)
def test_an_extra_season_takes_no_place_while_another_is_going_on(town: Town, day: dt.date, name: str) -> None:
    season(town.league, "Extra", FIRST_WEEK + dt.timedelta(weeks=1), 6)
    season(town.league, "2027-28", FIRST_WEEK + dt.timedelta(weeks=52), 4)
    assert season_shown_on(town.league, day) == name


def test_calendars_hold_the_season_that_is_going_on_beside_an_extra_one(town: Town) -> None:
    season(town.league, "Extra", FIRST_WEEK + dt.timedelta(weeks=1), 6)
    now = dt.datetime.combine(FIRST_WEEK + dt.timedelta(weeks=2), dt.time(12), tzinfo=dt.UTC)
    feed = feed_of_team(town.teams["Anchor"], now=now, base_url="https://league.example")
    assert len(feed.events) == 3
