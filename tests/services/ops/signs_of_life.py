"""Signs of life of a server, and a sheet that waits for its answer while there are none."""

import datetime as dt

import pytest

from league.enums import NoticeKind, NoticeState
from league.models import Notice, Result
from league.services.clock import Clocks
from league.services.ops.heartbeats import take_pulse
from league.services.results import submit
from tests.factories import Town, result_sheet

SECOND, MINUTE, HOUR, DAY = (dt.timedelta(**{unit: 1}) for unit in ("seconds", "minutes", "hours", "days"))
NONE = Clocks()
# From Tuesday noon, 48 hours to Thursday noon, and on to 8 pm.
DUE = 2 * DAY + 8 * HOUR
# The town plays Anchor v Bell on Tuesday 15 September 2026, 19:00 UTC; its catch-up week begins on the 28th.
STARTS = dt.datetime(2026, 9, 15, 19, tzinfo=dt.UTC)


def pulse(now: dt.datetime, clocks: Clocks = NONE) -> bool:
    return take_pulse(now=now, clocks=clocks)


@pytest.fixture
def sheet(town: Town, now: dt.datetime) -> Result:
    """Anchor's sheet of Tuesday noon, which Bell has until Thursday at 8 pm to answer."""
    fixture = town.fixture("Anchor", "Bell")
    found = submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    pulse(now)
    # Bell's captain was asked, and has the mail.
    Notice.objects.exclude(kind=NoticeKind.RESULT_TO_CONFIRM).delete()
    Notice.objects.update(state=NoticeState.SENT, sent_at=now)
    return found
