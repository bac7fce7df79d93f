"""A season that a program sets up: the same steps as on the pages, for the secretary alone."""

import datetime as dt
import json
from typing import Any

import pytest

from league.models import Division, Entry, Season
from tests.api.program import Program, problems
from tests.factories import Town

pytestmark = pytest.mark.django_db
OWN = "seasons/2027-28/setup/"


def said(answer: Any, status: int = 200) -> Any:
    assert answer.status_code == status, answer.content
    return json.loads(answer.content)


def steps(told: Any) -> list[str]:
    return [step["name"] for step in told["steps"] if step["done"]]


@pytest.fixture
def program(town: Town) -> Program:
    return Program(town.secretary)


def test_a_season_is_started_filled_planned_and_dealt(program: Program) -> None:
    made = said(program.post("drafts/start/", {"name": "2027-28", "shape": "bury", "first_day": "2027-09-14"}), 201)
    assert (made["season"]["slug"], made["season"]["first_week"], steps(made)) == ("2027-28", "2027-09-13", [])
    teams = [{"name": name, "home_night": 1, "start_time": "20:00"} for name in ("Anchor", "Bell", "Elm", "Fir")]
    told = said(program.send("PUT", f"{OWN}teams/", {"teams": teams}))
    assert steps(told)[0] == "teams"
    assert Entry.objects.get(season__slug="2027-28", team__name="Elm").venue.name == "Elm"
    teams[0]["start_time"] = "8.30"
    said(program.send("PUT", f"{OWN}teams/", {"teams": teams}))
    assert Entry.objects.get(season__slug="2027-28", team__name="Anchor").start_time == dt.time(20, 30)
    plan = {"name": "2027-28", "first_day": "2027-09-21", "divisions": ["Premier", "First"]}
    assert "plan" in steps(said(program.send("PUT", f"{OWN}plan/", plan)))
    assert list(Division.objects.filter(season__slug="2027-28").values_list("points_per_win", flat=True)) == [2, 2]
    told = said(program.send("PUT", f"{OWN}divisions/", {"teams": {"elm": "first", "fir": "first"}}))
    assert "deal" in steps(told)
    assert said(program.get(OWN)) == told


def test_a_team_s_night_is_left_out_where_there_is_one_evening_for_everybody(program: Program) -> None:
    said(program.post("drafts/start/", {"name": "2027-28", "shape": "bury"}), 201)
    teams = [{"name": name, "start_time": "20:00"} for name in ("Anchor", "Bell")]
    refused = said(program.send("PUT", f"{OWN}teams/", {"teams": teams}), 422)
    assert "Give the home night of Anchor." in str(refused)
    said(program.send("PATCH", "seasons/2027-28/settings/", {"evening": "friday"}))
    said(program.send("PUT", f"{OWN}teams/", {"teams": teams}))
    assert set(Entry.objects.filter(season__slug="2027-28").values_list("home_night", flat=True)) == {4}
    refused = said(program.send("PUT", f"{OWN}teams/", {"teams": [{**teams[0], "home_night": 1}]}), 422)
    assert "leave Tuesday out of the line of Anchor" in str(refused)


def test_a_season_like_the_last(program: Program) -> None:
    made = said(program.post("drafts/start/", {"name": "2027-28", "like": "2026-27"}), 201)
    assert (made["season"]["first_week"], steps(made)[0]) == ("2027-09-13", "teams")


@pytest.mark.parametrize(
    "sent",
    [
        {"name": "2027-28"},
        {"name": "2027-28", "shape": "bury", "like": "2026-27"},
        {"name": "2027-28", "shape": "chess"},
        {"name": "2026-27", "shape": "bury"},
        {"name": "2027-28", "shape": "bury", "first_day": "0001-01-01"},
    ],
)
def test_what_starts_no_season_is_refused(program: Program, sent: dict[str, str]) -> None:
    said(program.post("drafts/start/", sent), 422)
    assert Season.objects.count() == 1


def test_a_team_twice_or_a_strange_slug_is_refused(program: Program) -> None:
    said(program.post("drafts/start/", {"name": "2027-28", "like": "2026-27"}), 201)
    team = {"home_night": 1, "start_time": "20:00"}
    twice = {"teams": [{"name": "Elm", **team}, {"name": "ELM", **team}]}
    assert "Each team is entered once." in program.send("PUT", f"{OWN}teams/", twice).content.decode()
    answer = program.send("PUT", f"{OWN}divisions/", {"teams": {"anchor": "third", "nobody": "division-1"}})
    assert problems(answer) == [("unknown", "/teams")] * 2


def test_a_season_with_fixtures_is_no_draft(program: Program) -> None:
    team = {"name": "Elm", "home_night": 1, "start_time": "20:00"}
    assert said(program.send("PUT", "seasons/2026-27/setup/teams/", {"teams": [team]}), 409)


def test_names_sent_are_compared_as_people_read_them(program: Program) -> None:
    said(program.post("drafts/start/", {"name": "2027-28", "shape": "bury"}), 201)

    def sent(*names: str, **more: Any) -> Any:
        teams = [{"name": name, "home_night": 1, "start_time": "20:00"} for name in names]
        return program.send("PUT", f"{OWN}teams/", {"teams": teams, **more})

    assert "Each team is entered once." in sent("Swift", "SWÏFT").content.decode()
    assert "U+202E" in str(said(sent("Swift", "Swi\u202eft B"), 422))
    assert "The Swift is new, and very like Swift. If they are one, write Swift." in str(
        said(sent("Swift", "The Swift"), 422)
    )
    said(sent("Swift", "The Swift", anyway=True))
