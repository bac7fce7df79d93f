"""What a page needs to know about a postponement, in a fixed number of queries."""

import datetime as dt
from typing import Any

import pytest

from league.models import Blackout, Entry, Fixture, Venue, VenueClosure
from league.queries.dates.postponements import history_of, moving_of, open_by_fixture, open_with_offers, slots_for
from league.queries.fixtures import find_fixture
from league.rules.slots import Evening
from league.services.dates import postpone
from league.services.results import decide
from tests import factories
from tests.factories import Town

NOW = dt.datetime(2026, 9, 9, 12, tzinfo=dt.UTC)
FREE = dt.datetime(2026, 9, 29, 19, tzinfo=dt.UTC)


def requested(town: Town, home: str, away: str) -> Fixture:
    fixture = town.fixture(home, away)
    postpone.request(fixture, slots=[FREE], reason="x", by=town.captains[home], now=NOW)
    return fixture


@pytest.mark.parametrize("more", [0, 3])
def test_the_evenings_of_a_fixture_are_five_queries(town: Town, more: int, django_assert_num_queries: Any) -> None:
    entry = Entry.objects.get(team=town.teams["Bell"])
    for day in range(1, more + 1):
        Blackout.objects.create(entry=entry, date=dt.date(2026, 9, day))
        VenueClosure.objects.create(venue=town.venues["Anchor"], date=dt.date(2026, 9, day))
        factories.full_division(town, 2, name=f"Full {day}")
    fixture = find_fixture(town.league, town.fixture("Anchor", "Bell").pk)
    with django_assert_num_queries(5):
        found = slots_for(fixture, now=NOW)
    assert (found[0].date, found[-1].date) == (dt.date(2026, 9, 14), dt.date(2026, 10, 4))


def test_the_evenings_know_boards_closed_days_and_blackouts(town: Town) -> None:
    Blackout.objects.create(entry=Entry.objects.get(team=town.teams["Bell"]), date=dt.date(2026, 9, 24))
    VenueClosure.objects.create(venue=town.venues["Anchor"], date=dt.date(2026, 9, 25))
    third = town.fixture("Castle", "Duke of York")
    Fixture.objects.filter(pk=third.pk).update(venue=town.venues["Anchor"], starts_at=FREE)

    def shut(boards: int) -> dict[int, list[str]]:
        Venue.objects.filter(pk=town.venues["Anchor"].pk).update(boards=boards)
        fixture = find_fixture(town.league, town.fixture("Anchor", "Bell").pk)
        found: list[Evening] = [e for e in slots_for(fixture, now=NOW) if not e.allowed]
        return {e.date.day: [reason.code for reason in e.reasons] for e in found}

    one = {15: ["same"], 22: ["busy", "busy"], 24: ["blackout"], 25: ["closed"], 29: ["full"]}
    assert shut(boards=1) == one
    assert shut(boards=2) == {day: codes for day, codes in one.items() if day != 29}


def test_a_fixture_awarded_beforehand_holds_no_board(town: Town) -> None:
    third = town.fixture("Castle", "Duke of York")
    Fixture.objects.filter(pk=third.pk).update(venue=town.venues["Anchor"], starts_at=FREE)
    fixture = find_fixture(town.league, town.fixture("Anchor", "Bell").pk)
    assert moving_of(fixture, now=NOW).venue.held[FREE.date()] == 1
    decide.give_walkover(third, to="home", version=0, reason="They cannot come.", by=town.secretary, now=NOW)
    assert FREE.date() not in moving_of(fixture, now=NOW).venue.held


def test_a_fixture_elsewhere_is_judged_by_that_venue(town: Town) -> None:
    fixture = town.fixture("Anchor", "Bell")
    assert moving_of(fixture, now=NOW).venue.name == "Anchor"
    assert moving_of(fixture, now=NOW, venue=town.venues["Castle"]).venue.held == {dt.date(2026, 9, 15): 1}


def test_history_and_what_is_open(town: Town, django_assert_num_queries: Any) -> None:
    fixture = requested(town, "Anchor", "Bell")
    postpone.refuse(fixture, reason="No.", seen=1, by=town.captains["Bell"], now=NOW)
    assert open_with_offers(fixture) is None
    requested(town, "Anchor", "Bell")
    postpone.counter(fixture, slots=[FREE + dt.timedelta(days=1)], seen=1, by=town.captains["Bell"], now=NOW)
    with django_assert_num_queries(2):
        found = history_of(fixture)
    assert [(a.postponement.state, a.seen, a.open) for a in found] == [("requested", 2, True), ("refused", 1, False)]
    assert found[0].to_answer == found[0].offers[1]


@pytest.mark.parametrize("fixtures", [1, 3])
def test_what_is_open_for_a_captain_is_three_queries(town: Town, fixtures: int, django_assert_num_queries: Any) -> None:
    pairs = [("Anchor", "Bell"), ("Duke of York", "Anchor"), ("Castle", "Duke of York")][:fixtures]
    made = [requested(town, *pair) for pair in pairs]
    with django_assert_num_queries(3):
        found = open_by_fixture(town.league, frozenset({town.teams["Anchor"].pk}))
    assert set(found) == {fixture.pk for fixture in made[:2]}
