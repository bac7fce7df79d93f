"""The day on which fixtures of the first weeks are postponed."""

from collections.abc import Iterator

import pytest
import time_machine

from tests.web.dates.asking import NOW


@pytest.fixture
def september() -> Iterator[None]:
    """It is the Wednesday before week 1."""
    with time_machine.travel(NOW, tick=False):
        yield
