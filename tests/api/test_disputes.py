"""Disputes by program: evidence of every kind, a referee who is given one, and what is refused at which field."""

import base64
import datetime as dt
import json
from typing import Any

import pytest

from league.enums import EvidenceKind
from league.models import Dispute, Evidence
from tests.api.program import Program, problems
from tests.factories import Town
from tests.services import dispute_cases
from tests.services.test_photographs import photograph

pytestmark = pytest.mark.django_db
HAND = {"match_number": 1, "cards": "4C 5D 5H 5S", "starter": "3C", "declared": 20, "claimed": 17}


@pytest.fixture
def dispute(town: Town, now: dt.datetime) -> Dispute:
    return dispute_cases.of_a_waiting_sheet(town, now)


@pytest.fixture
def bell(town: Town) -> Program:
    return Program(town.captains["Bell"])


@pytest.mark.parametrize(
    "body",
    [
        {"kind": "text", "text": "It was so."},
        {"kind": "record", "text": "game\nplayers: Ann, Ben"},
        {"kind": "hand", "text": "As it lay.", "hand": HAND},
        {"kind": "photo", "text": "Our card.", "photograph": base64.b64encode(photograph()).decode()},
    ],
    ids=lambda body: str(body["kind"]),
)
def test_evidence_of_every_kind_is_brought(dispute: Dispute, bell: Program, body: dict[str, Any]) -> None:
    answer = bell.post(f"disputes/{dispute.pk}/evidence/", body)
    assert answer.status_code == 201
    (brought,) = Evidence.objects.filter(dispute=dispute)
    assert brought.kind == EvidenceKind(body["kind"])
    assert body["text"] in json.dumps(json.loads(answer.content)["evidence"]).replace("\\n", "\n")


@pytest.mark.parametrize(
    ("body", "wrong"),
    [
        ({"kind": "hand"}, [("required", "/hand")]),
        ({"kind": "hand", "hand": HAND, "text": "x" * 201}, [("max-length", "/text")]),
        ({"kind": "photo", "photograph": "no base64!"}, [("photograph", "/photograph")]),
        ({"kind": "record", "text": " "}, [("empty", "/text")]),
        ({"kind": "text", "text": " "}, [("empty", "/text")]),
        ({"kind": "hand", "hand": HAND | {"cards": "4C 4C 5H 5S"}}, [("wrong-cards", "/hand/cards")]),
        ({"kind": "hand", "hand": HAND | {"declared": 99}}, [("impossible-points", "/hand/declared")]),
        ({"kind": "hand", "hand": HAND | {"match_number": 98}}, [("no-match", "/hand/match_number")]),
        ({"kind": "rumour"}, [("invalid-choice", "/kind")]),
    ],
)
def test_evidence_that_is_none_is_refused_at_its_field(
    dispute: Dispute, bell: Program, body: dict[str, Any], wrong: list[tuple[str, str]]
) -> None:
    answer = bell.post(f"disputes/{dispute.pk}/evidence/", body)
    assert (answer.status_code, problems(answer)) == (422, wrong)
    assert not Evidence.objects.exists()


def test_a_call_that_was_not_sent_is_asked_for_as_a_whole(town: Town, now: dt.datetime, bell: Program) -> None:
    fixture = dispute_cases.waiting_sheet(town, now).fixture
    answer = bell.post(f"fixtures/{fixture.pk}/disputes/", {"subject": "call", "reason": "Four fives"})
    assert (answer.status_code, problems(answer)) == (422, [("no-call", "/call")])


def test_a_photograph_that_there_is_not_is_404(town: Town, dispute: Dispute) -> None:
    assert Program(town.referee).get(f"disputes/{dispute.pk}/photographs/999/").status_code == 404


def test_the_secretary_gives_a_dispute_to_a_referee(town: Town, dispute: Dispute) -> None:
    secretary, path = Program(town.secretary), f"disputes/{dispute.pk}/referee/"
    (judge,) = json.loads(secretary.get(path).content)["results"]
    given = secretary.post(path, {"referee": town.referee.pk})
    assert given.status_code == 200
    dispute.refresh_from_db()
    assert dispute.assigned_to == town.referee
    nobody = secretary.post(path, {"referee": town.captains["Castle"].pk})
    assert (nobody.status_code, problems(nobody)) == (422, [("no-referee", "/referee")])
    assert Program(town.captains["Castle"]).post(path, {"referee": town.referee.pk}).status_code == 403
    assert judge["name"] == "Reg Referee"
