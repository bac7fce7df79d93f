"""A league in which somebody has left traces everywhere."""

import datetime as dt

import pytest

from league.enums import NoticeKind
from league.models import ApiToken, CalendarFeed, Preference
from league.services.results import confirm, submit
from league.services.results.submit import save_draft
from tests.factories import Town, result_sheet
from tests.services.people.traces import anchor_one


@pytest.fixture
def played(town: Town, now: dt.datetime) -> Town:
    """Anchor has beaten Bell, and Anchor 1, its captain, has left traces everywhere."""
    captain, fixture = town.captains["Anchor"], town.fixture("Anchor", "Bell")
    sent = submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=captain, now=now)
    confirm.confirm(fixture, sent.version, by=town.captains["Bell"], now=now)
    player = anchor_one(town)
    player.email, player.phone = "anchor.one@private.example", "01234 567890"
    player.save()
    save_draft(town.fixture("Anchor", "Castle"), {"m1-home-1": "1"}, by=captain, now=now)
    CalendarFeed.objects.create(user=captain, league=town.league, token="secret", created_at=now)
    Preference.objects.create(user=captain, kind=NoticeKind.RULING_MADE)
    ApiToken.objects.create(user=captain, name="Phone", prefix="mug_abc", token_hash="0" * 64, created_at=now)
    return town
