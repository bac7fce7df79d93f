"""Long lists in pages, and what narrows them."""

import datetime as dt
import json
from typing import Any

import pytest

from league.api.schema import schema
from league.enums import WeekKind
from league.models import Division, Fixture, Registration, Round, Season, Week
from league.services.results import confirm, submit
from tests.api.program import Program, problems
from tests.factories import Town, fixture, full_division, result_sheet

pytestmark = pytest.mark.django_db


def walked(program: Program, path: str, **query: Any) -> list[list[int]]:
    """The ids on every page, from the first to the last."""
    answer = json.loads(program.get(path, query).content)
    pages = [[line["id"] for line in answer["results"]]]
    while answer["next"]:
        answer = json.loads(program.get(answer["next"].partition("testserver")[2]).content)
        pages.append([line["id"] for line in answer["results"]])
    return pages


def test_the_pages_hold_every_line_once_in_order(town: Town) -> None:
    pages = walked(Program(), "fixtures/", limit=4)
    every = list(Fixture.objects.order_by("starts_at", "pk").values_list("pk", flat=True))
    assert [len(page) for page in pages] == [4, 2]
    assert [pk for page in pages for pk in page] == every


def test_there_is_a_way_back(town: Town) -> None:
    first = json.loads(Program().get("fixtures/", {"limit": 4}).content)
    assert first["previous"] is None
    second = json.loads(Program().get(first["next"].partition("testserver")[2]).content)
    back = json.loads(Program().get(second["previous"].partition("testserver")[2]).content)
    assert back["results"] == first["results"]


@pytest.mark.long
def test_a_page_has_fifty_lines_unless_told_otherwise(town: Town) -> None:
    full_division(town, 16)
    assert len(json.loads(Program().get("fixtures/").content)["results"]) == 50
    assert len(json.loads(Program().get("fixtures/", {"limit": 200}).content)["results"]) == 200


@pytest.mark.parametrize("limit", ["0", "201", "-1", "x", "1e3", "²", "99999999999999999999"])
def test_a_page_of_another_length_is_refused(town: Town, limit: str) -> None:
    answer = Program().get("fixtures/", {"limit": limit})
    assert (answer.status_code, problems(answer)) == (422, [("limit", "limit")])


@pytest.mark.parametrize("cursor", ["x", "cD1ub25zZW5zZQ==", "\x00", "é"])
def test_a_page_that_was_made_up_is_refused(town: Town, cursor: str) -> None:
    answer = Program().get("fixtures/", {"cursor": cursor})
    assert (answer.status_code, problems(answer)) == (422, [("cursor", "cursor")])


@pytest.mark.parametrize("limit", [1, 3])
def test_a_page_takes_the_same_few_questions_however_long(
    town: Town, limit: int, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(3):
        assert Program().get("fixtures/", {"limit": limit}).status_code == 200


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ({"season": "2026-27"}, 6),
        ({"division": "division-1", "team": "anchor"}, 3),
        ({"state": "scheduled"}, 6),
        ({"state": "postponed"}, 0),
        ({"played": "true"}, 0),
        ({"played": "false"}, 6),
        ({"result": "submitted"}, 0),
        ({"after": "2026-09-20T00:00:00Z"}, 4),
        ({"before": "2026-09-20T00:00:00+01:00"}, 2),
    ],
)
def test_a_list_can_be_narrowed(town: Town, query: dict[str, str], count: int) -> None:
    assert len(json.loads(Program().get("fixtures/", query).content)["results"]) == count


@pytest.mark.parametrize(
    "query", [{"state": "gone"}, {"after": "yesterday"}, {"team": "a\x00"}, {"result": "x"}, {"before": "99999-01-01"}]
)
def test_a_filter_that_cannot_be_read_is_told(town: Town, query: dict[str, str]) -> None:
    answer = Program().get("fixtures/", query)
    assert (answer.status_code, problems(answer)) == (422, [("filter", next(iter(query)))])


def test_a_list_that_is_worked_out_comes_in_the_same_pages(town: Town) -> None:
    """The list of calendars is computed, not read from a table; it is paged forwards and back like any other."""
    path, captain = "calendars/", Program(town.captains["Anchor"])
    whole = json.loads(captain.get(path, {"limit": 200}).content)
    assert (whole["next"], whole["previous"]) == (None, None)
    part, days = len(whole["results"]) // 2, []
    answer = json.loads(captain.get(path, {"limit": part}).content)
    first = answer
    while True:
        days += answer["results"]
        if answer["next"] is None:
            break
        answer = json.loads(captain.get(answer["next"].partition("testserver")[2]).content)
    assert part > 1
    assert days == whole["results"]
    while answer["previous"] is not None:
        answer = json.loads(captain.get(answer["previous"].partition("testserver")[2]).content)
    assert answer["results"] == first["results"]


def test_every_list_comes_in_pages() -> None:
    """Every list has the same shape, so that a program that can read one can read them all."""
    lists = 0
    for path, methods in schema()["paths"].items():
        operation = methods.get("get")
        if operation is None:
            continue
        answer = operation["responses"]["200"].get("content", {}).get("application/json", {}).get("schema", {})
        assert answer.get("type") != "array", path
        if operation["operationId"].endswith("_list"):
            lists += 1
            assert answer["$ref"].removeprefix("#/components/schemas/").startswith("Paginated"), path
            assert {"limit", "cursor"} <= {one["name"] for one in operation["parameters"]}, path
    assert lists > 25


def test_a_fixture_says_whether_it_is_played(town: Town, now: dt.datetime) -> None:
    """A sheet that was sent is not yet a result; a confirmed one is; and the filter means the same."""
    fixture = town.fixture("Anchor", "Bell")

    def played_and_listed() -> tuple[bool, list[int]]:
        listed = json.loads(Program().get("fixtures/", {"played": "true"}).content)["results"]
        return json.loads(Program().get(f"fixtures/{fixture.pk}/").content)["played"], [one["id"] for one in listed]

    assert played_and_listed() == (False, [])
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    assert played_and_listed() == (False, [])
    confirm.confirm(fixture, 1, by=town.captains["Bell"], now=now)
    assert played_and_listed() == (True, [fixture.pk])


def test_no_filter_shows_what_a_draft_of_a_season_holds(town: Town) -> None:
    """A draft's fixtures and squads are the secretary's alone until the season is published."""
    draft = Season.objects.create(league=town.league, name="2027-28", slug="2027-28", first_week=dt.date(2027, 9, 13))
    player = town.squads["Bell"][3]
    Registration.objects.create(season=draft, team=town.teams["Anchor"], player=player, starts_on=dt.date(2027, 9, 13))
    division = Division.objects.create(season=draft, name="D", slug="d", fixture_format="S")
    first = Round.objects.create(season=draft, number=1)
    week = Week.objects.create(season=draft, round=first, number=1, starts_on=draft.first_week, kind=WeekKind.PLAY)
    town.division = division
    made = fixture(town, week, "Anchor", "Castle")
    for query in ({"season": "2027-28"}, {"season": "2027-28", "team": "anchor"}):
        for reader in (None, town.captains["Anchor"]):
            for path in ("players/", "fixtures/", "results/"):
                answer = Program(reader).get(path, query)
                assert (answer.status_code, problems(answer)) == (422, [("filter", "season")])
        assert walked(Program(town.secretary), "players/", **query) == [[player.pk]]
    assert player.pk not in walked(Program(), "players/", team="anchor")[0]
    assert player.pk in walked(Program(town.secretary), "players/", team="anchor")[0]
    assert walked(Program(town.secretary), "fixtures/", season="2027-28") == [[made.pk]]
