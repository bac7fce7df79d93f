"""A body whose shape is wrong at one place is told what the rules have against it elsewhere, at the same time."""

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest
import time_machine

from league.models import User
from tests.api.program import Program, problems
from tests.factories import Town
from tests.services.draft_season import DRAFT

pytestmark = pytest.mark.django_db
AT = dt.datetime(2026, 9, 10, 12, tzinfo=dt.UTC)
WRONG_FILES = dict(DRAFT) | {"teams.csv": DRAFT["teams.csv"] + "Nobody,,,,,\n"}
Find = Callable[[Town], str]
Problems = set[tuple[str, str]]


def fixture(town: Town) -> str:
    return f"fixtures/{town.fixture('Anchor', 'Bell').pk}/"


def captain(town: Town) -> User:
    return town.captains["Anchor"]


def secretary(town: Town) -> User:
    return town.secretary


# By operation: who sends it where, a body, the problems of its shape, and those of the rules elsewhere in it.
CASES: dict[str, tuple[Callable[[Town], User], str, Find, dict[str, Any], Problems, Problems]] = {
    "season_import": (
        secretary, "POST", lambda _: "import/", {"files": WRONG_FILES, "check_only": "perhaps", "oily": 1},
        {("invalid", "/check_only"), ("unknown-field", "/oily")}, {("import", "")},
    ),
    "season_import, no such season": (
        secretary, "POST", lambda _: "import/", {"files": {"a.exe": "a"}, "season": "nowhere"},
        {("file", "/files")}, {("season", "/season")},
    ),
    "points_adjust": (
        secretary, "POST", lambda _: "seasons/2026-27/adjustments/",
        {"team": "anchor", "points": "0", "reason": "x", "date": "someday"},
        {("invalid", "/date")}, {("points", "/points")},
    ),
    "player_register": (
        captain, "POST", lambda _: "seasons/2026-27/teams/anchor/players/",
        {"name": "Anchor 1", "another": "perhaps", "starts_on": "2030-01-01"},
        {("invalid", "/another")}, {("wrong-day", "/starts_on")},
    ),
    "player_register, a day that is none": (
        captain, "POST", lambda _: "seasons/2026-27/teams/anchor/players/", {"name": "Anchor 1", "starts_on": "soon"},
        {("invalid", "/starts_on")}, {("same-name", "/name")},
    ),
    "invite": (
        secretary, "POST", lambda _: "invitations/", {"email": "nobody", "kind": "king", "ends_on": "2020-01-01"},
        {("invalid-choice", "/kind")}, {("email", "/email"), ("ends-in-the-past", "/ends_on")},
    ),
    "postponement_ask": (
        captain, "POST", lambda town: f"{fixture(town)}postponements/",
        {"slots": ["2026-09-14T03:00:00Z", "2026-09-14T03:00:00Z"], "note": "Flu."},
        {("unknown-field", "/note"), ("required", "/reason")}, {("twice", "/slots/1")},
    ),
    "personal_data_change": (
        secretary, "PATCH", lambda town: f"players/{town.squads['Anchor'][0].pk}/details/",
        {"name": "", "email": "nobody", "phone": ["1"]},
        {("blank", "/name"), ("invalid", "/phone")}, {("email", "/email")},
    ),
    "lots_record": (
        secretary, "POST", lambda _: "seasons/2026-27/lots/",
        {"division": "division-1", "teams": ["anchor"], "drawn_on": "2030-01-01"},
        {("min-length", "/teams")}, {("date", "/drawn_on")},
    ),
    "starts_change": (
        secretary, "POST", lambda _: "seasons/2026-27/starts/", {"team": "anchor", "start": "20:30", "dvision": "one"},
        {("unknown-field", "/dvision")}, {("start", "/start")},
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_an_error_of_the_shape_hides_none_of_the_rules(town: Town, case: str) -> None:
    who, method, find, body, of_shape, of_rules = CASES[case]
    town.division.own_start = dt.time(19)
    town.division.save()
    with time_machine.travel(AT, tick=False):
        answer = Program(who(town), now=AT).send(method, find(town), body)
    told = set(problems(answer))
    assert answer.status_code == 422
    assert told >= of_shape | of_rules
