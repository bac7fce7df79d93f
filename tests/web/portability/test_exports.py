"""What visitors and the secretary take away from the pages."""

import csv
import io
import json
import re
import zipfile
from datetime import date
from typing import Any

import pytest
from django.test import Client

from league.models import JournalEntry, League, Player, Result, Season, Team
from league.services.portability.imports import HEADINGS
from league.services.portability.league_import import check_file
from league.services.results import confirm, submit
from tests import factories
from tests.factories import PUBLISHED, Town, full_division, result_sheet

TABLES = "/leagues/town/tables/2026-27/"


def rows(client: Client, path: str) -> list[dict[str, str]]:
    answer = client.get(TABLES + path)
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/csv")
    assert answer["Content-Disposition"] == f'attachment; filename="{path.rpartition("/")[2]}"'
    return list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"), newline="")))


def data(client: Client, path: str) -> list[dict[str, object]]:
    answer = client.get(TABLES + path)
    assert answer["Content-Type"] == "application/json"
    found: list[dict[str, object]] = json.loads(answer.content)["rows"]
    return found


@pytest.fixture
def played(town: Town, now: object) -> Town:
    fixture = town.fixture("Anchor", "Bell")
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=PUBLISHED_LATER)
    confirm.confirm(fixture, 1, by=town.captains["Bell"], now=PUBLISHED_LATER)
    return town


PUBLISHED_LATER = PUBLISHED.replace(month=10)


def test_every_file_that_the_division_offers_can_be_taken(client: Client, played: Town) -> None:
    page = client.get("/leagues/town/tables/2026-27/division-1/").content.decode()
    offered = re.findall(r'href="([^"]*\.csv)"', page)
    assert len(offered) == 5
    for address in offered:
        assert client.get(address).headers["Content-Type"].startswith("text/csv"), address


def test_a_table_is_taken_away_as_a_spreadsheet_and_as_json(client: Client, played: Town) -> None:
    found = rows(client, "division-1/table.csv")
    assert [(row["position"], row["team"], row["points"], row["games difference"]) for row in found] == [
        ("1", "Anchor", "6", "3"),
        ("2", "Bell", "3", "-3"),
        ("3", "Castle", "0", "0"),
        ("3", "Duke of York", "0", "0"),
    ]
    assert [row["joint"] for row in found] == ["", "", "yes", "yes"]
    plain = data(client, "division-1/table.json")
    assert [row["team"] for row in plain] == [row["team"] for row in found]
    assert (plain[0]["points"], plain[0]["played"]) == (6, 1)


def test_points_taken_say_why(client: Client, played: Town) -> None:
    entry = played.season.entries.get(team=played.teams["Anchor"])
    entry.adjustments.create(points="-2", reason="A late card", date=date(2026, 10, 1), made_at=PUBLISHED_LATER)
    [row] = [row for row in rows(client, "division-1/table.csv") if row["team"] == "Anchor"]
    assert (row["points"], row["adjustment"], row["adjusted because"]) == (
        "4",
        "-2",
        "'-2.00 on 2026-10-01: A late card",
    )


def test_what_was_not_played_is_told_and_has_no_score(client: Client, town: Town) -> None:
    kinds = {("Anchor", "Bell"): "walkover", ("Castle", "Duke of York"): "nobody", ("Bell", "Castle"): "void"}
    for (home, away), kind in kinds.items():
        won = 9 if kind == "walkover" else 0
        Result.objects.create(
            fixture=town.fixture(home, away), format=factories.format_of(town.division), version=1, kind=kind,
            state="confirmed",
            settlement="secretary", note="So.",
            submitted_at=PUBLISHED_LATER, settled_at=PUBLISHED_LATER, home_games=won, away_games=0, home_awarded=won,
        )  # fmt: skip
    found = rows(client, "results.csv")
    assert [(row["home"], row["score"], row["note"], row["remark"]) for row in found] == [
        ("Anchor", "", "walkover home", "So."),
        ("Castle", "", "nobody came", "So."),
        ("Bell", "", "void", "So."),
    ]


def test_shortened_names_are_short_for_everybody_but_those_who_may(client: Client, town: Town) -> None:
    town.league.shorten_names = True
    town.league.save()
    Player.objects.filter(name="Bell 2").update(name="Olive Bailey")
    assert {"player": "Olive B.", "team": "Bell"} in rows(client, "players.csv")
    client.force_login(town.captains["Castle"])
    assert {"player": "Olive Bailey", "team": "Bell"} in rows(client, "players.csv")


@pytest.mark.usefixtures("today")
def test_a_file_is_made_once_for_readers_who_see_the_same_names(
    settings: Any, played: Town, now: object, django_assert_max_num_queries: Any
) -> None:
    settings.KEPT_PAGES = 1_000_000
    played.league.shorten_names = True
    played.league.save()
    own = played.squads["Bell"][1]
    own.name, own.user = "Olive Bailey", factories.user("olive@town.example")
    own.save()
    Player.objects.filter(name="Anchor 2").update(name="Una Hobday")
    readers = {who: Client() for who in ("stranger", "visitor", "player", "captain", "secretary")}
    readers["visitor"].force_login(factories.user("visitor@town.example"))
    readers["player"].force_login(own.user)
    readers["captain"].force_login(played.captains["Castle"])
    readers["secretary"].force_login(played.secretary)
    for path in ("results.csv", "results.json", "players.csv", "division-1/results.csv", "division-1/results.json"):
        found = {who: reader.get(TABLES + path).content.decode("utf-8-sig") for who, reader in readers.items()}
        assert found["stranger"] == found["visitor"]
        assert found["captain"] == found["secretary"]
        names = {who: [name in text for name in ("Olive Bailey", "Una Hobday")] for who, text in found.items()}
        assert (names["stranger"], names["player"], names["captain"]) == ([False] * 2, [True, False], [True] * 2)
        # Who asks, the league, the end of its journal, and what the address names.
        with django_assert_max_num_queries(9):
            assert readers["secretary"].get(TABLES + path).content.decode("utf-8-sig") == found["secretary"]
    before = readers["secretary"].get(f"{TABLES}results.csv").content
    fixture = played.fixture("Castle", "Duke of York")
    submit.submit(fixture, result_sheet(played, "Castle", "Duke of York"), by=played.captains["Castle"], now=now)
    confirm.confirm(fixture, 1, by=played.captains["Duke of York"], now=now)
    for path in ("results.csv", "division-1/results.csv"):
        assert readers["secretary"].get(TABLES + path).content.count(b"\n") == before.count(b"\n") + 9
    Season.objects.update(hidden_at=now)
    assert readers["captain"].get(f"{TABLES}results.csv").status_code == 404


def test_half_points_are_numbers(client: Client, played: Town) -> None:
    played.division.points_per_game = "0.5"  # type: ignore[assignment]
    played.division.save()
    assert rows(client, "division-1/table.csv")[0]["points"] == "3"
    assert data(client, "division-1/table.json")[1]["points"] == 1.5


def test_results_are_those_that_count_game_by_game(client: Client, played: Town) -> None:
    found = rows(client, "division-1/results.csv")
    assert tuple(found[0]) == (*HEADINGS["results.csv"], "remark")
    assert len(found) == 9
    assert found[0] == {
        "division": "Division 1", "date": "2026-09-15", "home": "Anchor", "away": "Bell", "match": "1",
        "format": "doubles", "home players": "Anchor 1 / Anchor 2", "away players": "Bell 1 / Bell 2", "game": "1",
        "score": "121-61", "note": "", "remark": "",
    }  # fmt: skip
    assert rows(client, "results.csv") == found
    assert [row["score"] for row in data(client, "results.json")] == [row["score"] for row in found]


def test_a_sheet_that_waits_is_not_among_the_results(client: Client, town: Town) -> None:
    fixture = town.fixture("Anchor", "Bell")
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=PUBLISHED_LATER)
    assert rows(client, "division-1/results.csv") == []


def test_fixtures_teams_and_players_have_the_columns_of_the_import(client: Client, town: Town) -> None:
    fixtures, teams, players = (rows(client, f"{what}.csv") for what in ("fixtures", "teams", "players"))
    assert set(HEADINGS["fixtures.csv"]) <= set(fixtures[0])
    assert (fixtures[0]["home"], fixtures[0]["date"], fixtures[0]["start"]) == ("Anchor", "2026-09-15", "20:00")
    assert teams[0] == {
        "team": "Anchor", "division": "Division 1", "home venue": "Anchor", "home night": "Tuesday", "start": "20:00",
        "withdrawn on": "",
    }  # fmt: skip
    assert (len(players), players[0]) == (24, {"player": "Anchor 1", "team": "Anchor"})


def test_no_address_is_in_any_of_them(client: Client, town: Town) -> None:
    Player.objects.update(phone="01234 567890")
    Player.objects.filter(name="Bell 1").update(email="bell1@town.example")
    files = [f"{what}.{form}" for what in ("fixtures", "results", "teams", "players") for form in ("csv", "json")]
    files += [f"division-1/{what}.{form}" for what in ("table", "results") for form in ("csv", "json")]
    for path in files:
        content = client.get(TABLES + path).content
        assert b"@" not in content
        assert b"567890" not in content


def test_a_team_named_like_a_formula_computes_nothing(client: Client, town: Town) -> None:
    Team.objects.filter(name="Anchor").update(name='=HYPERLINK("http://evil.example")')
    names = [row["team"] for row in rows(client, "teams.csv")]
    assert '\'=HYPERLINK("http://evil.example")' in names
    assert not [name for name in names if name.startswith("=")]


@pytest.mark.parametrize(
    "path",
    ["division-1/wine.csv", "division-1/table.xls", "division-9/table.csv", "division-1/players.csv", "table.csv"],
)
def test_what_is_not_there_is_not_found(client: Client, town: Town, path: str) -> None:
    assert client.get(TABLES + path).status_code == 404


def test_a_draft_of_a_season_is_nobodys_to_take(client: Client, town: Town) -> None:
    Season.objects.update(published_at=None)
    for path in ("fixtures.csv", "division-1/table.csv"):
        assert client.get(TABLES + path).status_code == 404


def test_a_longer_table_takes_no_more_queries(client: Client, town: Town, django_assert_num_queries: Any) -> None:
    for teams in (4, 8):
        full_division(town, teams, name=f"Full{teams}")
        with django_assert_num_queries(7):
            client.get(f"/leagues/town/tables/full{teams}/premier/table.csv")


def test_more_results_take_no_more_queries(client: Client, town: Town, django_assert_num_queries: Any) -> None:
    for count, pairs in ((1, [("Anchor", "Bell")]), (3, [("Castle", "Duke of York"), ("Bell", "Castle")])):
        for home, away in pairs:
            fixture, sheet = town.fixture(home, away), result_sheet(town, home, away)
            submit.submit(fixture, sheet, by=town.captains[home], now=PUBLISHED_LATER)
            confirm.confirm(fixture, 1, by=town.captains[away], now=PUBLISHED_LATER)
        with django_assert_num_queries(8):
            assert client.get(f"{TABLES}results.csv").content.count(b"\r\n") == 1 + 9 * count


# The secretary


def test_the_page_says_what_is_taken_along(client: Client, town: Town) -> None:
    client.force_login(town.secretary)
    page = client.get("/leagues/town/secretary/export/").content.decode()
    assert "Export the whole league" in page
    assert '<option value="2026-27">2026-27</option>' in page
    assert "/leagues/town/secretary/export/" in client.get("/leagues/town/secretary/").content.decode()


def test_the_secretary_takes_the_whole_league(client: Client, played: Town) -> None:
    client.force_login(played.secretary)
    answer = client.post("/leagues/town/secretary/export/")
    assert answer.headers["Content-Disposition"].startswith('attachment; filename="town-20')
    assert (answer["Content-Type"], answer["Cache-Control"]) == ("application/zip", "no-store")
    report = check_file(io.BytesIO(b"".join(answer)))
    assert (report.rows["game"], report.rows["journalentry"]) == (9, 3)
    entry = JournalEntry.objects.get(kind="league-exported")
    assert (entry.by, entry.what) == (played.secretary, "exported the whole league")


def test_the_secretary_takes_a_season_as_spreadsheets(client: Client, played: Town) -> None:
    client.force_login(played.secretary)
    answer = client.post("/leagues/town/secretary/export/", {"season": "2026-27"})
    assert answer.headers["Content-Disposition"] == 'attachment; filename="town-2026-27-spreadsheets.zip"'
    with zipfile.ZipFile(io.BytesIO(b"".join(answer))) as archive:
        assert set(archive.namelist()) == {*HEADINGS, "README.txt"}
    assert JournalEntry.objects.get(kind="league-exported").what == "exported the spreadsheets of 2026-27"


@pytest.mark.parametrize("season", ["2031-32", "x\x00y", "../x"])
def test_spreadsheets_of_no_season_are_not_found(client: Client, town: Town, season: str) -> None:
    client.force_login(town.secretary)
    assert client.post("/leagues/town/secretary/export/", {"season": season}).status_code == 404
    assert not JournalEntry.objects.exists()


def test_another_leagues_season_is_not_found(client: Client, town: Town) -> None:
    other = League.objects.create(name="Other", slug="other")
    Season.objects.create(league=other, name="Theirs", slug="theirs", first_week=town.season.first_week)
    client.force_login(town.secretary)
    assert client.post("/leagues/town/secretary/export/", {"season": "theirs"}).status_code == 404


def test_a_league_without_a_season_says_so(client: Client, town: Town) -> None:
    empty = League.objects.create(name="Empty", slug="empty")
    town.secretary.roles.create(league=empty, kind="secretary", starts_on=town.season.first_week)
    client.force_login(town.secretary)
    assert "No season yet" in client.get("/leagues/empty/secretary/export/").content.decode()
