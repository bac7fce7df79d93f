"""Putting messages into the outbox."""

import datetime as dt
from collections.abc import Iterable

from league.enums import NoticeKind, NoticeState
from league.models import Fixture, League, Notice, User


def owe(
    league: League,
    recipients: Iterable[User],
    kind: NoticeKind,
    key: str,
    *,
    text: str,
    now: dt.datetime,
    fixture: Fixture | None = None,
    stale_at: dt.datetime | None = None,
) -> None:
    """Owe each recipient one notice. Calling it again with the same kind and key owes nothing more.

    Args:
        key: what the notice is about, e.g. ``result:12:1``.
        text: one sentence; the page it leads to is the fixture's.
        stale_at: from then on it need not be sent any more.
    """
    Notice.objects.bulk_create(
        [
            Notice(
                league=league,
                recipient=user,
                kind=kind,
                key=key,
                text=text[:250],
                fixture=fixture,
                created_at=now,
                send_at=now,
                stale_at=stale_at,
            )
            for user in recipients
        ],
        ignore_conflicts=True,
    )


def mark_read(user: User, *, league: League, now: dt.datetime) -> None:
    """The user has seen his notices of this league."""
    Notice.objects.filter(recipient=user, league=league, read_at=None).update(read_at=now)


def cancel(fixture: Fixture, kinds: Iterable[NoticeKind]) -> int:
    """A fixture's waiting notices of these kinds are no longer needed. Returns how many; those sent stay sent."""
    waiting = Notice.objects.filter(fixture=fixture, kind__in=list(kinds), state=NoticeState.WAITING)
    return waiting.update(state=NoticeState.CANCELLED, leased_until=None)
