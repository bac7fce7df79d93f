"""The secretary's page about a sheet that waits for nobody."""

import datetime as dt

import pytest
from django.test import Client
from django.urls import reverse

from league.enums import ResultState, RoleKind
from league.models import Fixture, Result, Role
from league.services.results import confirm, submit
from tests import factories
from tests.factories import Town, result_sheet
from tests.web.pages import words

DESK = "/leagues/town/secretary/"


@pytest.fixture
def fixture(town: Town, now: dt.datetime) -> Fixture:
    """A sheet of a captain of both sides."""
    Role.objects.filter(team=town.teams["Bell"]).delete()
    factories.role(town.captains["Anchor"], town.league, RoleKind.CAPTAIN, town.teams["Bell"])
    found = town.fixture("Anchor", "Bell")
    submit.submit(found, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    return found


def address(fixture: Fixture) -> str:
    return reverse("uphold", kwargs={"slug": "town", "fixture": fixture.pk})


def test_the_desk_leads_to_the_sheet(office: Client, fixture: Fixture) -> None:
    desk = office.get(DESK)
    assert "Results awaiting confirmation 1" in words(desk)
    assert "6–3, sent by Anchor 1 on" in words(desk)
    assert "no deadline confirms it" in words(desk)
    assert f'href="{address(fixture)}"' in desk.content.decode()
    page = words(office.get(address(fixture)))
    assert "Nobody else can answer it" in page
    assert "Confirm 6–3" in page


def test_a_secretary_of_one_of_the_teams_is_led_to_no_page_that_refuses_them(
    client: Client, town: Town, fixture: Fixture
) -> None:
    factories.role(town.captains["Anchor"], town.league, RoleKind.SECRETARY)
    client.force_login(town.captains["Anchor"])
    desk = client.get(DESK).content.decode()
    assert "Results awaiting confirmation" in desk
    assert address(fixture) not in desk
    assert client.get(address(fixture)).status_code == 403


def test_the_fixture_s_own_page_leads_to_it_who_may(client: Client, town: Town, fixture: Fixture) -> None:
    factories.role(town.captains["Anchor"], town.league, RoleKind.SECRETARY)
    page = reverse("fixture", kwargs={"slug": "town", "fixture": fixture.pk})
    for who, led in ((town.secretary, True), (town.captains["Anchor"], False), (town.referee, False)):
        client.force_login(who)
        assert (f'href="{address(fixture)}"' in client.get(page).content.decode()) is led
    confirm.uphold(fixture, 1, reason="I saw both cards.", by=town.secretary, now=fixture.starts_at)
    client.force_login(town.secretary)
    assert address(fixture) not in client.get(page).content.decode()


def test_it_is_confirmed_with_a_reason(office: Client, fixture: Fixture) -> None:
    without = office.post(address(fixture), {"version": "1", "reason": ""})
    assert without.status_code == 422
    assert "Say why it counts without the other side’s answer" in words(without)
    done = office.post(address(fixture), {"version": "1", "reason": "I saw both cards."}, follow=True)
    assert "Anchor v Bell is confirmed and counts. Both captains have been told." in words(done)
    assert "Confirmed by the secretary: the other side did not answer" in words(done)
    assert Result.objects.get(live=True).state == ResultState.CONFIRMED
    again = office.post(address(fixture), {"version": "1", "reason": "I saw both cards."})
    assert again.status_code == 409
