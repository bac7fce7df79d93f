"""This month's table of the daily hand."""

import datetime as dt

from cardroom.models import DailyName, DailyVote
from cardroom.queries import table_of
from tests.factories import Town

FIRST = dt.date(2026, 11, 1)
SINCE = dt.datetime(2026, 10, 1, tzinfo=dt.UTC)


def test_days_of_last_month_are_in_a_row_and_earn_nothing_in_this_one(town: Town) -> None:
    una = town.captains["Anchor"]
    DailyName.objects.create(league=town.league, user=una, since=SINCE)
    for before in range(4):
        DailyVote.objects.create(
            league=town.league,
            user=una,
            day=FIRST + dt.timedelta(days=1 - before),
            laid_away="2C 3C",
            points=2,
            voted_at=SINCE,
        )
    [own] = table_of(town.league, FIRST + dt.timedelta(days=2))
    assert (own.points, own.days, own.streak) == (4, 2, 4)
    [before] = table_of(town.league, FIRST + dt.timedelta(days=1))
    assert (before.points, before.days, before.streak) == (2, 1, 3)
    assert table_of(town.league, FIRST) == ()


def test_whoever_voted_last_month_alone_is_not_in_this_one_s(town: Town) -> None:
    una = town.captains["Anchor"]
    DailyName.objects.create(league=town.league, user=una, since=SINCE)
    DailyVote.objects.create(
        league=town.league, user=una, day=FIRST - dt.timedelta(days=1), laid_away="2C 3C", points=2, voted_at=SINCE
    )
    assert table_of(town.league, FIRST) == ()
