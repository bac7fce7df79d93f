"""What recurs leaves alone what is hidden, and is not stopped by it; what could not be answered then can be later."""

import datetime as dt
from typing import Any

import pytest
import time_machine
from django.core import mail

from config.celery import SCHEDULE
from league import tasks
from league.enums import (
    Delivery,
    Enforcement,
    FixtureState,
    GuestPolicy,
    JournalKind,
    NoticeKind,
    NoticeState,
    PostponementState,
    ResultState,
    RoleKind,
)
from league.models import (
    ConductCase,
    Fixture,
    JournalEntry,
    League,
    Notice,
    Outage,
    Postponement,
    Preference,
    Result,
    Season,
    User,
)
from league.services.clock import Clocks
from league.services.mail.delivery import deliver_due
from league.services.ops.heartbeats import take_pulse
from league.services.results import submit
from league.services.results.confirm import confirm_due
from league.services.seasons.hiding import hide, restore
from tests import factories
from tests.factories import Town, result_sheet
from tests.rules.sheetmaker import with_seat
from tests.services.evenings import agreed, overcall

DAY, HOUR = dt.timedelta(days=1), dt.timedelta(hours=1)
WHY = "Made by mistake."

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def administrator(db: None) -> User:
    return factories.user("super@town.example", is_superuser=True)


@pytest.fixture
def everything_waits(town: Town, now: dt.datetime) -> Town:
    """A season in which every scan has something to do: a sheet, a guest, a case, requests, and fixtures not played."""
    evening, waits = town.fixture("Anchor", "Bell"), town.fixture("Duke of York", "Anchor")
    Preference.objects.create(user=town.secretary, kind=NoticeKind.JOURNAL_HEAD, delivery=Delivery.MAIL)
    agreed(town, evening, now)
    for _ in range(3):
        overcall(town, evening, None, now)
    assert ConductCase.objects.exists()
    sheet = with_seat(result_sheet(town, "Duke of York", "Anchor"), 2, "home", 1, town.squads["Castle"][5].pk)
    Season.objects.update(guests=GuestPolicy.OTHER_TEAMS, guest_limit=1)
    town.season.refresh_from_db()
    submit.submit(Fixture.objects.get(pk=waits.pk), sheet, by=town.captains["Duke of York"], now=now)
    Season.objects.update(guest_limit=0, eligibility=Enforcement.BLOCK)
    asked, owed = town.fixture("Bell", "Castle"), town.fixture("Castle", "Duke of York")
    for fixture, state in ((asked, PostponementState.REQUESTED), (owed, PostponementState.OWED)):
        Postponement.objects.create(
            fixture=fixture, side="home", reason="Flu", state=state, requested_at=fixture.starts_at - 3 * DAY
        )
    Fixture.objects.filter(pk=owed.pk).update(state=FixtureState.POSTPONED)
    factories.role(factories.user("new@referee.example"), town.league, RoleKind.REFEREE)
    factories.role(factories.user("new@anchor.example"), town.league, RoleKind.CAPTAIN, town.teams["Anchor"])
    return town


def scan(at: dt.datetime) -> None:
    """Run everything that recurs, once."""
    with time_machine.travel(at, tick=False):
        for entry in SCHEDULE.values():
            getattr(tasks, entry["task"].rsplit(".", 1)[1])()


def rows() -> list[list[dict[str, Any]]]:
    """Return every row of the league that a scan could change, except notices."""
    kept = (Fixture, Result, Postponement, ConductCase, JournalEntry)
    return [list(model._default_manager.order_by("pk").values()) for model in kept]


@pytest.mark.long
@pytest.mark.parametrize("what", ["season", "league"])
def test_no_scan_touches_or_tells_what_is_hidden_and_none_is_stopped_by_it(
    everything_waits: Town, now: dt.datetime, administrator: User, what: str
) -> None:
    town = everything_waits
    take_pulse(now=now, clocks=Clocks())
    hide(town.league if what == "league" else town.season, reason=WHY, by=administrator, now=now)
    before, told = rows(), Notice.objects.count()
    # Three days of silence: the sheet's deadline falls into them.
    for later in (3 * DAY, 3 * DAY + HOUR):
        scan(now + later)
    assert Outage.objects.count() == 2
    assert rows() == before
    fresh = Notice.objects.order_by("pk")[told:]
    # The league itself still has a journal, whose end its secretary is told.
    assert {notice.kind for notice in fresh} == ({NoticeKind.JOURNAL_HEAD} if what == "season" else set())
    assert [letter for letter in mail.outbox if "journal" not in letter.subject.lower()] == []


@pytest.mark.long
def test_it_is_all_done_where_nothing_is_hidden(everything_waits: Town, now: dt.datetime) -> None:
    """With nothing hidden every scan does its work, so the test above would have noticed it."""
    take_pulse(now=now, clocks=Clocks())
    told, before = Notice.objects.count(), Result.objects.get(state=ResultState.SUBMITTED)
    for later in (3 * DAY, 3 * DAY + HOUR):
        scan(now + later)
    kinds = set(Notice.objects.order_by("pk").values_list("kind", flat=True)[told:])
    assert kinds >= {
        NoticeKind.CONDUCT_PROPOSED, NoticeKind.RESULT_TO_CONFIRM, NoticeKind.DEADLINE_MOVED, NoticeKind.JOURNAL_HEAD,
    }  # fmt: skip
    after = Result.objects.get(pk=before.pk)
    assert ([breach["code"] for breach in before.breaches], after.confirm_by != before.confirm_by) == ([], True)
    assert [breach["code"] for breach in after.breaches] == ["guest-limit"]
    states = set(Postponement.objects.values_list("state", flat=True))
    assert states == {PostponementState.LAPSED}


def test_a_sheet_of_a_hidden_team_stops_no_scan(town: Town, now: dt.datetime) -> None:
    fixture = town.fixture("Anchor", "Bell")
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    Fixture.objects.filter(pk=fixture.pk).update(state=FixtureState.CANCELLED)
    town.teams["Bell"].hidden_at = now
    town.teams["Bell"].save()
    take_pulse(now=now, clocks=Clocks())
    assert take_pulse(now=now + 3 * DAY, clocks=Clocks())
    assert Outage.objects.count() == 1


@pytest.mark.parametrize("what", ["season", "league"])
def test_what_was_hidden_has_as_much_time_left_as_it_had(
    town: Town, now: dt.datetime, administrator: User, what: str
) -> None:
    """Nobody could answer a sheet that nobody could see: its deadline comes later by that time."""
    fixture = town.fixture("Anchor", "Bell")
    sent = submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    thing: League | Season = town.league if what == "league" else town.season
    hide(thing, reason=WHY, by=administrator, now=now + DAY)
    back = now + 31 * DAY
    restore(thing, reason=WHY, by=administrator, now=back)
    assert confirm_due(now=back) == 0
    sent.refresh_from_db()
    assert (sent.state, sent.confirm_by) == (ResultState.SUBMITTED, back + DAY + 8 * HOUR)
    told = Notice.objects.filter(kind=NoticeKind.DEADLINE_MOVED, state=NoticeState.WAITING)
    assert {notice.recipient for notice in told} == {town.captains["Anchor"], town.captains["Bell"]}
    assert f"the {what} was hidden from" in told[0].text
    [entry] = JournalEntry.objects.filter(kind=JournalKind.DEADLINE_MOVED)
    assert (entry.fixture_id, entry.why.split(" from ")[0]) == (fixture.pk, f"The {what} was hidden")
    assert confirm_due(now=back + DAY + 8 * HOUR) == 1


def test_whoever_was_not_asked_before_it_was_hidden_is_asked_after(town: Town, now: dt.datetime) -> None:
    fixture = town.fixture("Anchor", "Bell")
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    hide(town.season, reason=WHY, by=town.secretary, now=now)
    deliver_due(now=now + HOUR)
    assert mail.outbox == []
    restore(town.season, reason=WHY, by=town.secretary, now=now + 2 * HOUR)
    deliver_due(now=now + 3 * HOUR)
    assert [letter.to for letter in mail.outbox] == [[town.captains["Bell"].email]]


def test_hidden_in_the_middle_of_an_outage_it_is_moved_once_for_all_of_it(
    town: Town, now: dt.datetime, administrator: User
) -> None:
    fixture = town.fixture("Anchor", "Bell")
    sent = submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    take_pulse(now=now, clocks=Clocks())
    hide(town.season, reason=WHY, by=administrator, now=now + DAY)
    assert take_pulse(now=now + 5 * DAY, clocks=Clocks())
    restore(town.season, reason=WHY, by=administrator, now=now + 6 * DAY)
    sent.refresh_from_db()
    assert sent.confirm_by == now + 7 * DAY + 8 * HOUR
