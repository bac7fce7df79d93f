"""The pages of a season whose new dates the secretary sets."""

import datetime as dt
from collections.abc import Iterator

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.models import Fixture, Offer, Season
from league.services.dates import postpone
from tests.factories import Town
from tests.web.pages import page, signed_in

NOW = dt.datetime(2026, 9, 9, 12, tzinfo=dt.UTC)
TWENTY_THIRD = dt.datetime(2026, 9, 23, 19, tzinfo=dt.UTC)
OWED = "/leagues/town/secretary/owed/"


@pytest.fixture(autouse=True)
def today() -> Iterator[None]:
    with time_machine.travel(NOW, tick=False):
        yield


@pytest.fixture
def fixture(town: Town) -> Fixture:
    Season.objects.update(new_dates="committee")
    return town.fixture("Anchor", "Bell")


def asked(town: Town, fixture: Fixture) -> None:
    by = town.captains["Anchor"]
    postpone.request(fixture, slots=[TWENTY_THIRD], reason="A wedding.", by=by, now=NOW)


def test_asking_says_that_the_secretary_sets_the_date(town: Town, fixture: Fixture) -> None:
    captain = signed_in(town.captains["Anchor"])
    said = captain.get(page(fixture, "postpone")).content.decode()
    assert "keeps that date until the secretary sets another" in said
    assert "the other captain chooses" not in said
    done = captain.post(page(fixture, "postpone"), {"reason": "A wedding.", "slot-1": "", "slot-1-time": "20:00"})
    assert done.status_code == 302
    shown = captain.get(f"/leagues/town/fixtures/{fixture.pk}/").content.decode()
    assert "Asked. The secretary has been told" in shown
    assert "Awaiting the secretary" in shown


def test_the_other_captain_says_when_they_can_and_is_offered_nothing_else(town: Town, fixture: Fixture) -> None:
    asked(town, fixture)
    captain = signed_in(town.captains["Bell"])
    seen = captain.get(page(fixture, "answer")).content.decode()
    assert "Until the secretary sets a new date" in seen
    assert all(words not in seen for words in ("Agree to this date", "Refuse", "Withdraw our request"))
    sent = {"seen": "1", "do": "counter", "slot-1": "2026-09-24", "slot-1-time": "20:00"}
    assert captain.post(page(fixture, "answer"), sent).status_code == 302
    assert Offer.objects.latest("pk").side == "away"
    assert "Withdraw our request" in signed_in(town.captains["Anchor"]).get(page(fixture, "answer")).content.decode()


@pytest.mark.parametrize("do", ["agree", "owe", "refuse"])
def test_a_form_made_by_hand_decides_nothing(town: Town, fixture: Fixture, do: str) -> None:
    asked(town, fixture)
    sent = {"do": do, "seen": "1", "slot": TWENTY_THIRD.isoformat(), "reason": "No."}
    answer = signed_in(town.captains["Bell"]).post(page(fixture, "answer"), sent)
    assert answer.status_code == 409
    assert "The secretary sets the new dates of this season" in answer.content.decode()


def test_the_secretary_finds_the_request_and_the_date_filled_in(town: Town, fixture: Fixture) -> None:
    asked(town, fixture)
    office = signed_in(town.secretary)
    listed = office.get(OWED).content.decode()
    assert "Requests to postpone" in listed
    assert f'href="{page(fixture, "move")}"' in listed
    assert "Nothing outstanding" not in listed
    form = office.get(page(fixture, "move")).content.decode()
    assert 'value="2026-09-23"' in form
    assert "A wedding." in form
    sent = {"do": "move", "seen": fixture.sequence, "date": "2026-09-23", "time": "20:00", "reason": ""}
    assert office.post(page(fixture, "move"), sent).status_code == 302
    fixture.refresh_from_db()
    assert fixture.starts_at == TWENTY_THIRD
    assert "Requests to postpone" not in office.get(OWED).content.decode()


def test_the_list_has_as_many_queries_for_two_requests_as_for_one(town: Town, fixture: Fixture) -> None:
    office, counts = signed_in(town.secretary), []
    for home, away in (("Anchor", "Bell"), ("Castle", "Duke of York")):
        other = town.fixture(home, away)
        postpone.request(other, slots=[TWENTY_THIRD], reason="A wedding.", by=town.captains[home], now=NOW)
        with CaptureQueriesContext(connection) as done:
            office.get(OWED)
        counts.append(len(done))
    assert counts[0] == counts[1]
