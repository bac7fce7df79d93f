"""What becomes of a notice that is due: sent, put off, laid aside; and the leases by which many workers share it."""

import datetime as dt
from zoneinfo import ZoneInfo

import pytest
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.enums import Delivery, FixtureState, NoticeKind, NoticeState, PostponementState, ResultState
from league.models import Fixture, MailSettings, Notice, Offer, Postponement, Preference, Result, User
from league.services.mail.delivery import Delivered, Pace, deliver_due
from league.services.mail.reminders import queue_due
from league.services.notices import queue_notice
from league.services.results import confirm, submit
from tests import factories
from tests.factories import Town, result_sheet

LONDON = ZoneInfo("Europe/London")
HOUR, DAY = dt.timedelta(hours=1), dt.timedelta(days=1)
NIGHT = dt.datetime(2026, 11, 3, 23, tzinfo=LONDON)
MORNING = dt.datetime(2026, 11, 4, 7, tzinfo=LONDON)


def notice(
    town: Town,
    kind: NoticeKind = NoticeKind.RULING_MADE,
    *,
    to: str = "Anchor",
    key: str = "1",
    now: dt.datetime,
    stale_at: dt.datetime | None = None,
) -> Notice:
    """A notice about Anchor v Bell that is due."""
    user, fixture = town.captains[to], town.fixture("Anchor", "Bell")
    queue_notice(town.league, [user], kind, key, text="A ruling was made.", now=now, fixture=fixture, stale_at=stale_at)
    return Notice.objects.get(recipient=user, kind=kind, key=key)


def state(found: Notice) -> NoticeState:
    found.refresh_from_db()
    return NoticeState(found.state)


def quiet(user: User, **more: object) -> None:
    MailSettings.objects.create(user=user, quiet_from=dt.time(22), quiet_until=dt.time(7), **more)


def prefer(user: User, delivery: Delivery, kind: NoticeKind = NoticeKind.RULING_MADE) -> None:
    Preference.objects.update_or_create(user=user, kind=kind, defaults={"delivery": delivery})


def test_what_is_due_is_sent_once_and_says_when(town: Town, now: dt.datetime) -> None:
    found = notice(town, now=now)
    assert deliver_due(now=now) == Delivered(sent=1)
    assert deliver_due(now=now + HOUR) == Delivered()
    assert (state(found), found.leased_until, found.attempts) == (NoticeState.SENT, None, 0)
    # The moment it went out: a first mail that takes long to render is sent some seconds after the run began.
    assert found.sent_at is not None
    assert now <= found.sent_at < now + dt.timedelta(minutes=1)
    assert [message.to for message in mail.outbox] == [["anchor@town.example"]]


def test_what_is_not_due_yet_waits(town: Town, now: dt.datetime) -> None:
    found = notice(town, now=now + HOUR)
    assert deliver_due(now=now) == Delivered()
    assert state(found) == NoticeState.WAITING
    assert deliver_due(now=now + HOUR) == Delivered(sent=1)


def test_batches_go_on_until_nothing_is_due(town: Town, now: dt.datetime) -> None:
    for number in range(7):
        notice(town, key=str(number), now=now)
    assert deliver_due(now=now, batch=3) == Delivered(sent=7)
    assert len({message.extra_headers["Message-ID"] for message in mail.outbox}) == 7


@pytest.mark.parametrize("why", ["none", "no address", "inactive"])
def test_who_wants_none_or_cannot_get_it_is_sent_nothing_and_reads_it_on_the_pages(
    town: Town, now: dt.datetime, why: str
) -> None:
    found, user = notice(town, now=now), town.captains["Anchor"]
    if why == "none":
        prefer(user, Delivery.NONE)
    User.objects.filter(pk=user.pk).update(
        **{"no address": {"email": ""}, "inactive": {"is_active": False}, "none": {"name": "Anchor 1"}}[why]
    )
    assert deliver_due(now=now) == Delivered(dropped=1)
    assert (state(found), mail.outbox) == (NoticeState.NOT_WANTED, [])


def test_a_stale_notice_is_not_sent(town: Town, now: dt.datetime) -> None:
    found = notice(town, now=now, stale_at=now + HOUR)
    assert deliver_due(now=now + HOUR) == Delivered(dropped=1)
    assert (state(found), mail.outbox) == (NoticeState.CANCELLED, [])


def test_a_reminder_of_a_date_that_is_no_more_is_not_sent(town: Town) -> None:
    eve = dt.datetime(2026, 9, 14, 20, tzinfo=LONDON)
    assert queue_due(now=eve) == 4
    moved, postponed = town.fixture("Anchor", "Bell"), town.fixture("Castle", "Duke of York")
    moved.starts_at += DAY
    moved.save()
    postponed.state = FixtureState.POSTPONED
    postponed.save()
    assert deliver_due(now=eve) == Delivered(dropped=4)


def test_a_result_that_was_entered_meanwhile_is_asked_for_no_more(town: Town, now: dt.datetime) -> None:
    due = dt.datetime(2026, 9, 17, 20, tzinfo=LONDON)
    Fixture.objects.exclude(pk__in=[fixture.pk for fixture in town.fixtures[:2]]).delete()
    assert queue_due(now=due) == 4
    Result.objects.create(
        fixture=town.fixture("Anchor", "Bell"), format=factories.format_of(town.division), version=1,
        state=ResultState.SUBMITTED, submitted_at=due, home_games=5, away_games=4, home_matches=2, away_matches=1,
    )  # fmt: skip
    assert deliver_due(now=due) == Delivered(sent=2, dropped=2)


def test_a_sheet_that_was_confirmed_meanwhile_need_not_be_confirmed(town: Town, now: dt.datetime) -> None:
    fixture = town.fixture("Anchor", "Bell")
    sheet = result_sheet(town, "Anchor", "Bell")
    submit.submit(fixture, sheet, by=town.captains["Anchor"], now=now)
    confirm.confirm(fixture, 1, by=town.captains["Bell"], now=now)
    assert deliver_due(now=now) == Delivered(sent=1, dropped=1)
    assert [message.to for message in mail.outbox] == [["anchor@town.example"]]


def test_dates_that_were_answered_meanwhile_are_not_asked_about(town: Town, now: dt.datetime) -> None:
    asked = Postponement.objects.create(
        fixture=town.fixture("Anchor", "Bell"), side="away", awaiting="home", requested_at=now
    )
    for number, side in ((1, "away"), (2, "home")):
        Offer.objects.create(postponement=asked, number=number, side=side, made_at=now, slots=[])
    notice(town, NoticeKind.POSTPONEMENT_ASKED, key=f"{asked.pk}:1", now=now)
    answer = notice(town, NoticeKind.POSTPONEMENT_ASKED, to="Bell", key=f"{asked.pk}:2", now=now)
    assert deliver_due(now=now) == Delivered(sent=1, dropped=1)
    assert state(answer) == NoticeState.SENT
    later = notice(town, NoticeKind.POSTPONEMENT_ASKED, key=f"{asked.pk}:2", now=now)
    Postponement.objects.filter(pk=asked.pk).update(state=PostponementState.REFUSED, awaiting="")
    assert deliver_due(now=now) == Delivered(dropped=1)
    assert state(later) == NoticeState.CANCELLED


def test_quiet_hours_put_mail_off_until_the_morning(town: Town) -> None:
    quiet(town.captains["Anchor"])
    found = notice(town, now=NIGHT)
    assert deliver_due(now=NIGHT) == Delivered(put_off=1)
    assert (state(found), found.send_at) == (NoticeState.WAITING, MORNING)
    assert deliver_due(now=MORNING) == Delivered(sent=1)


def test_what_would_be_stale_in_the_morning_goes_at_night(town: Town) -> None:
    quiet(town.captains["Anchor"])
    notice(town, now=NIGHT, stale_at=MORNING)
    assert deliver_due(now=NIGHT) == Delivered(sent=1)


def test_the_daily_mail_holds_a_person_s_notices_of_a_league_together(town: Town, now: dt.datetime) -> None:
    anchor, bell = town.captains["Anchor"], town.captains["Bell"]
    for user in (anchor, bell):
        prefer(user, Delivery.DIGEST)
    for number in range(3):
        notice(town, key=str(number), now=now)
    notice(town, to="Bell", now=now)
    at_once = notice(town, NoticeKind.RESULT_CONFIRMED, now=now)
    assert deliver_due(now=now) == Delivered(sent=1, put_off=4)
    assert state(at_once) == NoticeState.SENT
    nine = dt.datetime(2026, 11, 3, 21, tzinfo=LONDON)
    assert deliver_due(now=nine - dt.timedelta(minutes=1)) == Delivered()
    mail.outbox.clear()
    # However small the batch is, a person's daily mail is one.
    assert deliver_due(now=nine, batch=1) == Delivered(sent=4)
    assert [(message.to[0], message.subject) for message in mail.outbox] == [
        ("anchor@town.example", "3 messages from Town League"),
        ("bell@town.example", "A ruling: Anchor v Bell"),
    ]
    assert deliver_due(now=nine + DAY) == Delivered()


def test_the_daily_mail_comes_at_the_person_s_hour_by_the_league_s_clock(town: Town) -> None:
    town.league.time_zone = "America/New_York"
    town.league.save()
    anchor = town.captains["Anchor"]
    prefer(anchor, Delivery.DIGEST)
    MailSettings.objects.create(user=anchor, digest_at=dt.time(18, 30))
    found = notice(town, now=NIGHT)
    deliver_due(now=NIGHT)
    found.refresh_from_db()
    assert (found.digest, found.send_at) == (
        True,
        dt.datetime(2026, 11, 3, 18, 30, tzinfo=ZoneInfo("America/New_York")),
    )


def test_a_reminder_that_would_be_stale_by_the_daily_mail_goes_at_once(town: Town, now: dt.datetime) -> None:
    prefer(town.captains["Anchor"], Delivery.DIGEST)
    notice(town, now=now, stale_at=now + HOUR)
    assert deliver_due(now=now) == Delivered(sent=1)


def test_a_notice_under_somebody_s_lease_is_left_alone_until_the_lease_is_over(town: Town, now: dt.datetime) -> None:
    found = notice(town, now=now)
    Notice.objects.update(leased_until=now + HOUR)
    assert deliver_due(now=now) == Delivered()
    assert deliver_due(now=now + HOUR) == Delivered(sent=1)
    assert state(found) == NoticeState.SENT


def test_a_worker_killed_between_sending_and_marking_leads_to_the_same_message_id(town: Town, now: dt.datetime) -> None:
    """After a crash the mail is out, but its row still says that it waits, under a lease."""
    found = notice(town, now=now)
    deliver_due(now=now)
    Notice.objects.update(state=NoticeState.WAITING, sent_at=None, leased_until=now + HOUR)
    assert deliver_due(now=now + HOUR) == Delivered(sent=1)
    first, second = (message.extra_headers["Message-ID"] for message in mail.outbox)
    assert first == second
    assert first.startswith(f"<notice-{found.pk}.")


def test_the_daily_mail_has_the_same_message_id_when_it_is_sent_again(town: Town, now: dt.datetime) -> None:
    prefer(town.captains["Anchor"], Delivery.DIGEST)
    for number in range(2):
        notice(town, key=str(number), now=now)
    deliver_due(now=now)
    deliver_due(now=now + DAY)
    Notice.objects.update(state=NoticeState.WAITING, sent_at=None)
    deliver_due(now=now + DAY)
    first, second = (message.extra_headers["Message-ID"] for message in mail.outbox)
    assert first == second


def test_a_worker_whose_lease_is_nearly_over_begins_nothing_more_and_gives_the_rest_back(
    town: Town, now: dt.datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(5):
        notice(town, key=str(number), now=now)
    # Each mail takes twenty seconds.
    monkeypatch.setattr("time.monotonic", lambda: 20.0 * len(mail.outbox))
    pace = Pace(lease=dt.timedelta(seconds=60), margin=dt.timedelta(seconds=30), budget=dt.timedelta(seconds=30))
    assert deliver_due(now=now, pace=pace) == Delivered(sent=2)
    assert Notice.objects.filter(state=NoticeState.WAITING, leased_until=None, send_at=now).count() == 3


def test_a_lease_shorter_than_its_margin_is_no_lease() -> None:
    with pytest.raises(ValueError, match="longer than its margin"):
        Pace(lease=dt.timedelta(seconds=30))


def test_a_letter_that_cannot_be_written_fails_alone(town: Town, now: dt.datetime) -> None:
    wrong, right = notice(town, now=now), notice(town, to="Bell", now=now)
    Notice.objects.filter(pk=wrong.pk).update(kind="no-such-kind")
    assert deliver_due(now=now) == Delivered(sent=1, failed=1)
    assert (state(wrong), wrong.error) == (NoticeState.FAILED, "It could not be written (KeyError).")
    assert state(right) == NoticeState.SENT


def test_a_batch_costs_as_many_queries_however_many_fixtures_it_is_about(town: Town, now: dt.datetime) -> None:
    def reads(count: int) -> int:
        for fixture in town.fixtures[:count]:
            queue_notice(
                town.league, [town.captains["Anchor"]], NoticeKind.RULING_MADE, f"{count}:{fixture.pk}", text="x",
                now=now, fixture=fixture,
            )  # fmt: skip
        with CaptureQueriesContext(connection) as seen:
            assert deliver_due(now=now) == Delivered(sent=count)
        return len([q for q in seen.captured_queries if q["sql"].startswith("SELECT")])

    assert reads(1) == reads(6)
