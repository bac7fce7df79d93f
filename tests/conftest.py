"""What every test may ask for. The clock of the tests stands on a Tuesday of week 8, at noon in London."""

import datetime as dt
from collections.abc import Iterator

import pytest
from django.db import connection

from league.models import JournalEntry, League, Player, Team, User
from tests import factories
from tests.journals import let_the_tests_flush
from tests.lock_order import watch_the_order_of_locks

let_the_tests_flush()
watch_the_order_of_locks()


@pytest.fixture
def now() -> dt.datetime:
    """Tuesday 3 November 2026, 12:00 in London."""
    return dt.datetime(2026, 11, 3, 12, 0, tzinfo=dt.UTC)


@pytest.fixture
def town(db: None) -> Iterator[factories.Town]:
    """A small league with everything in it: four teams, three weeks, users of every role.

    Afterwards nobody's name stands in what the journal says was done: erasing a person must leave the chain whole.
    """
    yield factories.town()
    if connection.needs_rollback:
        return
    said = "\n".join(JournalEntry.objects.values_list("what", flat=True))
    people = {*User.objects.values_list("name", flat=True), *Player.objects.values_list("name", flat=True)} - {""}
    teams = Team.objects.values_list("name", flat=True)
    assert not [name for name in people if name in said and not any(name in team for team in teams)], said


@pytest.fixture
def league(town: factories.Town) -> League:
    return town.league


@pytest.fixture
def secretary(town: factories.Town) -> User:
    return town.secretary
