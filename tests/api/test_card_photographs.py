"""Photographs of paper cards, sent and read by programs."""

import base64
import json

import pytest

from league.models import CardPhotograph, Fixture, Result
from tests.api.program import Program
from tests.factories import Town
from tests.services.test_photographs import photograph


def as_sent(content: bytes) -> dict[str, str]:
    return {"photograph": base64.b64encode(content).decode()}


@pytest.fixture
def fixture(town: Town) -> Fixture:
    return town.fixture("Anchor", "Bell")


def test_a_card_s_photograph_is_sent_and_read(town: Town, fixture: Fixture) -> None:
    anchor, bell = Program(town.captains["Anchor"]), Program(town.captains["Bell"])
    address = f"fixtures/{fixture.pk}/card-photographs/"
    answer = anchor.post(address, as_sent(photograph()))
    kept = CardPhotograph.objects.get()
    assert answer.status_code == 201
    body = json.loads(answer.content)
    assert {name: body[name] for name in ("id", "fixture", "side", "sha256", "width", "height")} == {
        "id": kept.pk, "fixture": fixture.pk, "side": "home", "sha256": kept.sha256, "width": 400, "height": 300,
    }  # fmt: skip
    assert [row["id"] for row in json.loads(bell.get(address).content)["results"]] == [kept.pk]
    picture = bell.get(f"{address}{kept.pk}/")
    assert (picture.content, picture["Content-Type"]) == (bytes(kept.content), "image/jpeg")
    assert picture["Cache-Control"] == "private, no-store"
    assert not Result.objects.exists()


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"photograph": "no base64!"}, "photograph"),
        (as_sent(b"GIF89a"), "wrong-photograph"),
        ({"photograph": ""}, "blank"),
        ({}, "required"),
    ],
    ids=["no base64", "gif", "blank", "missing"],
)
def test_what_is_wrong_is_told_at_its_place(town: Town, fixture: Fixture, body: dict[str, str], code: str) -> None:
    answer = Program(town.captains["Anchor"]).post(f"fixtures/{fixture.pk}/card-photographs/", body)
    assert answer.status_code == 422
    errors = json.loads(answer.content)["errors"]
    assert [(error["code"], error["field"]) for error in errors] == [(code, "/photograph")]
