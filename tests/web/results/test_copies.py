"""A result, a table and a line-up as text for a team's chat: the button's text, and the address without scripts."""

import datetime as dt
from html import unescape
from typing import Any

import pytest
from django.test import Client

from league.enums import Side
from league.models import Fixture, League, Player
from league.services.availability import choose
from league.services.results import submit
from tests.factories import Town, result_sheet
from tests.web.pages import page

pytestmark = pytest.mark.usefixtures("today")
TABLE = "/leagues/town/tables/2026-27/division-1/"


def text_of(answer: Any) -> list[str]:
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    return str(answer.content.decode()).splitlines()


def copied(answer: Any) -> list[str]:
    """Return the text that the page's first button copies."""
    return unescape(answer.content.decode().split('data-copy="')[1].split('"')[0]).splitlines()


def test_a_result_is_copied_as_everybody_may_read_it(
    town: Town, fixture: Fixture, client: Client, now: dt.datetime
) -> None:
    assert text_of(client.get(page(fixture) + "?as=text")) == [
        "Anchor v Bell", "Tuesday 15 September, 8 pm, Anchor",
    ]  # fmt: skip
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    told = [
        "Anchor 6–3 Bell",
        "Tuesday 15 September, 8 pm, Anchor",
        "1. Anchor 1 & Anchor 2 2–1 Bell 1 & Bell 2",
        "2. Anchor 3 2–1 Bell 3",
        "3. Anchor 4 2–1 Bell 4",
        "Awaiting confirmation",
    ]
    assert text_of(client.get(page(fixture) + "?as=text")) == copied(client.get(page(fixture))) == told
    Player.objects.filter(name="Bell 3").update(name="Olive Baker")
    League.objects.update(shorten_names=True)
    assert "2. Anchor 3 2–1 Olive B." in client.get(page(fixture) + "?as=text").content.decode()


def test_a_table_is_copied_with_places_and_points(
    town: Town, fixture: Fixture, client: Client, now: dt.datetime
) -> None:
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.secretary, now=now)
    told = [
        "Division 1, 2026-27",
        "1. Anchor: 6 points from 1 played",
        "2. Bell: 3 points from 1 played",
        "=3. Castle: 0 points from 0 played",
        "=3. Duke of York: 0 points from 0 played",
    ]
    assert text_of(client.get(TABLE + "?as=text")) == copied(client.get(TABLE)) == told


def test_a_line_up_is_copied_by_its_own_captain_alone(
    town: Town, fixture: Fixture, anchor: Client, bell: Client, now: dt.datetime
) -> None:
    Fixture.objects.filter(pk=fixture.pk).update(starts_at=now + dt.timedelta(days=7))
    fixture = town.fixture("Anchor", "Bell")
    chosen = {"m1-home-1": town.squads["Anchor"][5].pk, "m3-home-1": town.squads["Anchor"][2].pk}
    choose.choose_line_up(fixture, Side.HOME, chosen, tell=False, by=town.captains["Anchor"], now=now)
    told = ["Anchor v Bell", "Tuesday 10 November, 12 noon, Anchor", "1. Anchor 6 & –", "2. –", "3. Anchor 3"]
    assert text_of(anchor.get(page(fixture, "players") + "?as=text")) == told
    assert copied(anchor.get(page(fixture, "players"))) == told
    assert text_of(bell.get(page(fixture, "players") + "?as=text")) == [""]


def test_a_draft_season_is_no_text_either(town: Town, fixture: Fixture, client: Client) -> None:
    type(town.season).objects.update(published_at=None)
    assert client.get(page(fixture) + "?as=text").status_code == 404
    assert client.get(TABLE + "?as=text").status_code == 404


def test_a_text_to_be_sent_on_has_everybodys_names_whoever_copies_it(
    town: Town, fixture: Fixture, client: Client, now: dt.datetime
) -> None:
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    Player.objects.filter(name="Bell 3").update(name="Olive Baker", shorten_name=True)
    client.force_login(town.captains["Bell"])
    answer = client.get(page(fixture))
    assert "Olive Baker" in answer.content.decode()
    assert "2. Anchor 3 2–1 Olive B." in copied(answer)


@pytest.mark.parametrize(("state", "told"), [("postponed", "Postponed"), ("cancelled", "Cancelled")])
def test_a_fixture_without_a_day_says_so(fixture: Fixture, client: Client, state: str, told: str) -> None:
    Fixture.objects.filter(pk=fixture.pk).update(state=state)
    assert text_of(client.get(page(fixture) + "?as=text")) == ["Anchor v Bell", told]
