"""The card of a fixture to print: it follows the fixture's own format, and names nobody."""

import datetime as dt
from typing import Any

from django.test import Client

from league.models import Division, Season
from league.services.results import submit
from league.services.seasons.seasons import change_division
from tests.factories import Town, result_sheet


def page(town: Town, home: str = "Anchor", away: str = "Bell") -> str:
    return f"/leagues/town/fixtures/{town.fixture(home, away).pk}/card/"


def test_it_has_the_matches_of_the_format_and_where_the_result_is_entered(client: Client, town: Town) -> None:
    html = client.get(page(town)).content.decode()
    assert [html.count(f"{n}. {kind}") for n, kind in ((1, "Doubles"), (2, "Singles"), (3, "Singles"))] == [1, 1, 1]
    assert f"/leagues/town/fixtures/{town.fixture('Anchor', 'Bell').pk}/sheet/" in html
    assert "three games, all played" in html
    # Two sides of three matches, three games and a sum in each; and the sums of the night.
    assert html.count('class="card-box"') == 2 * 3 * 4 + 2 * 2


def test_no_player_is_named_on_it(client: Client, town: Town) -> None:
    client.force_login(town.captains["Anchor"])
    html = client.get(page(town)).content.decode()
    assert "Anchor 2" not in html
    assert "Bell 2" not in html


def test_a_fixture_with_a_result_keeps_the_card_it_was_played_by(client: Client, town: Town, now: dt.datetime) -> None:
    submit.submit(town.fixture("Anchor", "Bell"), result_sheet(town, "Anchor", "Bell"), by=town.secretary, now=now)
    division = Division.objects.select_related("season__league").get(pk=town.division.pk)
    change_division(division, {"fixture_format": "3E1w"}, reason="So.", by=town.secretary, now=now)
    assert "1. Doubles" in client.get(page(town)).content.decode()
    assert "1–9. Each plays each" in client.get(page(town, "Castle", "Duke of York")).content.decode()


def test_a_draft_has_cards_for_its_secretary_alone(client: Client, town: Town) -> None:
    Season.objects.filter(pk=town.season.pk).update(published_at=None)
    assert client.get(page(town)).status_code == 404
    client.force_login(town.secretary)
    assert client.get(page(town)).status_code == 200


def test_it_asks_a_fixed_number_of_queries(client: Client, town: Town, django_assert_max_num_queries: Any) -> None:
    Division.objects.filter(pk=town.division.pk).update(fixture_format=" ".join(["S"] * 60))
    with django_assert_max_num_queries(6):
        client.get(page(town))


def test_the_page_of_a_fixture_without_a_result_leads_to_it(client: Client, town: Town, now: dt.datetime) -> None:
    pk = town.fixture("Anchor", "Bell").pk
    assert page(town) in client.get(f"/leagues/town/fixtures/{pk}/").content.decode()
    submit.submit(town.fixture("Anchor", "Bell"), result_sheet(town, "Anchor", "Bell"), by=town.secretary, now=now)
    assert page(town) not in client.get(f"/leagues/town/fixtures/{pk}/").content.decode()
