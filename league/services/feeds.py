"""A user's own calendar: a secret address that he makes, exchanges for another and takes back."""

import datetime as dt
import secrets

from django.db import transaction

from league import access
from league.models import CalendarFeed, League, User


def make_feed(league: League, *, by: User, now: dt.datetime) -> CalendarFeed:
    """The address of the user's own calendar of a league; the one he has, or a new one.

    Raises:
        NotAllowed: he is not signed in.
    """
    access.require(by, "calendar.own", league, now=now)
    # Pressed twice at once, one row is refused by the constraint, and both read the other.
    feed, _ = CalendarFeed.objects.get_or_create(
        user=by, league=league, revoked_at=None, defaults={"token": secrets.token_urlsafe(32), "created_at": now}
    )
    return feed


def renew_feed(league: League, *, by: User, now: dt.datetime) -> CalendarFeed:
    """Another address; the old one no longer answers.

    Raises:
        NotAllowed: he is not signed in.
    """
    with transaction.atomic():
        revoke_feed(league, by=by, now=now)
        return make_feed(league, by=by, now=now)


def revoke_feed(league: League, *, by: User, now: dt.datetime) -> None:
    """The address no longer answers. Without one there is nothing to do.

    Raises:
        NotAllowed: he is not signed in.
    """
    access.require(by, "calendar.own", league, now=now)
    CalendarFeed.objects.filter(user=by, league=league, revoked_at=None).update(revoked_at=now)
