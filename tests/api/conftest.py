"""The clock of the API's tests stands still; nobody is throttled unless a test says so."""

import datetime as dt
from collections.abc import Iterator

import pytest
import time_machine
from django.core.cache import cache


@pytest.fixture(autouse=True)
def _today(now: dt.datetime) -> Iterator[None]:
    with time_machine.travel(now, tick=False):
        cache.clear()
        yield
