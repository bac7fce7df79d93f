"""What recurs decides item by item: one that cannot be decided keeps nobody else waiting."""

import datetime as dt
import sys

import pytest
import time_machine

from config.celery import SCHEDULE
from league import tasks
from league.enums import FixtureState, PostponementState, ResultState
from league.errors import WrongState
from league.models import Fixture, Postponement, Result, Season, Team, Venue
from league.services.clock import Clocks
from league.services.dates import place
from league.services.locks import lock_fixture
from league.services.ops.heartbeats import take_pulse
from league.services.results import confirm, submit
from league.services.seasons.hiding import hide, restore
from tests.factories import Town, result_sheet

DAY, MINUTE = dt.timedelta(days=1), dt.timedelta(minutes=1)
WHY = "Made by mistake."

pytestmark = pytest.mark.django_db


def send(town: Town, home: str, away: str, now: dt.datetime) -> Result:
    sheet = result_sheet(town, home, away)
    return submit.submit(town.fixture(home, away), sheet, by=town.captains[home], now=now)


def refuse_to_lock(monkeypatch: pytest.MonkeyPatch, module: object, gone: Fixture, error: Exception) -> None:
    """Let one fixture's lock fail, as after a change since the scan's query, or by a fault of its row."""

    def locked(fixture: Fixture) -> Fixture:
        if fixture.pk == gone.pk:
            raise error
        return lock_fixture(fixture)

    monkeypatch.setattr(sys.modules[module.__name__], "lock_fixture", locked)  # type: ignore[attr-defined]


def test_a_hidden_team_stops_no_scan_and_nothing_is_decided_about_it(town: Town, now: dt.datetime) -> None:
    """However it came to be hidden: everybody else's sheets are confirmed, and the jobs go on."""
    waits, other = send(town, "Anchor", "Bell", now), send(town, "Castle", "Duke of York", now)
    for home, away, state in (
        ("Bell", "Castle", PostponementState.REQUESTED),
        ("Bell", "Duke of York", PostponementState.OWED),
    ):
        fixture = town.fixture(home, away)
        Postponement.objects.create(
            fixture=fixture, side="home", reason="Flu", state=state, requested_at=fixture.starts_at - 3 * DAY
        )
        if state == PostponementState.OWED:
            Fixture.objects.filter(pk=fixture.pk).update(state=FixtureState.POSTPONED)
    Team.objects.filter(pk=town.teams["Bell"].pk).update(hidden_at=now)
    before = list(Postponement.objects.order_by("pk").values())
    take_pulse(now=now + 4 * DAY, clocks=Clocks())
    with time_machine.travel(now + 4 * DAY, tick=False):
        for entry in SCHEDULE.values():
            getattr(tasks, entry["task"].rsplit(".", 1)[1])()
    for result in (waits, other):
        result.refresh_from_db()
    assert (waits.state, other.state) == (ResultState.SUBMITTED, ResultState.CONFIRMED)
    assert list(Postponement.objects.order_by("pk").values()) == before


@pytest.mark.parametrize("error", [WrongState("It was hidden just now."), ValueError("a fault of this row")])
def test_what_cannot_be_decided_keeps_no_other_sheet_waiting(
    town: Town, now: dt.datetime, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    first, second = send(town, "Anchor", "Bell", now), send(town, "Castle", "Duke of York", now)
    refuse_to_lock(monkeypatch, confirm, first.fixture, error)
    assert confirm.confirm_due(now=now + 3 * DAY) == 1
    second.refresh_from_db()
    assert second.state == ResultState.CONFIRMED


def test_what_cannot_be_decided_keeps_no_other_request_nor_lapse_waiting(
    town: Town, now: dt.datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = town.fixture("Anchor", "Bell"), town.fixture("Castle", "Duke of York")
    for fixture in (first, second):
        Postponement.objects.create(
            fixture=fixture, side="home", reason="Flu", state=PostponementState.REQUESTED, requested_at=now - 90 * DAY
        )
    refuse_to_lock(monkeypatch, place, first, WrongState("It was hidden just now."))
    assert place.expire_requests(now=now) == 1
    refuse_to_lock(monkeypatch, place, second, WrongState("It was hidden just now."))
    assert place.lapse_unplayed(now=now) == 1
    assert {put_off.fixture_id: put_off.state for put_off in Postponement.objects.all()} == {
        first.pk: PostponementState.LAPSED,
        second.pk: PostponementState.OWED,
    }


@pytest.mark.parametrize("what", ["team", "venue"])
def test_a_season_is_not_restored_without_the_teams_and_venues_that_are_to_play_in_it(
    town: Town, now: dt.datetime, what: str
) -> None:
    """A sheet of a team that is hidden would wait for ever, and nobody could write about its fixtures."""
    waits = send(town, "Anchor", "Bell", now)
    season, thing = town.season, town.teams["Bell"] if what == "team" else town.venues["Bell"]
    hide(season, reason=WHY, by=town.secretary, now=now)
    hide(thing, reason=WHY, by=town.secretary, now=now)
    season.refresh_from_db()
    with pytest.raises(WrongState, match=r"^Bell is hidden\. Restore it first\.$"):
        restore(season, reason=WHY, by=town.secretary, now=now + MINUTE)
    thing = type(thing).objects.get(pk=thing.pk)
    restore(thing, reason=WHY, by=town.secretary, now=now + MINUTE)
    assert restore(season, reason=WHY, by=town.secretary, now=now + MINUTE).hidden_at is None
    assert confirm.confirm_due(now=now + 30 * DAY) == 1
    waits.refresh_from_db()
    assert waits.state == ResultState.CONFIRMED


def test_a_draft_is_not_restored_without_the_venues_that_are_somebodys_home(town: Town, now: dt.datetime) -> None:
    Fixture.objects.all().delete()
    hide(town.season, reason=WHY, by=town.secretary, now=now)
    hide(town.venues["Bell"], reason=WHY, by=town.secretary, now=now)
    season = Season.objects.get()
    with pytest.raises(WrongState, match="Bell is hidden"):
        restore(season, reason=WHY, by=town.secretary, now=now)
    restore(Venue.objects.get(name="Bell"), reason=WHY, by=town.secretary, now=now)
    assert restore(season, reason=WHY, by=town.secretary, now=now).hidden_at is None
