"""Fixtures as entries of a calendar."""

import datetime as dt
from typing import Any

import pytest

from league.enums import FixtureState
from league.models import Fixture
from league.queries.calendars import event_of
from league.queries.fixtures import find_fixture
from league.rules.ics import Event
from tests.factories import PUBLISHED, Town

HOME = "https://league.example"
MOVED = dt.datetime(2026, 9, 10, 8, 15, tzinfo=dt.UTC)


def event(town: Town, **fields: Any) -> Event:
    """Anchor v Bell of week 1, as it would be with these fields."""
    pk = town.fixtures[0].pk
    Fixture.objects.filter(pk=pk).update(**fields)
    return event_of(find_fixture(town.league, pk), base_url=HOME)


def test_a_fixture_as_an_event(town: Town) -> None:
    pk = town.fixtures[0].pk
    url = f"https://league.example/leagues/town/fixtures/{pk}/"
    assert event(town) == Event(
        uid=f"fixture-{pk}@league.example",
        sequence=0,
        starts_at=dt.datetime(2026, 9, 15, 19, tzinfo=dt.UTC),
        ends_at=dt.datetime(2026, 9, 15, 22, tzinfo=dt.UTC),
        summary="Anchor v Bell",
        location="Anchor, Anchor, High St",
        description=f"Division 1, round 1, week 1\n{url}",
        url=url,
        cancelled=False,
        changed_at=PUBLISHED,
    )


def test_a_moved_fixture_is_the_same_event_changed(town: Town) -> None:
    before = event(town)
    after = event(town, starts_at=dt.datetime(2026, 10, 27, 19, 30, tzinfo=dt.UTC), sequence=1, changed_at=MOVED)
    assert (after.uid, after.sequence, after.changed_at) == (before.uid, 1, MOVED)
    assert after.ends_at == dt.datetime(2026, 10, 27, 22, 30, tzinfo=dt.UTC)
    assert (after.summary, after.cancelled, after.postponed) == ("Anchor v Bell", False, False)
    # The clock of the league, not of the server: 15 September is still summer time.
    assert after.description.split("\n")[1] == "Moved from Tuesday 15 September 2026, 20:00."


@pytest.mark.parametrize(
    ("state", "summary", "says", "cancelled", "postponed"),
    [
        (FixtureState.POSTPONED, "Postponed: Anchor v Bell", "Postponed. It has no new date yet.", False, True),
        (FixtureState.CANCELLED, "Cancelled: Anchor v Bell", "Cancelled. It will not be played.", True, False),
    ],
)
def test_what_is_put_off_or_cancelled_says_so_where_it_stood(
    town: Town, state: FixtureState, summary: str, says: str, cancelled: bool, postponed: bool
) -> None:
    found = event(town, state=state, sequence=1, changed_at=MOVED)
    assert (found.summary, found.cancelled, found.postponed) == (summary, cancelled, postponed)
    assert found.description.split("\n")[1] == says
    assert found.starts_at == dt.datetime(2026, 9, 15, 19, tzinfo=dt.UTC)


def test_the_port_and_path_of_the_installation_are_no_part_of_the_uid(town: Town) -> None:
    fixture = find_fixture(town.league, town.fixtures[0].pk)
    found = event_of(fixture, base_url="http://127.0.0.1:8000/")
    assert found.uid == f"fixture-{fixture.pk}@127.0.0.1"
    assert found.url == f"http://127.0.0.1:8000/leagues/town/fixtures/{fixture.pk}/"


def test_an_event_asks_nothing_more_of_the_database(town: Town, django_assert_num_queries: Any) -> None:
    fixture = find_fixture(town.league, town.fixtures[0].pk)
    with django_assert_num_queries(0):
        event_of(fixture, base_url=HOME)
