"""Appeals that a committee decides, in the hands of programs."""

import datetime as dt
import json
from typing import Any

import pytest

from tests.api.program import Program, problems
from tests.factories import Town
from tests.services.disputes.panel_cases import appealed, committee, voted

pytestmark = pytest.mark.usefixtures("today")


def said(answer: Any, status: int = 200) -> Any:
    assert answer.status_code == status, answer.content
    return json.loads(answer.content)


def test_members_vote_and_the_last_vote_decides(town: Town, now: dt.datetime) -> None:
    first, chair, _ = committee(town)
    made = appealed(town, now)
    address = f"appeals/{made.pk}/panel/"
    captain = Program(town.captains["Bell"])
    seen = said(captain.get(address))
    assert (seen["body"], seen["reason"], seen["until"], seen["votes"]) == ("committee", "", "2026-11-10T20:00:00Z", [])
    assert seen["seats"][1] == {
        "name": "Chair of the committee 2", "chair": True, "why_recused": "", "voted": False, "may_vote": True
    }  # fmt: skip
    vote = {"allow": True, "reason": "He was at home."}
    seen = said(Program(first).post(address, vote))
    assert (seen["appeal"]["state"], seen["seats"][0]["voted"], seen["votes"]) == ("open", True, [])
    done = said(Program(chair).post(address, {**vote, "reason": "The card is torn."}))
    assert (done["appeal"]["state"], done["appeal"]["decided_as"], done["body"]) == (
        "allowed",
        "committee",
        "committee",
    )
    assert done["reason"] == "The committee allowed it by 2 votes to 0."
    told = said(captain.get(address))["votes"]
    assert [(one["name"], one["allow"], one["reason"]) for one in told] == [
        ("Committee member 1", True, "He was at home."),
        ("Chair of the committee 2", True, "The card is torn."),
    ]


def test_a_bad_vote_is_told_at_its_field(town: Town, now: dt.datetime) -> None:
    first, *_ = committee(town)
    address = f"appeals/{appealed(town, now).pk}/panel/"
    answer = Program(first).post(address, {"allow": "maybe", "reason": ""})
    assert answer.status_code == 422
    assert [field for _, field in problems(answer)] == ["/allow", "/reason"]


def test_who_may_not_vote_or_see_it(town: Town, now: dt.datetime) -> None:
    first, *_ = committee(town)
    made = appealed(town, now)
    address, vote = f"appeals/{made.pk}/panel/", {"allow": True, "reason": "So."}
    assert Program(town.captains["Castle"]).get(address).status_code == 403
    assert Program(town.secretary).post(address, vote).status_code == 403
    assert Program(first, scopes=["read"]).post(address, vote).status_code == 403
    assert Program(first, scopes=["read"]).get(address).status_code == 200
    assert Program(first).post("appeals/99/panel/", vote).status_code == 404


def test_a_vote_on_what_is_decided_is_a_conflict(town: Town, now: dt.datetime) -> None:
    first, chair, third = committee(town)
    made = appealed(town, now)
    voted(made, first, now)
    voted(made, chair, now)
    answer = Program(third).post(f"appeals/{made.pk}/panel/", {"allow": True, "reason": "So."})
    assert (answer.status_code, problems(answer)) == (409, [("decided", "")])


def test_it_says_that_they_are_of_the_committee(town: Town) -> None:
    first, *_ = committee(town)
    seen = said(Program(first).get("me/"))
    assert (seen["committee"], seen["judge"], seen["referee"]) == (True, False, False)
