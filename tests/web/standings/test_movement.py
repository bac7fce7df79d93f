"""Movement in a division's table, on its page and in the API."""

import datetime as dt

from django.test import Client

from league.services.results import confirm, submit
from tests.factories import Town, result_sheet


def agree(town: Town, home: str, away: str, now: dt.datetime) -> None:
    fixture = town.fixture(home, away)
    submit.submit(fixture, result_sheet(town, home, away), by=town.captains[home], now=now)
    confirm.confirm(fixture, 1, by=town.captains[away], now=now)


def read(path: str) -> str:
    return Client().get(f"/leagues/town/{path}").content.decode()


def moved() -> list[tuple[str, int | None]]:
    table = Client().get("/api/v1/leagues/town/seasons/2026-27/divisions/division-1/standings/").json()
    [other] = Client().get("/api/v1/leagues/town/seasons/2026-27/standings/").json()["results"]
    assert other["rows"] == table["rows"]
    return [(row["team"]["name"], row["movement"]) for row in table["rows"]]


def test_movement_is_told_from_the_second_week_with_results_on(town: Town, now: dt.datetime) -> None:
    agree(town, "Anchor", "Bell", now)
    assert 'class="movement' not in read("tables/2026-27/division-1/")
    assert moved() == [("Anchor", None), ("Bell", None), ("Castle", None), ("Duke of York", None)]
    agree(town, "Duke of York", "Anchor", now)
    html = read("tables/2026-27/division-1/")
    assert html.count('<span aria-hidden="true">▲1</span><span class="visually-hidden">, up 1 place</span>') == 1
    assert html.count('<span aria-hidden="true">▼1</span><span class="visually-hidden">, down 1 place</span>') == 2
    assert html.count('<span class="visually-hidden">, place unchanged</span>') == 1
    assert moved() == [("Anchor", 0), ("Duke of York", 1), ("Bell", -1), ("Castle", -1)]


def test_a_table_of_one_kind_of_match_has_no_movement(town: Town, now: dt.datetime) -> None:
    agree(town, "Anchor", "Bell", now)
    agree(town, "Duke of York", "Anchor", now)
    assert 'class="movement' not in read("tables/2026-27/division-1/?matches=singles")
