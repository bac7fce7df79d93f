"""While the clock cannot be trusted, nothing is done that cannot be undone; the operator says when it is right."""

import datetime as dt
from io import StringIO
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.core.management import call_command
from django.test import Client

from league import tasks
from league.enums import NoticeKind, NoticeState, OutageKind, ResultState
from league.models import Heartbeat, MailSettings, Notice, Outage, Pulse, Result, SiteMail, User
from league.queries.ops import health_of
from league.services import notices
from league.services.clock import Clocks
from league.services.mail import site_mail
from league.services.ops import heartbeats
from league.services.ops.heartbeats import acknowledge
from league.services.people.accounts.security import count_try
from league.services.results import confirm, submit
from tests.factories import Town, result_sheet
from tests.services.ops.signs_of_life import DAY, DUE, HOUR, MINUTE, NONE, STARTS, pulse, sheet
from tests.services.post_office import post_office

__all__ = ["sheet"]

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("jumped", "clocks", "why"),
    [
        (60 * DAY, Clocks("boot", 1010.0), "counted from its last sign of life it is 2026-11-03 12:00 UTC"),
        (20 * DAY, Clocks("boot", 1010.0), "counted from its last sign of life"),
        (6 * MINUTE, Clocks("boot", 1010.0), "counted from its last sign of life"),
        (60 * DAY, Clocks("other", 3.0), "60 days earlier"),
        (60 * DAY, NONE, "60 days earlier"),
        (-10 * MINUTE, NONE, "but it was 2026-11-03 12:00 UTC already"),
    ],
)
def test_a_jump_of_the_clock_stops_what_cannot_be_undone(
    sheet: Result, now: dt.datetime, jumped: dt.timedelta, clocks: Clocks, why: str
) -> None:
    Pulse.objects.all().delete()
    User.objects.create_superuser("operator@town.example", "x" * 12)
    assert pulse(now, Clocks("boot", 1000.0))
    assert not pulse(now + jumped, clocks)
    assert not pulse(now + jumped + MINUTE, clocks)
    jump = Outage.objects.get(kind=OutageKind.JUMP)
    assert why in jump.why
    assert [mail.to for mail in SiteMail.objects.all()] == ["operator@town.example"]
    [problem] = [said for said in health_of(now=now).problems if "clock" in said]
    assert "manage.py acknowledge_clock" in problem
    sheet.refresh_from_db()
    assert (sheet.state, sheet.confirm_by) == (ResultState.SUBMITTED, now + DUE)


def test_a_database_with_another_time_stops_it_too(now: dt.datetime, town: Town) -> None:
    assert pulse(now, Clocks(database=now + MINUTE))
    assert not pulse(now + MINUTE, Clocks(database=now + HOUR))
    assert "the database's says 2026-11-03 13:00 UTC" in Outage.objects.get().why


def test_a_clock_set_right_again_waits_for_the_operator_all_the_same(sheet: Result, now: dt.datetime) -> None:
    pulse(now + 60 * DAY)
    right = now + HOUR
    assert not pulse(right)
    assert acknowledge(now=right, clocks=NONE) is not None
    assert pulse(right + MINUTE)
    sheet.refresh_from_db()
    # The hour in which nothing was looked at touched no deadline.
    assert sheet.confirm_by == now + DUE
    assert [outage.kind for outage in Outage.objects.order_by("pk")] == [OutageKind.JUMP, OutageKind.GAP]


def test_a_clock_that_was_right_makes_an_outage_of_the_jump(sheet: Result, now: dt.datetime) -> None:
    """The server was off over the summer: the sheet has its time again, and is not confirmed meanwhile."""
    back = now + 60 * DAY
    assert not pulse(back)
    acknowledge(now=back + HOUR, clocks=NONE)
    assert pulse(back + HOUR)
    assert confirm.confirm_due(now=back + HOUR) == 0
    sheet.refresh_from_db()
    assert sheet.confirm_by == now + DUE + 61 * DAY  # 60 days and an hour later, on to 8 pm


def test_a_clock_that_was_in_the_future_goes_on_from_today(sheet: Result, now: dt.datetime) -> None:
    pulse(now + 4 * MINUTE)
    assert not pulse(now - HOUR)
    assert acknowledge(now=now - HOUR, clocks=NONE) is not None
    assert pulse(now - HOUR + MINUTE)
    assert not Outage.objects.filter(kind=OutageKind.GAP).exists()


def test_the_command_says_what_it_did(now: dt.datetime, town: Town) -> None:
    out = StringIO()
    with time_machine.travel(now, tick=False):
        call_command("acknowledge_clock", stdout=out)
        assert "nothing has stopped" in out.getvalue()
        Pulse.objects.all().delete()
        pulse(now - 31 * DAY)
        pulse(now)
        call_command("acknowledge_clock", stdout=out)
    assert "31 days earlier" in out.getvalue()
    assert "goes on" in out.getvalue()


# What recurs


@pytest.mark.django_db(transaction=True)
def test_sixty_days_later_nothing_is_decided_and_no_reminder_goes(town: Town, now: dt.datetime) -> None:
    """The clock jumped by 60 days, and a sheet that awaited its answer was confirmed for good."""
    fixture = town.fixture("Anchor", "Bell")
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    with time_machine.travel(now, tick=False):
        tasks.confirm_unanswered()
    owed = Notice.objects.count()
    with time_machine.travel(now + 60 * DAY, tick=False):
        for name in ("confirm_unanswered", "expire_requests", "place_outstanding", "lapse_unplayed", "queue_reminders"):
            getattr(tasks, name)()
        held = Heartbeat.objects.filter(told="nothing: the clock has jumped").values_list("job", flat=True)
        assert set(held) == {"deadlines", "requests", "placing", "unplayed", "reminders"}
    assert Result.objects.get().state == ResultState.SUBMITTED
    assert Notice.objects.count() == owed


@pytest.fixture
def trusted(town: Town, now: dt.datetime) -> dt.datetime:
    """The last moment at which the clock was trusted."""
    with time_machine.travel(now, tick=False):
        tasks.confirm_unanswered()
    return now


def reminder(town: Town, key: str, *, send_at: dt.datetime, **fields: Any) -> Notice:
    return Notice.objects.create(
        league=town.league, recipient=town.captains["Anchor"], kind=NoticeKind.RULING_MADE, key=key, text="A ruling.",
        created_at=STARTS, send_at=send_at, **fields,
    )  # fmt: skip


def link(now: dt.datetime, **fields: Any) -> SiteMail:
    made = site_mail.queue_site_mail("una@town.example", "Your link", "Here.", now=now, lasts=DAY)
    SiteMail.objects.filter(pk=made.pk).update(**fields)
    return made


def deliver(at: dt.datetime) -> list[str]:
    """The subjects of the mail that a scan sends at a moment."""
    mail.outbox.clear()
    with time_machine.travel(at, tick=False):
        tasks.deliver()
    return [letter.subject for letter in mail.outbox]


JUMPS = pytest.mark.parametrize("jump", [60 * DAY, -60 * DAY])


@JUMPS
@pytest.mark.django_db(transaction=True)
def test_a_clock_that_has_jumped_throws_no_mail_away(town: Town, trusted: dt.datetime, jump: dt.timedelta) -> None:
    """Waiting mail would count as stale after a jump, and a link that lasts a day would be deleted unsent."""
    later = trusted + HOUR
    waits = reminder(town, "1", send_at=later, stale_at=later + DAY)
    link(trusted, send_at=later, attempts=5)
    assert deliver(trusted + jump) == []
    assert deliver(trusted + jump + DAY) == []
    waits.refresh_from_db()
    assert (waits.state, SiteMail.objects.count()) == (NoticeState.WAITING, 1)
    with time_machine.travel(later, tick=False):
        acknowledge(now=later, clocks=NONE)
    assert deliver(later) == ["Your link", "A ruling on your fixture"]


@JUMPS
@pytest.mark.django_db(transaction=True)
def test_what_was_due_before_the_jump_and_what_is_owed_after_it_goes(
    town: Town, trusted: dt.datetime, jump: dt.timedelta
) -> None:
    User.objects.create_superuser("operator@town.example", "x" * 12)
    reminder(town, "1", send_at=trusted)
    link(trusted)
    assert sorted(deliver(trusted + jump)) == ["A ruling on your fixture", "The server's clock has jumped", "Your link"]
    told = {"text": "Out.", "now": trusted + jump + MINUTE, "stale_at": trusted + jump + DAY}
    notices.queue_notice(town.league, [town.captains["Bell"]], NoticeKind.TIMETABLE_PUBLISHED, "season:1", **told)
    link(trusted + jump + MINUTE)
    assert len(deliver(trusted + jump + MINUTE)) == 2
    assert deliver(trusted + jump + HOUR) == []


@JUMPS
@pytest.mark.django_db(transaction=True)
def test_who_signs_in_by_a_code_while_the_clock_is_wrong_gets_it(
    town: Town, trusted: dt.datetime, jump: dt.timedelta
) -> None:
    assert deliver(trusted + jump) == []
    with time_machine.travel(trusted + jump + MINUTE, tick=False):
        Client().post("/accounts/login/code/", {"email": town.captains["Anchor"].email})
    assert [letter.to for letter in mail.outbox] == [["anchor@town.example"]]
    assert not SiteMail.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_what_is_put_off_while_the_clock_is_wrong_is_tried_once_and_again_when_it_is_right(
    town: Town, trusted: dt.datetime, settings: Any
) -> None:
    """Quiet hours, and a mail server that says no for now; the clock is two months ahead."""
    wrong, right = trusted + 60 * DAY, trusted + HOUR
    assert deliver(wrong) == []
    MailSettings.objects.create(user=town.captains["Bell"], quiet_from=dt.time(11), quiet_until=dt.time(12, 30))
    for name in ("Anchor", "Bell"):
        notices.queue_notice(
            town.league, [town.captains[name]], NoticeKind.RULING_MADE, "1", text="A ruling.", now=wrong
        )
    link(wrong)
    with post_office(settings, at_rcpt=lambda *_: "451 Later") as office:
        assert deliver(wrong + MINUTE) == deliver(wrong + HOUR) == []
        recipients = {of: n for (command, of), n in office.asked.items() if command == "rcpt"}
        assert recipients == {"anchor@town.example": 1, "una@town.example": 1}
    assert Heartbeat.objects.get(job="mail").told == "0 sent"
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    # One that the page tried, by its own clock.
    link(wrong, send_at=wrong + HOUR, leased_until=wrong + MINUTE)
    with time_machine.travel(right, tick=False):
        acknowledge(now=right, clocks=NONE)
    assert all(row.expires_at <= right + DAY for row in SiteMail.objects.all())
    assert sorted(deliver(right)) == ["A ruling on your fixture", "A ruling on your fixture", "Your link", "Your link"]


@pytest.mark.django_db(transaction=True)
def test_what_a_clock_that_was_ahead_put_off_or_claimed_goes_when_it_is_right(
    town: Town, trusted: dt.datetime, settings: Any
) -> None:
    """Ten days are taken for an outage: the mail is refused, held for the morning, or claimed by a worker that dies."""
    names = ("Anchor", "Bell", "Castle")
    for name in names:
        notices.queue_notice(
            town.league, [town.captains[name]], NoticeKind.RULING_MADE, "1", text="A ruling.", now=trusted
        )
    waiting = {name: Notice.objects.filter(recipient=town.captains[name]) for name in names}
    wrong = trusted + 10 * DAY
    waiting["Anchor"].update(send_at=wrong + HOUR, attempts=1)
    waiting["Bell"].update(send_at=wrong + DAY, digest=True)
    waiting["Castle"].update(leased_until=wrong + 4 * MINUTE)
    link(trusted, send_at=wrong + 5 * MINUTE, attempts=1)
    assert pulse(wrong, NONE), "an outage, as far as anybody can tell"
    right = trusted + HOUR
    assert not pulse(right, NONE), "and now the time has gone back"
    with time_machine.travel(right, tick=False):
        acknowledge(now=right, clocks=NONE)
    assert sorted(deliver(right)) == ["A ruling on your fixture"] * 3 + ["Your link"]


def test_a_time_that_is_yet_to_come_is_a_fault_of_the_health_page(now: dt.datetime) -> None:
    """Nobody can tell how long a job has been silent that last ran next year."""
    heartbeats.beat("mail", now=now + 60 * DAY)
    heartbeats.beat("reminders", now=now + 4 * MINUTE)
    found = health_of(now=now)
    assert [(job.name, job.late) for job in found.jobs if job.ran_at] == [("mail", True), ("reminders", False)]
    [problem] = found.problems
    assert problem.startswith("“mail” last ran at 2027-01-02 12:00:00 UTC, which is yet to come: the clock was ahead")
    heartbeats.beat("mail", now=now)
    assert health_of(now=now).ok


def test_attempts_that_a_clock_ahead_has_counted_count_no_longer(now: dt.datetime, trusted: dt.datetime) -> None:
    """Five wrong passwords of next year would shut the account until then."""
    with time_machine.travel(trusted + 60 * DAY, tick=False):
        assert [count_try("confirm_here", "1:1") for _ in range(5)] == [True] * 4 + [False]
    assert not pulse(trusted + 60 * DAY, NONE)
    with time_machine.travel(trusted + HOUR, tick=False):
        call_command("acknowledge_clock", stdout=StringIO())
        assert count_try("confirm_here", "1:1")
