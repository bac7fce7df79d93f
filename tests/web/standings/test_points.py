"""Points given and taken by the secretary, and the receipt on which everybody reads them."""

import datetime as dt
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client

from league.models import Adjustment, Entry, Result
from league.rules.sheets import GameScore, ResultSheet
from league.services.results import decide, submit
from league.services.seasons.withdrawals import withdraw_team
from league.services.standings.adjustments import adjust_points
from tests.factories import Town, result_sheet
from tests.pseudo import pseudo
from tests.web.public_pages import words

__all__ = ["pseudo"]

PAGE = "/leagues/town/secretary/seasons/2026-27/points/"
TABLE = "/leagues/town/tables/2026-27/division-1/"
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today")]


@pytest.fixture
def entry(town: Town) -> Entry:
    return Entry.objects.select_related("season__league", "division", "team").get(team=town.teams["Anchor"])


def sent(entry: Entry) -> dict[str, str]:
    return {"entry": str(entry.pk), "points": "−2,5", "date": "2026-11-02", "reason": "A late card", "seen": "0"}


def test_points_are_taken_and_everybody_reads_why(office: Client, entry: Entry) -> None:
    answer = office.post(PAGE, sent(entry))
    assert (answer.status_code, answer.headers["Location"]) == (302, PAGE)
    assert Adjustment.objects.get().points == Decimal("-2.50")
    assert "Anchor: −2.5 points. Its captains are told" in words(office.get(PAGE))
    office.logout()
    assert "± Anchor: −2½ points, 2 November 2026. A late card" in words(office.get(TABLE))
    receipt = words(office.get(f"{TABLE}anchor/"))
    assert "Points taken 2 November 2026: A late card −2½ −2½" in receipt
    assert "Points in the table −2½" in receipt


def test_and_taken_back_with_the_reason(office: Client, town: Town, entry: Entry, now: dt.datetime) -> None:
    made = adjust_points(entry, Decimal(-1), reason="Late", date=now.date(), by=town.secretary, now=now)
    back = f"/leagues/town/secretary/points/{made.pk}/back/"
    assert "Reverse" in words(office.get(PAGE))
    assert office.post(back, {"reason": ""}).status_code == 422
    assert office.post(back, {"reason": "It was on time."}).status_code == 302
    assert "Reversed on 3 November." in words(office.get(PAGE))
    assert "It was reversed on 3 November 2026." in words(office.get(back))
    assert office.post(back, {"reason": "Again"}).status_code == 409
    assert "± Anchor: +1 point, 3 November 2026. Reverses an earlier adjustment: It was on time." in words(
        office.get(TABLE)
    )


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ({"entry": "", "points": "", "date": "", "reason": " "}, ["entry", "points", "date", "reason"]),
        ({"entry": "0", "points": "two", "date": "2026-02-30"}, ["entry", "points", "date"]),
        ({"points": "1e9"}, ["points"]),
        ({"points": "0.001", "date": "2027-01-01", "reason": "x" * 300}, ["points", "reason", "date"]),
        ({"points": "99999", "date": "2026\x00", "entry": "9" * 30}, ["entry", "date"]),
        ({"points": "٣"}, ["points"]),
    ],
)
def test_all_that_is_wrong_at_its_field(office: Client, entry: Entry, fields: dict[str, str], wrong: list[str]) -> None:
    answer = office.post(PAGE, sent(entry) | fields)
    assert answer.status_code == 422
    assert [p.field for p in answer.context["problems"]] == wrong
    assert Adjustment.objects.count() == 0


def test_a_form_sent_twice(office: Client, entry: Entry) -> None:
    assert office.post(PAGE, sent(entry)).status_code == 302
    assert office.post(PAGE, sent(entry)).status_code == 409
    assert Adjustment.objects.count() == 1


def test_a_team_of_another_season_is_not_offered(office: Client, town: Town, entry: Entry) -> None:
    assert office.get(PAGE.replace("2026-27", "1999")).status_code == 404


@pytest.mark.parametrize("size", [1, 3])
def test_the_list_asks_a_fixed_number_of_queries(
    office: Client, town: Town, entry: Entry, now: dt.datetime, django_assert_num_queries: Any, size: int
) -> None:
    for _ in range(size):
        adjust_points(entry, Decimal(-1), reason="Late", date=now.date(), by=town.secretary, now=now)
    with django_assert_num_queries(9):
        office.get(PAGE)


@pytest.mark.parametrize("size", [1, 3])
def test_a_receipt_asks_a_fixed_number_of_queries(
    client: Client, town: Town, now: dt.datetime, django_assert_num_queries: Any, size: int
) -> None:
    for away in ("Bell", "Castle", "Duke of York")[:size]:
        pair = ("Duke of York", "Anchor") if away == "Duke of York" else ("Anchor", away)
        fixture = town.fixture(*pair)
        submit.submit(fixture, result_sheet(town, *pair), by=town.secretary, now=now)
    with django_assert_num_queries(8):
        client.get(f"{TABLE}anchor/")


def test_a_receipt_of_every_kind_of_result(client: Client, town: Town, now: dt.datetime) -> None:
    decide.give_walkover(
        town.fixture("Anchor", "Bell"), to="away", version=0, reason="No side", by=town.secretary, now=now
    )
    decide.nobody_came(town.fixture("Anchor", "Castle"), version=0, reason="Snow", by=town.secretary, now=now)
    submit.submit(
        town.fixture("Duke of York", "Anchor"),
        result_sheet(town, "Duke of York", "Anchor"),
        by=town.secretary,
        now=now,
    )
    decide.void(town.fixture("Duke of York", "Anchor"), version=1, reason="Pack", by=town.secretary, now=now)
    seen = words(client.get(f"{TABLE}anchor/"))
    assert "v Bell Tue 15 Sep: walkover to Bell. No points." in seen
    assert "v Castle Tue 6 Oct: neither side came. No points." in seen
    assert "at Duke of York Tue 22 Sep: void. It is void." in seen
    assert "0–9" not in seen
    notes = words(client.get(TABLE))
    assert "w Anchor v Bell : walkover to Bell, who are awarded 9 games. No side" in notes
    assert "n Anchor v Castle : neither side came; no points to either. Snow" in notes
    assert "v Duke of York v Anchor : void; it counts for nothing. Pack" in notes
    assert client.get(f"{TABLE}nobody/").status_code == 404


def test_a_level_team_reads_each_step(client: Client, town: Town, now: dt.datetime) -> None:
    for home, away in (("Anchor", "Bell"), ("Castle", "Duke of York")):
        submit.submit(town.fixture(home, away), result_sheet(town, home, away), by=town.secretary, now=now)
    seen = words(client.get(f"{TABLE}castle/"))
    assert "Joint 1st with 6 points." in seen
    assert "Games difference" in seen
    assert "Anchor +3 Castle +3 Leaves them level." in seen
    assert "Has no effect: it does not count until they have met." in seen


def test_the_notes_tell_of_short_sides_deadlines_and_teams_that_left(
    client: Client, town: Town, now: dt.datetime
) -> None:
    sheet = result_sheet(town, "Anchor", "Bell")
    last = replace(sheet.matches[2], away_players=(None,), games=(GameScore(awarded="home"),) * 3)
    short = ResultSheet((*sheet.matches[:2], last))
    submit.submit(town.fixture("Anchor", "Bell"), short, by=town.secretary, now=now)
    silent = submit.submit(
        town.fixture("Anchor", "Castle"), result_sheet(town, "Anchor", "Castle"), by=town.captains["Anchor"], now=now
    )
    Result.objects.filter(pk=silent.pk).update(state="confirmed", settlement="deadline", settled_at=now)
    withdraw_team(Entry.objects.get(team=town.teams["Duke of York"]), reason="No side", by=town.secretary, now=now)
    notes = words(client.get(TABLE))
    assert "a Anchor v Bell : 3 games awarded to Anchor." in notes
    assert "d Anchor v Castle : confirmed by the deadline, as the other side said nothing." in notes
    assert (
        "Duke of York withdrew on 3 November 2026: none of its results counts. "
        "The season’s rule then: all its results are void."
    ) in notes
    # What the season says from now on changes nothing of that.
    town.season.withdrawal_policy = "stand"
    town.season.save()
    assert "The season’s rule then: all its results are void." in words(client.get(TABLE))


def test_the_notes_are_in_the_language_of_the_reader(
    client: Client, town: Town, now: dt.datetime, pseudo: None
) -> None:
    decide.give_walkover(
        town.fixture("Anchor", "Bell"), to="home", version=0, sequence=0, reason="No side", by=town.secretary, now=now
    )
    withdraw_team(Entry.objects.get(team=town.teams["Duke of York"]), reason="No side", by=town.secretary, now=now)
    notes = words(client.get(TABLE))
    assert "ŵåłķøṽéř ŧø Anchor, ŵħø åřé åŵåřđéđ 9 ğåɱéš. No side" in notes
    assert "Duke of York ŵîŧħđřéŵ øñ 3 Ñøṽéɱƀéř 2026: ñøñé øƒ îŧš řéšüłŧš çøüñŧš." in notes
