"""The secretary's pages at the end of a season: closing it, reopening it, the next season and its entries."""

import datetime as dt
import re
from collections.abc import Iterator
from decimal import Decimal
from html import unescape

import pytest
import time_machine
from django.http import HttpResponse
from django.test import Client

from league.models import Charge, Division, Season
from league.services.money import NewCharge, charge
from league.services.people.entering import token_for
from tests import factories
from tests.factories import Town
from tests.services.cups import worlds as cups
from tests.services.seasons.test_closing import play, play_all
from tests.web.pages import signed_in, words

NOW = dt.datetime(2026, 12, 1, 12, tzinfo=dt.UTC)
OWN = "/leagues/town/secretary/seasons"
END = f"{OWN}/2026-27/end/"


@pytest.fixture(autouse=True)
def _december() -> Iterator[None]:
    with time_machine.travel(NOW, tick=False):
        yield


@pytest.fixture
def second(town: Town) -> Division:
    """Division 2 with Eagle and Fox, of which one goes up."""
    first = town.division
    made = Division.objects.create(
        season=town.season, name="Division 2", slug="division-2", fixture_format=factories.FORMAT, order=2,
        promoted_teams=1,
    )  # fmt: skip
    Division.objects.filter(pk=first.pk).update(relegated_teams=1)
    town.division = made
    factories.teams(town, ("Eagle", "Fox"), 2)
    play(factories.fixture(town, town.weeks[0], "Eagle", "Fox"))
    town.division = first
    return made


def read_moves(answer: HttpResponse) -> dict[str, str]:
    """What stands in each select of the moves."""
    html = answer.content.decode()
    selects = re.findall(r'<select id="(team-[0-9]+)".*?</select>', html, flags=re.DOTALL)
    found = re.findall(r'<select id="team-[0-9]+".*?<option value="([^"]*)" selected', html, flags=re.DOTALL)
    return dict(zip(selects, found, strict=True))


def read_input(answer: HttpResponse, name: str) -> str:
    found = re.search(rf'<input[^>]* name="{name}"[^>]*value="([^"]*)"', answer.content.decode())
    return unescape(found.group(1)) if found else ""


def read_error(answer: HttpResponse, field: str) -> str:
    found = re.search(rf'id="{field}-error">(.*?)</', answer.content.decode())
    return unescape(found.group(1)) if found else ""


def fill_form(office: Client) -> dict[str, str]:
    """The form as it stands on the page, every select as it is filled in."""
    shown = office.get(END)
    return {"seen": read_input(shown, "seen"), **read_moves(shown)}


def test_home_shows_who_has_won_a_cup(town: Town, second: Division, office: Client, client: Client) -> None:
    play_all(town)
    teams = [town.teams["Castle"], town.teams["Bell"]]
    (final,) = cups.drawn(cups.cup(town, now=NOW, teams=teams), town, now=NOW)
    cups.play(final, final.top, town, now=NOW)
    assert f"Town Cup 2026-27, teams, won by {final.top}" in words(client.get("/leagues/town/cups/"))
    with time_machine.travel(NOW + dt.timedelta(days=30), tick=False):
        office.post(END, fill_form(office))
        assert f"Division 2 Eagle Town Cup {final.top}" in words(client.get("/leagues/town/"))


def test_a_season_is_closed_and_the_next_begun_in_a_few_requests(
    town: Town, second: Division, office: Client, client: Client
) -> None:
    play_all(town)
    new = NewCharge("fee", Decimal(20), "Entry 2026-27", NOW.date())
    charge(town.season, list(town.teams.values()), [], new, by=town.secretary, now=NOW)
    assert "End of 2026-27" in words(office.get("/leagues/town/secretary/"))
    assert "Anchor lead on" in words(client.get("/leagues/town/"))
    closed = office.post(END, fill_form(office), follow=True)
    assert "2026-27 is closed. Its tables stay as they are." in words(closed)
    assert "Duke of York Relegated: Division 2" in words(closed)
    home = words(client.get("/leagues/town/"))
    assert "Champions 2026-27 Division 1 Anchor Division 2 Eagle" in home
    assert "lead on" not in home
    sent = {"name": "2027–28", "first_day": "2027-09-14", "ask": "on"}
    begun = office.post(f"{OWN}/2026-27/next/", sent, follow=True)
    assert "2027–28 is a draft: every part of it can be changed." in words(begun)
    assert "0 of 6 teams have confirmed." in words(begun)
    made = Season.objects.get(name="2027–28")
    assert made.entries.get(team__name="Eagle").division.name == "Division 1"
    entries = f"{OWN}/{made.slug}/entries/"
    bell = made.entries.get(team__name="Bell")
    link = f"/leagues/town/enter/{token_for(bell, town.captains['Bell'])}/"
    assert f'href="{link}"' in signed_in(town.captains["Bell"]).get("/leagues/town/my/").content.decode()
    assert "Bell is in. Thank you." in words(client.post(link, {"answer": "yes"}, follow=True))
    fox = made.entries.get(team__name="Fox")
    assert "Fox does not enter." in words(office.post(entries, {"entry": fox.pk, "do": "no"}, follow=True))
    assert "Fox is taken out." in words(office.post(entries, {"entry": fox.pk, "do": "take-out"}, follow=True))
    shown = office.get(entries)
    assert "1 of 5 teams have confirmed." in words(shown)
    assert (read_input(shown, "amount"), read_input(shown, "fee_reason")) == ("20.00", "Entry 2027–28")
    fee = {"do": "charge", "amount": "20.00", "fee_reason": "Entry 2027–28"}
    assert "1 team is charged." in words(office.post(entries, fee, follow=True))
    assert Charge.objects.get(season=made).team == bell.team


def test_all_that_is_wrong_stands_at_its_field_and_nothing_is_lost(
    town: Town, second: Division, office: Client
) -> None:
    sent = fill_form(office)
    names = {team.name: f"team-{team.pk}" for team in town.teams.values()}
    sent |= {names["Bell"]: "9" * 15, names["Castle"]: "", names["Anchor"]: "leaves", "reason": "\0"}
    refused = office.post(END, sent)
    assert refused.status_code == 422
    assert read_error(refused, names["Bell"]) == "Bell can only go to a division of this season."
    assert read_error(refused, names["Castle"]) == ("Say where Castle plays next, or that it leaves.")
    assert "although something is still open" in read_error(refused, "reason")
    assert read_moves(office.post(END, sent | {names["Bell"]: str(second.pk)}))[names["Anchor"]] == "leaves"
    for strange in ({}, {"seen": "x"}, {names["Bell"]: "x" * 3000}):
        assert office.post(END, strange).status_code in (409, 422)


def test_numbers_and_leavers_are_proposed_anew(town: Town, second: Division, office: Client) -> None:
    play_all(town)
    first, castle = town.division.pk, town.teams["Castle"].pk
    asked = {"most": "", f"down-{first}": "2", f"up-{second.pk}": "1", "leaving": castle}
    assert read_moves(office.get(END, asked))[f"team-{castle}"] == "leaves"
    wrong = office.get(END, {"most": "x", f"up-{first}": "1", f"down-{second.pk}": "2", f"up-{second.pk}": "many"})
    assert wrong.status_code == 422
    assert read_error(wrong, "most") == "Write a number, such as 2."
    top = office.get(END, {"most": "", f"up-{first}": "1", f"down-{second.pk}": "1"})
    assert read_error(top, f"up-{first}") == ("Division 1 is the top division: nobody is promoted from it.")
    assert read_error(top, f"down-{second.pk}") == ("Division 2 is the lowest division: nobody is relegated from it.")


def test_a_season_is_reopened_with_a_reason(town: Town, office: Client) -> None:
    play_all(town)
    office.post(END, fill_form(office))
    refused = office.post(END, {"reason": ""})
    assert (refused.status_code, "Say why the season is reopened." in words(refused)) == (422, True)
    assert "2026-27 is open again." in words(office.post(END, {"reason": "A card was wrong."}, follow=True))
    # The next season begins only from one that is closed.
    assert office.get(f"{OWN}/2026-27/next/").headers["Location"] == END


def test_the_next_season_s_name_and_first_week_are_filled_in(town: Town, office: Client) -> None:
    office.post(END, fill_form(office) | {"reason": "x"})
    shown = office.get(f"{OWN}/2026-27/next/")
    assert (read_input(shown, "name"), read_input(shown, "first_day")) == ("2027–28", "2027-09-13")
    wrong = office.post(f"{OWN}/2026-27/next/", {"name": " ", "first_day": "soon"})
    assert wrong.status_code == 422
    assert "Write the season’s name" in words(wrong)
    assert "Write a day like 2026-09-15." in words(wrong)
    assert not Season.objects.filter(published_at=None).exists()


def test_an_answer_about_another_season_s_team_is_refused(town: Town, office: Client) -> None:
    entry = town.season.entries.get(team__name="Bell")
    office.post(END, fill_form(office) | {"reason": "x"})
    office.post(f"{OWN}/2026-27/next/", {"name": "Next", "first_day": "2027-09-14"})
    for strange in ({"entry": entry.pk, "do": "yes"}, {"entry": "x", "do": "no"}, {"do": "take-out"}):
        refused = office.post(f"{OWN}/next/entries/", strange)
        assert (refused.status_code, "Choose a team of this season." in words(refused)) == (422, True)
    refused = office.post(f"{OWN}/next/entries/", {"do": "charge", "amount": "much"})
    assert (refused.status_code, "Write the amount in digits" in words(refused)) == (422, True)
