"""Who gets what from every operation: a table for each state of the fixture, a row an operation, a column a role.

The roles are those of tests/web/test_matrix.py. 401 is a visitor's refusal, 403 anybody else's, 404 another league's
things, 409 a wrong state, 412 a stale tag, 422 a body that says nothing. A new operation that is in no table fails
`test_every_operation_is_in_the_table`; an address answers 405 to every method that it has not.
"""

import datetime as dt
import json
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
import time_machine
from django.db import transaction
from django.test import Client
from rest_framework.settings import api_settings

from league.access import ACTIONS
from league.api.etags import tag_of
from league.api.schema import schema
from league.enums import Scope
from league.models import Appeal, Dispute, Fixture, Photograph, Player, Ruling
from league.queries.listings import versions_of
from league.rules.sheets import GameScore
from league.services import corrections, postponements, results
from tests.api.program import as_sent
from tests.factories import Town, result_sheet
from tests.web import test_matrix as pages
from tests.web.test_matrix import ROLES, World

# The fixture has begun, nobody has sent a sheet.
BEGUN = """
operation               anon nobody home away other abroad ref ref-home secr secr-abroad ex  super
hand_check              200  200    200  200  200   200    200 200      200  200         200 200
leagues_list            200  200    200  200  200   200    200 200      200  200         200 200
league_read             200  200    200  200  200   200    200 200      200  200         200 200
seasons_list            200  200    200  200  200   200    200 200      200  200         200 200
season_read             200  200    200  200  200   200    200 200      200  200         200 200
divisions_list          200  200    200  200  200   200    200 200      200  200         200 200
weeks_list              200  200    200  200  200   200    200 200      200  200         200 200
entries_list            200  200    200  200  200   200    200 200      200  200         200 200
standings_list          200  200    200  200  200   200    200 200      200  200         200 200
standings_read          200  200    200  200  200   200    200 200      200  200         200 200
receipt_read            200  200    200  200  200   200    200 200      200  200         200 200
teams_list              200  200    200  200  200   200    200 200      200  200         200 200
team_read               200  200    200  200  200   200    200 200      200  200         200 200
players_list            200  200    200  200  200   200    200 200      200  200         200 200
player_read             200  200    200  200  200   200    200 200      200  200         200 200
rules_list              200  200    200  200  200   200    200 200      200  200         200 200
calendars_list          200  200    200  200  200   200    200 200      200  200         200 200
fixtures_list           200  200    200  200  200   200    200 200      200  200         200 200
fixture_read            200  200    200  200  200   200    200 200      200  200         200 200
fixture_squads          200  200    200  200  200   200    200 200      200  200         200 200
results_list            200  200    200  200  200   200    200 200      200  200         200 200
result_read             200  200    200  200  200   200    200 200      200  200         200 200
result_version_read     404  404    404  404  404   404    404 404      404  404         404 404
result_submit           401  403    422  422  403   403    403 403      422  403         403 422
result_confirm          401  403    409  409  403   403    403 403      403  403         403 403
confirmers_list         401  403    409  409  403   403    403 403      403  403         403 403
result_confirm_here     401  403    409  409  403   403    403 403      403  403         403 403
link_read               404  404    404  404  404   404    404 404      404  404         404 404
link_confirm            404  404    404  404  404   404    404 404      404  404         404 404
result_dispute          401  403    409  409  403   403    403 403      403  403         403 403
result_correct          401  403    422  422  403   403    403 403      422  403         403 422
correction_answer       401  403    409  409  403   403    403 403      409  403         403 409
result_accept           401  403    409  409  403   403    403 403      403  403         403 403
result_walkover         401  403    403  403  403   403    403 403      201  403         403 201
draft_read              401  403    404  404  403   403    403 403      404  403         403 404
draft_save              401  403    200  200  403   403    403 403      200  403         403 200
calls_list              200  200    200  200  200   200    200 200      200  200         200 200
call_rule               401  403    403  403  403   403    201 403      403  403         403 403
call_check              401  403    403  403  403   403    200 403      403  403         403 403
rulings_list            401  403    403  403  403   403    200 200      403  403         403 403
slots_list              401  403    200  200  403   403    403 403      200  403         403 200
postponements_list      200  200    200  200  200   200    200 200      200  200         200 200
postponement_ask        401  403    409  409  403   403    403 403      403  403         403 403
postponement_offer      401  403    409  409  403   403    403 403      403  403         403 403
postponement_agree      401  403    409  409  403   403    403 403      403  403         403 403
postponement_refuse     401  403    409  409  403   403    403 403      403  403         403 403
postponement_withdraw   401  403    409  409  403   403    403 403      403  403         403 403
postponement_overrule   401  403    403  403  403   403    403 403      409  403         403 409
fixture_move            401  403    403  403  403   403    403 403      422  403         403 422
fixture_put_off         401  403    403  403  403   403    403 403      200  403         403 200
fixture_cancel          401  403    403  403  403   403    403 403      200  403         403 200
docket_read             401  200    200  200  200   200    200 200      200  200         200 200
fixture_rulings_list    200  200    200  200  200   200    200 200      200  200         200 200
dispute_open            401  403    409  409  403   403    403 403      403  403         403 403
dispute_read            401  403    200  200  403   403    200 403      200  403         403 200
evidence_add            401  403    201  201  403   403    201 403      201  403         403 201
photograph_read         401  403    200  200  403   403    200 403      200  403         403 200
dispute_take            401  403    403  403  403   403    200 403      200  403         403 200
judges_list             401  403    403  403  403   403    403 403      200  403         403 200
dispute_assign          401  403    403  403  403   403    403 403      422  403         403 422
dispute_withdraw        401  403    403  200  403   403    403 403      403  403         403 403
quotables_list          401  403    200  200  403   403    200 403      200  403         403 200
ruling_preview          401  403    403  403  403   403    200 403      200  403         403 200
dispute_rule            401  403    403  403  403   403    201 403      201  403         403 201
appeal_make             401  403    422  422  403   403    403 403      403  403         403 403
appeal_preview          401  403    403  403  403   403    403 403      200  403         403 200
appeal_decide           401  403    403  403  403   403    403 403      422  403         403 422
me_read                 401  200    200  200  200   200    200 200      200  200         200 200
my_fixtures_read        401  403    200  200  200   403    403 403      403  403         403 403
notices_list            401  200    200  200  200   200    200 200      200  200         200 200
notices_mark_read       401  204    204  204  204   204    204 204      204  204         204 204
own_calendar_read       401  200    200  200  200   200    200 200      200  200         200 200
own_calendar_make       401  200    200  200  200   200    200 200      200  200         200 200
own_calendar_revoke     401  204    204  204  204   204    204 204      204  204         204 204
journal_list            401  403    403  403  403   403    403 403      200  403         403 200
fixture_history_list    401  403    200  200  403   403    200 200      200  403         403 200
team_history_list       401  403    200  403  403   403    200 200      200  403         403 200
player_history_list     401  403    200  403  403   403    200 200      200  403         403 200
desk_read               401  403    403  403  403   403    403 403      200  403         403 200
owed_list               401  403    403  403  403   403    403 403      200  403         403 200
owed_try                401  403    403  403  403   403    403 403      200  403         403 200
owed_place              401  403    403  403  403   403    403 403      200  403         403 200
owed_leave              401  403    403  403  403   403    403 403      409  403         403 409
mail_read               401  403    403  403  403   403    403 403      200  403         403 200
mail_retry              401  403    403  403  403   403    403 403      200  403         403 200
season_import           401  403    403  403  403   403    403 403      422  403         403 422
season_make             401  403    403  403  403   403    403 403      422  403         403 422
season_settings_read    401  403    403  403  403   403    403 403      200  403         403 200
season_settings_change  401  403    403  403  403   403    403 403      200  403         403 200
team_add                401  403    403  403  403   403    403 403      422  403         403 422
team_withdraw           401  403    403  403  403   403    403 403      200  403         403 200
timetables_list         401  403    403  403  403   403    403 403      200  403         403 200
timetable_ask           401  403    403  403  403   403    403 403      201  403         403 201
timetable_read          401  403    403  403  403   403    403 403      200  403         403 200
timetable_try           401  403    403  403  403   403    403 403      422  403         403 422
timetable_change        401  403    403  403  403   403    403 403      422  403         403 422
timetable_undo          401  403    403  403  403   403    403 403      409  403         403 409
timetable_discard       401  403    403  403  403   403    403 403      200  403         403 200
timetable_publish       401  403    403  403  403   403    403 403      409  403         403 409
result_decide           401  403    403  403  403   403    403 403      409  403         403 409
adjustments_list        401  403    403  403  403   403    403 403      200  403         403 200
points_adjust           401  403    403  403  403   403    403 403      422  403         403 422
adjustment_take_back    401  403    403  403  403   403    403 403      404  403         403 404
league_settings_read    401  403    403  403  403   403    403 403      200  403         403 200
league_settings_change  401  403    403  403  403   403    403 403      200  403         403 200
player_register         401  403    422  403  403   403    403 403      422  403         403 422
player_transfer         401  403    403  403  403   403    403 403      422  403         403 422
player_release          401  403    403  403  403   403    403 403      404  403         403 404
roles_list              401  403    403  403  403   403    403 403      200  403         403 200
role_give               401  403    403  403  403   403    403 403      422  403         403 422
role_end                401  403    403  403  403   403    403 403      404  403         403 404
invitations_list        401  403    403  403  403   403    403 403      200  403         403 200
invite                  401  403    422  422  422   403    403 403      422  403         403 422
invitation_revoke       401  404    404  404  404   404    404 404      404  404         404 404
"""

# The home captain has sent a sheet.
SUBMITTED = """
operation               anon nobody home away other abroad ref ref-home secr secr-abroad ex  super
result_read             200  200    200  200  200   200    200 200      200  200         200 200
result_version_read     200  200    200  200  200   200    200 200      200  200         200 200
result_submit           401  403    422  422  403   403    403 403      422  403         403 422
result_confirm          401  403    403  200  403   403    403 403      403  403         403 403
confirmers_list         401  403    200  403  403   403    403 403      403  403         403 403
result_confirm_here     401  403    422  403  403   403    403 403      403  403         403 403
link_read               200  200    200  200  200   200    200 200      200  200         200 200
link_confirm            200  200    200  200  200   200    200 200      200  200         200 200
result_dispute          401  403    403  201  403   403    403 403      403  403         403 403
result_accept           401  403    409  409  403   403    403 403      403  403         403 403
correction_answer       401  403    409  409  403   403    403 403      409  403         403 409
result_walkover         401  403    403  403  403   403    403 403      409  403         403 409
"""

# The away captain has disputed it, with a sheet of his own.
DISPUTED = """
operation               anon nobody home away other abroad ref ref-home secr secr-abroad ex  super
result_read             200  200    200  200  200   200    200 200      200  200         200 200
result_confirm          401  403    403  409  403   403    403 403      403  403         403 403
confirmers_list         401  403    409  403  403   403    403 403      403  403         403 403
result_confirm_here     401  403    409  403  403   403    403 403      403  403         403 403
link_read               200  200    200  200  200   200    200 200      200  200         200 200
link_confirm            409  409    409  409  409   409    409 409      409  409         409 409
result_dispute          401  403    403  409  403   403    403 403      403  403         403 403
result_accept           401  403    200  200  403   403    403 403      403  403         403 403
docket_read             401  200    200  200  200   200    200 200      200  200         200 200
dispute_read            401  403    200  200  403   403    200 403      200  403         403 200
evidence_add            401  403    201  201  403   403    201 403      201  403         403 201
photograph_read         401  403    200  200  403   403    200 403      200  403         403 200
dispute_take            401  403    403  403  403   403    200 403      200  403         403 200
judges_list             401  403    403  403  403   403    403 403      200  403         403 200
dispute_assign          401  403    403  403  403   403    403 403      422  403         403 422
dispute_withdraw        401  403    403  200  403   403    403 403      403  403         403 403
quotables_list          401  403    200  200  403   403    200 403      200  403         403 200
ruling_preview          401  403    403  403  403   403    200 403      200  403         403 200
dispute_rule            401  403    403  403  403   403    201 403      201  403         403 201
"""

# It was confirmed, and the home captain has sent a correction.
PROPOSED = """
operation               anon nobody home away other abroad ref ref-home secr secr-abroad ex  super
result_read             200  200    200  200  200   200    200 200      200  200         200 200
correction_answer       401  403    403  200  403   403    403 403      200  403         403 200
result_confirm          401  403    403  200  403   403    403 403      403  403         403 403
confirmers_list         401  403    409  403  403   403    403 403      403  403         403 403
result_confirm_here     401  403    409  403  403   403    403 403      403  403         403 403
link_read               200  200    200  200  200   200    200 200      200  200         200 200
link_confirm            200  200    200  200  200   200    200 200      200  200         200 200
"""

# Before it, in September: the home captain has asked for another date. The former captain was one then.
ASKED = """
operation               anon nobody home away other abroad ref ref-home secr secr-abroad ex  super
postponements_list      200  200    200  200  200   200    200 200      200  200         200 200
postponement_ask        401  403    201  409  403   403    403 403      403  403         409 403
postponement_offer      401  403    403  200  403   403    403 403      403  403         403 403
postponement_agree      401  403    403  200  403   403    403 403      403  403         403 403
postponement_refuse     401  403    403  200  403   403    403 403      403  403         403 403
postponement_withdraw   401  403    200  403  403   403    403 403      403  403         200 403
postponement_overrule   401  403    403  403  403   403    403 403      200  403         403 200
fixture_move            401  403    403  403  403   403    403 403      200  403         403 200
"""

BEFORE_IT = dt.datetime(2026, 9, 10, 12, tzinfo=dt.UTC)
OFFERED = "2026-09-16T19:00:00Z"
OTHER = "2026-09-17T19:00:00Z"


def operations() -> dict[str, tuple[str, str]]:
    """The method and the address of every operation in the description."""
    return {
        operation["operationId"]: (method.upper(), path)
        for path, methods in schema()["paths"].items()
        for method, operation in methods.items()
    }


def body_of(name: str, fixture: Fixture) -> Any:
    """Something that can stand, where the operation's own body is not the point; else nothing at all."""
    call = {"cards": "AC 7D 8H 3S", "starter": "7C", "declared": 6, "claimed": 8}
    step = {"reason": "Snow.", "sequence": fixture.sequence}
    return {
        "hand_check": call,
        "call_check": {**call, "match_number": 1, "game_number": 1, "counter": "home"},
        "call_rule": {**call, "match_number": 1, "game_number": 1, "counter": "home"},
        "result_dispute": {"reason": "Game 1."},
        "result_confirm_here": {"person": 1, "secret": "2718 2818"},
        "correction_answer": {"accept": True},
        "dispute_open": {"subject": "sheet", "reason": "No."},
        "evidence_add": {"kind": "text", "text": "It was so."},
        "ruling_preview": {"outcome": "stands"},
        "dispute_rule": {"outcome": "stands", "reason": "By the card.", "rule": "R50"},
        "result_walkover": {"to": "home", **step},
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
        "result_decide": {"what": "nobody", "version": 0, **step},
        "mail_retry": {"messages": None},
        "team_withdraw": {"reason": "The pub has shut."},
        "timetable_undo": {"version": 1},
        "timetable_publish": {"version": 1},
    }.get(name, {})


def sent_for(name: str, fixtures: Iterable[Fixture], town: Town) -> list[Any]:
    """Bodies with which an operation can succeed on one of these fixtures."""
    if name == "result_submit":
        return [as_sent(result_sheet(town, found.home.name, found.away.name)) for found in fixtures]
    if name == "postponement_agree":
        return [{"slot": None, "seen": 1}, {"slot": "2026-09-30T19:00:00Z", "seen": 1}]
    return [body_of(name, found) for found in fixtures]


# What a path names by its number: the one there is, or one that there is not.
NUMBERED: dict[str, Any] = {"dispute": Dispute, "ruling": Ruling, "appeal": Appeal, "photograph": Photograph}


class Asker:
    """Asks for operations about the world's own things."""

    def __init__(self, world: World) -> None:
        self.world = world

    def address(self, path: str, league: str = "town") -> str:
        player: Player = self.world.town.squads["Anchor"][0]
        places = {
            "league": league,
            "season": "2026-27",
            "division": "division-1",
            "team": "anchor",
            "player": player.pk,
            "fixture": self.world.fixture.pk,
            "version": 1,
            "timetable": self.world.timetable.pk,
            "token": self.world.link(),
            **dict.fromkeys(("adjustment", "registration", "role", "invitation"), 0),
            **{name: model.objects.values_list("pk", flat=True).first() or 1 for name, model in NUMBERED.items()},
        }
        return path.format(**places)

    def asked(self, role: str, method: str, address: str, body: Any) -> int:
        """What somebody of a role is answered; what it changed is undone."""
        client, visitor = Client(), self.world.visitors[role]
        if visitor is not None:
            client.force_login(visitor)
        headers = {"If-Match": tag_of(self.world.fixture, versions_of(self.world.fixture))}
        with transaction.atomic():
            answer = client.generic(method, address, json.dumps(body), content_type="application/json", headers=headers)
            transaction.set_rollback(True)
        if answer.status_code >= 400:
            assert set(answer.json()) == {"errors"}
        return int(answer.status_code)

    def table(self, expected: str) -> str:
        """The table as it is, to be held against the one that is written down."""
        lines = [line.split()[0] for line in expected.strip().splitlines()[1:]]
        got = {name: self.row(name) for name in lines}
        return "\n".join(" ".join([name, *map(str, statuses)]) for name, statuses in got.items())

    def row(self, name: str) -> list[int]:
        method, path = operations()[name]
        return [self.asked(role, method, self.address(path), body_of(name, self.world.fixture)) for role in ROLES]


def written(table: str) -> str:
    """A table as `Asker.table` writes it."""
    head, *lines = (line.split() for line in table.strip().splitlines())
    assert head[1:] == ROLES
    return "\n".join(" ".join(line) for line in lines)


@pytest.fixture(autouse=True)
def _unlimited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api_settings, "DEFAULT_THROTTLE_RATES", dict.fromkeys(("address", "user", "token"), "9999/s"))


world = pages.world


submitted, disputed = pages.submitted, pages.disputed


@pytest.fixture
def proposed(submitted: World, now: dt.datetime) -> World:
    captains = submitted.town.captains
    results.confirm(submitted.fixture, 1, by=captains["Bell"], now=now)
    better = result_sheet(submitted.town, "Anchor", "Bell", first=GameScore(121, 99))
    corrections.propose(submitted.fixture, 1, better, reason="Miscopied.", by=captains["Anchor"], now=now)
    return submitted


@pytest.fixture
def asked(world: World) -> Iterator[World]:
    with time_machine.travel(BEFORE_IT, tick=False):
        slots = [dt.datetime.fromisoformat(OFFERED)]
        by = world.town.captains["Anchor"]
        postponements.request(world.fixture, slots=slots, reason="Flu.", by=by, now=BEFORE_IT)
        yield world


def test_a_fixture_begun(world: World) -> None:
    assert Asker(world).table(BEGUN) == written(BEGUN)


def test_a_sheet_that_waits(submitted: World) -> None:
    assert Asker(submitted).table(SUBMITTED) == written(SUBMITTED)


def test_a_disputed_sheet(disputed: World) -> None:
    assert Asker(disputed).table(DISPUTED) == written(DISPUTED)


def test_a_correction_that_waits(proposed: World) -> None:
    assert Asker(proposed).table(PROPOSED) == written(PROPOSED)


def test_a_date_asked_for(asked: World) -> None:
    assert Asker(asked).table(ASKED) == written(ASKED)


def test_every_operation_is_in_the_table() -> None:
    assert {line.split()[0] for line in written(BEGUN).splitlines()} == set(operations())


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
                found[path, method, role] = asker.asked(role, method, asker.address(path), {})
    assert found == dict.fromkeys(found, 405)


IN_A_LEAGUE = sorted(
    name
    for name, (_, path) in operations().items()
    if any(there in path for there in ("{fixture}", "{player}", "{timetable}", "{token}"))
)


def test_what_belongs_to_one_league_is_not_found_in_another(disputed: World) -> None:
    """Even by those who may do everything in the other league."""
    asker, found = Asker(disputed), {}
    for name in IN_A_LEAGUE:
        method, path = operations()[name]
        for role, league in (("super", "abroad"), ("secr-abroad", "abroad"), ("super", "nowhere")):
            address = asker.address(path, league)
            found[name, role, league] = asker.asked(role, method, address, body_of(name, disputed.fixture))
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
