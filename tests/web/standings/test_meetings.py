"""The pages of the cross-table, of two teams head to head, and of earlier seasons."""

import datetime as dt
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from league.models import Fixture, Season, Team
from league.services.results.decide import nobody_came
from tests import factories
from tests.factories import Town

LEAGUE = "/leagues/town"


def shown(client: Client, path: str) -> str:
    page = client.get(f"{LEAGUE}/{path}")
    assert page.status_code == 200
    return " ".join(page.content.decode().split())


def test_the_cross_table_names_teams_and_results_for_everybody(town: Town, client: Client) -> None:
    factories.full_division(town, 4)
    page = shown(client, "cross-table/full/premier/")
    assert '<div class="scroller cross" tabindex="0" role="region"' in page
    assert page.count('<span class="visually-hidden">Full 0') == 4
    assert "won against Full 02" in page
    assert "lost to Full 01" in page
    assert page.count('class="cross-self"') == 4
    assert f'href="{LEAGUE}/teams/full-1/against/full-2/"' in page


def test_fixtures_to_come_have_their_day(town: Town, client: Client) -> None:
    assert "15 Sep" in shown(client, "cross-table/2026-27/division-1/")


def test_two_teams_head_to_head(town: Town, client: Client) -> None:
    factories.full_division(town, 4)
    page = shown(client, "teams/full-1/against/full-2/")
    assert "2 fixtures, games 18–0." in page
    assert "They have not met yet" in shown(client, "teams/anchor/against/bell/")


@pytest.mark.parametrize("pair", ["anchor/against/anchor", "anchor/against/nobody", "nobody/against/anchor"])
def test_pairs_that_cannot_be_have_no_page(town: Town, client: Client, pair: str) -> None:
    assert client.get(f"{LEAGUE}/teams/{pair}/").status_code == 404


def test_a_merged_team_leads_to_the_one_that_stays(town: Town, client: Client) -> None:
    Team.objects.filter(slug="castle").update(merged_into=town.teams["Bell"], hidden_at=timezone.now())
    answer = client.get(f"{LEAGUE}/teams/anchor/against/castle/")
    assert (answer.status_code, answer["Location"]) == (302, f"{LEAGUE}/teams/anchor/against/bell/")
    assert client.get(f"{LEAGUE}/teams/bell/against/castle/").status_code == 404


def test_earlier_seasons_are_reached_from_the_table(town: Town, client: Client) -> None:
    factories.full_division(town, 4)
    assert f'href="{LEAGUE}/archive/"' in shown(client, "tables/2026-27/division-1/")
    page = shown(client, "archive/")
    assert page.index("/archive/full/") < page.index("/archive/2026-27/")
    assert "Final tables: every fixture has its result." in shown(client, "archive/full/")
    assert "Tables as they are now" in shown(client, "archive/2026-27/")


def test_drafts_and_hidden_seasons_have_none_of_these_pages(town: Town, client: Client, office: Client) -> None:
    Season.objects.update(published_at=None)
    for path in ("archive/2026-27/", "cross-table/2026-27/division-1/"):
        for browser in (client, office):
            assert browser.get(f"{LEAGUE}/{path}").status_code == 404
    assert "2026-27" not in shown(client, "archive/")


@pytest.mark.parametrize("teams", [4, 8])
def test_pages_ask_a_fixed_number_of_queries(
    town: Town, client: Client, django_assert_num_queries: Any, teams: int
) -> None:
    factories.full_division(town, teams)
    for path, queries in (
        ("cross-table/full/premier/", 5),
        ("teams/full-1/against/full-2/", 5),
        ("archive/", 3),
        ("archive/full/", 7),
    ):
        with django_assert_num_queries(queries):
            client.get(f"{LEAGUE}/{path}")


def test_a_night_to_which_neither_side_came_is_told_as_it_counts(
    town: Town, fixture: Fixture, now: dt.datetime, client: Client
) -> None:
    nobody_came(fixture, version=0, reason="A flood", by=town.secretary, now=now)
    page = shown(client, "cross-table/2026-27/division-1/")
    assert '<b>0–0</b><span class="visually-hidden">, neither side came, Bell</span>' in page
