"""Settings by a program: tried first, changed for a reason, and told where a season's rules are read."""

import datetime as dt
import json
from typing import Any

import pytest
from django.utils import timezone

from league.models import Division, Entry, Fixture, RuleChange, Season, Team, Venue
from tests import factories
from tests.api.program import Program, problems
from tests.factories import Town

pytestmark = pytest.mark.django_db
POINTS = "seasons/2026-27/divisions/division-1/settings/"
WHY = "The captains agreed on it."


def said(answer: Any, status: int = 200) -> Any:
    assert answer.status_code == status, answer.content
    return json.loads(answer.content)


def test_points_are_tried_before_they_change_for_a_reason(town: Town) -> None:
    program = Program(town.secretary)
    assert said(program.get(POINTS))["points_per_match"] == "0.00"
    wanted = {"points_per_match": "2.00", "tie_breaks": ["games_won", "name"]}
    tried = said(program.post(f"{POINTS}try/", wanted))
    assert (tried["asks_reason"], tried["nothing"], tried["places"]) == (True, False, [])
    assert tried["changes"][0] == {"setting": "Points per match won", "old": "0", "new": "2"}
    assert "Two points for each match won." in tried["new"]
    assert Division.objects.get().points_per_match == 0
    refused = program.send("PATCH", POINTS, wanted)
    assert (refused.status_code, problems(refused)) == (422, [("no-reason", "/reason")])
    changed = said(program.send("PATCH", POINTS, wanted | {"reason": WHY}))
    assert (changed["points_per_match"], changed["tie_breaks"]) == ("2.00", ["games_won", "name"])
    [told] = said(Program().get("rules/changes/"))["results"]
    assert (told["division"]["slug"], told["reason"]) == ("division-1", WHY)
    assert told["changes"][1]["new"] == "games won"
    assert said(program.post(f"{POINTS}try/", wanted))["nothing"] is True


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({"points_per_game": -1}, "points_per_game"),
        ({"points_per_game": "NaN"}, "points_per_game"),
        ({"points_per_game": None}, "points_per_game"),
        ({"points_per_game": "1e400"}, "points_per_game"),
        ({"tie_breaks": ["bogus"]}, "tie_breaks"),
        ({"tie_breaks": ["games_won", "games_won"]}, "tie_breaks"),
        ({"tie_breaks": "games_won"}, "tie_breaks"),
        ({"merit_minimum": 10**9}, "merit_minimum"),
        ({"reason": "x" * 251}, "reason"),
    ],
)
def test_what_a_division_cannot_be_is_refused_at_its_field(town: Town, sent: dict[str, Any], field: str) -> None:
    program = Program(town.secretary)
    for method, path in (("PATCH", POINTS), ("POST", f"{POINTS}try/")):
        answer = program.send(method, path, {"reason": WHY, **sent})
        assert answer.status_code == 422
        assert {name.split("/")[1] for _, name in problems(answer)} == {field}
    assert not RuleChange.objects.exists()


def test_a_season_s_settings_ask_for_the_reason_likewise(town: Town) -> None:
    program = Program(town.secretary)
    page = "seasons/2026-27/settings/"
    assert said(program.post(f"{page}try/", {"place_days": 3}))["asks_reason"] is True
    assert problems(program.send("PATCH", page, {"place_days": 3})) == [("no-reason", "/reason")]
    assert said(program.send("PATCH", page, {"place_days": 3, "reason": WHY}))["place_days"] == 3
    assert said(program.send("PATCH", "settings/", {"shorten_names": True}))["shorten_names"] is True


def test_an_evening_and_a_start_of_a_division_s_own(town: Town) -> None:
    program = Program(town.secretary)
    wanted = {"own_evening": "wednesday", "own_start": "19:30"}
    tried = said(program.post(f"{POINTS}try/", wanted))
    assert tried["new"] == ["Fixtures are played on Wednesday and start at 7.30 pm."]
    assert tried["asks_reason"] is True
    assert problems(program.send("PATCH", POINTS, wanted)) == [("no-reason", "/reason")]
    found = said(program.send("PATCH", POINTS, {**wanted, "reason": WHY}))
    assert (found["own_evening"], found["own_start"]) == ("wednesday", "19:30")
    assert said(program.get(POINTS)) == found
    assert set(Entry.objects.values_list("home_night", "start_time")) == {(2, dt.time(19, 30))}
    home = program.send("PATCH", "seasons/2026-27/teams/anchor/home/", {"home_night": 1})
    assert problems(home) == [("night", "/home_night")]
    back = said(program.send("PATCH", POINTS, {"own_evening": "season", "own_start": None, "reason": WHY}))
    assert (back["own_evening"], back["own_start"]) == ("season", None)


def test_named_blank_weeks_are_tried_as_they_would_be_kept(town: Town) -> None:
    Season.objects.update(published_at=None)
    program, page = Program(town.secretary), "seasons/2026-27/settings/"
    wanted = {"catch_up": "named", "catch_up_weeks": ["2026-11-18", "2026-11-02", "2026-11-04"]}
    tried = said(program.post(f"{page}try/", wanted))
    weeks = {"setting": "The weeks left blank, where they are named", "old": "none"}
    assert weeks | {"new": "2 November 2026, 16 November 2026"} in tried["changes"]
    assert [one for one in tried["new"] if "2 November" in one and "16 November" in one]
    assert Season.objects.get().catch_up_weeks == []
    assert said(program.send("PATCH", page, wanted))["catch_up_weeks"] == ["2026-11-02", "2026-11-16"]
    assert said(program.post(f"{page}try/", wanted))["nothing"] is True


def test_another_league_s_division_is_not_found(town: Town) -> None:
    factories.town("Other League", "other")
    Division.objects.filter(season__league__slug="other").update(slug="elsewhere")
    program = Program(town.secretary)
    assert program.get(POINTS.replace("division-1", "elsewhere")).status_code == 404
    assert program.send("PATCH", f"/api/v1/leagues/other/{POINTS}", {}).status_code == 403


def test_a_full_venue_is_taken_only_anyway(town: Town) -> None:
    program, castle = Program(town.secretary), town.venues["Castle"]
    at_home = Fixture.objects.filter(home__in=(town.teams["Anchor"], town.teams["Castle"]), week__number=1)
    assert at_home.update(starts_at=timezone.now() + dt.timedelta(days=30)) == 2
    home = "seasons/2026-27/teams/anchor/home/"
    asked = program.send("PATCH", home, {"venue": castle.pk})
    assert (asked.status_code, problems(asked)) == (422, [("anyway", "/anyway")])
    merge, one = f"venues/{castle.pk}/merge/", {"into": town.venues["Anchor"].pk, "reason": "One pub."}
    asked = program.post(merge, one)
    assert (asked.status_code, problems(asked)) == (422, [("anyway", "/anyway")])
    said(program.send("PATCH", home, {"venue": castle.pk, "anyway": True}))
    said(program.post(merge, {**one, "anyway": True}))
    assert set(at_home.values_list("venue", flat=True)) == {town.venues["Anchor"].pk}


def test_a_venue_holds_fewer_than_are_planned_there_only_anyway(town: Town) -> None:
    program, castle = Program(town.secretary), town.venues["Castle"]
    Venue.objects.filter(pk=castle.pk).update(boards=2)
    in_a_month = {"starts_at": timezone.now() + dt.timedelta(days=30), "venue": castle}
    assert Fixture.objects.filter(week__number=1).update(**in_a_month) == 2
    page = f"upkeep/venue/{castle.pk}/"
    asked = program.send("PATCH", page, {"boards": 1})
    assert (asked.status_code, problems(asked)) == (422, [("anyway", "/anyway")])
    said(program.send("PATCH", page, {"boards": 1, "anyway": True}))
    assert Venue.objects.get(pk=castle.pk).boards == 1


def test_venues_and_teams_are_added_renamed_moved_and_merged(town: Town) -> None:
    program = Program(town.secretary)
    made = said(program.post("venues/", {"name": "The Fox", "boards": 2}), 201)
    fox = Venue.objects.get(name="The Fox")
    assert made["name"] == "The Fox"
    said(program.send("PATCH", f"upkeep/venue/{fox.pk}/", {"name": "The Fox and Hounds"}))
    moved = said(program.send("PATCH", "seasons/2026-27/teams/anchor/home/", {"venue": fox.pk, "home_night": 0}))
    assert moved["home_night"] == 0
    assert Entry.objects.get(team=town.teams["Anchor"]).venue == fox
    said(program.post(f"venues/{fox.pk}/merge/", {"into": town.venues["Bell"].pk, "reason": "One pub."}))
    assert Entry.objects.get(team=town.teams["Anchor"]).venue == town.venues["Bell"]
    anchor = town.teams["Anchor"].pk
    strange = program.send("PATCH", f"upkeep/team/{anchor}/", {"boards": 3})
    assert (strange.status_code, problems(strange)) == (422, [("field", "/boards")])
    said(program.send("PATCH", f"upkeep/team/{anchor}/", {"note": "Under 18s only"}))
    assert said(Program().get("teams/anchor/"))["note"] == "Under 18s only"
    said(program.send("PATCH", f"upkeep/team/{anchor}/", {"name": "Anchor A"}))
    assert Team.objects.get(pk=anchor).name == "Anchor A"


def test_what_a_merge_of_venues_moves_is_looked_at_first(town: Town) -> None:
    program, gone, kept = Program(town.secretary), town.venues["Anchor"], town.venues["Bell"]
    looked = said(program.get(f"venues/{gone.pk}/merge/{kept.pk}/"))
    assert looked == {"moves": ["2 fixtures", "1 home of a team in a season"], "against": []}
    same = said(program.get(f"venues/{gone.pk}/merge/{gone.pk}/"))
    assert same["against"] == ["This is one and the same. Choose another."]
    other = factories.town("Other League", "other").venues["Anchor"]
    said(program.get(f"venues/{gone.pk}/merge/{other.pk}/"), 404)
    Venue.objects.filter(pk=kept.pk).update(hidden_at="2026-11-01T12:00Z")
    said(program.get(f"venues/{gone.pk}/merge/{kept.pk}/"), 404)
    said(Program(town.captains["Bell"]).get(f"venues/{gone.pk}/merge/{gone.pk}/"), 403)
    assert Entry.objects.get(team=town.teams["Anchor"]).venue == gone


def test_two_teams_that_are_one_are_merged(town: Town) -> None:
    program = Program(town.secretary)
    Team.objects.create(league=town.league, name="Anchor A", slug="anchor-a")
    looked = said(program.get("teams/anchor-a/merge/anchor/"))
    assert looked == {"moves": [], "against": []}
    two = said(program.get("teams/bell/merge/anchor/"))
    assert "They meet in 2026-27: Anchor v Bell." in two["against"]
    refused = said(program.post("teams/bell/merge/anchor/", {"reason": "x"}), 422)
    assert {one["field"] for one in refused["errors"]} == {""}
    said(program.post("teams/anchor-a/merge/anchor/", {"reason": "Entered twice."}))
    assert Team.objects.get(slug="anchor-a").merged_into == town.teams["Anchor"]
    said(program.get("teams/anchor-a/merge/anchor/"), 404)
    factories.town("Other League", "other")
    said(program.get("teams/bell/merge/nobody/"), 404)


def test_a_hidden_thing_is_not_renamed(town: Town) -> None:
    program = Program(town.secretary)
    for kind, row in (("venue", town.venues["Anchor"]), ("team", town.teams["Bell"]), ("season", town.season)):
        type(row)._default_manager.filter(pk=row.pk).update(hidden_at="2026-11-01T12:00Z")
        refused = said(program.send("PATCH", f"upkeep/{kind}/{row.pk}/", {"name": "Renamed"}), 409)
        assert "is hidden, and nothing changes in it" in refused["errors"][0]["message"]
        assert not type(row)._default_manager.filter(name="Renamed").exists()


@pytest.mark.parametrize(
    ("path", "sent", "wrong"),
    [
        (
            "settings/",
            {"confirm_hours": "soon", "second_factor": "secretaries"},
            [("invalid", "/confirm_hours"), ("no-factor", "/second_factor")],
        ),
        (
            "seasons/2026-27/settings/",
            {"guest_limit": "many", "transfer_until": "2020-01-01", "evenning": 1},
            [("unknown-field", "/evenning"), ("invalid", "/guest_limit"), ("range", "/transfer_until")],
        ),
        (
            POINTS,
            {"merit_minimum": "x", "points_per_game": "0", "points_per_match": "0"},
            [("invalid", "/merit_minimum"), ("points", "/points_per_game")],
        ),
    ],
)
def test_a_setting_of_the_wrong_shape_hides_no_other(town: Town, path: str, sent: Any, wrong: Any) -> None:
    program = Program(town.secretary)
    for method, address in (("PATCH", path), ("POST", f"{path}try/")):
        answer = program.send(method, address, sent)
        assert (answer.status_code, problems(answer)) == (422, wrong)
