"""Fixtures that were put off and have no date: the town's, around its catch-up week."""

import datetime as dt
from typing import Any

from league.enums import FixtureState, NoticeKind, PostponementState, Side
from league.models import Fixture, Notice, Postponement
from tests import factories
from tests.factories import Town

# The town's catch-up week begins on Monday 28 September 2026; its fixtures are placed from Monday 21 September on.
MONDAY = dt.date(2026, 9, 28)
NOW = dt.datetime(2026, 9, 22, 12, tzinfo=dt.UTC)
OVER = dt.datetime(2026, 10, 5, 6, tzinfo=dt.UTC)


def evening(days: int, hour: int = 20) -> dt.datetime:
    """So many days after the catch-up week's Monday, at eight in London, which is seven in UTC until October's end."""
    return dt.datetime(2026, 9, 28, hour - 1, tzinfo=dt.UTC) + dt.timedelta(days=days)


def fixture_without_date(town: Town, home: str, away: str, side: str = Side.HOME, **fields: Any) -> Postponement:
    """A fixture that was put off and has no date."""
    fixture = town.fixture(home, away)
    Fixture.objects.filter(pk=fixture.pk).update(state=FixtureState.POSTPONED)
    fields = {"state": PostponementState.OWED, "requested_at": factories.PUBLISHED, "reason": "Flu", **fields}
    return Postponement.objects.create(fixture=fixture, side=side, **fields)


def starts(*fixtures: Fixture) -> list[dt.datetime]:
    return [Fixture.objects.get(pk=fixture.pk).starts_at for fixture in fixtures]


def notices(kind: NoticeKind) -> list[tuple[str, str]]:
    found = Notice.objects.filter(kind=kind).order_by("pk")
    return sorted((notice.recipient.name, notice.text) for notice in found)
