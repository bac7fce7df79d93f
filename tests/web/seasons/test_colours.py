"""The page on which a team's colour is chosen, and the disc before its name wherever it is listed."""

import datetime as dt
import re
from typing import Any

import pytest
import time_machine
from django.conf import settings as site
from django.test import Client

from league.enums import TeamColour
from league.models import Team
from league.services.results import confirm, submit
from league.services.seasons.changes import choose_colour
from tests.factories import Town, result_sheet
from tests.web.pages import signed_in, summary, words

LEAGUE = "/leagues/town/"
TEAM, PAGE = f"{LEAGUE}teams/anchor/", f"{LEAGUE}teams/anchor/colour/"
DISC = '<span class="team-disc team-disc-green" aria-hidden="true"></span>'


@pytest.fixture
def green(town: Town, now: dt.datetime) -> Team:
    """Anchor, in green, with a confirmed result."""
    fixture = town.fixture("Anchor", "Bell")
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    confirm.confirm(fixture, 1, by=town.captains["Bell"], now=now)
    return choose_colour(town.teams["Anchor"], "green", by=town.captains["Anchor"], now=now)


def checked(client: Client) -> list[str]:
    html = client.get(PAGE).content.decode()
    return re.findall(r'value="(\w+)"[^>]* checked', html)


def test_a_captain_chooses_a_colour_from_their_teams_page_and_none_again(anchor: Client, town: Town) -> None:
    assert f'href="{PAGE}"' in anchor.get(TEAM).content.decode()
    said = words(anchor.get(PAGE))
    assert all(str(colour.label) in said for colour in TeamColour)
    assert checked(anchor) == ["none"]
    answer = anchor.post(PAGE, {"colour": "green"}, follow=True)
    assert answer.redirect_chain == [(TEAM, 302)]
    assert f"<h1>{DISC}Anchor</h1>" in answer.content.decode()
    assert checked(anchor) == ["green"]
    anchor.post(PAGE, {"colour": "none"})
    assert Team.objects.get(slug="anchor").colour == ""
    assert "team-disc" not in anchor.get(TEAM).content.decode()


@pytest.mark.parametrize("sent", [{}, {"colour": ""}, {"colour": "puce"}, {"colour": "\x00"}, {"colour": "x" * 500}])
def test_what_is_no_colour_is_told_at_the_field(anchor: Client, sent: dict[str, str]) -> None:
    answer = anchor.post(PAGE, sent)
    assert answer.status_code == 422
    assert [field for field, _ in summary(answer)] == ["id_colour"]
    assert 'id="id_colour"' in answer.content.decode()
    assert Team.objects.get(slug="anchor").colour == ""


def test_nobody_else_is_led_there(bell: Client, town: Town, now: dt.datetime) -> None:
    for client in (bell, signed_in(town.referee), Client()):
        assert PAGE not in client.get(TEAM).content.decode()
    assert bell.post(PAGE, {"colour": "red"}).status_code == 403
    Team.objects.filter(slug="anchor").update(hidden_at=now)
    assert signed_in(town.secretary).get(PAGE).status_code == 404


def test_the_disc_is_before_the_name_wherever_the_team_is_listed(green: Team, now: dt.datetime) -> None:
    names = {
        f"{LEAGUE}tables/2026-27/division-1/": f'{DISC}<a href="{TEAM}">Anchor</a>',
        f"{LEAGUE}tables/": f'{DISC}<a href="{TEAM}">Anchor</a>',
        f"{LEAGUE}fixtures/?week=all": f'<span class="fx-team">{DISC}Anchor</span>',
        f"{LEAGUE}race/2026-27/division-1/": f'<span class="race-name">{DISC}1 Anchor</span>',
    }
    with time_machine.travel(now, tick=False):
        pages = {page: Client().get(page).content.decode() for page in names}
    for page, name in names.items():
        assert name in pages[page]
        # Of the four teams one has a colour.
        assert pages[page].count("team-disc") == 2 * pages[page].count(DISC)


def test_a_kept_page_has_the_colour_that_was_just_chosen(
    green: Team, town: Town, now: dt.datetime, settings: Any
) -> None:
    settings.KEPT_PAGES = 1_000_000
    table, reader = f"{LEAGUE}tables/2026-27/division-1/", Client()
    with time_machine.travel(now, tick=False):
        before = reader.get(table)
        assert DISC in before.content.decode()
        choose_colour(green, "blue", by=town.captains["Anchor"], now=now)
        after = reader.get(table, headers={"If-None-Match": before["ETag"]})
    assert after.status_code == 200
    assert "team-disc-blue" in after.content.decode()
    assert after["ETag"] != before["ETag"]


def test_every_colour_has_its_disc_and_no_other_has() -> None:
    rules = (site.ROOT / "static/css/components.css").read_text()
    found = re.findall(r"\.team-disc-(\w+) \{\s*background: var\(--team-(\w+)\);\s*\}", rules)
    assert found == [(colour, colour) for colour in TeamColour.values]
