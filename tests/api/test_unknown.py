"""A value that cannot be, and a name that nothing reads, are refused everywhere, with the nearest right one."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from league.api.bodies import unknown_keys
from league.api.errors import point_to
from league.api.etags import tag_of
from league.api.filters import NAMED
from league.api.schema import schema
from league.queries.leagues import versions_of
from league.rules.sheets import GameScore
from tests.api import test_matrix
from tests.api.program import Program, as_sent, problems
from tests.api.sent import with_tag
from tests.api.test_examples import SENT, TAKING
from tests.api.test_matrix import Asker, _unlimited, body_of, operations, world
from tests.factories import Town, result_sheet
from tests.matrix import ROLES, rows_of, undone
from tests.web.test_matrix import World

__all__ = ["_unlimited", "world"]

pytestmark = pytest.mark.django_db


def message(answer: Any) -> str:
    told: str = json.loads(answer.content)["errors"][0]["message"]
    return told


@pytest.mark.parametrize(
    ("path", "query", "near"),
    [
        ("fixtures/", {"team": "nosuch"}, ""),
        ("fixtures/", {"team": "anchr"}, "anchor"),
        ("fixtures/", {"team": "Duke of York"}, "duke-of-york"),
        ("fixtures/", {"season": "2026-2027"}, "2026-27"),
        ("fixtures/", {"division": "Division 1"}, "division-1"),
        ("fixtures/", {"season": "2026-27", "division": "division-4"}, "division-1"),
        ("fixtures/", {"state": "schedule"}, "scheduled"),
        ("results/", {"team": "bel"}, "bell"),
        ("results/", {"season": "2025-26"}, "2026-27"),
        ("results/", {"division": "div-1"}, "division-1"),
        ("players/", {"season": "2026"}, "2026-27"),
        ("players/", {"team": "castel"}, "castle"),
        ("rules/", {"season": "2025-26"}, "2026-27"),
        ("teams/anchor/", {"season": "26-27"}, "2026-27"),
        ("seasons/2026-27/charges/", {"team": "bells"}, "bell"),
        ("seasons/2026-27/charges/", {"player": "99999999999"}, ""),
        ("seasons/2026-27/charges/", {"player": "Olive"}, ""),
        ("seasons/2026-27/divisions/division-1/standings/", {"matches": "single"}, "singles"),
        ("journal/", {"kind": "result-confirm"}, "result-confirmed"),
    ],
)
def test_a_value_that_cannot_be_is_refused_with_the_nearest(
    town: Town, path: str, query: dict[str, str], near: str
) -> None:
    answer = Program(town.secretary).get(path, query)
    assert (answer.status_code, problems(answer)) == (422, [("filter", [*query][-1])])
    assert (f"Did you mean “{near}”?" in message(answer)) is bool(near)


def test_an_id_leads_to_the_slug(town: Town) -> None:
    answer = Program().get("fixtures/", {"team": str(town.teams["Bell"].pk)})
    assert (answer.status_code, problems(answer)) == (422, [("filter", "team")])
    assert message(answer).endswith("Did you mean “bell”?")


def test_every_filter_that_cannot_be_is_told_at_once(town: Town) -> None:
    query = {"team": "x", "season": "y", "division": "z", "state": "maybe", "played": "perhaps"}
    answer = Program().get("fixtures/", query)
    assert sorted(problems(answer)) == [("filter", name) for name in sorted(query)]


def test_a_draft_season_is_not_suggested(town: Town) -> None:
    town.season.published_at = None
    town.season.save()
    assert "Did you mean" not in message(Program().get("fixtures/", {"season": "2026-2027"}))
    assert "Did you mean" in message(Program(town.secretary).get("fixtures/", {"season": "2026-2027"}))


def test_a_parameter_that_is_none_is_refused_with_the_nearest(town: Town) -> None:
    assert message(Program().get("fixtures/", {"teem": "bell"})).endswith("Did you mean “team”?")
    assert message(Program().get("fixtures/", {"zzz": "1"})).startswith("There is no parameter “zzz” here. Allowed")


def test_a_key_that_nothing_reads_is_told_at_its_place_with_the_nearest(town: Town) -> None:
    sent = as_sent(result_sheet(town, "Anchor", "Bell", first=GameScore(121, 99)))
    sent["matchez"] = []
    sent["matches"][0]["home_playerz"] = sent["matches"][0]["home_players"]
    sent["matches"][1]["games"][2]["awardd"] = "home"
    path = f"fixtures/{town.fixture('Anchor', 'Bell').pk}/result/"
    answer = Program(town.captains["Anchor"]).post(path, sent)
    assert (answer.status_code, problems(answer)) == (
        422,
        [
            ("unknown-field", "/matches/0/home_playerz"),
            ("unknown-field", "/matches/1/games/2/awardd"),
            ("unknown-field", "/matchez"),
        ],
    )
    assert message(answer).endswith("Did you mean “home_players”?")


def _mistaken(sent: Any, at: str = "") -> Iterator[tuple[str, list[str | int]]]:
    """The places in a body that are objects: the JSON pointer of a key put there, and the way to it."""
    if isinstance(sent, dict):
        yield point_to(at, "zzz"), []
    inner = sent.items() if isinstance(sent, dict) else enumerate(sent) if isinstance(sent, list) else ()
    for name, value in inner:
        yield from ((pointer, [name, *way]) for pointer, way in _mistaken(value, point_to(at, name)))


@pytest.mark.parametrize("name", list(SENT))
def test_every_shape_that_is_sent_refuses_what_it_does_not_read(name: str) -> None:
    """Each object of each example is given one key more; what holds keys of the sender's own is left to its shape."""
    body = TAKING[name].body
    for example in SENT[name].values():
        for pointer, way in _mistaken(example):
            sent = json.loads(json.dumps(example))
            place = sent
            for step in way:
                place = place[step]
            place["zzz"] = 1
            shape = body if not isinstance(body, type) else body()
            found = {problem.field for problem in unknown_keys(shape, sent)}
            assert found == {pointer} or (name, pointer) in FREE, (name, pointer)


# Objects whose keys the sender makes: names of files, headings, kinds of notice, places of a draft.
FREE = {
    ("draft_save", "/places/zzz"),
    ("line_up_choose", "/places/zzz"),
    ("mail_settings_change", "/deliveries/zzz"),
    ("season_import", "/files/zzz"),
    ("season_import", "/typed/zzz"),
}


def test_every_operation_refuses_what_it_does_not_read(world: World) -> None:
    """Over HTTP, as somebody who may: one parameter too many, one key too many in the body."""
    asker, wrong = Asker(world), {}
    for name, *row in rows_of(test_matrix.__file__, "begun"):
        statuses = dict(zip(ROLES, map(int, row), strict=True))
        role = min(statuses, key=lambda role: (statuses[role] == 401, statuses[role]))
        method, path = operations()[name]
        client, address = world.client(role), asker.address(path)
        with undone():
            answer = client.generic(method, f"{address}?zzz=1", content_type="application/json")
        if ("unknown-parameter", "zzz") not in problems(answer):
            wrong[name, "query"] = answer.content
        if method == "GET" or statuses[role] in (403, 404, 409):
            continue
        body, headers = with_tag(name, body_of(name, world.fixture), asker.places(path))
        if "/result/" in path:
            headers = headers or {"If-Match": tag_of(world.fixture, versions_of(world.fixture))}
        with undone():
            sent = json.dumps({**(body or {}), "zzz": 1})
            answer = client.generic(method, address, sent, content_type="application/json", headers=headers)
        if ("unknown-field", "/zzz") not in problems(answer):
            wrong[name, "body"] = answer.content
    assert not wrong, "\n".join(f"{key} {value!r}" for key, value in wrong.items())


def test_every_parameter_that_names_something_refuses_what_is_not_there(world: World) -> None:
    """Whatever operation has it: another that is added without this would answer nothing, for ever."""
    asker, asked, wrong = Asker(world), 0, {}
    parameters = {
        (operation["operationId"], path, parameter["name"])
        for path, methods in schema()["paths"].items()
        for method, operation in methods.items()
        for parameter in operation.get("parameters", [])
        if method == "get" and parameter["in"] == "query" and parameter["name"] in {*NAMED, "matches", "state", "kind"}
    }
    for name, path, parameter in sorted(parameters):
        answer = world.client("secr").get(asker.address(path), {parameter: "nosuch"})
        asked += 1
        if (answer.status_code, problems(answer)) != (422, [("filter", parameter)]):
            wrong[name, parameter] = answer.content
    assert wrong == {}
    assert asked > 20
