"""A season as a program of its secretary reads and decides it: from the spreadsheets to the journal."""

import datetime as dt
import json
from typing import Any

import pytest

from league.enums import ResultKind
from league.models import ConductCase, JournalEntry, Result, Role, Season
from league.queries.seasons.timetables import usual
from league.services.disputes import appeal
from league.services.seasons.leagues import change_settings
from league.services.seasons.rulesets import make_ruleset
from league.services.seasons.seasons import make_season
from league.services.seasons.timetables import ask_timetable, make_waiting
from tests.api.program import Program, json_of, problems
from tests.factories import Town
from tests.services import dispute_cases as cases
from tests.services.draft_season import DRAFT
from tests.services.spreadsheets import NOW

pytestmark = pytest.mark.django_db
TYPED_SEASON = {
    "season": "2026–27 B",
    "first week": "2026-09-14",
    "rounds": "2",
    "blank week": "none",
    "weeks with no play": "",
    "format": "S S D",
    "points per game": "1",
}
BERE = {"dealt": 5, "laid_away": 1, "pack_to_crib": 2, "runs_upwards": True}


@pytest.fixture
def program(town: Town) -> Program:
    return Program(town.secretary)


def test_every_problem_of_a_spreadsheet_is_told_and_nothing_written(town: Town, program: Program) -> None:
    teams = "team,division,home venue,home night,start,cannot play on\nAsh,One,Nowhere,Tuesday,20:00,\n"
    answer = program.post("import/", {"files": {"teams.csv": teams}})
    assert answer.status_code == 422
    assert json.loads(answer.content)["errors"][0]["where"].startswith("teams.csv:2")
    assert problems(program.post("import/", {"files": {"notes.pdf": "x"}})) == [("file", "/files")]
    assert problems(program.post("import/", {"files": {"book.xlsx": "not base64!"}})) == [("base64", "/files")]
    assert "is none of" in program.post("import/", {"files": {"notes.txt": "x"}}).content.decode()
    many = {f"teams {n}.csv": "x" for n in range(31)}
    assert problems(program.post("import/", {"files": many})) == [("max-length", "/files")]
    sheets = [{"place": "teams.csv"}] * 1001
    assert problems(program.post("import/", {"files": {"teams.csv": "x"}, "sheets": sheets})) == [
        ("max-length", "/sheets")
    ]
    assert JournalEntry.objects.count() == 0


@pytest.mark.parametrize(
    ("sent", "found"),
    [
        ({"typed": {"colour": "red"}}, [("column", "/typed")]),
        ({"typed": {**TYPED_SEASON, "rounds": "many"}}, [("import", "/typed/rounds")]),
        ({"sheets": [{"place": "teams.csv", "columns": {"first": "team"}}]}, [("column", "/sheets/0/columns")]),
        ({"sheets": [{"place": "teams.csv", "subject": "colours"}]}, [("invalid-choice", "/sheets/0/subject")]),
    ],
)
def test_what_is_said_of_the_files_is_judged_as_they_are(
    town: Town, program: Program, sent: dict[str, Any], found: list[tuple[str, str]]
) -> None:
    files = {name: DRAFT[name] for name in ("venues.csv", "teams.csv")}
    before = Season.objects.count()
    answer = program.post("import/", {"files": files, **sent})
    assert (problems(answer), Season.objects.count()) == (found, before)


def test_the_secretary_decides_adjusts_and_takes_back(town: Town, program: Program) -> None:
    fixture = town.fixture("Anchor", "Bell")
    path, step = f"fixtures/{fixture.pk}/", {"reason": "Nobody came."}
    read = program.get(path).headers["ETag"]
    answer = program.post(f"{path}result/decide/", {"what": "nobody", **step}, If_Match=read)
    assert json_of(answer)["live"]["kind"] == ResultKind.NOBODY
    assert problems(program.post(f"{path}result/decide/", {"what": "walkover", **step}, If_Match=read)) == [
        ("required", "/to")
    ]
    taken = {"team": "bell", "points": "-2.00", "date": "2026-11-03", "reason": "Nobody came."}
    made = json_of(program.post("seasons/2026-27/adjustments/", taken), 201)
    read = program.get("seasons/2026-27/adjustments/").headers["ETag"]
    back = json_of(program.post(f"adjustments/{made['id']}/take-back/", {"reason": "They had flu."}), 201)
    late = program.post("seasons/2026-27/adjustments/", taken, If_Match=read)
    assert (late.status_code, problems(late)) == (412, [("stale", "")])
    assert (back["points"], back["takes_back"]) == (2, made["id"])
    now_there = program.get("seasons/2026-27/adjustments/")
    assert len(json_of(now_there)["results"]) == 2
    again = program.post("seasons/2026-27/adjustments/", taken, If_Match=now_there.headers["ETag"])
    assert json_of(again, 201)["points"] == -2
    assert Result.objects.get(live=True).fixture == fixture


def test_people_are_registered_transferred_and_invited_and_roles_end(town: Town, program: Program) -> None:
    captain = Program(town.captains["Anchor"])
    new = {"name": "Olive Bright", "starts_on": "2026-11-03"}
    made = json_of(captain.post("seasons/2026-27/teams/anchor/players/", new), 201)
    assert made["player"]["name"] == "Olive Bright"
    player = made["player"]["id"]
    to = {"team": "bell", "starts_on": "2026-11-10"}
    assert captain.post(f"seasons/2026-27/players/{player}/transfer/", to).status_code == 403
    assert json_of(program.post(f"seasons/2026-27/players/{player}/transfer/", to), 201)["team"]["slug"] == "bell"
    kinds = [entry["kind"] for entry in json_of(program.get(f"players/{player}/history/"))["results"]]
    assert kinds == ["player-transferred", "player-registered"]
    role = Role.objects.get(user=town.captains["Bell"])
    assert json_of(program.post(f"roles/{role.pk}/end/", {"at_once": True}))["id"] == role.pk
    offered = json_of(program.post("invitations/", {"email": "new@town.example", "kind": "referee"}), 201)
    assert json_of(program.post(f"invitations/{offered['id']}/revoke/"))["revoked_at"] is not None


def test_the_journal_goes_on_page_by_page(town: Town, program: Program) -> None:
    for hours in (10, 11, 12):
        change_settings(town.league, {"confirm_hours": hours}, reason="", by=town.secretary, now=NOW)
    first = json_of(program.get("journal/", {"limit": 2}))
    assert [entry["number"] for entry in first["results"]] == [3, 2]
    rest = json_of(program.client.get(first["next"], headers=program.headers))
    assert [entry["number"] for entry in rest["results"]] == [1]
    assert rest["results"][0]["hash"] == first["results"][1]["previous"]
    assert json_of(program.get("journal/", {"kind": "role-given"}))["results"] == []
    assert program.get("journal/", {"kind": "nonsense"}).status_code == 422
    for end in ("0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00"):
        for address in ("journal/", "fixtures/", "results/"):
            assert problems(program.get(address, {"after": end})) == [("filter", "after")]


def test_the_secretary_reads_appeals_and_conduct_that_wait(town: Town, program: Program, now: dt.datetime) -> None:
    fixture = cases.counting(town, now).fixture
    ruling = cases.ruled(cases.of_a_game(town, now), town, now, outcome="stands")
    made = appeal.appeal(ruling, reason="He was not there.", by=town.captains["Bell"], now=now)
    place: dict[str, Any] = {"fixture": fixture, "match_number": 2, "game_number": 1}
    ConductCase.objects.create(**place, side="home", overcalls=3, threshold=3, proposed_at=now)
    seen = json_of(program.get("secretary/"))
    assert [(line["id"], line["fixture"]["id"], line["reason"]) for line in seen["appeals"]] == [
        (made.pk, fixture.pk, "He was not there.")
    ]
    assert [(line["fixture"]["id"], line["match_number"]) for line in seen["conduct"]] == [(fixture.pk, 2)]


def test_the_overview_the_owed_and_the_mail(town: Town, program: Program) -> None:
    seen = json_of(program.get("secretary/"))
    assert [line["fixture"]["home"]["slug"] for line in seen["not_entered"]] != []
    assert (seen["appeals"], seen["conduct"]) == ([], [])
    assert json_of(program.get("seasons/2026-27/owed/"))["results"] == []
    assert json_of(program.get("seasons/2026-27/owed/try/"))["results"] == []
    assert json_of(program.post("seasons/2026-27/owed/place/")) == {"placed": 0}
    assert json_of(program.get("mail/"))["failed"] == []
    assert json_of(program.post("mail/retry/", {"messages": [1]})) == {"count": 0}


def test_how_the_league_a_season_and_a_division_are_run_is_read(town: Town, program: Program) -> None:
    assert json_of(program.get("settings/"))["confirm_hours"] == 48
    assert json_of(program.get("seasons/2026-27/settings/"))["place_days"] == town.season.place_days
    assert json_of(program.get("seasons/2026-27/divisions/division-1/settings/"))["points_per_match"] == "0.00"
    assert program.get("seasons/2026-27/divisions/none/settings/").status_code == 404


def test_rulesets_of_the_league_are_read(town: Town, program: Program) -> None:
    make_ruleset(town.league, "Bere Regis", BERE, by=town.secretary, now=NOW)
    [told] = json_of(program.get("rulesets/"))["results"]
    assert (told["name"], told["version"], told["rules"]["dealt"]) == ("bere-regis", 1, 5)


def test_a_timetable_is_read_with_its_fixtures_once_it_is_made(town: Town, program: Program) -> None:
    season, _ = make_season(
        town.league, {name: text.encode() for name, text in DRAFT.items()}, by=town.secretary, now=NOW
    )
    asked = ask_timetable(season, usual(season), by=town.secretary, now=NOW)
    address = f"timetables/{asked.pk}/"
    told = json_of(program.get(address))
    assert (told["state"], told["fixtures"]) == ("waiting", [])
    make_waiting(now=NOW)
    told = json_of(program.get(address))
    assert (told["state"], len(told["fixtures"]), told["version"]) == ("ready", 2 * 6 + 2 * 3, 1)
    [line] = json_of(program.get("seasons/2027-28/timetables/"))["results"]
    assert (line["id"], line["state"]) == (asked.pk, "ready")
