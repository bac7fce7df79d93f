"""A season typed on the page in place of a sheet for it: where spreadsheets are loaded, and where a draft is made."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from league.models import Division, League, Season
from tests.services.small_league import GOOD
from tests.services.workbooks import typed, xlsx
from tests.web.portability.test_workbooks import form_of, secretary_of

IMPORT, MAKE = "/leagues/here/secretary/import/", "/leagues/here/secretary/make-season/"
SEASON = {
    "typed-name": "2026-27",
    "typed-first_week": "2026-09-14",
    "typed-rounds": "1",
    "typed-blank_week": "penultimate of each round",
    "typed-no_play": "",
    "typed-format": "D S",
    "typed-points": "1",
}
TYPED = {name: text for name, text in GOOD.items() if name != "season.csv"}


@pytest.fixture
def office(db: None) -> Client:
    return secretary_of(League.objects.create(name="Here", slug="here"))


def book(*names: str) -> SimpleUploadedFile:
    return SimpleUploadedFile("Season.xlsx", xlsx(typed({name: GOOD[name] for name in names})))


def test_files_without_a_season_are_loaded_into_the_one_that_was_typed(office: Client) -> None:
    sent: dict[str, Any] = {"do": "load", "files": book(*TYPED), **SEASON}
    answer = office.post(IMPORT, sent, follow=True)
    assert "Loaded into 2026-27" in answer.content.decode()
    division = Division.objects.get()
    assert (division.season.name, division.fixture_format, str(division.season.first_week)) == (
        "2026-27",
        "D S",
        "2026-09-14",
    )


def test_one_and_a_half_rounds_on_one_evening_are_typed_too(office: Client) -> None:
    sent = {**SEASON, "typed-rounds": "1.5", "typed-evening": "Tuesdays"}
    files = book("venues.csv", "teams.csv", "players.csv")
    assert office.post(IMPORT, {"do": "load", "files": files, **sent}, follow=True).status_code == 200
    season = Season.objects.get()
    assert (season.last_round, season.evening, season.rounds.count()) == ("half", "tuesday", 2)
    wrong = office.post(
        IMPORT, {"do": "load", "files": book("venues.csv", "teams.csv"), **sent, "typed-evening": "Xday"}
    )
    assert 'id="id_typed-evening_error"' in wrong.content.decode()


def test_evenings_of_divisions_are_typed_too(office: Client) -> None:
    sent = {**SEASON, "typed-evenings": "One = Tuesday"}
    files = book("venues.csv", "teams.csv", "players.csv")
    wrong = office.post(IMPORT, {"do": "load", "files": files, **sent, "typed-evenings": "Xday"})
    assert 'id="id_typed-evenings_error"' in wrong.content.decode()
    files.seek(0)
    loaded = office.post(IMPORT, {"do": "load", "files": files, **sent}, follow=True)
    assert loaded.status_code == 200, loaded.content.decode()
    division = Division.objects.get()
    assert (division.own_evening, division.own_start) == ("tuesday", None)


def test_what_is_typed_wrongly_is_told_at_its_field_and_kept(office: Client) -> None:
    wrong = {**SEASON, "typed-rounds": "many", "typed-format": "Q", "typed-first_week": "soon"}
    answer = office.post(IMPORT, {"do": "load", "files": book("venues.csv", "teams.csv"), **wrong})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert 'value="many"' in page
    assert "<details open>" in page
    for field in ("rounds", "format", "first_week"):
        assert f'id="id_typed-{field}_error"' in page, field
    assert not Season.objects.exists()


def test_a_season_is_not_both_typed_and_in_the_files(office: Client) -> None:
    answer = office.post(IMPORT, {"do": "check", "files": book("season.csv", "venues.csv", "teams.csv"), **SEASON})
    assert answer.status_code == 422
    assert "says what you typed too: leave this sheet out, or clear what you typed" in answer.content.decode()


def test_what_is_too_long_to_be_a_name_is_told_and_nothing_loaded(office: Client) -> None:
    answer = office.post(IMPORT, {"do": "load", "files": book(*TYPED), **SEASON, "typed-name": "x" * 500})
    assert answer.status_code == 422
    assert 'id="id_typed-name_error"' in answer.content.decode()
    assert not Season.objects.exists()


def test_a_draft_is_looked_at_corrected_and_made_without_sending_its_files_again(office: Client) -> None:
    sheets = typed({name: GOOD[name] for name in ("venues.csv", "teams.csv")})
    sheets["Teams"][2][0] = "Who plays"
    sent: dict[str, Any] = {"do": "look", "files": SimpleUploadedFile("Book.xlsx", xlsx(sheets)), **SEASON}
    shown = office.post(MAKE, sent).content.decode()
    assert "Not found: team" in shown
    fields = form_of(shown)
    column = next(name for name, value in fields.items() if name.startswith("column-") and value == "")
    answer = office.post(MAKE, {**fields, **SEASON, column: "team", "do": "make"}, follow=True)
    assert "2026-27 is a draft now" in answer.content.decode()
    assert Season.objects.get().published_at is None


def test_a_file_of_results_has_no_place_in_a_draft_and_is_left_out_on_the_page(office: Client) -> None:
    whole = {"files": book(*TYPED), **SEASON}
    refused = office.post(MAKE, {"do": "make", **whole})
    assert refused.status_code == 422
    fields = form_of(refused.content.decode())
    left_out = {
        name: "leave out"
        for name, value in fields.items()
        if name.startswith("sheet-") and value in ("fixtures.csv", "results.csv")
    }
    assert len(left_out) == 2
    assert office.post(MAKE, {**fields, **left_out, **SEASON, "do": "make"}).status_code == 302
    assert Division.objects.get().entries.count() == 4


def test_the_page_opens_with_the_season_that_a_link_names(office: Client) -> None:
    league = League.objects.get()
    for name in ("2025-26", "2026-27"):
        Season.objects.create(league=league, name=name, slug=name, first_week="2026-09-14")
    page = office.get(f"{IMPORT}?season=2025-26").content.decode()
    assert '<option value="2025-26" selected>' in page


def test_a_draft_that_is_set_up_step_by_step_takes_its_teams_from_a_workbook(office: Client) -> None:
    office.post("/leagues/here/secretary/start-season/", {"name": "2026-27", "start": "town"})
    season = Season.objects.get()
    link = f"{IMPORT}?season={season.slug}"
    assert link in office.get(f"/leagues/here/secretary/seasons/{season.slug}/setup/teams/").content.decode()
    sheets = typed({name: GOOD[name] for name in ("venues.csv", "teams.csv")})
    division = Division.objects.get().name
    for row in sheets["Teams"][3:]:
        row[1] = division
    book = SimpleUploadedFile("Book.xlsx", xlsx(sheets))
    answer = office.post(link, {"do": "load", "files": book, "season": season.slug}, follow=True)
    assert "Loaded into 2026-27" in answer.content.decode()
    teams = office.get(f"/leagues/here/secretary/seasons/{season.slug}/setup/teams/").content.decode()
    assert "Anchor" in teams
    assert "Old Mill" in teams
