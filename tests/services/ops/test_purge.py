"""Sessions that have run out and old notices go; what could be sent again, or is still open, stays."""

import datetime as dt

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session

from league.enums import NoticeKind, NoticeState
from league.models import ConductCase, Fixture, League, Notice
from league.services.mail import reminders
from league.services.ops.purge import BATCH, purge
from league.services.results import submit
from tests.factories import Town, result_sheet

YEARS = dt.timedelta(days=731)


def notice(town: Town, key: str, made: dt.datetime, fixture: Fixture | None = None, **fields: object) -> Notice:
    given = {"state": NoticeState.SENT, "kind": NoticeKind.RULING_MADE, **fields}
    return Notice.objects.create(
        league=town.league, recipient=town.referee, key=key, text="x", fixture=fixture, created_at=made, send_at=made,
        **given,
    )  # fmt: skip


def remaining() -> set[str]:
    return set(Notice.objects.values_list("key", flat=True))


def test_sessions_that_have_run_out_go(town: Town, now: dt.datetime) -> None:
    day = dt.timedelta(days=1)
    for key, until in (("old", now - day), ("new", now + day)):
        Session.objects.create(session_key=key, session_data="x", expire_date=until)
    assert (str(purge(now=now)), purge(now=now).sessions) == (
        "1 sessions, 0 places where somebody was signed in, 0 notices and 0 security events thrown away",
        0,
    )
    assert Session.objects.get().session_key == "new"


def test_where_somebody_was_signed_in_goes_with_the_session(town: Town, now: dt.datetime) -> None:
    """allauth's rows hold an address and a browser; signing out, and a session that runs out, leave them behind."""
    day = dt.timedelta(days=1)
    for key, until in (("old", now - day), ("new", now + day)):
        Session.objects.create(session_key=key, session_data="x", expire_date=until)
    UserSession.objects.bulk_create(
        UserSession(user=town.referee, ip="192.0.2.1", user_agent="Fox", session_key=key)
        for key in ("old", "new", *(f"signed out {n}" for n in range(BATCH + 5)))
    )
    assert purge(now=now).places == BATCH + 6
    assert UserSession.objects.get().session_key == "new"
    assert purge(now=now).places == 0


def test_old_notices_go_and_those_that_matter_stay(town: Town, now: dt.datetime) -> None:
    fixture, then = town.fixture("Anchor", "Bell"), now + YEARS
    notice(town, "old", now, fixture)
    notice(town, "of the league", now)
    notice(town, "young", then - dt.timedelta(days=729), fixture)
    notice(town, "to be sent", now, fixture, state=NoticeState.WAITING)
    moved = town.fixture("Castle", "Duke of York")
    Fixture.objects.filter(pk=moved.pk).update(starts_at=then)
    notice(town, "of a fixture to come", now, moved)
    assert purge(now=then).notices == 2
    assert remaining() == {"young", "to be sent", "of a fixture to come"}
    assert purge(now=then).notices == 0


@pytest.mark.parametrize("what", ["a sheet that waits", "a case"])
def test_what_is_still_open_is_not_told_twice(town: Town, now: dt.datetime, what: str) -> None:
    fixture = town.fixture("Anchor", "Bell")
    if what == "a case":
        ConductCase.objects.create(
            fixture=fixture, match_number=1, game_number=1, side="home", threshold=3, overcalls=3, proposed_at=now
        )
    else:
        submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
        Notice.objects.update(state=NoticeState.SENT)
    notice(town, "about it", now, fixture)
    before = remaining()
    purge(now=now + YEARS)
    assert remaining() == before


def test_no_reminder_is_owed_once_more(town: Town) -> None:
    """A scan makes no notice anew that was purged: it looks only at fixtures too recent for that."""
    start = town.fixtures[0].starts_at
    made = reminders.queue_due(now=start - dt.timedelta(hours=20)) + reminders.queue_due(now=start)
    assert made > 0
    Notice.objects.update(state=NoticeState.SENT)
    later = start + YEARS
    assert purge(now=later).notices > 0
    assert reminders.queue_due(now=later) == 0


def test_many_go_batch_by_batch(town: Town, now: dt.datetime) -> None:
    league: League = town.league
    Notice.objects.bulk_create(
        Notice(
            league=league, recipient=town.referee, kind=NoticeKind.RULING_MADE, key=str(n), text="x", created_at=now,
            send_at=now, state=NoticeState.SENT,
        )
        for n in range(BATCH + 5)
    )  # fmt: skip
    assert purge(now=now + YEARS).notices == BATCH + 5
