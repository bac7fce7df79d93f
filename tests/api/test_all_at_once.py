"""A body whose shape is wrong at one place is told what the rules have against it elsewhere, at the same time."""

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest
import time_machine

from league.models import User
from tests.api.program import Program, problems
from tests.factories import Town
from tests.services import dispute_cases as cases
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


HAND = {"cards": "AC 7D 8H", "starter": "7C"}
CALL = {**HAND, "match_number": 99, "game_number": 1, "counter": "home", "declared": 6}


def refused_problems(answer: Any) -> Problems:
    assert answer.status_code == 422, answer.content
    return set(problems(answer))


def test_of_a_hand_that_is_counted_for_anybody() -> None:
    assert refused_problems(Program().post("/api/v1/hands/check/", {**HAND, "declared": "many"})) == {
        ("invalid", "/declared"), ("wrong-cards", "/cards"),
    }  # fmt: skip


@pytest.mark.usefixtures("today")
def test_of_a_call_and_the_ruling_on_it(town: Town) -> None:
    referee, path = Program(town.referee), f"{fixture(town)}calls/"
    expected = {("invalid", "/claimed"), ("no-match", "/match_number"), ("wrong-cards", "/cards")}
    assert refused_problems(referee.post(f"{path}check/", {**CALL, "claimed": "many"})) == expected
    assert refused_problems(referee.post(path, {**CALL, "claimed": "many"})) == expected


@pytest.mark.usefixtures("today")
def test_of_an_objection_with_the_hand_that_was_called(town: Town) -> None:
    sent = {"subject": "call", "call": CALL, "reason": "", "because": 1}
    answer = Program(captain(town)).post(f"{fixture(town)}disputes/", sent)
    assert refused_problems(answer) == {
        ("blank", "/reason"), ("unknown-field", "/because"), ("no-match", "/call/match_number"),
        ("wrong-cards", "/call/cards"),
    }  # fmt: skip


@pytest.mark.usefixtures("today")
def test_of_evidence_and_of_a_ruling(town: Town, now: dt.datetime) -> None:
    cases.counting(town, now)
    dispute = cases.of_a_game(town, now)
    path, referee = f"disputes/{dispute.pk}/", Program(town.referee)
    hand = {"cards": "AC 7D 8H", "starter": "7C"}
    brought = Program(captain(town)).post(f"{path}evidence/", {"kind": "hand", "hand": hand, "txt": "It was so."})
    assert refused_problems(brought) == {("unknown-field", "/txt"), ("wrong-cards", "/hand/cards")}
    ruled = referee.post(f"{path}ruling/", {"outcome": "void", "reason": "", "rule": "R999", "keep": "ours"})
    assert refused_problems(ruled) >= {("blank", "/reason"), ("invalid-choice", "/keep")}
    looked = referee.post(f"{path}preview/", {"outcome": "sheet", "won": "us"})
    assert refused_problems(looked) == {("invalid-choice", "/won")}
    looked = referee.post(f"{path}preview/", {"outcome": "sheet", "wn": "home"})
    assert refused_problems(looked) == {("unknown-field", "/wn"), ("no-outcome", "/outcome")}


@pytest.mark.usefixtures("today")
def test_of_a_high_hand(town: Town) -> None:
    sent = {"player": 999999, "points": 25, "cards": "", "starter": "", "again": "perhaps"}
    found = refused_problems(Program(captain(town)).post(f"{fixture(town)}high-hands/", sent))
    assert ("invalid", "/again") in found
    assert {"/player", "/points"} <= {field for _, field in found}


@pytest.mark.usefixtures("today")
def test_of_a_transfer(town: Town) -> None:
    path = f"seasons/2026-27/players/{town.squads['Anchor'][0].pk}/transfer/"
    answer = Program(secretary(town)).post(path, {"team": "anchor", "starts_on": "2030-01-01", "anyway": "perhaps"})
    assert refused_problems(answer) == {("invalid", "/anyway"), ("same-team", "/team"), ("wrong-day", "/starts_on")}


@pytest.mark.usefixtures("today")
def test_of_wishes_about_mail(town: Town) -> None:
    sent = {"quiet_from": "22:00", "quiet_until": "22:00", "reminder_days": [99], "digest": 1}
    found = refused_problems(Program(captain(town)).send("PATCH", "me/mail/", sent))
    assert {("unknown-field", "/digest"), ("quiet", "/quiet_until")} <= found


@pytest.mark.usefixtures("today")
def test_of_a_move_to_another_date(town: Town) -> None:
    office, path = Program(secretary(town)), fixture(town)
    tag = office.get(path).headers["ETag"]
    sent = {"starts_at": "2026-11-04T03:00:00Z", "reason": "", "venu": 1}
    answer = office.post(f"{path}move/", sent, If_Match=tag)
    assert refused_problems(answer) >= {("unknown-field", "/venu"), ("no-reason", "/reason"), ("anyway", "/anyway")}
