"""What every test may ask for. The clock of the tests stands on a Tuesday of week 8, at noon in London."""

import datetime as dt

import pytest

from league.models import League, User
from tests import factories
from tests.journals import let_the_tests_flush

let_the_tests_flush()


@pytest.fixture
def now() -> dt.datetime:
    """Tuesday 3 November 2026, 12:00 in London."""
    return dt.datetime(2026, 11, 3, 12, 0, tzinfo=dt.UTC)


@pytest.fixture
def town(db: None) -> factories.Town:
    """A small league with everything in it: four teams, three weeks, users of every role."""
    return factories.town()


@pytest.fixture
def league(town: factories.Town) -> League:
    return town.league


@pytest.fixture
def secretary(town: factories.Town) -> User:
    return town.secretary
