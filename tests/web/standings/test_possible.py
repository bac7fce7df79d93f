"""A division's page: what is still possible, the lines of promotion and relegation, fixtures left and form."""

import re
from typing import Any

import pytest
from django.test import Client

from league.models import Division
from tests import factories
from tests.factories import Town
from tests.queries.standings.test_possible import unplayed

PAGE = "/leagues/town/tables/full/premier/"


def shown(client: Client, path: str = PAGE) -> str:
    page = client.get(path)
    assert page.status_code == 200
    return " ".join(page.content.decode().split())


def division(town: Town, left: int, **fields: Any) -> Division:
    made = factories.full_division(town, 6)
    unplayed(made, left)
    Division.objects.filter(pk=made.pk).update(**fields)
    return made


def test_what_is_decided_is_said_with_its_reason(town: Town, client: Client) -> None:
    division(town, 2, promoted_teams=1, relegated_teams=1)
    page = shown(client)
    assert "What is still possible" in page
    assert re.search(r"Full 01</a></b> <span class=\"reach reach-decided\">1st, decided</span>.*?Champions\.", page)
    assert re.search(r"<small>Even \d+ points from their last (\d )?fixtures? would leave Full 0\d at least \d+", page)


def test_while_everything_is_open_one_sentence_says_so(town: Town, client: Client) -> None:
    page = shown(client, "/leagues/town/tables/2026-27/division-1/")
    assert "Every team can still finish in every place." in page


def test_a_division_that_is_over_has_no_such_heading(town: Town, client: Client) -> None:
    division(town, 0)
    assert "What is still possible" not in shown(client)


def test_lines_are_drawn_and_told(town: Town, client: Client) -> None:
    division(town, 2, promoted_teams=2, relegated_teams=1)
    page = shown(client)
    lines = re.findall(r'<tr class="(line-\w+)"> <td class="num pos">.*?href="/leagues/town/teams/([\w-]+)/', page)
    rows = re.findall(r'<th scope="row" class="team"><a href="/leagues/town/teams/([\w-]+)/', page)
    assert lines == [("line-up", rows[1]), ("line-down", rows[5])]
    assert "The upper line: the first two teams are promoted. The lower line: the last team is relegated." in page
    singles = client.get(PAGE + "?matches=singles").content.decode()
    assert "line-up" not in singles


def test_a_division_without_promotion_has_no_lines(town: Town, client: Client) -> None:
    division(town, 2)
    page = shown(client)
    assert "line-up" not in page
    assert "The upper line" not in page


def test_fixtures_left_and_form_are_in_the_row(town: Town, client: Client) -> None:
    division(town, 1)
    page = shown(client)
    assert page.count("· 1 left") == 2
    assert page.count('class="form-dots" aria-label="Last 5, the latest last"') == 6


@pytest.mark.parametrize("left", [0, 4])
def test_the_page_asks_as_many_queries_however_much_is_open(
    town: Town, client: Client, django_assert_num_queries: Any, left: int
) -> None:
    division(town, left)
    with django_assert_num_queries(10):
        client.get(PAGE)
