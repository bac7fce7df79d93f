"""A sheet from a device's outbox: once, whatever becomes of its answers, and nothing behind its writer's back."""

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest
import time_machine
from django.test import Client

from league.enums import DisputeState, FixtureState, ResultState
from league.models import Dispute, Fixture, IdempotencyKey, Result, SheetDraft
from league.queries.results.sheets import sheet_of
from league.rules.formats import fixture_terms
from league.rules.sheet_fields import fields_of
from league.rules.sheets import GameScore, ResultSheet
from league.services.results import confirm, submit
from league.web.navigation import reader_of
from league.web.results.offline_sheets import basis_of
from tests.factories import Town, result_sheet

pytestmark = pytest.mark.usefixtures("today")
KEY = "6a7a6f6e-0000-4000-8000-000000000001"


@pytest.fixture
def fixture(town: Town) -> Fixture:
    return town.fixture("Anchor", "Bell")


@pytest.fixture
def send(town: Town, fixture: Fixture) -> Callable[..., Any]:
    """Sends a sheet as Anchor's telephone does: `send(sheet, key=…, basis=…, by=…, sure=…)`."""
    opened = basis_of(fixture)

    def deliver(sheet: ResultSheet, *, key: str = KEY, by: str = "Anchor", **more: str) -> Any:
        client = Client()
        client.force_login(town.captains[by])
        fields = fields_of(sheet, fixture_terms(fixture)) | {"basis": opened, "seen": "", **more}
        return client.post(address(fixture), fields, headers={"Idempotency-Key": key})

    return deliver


def address(fixture: Fixture) -> str:
    return f"/leagues/town/fixtures/{fixture.pk}/delivery/"


def test_it_says_whose_session_it_is_and_gives_a_token(town: Town, fixture: Fixture, client: Client) -> None:
    assert (client.get(address(fixture)).status_code, client.get(address(fixture)).json()) == (
        401, {"state": "signed-out"},
    )  # fmt: skip
    client.force_login(town.captains["Anchor"])
    answer = client.get(address(fixture))
    assert answer.json()["reader"] == reader_of(town.captains["Anchor"])
    assert "no-store" in answer.headers["Cache-Control"]
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(town.captains["Anchor"])
    assert strict.post(address(fixture), headers={"Idempotency-Key": KEY}).status_code == 403
    token = strict.get(address(fixture)).json()["token"]
    headers = {"Idempotency-Key": KEY, "X-CSRFToken": token}
    assert strict.post(address(fixture), headers=headers).json()["state"] == "conflict"


def test_a_sheet_goes_in_once_however_often_it_is_sent(town: Town, send: Callable[..., Any]) -> None:
    sheet = result_sheet(town, "Anchor", "Bell")
    first = send(sheet)
    assert (first.status_code, first.json()["state"]) == (200, "sent")
    assert first.json()["message"].startswith("Sent: ")
    assert send(sheet).json() == first.json()
    # By another key, and a day later when the first is forgotten: it is the same sheet of the same person.
    assert send(sheet, key="another").json()["state"] == "sent"
    IdempotencyKey.objects.all().delete()
    assert send(sheet).json()["state"] == "sent"
    assert [sheet_of(result) for result in Result.objects.all()] == [sheet]


def test_a_key_is_good_for_one_sheet(town: Town, send: Callable[..., Any]) -> None:
    send(result_sheet(town, "Anchor", "Bell"))
    answer = send(result_sheet(town, "Anchor", "Bell", first=GameScore(121, 99)))
    assert (answer.status_code, answer.json()["state"]) == (422, "refused")
    assert "another request" in answer.json()["problems"][0]
    assert send(result_sheet(town, "Anchor", "Bell"), key="").status_code == 422


def test_a_result_that_came_meanwhile_is_shown_by_its_differences(
    town: Town, fixture: Fixture, send: Callable[..., Any], now: dt.datetime
) -> None:
    theirs = result_sheet(town, "Anchor", "Bell", first=GameScore(88, 121))
    submit.submit(fixture, theirs, by=town.captains["Bell"], now=now)
    mine = result_sheet(town, "Anchor", "Bell")
    answer = send(mine)
    said = answer.json()
    assert (answer.status_code, said["state"]) == (409, "conflict")
    assert said["message"].startswith("A result was entered meanwhile: ")
    assert [one["where"] for one in said["differences"]] == ["Match 1, game 1"]
    assert said["differences"][0]["theirs"] == "88–121"
    assert [way["label"] for way in said["ways"]] == ["View their sheet"]
    assert Result.objects.count() == 1
    assert not Dispute.objects.exists()
    # What was filled in opens with the page, and goes in beside theirs when its writer says so.
    assert SheetDraft.objects.get(user=town.captains["Anchor"]).sheet == fields_of(mine, fixture_terms(fixture))
    again = send(mine, basis=said["basis"]).json()
    assert (again["state"], again["message"]) == (
        "sent", "Your sheet is kept, and it differs from theirs. Neither counts yet.",
    )  # fmt: skip
    assert Dispute.objects.get().state == DisputeState.OPEN


def test_the_same_sheet_of_the_other_side_is_no_conflict(
    town: Town, fixture: Fixture, send: Callable[..., Any], now: dt.datetime
) -> None:
    sheet = result_sheet(town, "Anchor", "Bell")
    submit.submit(fixture, sheet, by=town.captains["Bell"], now=now)
    assert send(sheet).json()["message"].startswith("Both sheets are the same")
    assert Result.objects.get().state == ResultState.CONFIRMED


def test_what_counts_already_is_shown_and_not_touched(
    town: Town, fixture: Fixture, send: Callable[..., Any], now: dt.datetime
) -> None:
    theirs = result_sheet(town, "Anchor", "Bell", first=GameScore(88, 121))
    submit.submit(fixture, theirs, by=town.secretary, now=now)
    said = send(result_sheet(town, "Anchor", "Bell")).json()
    assert said["state"] == "conflict"
    assert len(said["differences"]) == 1
    assert "basis" not in said
    assert [way["label"] for way in said["ways"]] == ["Open the fixture"]
    assert send(result_sheet(town, "Anchor", "Bell"), basis=basis_of(fixture)).status_code == 409
    assert [sheet_of(result) for result in Result.objects.all()] == [theirs]


def test_a_fixture_that_was_put_off_meanwhile_is_asked_about(
    town: Town, fixture: Fixture, send: Callable[..., Any]
) -> None:
    Fixture.objects.filter(pk=fixture.pk).update(state=FixtureState.POSTPONED)
    said = send(result_sheet(town, "Anchor", "Bell")).json()
    assert said["message"] == "The fixture was moved, postponed or cancelled since you opened its sheet."
    assert [way["label"] for way in said["ways"]] == ["Open the sheet"]
    assert send(result_sheet(town, "Anchor", "Bell"), basis=said["basis"]).json()["state"] == "sent"


def test_a_cancelled_fixture_takes_nothing_and_says_so(town: Town, fixture: Fixture, send: Callable[..., Any]) -> None:
    Fixture.objects.filter(pk=fixture.pk).update(state=FixtureState.CANCELLED)
    said = send(result_sheet(town, "Anchor", "Bell")).json()
    assert (said["state"], "basis" in said) == ("conflict", False)
    fixture.refresh_from_db()
    said = send(result_sheet(town, "Anchor", "Bell"), basis=basis_of(fixture)).json()
    assert said["message"] == "This fixture will not be played: it is cancelled."


def test_a_form_that_has_changed_is_opened_anew(town: Town, fixture: Fixture, send: Callable[..., Any]) -> None:
    older = basis_of(fixture).rpartition(".")[0] + ".000000000000"
    said = send(result_sheet(town, "Anchor", "Bell"), basis=older).json()
    assert said["message"].startswith("The sheet of this division has another form by now.")
    assert "basis" not in said
    assert send(result_sheet(town, "Anchor", "Bell"), basis="nonsense").json()["state"] == "conflict"
    assert not Result.objects.exists()


def test_a_low_score_is_asked_about_before_it_goes_in(town: Town, send: Callable[..., Any]) -> None:
    sheet = result_sheet(town, "Anchor", "Bell", first=GameScore(121, 7))
    said = send(sheet).json()
    assert (said["state"], said["problems"]) == ("asked", ["Match 1, game 1: the loser has 7."])
    assert send(sheet, sure=said["sure"]).json()["state"] == "sent"


def test_what_is_wrong_with_a_sheet_is_listed_and_nothing_is_lost(
    town: Town, fixture: Fixture, send: Callable[..., Any]
) -> None:
    answer = send(result_sheet(town, "Anchor", "Bell"), **{"m1-g1-loser": "9o"})
    assert (answer.status_code, answer.json()["state"]) == (422, "refused")
    assert answer.json()["problems"][0].startswith("Match 1, game 1: “9o” is not a number")
    assert SheetDraft.objects.get().sheet["m1-g1-loser"] == "9o"


def test_a_newer_draft_is_not_written_over(
    town: Town, fixture: Fixture, send: Callable[..., Any], now: dt.datetime
) -> None:
    newer = {"m1-g1-loser": "66"}
    SheetDraft.objects.create(fixture=fixture, user=town.captains["Anchor"], sheet=newer, updated_at=now)
    assert send(result_sheet(town, "Anchor", "Bell"), **{"m1-g1-loser": "9o"}).json()["state"] == "refused"
    assert SheetDraft.objects.get().sheet == newer


def test_nobody_else_delivers_or_hears_of_it(town: Town, fixture: Fixture, send: Callable[..., Any]) -> None:
    assert send(result_sheet(town, "Anchor", "Bell"), by="Castle").status_code == 403
    assert not Result.objects.exists()


def test_a_sheet_that_is_on_its_way_waits_for_its_answer(
    town: Town, fixture: Fixture, send: Callable[..., Any]
) -> None:
    send(result_sheet(town, "Anchor", "Bell"))
    IdempotencyKey.objects.update(status=None)
    assert (send(result_sheet(town, "Anchor", "Bell")).json()["state"]) == "waiting"


def test_a_session_is_not_told_of_a_fixture_before_it_begins(
    town: Town, fixture: Fixture, send: Callable[..., Any]
) -> None:
    """Taken along and filled in too early: it says so, and goes in once it has begun."""
    with time_machine.travel(fixture.starts_at - dt.timedelta(hours=1)):
        said = send(result_sheet(town, "Anchor", "Bell")).json()
        assert said["message"] == "This fixture has not begun; its result can be entered from its start on."
    with time_machine.travel(fixture.starts_at + dt.timedelta(hours=1)):
        assert send(result_sheet(town, "Anchor", "Bell")).json()["state"] == "sent"
    confirm.confirm(fixture, 1, by=town.captains["Bell"], now=fixture.starts_at + dt.timedelta(hours=2))


def test_a_score_alone_goes_in_once(town: Town, fixture: Fixture) -> None:
    client = Client()
    client.force_login(town.captains["Anchor"])
    sent = {"home-score": "6", "away-score": "3", "basis": basis_of(fixture), "seen": ""}
    for _ in range(2):
        answer = client.post(address(fixture), sent, headers={"Idempotency-Key": KEY})
        assert (answer.status_code, answer.json()["state"]) == (200, "sent")
    result = Result.objects.get()
    assert (result.home_games, result.away_games, result.score_only) == (6, 3, True)


def test_a_score_alone_that_cannot_be_or_comes_too_late_is_told(town: Town, fixture: Fixture) -> None:
    client = Client()
    client.force_login(town.captains["Anchor"])
    sent = {"home-score": "6", "away-score": "4", "basis": basis_of(fixture), "seen": ""}
    answer = client.post(address(fixture), sent, headers={"Idempotency-Key": KEY}).json()
    assert (answer["state"], answer["ways"][0]["label"]) == ("refused", "Change the score")
    assert "It can be 6–3, 5–4." in answer["problems"][0]
    theirs = result_sheet(town, "Anchor", "Bell")
    submit.submit(fixture, theirs, by=town.captains["Bell"], now=fixture.starts_at + dt.timedelta(hours=4))
    key = KEY.replace("0001", "0002")
    late = client.post(address(fixture), sent | {"home-score": "5"}, headers={"Idempotency-Key": key})
    assert (late.status_code, late.json()["state"]) == (409, "conflict")
    assert late.json()["differences"][0]["mine"] == "5–4"
    assert "basis" not in late.json()
    assert not SheetDraft.objects.exists()
