"""What a write rests on is told in one way: the ETag of what was read, as If-Match."""

import datetime as dt
import json
from typing import Any

import pytest
import time_machine

from league.api.etags import state_in, tag_of_state
from league.api.schema import schema
from league.models import Fixture, Result
from league.rules.sheets import GameScore
from league.services.dates import postpone
from league.services.results import confirm, submit
from tests.api.program import Program, problems
from tests.api.sent import rests
from tests.factories import Town, result_sheet
from tests.services.evenings import HAND, agreed, overcall

pytestmark = pytest.mark.django_db
CANCEL = {"reason": "The pub has shut."}
STALE, NONE = (412, [("stale", "")]), (428, [("precondition-required", "If-Match")])


@pytest.fixture
def secretary(town: Town) -> Program:
    return Program(town.secretary)


@pytest.fixture
def fixture(town: Town) -> Fixture:
    return town.fixture("Anchor", "Bell")


def outcome(answer: Any) -> tuple[int, list[tuple[str, str]]]:
    return answer.status_code, problems(answer)


def test_a_step_of_the_secretary_rests_on_the_fixture(town: Town, fixture: Fixture, secretary: Program) -> None:
    path, other = f"fixtures/{fixture.pk}/", f"fixtures/{town.fixture('Bell', 'Castle').pk}/"
    assert outcome(secretary.post(f"{path}cancel/", CANCEL)) == NONE
    assert outcome(secretary.post(f"{path}cancel/", CANCEL, If_Match="*")) == STALE
    assert outcome(secretary.post(f"{path}cancel/", CANCEL, If_Match='"made up"')) == STALE
    assert outcome(secretary.post(f"{path}cancel/", CANCEL, If_Match=secretary.get(other).headers["ETag"])) == STALE
    read = secretary.get(path).headers["ETag"]
    Fixture.objects.filter(pk=fixture.pk).update(sequence=fixture.sequence + 1)
    assert outcome(secretary.post(f"{path}cancel/", CANCEL, If_Match=read)) == STALE
    answer = secretary.post(f"{path}cancel/", CANCEL, If_Match=secretary.get(path).headers["ETag"])
    assert (answer.status_code, json.loads(answer.content)["state"]) == (200, "cancelled")


def test_a_body_that_says_it_itself_is_refused_with_what_to_send(fixture: Fixture, secretary: Program) -> None:
    path = f"fixtures/{fixture.pk}/"
    late = secretary.post(f"{path}cancel/", {**CANCEL, "sequence": fixture.sequence})
    assert outcome(late) == (422, [("if-match", "/sequence")])
    assert "If-Match" in late.json()["errors"][0]["message"]
    read = secretary.get(path).headers["ETag"]
    decided = {"what": "nobody", "reason": "Neither came.", "version": 0, "sequence": 0}
    both = secretary.post(f"{path}result/decide/", decided, If_Match=read)
    assert outcome(both) == (422, [("if-match", "/version"), ("if-match", "/sequence")])
    assert not Result.objects.exists()
    for made_up in ("sequence=-1", "sequence=١", "sequence=1e3", "sequence=9999999999"):
        tag = read.replace(f"sequence={fixture.sequence}", made_up).encode().decode("latin-1")
        assert outcome(secretary.post(f"{path}cancel/", CANCEL, If_Match=tag)) == STALE


def test_a_decision_rests_on_the_sheet_that_the_fixture_had(
    town: Town, fixture: Fixture, secretary: Program, now: dt.datetime
) -> None:
    path, what = f"fixtures/{fixture.pk}/", {"what": "walkover", "to": "home", "reason": "Nobody came."}
    read = secretary.get(path).headers["ETag"]
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    assert outcome(secretary.post(f"{path}result/decide/", what, If_Match=read)) == STALE
    uphold = {"reason": "They told me on the phone."}
    assert outcome(secretary.post(f"{path}result/uphold/", uphold)) == NONE
    read = secretary.get(path).headers["ETag"]
    assert secretary.post(f"{path}result/decide/", what, If_Match=read).status_code == 200


def test_points_rest_on_the_list_of_them(town: Town, secretary: Program) -> None:
    path = "seasons/2026-27/adjustments/"
    given = {"team": "bell", "points": "-2.00", "date": "2026-11-03", "reason": "Late card."}
    read = secretary.get(path).headers["ETag"]
    assert secretary.post(path, given, If_Match=read).status_code == 201
    assert outcome(secretary.post(path, given, If_Match=read)) == STALE
    assert secretary.post(path, given).status_code == 201


def test_an_answer_rests_on_the_dates_that_were_offered(town: Town) -> None:
    before = dt.datetime(2026, 9, 8, 11, tzinfo=dt.UTC)
    with time_machine.travel(before, tick=False):
        coming = town.fixture("Bell", "Duke of York")
        anchor, other = Program(town.captains["Bell"]), Program(town.captains["Duke of York"])
        slots = [dt.datetime(2026, 9, 30, 19, tzinfo=dt.UTC)]
        path = f"fixtures/{coming.pk}/postponements/"
        none = other.get(path).headers["ETag"]
        postpone.request(coming, slots=slots, reason="Flu.", by=town.captains["Bell"], now=before)
        refusal = {"reason": "We can play."}
        assert outcome(other.post(f"{path}refuse/", refusal)) == NONE
        assert outcome(other.post(f"{path}refuse/", refusal, If_Match=none)) == STALE
        assert anchor.get(path).status_code == 200
        answer = other.post(f"{path}refuse/", refusal, If_Match=other.get(path).headers["ETag"])
        assert (answer.status_code, json.loads(answer.content)[0]["state"]) == (200, "refused")


def test_a_ruling_rests_on_what_was_shown_to_follow(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    mine = result_sheet(town, "Anchor", "Bell", first=GameScore(88, 121))
    dispute = confirm.dispute(fixture, 1, reason="Game 1.", sheet=mine, by=town.captains["Bell"], now=now)
    referee, case = Program(town.referee), f"disputes/{dispute.pk}/"
    kept, dropped = {"outcome": "sheet", "keep": "counter"}, {"outcome": "sheet", "keep": "result"}
    shown = {keep["keep"]: referee.post(f"{case}preview/", keep).headers["ETag"] for keep in (kept, dropped)}
    signed = {**kept, "reason": "The card says so.", "rule": "R50"}
    assert outcome(referee.post(f"{case}ruling/", signed, If_Match=shown["result"])) == STALE
    assert referee.post(f"{case}ruling/", signed, If_Match=shown["counter"]).status_code == 201


OVERCALL = {**HAND, "declared": 12}
AWARD = {**OVERCALL, "award_to": "away", "reason": "Often."}


def test_a_game_is_awarded_with_a_call_only_on_what_was_shown(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    agreed(town, fixture, now)
    referee, calls = Program(town.referee), f"fixtures/{fixture.pk}/calls/"
    assert outcome(referee.post(calls, AWARD)) == NONE
    assert outcome(referee.post(calls, AWARD, If_Match=referee.get(f"fixtures/{fixture.pk}/").headers["ETag"])) == STALE
    unlike = referee.post(f"{calls}check/", OVERCALL).headers["ETag"]
    assert outcome(referee.post(calls, AWARD, If_Match=unlike)) == STALE
    assert outcome(referee.post(calls, {**AWARD, "seen": "late"})) == (422, [("if-match", "/seen")])
    shown = referee.post(f"{calls}check/", {**OVERCALL, "award_to": "away"}).headers["ETag"]
    answer = referee.post(calls, AWARD, If_Match=shown)
    assert (answer.status_code, json.loads(answer.content)["awarded_to"]) == (201, "away")


def test_a_call_without_an_award_may_rest_on_what_was_shown(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    agreed(town, fixture, now)
    referee, calls = Program(town.referee), f"fixtures/{fixture.pk}/calls/"
    shown = referee.post(f"{calls}check/", OVERCALL).headers["ETag"]
    assert referee.post(calls, OVERCALL, If_Match=shown).status_code == 201
    assert referee.post(calls, {**OVERCALL, "starter": "7H"}).status_code == 201


def test_a_revocation_rests_on_what_was_shown_to_follow(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    with time_machine.travel(now, tick=False):
        agreed(town, fixture, now)
        olive, referee = town.squads["Anchor"][2], Program(town.referee)
        first, other = overcall(town, fixture, olive, now), overcall(town, fixture, olive, now)
        path, why = f"rulings/{first.pk}/revoke/", {"reason": "A slip."}
        elsewhere = referee.get(f"rulings/{other.pk}/revoke/").headers["ETag"]
        assert outcome(referee.post(path, why, If_Match=elsewhere)) == STALE
        assert outcome(referee.post(path, {**why, "seen": "late"})) == (422, [("if-match", "/seen")])
        read = referee.get(path).headers["ETag"]
        assert referee.get(path, If_None_Match=read).status_code == 304
        made_up = read.replace("seen=", "seen=0")
        assert outcome(referee.post(path, why, If_Match=made_up)) == STALE
        assert referee.post(path, why, If_Match=read).status_code == 200


def test_who_has_it_already_is_told_so(fixture: Fixture) -> None:
    path = f"fixtures/{fixture.pk}/"
    read = Program().get(path).headers["ETag"]
    again = Program().get(path, If_None_Match=read)
    assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", read)
    Fixture.objects.filter(pk=fixture.pk).update(sequence=fixture.sequence + 1)
    assert Program().get(path, If_None_Match=read).status_code == 200


@pytest.mark.parametrize("said", ["", '"', '""', '"of=fixture.1"', '"of=fixture.2;seen=1"', 'W/"of=fixture.1;seen=1"'])
def test_what_is_no_tag_of_the_thing_tells_nothing(said: str) -> None:
    assert state_in(said, "fixture.1", ["seen"]) is None
    assert state_in(f"{said}, {tag_of_state('fixture.1', {}, seen=7)}", "fixture.1", ["seen"]) == {"seen": "7"}


def test_no_body_has_a_field_for_it() -> None:
    """A write's precondition is sent as If-Match, which its description names, and never in the body."""
    shapes, resting = schema()["components"]["schemas"], set(rests())
    for methods in schema()["paths"].values():
        for operation in methods.values():
            body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
            fields = shapes.get(body.get("$ref", "").rpartition("/")[2], {}).get("properties", {})
            assert not fields.keys() & {"seen", "sequence", "version"}, operation["operationId"]
            if operation["operationId"] in resting:
                assert "If-Match" in {one["name"] for one in operation["parameters"]}, operation["operationId"]
    assert len(resting) >= 12
