import datetime as dt
from collections.abc import Iterable
from typing import Any

from django.db.models import Q

from league.enums import NOT_SENT_YET, JournalKind, NoticeKind, NoticeState, Side
from league.models import Fixture, League, Notice, User
from league.models.notices import LONGEST
from league.queries.people.people import captains_of, secretaries_of
from league.services.journal import record
from league.translation import Text, text_parts


def queue_notice(
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
    """Queue one notice to each recipient, once by kind and key; none of a hidden or suspended league.

    Args:
        key: what it is about, e.g. ``result:12:1``.
        text: one sentence; the page it leads to is the fixture's.
        stale_at: from then on it need not be sent.
        again: queue it for those whose notice was cancelled before it was sent.
    """
    if league.hidden_at is not None or league.suspended_at is not None:
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
                **notice_columns(text),
                fixture=fixture,
                created_at=now,
                send_at=now,
                stale_at=stale_at,
            )
            for user in recipients
        ],
        ignore_conflicts=True,
    )


def notice_columns(text: str) -> dict[str, Any]:
    """Columns of a notice for a text."""
    return {"text": text[:LONGEST], "made_of": text_parts(text)}


def mark_read(user: User, *, league: League, now: dt.datetime) -> None:
    Notice.objects.filter(recipient=user, league=league, read_at=None).update(read_at=now)


def cancel_notices(fixture: Fixture, kinds: Iterable[NoticeKind]) -> int:
    """Cancel a fixture's pending notices of these kinds; return how many. Those sent stay sent."""
    return cancel_notices_of([fixture.pk], kinds)


def cancel_notices_of(fixtures: Iterable[int], kinds: Iterable[NoticeKind]) -> int:
    """The same for fixtures, by their ids."""
    waiting = Notice.objects.filter(fixture__in=list(fixtures), kind__in=list(kinds), state__in=NOT_SENT_YET)
    return waiting.update(state=NoticeState.CANCELLED, leased_until=None)


def cancel_by_key(league: League, kinds: Iterable[NoticeKind], key: str, *, prefix: bool = False) -> None:
    """Cancel pending notices of these kinds under a key, or under every key that begins with it."""
    keys = Q(key__startswith=key) if prefix else Q(key=key)
    waiting = Notice.objects.filter(keys, league=league, kind__in=list(kinds), state__in=NOT_SENT_YET)
    waiting.update(state=NoticeState.CANCELLED, leased_until=None)


def captains(fixture: Fixture, sides: Iterable[str], *, now: dt.datetime, but: User | None = None) -> list[User]:
    """Captains and vice-captains of these sides of a fixture (one query)."""
    today = now.astimezone(fixture.league.tz).date()
    users = captains_of(*(fixture.team_id(side) for side in sides), on=today)
    return [user for user in users if but is None or user.pk != but.pk]


def secretaries(league: League, *, now: dt.datetime) -> list[User]:
    """The league's secretaries of today."""
    today = now.astimezone(league.tz).date()
    return secretaries_of(league, on=today)


def notify(
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
    """Notify the captains of these sides, and the secretary if asked, but not who did it."""
    league = fixture.league
    people = {user.pk: user for user in captains(fixture, sides, now=now)}
    if secretary:
        people.update({user.pk: user for user in secretaries(league, now=now)})
    if but is not None:
        people.pop(but.pk, None)
    queue_notice(league, people.values(), kind, key, text=text, now=now, fixture=fixture)


def announce(
    fixture: Fixture,
    kind: JournalKind,
    notice: NoticeKind,
    key: str,
    *,
    what: Text,
    text: Text,
    by: User | None,
    now: dt.datetime,
    why: str = "",
    sides: Iterable[str] = (Side.HOME, Side.AWAY),
    secretary: bool = False,
    doer: bool = False,
) -> None:
    """Journal a decision on a fixture and notify the captains of these sides under the same key.

    `what` is for `journal.record`, `text` for the notice; the `doer` is left out by default.
    """
    # The journal's end is locked until the transaction ends, so whatever else there is to do is done before.
    notify(fixture, notice, key, text, now=now, sides=sides, but=None if doer else by, secretary=secretary)
    record(fixture.league, kind, key, by=by, now=now, what=what, why=why, fixture=fixture)
