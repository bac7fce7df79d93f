"""The fixture in which hands are called."""

import pytest

from league.models import Fixture
from tests.factories import Town


@pytest.fixture
def played(town: Town) -> Fixture:
    return town.fixture("Anchor", "Bell")
