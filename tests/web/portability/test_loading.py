"""Loading spreadsheets on the page: it names the season, and asks whom a row means where that is unclear."""

import datetime as dt
import re
from html import unescape

import pytest
import time_machine
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from league.enums import RoleKind
from league.models import JournalEntry, League, Player, Season, User
from tests import factories
from tests.pseudo import accented, pseudo
from tests.services.small_league import GOOD, HEAD, games, load

__all__ = ["pseudo"]

PAGE = "/leagues/here/secretary/import/"
ANN = "player,team,role,email\nAnn Lee,Castle,,\nNew Face,Duke,,\n"


@pytest.fixture
def office(db: None, now: dt.datetime) -> Client:
    """The secretary's browser, a year later. Last season Ann Lee played for Anchor."""
    league = League.objects.create(name="Here", slug="here")
    load(league, {**GOOD, "players.csv": "player,team,role,email\nAnn Lee,Anchor,,\n", "results.csv": HEAD}, now)
    secretary = factories.user("secretary@here.example")
    factories.role(secretary, league, RoleKind.SECRETARY)
    client = Client()
    client.force_login(secretary)
    return client


def next_season(players: str) -> list[SimpleUploadedFile]:
    files = {
        "season.csv": GOOD["season.csv"].replace("2026-27,2026-09-14", "2027-28,2027-09-13"),
        "teams.csv": GOOD["teams.csv"],
        "players.csv": players,
    }
    return [SimpleUploadedFile(name, text.encode(), "text/csv") for name, text in files.items()]


@pytest.mark.parametrize("path", [PAGE, "/leagues/here/secretary/make-season/"])
def test_a_name_that_is_known_is_asked_about_and_the_answer_is_kept_to(office: Client, path: str) -> None:
    ann = Player.objects.get()
    refused = office.post(path, {"do": "load", "files": next_season(ANN)})
    text = refused.content.decode()
    assert refused.status_code == 422
    assert "Who is meant?" in text
    assert "Ann Lee: Anchor 2026-27" in text
    assert 'name="team-0" value="Castle"' in text
    answer = {"team-0": "Castle", "name-0": "Ann Lee", "person-0": str(ann.pk)}
    loaded = office.post(path, {"do": "load", "files": next_season(ANN), **answer})
    assert loaded.status_code == 302
    assert list(Player.objects.order_by("pk").values_list("name", flat=True)) == ["Ann Lee", "New Face"]


def test_an_answer_is_not_asked_for_twice_while_something_else_is_wrong(office: Client) -> None:
    answer = {"team-0": "Castle", "name-0": "Ann Lee", "person-0": "new"}
    files = next_season(ANN.replace("Duke", "Duk"))
    text = office.post(PAGE, {"do": "load", "files": files, **answer}).content.decode()
    assert "no such team" in text
    assert "Who is meant?" not in text
    assert '<input type="hidden" name="person-a0" value="new">' in text


def test_an_answer_is_not_asked_for_twice_after_checking(office: Client) -> None:
    """The form on the page of a successful check is enough to load the files."""
    answer = {"team-0": "Castle", "name-0": "Ann Lee", "person-0": "new"}
    checked = office.post(PAGE, {"do": "check", "files": next_season(ANN), **answer}).content.decode()
    assert "Nothing is wrong with these files" in checked
    hidden = re.findall(r'<input type="hidden" name="((?:team|name|person)-\w+)" value="([^"]*)">', checked)
    loaded = office.post(PAGE, {"do": "load", "files": next_season(ANN), **dict(hidden)})
    assert loaded.status_code == 302
    assert Player.objects.filter(name="Ann Lee").count() == 2


def test_a_shared_address_is_asked_about_and_offers_nobody_new(office: Client) -> None:
    """An address belongs to one player: whoever is new would be refused in the next step."""
    Player.objects.filter(name="Ann Lee").update(email="lee@here.example")
    players = "player,team,role,email\nTed Lee,Castle,,lee@here.example\nNew Face,Duke,,\n"
    text = office.post(PAGE, {"do": "load", "files": next_season(players)}).content.decode()
    assert len(re.findall(r'name="person-0"', text)) == 1
    assert "take the address out of the file" in text


@pytest.mark.parametrize("said", ["", "x", "-1", "²", "9" * 5000, "1 OR 1"])
def test_an_answer_that_is_none_is_asked_again(office: Client, said: str) -> None:
    answer = {"team-0": "Castle", "name-0": "Ann Lee", "person-0": said}
    refused = office.post(PAGE, {"do": "load", "files": next_season(ANN), **answer})
    assert refused.status_code == 422
    assert "Who is meant?" in refused.content.decode()


def test_the_page_offers_the_seasons_and_says_into_which_it_loaded(office: Client) -> None:
    league = League.objects.get()
    Season.objects.create(league=league, name="2027-28", slug="2027-28", first_week=dt.date(2027, 9, 13))
    assert '<option value="2027-28">2027-28 (draft)</option>' in office.get(PAGE).content.decode()
    names = "player,team,role,email\n" + "".join(f"{t} {n},{t},,\n" for t in ("Bell", "Castle") for n in (1, 2, 3))
    with time_machine.travel(dt.datetime(2026, 9, 23, tzinfo=dt.UTC), tick=False):
        # Another day, another sign-in.
        office.logout()
        office.force_login(User.objects.get(email="secretary@here.example"))
        players = SimpleUploadedFile("players.csv", names.encode())
        unclear = office.post(PAGE, {"do": "load", "files": [players]})
        assert "it is not clear which season this is for" in unclear.content.decode()
        players = SimpleUploadedFile("players.csv", names.encode())
        office.post(PAGE, {"do": "load", "files": [players], "season": "2026-27"})
        results = SimpleUploadedFile("results.csv", (HEAD + games("Bell", "Castle", "2026-09-22")).encode())
        loaded = office.post(PAGE, {"do": "load", "files": [results]}, follow=True)
    assert "Loaded into 2026-27: 1 rows are new" in loaded.content.decode()


def test_a_season_of_no_such_name_is_refused(office: Client) -> None:
    answer = office.post(PAGE, {"do": "load", "files": next_season(ANN), "season": "\x00nowhere"})
    assert answer.status_code == 422
    assert "There is no season" in answer.content.decode()


def test_problems_and_counts_are_told_in_the_readers_language(office: Client, pseudo: None) -> None:
    players = ANN.replace("Ann Lee", "Ann Law")
    wrong = office.post(PAGE, {"do": "load", "files": next_season(players.replace("Duke", "Duk"))})
    assert f'"Duk": {accented("no such team; did you mean")} "Duke"?' in unescape(wrong.content.decode())
    checked = office.post(PAGE, {"do": "check", "files": next_season(players)})
    assert f"<dt>{accented('new registrations')}</dt>" in checked.content.decode()
    office.post(PAGE, {"do": "load", "files": next_season(players)})
    said = JournalEntry.objects.order_by("-number")[0].what
    assert said.startswith("loaded 2027-28: new 1 seasons, 1 divisions")


def test_what_is_said_of_a_whole_file_names_no_column(office: Client) -> None:
    players = SimpleUploadedFile("players.csv", f"{GOOD['players.csv']}Total,,,\n".encode())
    page = office.post(PAGE, {"do": "check", "files": [players]}).content.decode()
    assert "<b>players.csv:1</b>: not read: 1 total" in page
