"""Charges through the API: what the secretary reads, and what others read of what they owe."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.enums import Scope
from league.models import Charge, Player
from league.services.money import NewCharge, charge, pay
from tests import factories
from tests.api.program import Program, json_of, problems
from tests.factories import Town

OWN = "seasons/2026-27/"
FEE = NewCharge("fee", Decimal(20), "Entry fee", dt.date(2026, 11, 2))
NOW = dt.datetime(2026, 11, 3, 12, tzinfo=dt.UTC)
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today")]


@pytest.fixture
def program(town: Town) -> Program:
    return Program(town.secretary)


def charged(town: Town, *teams: str, players: Sequence[Player] = (), new: NewCharge = FEE) -> list[Charge]:
    names = [town.teams[name] for name in teams]
    return charge(town.season, names, players, new, by=town.secretary, now=NOW)


def test_charges_and_accounts_are_listed(town: Town, program: Program) -> None:
    player = town.squads["Anchor"][2]
    charged(town, "Anchor", "Bell", players=[player])
    made = json_of(program.get(f"{OWN}charges/"))["results"][::-1]
    assert [(one["team"] and one["team"]["slug"], one["player"] and one["player"]["id"]) for one in made] == [
        ("anchor", None), ("bell", None), (None, player.pk),
    ]  # fmt: skip
    assert {name: made[2][name] for name in ("kind", "amount", "currency", "reason", "date", "paid_on", "season")} == {
        "kind": "fee", "amount": "20.00", "currency": "GBP", "reason": "Entry fee", "date": "2026-11-02",
        "paid_on": None, "season": "2026-27",
    }  # fmt: skip
    assert made[2]["through"]["slug"] == "anchor"
    accounts = json_of(program.get(f"{OWN}accounts/"))["results"]
    assert [(one["team"] or one["player"])["name"] for one in accounts] == ["Anchor", "Bell", "Anchor 3"]
    assert {name: accounts[0][name] for name in ("charged", "paid", "owed")} == {
        "charged": "20.00", "paid": "0.00", "owed": "20.00",
    }  # fmt: skip


def test_the_list_is_narrowed(town: Town, program: Program) -> None:
    player = town.squads["Anchor"][2]
    first, _ = charged(town, "Anchor", "Bell")
    charged(town, players=[player], new=replace(FEE, kind="pennies"))
    pay(first, on=NOW.date(), by=town.secretary, now=NOW)

    def names_listed(**query: str) -> list[str]:
        listed = json_of(program.get(f"{OWN}charges/", query))["results"]
        return [(one["team"] or one["player"])["name"] for one in listed]

    assert names_listed(state="paid") == ["Anchor"]
    assert names_listed(state="owed") == ["Anchor 3", "Bell"]
    assert names_listed(state="cancelled") == []
    assert names_listed(kind="pennies") == ["Anchor 3"]
    assert names_listed(team="anchor") == ["Anchor 3", "Anchor"]
    assert names_listed(player=str(player.pk)) == ["Anchor 3"]
    for query in ({"state": "lent"}, {"kind": "loan"}, {"player": "x"}, {"teem": "anchor"}):
        assert program.get(f"{OWN}charges/", query).status_code == 422, query


def test_a_captain_and_a_player_read_their_own_with_a_token_that_only_reads(town: Town, program: Program) -> None:
    player = town.squads["Anchor"][2]
    player.user = factories.user("olive@town.example")
    player.save()
    charged(town, "Anchor", "Bell", players=[player])
    captain = Program(town.captains["Anchor"], scopes=[Scope.READ])
    found = json_of(captain.get("teams/anchor/charges/"))["results"]
    assert [(one["team"] or one["player"])["name"] for one in found] == ["Anchor 3", "Anchor"]
    assert captain.get("teams/bell/charges/").status_code == 403
    assert captain.get(f"players/{player.pk}/charges/").status_code == 403
    own = Program(player.user, scopes=[Scope.READ])
    assert [one["amount"] for one in json_of(own.get(f"players/{player.pk}/charges/"))["results"]] == ["20.00"]
    assert own.get("teams/anchor/charges/").status_code == 403
    assert own.get(f"{OWN}charges/").status_code == 403
    reader = Program(town.secretary, scopes=[Scope.READ])
    assert problems(reader.get(f"{OWN}charges/")) == [("scope", "")]


def test_the_history_keeps_money_from_referees(town: Town, program: Program) -> None:
    player = town.squads["Anchor"][2]
    charged(town, "Anchor", "Bell", players=[player])
    referee, captain = Program(town.referee), Program(town.captains["Anchor"])
    for address, count in (("teams/anchor/history/", 2), (f"players/{player.pk}/history/", 1)):
        assert json_of(referee.get(address))["results"] == []
        assert len(json_of(program.get(address))["results"]) == count
    assert len(json_of(captain.get("teams/anchor/history/"))["results"]) == 2


def test_a_list_asks_a_fixed_number_of_questions(town: Town, program: Program) -> None:
    asked = []
    program.get(f"{OWN}charges/")
    for teams in (["Anchor"], ["Bell", "Castle"]):
        charged(town, *teams)
        with CaptureQueriesContext(connection) as seen:
            program.get(f"{OWN}charges/")
        with CaptureQueriesContext(connection) as of_accounts:
            program.get(f"{OWN}accounts/")
        asked.append((len(seen), len(of_accounts)))
    assert asked[0] == asked[1] == (6, 7)
