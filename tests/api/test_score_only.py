"""A result as a score alone, by program."""

import datetime as dt
import json

import pytest

from league.models import Result, Season
from tests.api.program import Program, as_sent, problems
from tests.factories import Town, result_sheet

pytestmark = pytest.mark.django_db


def path_of(town: Town, do: str = "") -> str:
    return f"fixtures/{town.fixture('Anchor', 'Bell').pk}/result/{do}"


def test_a_score_is_sent_confirmed_and_completed(town: Town) -> None:
    anchor, bell = (Program(town.captains[name]) for name in ("Anchor", "Bell"))
    made = anchor.post(path_of(town), {"score": {"home": 6, "away": 3}})
    live = json.loads(made.content)["live"]
    assert made.status_code == 201
    assert (live["detail"], live["home_games"], live["away_games"], live["matches"]) == ("score", 6, 3, [])
    confirmed = bell.post(path_of(town, "confirm/"), {}, If_Match=made.headers["ETag"])
    assert json.loads(confirmed.content)["live"]["state"] == "confirmed"
    done = json.loads(bell.post(path_of(town), as_sent(result_sheet(town, "Anchor", "Bell"))).content)["live"]
    assert (done["detail"], done["version"], done["state"], done["settlement"]) == ("card", 2, "confirmed", "card")


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ({"score": {"home": 9, "away": 7}}, [("score", "/score/home")]),
        ({"score": {"home": -1, "away": 10}}, [("min-value", "/score/home")]),
        ({"score": {"home": 10**9, "away": 10}}, [("max-value", "/score/home")]),
        ({"score": {"home": "six", "away": 3}}, [("invalid", "/score/home")]),
        ({"score": {"home": 6}}, [("required", "/score/away")]),
        ({"score": {"home": 6, "away": 3, "home_matches": 2}}, [("required", "/score/away_matches")]),
        ({}, [("required", "/matches")]),
        ({"score": None}, [("required", "/matches")]),
    ],
)
def test_a_wrong_score_is_told_at_its_place(town: Town, body: dict[str, object], told: list[tuple[str, str]]) -> None:
    refused = Program(town.captains["Anchor"]).post(path_of(town), body)
    assert refused.status_code == 422
    assert sorted(problems(refused)) == told
    assert not Result.objects.exists()


def test_a_score_with_matches_beside_it_is_refused(town: Town) -> None:
    body = as_sent(result_sheet(town, "Anchor", "Bell")) | {"score": {"home": 6, "away": 3}}
    refused = Program(town.captains["Anchor"]).post(path_of(town), body)
    assert sorted(problems(refused)) == [("score", "/score")]


def test_a_season_of_whole_cards_refuses_a_score(town: Town) -> None:
    Season.objects.update(score_only=False)
    refused = Program(town.captains["Anchor"]).post(path_of(town), {"score": {"home": 6, "away": 3}})
    assert problems(refused) == [("score-only", "/score/home")]


def test_a_score_is_disputed_with_another(town: Town, now: dt.datetime) -> None:
    made = Program(town.captains["Anchor"]).post(path_of(town), {"score": {"home": 6, "away": 3}})
    body = {"reason": "We won five.", "sheet": {"score": {"home": 4, "away": 5}}}
    answer = Program(town.captains["Bell"]).post(path_of(town, "dispute/"), body, If_Match=made.headers["ETag"])
    assert answer.status_code == 201
    assert Result.objects.get(version=2).detail == "score"


def test_an_abandoned_fixture_needs_its_games(town: Town) -> None:
    body = {
        "rests_on": {"version": 0}, "what": "abandoned", "reason": "Fire alarm.",
        "sheet": {"score": {"home": 6, "away": 3}},
    }  # fmt: skip
    path = f"fixtures/{town.fixture('Anchor', 'Bell').pk}/decision/"
    refused = Program(town.secretary).post(path, body)
    assert refused.status_code in (404, 422)
    assert not Result.objects.exists()
