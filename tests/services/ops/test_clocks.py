"""The other clocks of a server, which tell whether its time of day can be trusted."""

import datetime as dt
from typing import Any

import pytest
from django.db import connection

from league.services.clock import BOOT_ID, Clocks, read_clocks

pytestmark = pytest.mark.django_db


def test_the_machine_s_seconds_only_grow_and_the_database_s_time_is_read_where_it_has_a_clock(settings: Any) -> None:
    settings.CLOCKS_ARE_COMPARED = True
    before, after = read_clocks(), read_clocks()
    assert (bool(after.boot), after.boot) == (BOOT_ID.exists(), before.boot)
    assert after.up >= before.up
    if connection.vendor == "postgresql":
        assert before.database is not None
        assert abs(before.database - dt.datetime.now(dt.UTC)) < dt.timedelta(minutes=1)
    else:
        assert before.database is None


def test_nothing_is_read_where_the_settings_want_no_clocks_compared(settings: Any) -> None:
    settings.CLOCKS_ARE_COMPARED = False
    assert read_clocks() == Clocks()
