"""Who gets what from every operation: a table for each state of the fixture (`matrix/`), a row an operation, a column a
role.

401 is a visitor's refusal, 403 anybody else's, 404 another league's things, 409 a wrong state, 412 a stale tag, 422 a
body that says nothing. A new operation that is in no table fails `test_every_operation_is_in_the_table`; an address
answers 405 to every method that it has not.
"""

import base64
import datetime as dt
import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

import pytest
import time_machine
from django.test import Client
from rest_framework.settings import api_settings

from league.access import ACTIONS
from league.api.etags import tag_of
from league.api.schema import schema
from league.enums import Scope
from league.models import (
    Appeal,
    ConductCase,
    Dispute,
    Fixture,
    HighHand,
    Photograph,
    Player,
    Post,
    Registration,
    Ruling,
)
from league.queries.leagues import versions_of
from league.rules.sheets import GameScore
from league.services.availability.answer import token_for as can_play_token
from league.services.dates import postpone
from league.services.results import confirm, correct
from tests.api.program import as_sent
from tests.api.sent import SENT, with_tag
from tests.factories import Town, result_sheet
from tests.matrix import ROLES, rows_of, undone
from tests.services.test_photographs import photograph
from tests.web import test_matrix as pages
from tests.web.test_matrix import World

BEFORE_IT = dt.datetime(2026, 9, 10, 12, tzinfo=dt.UTC)
OFFERED = "2026-09-16T19:00:00Z"
OTHER = "2026-09-17T19:00:00Z"


@cache
def operations() -> dict[str, tuple[str, str]]:
    """The method and the address of every operation in the description."""
    return {
        operation["operationId"]: (method.upper(), path)
        for path, methods in schema()["paths"].items()
        for method, operation in methods.items()
    }


def body_of(name: str, fixture: Fixture) -> Any:
    """Return a valid body for an operation whose own body is not the point, else an empty one."""
    call = {"cards": "AC 7D 8H 3S", "starter": "7C", "declared": 6, "claimed": 8}
    step = {"reason": "Snow.", "sequence": fixture.sequence}
    return {
        "hand_check": call,
        "call_check": {**call, "match_number": 1, "game_number": 1, "counter": "home"},
        "call_rule": {**call, "match_number": 1, "game_number": 1, "counter": "home"},
        "result_dispute": {"reason": "Game 1."},
        "result_confirm_code": {"code": "K7QD2-MXR40"},
        "result_confirm_here": {"person": 1, "secret": "2718 2818"},
        "correction_answer": {"accept": True},
        "dispute_open": {"subject": "sheet", "reason": "No."},
        "evidence_add": {"kind": "text", "text": "It was so."},
        "ruling_preview": {"outcome": "stands"},
        "dispute_rule": {"outcome": "stands", "reason": "By the card.", "rule": "R50"},
        "availability_link_answer": SENT["availability_link_answer"][0],
        "starts_try": SENT["starts_try"][0],
        "starts_change": SENT["starts_change"][0],
        "card_photograph": {"photograph": base64.b64encode(photograph((8, 6))).decode()},
        "live_take_over": {"turn": 1},
        "draft_save": {"places": {"m1-home-1": "1"}},
        "postponement_ask": {"slots": [OFFERED], "reason": "Flu."},
        "postponement_offer": {"slots": [OTHER], "seen": 1},
        "postponement_agree": {"slot": OFFERED, "seen": 1},
        "postponement_refuse": {"reason": "No.", "seen": 1},
        "postponement_overrule": step,
        "fixture_move": {"starts_at": OTHER, **step},
        "fixture_put_off": step,
        "fixture_cancel": step,
        "owed_leave": step,
        "result_uphold": {"version": 1, "reason": "They were on the phone."},
        "result_decide": {"what": "nobody", "version": 0, **step},
        "mail_retry": {"messages": None},
        "desk_confirm": {"results": [{"fixture": fixture.pk, "version": 1}], "reason": "They did not answer."},
        "team_change": {"colour": "green"},
        "conduct_decide": {"decision": "dismiss", "reason": "He misread it."},
        "personal_data_change": {"phone": "01632 960001"},
        "my_details_change": {"name": "Olive Baker"},
        "personal_data_erase": {"sure": True},
        "my_data_erase": {"sure": True},
        "mail_settings_change": {"digest_at": "09:00"},
        "overseen_league_suspend": {"reason": "Unpaid."},
        "overseen_league_quota_change": {"teams": 20},
        "overseen_league_domain_change": {"host": "crib.example.org"},
        "overseen_league_sender_set": {"address": "results@town.example"},
    }.get(name, {})


def bodies_for(name: str, fixtures: Iterable[Fixture], town: Town) -> list[Any]:
    """Bodies with which an operation can succeed on one of these fixtures."""
    if name == "result_submit":
        return [as_sent(result_sheet(town, found.home.name, found.away.name)) for found in fixtures]
    if name in SENT:
        return SENT[name]
    if name == "postponement_agree":
        return [{"slot": None, "seen": 1}, {"slot": "2026-09-30T19:00:00Z", "seen": 1}]
    return [body_of(name, found) for found in fixtures]


# What a path names by its number: the one there is, or one that there is not.
NUMBERED: dict[str, Any] = {
    "dispute": Dispute,
    "ruling": Ruling,
    "appeal": Appeal,
    "photograph": Photograph,
    "case": ConductCase,
    "registration": Registration,
    "hand": HighHand,
    "post": Post,
}
OF_THE_WORLD = ("timetable", "adjustment", "lots", "charge", "role", "invitation")


class Asker:
    """Asks for operations about the world's own things."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.known: dict[tuple[str, str], dict[str, Any]] = {}

    def places(self, path: str, league: str = "town") -> dict[str, Any]:
        """Return the values of an address's parameters: the town's own things, whatever the league that it names."""
        if (path, league) not in self.known:
            self.known[path, league] = self._places(path, league)
        return self.known[path, league]

    def _places(self, path: str, league: str) -> dict[str, Any]:
        player: Player = self.world.town.squads["Anchor"][0]
        places = {
            "league": league,
            "season": "2026-27",
            "division": "division-1",
            "team": "anchor",
            "player": player.pk,
            "fixture": self.world.fixture.pk,
            "version": 1,
            "card": self.world.late_card.pk,
            "token": self.world.link(),
            "page": "contacts",
            "cup": "town-cup",
            "night_series": "tuesdays",
            "sitting": self.world.night.pk,
            "individual_league": self.world.individual.competition.slug,
            **{name: getattr(self.world, name).pk for name in OF_THE_WORLD},
            **{name: model.objects.values_list("pk", flat=True).first() or 1 for name, model in NUMBERED.items()},
        }
        if "/card-photographs/" in path:
            places["photograph"] = self.world.card.pk
        if "/can-play/" in path:
            places["token"] = can_play_token(self.world.fixture.pk, self.world.town.captains["Anchor"])
        if "/revoke/" in path:
            places["ruling"] = self.world.case.called.pk
        return places

    def address(self, path: str, league: str = "town") -> str:
        return path.format(**self.places(path, league))

    def sends(self, role: str, name: str, *, league: str = "town") -> int:
        """Return the status that a role is answered for a valid request."""
        method, path = operations()[name]
        body, headers = with_tag(name, body_of(name, self.world.fixture), self.places(path, league))
        return self.status_of(role, method, self.address(path, league), body, headers)

    def status_of(
        self, role: str, method: str, address: str, body: Any, headers: Mapping[str, str] = MappingProxyType({})
    ) -> int:
        """Return the status that a role is answered, and undo what the request changed."""
        client = self.world.client(role)
        if "/result/" in address and not headers:
            headers = {"If-Match": tag_of(self.world.fixture, versions_of(self.world.fixture))}
        with undone():
            answer = client.generic(method, address, json.dumps(body), content_type="application/json", headers=headers)
            if answer.streaming:
                b"".join(answer)  # a file that is sent in pieces is closed with the last
        if answer.status_code >= 400:
            assert set(answer.json()) == {"errors"}
        return int(answer.status_code)

    def table(self, state: str) -> str:
        """Compute a state's table, to be compared with the one in its file."""
        names = [name for name, *_ in rows_of(__file__, state)]
        return "\n".join(" ".join([name, *map(str, self.row(name))]) for name in names)

    def row(self, name: str) -> list[int]:
        return [self.sends(role, name) for role in ROLES]


def written(state: str) -> str:
    """Return the table in a state's file, in the form that `Asker.table` has."""
    return "\n".join(" ".join(row) for row in rows_of(__file__, state))


@pytest.fixture(autouse=True)
def _unlimited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api_settings, "DEFAULT_THROTTLE_RATES", dict.fromkeys(("address", "user", "token"), "9999/s"))


world = pages.world


submitted, disputed = pages.submitted, pages.disputed


@pytest.fixture
def proposed(submitted: World, now: dt.datetime) -> World:
    captains = submitted.town.captains
    confirm.confirm(submitted.fixture, 1, by=captains["Bell"], now=now)
    better = result_sheet(submitted.town, "Anchor", "Bell", first=GameScore(121, 99))
    correct.propose(submitted.fixture, 1, better, reason="Miscopied.", by=captains["Anchor"], now=now)
    return submitted


@pytest.fixture
def date_requested(world: World) -> Iterator[World]:
    with time_machine.travel(BEFORE_IT, tick=False):
        slots = [dt.datetime.fromisoformat(OFFERED)]
        by = world.town.captains["Anchor"]
        postpone.request(world.fixture, slots=slots, reason="Flu.", by=by, now=BEFORE_IT)
        yield world


@pytest.mark.long
def test_a_fixture_begun(world: World) -> None:
    assert Asker(world).table("begun") == written("begun")


def test_a_sheet_that_waits(submitted: World) -> None:
    assert Asker(submitted).table("submitted") == written("submitted")


def test_a_disputed_sheet(disputed: World) -> None:
    assert Asker(disputed).table("disputed") == written("disputed")


def test_a_correction_that_waits(proposed: World) -> None:
    assert Asker(proposed).table("proposed") == written("proposed")


def test_a_date_asked_for(date_requested: World) -> None:
    assert Asker(date_requested).table("asked") == written("asked")


def test_every_operation_is_in_the_table() -> None:
    assert {name for name, *_ in rows_of(__file__, "begun")} == set(operations())


def test_every_operation_says_what_it_asks_for() -> None:
    for methods in schema()["paths"].values():
        for operation in methods.values():
            assert set(operation["x-actions"]) <= set(ACTIONS)
            assert operation["x-scope"] in Scope.values


def test_an_address_has_no_other_method_for_anybody(world: World) -> None:
    asker, found = Asker(world), {}
    for path in {path for _, path in operations().values()}:
        has = {method for method, at in operations().values() if at == path}
        for method in {"GET", "POST", "PUT", "PATCH", "DELETE"} - has:
            for role in ("anon", "super"):
                found[path, method, role] = asker.status_of(role, method, asker.address(path), {})
    assert found == dict.fromkeys(found, 405)


IN_A_LEAGUE = sorted(
    name
    for name, (_, path) in operations().items()
    if any(f"{{{there}}}" in path for there in ("fixture", "player", "token", *OF_THE_WORLD, *NUMBERED))
)


def test_what_belongs_to_one_league_is_not_found_in_another(disputed: World) -> None:
    """A thing of the town is not found through the other league, even by those who may do everything there."""
    asker, found = Asker(disputed), {}
    for name in IN_A_LEAGUE:
        for role, league in (("super", "abroad"), ("secr-abroad", "abroad"), ("super", "nowhere")):
            found[name, role, league] = asker.sends(role, name, league=league)
    assert found == dict.fromkeys(found, 404)


def test_a_season_that_is_not_published_is_there_for_its_secretary_alone(world: World) -> None:
    world.town.season.published_at = None
    world.town.season.save()
    asker = Asker(world)
    for name in ("season_read", "divisions_list", "standings_list", "fixture_read", "result_read", "fixture_squads"):
        method, path = operations()[name]
        got = {}
        for role in ("anon", "home", "ref", "secr", "secr-abroad", "super"):
            visitor = Client()
            if world.visitors[role] is not None:
                visitor.force_login(world.visitors[role])  # type: ignore[arg-type]
            got[role] = visitor.generic(method, asker.address(path)).status_code
        assert got == {"anon": 404, "home": 404, "ref": 404, "secr": 200, "secr-abroad": 404, "super": 200}, name


def test_no_answer_for_everybody_has_an_address_or_a_number(world: World) -> None:
    Player.objects.filter(pk=world.town.squads["Anchor"][0].pk).update(email="olive@private.example", phone="0123 456")
    asker = Asker(world)
    for name, (method, path) in operations().items():
        if method != "GET":
            continue
        said = Client().get(asker.address(path)).content.decode()
        assert "@" not in said, name
        assert "0123 456" not in said, name
