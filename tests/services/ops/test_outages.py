"""An outage is nobody's consent; and while the clock cannot be trusted, nothing is done that cannot be undone."""

import datetime as dt
from io import StringIO
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.core.management import call_command
from django.test import Client

from league import tasks
from league.enums import FixtureState, JournalKind, NoticeKind, NoticeState, OutageKind, PostponementState, ResultState
from league.errors import WrongState
from league.models import (
    Fixture,
    Heartbeat,
    JournalEntry,
    MailSettings,
    Notice,
    Outage,
    Postponement,
    Pulse,
    Result,
    SiteMail,
    User,
)
from league.queries.ops.health import health_of
from league.queries.outages import appeal_until, gaps_in
from league.services import notices
from league.services.clock import Clocks
from league.services.dates import place
from league.services.disputes.appeal import appeal
from league.services.mail import site_mail
from league.services.ops.outages import acknowledge, take_pulse
from league.services.ops.pulses import beat
from league.services.results import confirm, submit
from league.services.seasons.upkeep import hiding
from tests import factories
from tests.factories import Town, result_sheet
from tests.services import dispute_cases as cases
from tests.services.post_office import post_office

SECOND, MINUTE, HOUR, DAY = (dt.timedelta(**{unit: 1}) for unit in ("seconds", "minutes", "hours", "days"))
NONE = Clocks()
# From Tuesday noon, 48 hours to Thursday noon, and on to 8 pm.
DUE = 2 * DAY + 8 * HOUR
# The town plays Anchor v Bell on Tuesday 15 September 2026, 19:00 UTC; its catch-up week begins on the 28th.
STARTS = dt.datetime(2026, 9, 15, 19, tzinfo=dt.UTC)

pytestmark = pytest.mark.django_db


def pulse(now: dt.datetime, clocks: Clocks = NONE) -> bool:
    return take_pulse(now=now, clocks=clocks)


@pytest.fixture
def sheet(town: Town, now: dt.datetime) -> Result:
    """Anchor's sheet of Tuesday noon, which Bell has until Thursday at 8 pm to answer."""
    fixture = town.fixture("Anchor", "Bell")
    found = submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    pulse(now)
    # Bell's captain was asked, and has the mail.
    Notice.objects.exclude(kind=NoticeKind.RESULT_TO_CONFIRM).delete()
    Notice.objects.update(state=NoticeState.SENT, sent_at=now)
    return found


def test_a_short_silence_is_no_outage(sheet: Result, now: dt.datetime) -> None:
    assert pulse(now + 5 * MINUTE)
    assert not Outage.objects.exists()
    sheet.refresh_from_db()
    assert sheet.confirm_by == now + DUE


def test_a_sheet_whose_deadline_fell_into_an_outage_has_more_time(town: Town, sheet: Result, now: dt.datetime) -> None:
    """Silent from Wednesday noon to Friday noon: Thursday 8 pm becomes Saturday 8 pm."""
    assert pulse(now + DAY)
    back = now + 3 * DAY
    assert pulse(back)
    assert confirm.confirm_due(now=back) == 0
    outage = Outage.objects.get(began_at=now + DAY)
    assert (outage.kind, outage.ended_at, outage.moved) == (OutageKind.GAP, back, 1)
    sheet.refresh_from_db()
    assert (sheet.state, sheet.confirm_by) == (ResultState.SUBMITTED, now + DUE + 2 * DAY)
    told = Notice.objects.filter(kind=NoticeKind.DEADLINE_MOVED)
    assert {notice.recipient for notice in told} == {town.captains["Anchor"], town.captains["Bell"]}
    assert "can be answered by Saturday 7 November 2026, 8 pm GMT." in told[0].text
    entry = JournalEntry.objects.get(kind=JournalKind.DEADLINE_MOVED)
    assert (entry.fixture_id, entry.by, "out of order" in entry.why) == (sheet.fixture_id, None, True)
    assert confirm.confirm_due(now=now + DUE + 2 * DAY - SECOND) == 0
    assert confirm.confirm_due(now=now + DUE + 2 * DAY) == 1


def test_the_next_signs_of_life_move_nothing_more(sheet: Result, now: dt.datetime) -> None:
    pulse(now + DAY)
    for later in (3 * DAY, 3 * DAY + SECOND, 3 * DAY + MINUTE):
        assert pulse(now + later)
    sheet.refresh_from_db()
    assert sheet.confirm_by == now + DUE + 2 * DAY
    assert Outage.objects.filter(began_at=now + DAY).count() == 1


def test_an_outage_that_touches_no_deadline_is_written_down_and_tells_nobody(sheet: Result, now: dt.datetime) -> None:
    assert pulse(now + 6 * MINUTE)
    assert Outage.objects.get().moved == 0
    assert not Notice.objects.exclude(state=NoticeState.SENT).exists()


def test_a_laptop_closed_overnight_alarms_nobody(sheet: Result, now: dt.datetime) -> None:
    """Closed from Wednesday 22:00 to Thursday 13:00: the deadline of that evening is on Friday's, and all is well."""
    began, back = now + 34 * HOUR, now + 49 * HOUR
    Pulse.objects.all().delete()
    for at in (now + 34 * HOUR - MINUTE, began):
        pulse(at, Clocks("boot", (at - now).total_seconds()))
    # It slept; the seconds since its start went on.
    assert pulse(back, Clocks("boot", (back - now).total_seconds()))
    assert health_of(now=back).problems == ()
    sheet.refresh_from_db()
    assert sheet.confirm_by == now + DUE + DAY  # nine hours of Thursday and three of Friday, on to 8 pm


def test_after_an_update_the_last_heartbeat_is_the_last_sign_of_life(town: Town, now: dt.datetime) -> None:
    beat("mail", now=now - DAY)
    assert pulse(now)
    assert Outage.objects.get().began_at == now - DAY


# A clock that jumps


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


@pytest.mark.django_db(transaction=True)
def test_the_first_scan_after_an_outage_confirms_nothing_that_fell_into_it(town: Town, now: dt.datetime) -> None:
    fixture = town.fixture("Anchor", "Bell")
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    with time_machine.travel(now + DAY, tick=False):
        tasks.deliver()
    with time_machine.travel(now + 3 * DAY, tick=False):
        tasks.confirm_unanswered()
        assert Heartbeat.objects.get(job="deadlines").told == "0 confirmed"
    assert Result.objects.get().confirm_by == now + DUE + 2 * DAY


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
    made = site_mail.owe("una@town.example", "Your link", "Here.", now=now, lasts=DAY)
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
    notices.owe(town.league, [town.captains["Bell"]], NoticeKind.TIMETABLE_PUBLISHED, "season:1", **told)
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
        notices.owe(town.league, [town.captains[name]], NoticeKind.RULING_MADE, "1", text="A ruling.", now=wrong)
    link(wrong)
    with post_office(settings, at_rcpt=lambda *_: "451 Later") as office:
        assert deliver(wrong + MINUTE) == deliver(wrong + HOUR) == []
        assert office.asked == {("rcpt", "anchor@town.example"): 1, ("rcpt", "una@town.example"): 1}
    assert Heartbeat.objects.get(job="mail").told == "0 sent"
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    # One that the page tried, by its own clock.
    link(wrong, send_at=wrong + HOUR, leased_until=wrong + MINUTE)
    with time_machine.travel(right, tick=False):
        acknowledge(now=right, clocks=NONE)
    assert all(row.expires_at <= right + DAY for row in SiteMail.objects.all())
    assert sorted(deliver(right)) == ["A ruling on your fixture", "A ruling on your fixture", "Your link", "Your link"]


def put_off(town: Town, state: PostponementState) -> Postponement:
    fixture = town.fixture("Anchor", "Bell")
    if state == PostponementState.OWED:
        Fixture.objects.filter(pk=fixture.pk).update(state=FixtureState.POSTPONED)
    return Postponement.objects.create(
        fixture=fixture, side="home", reason="Flu", state=state, requested_at=STARTS - 3 * DAY
    )


def test_a_request_nobody_could_answer_stays_open_for_a_while(town: Town) -> None:
    put_off(town, PostponementState.REQUESTED)
    pulse(STARTS - DAY)
    pulse(STARTS + HOUR)  # 21:00 in London, after 25 hours: they have until 21:00 tomorrow, on to 20:00
    assert place.expire_requests(now=STARTS + HOUR) == 0
    assert place.expire_requests(now=STARTS + 48 * HOUR - MINUTE) == 0
    assert place.expire_requests(now=STARTS + 48 * HOUR) == 1


def test_what_could_not_be_answered_while_the_season_was_hidden_stays_open_too(town: Town) -> None:
    put_off(town, PostponementState.REQUESTED)
    hiding.hide(town.season, reason="Wrong dates.", by=town.secretary, now=STARTS - DAY)
    assert place.expire_requests(now=STARTS + HOUR) == 0
    hiding.restore(town.season, reason="Right dates.", by=town.secretary, now=STARTS + HOUR)
    assert place.expire_requests(now=STARTS + 48 * HOUR - MINUTE) == 0
    assert place.expire_requests(now=STARTS + 48 * HOUR) == 1


def test_what_was_to_be_played_while_the_league_was_hidden_lapses_later(town: Town) -> None:
    """Hidden twice, from Friday noon to Saturday noon, and from Sunday noon to Monday noon: to 10 am, on to 8 pm."""
    put_off(town, PostponementState.OWED)
    keeper = factories.user("super@town.example", is_superuser=True)
    friday = dt.datetime(2026, 10, 2, 11, tzinfo=dt.UTC)
    for since in (friday, friday + 2 * DAY):
        hiding.hide(town.league, reason="Trying something.", by=keeper, now=since)
        hiding.restore(town.league, reason="Done.", by=keeper, now=since + DAY)
    eight_on_tuesday = dt.datetime(2026, 10, 6, 19, tzinfo=dt.UTC)
    assert place.lapse_unplayed(now=eight_on_tuesday - MINUTE) == 0
    assert place.lapse_unplayed(now=eight_on_tuesday) == 1


def test_what_was_to_be_played_in_an_outage_lapses_later(town: Town) -> None:
    """The last day is Sunday 4 October. The server is silent from Friday noon to Monday noon."""
    put_off(town, PostponementState.OWED)
    friday = dt.datetime(2026, 10, 2, 11, tzinfo=dt.UTC)
    pulse(friday)
    pulse(friday + 3 * DAY)
    assert place.lapse_unplayed(now=friday + 3 * DAY) == 0
    # Its end, midnight, comes three days later, and on to 8 pm.
    eight_on_thursday = dt.datetime(2026, 10, 8, 19, tzinfo=dt.UTC)
    assert place.lapse_unplayed(now=eight_on_thursday - MINUTE) == 0
    assert place.lapse_unplayed(now=eight_on_thursday) == 1


def test_whoever_could_not_dispute_or_appeal_may_do_so_later(town: Town, now: dt.datetime) -> None:
    """The time for both is over while the site is out of order; a page offers what the service takes."""
    cases.counting(town, now)
    ruling = cases.ruled(cases.of_a_game(town, now), town, now, outcome="stands")
    captain, fixture = town.captains["Anchor"], town.fixture("Anchor", "Bell")
    last = appeal_until(ruling, town.league, [])
    ended = last + 2 * DAY
    pulse(now + DAY)
    with pytest.raises(WrongState, match="too late"):
        appeal(ruling, reason="No.", by=captain, now=ended)
    pulse(ended)
    assert appeal_until(ruling, town.league, gaps_in(town.season)) > last + 2 * DAY
    client = Client()
    client.force_login(captain)
    with time_machine.travel(ended + HOUR, tick=False):
        page = client.get(f"/leagues/town/fixtures/{fixture.pk}/")
    assert f"/leagues/town/rulings/{ruling.pk}/appeal/" in page.text
    assert "Open a dispute" in page.text
    assert appeal(ruling, reason="No.", by=captain, now=ended + HOUR).state == "open"
    assert cases.of_a_game(town, ended + HOUR, side="Anchor", match=2).state == "open"
