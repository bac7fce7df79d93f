"""Every error has one shape, whoever raised it."""

import datetime as dt
import json
from http import HTTPStatus

import pytest
from django.conf import LazySettings, settings
from django.test import Client

from league.rules.sheets import GameScore
from league.services.results import submit
from tests.api.program import Program, as_sent, problems
from tests.factories import Town, result_sheet

pytestmark = pytest.mark.django_db


def test_an_address_that_is_none_is_404_in_this_shape() -> None:
    for path in ("/api/", "/api/v1/nonsense/", "/api/v1/leagues", "/api/v2/leagues/"):
        answer = Client().get(path)
        assert answer.status_code == 404
        assert problems(answer) == [("not-found", "")]


def test_a_write_to_an_address_that_is_none_is_404_too_and_asks_for_no_csrf() -> None:
    answer = Client(enforce_csrf_checks=True).post("/api/v1/leagues/town/disputes/-1/take/")
    assert (answer.status_code, problems(answer)) == (404, [("not-found", "")])


def test_a_page_that_is_none_stays_a_page() -> None:
    answer = Client().get("/nonsense/")
    assert (answer.status_code, answer.headers["Content-Type"]) == (404, "text/html; charset=utf-8")


def test_an_address_without_its_slash_is_not_redirected(town: Town) -> None:
    answer = Program(town.captains["Anchor"]).post(f"fixtures/{town.fixture('Anchor', 'Bell').pk}/result")
    assert (answer.status_code, problems(answer)) == (404, [("not-found", "")])


def test_a_thing_that_is_not_there_says_which(town: Town) -> None:
    answer = Program().get("fixtures/99999999999999999999/")
    assert answer.status_code == 404
    assert problems(answer) == [("not-found", "")]
    assert json.loads(answer.content)["errors"][0]["message"] == "There is no such fixture in this league."


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"])
def test_a_method_that_an_address_has_not_is_405(town: Town, method: str) -> None:
    answer = Program(town.captains["Anchor"]).send(method, "fixtures/")
    assert (answer.status_code, problems(answer)) == (405, [("method-not-allowed", "")])
    assert answer.headers["Allow"] == "GET, HEAD"


def test_another_language_than_json_is_406(town: Town) -> None:
    answer = Program().get("fixtures/", Accept="text/html")
    assert (answer.status_code, problems(answer)) == (406, [("not-acceptable", "")])


def test_another_body_than_json_is_415(town: Town) -> None:
    fixture = town.fixture("Anchor", "Bell")
    anchor = Program(town.captains["Anchor"])
    answer = anchor.send("POST", f"fixtures/{fixture.pk}/result/", "a=1", content_type="text/plain")
    assert (answer.status_code, problems(answer)) == (415, [("unsupported-media-type", "")])


@pytest.mark.parametrize("body", ["{", "[" * 100_000, '{"matches": NaN}', "\udcff", "1" * 5000])
def test_what_is_no_json_is_400(town: Town, body: str) -> None:
    fixture = town.fixture("Anchor", "Bell")
    anchor = Program(town.captains["Anchor"])
    sent = body.encode("utf-8", "surrogateescape")
    answer = anchor.client.generic(
        "POST", f"/api/v1/leagues/town/fixtures/{fixture.pk}/result/", sent, "application/json", headers=anchor.headers
    )
    assert (answer.status_code, problems(answer)) == (400, [("parse-error", "")])


def test_a_body_that_is_too_large_is_413(town: Town, settings: LazySettings) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 100
    fixture = town.fixture("Anchor", "Bell")
    answer = Program(town.captains["Anchor"]).post(f"fixtures/{fixture.pk}/result/", {"matches": [0] * 100})
    assert (answer.status_code, problems(answer)) == (413, [("too-large", "")])


def test_every_problem_of_a_shape_is_told_at_its_place(town: Town) -> None:
    fixture = town.fixture("Anchor", "Bell")
    sent = as_sent(result_sheet(town, "Anchor", "Bell"))
    sent["matches"][0]["games"][1]["home"] = "many"
    sent["matches"][2]["kind"] = "solo"
    del sent["matches"][1]["games"]
    answer = Program(town.captains["Anchor"]).post(f"fixtures/{fixture.pk}/result/", sent)
    assert answer.status_code == 422
    assert problems(answer) == [
        ("invalid", "/matches/0/games/1/home"),
        ("required", "/matches/1/games"),
        ("invalid-choice", "/matches/2/kind"),
    ]


def test_every_problem_of_a_sheet_is_told_with_its_place(town: Town) -> None:
    fixture = town.fixture("Anchor", "Bell")
    sent = as_sent(result_sheet(town, "Anchor", "Bell", first=GameScore(121, 121)))
    sent["matches"][1]["home_players"] = [town.squads["Bell"][0].pk]
    answer = Program(town.captains["Anchor"]).post(f"fixtures/{fixture.pk}/result/", sent)
    assert answer.status_code == 422
    told = json.loads(answer.content)["errors"]
    assert [problem["where"] for problem in told if problem["where"]] != []
    assert {problem["field"] for problem in told} >= {"/matches/0/games/0"}


def test_an_error_of_the_shape_hides_none_of_the_rules(town: Town) -> None:
    fixture = town.fixture("Anchor", "Bell")
    sent = as_sent(result_sheet(town, "Anchor", "Bell", first=GameScore(121, 121)))
    sent["matches"][0]["games"][1]["home"] = "many"
    sent["matches"][1]["home_players"] = [town.squads["Bell"][0].pk]
    sent["matches"][2]["awayplayers"] = sent["matches"][2].pop("away_players")
    expected = {
        ("unknown-field", "/matches/2/awayplayers"),
        ("required", "/matches/2/away_players"),
        ("invalid", "/matches/0/games/1/home"),
        ("equal", "/matches/0/games/0"),
        ("twice", "/matches/1/home_players/0"),
        ("other-side", "/matches/1/home_players/0"),
    }
    anchor = Program(town.captains["Anchor"])
    answer = anchor.post(f"fixtures/{fixture.pk}/result/", sent)
    assert (answer.status_code, set(problems(answer))) == (422, expected)
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Bell"], now=dt.datetime.now(dt.UTC))
    tag = anchor.get(f"fixtures/{fixture.pk}/result/").headers["ETag"]
    disputed = anchor.post(f"fixtures/{fixture.pk}/result/dispute/", {"sheet": sent}, If_Match=tag)
    within = {(code, f"/sheet{field}") for code, field in expected}
    assert (disputed.status_code, set(problems(disputed))) == (422, {*within, ("required", "/reason")})
    office = Program(town.secretary)
    sent["matches"][1]["games"] = []  # Not begun: whoever sits there plays once.
    decided = office.post(f"fixtures/{fixture.pk}/result/decide/", {"what": "abandoned", "sheet": sent}, If_Match=tag)
    assert decided.status_code == 422
    assert set(problems(decided)) == {*within, ("required", "/reason")} - {("twice", "/sheet/matches/1/home_players/0")}
    tag = office.get(f"fixtures/{fixture.pk}/").headers["ETag"]
    walkover = office.post(f"fixtures/{fixture.pk}/result/decide/", {"what": "walkover"}, If_Match=tag)
    assert set(problems(walkover)) == {("required", "/to"), ("required", "/reason")}


@pytest.mark.parametrize(
    "matches",
    [None, "", [None], [[]], [{"games": [None]}], [{"games": {"a": 1}}], [{"home_names": [7]}, 3], [{"number": []}]],
)
def test_a_sheet_of_any_shape_is_refused_with_its_problems(town: Town, matches: object) -> None:
    path = f"fixtures/{town.fixture('Anchor', 'Bell').pk}/result/"
    answer = Program(town.captains["Anchor"]).post(path, {"matches": matches})
    assert answer.status_code == 422
    assert problems(answer)


def test_what_is_not_allowed_is_403_and_says_who_may(town: Town) -> None:
    fixture = town.fixture("Anchor", "Bell")
    answer = Program(town.captains["Castle"]).post(f"fixtures/{fixture.pk}/result/", {"matches": []})
    assert (answer.status_code, problems(answer)) == (403, [("not-allowed", "")])
    assert "Only the two captains" in json.loads(answer.content)["errors"][0]["message"]


def test_who_has_not_signed_in_is_told_how(town: Town) -> None:
    fixture = town.fixture("Anchor", "Bell")
    answer = Program().post(f"fixtures/{fixture.pk}/result/", {"matches": []})
    assert (answer.status_code, problems(answer)) == (401, [("not-authenticated", "")])
    assert answer.headers["WWW-Authenticate"] == 'Bearer realm="Muggins"'


def test_what_cannot_be_as_things_stand_is_409(town: Town, now: dt.datetime) -> None:
    fixture = town.fixture("Anchor", "Bell")
    sheet = result_sheet(town, "Anchor", "Bell")
    submit.submit(fixture, sheet, by=town.secretary, now=now)
    answer = Program(town.captains["Bell"]).post(f"fixtures/{fixture.pk}/result/", as_sent(sheet))
    assert (answer.status_code, problems(answer)) == (409, [("wrong-state", "")])


def test_a_host_that_is_not_ours_is_400_in_this_shape() -> None:
    answer = Client().get("/api/v1/leagues/", headers={"Host": "elsewhere.example"})
    assert (answer.status_code, problems(answer)) == (400, [("bad-request", "")])


def test_a_fault_of_ours_is_500_in_this_shape(town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(*_: object, **__: object) -> None:
        raise RuntimeError("a fault")

    monkeypatch.setattr("league.api.fixtures.fixtures_listed", breaks)
    client = Client(raise_request_exception=False)
    answer = client.get("/api/v1/leagues/town/fixtures/")
    assert (answer.status_code, problems(answer)) == (500, [("server-error", "")])


PROBLEM = "application/problem+json"


@pytest.mark.parametrize(
    ("accept", "kind"),
    [
        ("", "application/json"),
        ("*/*", "application/json"),
        ("application/*", "application/json"),
        ("application/json", "application/json"),
        (PROBLEM, PROBLEM),
        (f"application/json, {PROBLEM}", PROBLEM),
        ("Application/Problem+JSON, */*;q=0.1", PROBLEM),
        (f"application/json, {PROBLEM};q=0.5", "application/json"),
        (f"application/json, {PROBLEM};q=0", "application/json"),
        (f"application/json, {PROBLEM};q=much", PROBLEM),
    ],
)
def test_an_error_is_told_as_its_reader_asks(town: Town, accept: str, kind: str) -> None:
    answer = Program().get("fixtures/", {"limit": "0", "teem": "swan"}, **({"Accept": accept} if accept else {}))
    told = json.loads(answer.content)
    if answer.status_code == 406:
        assert accept == PROBLEM
    else:
        assert answer.status_code == 422
    assert answer.headers["Content-Type"] == kind
    assert "Accept" in answer.headers["Vary"]
    assert set(told) == ({"errors"} if kind != PROBLEM else {"type", "title", "status", "detail", "code", "errors"})


def test_a_problem_has_the_same_codes_and_fields_as_the_plain_shape(town: Town) -> None:
    sent = as_sent(result_sheet(town, "Anchor", "Bell"))
    sent["matches"][0]["games"][1]["home"] = "many"
    sent["matches"][2]["kind"] = "solo"
    path, anchor = f"fixtures/{town.fixture('Anchor', 'Bell').pk}/result/", Program(town.captains["Anchor"])
    plain = json.loads(anchor.post(path, sent).content)
    answer = anchor.post(path, sent, Accept=f"application/json, {PROBLEM}")
    told = json.loads(answer.content)
    assert told["errors"] == plain["errors"]
    assert (told["status"], told["title"], told["code"]) == (422, HTTPStatus(422).phrase, "invalid")
    assert told["type"] == "http://testserver/api/v1/docs/#invalid"
    assert told["detail"] == " ".join(one["message"] for one in plain["errors"])


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/api/v1/nonsense/", 404, "not-found"),
        ("GET", "/api/v1/leagues/nowhere/", 404, "not-found"),
        ("TRACE", "/api/v1/leagues/", 405, "method-not-allowed"),
        ("PUT", "/api/v1/schema/", 405, "method-not-allowed"),
        ("GET", "/api/v1/leagues/town/me/", 401, "not-authenticated"),
    ],
)
def test_wherever_it_comes_from_it_is_a_problem(town: Town, method: str, path: str, status: int, code: str) -> None:
    answer = Client().generic(method, path, headers={"Accept": f"{PROBLEM}, application/json"})
    told = json.loads(answer.content)
    assert (answer.status_code, answer.headers["Content-Type"]) == (status, PROBLEM)
    assert (told["status"], told["code"], told["errors"][0]["code"]) == (status, code, code)


def test_the_start_leads_everywhere(town: Town) -> None:
    """Each address in it answers; the checker of hands says that it wants a POST."""
    answer = Client().get("/api/v1/")
    assert answer.status_code == 200
    told = answer.json()
    assert told.pop("version") == settings.VERSION
    found = {name: Client().get(at.removeprefix("http://testserver")).status_code for name, at in told.items()}
    assert found == {"leagues": 200, "hands": 405, "schema": 200, "docs": 200, "health": 200}


def test_nothing_that_is_answered_is_kept_on_the_way(town: Town) -> None:
    assert Program().get("fixtures/").headers["Cache-Control"] == "private, no-cache"
