"""The page on which past winners are loaded from a sheet: previewed, then loaded, whole or not at all."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from league.models import Winner
from tests.factories import Town
from tests.web.pages import signed_in, words

pytestmark = pytest.mark.usefixtures("today")
LOAD = "/leagues/town/secretary/winners/load/"
SHEET = "year,competition,winner,runner-up,note\n1987,Pairs Cup,Anchor 1 & Fox,Bell,9–8\n"


def sheet(text: str = SHEET, name: str = "winners.csv") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, text.encode(), "text/csv")


def test_a_sheet_is_previewed_and_then_loaded_without_choosing_it_again(town: Town) -> None:
    browser = signed_in(town.secretary)
    assert "year, competition, winner, runner-up, third, note" in words(browser.get(LOAD))
    answer = browser.post(LOAD, {"do": "check", "files": sheet()})
    assert "2 winners are new; nothing has been loaded yet" in words(answer)
    assert "1987 Pairs Cup Winner Anchor 1 & Fox Anchor 1" in words(answer)
    assert "1987 Pairs Cup Runner-up Bell a team of the league" in words(answer)
    assert Winner.objects.count() == 0
    loaded = browser.post(LOAD, {"do": "load", "kept": answer.context["kept"]}, follow=True)
    assert "2 winners are new." in words(loaded)
    assert "1987 Anchor 1 & Fox 9–8 Bell" in words(loaded)
    again = browser.post(LOAD, {"do": "check", "files": sheet()})
    assert "Everything in this sheet is on record already" in words(again)


def test_every_problem_is_listed_under_its_file(town: Town) -> None:
    browser = signed_in(town.secretary)
    answer = browser.post(LOAD, {"do": "load", "files": sheet("year,competition,winner\nlast,Cup,Bell\n1990,Cup,\n")})
    assert (answer.status_code, Winner.objects.count()) == (422, 0)
    told = words(answer)
    assert "2 problems found; nothing was loaded winners.csv" in told
    assert 'winners.csv:2, year : "last": Write a year with four digits, like 1987 or 1987–88.' in told
    assert "winners.csv:3, winner : Name the team or the players." in told


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({}, "Choose at least one file."),
        ({"kept": "x" * 300}, "Your files are kept for an hour only: choose them again."),
        ({"files": sheet(name="photo.png")}, "photo.png is not a spreadsheet"),
        ({"files": sheet("\x00\x01binary")}, "this is not a CSV file"),
        ({"files": sheet("")}, "there is nothing in it to load"),
    ],
)
def test_what_is_no_sheet_is_refused(town: Town, sent: dict[str, object], said: str) -> None:
    answer = signed_in(town.secretary).post(LOAD, {"do": "check", **sent})
    assert (answer.status_code, said in words(answer)) == (422, True)
