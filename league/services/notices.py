"""Put messages into the outbox, for the people whom they are for."""

import datetime as dt
from collections.abc import Iterable
from typing import Any

from league.enums import (
    NOT_SENT_YET,
    NoticeKind,
    NoticeState,
    Side,
)
from league.models import Fixture, League, Notice, User
from league.models.notices import LONGEST
from league.queries.people.people import captains_of, secretaries_of
from league.translation import Text, kept


def owe(
    league: League,
    recipients: Iterable[User],
    kind: NoticeKind,
    key: str,
    *,
    text: Text,
    now: dt.datetime,
    fixture: Fixture | None = None,
    stale_at: dt.datetime | None = None,
    again: bool = False,
) -> None:
    """Owe each recipient one notice. Calling it again with the same kind and key owes nothing more.

    Nothing is owed about a league that is hidden.

    Args:
        key: what the notice is about, e.g. ``result:12:1``.
        text: one sentence; the page it leads to is the fixture's.
        stale_at: from then on it need not be sent any more.
        again: whoever's notice was called off before it was sent is owed it after all.
    """
    if league.hidden_at is not None:
        return
    recipients = list(recipients)
    if again:
        called_off = Notice.objects.filter(kind=kind, key=key, recipient__in=recipients, state=NoticeState.CANCELLED)
        called_off.update(state=NoticeState.WAITING, send_at=now, digest=False, attempts=0, error="")
    Notice.objects.bulk_create(
        [
            Notice(
                league=league,
                recipient=user,
                kind=kind,
                key=key,
                **worded(text),
                fixture=fixture,
                created_at=now,
                send_at=now,
                stale_at=stale_at,
            )
            for user in recipients
        ],
        ignore_conflicts=True,
    )


def worded(text: str) -> dict[str, Any]:
    """Return the columns of a notice that say this."""
    return {"text": text[:LONGEST], "made_of": kept(text)}


def mark_read(user: User, *, league: League, now: dt.datetime) -> None:
    """Mark the notices of a user in this league as read."""
    Notice.objects.filter(recipient=user, league=league, read_at=None).update(read_at=now)


def cancel(fixture: Fixture, kinds: Iterable[NoticeKind]) -> int:
    """A fixture's waiting notices of these kinds are no longer needed. Returns how many; those sent stay sent."""
    return cancel_of([fixture.pk], kinds)


def cancel_of(fixtures: Iterable[int], kinds: Iterable[NoticeKind]) -> int:
    """Cancel the waiting notices of these kinds about some fixtures, by their ids; return how many."""
    waiting = Notice.objects.filter(fixture__in=list(fixtures), kind__in=list(kinds), state__in=NOT_SENT_YET)
    return waiting.update(state=NoticeState.CANCELLED, leased_until=None)


def call_off(league: League, kinds: Iterable[NoticeKind], key: str) -> None:
    """Cancel what waits to be sent of these kinds under a key: it is overtaken. What was sent stays sent."""
    waiting = Notice.objects.filter(league=league, kind__in=list(kinds), key=key, state__in=NOT_SENT_YET)
    waiting.update(state=NoticeState.CANCELLED, leased_until=None)


def captains(fixture: Fixture, sides: Iterable[str], *, now: dt.datetime, but: User | None = None) -> list[User]:
    """The captains and vice-captains of these sides of a fixture, each once (one query)."""
    today = now.astimezone(fixture.league.tz).date()
    found = captains_of(*(fixture.team_id(side) for side in sides), on=today)
    return [user for user in found if but is None or user.pk != but.pk]


def secretaries(league: League, *, now: dt.datetime) -> list[User]:
    """The league's secretaries of today."""
    today = now.astimezone(league.tz).date()
    return secretaries_of(league, on=today)


def tell(
    fixture: Fixture,
    kind: NoticeKind,
    key: str,
    text: Text,
    *,
    now: dt.datetime,
    sides: Iterable[str] = (Side.HOME, Side.AWAY),
    but: User | None = None,
    secretary: bool = False,
) -> None:
    """Owe the captains of these sides a notice, and the secretary where they are to know; but not who did it."""
    league = fixture.league
    people = {user.pk: user for user in captains(fixture, sides, now=now)}
    if secretary:
        people.update({user.pk: user for user in secretaries(league, now=now)})
    if but is not None:
        people.pop(but.pk, None)
    owe(league, people.values(), kind, key, text=text, now=now, fixture=fixture)
