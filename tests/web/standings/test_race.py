"""The season's race: what is pegged on the board, which weeks it can be stepped through, and its table."""

import datetime as dt
import html
import json
import re
from typing import Any

import pytest
from django.test import Client

from league.models import Season, Team
from league.services.results import confirm, submit
from tests import factories
from tests.factories import Town, result_sheet

RACE = "/leagues/town/race/2026-27/division-1/"


def agree(town: Town, home: str, away: str, now: dt.datetime) -> None:
    fixture = town.fixture(home, away)
    submit.submit(fixture, result_sheet(town, home, away), by=town.captains[home], now=now)
    confirm.confirm(fixture, 1, by=town.captains[away], now=now)


@pytest.fixture
def played(town: Town, now: dt.datetime) -> Town:
    """Two weeks: Anchor 6, Bell 3; then Duke of York 6, Anchor 9."""
    agree(town, "Anchor", "Bell", now)
    agree(town, "Duke of York", "Anchor", now)
    return town


def read(path: str = RACE, client: Client | None = None) -> str:
    answer = (client or Client()).get(path)
    assert answer.status_code == 200
    return html.unescape(answer.content.decode())


def key(page: str) -> list[tuple[str, ...]]:
    """The board's table: names, points and what came last."""
    [table] = re.findall(r'<table class="board-key">.*?</table>', page, flags=re.DOTALL)
    rows = re.findall(r"<tr class.*?</tr>", table, flags=re.DOTALL)
    cells = (re.findall(r"<t[hd].*?</t[hd]>", row, flags=re.DOTALL) for row in rows)
    return [tuple(" ".join(re.sub("<[^>]+>", " ", cell).split()) for cell in row) for row in cells]


def steps(page: str) -> list[Any]:
    [found] = re.findall(r'<script id="race-steps" type="application/json">(.*?)</script>', page)
    return list(json.loads(found))


def shown(page: str) -> list[str]:
    return re.findall(r'<span data-week="([\d-]+)">', page)


def test_before_the_first_result_there_is_no_race(town: Town) -> None:
    page = read()
    assert "The race begins with the first confirmed result." in page
    assert "race-steps" not in page


@pytest.mark.usefixtures("played")
def test_the_last_week_and_the_first_three_are_shown_unless_asked_otherwise(town: Town) -> None:
    page = read()
    assert key(page) == [("Anchor", "9", "+3"), ("Duke of York", "6", "+6"), ("Bell", "3", "0")]
    monday = town.weeks[1].starts_on.isoformat()
    assert shown(page) == [monday]
    assert [step["week"] for step in steps(page)] == [town.weeks[0].starts_on.isoformat(), monday]
    assert steps(page)[1]["pegs"] == [
        {"front": 9, "back": 6, "points": "9", "gained": "+3"},
        {"front": 6, "back": 0, "points": "6", "gained": "+6"},
        {"front": 3, "back": 0, "points": "3", "gained": "0"},
    ]


@pytest.mark.usefixtures("played")
def test_an_earlier_week_has_its_own_address(town: Town) -> None:
    first, second = (week.starts_on.isoformat() for week in town.weeks[:2])
    page = read(f"{RACE}?team=castle&team=anchor&week={first}")
    assert key(page) == [("Castle", "0", "0"), ("Anchor", "6", "+6")]
    assert shown(page) == [first]
    assert f'rel="next" href="?team=castle&team=anchor&week={second}"' in page
    assert '<a class="button quiet" rel="prev" role="link" aria-disabled="true">' in page


@pytest.mark.usefixtures("played")
def test_a_tap_puts_a_team_on_the_board_or_takes_it_off() -> None:
    page = read()
    assert 'href="?team=anchor&team=duke-of-york&team=bell&team=castle#race-places"' in page
    assert 'href="?team=anchor&team=bell#race-places"' in page
    four = read(f"{RACE}?team=anchor&team=duke-of-york&team=bell&team=castle")
    assert len(key(four)) == 4
    assert 'href="?team=anchor&team=duke-of-york&team=bell#race-places"' in four


def test_a_fifth_team_takes_the_place_of_the_first(town: Town) -> None:
    factories.full_division(town, 6)
    address = "/leagues/town/race/full/premier/"
    asked = "&".join(f"team=full-{n}" for n in (1, 2, 3, 4))
    assert 'href="?team=full-2&team=full-3&team=full-4&team=full-5#race-places"' in read(f"{address}?{asked}")
    five = read(f"{address}?{asked}&team=full-5")
    assert [name for name, *_ in key(five)] == ["Full 02", "Full 03", "Full 04", "Full 05"]


@pytest.mark.usefixtures("played")
def test_a_members_own_team_is_on_the_board_too(town: Town) -> None:
    client = Client()
    client.force_login(town.captains["Castle"])
    assert [name for name, *_ in key(read(client=client))] == ["Anchor", "Duke of York", "Bell", "Castle"]


@pytest.mark.usefixtures("played")
def test_the_table_has_every_team_and_week() -> None:
    page = read()
    rows = re.findall(r"<tr><th scope=\"row\">.*?</tr>", page)
    told = [" ".join(re.sub("<[^>]+>", " ", row).split()) for row in rows]
    assert told == ["Anchor 1 6 1 9", "Duke of York =3 0 2 6", "Bell 2 3 3 3", "Castle =3 0 4 0"]


@pytest.mark.usefixtures("played")
@pytest.mark.parametrize(
    "asked",
    ["?week=2026-99-99", "?week=1999-01-04", "?week=x", "?team=nobody", "?team=anchor&team=%F0%9F%83%8F", "?team=%00"],
)
def test_what_is_not_there_is_not_found(asked: str) -> None:
    assert Client().get(RACE + asked).status_code == 404


@pytest.mark.usefixtures("played")
def test_a_draft_and_a_hidden_season_show_no_race(town: Town, now: dt.datetime) -> None:
    Season.objects.update(published_at=None)
    assert Client().get(RACE).status_code == 404
    Season.objects.update(published_at=now, hidden_at=now)
    assert Client().get(RACE).status_code == 404


@pytest.mark.usefixtures("played")
def test_a_name_is_text_wherever_it_stands(town: Town) -> None:
    Team.objects.filter(pk=town.teams["Anchor"].pk).update(name="</script><b>Anchor")
    page = Client().get(RACE).content.decode()
    assert "<b>Anchor" not in page
    assert page.count("&lt;/script&gt;&lt;b&gt;Anchor") == 4


@pytest.mark.parametrize("teams", [4, 12])
def test_the_race_asks_seven_queries_with_any_number_of_teams(
    town: Town, django_assert_num_queries: Any, teams: int
) -> None:
    factories.full_division(town, teams)
    with django_assert_num_queries(7):
        page = Client().get("/leagues/town/race/full/premier/")
    assert page.content.decode().count('class="race-line') >= 2 * teams


@pytest.mark.usefixtures("played")
def test_the_last_team_on_the_board_stays() -> None:
    """No team at all in the address would be the first three again."""
    alone = read(f"{RACE}?team=castle")
    assert [name for name, *_ in key(alone)] == ["Castle"]
    assert 'href="?team=castle#race-places"' in alone
    assert "take it off the board" not in alone
    assert "take it off the board" in read(f"{RACE}?team=castle&team=bell")
