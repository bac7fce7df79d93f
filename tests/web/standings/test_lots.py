"""The secretary's page of lots, and what everybody reads of them."""

import datetime as dt
from typing import Any

import pytest
from django.test import Client

from league.models import Division, Lot, LotsDrawn
from league.services.results import submit
from league.services.standings.level_teams import record_lots
from tests.factories import Town, result_sheet
from tests.web.public_pages import words

PAGE = "/leagues/town/secretary/seasons/2026-27/lots/"
TABLE = "/leagues/town/tables/2026-27/division-1/"
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today")]


@pytest.fixture
def office(town: Town, client: Client, now: dt.datetime) -> Client:
    """The secretary's browser; Anchor and Castle are level at lots, and Bell and the Duke of York."""
    Division.objects.filter(pk=town.division.pk).update(tie_breaks=["games_difference", "lots"])
    for home, away in (("Anchor", "Bell"), ("Castle", "Duke of York")):
        submit.submit(town.fixture(home, away), result_sheet(town, home, away), by=town.secretary, now=now)
    client.force_login(town.secretary)
    return client


def sent(town: Town, order: tuple[str, ...] = ("Castle", "Anchor"), **more: str) -> dict[str, str]:
    places = {f"place-{town.teams[name].pk}": str(place) for place, name in enumerate(order, start=1)}
    group = str(town.teams[order[0]].pk)
    return {"group": group, "drawn_on": "2026-11-02", "note": "At the AGM.", **places, **more}


def drawn(town: Town, now: dt.datetime) -> LotsDrawn:
    division = Division.objects.select_related("season__league").get(pk=town.division.pk)
    teams = [town.teams["Castle"], town.teams["Anchor"]]
    return record_lots(division, teams, drawn_on=now.date(), by=town.secretary, now=now)


def test_those_who_wait_are_listed_and_everybody_reads_that_they_do(office: Client) -> None:
    seen = words(office.get(PAGE))
    assert "Division 1: to be drawn for 1st place" in seen
    assert "Division 1: to be drawn for 3rd place" in seen
    assert "4 fixtures of the division are still to be played or confirmed and may separate them." in seen
    assert "Lots" in words(office.get("/leagues/town/secretary/seasons/2026-27/"))
    office.logout()
    assert "Level on 6 points with Castle; joint until lots are drawn." in words(office.get(TABLE))
    receipt = words(office.get(f"{TABLE}anchor/"))
    assert "Anchor, Castle. Lots have still to be drawn between them; until then they share the place." in receipt


def test_an_order_is_recorded_and_everybody_reads_it(office: Client, town: Town) -> None:
    answer = office.post(PAGE, sent(town))
    assert (answer.status_code, answer.headers["Location"]) == (302, PAGE)
    seen = words(office.get(PAGE))
    assert "Recorded for Division 1. The captains of these teams are told." in seen
    assert "1 Castle, 2 Anchor Division 1, 2 November 2026, recorded by Sally Secretary" in seen
    assert "At the AGM. Counts: these teams are level." in seen
    assert "to be drawn for 1st place" not in seen
    office.logout()
    assert "Level on 6 points with Anchor; ahead on lots, 1st to 2nd." in words(office.get(TABLE))
    receipt = words(office.get(f"{TABLE}anchor/"))
    assert (
        "Castle 1st Anchor 2nd Drawn by lot on 2 November 2026, in person, and recorded by Sally Secretary. At the AGM."
    ) in receipt


def test_lots_are_withdrawn_with_the_reason(office: Client, town: Town, now: dt.datetime) -> None:
    back = f"/leagues/town/secretary/lots/{drawn(town, now).pk}/withdraw/"
    assert "1 Castle, 2 Anchor" in words(office.get(back))
    assert office.post(back, {"reason": ""}).status_code == 422
    assert office.post(back, {"reason": "The slips were read wrongly."}).status_code == 302
    assert "Withdrawn on 3 November: The slips were read wrongly." in words(office.get(PAGE))
    assert "Withdrawn on 3 November 2026: The slips were read wrongly." in words(office.get(back))
    assert office.post(back, {"reason": "Again"}).status_code == 409


def test_idle_lots_are_on_the_receipt_and_on_the_page(office: Client, town: Town, now: dt.datetime) -> None:
    drawn(town, now)
    submit.submit(town.fixture("Anchor", "Castle"), result_sheet(town, "Anchor", "Castle"), by=town.secretary, now=now)
    assert "Does not count now: these teams are not level." in words(office.get(PAGE))
    assert (
        "Lots that do not count now Drawn by lot on 3 November 2026, in person, and recorded by Sally Secretary. "
        "They have no effect unless just these teams are level, in this order: Castle, Anchor."
    ) in words(office.get(f"{TABLE}castle/"))


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ({"group": ""}, ["group"]),
        ({"group": "x" * 99}, ["group"]),
        ({"drawn_on": "2026-02-30"}, ["drawn_on"]),
        ({"drawn_on": "2026-11-04", "note": "x" * 300}, ["drawn_on", "note"]),
        ({"drawn_on": "2026-11-02\x00", "note": "\x00"}, []),
    ],
)
def test_all_that_is_wrong_at_its_field(office: Client, town: Town, fields: dict[str, str], wrong: list[str]) -> None:
    answer = office.post(PAGE, sent(town) | fields)
    assert answer.status_code == (422 if wrong else 302)
    if wrong:
        assert [problem.field for problem in answer.context["problems"]] == wrong
        assert LotsDrawn.objects.count() == 0


@pytest.mark.parametrize("place", ["", "1", "3", "٢", "first"])
def test_each_team_has_a_place_of_its_own(office: Client, town: Town, place: str) -> None:
    answer = office.post(PAGE, sent(town) | {f"place-{town.teams['Anchor'].pk}": place})
    assert answer.status_code == 422
    assert f"place-{town.teams['Anchor'].pk}" in [problem.field for problem in answer.context["problems"]]
    assert "Give each team a place of its own, from 1 to 2." in words(answer)
    assert 'value="At the AGM."' in answer.content.decode()


def test_a_form_sent_twice(office: Client, town: Town) -> None:
    assert office.post(PAGE, sent(town)).status_code == 302
    answer = office.post(PAGE, sent(town))
    assert answer.status_code == 422
    assert "These teams are not waiting for lots." in words(answer)
    assert LotsDrawn.objects.count() == 1


def test_a_season_without_lots_has_no_link_to_them(client: Client, town: Town) -> None:
    client.force_login(town.secretary)
    assert PAGE not in client.get("/leagues/town/secretary/seasons/2026-27/").content.decode()
    assert "No lots to draw" in words(client.get(PAGE))


@pytest.mark.parametrize("size", [1, 3])
def test_the_page_asks_a_fixed_number_of_queries(
    office: Client, town: Town, now: dt.datetime, django_assert_num_queries: Any, size: int
) -> None:
    for _ in range(size):
        lots = LotsDrawn.objects.create(division=town.division, drawn_on=now.date(), recorded_at=now)
        Lot.objects.create(drawn=lots, place=1, team=town.teams["Castle"])
    with django_assert_num_queries(15):
        office.get(PAGE)
