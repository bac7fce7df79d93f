"""Merging on the page: found by name, looked at first, done with a reason; the old page leads to the new one."""

import pytest
from django.test import Client

from league.models import Player, Registration
from tests.factories import Town

pytestmark = pytest.mark.usefixtures("today")

PEOPLE = "/leagues/town/secretary/people/"


@pytest.fixture
def gone(town: Town) -> Player:
    return Player.objects.create(league=town.league, name="Anchor 2")


def test_a_person_entered_twice_is_found_looked_at_and_merged(office: Client, town: Town, gone: Player) -> None:
    kept = town.squads["Anchor"][1]
    page = f"{PEOPLE}{kept.pk}/merge/"
    assert f'href="{page}"' in office.get(f"{PEOPLE}same-name/").content.decode()
    assert f'href="?from={gone.pk}"' in office.get(page).content.decode()
    assert "This cannot be undone." in office.get(f"{page}?from={gone.pk}").content.decode()
    bare = office.post(page, {"player": gone.pk, "reason": ""})
    assert bare.status_code == 422
    done = office.post(page, {"player": gone.pk, "reason": "Entered twice."}, follow=True)
    assert "Both are one player now: Anchor 2." in done.content.decode()
    for address in (f"/leagues/town/players/{gone.pk}/", f"{PEOPLE}{gone.pk}/"):
        assert office.get(address)["Location"].rstrip("/").endswith(f"/{kept.pk}")
    calendar = Client().get(f"/leagues/town/calendars/player/{gone.pk}.ics").content
    assert b"Anchor" in calendar
    told = Client().get(f"/api/v1/leagues/town/players/{gone.pk}/").json()
    assert told["player"]["id"] == kept.pk


def test_two_people_are_told_to_be_two_and_have_no_button(office: Client, town: Town, gone: Player) -> None:
    Registration.objects.create(
        season=town.season, team=town.teams["Bell"], player=gone, starts_on=town.season.first_week
    )
    text = office.get(f"{PEOPLE}{town.squads['Anchor'][1].pk}/merge/?from={gone.pk}").content.decode()
    assert "one is registered for Anchor and the other for Bell at once" in text
    assert '<button type="submit">Merge</button>' not in text


@pytest.mark.parametrize("number", ["x", "-1", "9" * 40, "\x00", "²"])
def test_a_number_that_is_none_is_nobody(office: Client, town: Town, number: str) -> None:
    page = f"{PEOPLE}{town.squads['Anchor'][1].pk}/merge/"
    assert office.post(page, {"player": number, "reason": "x"}).status_code == 422
    assert office.get(page, {"from": number}).status_code in (200, 404)
