"""The door of guessing: every place that takes a password or a code stops whoever tries too often.

Links that are signed, calendar addresses and tokens hold 128 bits and more, and are not guessed.
"""

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from league.enums import ResultState
from league.errors import Invalid
from league.models import Fixture, Result, SecurityEvent, User
from league.rules.sheets import GameScore
from league.services.people.accounts.security import count_try
from league.services.results import correct, handover, submit
from tests import factories
from tests.api.program import Program
from tests.factories import Town, result_sheet
from tests.second_factors import add_app, code, wrong

RIGHT = "a-long-enough-password"
WRONG = [f"guess-number-{number}" for number in range(12)]


@pytest.fixture
def fixture(town: Town, now: dt.datetime) -> Fixture:
    """Anchor's sheet waits for Bell."""
    found = town.fixture("Anchor", "Bell")
    submit.submit(found, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    return found


def confirm_on_phone(town: Town, fixture: Fixture, secret: str, now: dt.datetime, person: User | None = None) -> str:
    """Try to confirm Anchor's sheet on its captain's phone; the code of the refusal, blank where it is confirmed."""
    version = Result.objects.get(fixture=fixture, live=True).version
    who = (person or town.captains["Bell"]).pk
    try:
        handover.confirm_here(fixture, version, person=who, secret=secret, by=town.captains["Anchor"], now=now)
    except Invalid as refused:
        return refused.problems[0].code
    return ""


# One's own page for another password


def test_a_stolen_session_does_not_guess_the_password_on_its_own_page(town: Town) -> None:
    """Five guesses a minute, day and night: none was told to its owner, and none counted at the sign-in page."""
    user, client = town.captains["Bell"], Client()
    page, chosen = reverse("account_change_password"), "another-long-password-of-mine"
    with time_machine.travel(dt.datetime.now(dt.UTC), tick=False) as clock:
        client.force_login(user)
        for guess in WRONG[:5]:
            client.post(page, {"oldpassword": guess, "password1": chosen, "password2": chosen})
        # The page's own limit is over; the account's is not.
        clock.shift(61)
        answer = client.post(page, {"oldpassword": RIGHT, "password1": chosen, "password2": chosen})
    assert "Too many wrong passwords for this account" in answer.content.decode()
    user.refresh_from_db()
    assert user.check_password(RIGHT)
    assert SecurityEvent.objects.filter(user=user, kind="sign-in-failed").count() == 5


# The admin


def test_the_admin_asks_for_no_password_of_its_own(town: Town) -> None:
    """Whoever guesses at an administrator's password had a page without any limit for it."""
    factories.user("admin@town.example", is_staff=True, is_superuser=True)
    client = Client()
    for page in ("/admin/login/", "/admin/login/?next=/admin/league/user/", "/admin/", "/admin/league/user/"):
        assert reverse("account_login") in client.get(page, follow=True).redirect_chain[-1][0]
    for guess in [*WRONG, RIGHT]:
        answer = client.post("/admin/login/", {"username": "admin@town.example", "password": guess})
        assert (answer.status_code, answer.headers["Location"].partition("?")[0]) == (302, reverse("account_login"))
    assert "_auth_user_id" not in client.session


def test_an_administrator_of_the_shell_signs_in_at_the_ordinary_page_and_reaches_the_admin(db: None) -> None:
    User.objects.create_superuser("root@town.example", RIGHT)
    client = Client()
    page = client.get("/admin/league/user/", follow=True)
    assert page.redirect_chain[-1][0] == "/accounts/login/?next=%2Fadmin%2Fleague%2Fuser%2F"
    sent = {"login": "root@town.example", "password": RIGHT, "next": "/admin/league/user/"}
    answer = client.post("/accounts/login/", sent, follow=True)
    assert (answer.redirect_chain, answer.status_code) == ([("/admin/league/user/", 302)], 200)


def test_who_is_signed_in_and_no_administrator_is_told_so(town: Town) -> None:
    client = Client()
    client.force_login(town.captains["Bell"])
    assert client.get("/admin/login/", follow=True).status_code == 403


@pytest.mark.parametrize("host", [lambda n: "testserver", lambda n: f"testserver:{n}"])
def test_sign_in_stops_whoever_guesses_at_one_account(town: Town, host: Callable[[int], str]) -> None:
    """From many machines, or naming another port of the host each time, somebody would guess without end."""
    for number, guess in enumerate([*WRONG[:5], RIGHT], start=1):
        client = Client(HTTP_HOST=host(number), REMOTE_ADDR=f"192.0.2.{number}")
        answer = client.post(reverse("account_login"), {"login": "bell@town.example", "password": guess})
    assert "Too many wrong passwords for this account" in answer.content.decode()
    assert "_auth_user_id" not in client.session


# On the other captain's phone


def test_guessing_on_one_s_own_phone_ends(town: Town, now: dt.datetime, fixture: Fixture) -> None:
    """A captain confirms their own sheet by guessing the other's password or eight digits."""
    assert [confirm_on_phone(town, fixture, guess, now) for guess in WRONG[:5]] == ["wrong-secret"] * 4 + ["too-many"]
    assert confirm_on_phone(town, fixture, RIGHT, now) == "too-many"
    assert Result.objects.get().state == ResultState.SUBMITTED


def test_a_password_alone_confirms_nothing_for_whoever_has_a_factor(
    town: Town, now: dt.datetime, fixture: Fixture
) -> None:
    """A captain who has looked over the other's shoulder confirms their own sheet, factor or not."""
    app = add_app(town.captains["Bell"])
    assert confirm_on_phone(town, fixture, RIGHT, now) == "wrong-secret"
    assert Result.objects.get().state == ResultState.SUBMITTED
    assert confirm_on_phone(town, fixture, code(app), now) == ""


def test_codes_of_the_app_are_not_guessed_there(town: Town, now: dt.datetime) -> None:
    """Six digits are few: with the tries of many fixtures a program would hit upon them."""
    bell = town.captains["Bell"]
    app = add_app(bell)
    first, second = town.fixture("Anchor", "Bell"), town.fixture("Bell", "Castle")
    submit.submit(first, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    for n in range(4):
        assert confirm_on_phone(town, first, wrong(app, n * 1000), now) == "wrong-secret"
    later = now + dt.timedelta(days=14)
    submit.submit(second, result_sheet(town, "Bell", "Castle"), by=town.captains["Castle"], now=later)
    castle = town.captains["Castle"]
    with pytest.raises(Invalid):
        handover.confirm_here(second, 1, person=bell.pk, secret=wrong(app, 4000), by=castle, now=later)
    with pytest.raises(Invalid) as refused:
        handover.confirm_here(second, 1, person=bell.pk, secret=code(app), by=castle, now=later)
    assert [problem.code for problem in refused.value.problems] == ["too-many"]
    client = Client()
    client.post(reverse("account_login"), {"login": bell.email, "password": RIGHT})
    client.post("/accounts/2fa/authenticate/", {"code": code(app)})
    assert "_auth_user_id" not in client.session


def test_wrong_codes_on_the_rivals_phone_do_not_keep_a_captain_from_signing_in(
    town: Town, fixture: Fixture, now: dt.datetime
) -> None:
    """On the evening, in the pub: the rival has the sheet and the phone."""
    app = add_app(town.captains["Bell"])
    for n in range(10):
        confirm_on_phone(town, fixture, wrong(app, n * 1000), now)
    client = Client()
    client.post(reverse("account_login"), {"login": town.captains["Bell"].email, "password": RIGHT})
    client.post("/accounts/2fa/authenticate/", {"code": code(app)})
    assert "_auth_user_id" in client.session


def test_a_corrected_sheet_gives_no_new_tries(town: Town, now: dt.datetime, fixture: Fixture) -> None:
    """A captain sends the sheet again whenever the tries are used up, and so has as many as they like."""
    for guess in WRONG[:4]:
        assert confirm_on_phone(town, fixture, guess, now) == "wrong-secret"
    anchor = town.captains["Anchor"]
    other = result_sheet(town, "Anchor", "Bell", first=GameScore(121, 88))
    correct.propose(fixture, 1, other, reason="A slip.", by=anchor, now=now)
    assert Result.objects.get(live=True).version == 2
    assert confirm_on_phone(town, fixture, RIGHT, now) == "too-many"
    code = handover.code_for(Result.objects.get(live=True), town.captains["Bell"])
    assert confirm_on_phone(town, fixture, code, now) == "too-many"


def test_another_fixture_gives_no_new_guesses_at_the_same_password(town: Town, now: dt.datetime) -> None:
    """A captain who plays somebody twice would have twice the tries, and those of the sign-in page besides."""
    first, second = town.fixture("Anchor", "Bell"), town.fixture("Bell", "Castle")
    submit.submit(first, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    for guess in WRONG[:4]:
        assert confirm_on_phone(town, first, guess, now) == "wrong-secret"
    Client().post(reverse("account_login"), {"login": "bell@town.example", "password": WRONG[4]})
    later = now + dt.timedelta(days=14)
    submit.submit(second, result_sheet(town, "Bell", "Castle"), by=town.captains["Castle"], now=later)
    with pytest.raises(Invalid) as refused:
        handover.confirm_here(
            second, 1, person=town.captains["Bell"].pk, secret=RIGHT, by=town.captains["Castle"], now=later
        )
    assert [problem.code for problem in refused.value.problems] == ["too-many"]
    assert "Wait five minutes" in refused.value.problems[0].message


def test_guesses_here_count_at_the_sign_in_page(town: Town, now: dt.datetime, fixture: Fixture) -> None:
    """What is guessed at is the account's own password: it must not matter where."""
    for guess in WRONG[:4]:
        confirm_on_phone(town, fixture, guess, now)
    client = Client(REMOTE_ADDR="192.0.2.9")
    client.post(reverse("account_login"), {"login": "bell@town.example", "password": WRONG[4]})
    answer = client.post(reverse("account_login"), {"login": "bell@town.example", "password": RIGHT})
    assert "Too many wrong passwords for this account" in answer.content.decode()


def test_the_right_password_uses_up_no_sign_in(town: Town, now: dt.datetime, fixture: Fixture) -> None:
    assert confirm_on_phone(town, fixture, "wrong", now) == "wrong-secret"
    assert confirm_on_phone(town, fixture, RIGHT, now) == ""
    assert Result.objects.get().settled_by == town.captains["Bell"]


@pytest.mark.parametrize("door", ["page", "api"])
def test_pages_and_programs_count_together(town: Town, now: dt.datetime, fixture: Fixture, door: str) -> None:
    """With a token a captain would have the tries of the page, and as many again."""
    anchor, bell = town.captains["Anchor"], town.captains["Bell"]
    for guess in WRONG[:5]:
        confirm_on_phone(town, fixture, guess, now)

    def tried() -> Any:
        if door == "page":
            client = Client()
            client.force_login(anchor)
            sent = {"person": bell.pk, "secret": RIGHT, "version": 1}
            return client.post(f"/leagues/town/fixtures/{fixture.pk}/confirm-here/", sent)
        program, path = Program(anchor), f"fixtures/{fixture.pk}/result/"
        tag = program.get(path).headers["ETag"]
        return program.post(f"{path}confirm-here/", {"person": bell.pk, "secret": RIGHT}, If_Match=tag)

    assert tried().status_code == 422
    assert "Too many wrong tries" in tried().content.decode()
    assert Result.objects.get().state == ResultState.SUBMITTED


def test_tries_come_back_within_the_hour(town: Town, time_machine: Any) -> None:
    time_machine.move_to("2026-11-03T12:00:00Z", tick=False)
    assert [count_try("confirm_here", "1:1") for _ in range(5)] == [True] * 4 + [False]
    assert count_try("confirm_here", "1:2")
    time_machine.move_to("2026-11-03T13:00:01Z", tick=False)
    assert count_try("confirm_here", "1:1")
