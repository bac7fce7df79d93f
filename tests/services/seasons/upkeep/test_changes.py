"""A league's own data changed by hand: who may, and what is said twice is once."""

import datetime as dt

import pytest

from league.enums import JournalKind
from league.errors import NotAllowed
from league.models import Blackout, JournalEntry, League, User, VenueClosure
from league.services.seasons.changes import change_thing, close_venue, keep_free, make_league
from tests import factories
from tests.factories import Town

DAY = dt.date(2026, 12, 24)


@pytest.fixture
def keeper(town: Town) -> User:
    return factories.user("keeper@town.example", is_superuser=True)


def test_only_an_administrator_makes_a_league(town: Town, keeper: User, now: dt.datetime) -> None:
    values = {"name": "County", "slug": "county", "time_zone": "Europe/London"}
    with pytest.raises(NotAllowed):
        make_league(values, by=town.secretary, now=now)
    assert not League.objects.filter(slug="county").exists()
    assert make_league(values, by=keeper, now=now).slug == "county"


def test_only_an_administrator_changes_a_league_and_saying_it_again_changes_nothing(
    town: Town, keeper: User, now: dt.datetime
) -> None:
    with pytest.raises(NotAllowed):
        change_thing(town.league, {"name": "City League"}, by=town.secretary, now=now)
    for _ in range(2):
        assert change_thing(town.league, {"name": "City League"}, by=keeper, now=now).name == "City League"
    [entry] = JournalEntry.objects.filter(kind=JournalKind.SETTINGS_CHANGED)
    assert entry.data == {"name": {"from": "Town League", "to": "City League"}}


def test_a_day_on_which_a_team_cannot_play_is_noted_once(town: Town, now: dt.datetime) -> None:
    entry = town.season.entries.select_related("season__league").get(team=town.teams["Anchor"])
    noted = [keep_free(entry, DAY, by=town.secretary, now=now) for _ in range(2)]
    assert noted == [Blackout.objects.get()] * 2
    for _ in range(2):
        assert keep_free(entry, DAY, free=False, by=town.secretary, now=now) is None
    assert list(JournalEntry.objects.order_by("number").values_list("what", flat=True)) == [
        "noted that Anchor cannot play on 2026-12-24",
        "noted that Anchor can play on 2026-12-24",
    ]


def test_a_day_on_which_a_venue_is_closed_is_noted_once(town: Town, now: dt.datetime) -> None:
    venue = town.venues["Anchor"]
    noted = [close_venue(venue, DAY, by=town.secretary, now=now) for _ in range(2)]
    assert noted == [VenueClosure.objects.get()] * 2
    for _ in range(2):
        assert close_venue(venue, DAY, closed=False, by=town.secretary, now=now) is None
    assert list(JournalEntry.objects.order_by("number").values_list("what", flat=True)) == [
        "noted that Anchor is closed on 2026-12-24",
        "noted that Anchor is open on 2026-12-24",
    ]
