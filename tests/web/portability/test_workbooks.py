"""Loading a workbook on the page: how it is read is shown first, may be corrected, and need not be sent again."""

import datetime as dt
import io
import re
from html import unescape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from openpyxl import load_workbook

from league.enums import RoleKind
from league.models import League, Player, Season
from tests import factories
from tests.services.small_league import GOOD, load
from tests.services.workbooks import typed, xlsx

PAGE = "/leagues/here/secretary/import/"
NOW = dt.datetime(2026, 11, 3, 12, tzinfo=dt.UTC)
PLAYERS = "Who,team,role,email\nAnn Lee,Castle,,\nBen Hay,Duke,,\n"


@pytest.fixture
def office(db: None) -> Client:
    league = League.objects.create(name="Here", slug="here")
    return secretary_of(league)


def secretary_of(league: League) -> Client:
    person = factories.user(f"secretary@{league.slug}.example")
    factories.role(person, league, RoleKind.SECRETARY)
    client = Client()
    client.force_login(person)
    return client


def upload(name: str, data: bytes) -> SimpleUploadedFile:
    return SimpleUploadedFile(name, data)


def form_of(page: str) -> dict[str, str]:
    """Return what the page's form would send, its selects as they are chosen."""
    fields = dict(
        re.findall(r'<input type="hidden" name="((?:kept|place|was|team|name|person)[\w-]*)" value="([^"]*)">', page)
    )
    for name, options in re.findall(r'<select [^>]*name="([\w-]+)"[^>]*>(.*?)</select>', page, re.S):
        chosen = re.search(r'<option(?: value="([^"]*)")? selected>([^<]*)', options)
        fields[name] = (chosen[1] if chosen[1] is not None else chosen[2]) if chosen else ""
    return {name: unescape(value) for name, value in fields.items()}


def page_of(client: Client, **sent: Any) -> str:
    return client.post(PAGE, sent).content.decode()


def test_a_workbook_is_shown_as_it_is_read_and_loaded_without_sending_it_again(office: Client) -> None:
    shown = page_of(office, do="look", files=upload("Season.xlsx", xlsx(typed(GOOD))))
    assert "How your files are read" in shown
    assert "Tuesday 15 September 2026" in shown
    assert not Season.objects.exists()
    checked = office.post(PAGE, {"do": "check", **form_of(shown)}).content.decode()
    assert "Nothing is wrong with these files" in checked
    assert not Season.objects.exists()
    loaded = office.post(PAGE, {"do": "load", **form_of(checked)})
    assert loaded.status_code in (200, 302)
    assert Season.objects.get().entries.count() == 4


def test_a_column_that_was_not_understood_is_corrected_on_the_page(office: Client) -> None:
    load(
        League.objects.get(),
        {**GOOD, "players.csv": "player,team,role,email\n", "results.csv": GOOD["results.csv"].splitlines()[0]},
        NOW,
    )
    refused = page_of(office, do="load", files=upload("players.csv", PLAYERS.encode()))
    assert "no column" in refused
    form = form_of(refused)
    assert form["column-0-0"] == ""
    loaded = office.post(PAGE, {"do": "load", **form, "column-0-0": "player"})
    assert loaded.status_code in (200, 302)
    assert set(Player.objects.values_list("name", flat=True)) == {"Ann Lee", "Ben Hay"}


def test_an_unknown_sheet_is_left_out_on_the_page(office: Client) -> None:
    book = xlsx({**typed(GOOD), "Prize night": [["Raffle", 20]]})
    refused = page_of(office, do="load", files=upload("Season.xlsx", book))
    assert "is none of venues, season" in refused
    form = form_of(refused)
    number = next(name.partition("-")[2] for name, value in form.items() if value == "Season.xlsx, Prize night")
    office.post(PAGE, {"do": "load", **form, f"sheet-{number}": "leave out"})
    assert Season.objects.exists()


def test_a_sheet_given_another_subject_is_read_anew(office: Client) -> None:
    shown = page_of(office, do="look", files=upload("Where.csv", b"place,where\nThe Inn,1 High St\n"))
    form = form_of(shown)
    assert form["sheet-0"] == ""
    again = page_of(office, do="look", **{**form, "sheet-0": "venues.csv"})
    assert "Not found: venue, address, fixtures at once" in again
    assert form_of(again)["was-0"] == "venues.csv"


def test_a_date_that_could_be_read_either_way_is_told(office: Client) -> None:
    text = GOOD["fixtures.csv"].replace("2026-10-06", "06/10/26")
    shown = page_of(office, do="look", files=upload("fixtures.csv", text.encode()))
    assert "Dates like 06/10/26 are read with the day first." in shown
    assert "Tuesday 6 October 2026" in shown


def test_files_are_kept_for_their_sender_their_league_and_an_hour(office: Client) -> None:
    form = form_of(page_of(office, do="look", files=upload("players.csv", PLAYERS.encode())))
    other = secretary_of(League.objects.create(name="Elsewhere", slug="elsewhere"))
    elsewhere = other.post(PAGE.replace("here", "elsewhere"), {"do": "look", **form})
    assert elsewhere.status_code == 422
    assert "choose them again" in elsewhere.content.decode()
    assert "Ann Lee" not in elsewhere.content.decode()
    # A second upload takes the place of the first.
    page_of(office, do="look", files=upload("venues.csv", GOOD["venues.csv"].encode()))
    assert "choose them again" in page_of(office, do="look", **form)


@pytest.mark.parametrize("said", ["", "x", "../1", "é" * 10, "1" * 500, "\x00"])
def test_a_name_of_files_that_is_none_is_no_error(office: Client, said: str) -> None:
    assert office.post(PAGE, {"do": "load", "kept": said}).status_code == 422


def test_answers_about_columns_that_cannot_be_are_no_error(office: Client) -> None:
    strange = {"place-0": "players.csv", "sheet-0": "nowhere", "was-0": "nowhere", "column-0-9999999999": "x"}
    strange |= {"place-²": "x", "place-99999": "x", "column-0-77": "player", "column-0--1": "player"}
    shown = office.post(PAGE, {"do": "look", "files": upload("players.csv", PLAYERS.encode()), **strange})
    assert shown.status_code == 200


def test_what_is_no_spreadsheet_is_refused_by_its_name(office: Client) -> None:
    text = page_of(office, do="load", files=upload("photo.jpg", b"x"))
    assert "photo.jpg is not a spreadsheet: save it as .xlsx, .ods or CSV." in unescape(text)


@pytest.mark.parametrize("name", ["season.xlsx", "teams.csv", "venues.csv"])
def test_a_template_has_the_leagues_own_names_and_loads_as_it_is(office: Client, name: str) -> None:
    load(League.objects.get(), GOOD, NOW)
    answer = office.get(PAGE + name)
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{name}"'
    if name == "season.xlsx":
        book = load_workbook(io.BytesIO(answer.content))
        assert [cell.value for cell in book["Teams"]["A"]] == ["team", "Anchor", "Bell", "Castle", "Duke"]
        assert [cell.value for cell in book["Venues"]["A"]] == ["venue", "Old Mill", "The Inn"]
    checked = page_of(office, do="check", files=upload(name, answer.content))
    assert "Nothing is wrong with these files" in checked
    assert "new teams" not in checked


def test_a_template_of_no_such_name_is_not_there(office: Client) -> None:
    assert office.get(PAGE + "secrets.csv").status_code == 404
