"""Names by program, where no player need be registered: taken, asked about with those who may be meant, answered."""

import datetime as dt
import json
from typing import Any

import pytest

from league.enums import Registering
from league.models import Player
from tests.api.program import Program, as_sent, problems
from tests.factories import Town, result_sheet

pytestmark = pytest.mark.django_db


@pytest.fixture
def open_town(town: Town) -> Town:
    town.season.registration = Registering.OPEN
    town.season.save()
    return town


def path_of(town: Town, do: str = "") -> str:
    return f"fixtures/{town.fixture('Anchor', 'Bell').pk}/{do}"


def naming(town: Town, name: str, **more: Any) -> dict[str, Any]:
    """A sheet with a name for the home player of match 3."""
    sheet = as_sent(result_sheet(town, "Anchor", "Bell"))
    sheet["matches"][2] |= {"home_players": [None], "home_names": [{"seat": 1, "name": name, **more}]}
    return sheet


def test_a_new_name_is_a_new_player_and_the_result_says_so(open_town: Town) -> None:
    made = Program(open_town.captains["Anchor"]).post(path_of(open_town, "result/"), naming(open_town, "Ida Moss"))
    assert made.status_code == 201
    match = json.loads(made.content)["live"]["matches"][2]
    assert [player["name"] for player in match["home_players"]] == ["Ida Moss"]
    assert match["newcomers"] == [Player.objects.get(name="Ida Moss").pk]


def test_a_name_like_another_is_asked_about_with_the_player_s_id(open_town: Town) -> None:
    three, captain = open_town.squads["Anchor"][2], Program(open_town.captains["Anchor"])
    Player.objects.filter(pk=three.pk).update(name="Bob Ash")
    refused = captain.post(path_of(open_town, "result/"), naming(open_town, "Bob Ashe"))
    [problem] = json.loads(refused.content)["errors"]
    assert (refused.status_code, problem["code"], problem["field"]) == (
        422,
        "which-player",
        "/matches/2/home_names/0/name",
    )
    assert problem["choices"] == [{"player": three.pk, "name": "Bob Ash"}]
    assert not Player.objects.filter(name="Bob Ashe").exists()
    assert captain.post(path_of(open_town, "result/"), naming(open_town, "Bob Ashe", new=True)).status_code == 201
    assert Player.objects.filter(name="Bob Ashe").exists()


def test_where_players_are_registered_no_name_is_taken(town: Town) -> None:
    refused = Program(town.captains["Anchor"]).post(path_of(town, "result/"), naming(town, "Ida Moss"))
    assert problems(refused) == [("not-open", "/matches/2/home_names/0/name")]


@pytest.mark.parametrize("name", ["", "x" * 121, 7, None, "Bob\0Ash", ["Bob"]])
def test_what_is_no_name_is_refused(open_town: Town, name: Any) -> None:
    refused = Program(open_town.captains["Anchor"]).post(path_of(open_town, "result/"), naming(open_town, name))
    assert refused.status_code == 422
    assert all(
        field.startswith(("/matches/2/home_players/0", "/matches/2/home_names")) for _, field in problems(refused)
    )


def test_seats_that_there_are_not_are_refused(open_town: Town, now: dt.datetime) -> None:
    sheet = naming(open_town, "Ida Moss")
    for names in ([{"seat": 9, "name": "Ida Moss"}], [{"seat": 1, "name": "Ida Moss"}] * 9):
        sheet["matches"][2]["home_names"] = names
        assert Program(open_town.captains["Anchor"]).post(path_of(open_town, "result/"), sheet).status_code == 422
    # One seat of the match, and two of none.
    sheet["matches"][2]["home_names"] = [{"seat": 1, "name": "Ida Moss"}, {"seat": 2, "name": "Jan Fell"}]
    refused = Program(open_town.captains["Anchor"]).post(path_of(open_town, "result/"), sheet)
    assert problems(refused) == [("no-seat", "/matches/2/home_names/1/name")]
    assert not Player.objects.filter(name="Jan Fell").exists()


def test_a_draft_keeps_a_name(open_town: Town) -> None:
    captain, places = Program(open_town.captains["Anchor"]), {"m3-home-1-name": "Ida Moss"}
    assert captain.send("put", path_of(open_town, "draft/"), {"places": places}).status_code == 200
    assert json.loads(captain.get(path_of(open_town, "draft/")).content)["places"] == places
