"""The pages of winners through the years, and the titles and seasons on the pages of teams and players."""

import datetime as dt
from typing import Any

import pytest
from django.test import Client

from league.models import Player, Team, Winner
from league.services.honours.winners import record_winner
from league.services.results import submit
from tests.factories import Town, full_division, result_sheet
from tests.web.pages import signed_in, words

pytestmark = pytest.mark.usefixtures("today")
WINNERS = "/leagues/town/winners/"
NEW = "/leagues/town/secretary/winners/new/"
FINAL = {"competition": "Pairs Cup", "year": "1987–88", "winner": "Anchor 1 & Anchor 2", "runner_up": "Bell"}


@pytest.fixture
def cups(town: Town, now: dt.datetime) -> list[Winner]:
    return [
        record_winner(town.league, competition="Pairs Cup", year=str(year), name=name, by=town.secretary, now=now)
        for year, name in zip(range(1980, 1987), ("Anchor", "Bell", "Anchor 1", "Nobody", "Fox", "Bell", "Anchor"),
                              strict=True)
    ]  # fmt: skip


def test_without_any_it_says_so(town: Town) -> None:
    assert "No winners yet" in words(Client().get(WINNERS))
    assert Client().get(f"{WINNERS}pairs-cup/").status_code == 404


def test_the_latest_years_of_each_and_all_years_of_one(town: Town, cups: list[Winner]) -> None:
    answer = Client().get(WINNERS)
    assert "Year Winner Runner-up 1986 Anchor – 1985 Bell – 1984 Fox – 1983 Nobody – 1982 Anchor 1 –" in words(answer)
    assert "Pairs Cup: all 7 years" in words(answer)
    whole = Client().get(f"{WINNERS}pairs-cup/")
    assert "1981 Bell – 1980 Anchor –" in words(whole)
    html = whole.content.decode()
    for address in ("/leagues/town/teams/bell/", f"/leagues/town/players/{town.squads['Anchor'][0].pk}/"):
        assert f'href="{address}"' in html
    assert "Correct" not in words(whole)


def test_honours_and_archive_lead_there_and_no_page_of_the_desk(town: Town) -> None:
    for page in ("honours/", "archive/"):
        assert f'href="{WINNERS}"' in Client().get(f"/leagues/town/{page}").content.decode()
    assert WINNERS not in Client().get("/leagues/town/").content.decode()


def test_the_secretary_records_a_final(town: Town) -> None:
    browser = signed_in(town.secretary)
    assert f'href="{NEW}"' in browser.get(WINNERS).content.decode()
    answer = browser.post(NEW, FINAL, follow=True)
    assert answer.redirect_chain == [(f"{WINNERS}pairs-cup/", 302)]
    assert "Recorded: Pairs Cup, 1987–88." in words(answer)
    assert "1987–88 Anchor 1 & Anchor 2 Bell Winner , Runner-up" in words(answer)
    assert 'value="Pairs Cup"' in browser.get(f"{NEW}?competition=pairs-cup").content.decode()


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({}, "Name the competition."),
        ({"year": "88"}, "Write a year with four digits, like 1987 or 1987–88."),
        ({"winner": "x" * 121}, "Write 120 characters at most."),
        ({"winner": "A\0B"}, "Null characters are not allowed."),
        (FINAL | {"runner_up": "anchor 1 & anchor 2"}, "Name two different ones."),
    ],
)
def test_what_is_wrong_is_said_at_its_field_and_nothing_is_lost(town: Town, sent: dict[str, str], said: str) -> None:
    answer = signed_in(town.secretary).post(NEW, sent)
    assert (answer.status_code, Winner.objects.count()) == (422, 0)
    assert said in words(answer)


def test_a_winner_is_corrected_and_deleted_with_a_reason(town: Town, cups: list[Winner]) -> None:
    browser, page = signed_in(town.secretary), f"/leagues/town/secretary/winners/{cups[4].pk}/"
    assert page in browser.get(f"{WINNERS}pairs-cup/").content.decode()
    sent = {"competition": "Pairs Cup", "year": "1984", "place": "1", "name": "Castle"}
    assert browser.post(page, sent | {"place": "9"}).status_code == 422
    assert "1984 Castle –" in words(browser.post(page, sent, follow=True))
    refused = browser.post(page, {"do": "delete", "reason": " "})
    assert (refused.status_code, "the journal keeps it" in words(refused)) == (422, True)
    browser.post(page, {"do": "delete", "reason": "There was no cup that year"})
    assert not Winner.objects.filter(pk=cups[4].pk).exists()
    assert browser.get(page).status_code == 404


def test_others_are_refused(town: Town, cups: list[Winner]) -> None:
    captain = signed_in(town.captains["Bell"])
    for page in (NEW, "/leagues/town/secretary/winners/load/", f"/leagues/town/secretary/winners/{cups[0].pk}/"):
        assert captain.get(page).status_code == 403
        assert captain.post(page, FINAL).status_code == 403


def test_a_team_has_its_titles_and_seasons(town: Town, now: dt.datetime, cups: list[Winner]) -> None:
    division = full_division(town, 4)
    champion = Team.objects.get(name="Full 01")
    record_winner(town.league, competition="Premier", year="2026", name="Full 01", by=town.secretary, now=now)
    told = words(Client().get(f"/leagues/town/teams/{champion.slug}/"))
    assert "Seasons and titles Premier , 2026: Winner " in told
    assert "Full Premier 1st 54" in told
    running = words(Client().get("/leagues/town/teams/anchor/?season=2026-27"))
    assert "Pairs Cup , 1986: Winner Pairs Cup , 1980: Winner " in running
    assert "2026-27 Division 1 joint 1st so far 0" in running
    assert division.season.name == "Full"


def test_a_player_has_titles_and_where_their_teams_finished(town: Town, now: dt.datetime, cups: list[Winner]) -> None:
    submit.submit(town.fixture("Anchor", "Bell"), result_sheet(town, "Anchor", "Bell"), by=town.secretary, now=now)
    player = town.squads["Anchor"][0]
    told = words(Client().get(f"/leagues/town/players/{player.pk}/"))
    assert "Career Pairs Cup , 1982: Winner " in told
    assert "2026-27 Anchor Division 1 1st so far 1 2 1" in told
    Player.objects.filter(pk=player.pk).update(hide_averages=True)
    assert "Pairs Cup , 1982" in words(Client().get(f"/leagues/town/players/{player.pk}/"))


@pytest.mark.parametrize("years", [1, 3])
def test_pages_ask_a_fixed_number_of_queries(
    town: Town, now: dt.datetime, years: int, django_assert_num_queries: Any
) -> None:
    for n in range(years):
        for name, place in (("Anchor", 1), ("Bell 1 & Bell 2", 2)):
            record_winner(
                town.league, competition=f"Cup {n}", year=f"{1990 + n}", name=name, place=place,
                by=town.secretary, now=now,
            )  # fmt: skip
    for page, queries in ((WINNERS, 6), (f"{WINNERS}cup-0/", 6)):
        Client().get(page)
        with django_assert_num_queries(queries):
            Client().get(page)
