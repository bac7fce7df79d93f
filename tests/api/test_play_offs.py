"""Play-offs in the hands of a program that the secretary has given a token."""

import json
from typing import Any

import pytest

from league.models import Fixture, Venue
from tests import factories
from tests.api.program import Program, problems
from tests.factories import Town
from tests.services.standings.test_play_offs import level

__all__ = ["level"]
pytestmark = pytest.mark.django_db
PATH = "seasons/2026-27/play-offs/"


def body(town: Town, **more: Any) -> dict[str, Any]:
    venue = Venue.objects.filter(league=town.league).order_by("pk").values_list("pk", flat=True)[0]
    return {
        "division": town.division.slug, "home": "castle", "away": "anchor", "venue": venue,
        "starts_at": "2027-05-04T19:00:00Z", **more,
    }  # fmt: skip


def test_those_due_are_listed_and_one_is_made_once(level: Town) -> None:
    program = Program(level.secretary)
    due = json.loads(program.get(PATH).content)["due"]
    assert [[team["slug"] for team in group["teams"]] for group in due] == [
        ["anchor", "castle"], ["bell", "duke-of-york"],
    ]  # fmt: skip
    assert [len(json.loads(program.get("secretary/").content)["play_offs"])] == [2]
    answer = program.post(PATH, body(level, format="Sb3"))
    assert answer.status_code == 201, answer.content
    made = json.loads(answer.content)
    assert (made["play_off"], made["home"]["slug"], made["state"]) == (True, "castle", "scheduled")
    assert program.post(PATH, body(level)).status_code == 409
    [one] = json.loads(program.get(PATH).content)["made"]
    assert (one["fixture"]["id"], one["standing"], one["counts"]) == (made["id"], "arranged", False)


def test_what_is_wrong_is_told_at_its_field(level: Town) -> None:
    program = Program(level.secretary)
    answer = program.post(PATH, body(level, starts_at="2026-09-01T19:00:00Z", away="bell", format="XYZ"))
    assert answer.status_code == 422
    assert {field for _, field in problems(answer)} >= {"/home", "/starts_at", "/format"}
    assert not Fixture.objects.filter(play_off=True).exists()


def test_what_is_another_league_s_is_not_there(level: Town) -> None:
    abroad = factories.town("Abroad League", "abroad")
    venue = Venue.objects.filter(league=abroad.league).values_list("pk", flat=True)[0]
    program = Program(level.secretary)
    for wrong in ({"venue": venue}, {"home": "nobody"}, {"division": "nobody"}):
        assert program.post(PATH, body(level, **wrong)).status_code == 404
    assert Program(abroad.secretary).post(PATH, body(level)).status_code in (403, 404)
