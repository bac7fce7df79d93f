"""The referee's pages: only what R43 allows is offered, what follows is shown, a ruling is revoked within the hour."""

import datetime as dt

import pytest
import time_machine
from django.test import Client

from league.models import Fixture, Result, Ruling
from tests.factories import Town
from tests.services.evenings import agreed, overcall
from tests.web.calls.test_referee import call_of, url

THEN = dt.datetime(2026, 11, 3, 12, tzinfo=dt.UTC)


@pytest.fixture
def played(town: Town) -> Fixture:
    fixture = town.fixture("Anchor", "Bell")
    agreed(town, fixture, THEN)
    return fixture


@time_machine.travel(THEN, tick=False)
def test_a_referee_revokes_a_ruling_on_the_fixture_s_page(
    referee: Client, town: Town, played: Fixture, client: Client
) -> None:
    ruling = overcall(town, played, None, THEN, award_to="away", reason="Often.")
    here = f"/leagues/town/fixtures/{played.pk}/"
    address = f"/leagues/town/rulings/{ruling.pk}/revoke/"
    assert f'href="{address}"' in referee.get(here).content.decode()
    page = referee.get(address)
    assert [(p.team, p.points_after) for p in page.context["consequences"].places] == [("Anchor", 6), ("Bell", 3)]
    seen = page.context["consequences"].stamp
    empty = referee.post(address, {"reason": " ", "seen": seen})
    assert (empty.status_code, list(empty.context["wrong"])) == (422, ["reason"])
    done = referee.post(address, {"reason": "It was the other game.", "seen": seen}, follow=True)
    assert done.redirect_chain == [(here, 302)]
    text = done.content.decode()
    assert "Revoked by the referee, 3 November 2026." in text
    assert address not in text
    assert Result.objects.get(live=True).home_games == 6
    assert referee.get(address).status_code == 409
    client.force_login(town.captains["Anchor"])
    assert client.get(address).status_code == 403


def test_after_the_hour_there_is_no_button(referee: Client, town: Town, played: Fixture) -> None:
    ruling = overcall(town, played, None, THEN)
    address = f"/leagues/town/rulings/{ruling.pk}/revoke/"
    with time_machine.travel(THEN + dt.timedelta(minutes=61), tick=False):
        assert address not in referee.get(f"/leagues/town/fixtures/{played.pk}/").content.decode()
        late = referee.post(address, {"reason": "A slip.", "seen": ""})
    assert late.status_code == 409
    assert "for an hour only" in late.content.decode()


@time_machine.travel(THEN, tick=False)
def test_only_what_r43_allows_is_offered_and_only_after_the_count(referee: Client, town: Town, played: Fixture) -> None:
    assert 'name="award_to"' not in referee.get(url(played)).content.decode()
    over = call_of(town, played, declared="12", do="check")
    offered = referee.post(url(played), over).content.decode()
    assert '<option value="away">to Bell</option>' in offered
    assert '<option value="home">to Anchor</option>' not in offered
    right = referee.post(url(played), call_of(town, played, do="check")).content.decode()
    assert 'name="award_to"' not in right
    assert "there is no game to award (R43)" in right
    own = referee.post(url(played), {**over, "do": "store", "award_to": "home", "reason": "x", "seen": "y"})
    assert (own.status_code, list(own.context["wrong"])) == (422, ["award_to"])
    assert not Ruling.objects.exists()


@time_machine.travel(THEN, tick=False)
def test_in_singles_the_players_are_chosen_for_the_referee(referee: Client, town: Town, played: Fixture) -> None:
    page = referee.post(url(played), call_of(town, played, counter_player="", challenger_player="", do="check"))
    chosen = page.content.decode()
    for player in (town.squads["Anchor"][2], town.squads["Bell"][2]):
        assert f'<option value="{player.pk}" selected>{player.name}</option>' in chosen
