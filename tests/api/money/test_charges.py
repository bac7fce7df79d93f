"""Charges through the API: the secretary's program charges and notes payments; others read what they owe."""

import json
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.enums import Scope
from league.models import Charge, JournalEntry
from tests import factories
from tests.api.program import Program, problems
from tests.factories import Town

OWN = "seasons/2026-27/"
FEE = {"teams": ["anchor", "bell"], "kind": "fee", "amount": "20.00", "reason": "Entry fee", "date": "2026-11-02"}
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today")]


@pytest.fixture
def program(town: Town) -> Program:
    return Program(town.secretary)


def said(answer: Any, status: int = 200) -> Any:
    assert answer.status_code == status, answer.content
    return json.loads(answer.content)


def test_teams_and_players_are_charged_and_listed(town: Town, program: Program) -> None:
    player = town.squads["Anchor"][2]
    made = said(program.post(f"{OWN}charges/", {**FEE, "players": [player.pk]}), 201)["charges"]
    assert [(one["team"] and one["team"]["slug"], one["player"] and one["player"]["id"]) for one in made] == [
        ("anchor", None), ("bell", None), (None, player.pk),
    ]  # fmt: skip
    assert {name: made[2][name] for name in ("kind", "amount", "currency", "reason", "date", "paid_on", "season")} == {
        "kind": "fee", "amount": "20.00", "currency": "GBP", "reason": "Entry fee", "date": "2026-11-02",
        "paid_on": None, "season": "2026-27",
    }  # fmt: skip
    assert made[2]["through"]["slug"] == "anchor"
    listed = said(program.get(f"{OWN}charges/"))["results"]
    assert [one["id"] for one in listed] == [one["id"] for one in reversed(made)]
    accounts = said(program.get(f"{OWN}accounts/"))["results"]
    assert [(one["team"] or one["player"])["name"] for one in accounts] == ["Anchor", "Bell", "Anchor 3"]
    assert {name: accounts[0][name] for name in ("charged", "paid", "owed")} == {
        "charged": "20.00", "paid": "0.00", "owed": "20.00",
    }  # fmt: skip


def test_the_list_is_narrowed(town: Town, program: Program) -> None:
    player = town.squads["Anchor"][2]
    first, *_ = said(program.post(f"{OWN}charges/", FEE), 201)["charges"]
    said(program.post(f"{OWN}charges/", {**FEE, "teams": [], "players": [player.pk], "kind": "pennies"}), 201)
    said(program.post(f"charges/{first['id']}/pay/", {"paid_on": "2026-11-03"}))

    def found(**query: str) -> list[str]:
        listed = said(program.get(f"{OWN}charges/", query))["results"]
        return [(one["team"] or one["player"])["name"] for one in listed]

    assert found(state="paid") == ["Anchor"]
    assert found(state="owed") == ["Anchor 3", "Bell"]
    assert found(state="cancelled") == []
    assert found(kind="pennies") == ["Anchor 3"]
    assert found(team="anchor") == ["Anchor 3", "Anchor"]
    assert found(player=str(player.pk)) == ["Anchor 3"]
    for query in ({"state": "lent"}, {"kind": "loan"}, {"player": "x"}, {"teem": "anchor"}):
        assert program.get(f"{OWN}charges/", query).status_code == 422, query


def test_the_same_request_sent_again_charges_once(town: Town, program: Program) -> None:
    first = program.post(f"{OWN}charges/", FEE, Idempotency_Key="one")
    again = program.post(f"{OWN}charges/", FEE, Idempotency_Key="one")
    assert (again.content, again.headers["Idempotent-Replayed"]) == (first.content, "true")
    assert Charge.objects.count() == 2


def test_one_is_paid_not_paid_after_all_and_cancelled(town: Town, program: Program) -> None:
    one, _ = said(program.post(f"{OWN}charges/", FEE), 201)["charges"]
    address = f"charges/{one['id']}/"
    read = program.get(address).headers["ETag"]
    paid = program.post(f"{address}pay/", {"paid_on": "2026-11-03"}, If_Match=read)
    assert said(paid)["paid_on"] == "2026-11-03"
    assert program.post(f"{address}unpay/", {}, If_Match=read).status_code == 412
    assert problems(program.post(f"{address}cancel/", {"reason": "Let off"})) == [("wrong-state", "")]
    assert said(program.post(f"{address}unpay/", {}, If_Match=paid.headers["ETag"]))["paid_on"] is None
    assert program.post(f"{address}cancel/", {"reason": "Let off"}, If_Match=paid.headers["ETag"]).status_code == 412
    cancelled = said(program.post(f"{address}cancel/", {"reason": "Let off"}, If_Match=read))
    assert (cancelled["cancelled_because"], cancelled["cancelled_at"] is None) == ("Let off", False)
    assert [entry.kind for entry in JournalEntry.objects.order_by("number")] == [
        "charged", "charged", "charge-paid", "charge-paid", "charge-cancelled",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("changed", "wrong"),
    [
        ({"teams": []}, [("nobody", "/teams")]),
        ({"teams": ["nowhere", "anchor", "no"]}, [("no-team", "/teams"), ("no-team", "/teams")]),
        ({"players": [999999]}, [("no-player", "/players")]),
        ({"players": [0]}, [("min-value", "/players/0")]),
        ({"teams": ["bell", "bell"]}, [("twice", "/teams")]),
        ({"amount": "0", "date": "2026-11-04"}, [("amount", "/amount"), ("date", "/date")]),
        ({"amount": "NaN"}, [("invalid", "/amount")]),
        ({"amount": "1.005"}, [("max-decimal-places", "/amount")]),
        ({"kind": "loan", "reason": ""}, [("invalid-choice", "/kind"), ("blank", "/reason")]),
        ({"reason": "x" * 251}, [("max-length", "/reason")]),
        ({"date": "1999-12-31"}, [("century", "/date")]),
    ],
)
def test_all_that_is_wrong_is_told_at_its_field(
    town: Town, program: Program, changed: dict[str, Any], wrong: list[tuple[str, str]]
) -> None:
    answer = program.post(f"{OWN}charges/", {**FEE, **changed})
    assert answer.status_code == 422
    assert problems(answer) == wrong
    assert Charge.objects.count() == 0


def test_a_captain_and_a_player_read_their_own_with_a_token_that_only_reads(town: Town, program: Program) -> None:
    player = town.squads["Anchor"][2]
    player.user = factories.user("olive@town.example")
    player.save()
    said(program.post(f"{OWN}charges/", {**FEE, "players": [player.pk]}), 201)
    captain = Program(town.captains["Anchor"], scopes=[Scope.READ])
    found = said(captain.get("teams/anchor/charges/"))["results"]
    assert [(one["team"] or one["player"])["name"] for one in found] == ["Anchor 3", "Anchor"]
    assert captain.get("teams/bell/charges/").status_code == 403
    assert captain.get(f"players/{player.pk}/charges/").status_code == 403
    own = Program(player.user, scopes=[Scope.READ])
    assert [one["amount"] for one in said(own.get(f"players/{player.pk}/charges/"))["results"]] == ["20.00"]
    assert own.get("teams/anchor/charges/").status_code == 403
    assert own.get(f"{OWN}charges/").status_code == 403
    reader = Program(town.secretary, scopes=[Scope.READ])
    assert problems(reader.get(f"{OWN}charges/")) == [("scope", "")]


def test_the_history_keeps_money_from_referees(town: Town, program: Program) -> None:
    player = town.squads["Anchor"][2]
    said(program.post(f"{OWN}charges/", {**FEE, "players": [player.pk]}), 201)
    referee, captain = Program(town.referee), Program(town.captains["Anchor"])
    for address, count in (("teams/anchor/history/", 2), (f"players/{player.pk}/history/", 1)):
        assert said(referee.get(address))["results"] == []
        assert len(said(program.get(address))["results"]) == count
    assert len(said(captain.get("teams/anchor/history/"))["results"]) == 2


def test_a_list_asks_a_fixed_number_of_questions(town: Town, program: Program) -> None:
    asked = []
    for teams in (["anchor"], ["bell", "castle"]):
        said(program.post(f"{OWN}charges/", {**FEE, "teams": teams}), 201)
        with CaptureQueriesContext(connection) as seen:
            program.get(f"{OWN}charges/")
        with CaptureQueriesContext(connection) as of_accounts:
            program.get(f"{OWN}accounts/")
        asked.append((len(seen), len(of_accounts)))
    assert asked[0] == asked[1] == (6, 7)
