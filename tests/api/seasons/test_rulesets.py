"""Rulesets of a league's own, in the hands of a program of its secretary."""

import json
from typing import Any

import pytest

from league.models import Division, JournalEntry, OwnRuleset
from tests.api.program import Program, problems
from tests.factories import Town

pytestmark = pytest.mark.django_db
PLAY = "seasons/2026-27/divisions/division-1/rulesets/"
FORMAT = "seasons/2026-27/divisions/division-1/format/"
BERE = {"title": "Bere Regis", "rules": {"dealt": 5, "laid_away": 1, "pack_to_crib": 2, "runs_upwards": True}}


def said(answer: Any, status: int = 200) -> Any:
    assert answer.status_code == status, answer.content
    return json.loads(answer.content)


def test_one_is_made_read_and_played_by(town: Town) -> None:
    program = Program(town.secretary)
    made = said(program.post("rulesets/", BERE), 201)
    assert (made["name"], made["version"], made["rules"]["pack_to_crib"]) == ("bere-regis", 1, 2)
    again = said(program.post("rulesets/", {"title": "Bere Regis", "of": "bere-regis", "rules": {}}), 201)
    assert again["version"] == 2
    assert [one["version"] for one in said(program.get("rulesets/"))["results"]] == [2, 1]
    unexplained = said(program.post(PLAY, {"singles": "bere-regis:1"}), 422)
    assert [one["field"] for one in unexplained["errors"]] == ["/reason"]
    said(program.post(PLAY, {"singles": "bere-regis:1", "reason": "Agreed in January."}))
    assert Division.objects.get().singles_own == OwnRuleset.objects.get(version=1)


def test_every_problem_stands_at_its_field(town: Town) -> None:
    program = Program(town.secretary)
    wrong = said(program.post("rulesets/", {"title": "Hoyle", "rules": {"dealt": 9, "hue": 1}}), 422)
    assert sorted(one["field"] for one in wrong["errors"]) == ["/rules/hue", "/title"]
    assert said(program.post("rulesets/", {"title": "Ours", "of": "nothing", "rules": {}}), 404)
    assert said(program.post(PLAY, {"singles": "nothing:1"}), 422)["errors"][0]["field"] == "/singles"
    for strange in (
        {"dealt": [1]},
        {"dealt": None},
        {"dealt": 1e9},
        {"title": "x"},
        {"version": 7},
        {"name": "league"},
    ):
        assert program.post("rulesets/", {"title": "Ours", "rules": strange}).status_code in (201, 422)
    assert not OwnRuleset.objects.exclude(name="ours").exists()


def test_a_format_is_decided_and_the_same_in_other_words_changes_nothing(town: Town) -> None:
    program = Program(town.secretary)
    said(program.post(FORMAT, {"fixture_format": "D5 S5 S5"}))
    Division.objects.update(fixture_format="D S S", games_per_match=5)
    said(program.post(FORMAT, {"fixture_format": "D5 S5 S5"}))
    assert Division.objects.values_list("fixture_format", "games_per_match").get() == ("D S S", 5)
    assert JournalEntry.objects.count() == 1


def test_a_reason_is_refused_at_its_field_where_it_is_too_long(town: Town) -> None:
    body = {"fixture_format": "D5", "reason": "x" * 251}
    assert problems(Program(town.secretary).post(FORMAT, body)) == [("max-length", "/reason")]
