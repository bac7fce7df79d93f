"""The fixture that cannot be played when it should be, and its two captains."""

import pytest

from league.models import Fixture, User
from tests.factories import Town


@pytest.fixture
def fixture(town: Town) -> Fixture:
    """Anchor v Bell, on Tuesday 15 September at eight."""
    return town.fixture("Anchor", "Bell")


@pytest.fixture
def anchor(town: Town) -> User:
    return town.captains["Anchor"]


@pytest.fixture
def bell(town: Town) -> User:
    return town.captains["Bell"]
