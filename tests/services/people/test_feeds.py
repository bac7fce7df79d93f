"""A user's own calendar: its secret address is made, exchanged and taken back."""

import datetime as dt
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core import mail

from league.enums import SecurityKind
from league.errors import NotAllowed
from league.models import CalendarFeed, SecurityEvent
from league.queries.dates.calendars import live_feed, owner_of
from league.services.people.accounts.keys import make_feed, renew_feed, revoke_feed
from tests import factories
from tests.factories import Town
from tests.services.at_once import at_once


def test_making_one_twice_gives_the_same_address(town: Town, now: dt.datetime) -> None:
    captain = town.captains["Anchor"]
    feed = make_feed(town.league, by=captain, now=now)
    again = make_feed(town.league, by=captain, now=now + dt.timedelta(days=1))
    assert (again.token, again.created_at) == (feed.token, now)
    assert len(feed.token) == 43
    assert (live_feed(captain, town.league), owner_of(feed.token, town.league)) == (feed, captain)


def test_nobody_else_has_that_address(town: Town, now: dt.datetime) -> None:
    tokens = {make_feed(town.league, by=captain, now=now).token for captain in town.captains.values()}
    assert len(tokens) == 4
    assert live_feed(town.secretary, town.league) is None


def test_renewed_the_old_address_is_nobodys(town: Town, now: dt.datetime) -> None:
    captain = town.captains["Anchor"]
    old = make_feed(town.league, by=captain, now=now)
    new = renew_feed(town.league, by=captain, now=now)
    assert old.token != new.token
    assert (owner_of(old.token, town.league), owner_of(new.token, town.league)) == (None, captain)


def test_its_owner_hears_of_each_new_address_and_of_its_end(town: Town, now: dt.datetime) -> None:
    """After the change is committed: no mail goes inside a transaction (`site_mail.send_at_once`)."""
    captain = town.captains["Anchor"]
    make_feed(town.league, by=captain, now=now)
    make_feed(town.league, by=captain, now=now)
    renew_feed(town.league, by=captain, now=now)
    revoke_feed(town.league, by=captain, now=now)
    assert [letter.to for letter in mail.outbox] == [[captain.email]] * 3
    kinds = SecurityEvent.objects.order_by("pk").values_list("kind", flat=True)
    assert list(kinds) == [SecurityKind.CALENDAR_MADE, SecurityKind.CALENDAR_MADE, SecurityKind.CALENDAR_REVOKED]


def test_revoked_it_is_gone_and_revoking_again_does_nothing(town: Town, now: dt.datetime) -> None:
    captain = town.captains["Anchor"]
    feed = make_feed(town.league, by=captain, now=now)
    for days in (1, 2):
        revoke_feed(town.league, by=captain, now=now + dt.timedelta(days=days))
    assert (live_feed(captain, town.league), owner_of(feed.token, town.league)) == (None, None)
    feed.refresh_from_db()
    assert feed.revoked_at == now + dt.timedelta(days=1)
    # What was revoked stays revoked when a new one is made.
    assert make_feed(town.league, by=captain, now=now).token != feed.token


def test_another_persons_calendar_stays_when_one_is_revoked(town: Town, now: dt.datetime) -> None:
    feed = make_feed(town.league, by=town.captains["Anchor"], now=now)
    revoke_feed(town.league, by=town.captains["Bell"], now=now)
    assert owner_of(feed.token, town.league) == town.captains["Anchor"]


def test_an_address_belongs_to_one_league(town: Town, now: dt.datetime) -> None:
    abroad = factories.town("Abroad", "abroad")
    captain = town.captains["Anchor"]
    feed = make_feed(town.league, by=captain, now=now)
    assert owner_of(feed.token, abroad.league) is None
    there = make_feed(abroad.league, by=captain, now=now)
    revoke_feed(town.league, by=captain, now=now)
    assert owner_of(there.token, abroad.league) == captain


def test_a_closed_accounts_address_is_nobodys(town: Town, now: dt.datetime) -> None:
    captain = town.captains["Anchor"]
    feed = make_feed(town.league, by=captain, now=now)
    captain.is_active = False
    captain.save()
    assert owner_of(feed.token, town.league) is None


@pytest.mark.parametrize("change", [make_feed, renew_feed, revoke_feed])
def test_a_visitor_has_none(town: Town, now: dt.datetime, change: Callable[..., Any]) -> None:
    with pytest.raises(NotAllowed, match="Sign in to have a calendar of your own"):
        change(town.league, by=AnonymousUser(), now=now)  # type: ignore[operator]
    assert CalendarFeed.objects.count() == 0


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("change", [make_feed, renew_feed])
def test_pressed_at_once_there_is_one_live_address(now: dt.datetime, change: Callable[..., Any]) -> None:
    town = factories.town()
    captain = town.captains["Anchor"]
    make_feed(town.league, by=captain, now=now)
    if change is make_feed:
        revoke_feed(town.league, by=captain, now=now)
    made = at_once(*[partial(change, town.league, by=captain, now=now)] * 4)
    assert [issued for issued in made if not issued.token] == []
    assert CalendarFeed.objects.filter(revoked_at=None).count() == 1
