"""The page of imagined results: it works by its address alone, stores nothing, and refuses in clear words."""

from typing import Any

import pytest
from django.test import Client

from league.models import Result
from tests.factories import Town

PAGE = "/leagues/town/what-if/2026-27/division-1/"


def test_imagined_results_make_a_table_and_nothing_is_saved(town: Town, client: Client) -> None:
    one = town.fixture("Anchor", "Bell")
    page = client.get(PAGE, {f"f{one.pk}": "2-7"})
    text = " ".join(page.content.decode().split())
    assert page.status_code == 200
    assert "This table has 1 imagined result. Nothing is saved." in text
    assert f'name="f{one.pk}" value="2-7"' in text
    assert text.index(">Bell</a>") < text.index(">Anchor</a>")
    assert Result.objects.count() == 0


def test_the_division_leads_there_while_fixtures_are_left(town: Town, client: Client) -> None:
    assert f'href="{PAGE}"' in client.get("/leagues/town/tables/2026-27/division-1/").content.decode()


def test_bad_scores_are_told_beside_their_fields(town: Town, client: Client) -> None:
    one = town.fixture("Anchor", "Bell")
    page = client.get(PAGE, {f"f{one.pk}": "<b>9</b>-9"})
    text = page.content.decode()
    assert page.status_code == 422
    assert "Write the games of both sides, like 12-6." in text
    assert f'id="f{one.pk}-problem"' in text
    assert "<b>9</b>" not in text
    assert "&lt;b&gt;9&lt;/b&gt;-9" in text


@pytest.mark.parametrize("sent", [{"f1x": "9-0"}, {"f": "9-0"}, {"f99": "9-0" * 900}, {"other": "1"}])
def test_strange_addresses_do_no_harm(town: Town, client: Client, sent: dict[str, str]) -> None:
    page = client.get(PAGE, sent)
    assert page.status_code == (200 if "other" in sent else 422)


def test_thousands_of_results_cost_no_more_queries(town: Town, client: Client, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(7):
        client.get(PAGE, {f"f{n}": "9-0" for n in range(900)})
