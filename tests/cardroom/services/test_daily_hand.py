"""Votes on the daily hand: one for each person and day, and the table of those who wish it."""

import datetime as dt

import pytest

from cardroom.models import DailyName, DailyVote
from cardroom.queries import table_of, vote_of, votes_on
from cardroom.rules.learn.daily import codes, daily_hand
from cardroom.services.daily_hand import join_table, leave_table, vote
from league.errors import Invalid, NotAllowed, WrongState
from league.models import JournalEntry
from league.rules.names import short_name
from tests import factories
from tests.factories import Town


def day_of(town: Town, now: dt.datetime) -> dt.date:
    return now.astimezone(town.league.tz).date()


def best(town: Town, day: dt.date, place: int = 0) -> str:
    return codes(daily_hand(town.league.slug, day).ranked[place].laid_away)


def test_a_person_votes_once_a_day(town: Town, now: dt.datetime) -> None:
    una, day = town.captains["Anchor"], day_of(town, now)
    assert vote(town.league, day, best(town, day), by=una, now=now).right
    with pytest.raises(WrongState):
        vote(town.league, day, best(town, day, 3), by=una, now=now)
    assert vote_of(town.league, day, una) == best(town, day)
    assert votes_on(town.league, day) == {best(town, day): 1}
    assert DailyVote.objects.get().points == 3
    # Practice decides nothing, and nobody else is to read of it.
    assert not JournalEntry.objects.exists()


def test_another_day_and_other_cards_are_refused(town: Town, now: dt.datetime) -> None:
    una, day = town.captains["Anchor"], day_of(town, now)
    with pytest.raises(WrongState):
        vote(town.league, day - dt.timedelta(days=1), "2C 3C", by=una, now=now)
    for typed in ("", "xx", " ".join(map(str, daily_hand(town.league.slug, day).offered[:3]))):
        with pytest.raises(Invalid) as refused:
            vote(town.league, day, typed, by=una, now=now)
        assert refused.value.problems[0].field == "answer"
    assert not DailyVote.objects.exists()


def test_nobody_from_elsewhere_votes_or_stands_in_the_table(town: Town, now: dt.datetime) -> None:
    abroad = factories.town("Coast League", "coast")
    day = day_of(town, now)
    for act in (
        lambda: vote(town.league, day, best(town, day), by=abroad.captains["Anchor"], now=now),
        lambda: join_table(town.league, by=abroad.secretary, now=now),
        lambda: leave_table(town.league, by=abroad.secretary, now=now),
    ):
        with pytest.raises(NotAllowed):
            act()


def test_the_table_has_those_who_wish_it_by_their_short_names(town: Town, now: dt.datetime) -> None:
    anchor, bell, day = town.captains["Anchor"], town.captains["Bell"], day_of(town, now)
    vote(town.league, day, best(town, day), by=anchor, now=now)
    vote(town.league, day, best(town, day, 14), by=bell, now=now)
    assert table_of(town.league, day) == ()
    for _ in range(2):
        join_table(town.league, by=anchor, now=now)
    # While the day lasts a table read before and after the vote would tell what it earned.
    assert table_of(town.league, day) == ()
    [own] = table_of(town.league, day + dt.timedelta(days=1))
    assert (own.points, own.days, own.streak, own.place) == (3, 1, 1, 1)
    assert own.name == short_name(anchor.name)
    leave_table(town.league, by=anchor, now=now)
    assert not DailyName.objects.exists()
    assert table_of(town.league, day + dt.timedelta(days=1)) == ()
