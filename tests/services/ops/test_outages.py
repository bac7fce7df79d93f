"""An outage is nobody's consent: what could not be answered in it can be answered for as long afterwards."""

import datetime as dt

import pytest
import time_machine
from django.test import Client

from league import tasks
from league.enums import FixtureState, JournalKind, NoticeKind, NoticeState, OutageKind, PostponementState, ResultState
from league.errors import WrongState
from league.models import Fixture, Heartbeat, JournalEntry, Notice, Outage, Postponement, Pulse, Result
from league.queries.ops import health_of
from league.queries.outages import appeal_until, gaps_in
from league.services.clock import Clocks
from league.services.dates import place
from league.services.disputes.appeal import appeal
from league.services.ops.heartbeats import beat
from league.services.results import confirm, submit
from league.services.seasons import hiding
from tests import factories
from tests.factories import Town, result_sheet
from tests.services import dispute_cases as cases
from tests.services.ops.signs_of_life import DAY, DUE, HOUR, MINUTE, SECOND, STARTS, pulse, sheet

__all__ = ["sheet"]

pytestmark = pytest.mark.django_db


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


def postponed(town: Town, state: PostponementState) -> Postponement:
    fixture = town.fixture("Anchor", "Bell")
    if state == PostponementState.OWED:
        Fixture.objects.filter(pk=fixture.pk).update(state=FixtureState.POSTPONED)
    return Postponement.objects.create(
        fixture=fixture, side="home", reason="Flu", state=state, requested_at=STARTS - 3 * DAY
    )


def test_a_request_nobody_could_answer_stays_open_for_a_while(town: Town) -> None:
    postponed(town, PostponementState.REQUESTED)
    pulse(STARTS - DAY)
    pulse(STARTS + HOUR)  # 21:00 in London, after 25 hours: they have until 21:00 tomorrow, on to 20:00
    assert place.expire_requests(now=STARTS + HOUR) == 0
    assert place.expire_requests(now=STARTS + 48 * HOUR - MINUTE) == 0
    assert place.expire_requests(now=STARTS + 48 * HOUR) == 1


def test_what_could_not_be_answered_while_the_season_was_hidden_stays_open_too(town: Town) -> None:
    postponed(town, PostponementState.REQUESTED)
    hiding.hide(town.season, reason="Wrong dates.", by=town.secretary, now=STARTS - DAY)
    assert place.expire_requests(now=STARTS + HOUR) == 0
    hiding.restore(town.season, reason="Right dates.", by=town.secretary, now=STARTS + HOUR)
    assert place.expire_requests(now=STARTS + 48 * HOUR - MINUTE) == 0
    assert place.expire_requests(now=STARTS + 48 * HOUR) == 1


def test_what_was_to_be_played_while_the_league_was_hidden_lapses_later(town: Town) -> None:
    """Hidden twice, from Friday noon to Saturday noon, and from Sunday noon to Monday noon: to 10 am, on to 8 pm."""
    postponed(town, PostponementState.OWED)
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
    postponed(town, PostponementState.OWED)
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
