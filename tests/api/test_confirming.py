"""Confirming without a token of one's own: on the phone of the captain who sent the sheet, and by a mail's link."""

import datetime as dt
import json

import pytest

from league.enums import JournalKind, ResultState
from league.models import Fixture, IdempotencyKey, JournalEntry, Result, User
from league.services.results import confirm, handover, submit
from league.services.results.submit import save_draft
from tests.api.program import Program, problems
from tests.factories import Town, result_sheet

pytestmark = pytest.mark.django_db

PASSWORD = "a-long-enough-password"


@pytest.fixture
def fixture(town: Town, now: dt.datetime) -> Fixture:
    """Anchor's sheet waits for Bell."""
    found = town.fixture("Anchor", "Bell")
    submit.submit(found, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    return found


@pytest.fixture
def bell(town: Town) -> User:
    found = town.captains["Bell"]
    found.set_password(PASSWORD)
    found.save()
    return found


@pytest.fixture
def phone(town: Town) -> Program:
    return Program(town.captains["Anchor"])


def live() -> Result:
    return Result.objects.select_related("fixture").get(live=True)


def how() -> str:
    return JournalEntry.objects.get(kind=JournalKind.RESULT_CONFIRMED).what


# On the same phone


@pytest.mark.parametrize("by_code", [False, True])
def test_the_other_captain_confirms_on_this_phone(phone: Program, fixture: Fixture, bell: User, by_code: bool) -> None:
    path = f"fixtures/{fixture.pk}/result/confirm-here/"
    assert json.loads(phone.get(path).content)["results"] == [{"id": bell.pk, "name": "Bell 1"}]
    tag = phone.get(f"fixtures/{fixture.pk}/result/").headers["ETag"]
    secret = handover.code_for(live(), bell) if by_code else PASSWORD
    answer = phone.post(path, {"person": bell.pk, "secret": secret}, If_Match=tag)
    assert (answer.status_code, json.loads(answer.content)["live"]["state"]) == (200, "confirmed")
    assert answer.headers["ETag"] != tag
    assert (live().settled_by, how()) == (bell, "confirmed Anchor v Bell: 6–3, on the other captain's phone")


def test_another_s_secret_confirms_nothing_and_four_tries_are_enough(
    phone: Program, fixture: Fixture, bell: User
) -> None:
    path = f"fixtures/{fixture.pk}/result/"
    tag = phone.get(path).headers["ETag"]
    for person, secret, found in (
        (fixture.pk + 10_000, "x", ("no-person", "/person")),
        (bell.pk, " ", ("no-secret", "/secret")),
        *[(bell.pk, "12345678", ("wrong-secret", "/secret"))] * 4,
        (bell.pk, PASSWORD, ("too-many", "/secret")),
    ):
        answer = phone.post(f"{path}confirm-here/", {"person": person, "secret": secret}, If_Match=tag)
        assert (answer.status_code, problems(answer)) == (422, [found])
        assert PASSWORD not in answer.content.decode()
    assert live().state == ResultState.SUBMITTED


def test_what_was_sent_once_with_a_key_is_answered_again_and_the_password_is_not_kept(
    phone: Program, fixture: Fixture, bell: User
) -> None:
    path = f"fixtures/{fixture.pk}/result/"
    tag, sent = phone.get(path).headers["ETag"], {"person": bell.pk, "secret": PASSWORD}
    first, again = (phone.post(f"{path}confirm-here/", sent, If_Match=tag, Idempotency_Key="once") for _ in range(2))
    assert (first.status_code, again.content) == (200, first.content)
    assert again.headers["Idempotent-Replayed"] == "true"
    kept = IdempotencyKey.objects.values().get()
    assert PASSWORD not in str(kept)


def test_only_what_was_read_is_confirmed_here(phone: Program, fixture: Fixture, bell: User) -> None:
    path, sent = f"fixtures/{fixture.pk}/result/confirm-here/", {"person": bell.pk, "secret": PASSWORD}
    assert problems(phone.post(path, sent)) == [("precondition-required", "If-Match")]
    assert problems(phone.post(path, sent, If_Match='"older"')) == [("stale", "")]
    assert live().state == ResultState.SUBMITTED


# The link


def test_opening_a_link_shows_the_sheet_and_what_differs_and_confirms_nothing(
    fixture: Fixture, bell: User, town: Town, now: dt.datetime
) -> None:
    path = f"confirm/{handover.token_for(live(), bell)}/"
    found = json.loads(Program().get(path).content)
    assert (found["fixture"], found["home"]["name"], found["refused"]) == (fixture.pk, "Anchor", "")
    sheet = found["sheet"]
    assert (sheet["state"], sheet["home_games"], len(sheet["matches"])) == ("submitted", 6, 3)
    assert found["differences"] is None
    elsewhere = town.squads["Anchor"][3].pk
    typed = {"m1-g1-winner": "home", "m1-g1-loser": "99", "m1-home-1": str(elsewhere)}
    save_draft(fixture, typed, by=bell, now=now)
    game, players = json.loads(Program().get(path).content)["differences"][::-1]
    assert (game["field"], game["where"], game["mine_players"]) == ("m1-g1", "match 1, game 1", None)
    assert game["mine_game"] == {"home": 121, "away": 99, "awarded": None, "won": None}
    assert game["theirs_game"] == {"home": 121, "away": 61, "awarded": None, "won": None}
    assert (players["field"], players["mine_players"]) == ("m1-home", [elsewhere, None])
    assert (players["mine_game"], len(players["theirs_players"])) == (None, 2)
    assert live().state == ResultState.SUBMITTED


def test_a_link_confirms_without_a_token_and_serves_once(fixture: Fixture, bell: User) -> None:
    path = f"confirm/{handover.token_for(live(), bell)}/"
    done = Program().post(path)
    assert (done.status_code, json.loads(done.content)["live"]["state"]) == (200, "confirmed")
    assert done.headers["ETag"] == Program().get(f"fixtures/{fixture.pk}/result/").headers["ETag"]
    assert (live().settled_by, how()) == (bell, "confirmed Anchor v Bell: 6–3, by the link in the mail")
    again = Program().post(path)
    assert (again.status_code, again.content) == (200, done.content)
    read = json.loads(Program().get(path).content)
    assert (read["refused"], read["differences"]) == ("You have confirmed it: 6–3 counts. The link is used up.", None)


def test_a_link_that_came_too_late_says_so(fixture: Fixture, bell: User, now: dt.datetime) -> None:
    path = f"confirm/{handover.token_for(live(), bell)}/"
    confirm.dispute(fixture, 1, reason="No.", by=bell, now=now)
    told = "There is nothing to confirm any more: this sheet is disputed."
    assert json.loads(Program().get(path).content)["refused"] == told
    answer = Program().post(path)
    assert (answer.status_code, json.loads(answer.content)["errors"][0]["message"]) == (409, told)


@pytest.mark.parametrize("token", ["nonsense", "WzEsMSwxXQ:x", "%00"])
def test_a_link_that_nobody_made_is_not_found(fixture: Fixture, token: str) -> None:
    for answer in (Program().get(f"confirm/{token}/"), Program().post(f"confirm/{token}/")):
        assert (answer.status_code, problems(answer)) == (404, [("not-found", "")])
    assert live().state == ResultState.SUBMITTED
