"""Lots in the hands of a program that the secretary has given a token."""

import datetime as dt
from typing import Any

import pytest

from league.models import Division, LotsDrawn
from league.services.results import submit
from tests.api.program import Program, json_of, problems
from tests.factories import Town, result_sheet

pytestmark = pytest.mark.django_db
PATH = "seasons/2026-27/lots/"
DRAW = {"division": "division-1", "teams": ["castle", "anchor"], "drawn_on": "2026-11-02", "note": "At the AGM."}


@pytest.fixture
def program(town: Town, now: dt.datetime) -> Program:
    """The secretary's; Anchor and Castle are level at lots, and Bell and the Duke of York."""
    Division.objects.filter(pk=town.division.pk).update(tie_breaks=["games_difference", "lots"])
    for home, away in (("Anchor", "Bell"), ("Castle", "Duke of York")):
        submit.submit(town.fixture(home, away), result_sheet(town, home, away), by=town.secretary, now=now)
    return Program(town.secretary)


def names(teams: list[dict[str, Any]]) -> list[str]:
    return [team["slug"] for team in teams]


def test_lots_are_read_recorded_and_withdrawn(program: Program, town: Town) -> None:
    before = json_of(program.get(PATH))
    assert [(names(one["teams"]), one["position"], one["remaining"]) for one in before["waiting"]] == [
        (["anchor", "castle"], 1, 4), (["bell", "duke-of-york"], 3, 4),
    ]  # fmt: skip
    assert before["recorded"] == []
    made = json_of(program.post(PATH, DRAW), 201)
    assert {name: made[name] for name in ("drawn_on", "note", "withdrawn_at", "recorded_by")} == {
        "drawn_on": "2026-11-02", "note": "At the AGM.", "withdrawn_at": None, "recorded_by": "Sally Secretary",
    }  # fmt: skip
    assert (names(made["teams"]), made["division"]["slug"]) == (["castle", "anchor"], "division-1")
    after = json_of(program.get(PATH))
    assert [names(one["teams"]) for one in after["waiting"]] == [["bell", "duke-of-york"]]
    assert [(one["counts"], one["lots"]["id"]) for one in after["recorded"]] == [(True, made["id"])]
    receipt = json_of(program.get("seasons/2026-27/divisions/division-1/teams/anchor/receipt/"))
    step = receipt["tie"]["steps"][-1]
    assert (step["tie_break"], step["verdict"], [one["figure"] for one in step["figures"]]) == (
        "lots", "parted", ["1st", "2nd"],
    )  # fmt: skip
    assert receipt["idle_lots"] == []
    gone = json_of(program.post(f"lots/{made['id']}/withdraw/", {"reason": "A mistake."}))
    assert (gone["withdrawn_at"] is not None, gone["withdrawn_why"]) == (True, "A mistake.")
    assert json_of(program.get(PATH))["waiting"] == before["waiting"]
    assert problems(program.post(f"lots/{made['id']}/withdraw/", {"reason": "Again."}))


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"teams": ["castle", "bell"]}, 422),
        ({"teams": ["castle", "nobody"]}, 422),
        ({"teams": ["castle"]}, 422),
        ({"teams": "castle"}, 422),
        ({"teams": ["castle", "castle"]}, 422),
        ({"drawn_on": "2026-11-04"}, 422),
        ({"drawn_on": "1999-01-01"}, 422),
        ({"note": "x" * 251}, 422),
        ({"note": "\x00"}, 422),
        ({"division": "nowhere"}, 404),
    ],
)
def test_what_cannot_be_is_refused(
    program: Program, town: Town, now: dt.datetime, fields: dict[str, Any], status: int
) -> None:
    assert program.post(PATH, DRAW | fields).status_code == status
    assert LotsDrawn.objects.count() == 0


def test_recorded_twice_is_told(program: Program, town: Town) -> None:
    assert program.post(PATH, DRAW).status_code == 201
    assert program.post(PATH, DRAW).status_code == 409
