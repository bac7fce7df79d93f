"""High hands for programs: told to everybody, recorded and removed by those who may."""

import datetime as dt

import pytest
from django.test import Client

from league.models import HighHand
from league.services.results import submit
from tests.api.program import Program
from tests.factories import Town, result_sheet

pytestmark = pytest.mark.usefixtures("today")


def test_a_hand_is_recorded_told_and_removed(town: Town, now: dt.datetime) -> None:
    fixture = town.fixture("Anchor", "Bell")
    where = f"/api/v1/leagues/town/fixtures/{fixture.pk}/high-hands/"
    player, captain = town.squads["Anchor"][0].pk, Program(town.captains["Anchor"])
    made = captain.post(where, {"player": player, "cards": "5H 5C 5S JD", "starter": "5D"})
    assert made.status_code == 201
    told = made.json()
    assert {name: told[name] for name in ("points", "cards", "starter", "verified", "player")} == {
        "points": 29, "cards": "5C 5H 5S JD", "starter": "5D", "verified": True,
        "player": {"id": player, "name": "Anchor 1"},
    }  # fmt: skip
    # Before there is a sheet nobody else is told.
    assert Client().get(where).json()["results"] == []
    assert [one["id"] for one in captain.get(where).json()["results"]] == [told["id"]]
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    assert [one["id"] for one in Client().get(where).json()["results"]] == [told["id"]]
    assert Program(town.captains["Bell"]).send("DELETE", f"{where}{told['id']}/").status_code == 403
    assert captain.send("DELETE", f"{where}{told['id']}/").status_code == 204
    assert Client().get(where).json()["results"] == []


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ({"points": 25}, "impossible-points"),
        ({"points": 24, "cards": "5H 5C 5S JD", "starter": "5D"}, "points-differ"),
        ({}, "no-hand"),
        ({"cards": "5H 5C 5S JD"}, "no-starter"),
    ],
)
def test_what_cannot_be_is_refused_by_its_code(town: Town, sent: dict[str, object], code: str) -> None:
    fixture, player = town.fixture("Anchor", "Bell"), town.squads["Anchor"][0].pk
    where = f"/api/v1/leagues/town/fixtures/{fixture.pk}/high-hands/"
    answer = Program(town.captains["Anchor"]).post(where, {"player": player, **sent})
    assert (answer.status_code, [one["code"] for one in answer.json()["errors"]]) == (422, [code])
    assert not HighHand.objects.exists()


def test_the_cards_are_added_to_a_score(town: Town, now: dt.datetime) -> None:
    fixture = town.fixture("Anchor", "Bell")
    where = f"/api/v1/leagues/town/fixtures/{fixture.pk}/high-hands/"
    captain = Program(town.captains["Anchor"])
    made = captain.post(where, {"player": town.squads["Anchor"][0].pk, "points": 29}).json()
    cards = {"cards": "5H 5C 5S JD", "starter": "5D"}
    assert Program(town.captains["Bell"]).send("PATCH", f"{where}{made['id']}/", cards).status_code == 403
    for wrong, code in (({**cards, "starter": "6D"}, "points-differ"), ({"cards": "5H 5C 5S JD"}, "required")):
        refused = captain.send("PATCH", f"{where}{made['id']}/", wrong)
        assert (refused.status_code, refused.json()["errors"][0]["code"]) == (422, code)
    told = captain.send("PATCH", f"{where}{made['id']}/", cards)
    assert (told.status_code, told.json()["verified"], told.json()["cards"]) == (200, True, "5C 5H 5S JD")
    late = captain.send("PATCH", f"{where}{made['id']}/", {"cards": "5H 5D 5S JC", "starter": "5C"})
    assert late.status_code == 409
