"""A season in the hands of a program that its secretary has given a token: from the spreadsheets to the journal."""

import base64
import datetime as dt
import json
from typing import Any

import pytest

from league.enums import ResultKind, TimetableState
from league.models import ConductCase, Fixture, JournalEntry, Result, Role, Season
from league.services.disputes import appeal
from league.services.seasons.timetables import make_waiting
from tests.api.program import Program, problems
from tests.factories import Town
from tests.services import dispute_cases as cases
from tests.services.draft_season import DRAFT
from tests.services.spreadsheets import NOW
from tests.services.workbooks import typed, xlsx

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


def said(answer: Any, status: int = 200) -> Any:
    assert answer.status_code == status, answer.content
    return json.loads(answer.content)


@pytest.fixture
def program(town: Town) -> Program:
    return Program(town.secretary)


def test_a_season_is_made_planned_changed_and_published(town: Town, program: Program) -> None:
    made = said(program.post("drafts/", {"files": dict(DRAFT)}), 201)
    assert (made["season"]["slug"], made["season"]["published_at"]) == ("2027-28", None)
    own = "seasons/2027-28/"
    settings = said(program.send("PATCH", f"{own}settings/", {"place_days": 9, "catch_up_nights": [4, 2, 2]}))
    assert (settings["place_days"], settings["catch_up_nights"]) == (9, [2, 4])
    wish = {"kind": "apart", "team": "Ash", "other": "Elm"}
    asked = said(program.post(f"{own}timetables/", {"limit": 5, "wishes": [wish]}), 201)
    assert (asked["state"], asked["fixtures"]) == ("waiting", [])
    make_waiting(now=NOW)
    address = f"timetables/{asked['id']}/"
    ready = said(program.get(address))
    assert (ready["state"], len(ready["fixtures"]), ready["version"]) == ("ready", 2 * 6 + 2 * 3, 1)
    edit, read = {"do": "reverse", "fixture": 0}, program.get(address).headers["ETag"]
    tried = said(program.post(f"{address}try/", edit, If_Match=read))
    assert tried["told"]
    changed = said(program.post(f"{address}change/", edit, If_Match=read))
    assert (changed["version"], len(changed["edits"])) == (2, 1)
    assert changed["fixtures"] != ready["fixtures"]
    assert program.post(f"{address}change/", edit, If_Match=read).status_code == 412
    undone = program.post(f"{address}undo/", {}, If_Match=program.get(address).headers["ETag"])
    assert said(undone)["fixtures"] == ready["fixtures"]
    answer = program.post(f"{address}publish/", {"despite": "It will do."}, If_Match=undone.headers["ETag"])
    assert said(answer)["state"] == TimetableState.PUBLISHED
    season = Season.objects.get(slug="2027-28")
    assert Fixture.objects.filter(division__season=season).count() == 18
    kinds = [entry["kind"] for entry in said(program.get("journal/"))["results"]]
    assert kinds == ["timetable-published", "season-changed", "season-made", "season-imported", *["invited"] * 7]


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


def test_a_workbook_without_a_season_makes_a_draft_of_the_one_that_is_typed(town: Town, program: Program) -> None:
    sheets = typed({name: DRAFT[name] for name in ("venues.csv", "teams.csv")})
    sheets["Teams"][2][0] = "Who plays"
    files = {"Book.xlsx": base64.b64encode(xlsx(sheets)).decode()}
    refused = program.post("drafts/", {"files": files, "typed": TYPED_SEASON})
    assert (refused.status_code, "no column" in refused.content.decode()) == (422, True)
    again = {"files": files, "typed": TYPED_SEASON, "sheets": [{"place": "Book.xlsx, Teams", "columns": {"0": "team"}}]}
    made = said(program.post("drafts/", again), 201)
    assert (made["season"]["name"], made["created"]["teams"]) == ("2026–27 B", len(DRAFT["teams.csv"].splitlines()) - 1)


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
    answer = program.post("drafts/", {"files": files, **sent})
    assert (problems(answer), Season.objects.count()) == (found, before)


def test_a_team_comes_and_another_leaves(town: Town, program: Program) -> None:
    Fixture.objects.all().delete()
    new = {"name": "Elm", "division": "division-1", "venue": town.venues["Bell"].pk, "home_night": 2,
           "start_time": "20:00"}  # fmt: skip
    added = said(program.post("seasons/2026-27/teams/", new), 201)
    assert (added["entry"]["team"]["slug"], added["fixtures"]) == ("elm", 0)
    gone = said(program.post("seasons/2026-27/teams/elm/withdraw/", {"reason": "The pub has shut."}))
    assert gone["withdrawn_on"] == "2026-11-03"
    history = said(program.get("teams/elm/history/"))["results"]
    assert [entry["kind"] for entry in history] == ["team-withdrawn", "team-added"]
    assert history[0]["why"] == "The pub has shut."


def test_the_secretary_decides_adjusts_and_takes_back(town: Town, program: Program) -> None:
    fixture = town.fixture("Anchor", "Bell")
    path, step = f"fixtures/{fixture.pk}/", {"reason": "Nobody came."}
    read = program.get(path).headers["ETag"]
    answer = program.post(f"{path}result/decide/", {"what": "nobody", **step}, If_Match=read)
    assert said(answer)["live"]["kind"] == ResultKind.NOBODY
    assert problems(program.post(f"{path}result/decide/", {"what": "walkover", **step}, If_Match=read)) == [
        ("required", "/to")
    ]
    taken = {"team": "bell", "points": "-2.00", "date": "2026-11-03", "reason": "Nobody came."}
    made = said(program.post("seasons/2026-27/adjustments/", taken), 201)
    read = program.get("seasons/2026-27/adjustments/").headers["ETag"]
    back = said(program.post(f"adjustments/{made['id']}/take-back/", {"reason": "They had flu."}), 201)
    late = program.post("seasons/2026-27/adjustments/", taken, If_Match=read)
    assert (late.status_code, problems(late)) == (412, [("stale", "")])
    assert (back["points"], back["takes_back"]) == (2, made["id"])
    now_there = program.get("seasons/2026-27/adjustments/")
    assert len(said(now_there)["results"]) == 2
    again = program.post("seasons/2026-27/adjustments/", taken, If_Match=now_there.headers["ETag"])
    assert said(again, 201)["points"] == -2
    assert Result.objects.get(live=True).fixture == fixture


def test_the_leagues_settings_are_read_and_changed(town: Town, program: Program) -> None:
    assert said(program.get("settings/"))["confirm_hours"] == 48
    changed = said(program.send("PATCH", "settings/", {"confirm_hours": 24, "shorten_names": True}))
    assert (changed["confirm_hours"], changed["shorten_names"], changed["result_hours"]) == (24, True, 48)
    assert problems(program.send("PATCH", "settings/", {"confirm_hours": 0})) == [("min-value", "/confirm_hours")]


def test_people_are_registered_transferred_and_invited_and_roles_end(town: Town, program: Program) -> None:
    captain = Program(town.captains["Anchor"])
    new = {"name": "Olive Bright", "starts_on": "2026-11-03"}
    made = said(captain.post("seasons/2026-27/teams/anchor/players/", new), 201)
    assert made["player"]["name"] == "Olive Bright"
    player = made["player"]["id"]
    to = {"team": "bell", "starts_on": "2026-11-10"}
    assert captain.post(f"seasons/2026-27/players/{player}/transfer/", to).status_code == 403
    assert said(program.post(f"seasons/2026-27/players/{player}/transfer/", to), 201)["team"]["slug"] == "bell"
    kinds = [entry["kind"] for entry in said(program.get(f"players/{player}/history/"))["results"]]
    assert kinds == ["player-transferred", "player-registered"]
    role = Role.objects.get(user=town.captains["Bell"])
    assert said(program.post(f"roles/{role.pk}/end/", {"at_once": True}))["id"] == role.pk
    offered = said(program.post("invitations/", {"email": "new@town.example", "kind": "referee"}), 201)
    assert said(program.post(f"invitations/{offered['id']}/revoke/"))["revoked_at"] is not None


def test_the_journal_goes_on_page_by_page(town: Town, program: Program) -> None:
    for hours in (10, 11, 12):
        said(program.send("PATCH", "settings/", {"confirm_hours": hours}))
    first = said(program.get("journal/", {"limit": 2}))
    assert [entry["number"] for entry in first["results"]] == [3, 2]
    rest = said(program.client.get(first["next"], headers=program.headers))
    assert [entry["number"] for entry in rest["results"]] == [1]
    assert rest["results"][0]["hash"] == first["results"][1]["previous"]
    assert said(program.get("journal/", {"kind": "role-given"}))["results"] == []
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
    seen = said(program.get("secretary/"))
    assert [(line["id"], line["fixture"]["id"], line["reason"]) for line in seen["appeals"]] == [
        (made.pk, fixture.pk, "He was not there.")
    ]
    assert [(line["fixture"]["id"], line["match_number"]) for line in seen["conduct"]] == [(fixture.pk, 2)]


def test_the_overview_the_owed_and_the_mail(town: Town, program: Program) -> None:
    seen = said(program.get("secretary/"))
    assert [line["fixture"]["home"]["slug"] for line in seen["not_entered"]] != []
    assert (seen["appeals"], seen["conduct"]) == ([], [])
    assert said(program.get("seasons/2026-27/owed/"))["results"] == []
    assert said(program.get("seasons/2026-27/owed/try/"))["results"] == []
    assert said(program.post("seasons/2026-27/owed/place/")) == {"placed": 0}
    assert said(program.get("mail/"))["failed"] == []
    assert said(program.post("mail/retry/", {"messages": [1]})) == {"count": 0}
