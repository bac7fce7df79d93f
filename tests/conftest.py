"""What every test may ask for. The clock of the tests stands on a Tuesday of week 8, at noon in London."""

import datetime as dt
from collections.abc import Iterator
from math import inf
from typing import Any

import pytest
import time_machine
from django.db import connection
from hypothesis import HealthCheck, settings

from league.models import JournalEntry, League, Player, Team, User
from league.queries.domains import HELD, Domains
from tests import databases, factories
from tests.journals import let_the_tests_flush
from tests.lock_order import watch_the_order_of_locks
from tests.services.at_once import disconnect_all
from tests.services.taken import NOW, Taken

# How fast a machine makes examples says nothing about the code.
settings.register_profile("muggins", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("muggins")
let_the_tests_flush()
HELD.hold(Domains(), inf)
watch_the_order_of_locks()


@pytest.fixture(scope="session")
def django_db_setup(
    django_test_environment: None, django_db_modify_db_settings: None, django_db_blocker: Any
) -> Iterator[None]:
    """The database of this process, copied from one that is migrated once (tests/databases.py)."""
    with django_db_blocker.unblock():
        databases.set_up()
    yield
    disconnect_all()
    with django_db_blocker.unblock():
        databases.take_down()


@pytest.fixture(autouse=True)
def no_domains() -> Iterator[None]:
    """No league has a domain of its own, and nothing has to be asked to know it."""
    yield
    HELD.hold(Domains(), inf)


@pytest.fixture
def now() -> dt.datetime:
    """Tuesday 3 November 2026, 12:00 in London."""
    return dt.datetime(2026, 11, 3, 12, 0, tzinfo=dt.UTC)


@pytest.fixture
def today(now: dt.datetime) -> Iterator[None]:
    """The clock stands at `now` for the whole test."""
    with time_machine.travel(now, tick=False):
        yield


@pytest.fixture
def town(db: None) -> Iterator[factories.Town]:
    """A small league with everything in it: four teams, three weeks, users of every role.

    Afterwards nobody's name stands in what the journal says was done: erasing a person must leave the chain whole.
    """
    yield factories.town()
    if connection.needs_rollback:
        return
    said = "\n".join(f"{what} {made_of}" for what, made_of in JournalEntry.objects.values_list("what", "made_of"))
    if not said:
        return
    people = {*User.objects.values_list("name", flat=True), *Player.objects.values_list("name", flat=True)} - {""}
    teams = Team.objects.values_list("name", flat=True)
    assert not [name for name in people if name in said and not any(name in team for team in teams)], said


@pytest.fixture
def league(town: factories.Town) -> League:
    return town.league


@pytest.fixture
def secretary(town: factories.Town) -> User:
    return town.secretary


# Of several folders, and so here: pytest 9.1 loses the fixtures of a folder's conftest where other paths are named
# between two of that folder.
@pytest.fixture(scope="module")
def exported(django_db_setup: None, django_db_blocker: Any) -> Taken:
    """A league that was exported from a server that is gone; made once for each module."""
    with django_db_blocker.unblock():
        return Taken(NOW)


@pytest.fixture
def taken(db: None, exported: Taken) -> Taken:
    """A league's file, whose server is gone."""
    return exported
