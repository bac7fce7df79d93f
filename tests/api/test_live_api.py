"""Live scores for programs: followed by everybody, written with the tag that was read, taken over by its turn."""

import pytest
from django.test import Client

from league.models import LiveScore
from tests.api.program import Program
from tests.factories import Town

pytestmark = pytest.mark.usefixtures("today")


def path_of(town: Town, more: str = "") -> str:
    return f"/api/v1/leagues/town/fixtures/{town.fixture('Anchor', 'Bell').pk}/live/{more}"


def test_a_program_writes_games_and_everybody_reads_them(town: Town) -> None:
    captain = Program(town.captains["Anchor"])
    assert Client().get(path_of(town)).json()["going"] is False
    begun = captain.post(path_of(town), {})
    assert (begun.status_code, begun.json()["turn"], begun.json()["side"]) == (200, 1, "home")
    game = {"match": 1, "game": 1, "winner": "home", "loser": 98}
    written = captain.send("PATCH", path_of(town), game, if_match=begun.headers["ETag"])
    assert written.status_code == 200
    told = Client().get(path_of(town)).json()
    assert (told["home_games"], told["away_games"], told["all_in"]) == (1, 0, False)
    assert told["games"] == [{"match": 1, "game": 1, "winner": "home", "home": 121, "away": 98}]
    assert told["matches"][0] == {"number": 1, "home_games": 1, "away_games": 0}
    # Without what was read, and with what was read before, nothing is written.
    second = {"match": 1, "game": 2, "winner": "away", "loser": 77}
    assert captain.send("PATCH", path_of(town), second).status_code == 428
    assert captain.send("PATCH", path_of(town), second, if_match=begun.headers["ETag"]).status_code == 412
    back = captain.send("PATCH", path_of(town), {"match": 1, "game": 1}, if_match=written.headers["ETag"])
    assert back.json()["games"] == []


def test_what_cannot_stand_is_refused_with_its_place(town: Town) -> None:
    captain = Program(town.captains["Anchor"])
    tag = captain.post(path_of(town), {}).headers["ETag"]
    refused = captain.send(
        "PATCH", path_of(town), {"match": 1, "game": 1, "winner": "home", "loser": 130}, if_match=tag
    )
    assert refused.status_code == 422
    assert [error["field"] for error in refused.json()["errors"]] == [""]


def test_the_other_captains_program_takes_over_and_the_first_is_told(town: Town) -> None:
    anchor, bell = Program(town.captains["Anchor"]), Program(town.captains["Bell"])
    tag = anchor.post(path_of(town), {}).headers["ETag"]
    assert bell.post(path_of(town), {}).status_code == 409
    taken = bell.post(path_of(town, "take-over/"), {"turn": 1})
    assert (taken.status_code, taken.json()["turn"], taken.json()["side"]) == (200, 2, "away")
    game = {"match": 1, "game": 1, "winner": "home", "loser": 98}
    late = anchor.send("PATCH", path_of(town), game, if_match=tag)
    assert late.status_code == 412
    assert late.json()["errors"][0]["message"] == (
        "Bell 1 is scoring this fixture now. What you entered is not in the score."
    )
    assert bell.post(path_of(town, "take-over/"), {"turn": 1}).status_code == 200
    assert Program(town.captains["Castle"]).post(path_of(town, "take-over/"), {"turn": 2}).status_code == 403
    assert LiveScore.objects.get().fields == {}
