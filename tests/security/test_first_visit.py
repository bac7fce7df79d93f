"""The first visit to an empty server: its code opens one account, once, within a day, and is not guessed."""

import datetime as dt
import re
from io import StringIO
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from league.errors import Invalid, LeagueError, WrongState
from league.models import FirstCode, League, SecurityEvent, User
from league.services.people.first_visit import LASTS, Visitor, make_code, make_first_account
from tests import factories
from tests.second_factors import is_in
from tests.services.at_once import at_once

PAGE = "/setup/"
WHO = {"name": "Ada", "email": "Ada@County.example", "password": "a-long-enough-password"}


def visit(code: str, client: Client | None = None, **other: str) -> int:
    """Send the first visitor's form; the status of the answer."""
    return int((client or Client()).post(PAGE, {**WHO, "code": code, **other}).status_code)


def printed() -> str:
    out = StringIO()
    call_command("first_code", stdout=out)
    return out.getvalue().strip().splitlines()[-1]


@pytest.mark.django_db
def test_the_code_that_the_server_prints_makes_the_first_administrator_who_is_signed_in() -> None:
    client, code = Client(), printed()
    assert re.fullmatch(r"([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}", code)
    assert client.get("/", follow=True).redirect_chain == [(PAGE, 302)]
    answer = client.post(PAGE, {**WHO, "code": code.lower().replace("-", " ")})
    assert (answer.status_code, answer.headers["Location"], is_in(client)) == (302, "/new-league/", True)
    user = User.objects.get()
    assert (user.email, user.name, user.is_superuser) == ("ada@county.example", "Ada", True)
    assert EmailAddress.objects.get(user=user).verified
    assert SecurityEvent.objects.filter(user=user, kind="signed-up").count() == 1
    # The password lets them in again, and no mail is needed for it.
    again = Client()
    again.post(reverse("account_login"), {"login": "ada@county.example", "password": WHO["password"]})
    assert is_in(again)


@pytest.mark.django_db
def test_the_code_is_kept_as_a_hash_and_gone_when_it_was_used() -> None:
    code = printed()
    row = FirstCode.objects.get()
    assert code not in str(vars(row))
    assert code.replace("-", "") not in str(vars(row))
    visit(code)
    row.refresh_from_db()
    assert (row.code_hash, row.used_at is not None) == ("", True)


@pytest.mark.django_db
def test_a_code_opens_nothing_a_second_time_even_when_the_account_is_gone() -> None:
    code = printed()
    assert visit(code) == 302
    assert visit(code, email="eve@county.example") == 404
    SecurityEvent.objects.all().delete()
    User.objects.all().delete()
    assert visit(code, email="eve@county.example") == 422
    assert not User.objects.exists()


@pytest.mark.django_db
def test_a_code_runs_out_and_a_new_one_takes_its_place(now: dt.datetime) -> None:
    old = make_code(now=now)
    with time_machine.travel(now + LASTS, tick=False):
        assert visit(old) == 422
        first, second = printed(), printed()
        assert visit(first) == 422
        assert visit(second) == 302


@pytest.mark.django_db
@pytest.mark.parametrize("code", ["", "0000-0000-0000-0000", "-", "x" * 60])
def test_without_the_code_nobody_makes_an_account(code: str) -> None:
    assert visit(code) == 422
    printed()
    assert visit(code) == 422
    assert not User.objects.exists()


@pytest.mark.django_db
def test_guessing_ends_after_ten_tries_also_for_the_right_code() -> None:
    code = printed()
    assert [visit(f"guess-{number}") for number in range(10)] == [422] * 10
    client = Client()
    answer = client.post(PAGE, {**WHO, "code": code})
    assert "Too many codes were tried from here" in answer.content.decode()
    assert (answer.status_code, is_in(client), User.objects.exists()) == (422, False, False)


@pytest.mark.django_db
def test_a_wrong_code_says_nothing_about_the_rest(now: dt.datetime) -> None:
    make_code(now=now)
    with pytest.raises(Invalid) as refused:
        make_first_account(Visitor("", "no-address", "short", "wrong"), now=now)
    assert [problem.field for problem in refused.value.problems] == ["code"]


@pytest.mark.django_db
def test_all_that_is_wrong_is_told_at_its_field_and_the_code_stays_good(now: dt.datetime) -> None:
    code = make_code(now=now)
    with pytest.raises(Invalid) as refused:
        make_first_account(Visitor(" ", "no-address", "password", code), now=now)
    assert {problem.field for problem in refused.value.problems} == {"name", "email", "password"}
    long = f"ada@{'.'.join(['x' * 60] * 4)}.example"
    with pytest.raises(Invalid, match="Use an email address of up to 254"):
        make_first_account(Visitor("Ada", long, WHO["password"], code), now=now)
    with pytest.raises(Invalid):
        make_first_account(Visitor("Nul\0", "ada@county.example", WHO["password"], code), now=now)
    assert make_first_account(Visitor("Ada", "ada@county.example", WHO["password"], code), now=now).name == "Ada"


@pytest.mark.django_db
def test_once_anybody_has_an_account_there_is_no_first_visit(now: dt.datetime) -> None:
    code = make_code(now=now)
    factories.user("olive@county.example")
    assert Client().get(PAGE).status_code == 404
    assert visit(code) == 404
    with pytest.raises(WrongState):
        make_first_account(Visitor("Eve", "eve@county.example", WHO["password"], code), now=now)
    with pytest.raises(CommandError, match="no first visit any more"):
        call_command("first_code")
    assert User.objects.count() == 1


@pytest.mark.django_db
def test_a_closed_account_keeps_the_first_visit_closed_too() -> None:
    factories.user("olive@county.example", is_active=False)
    assert Client().get(PAGE).status_code == 404


@pytest.mark.django_db
def test_a_stranger_does_not_sign_up_before_the_operator_has_come() -> None:
    """Whoever made the first account by the public page would have shut the operator's own way."""
    client = Client()
    sent = {"email": "eve@county.example", "password1": WHO["password"], "password2": WHO["password"]}
    assert "Nobody has an account here yet" in client.post(reverse("account_signup"), sent).content.decode()
    assert not User.objects.exists()
    assert visit(printed()) == 302
    assert "Nobody has an account here yet" not in Client().get(reverse("account_signup")).content.decode()


@pytest.mark.django_db
def test_on_one_machine_for_itself_no_code_is_asked_for(settings: Any) -> None:
    settings.FIRST_VISIT_NEEDS_CODE = False
    client = Client()
    assert "The code from the server" not in client.get(PAGE).content.decode()
    assert visit("", client) == 302
    assert visit("", email="eve@county.example") == 404


@pytest.mark.django_db
@pytest.mark.parametrize(
    "elsewhere", [{"REMOTE_ADDR": "192.168.1.7"}, {"REMOTE_ADDR": "fe80::7"}, {"HTTP_X_FORWARDED_FOR": "203.0.113.9"}]
)
def test_whoever_comes_from_another_machine_brings_the_code_whatever_the_settings_say(
    settings: Any, elsewhere: dict[str, str]
) -> None:
    """gunicorn may be bound to every address by hand, and a visitor may call the host localhost."""
    settings.FIRST_VISIT_NEEDS_CODE = False
    client = Client(**elsewhere)  # type: ignore[arg-type]
    assert "The code from the server" in client.get(PAGE, headers={"host": "localhost"}).content.decode()
    assert visit("", client) == 422
    assert not User.objects.exists()
    assert visit(printed(), client) == 302


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("needs_code", [True, False])
def test_of_two_first_visitors_at_once_one_is_the_first(now: dt.datetime, needs_code: bool) -> None:
    code = make_code(now=now) if needs_code else ""
    calls = [
        lambda name=name: make_first_account(
            Visitor(name, f"{name}@county.example", WHO["password"], code), needs_code=needs_code, now=now
        )
        for name in ("ada", "eve")
    ]
    ended = at_once(*calls)
    assert sum(isinstance(answer, LeagueError) for answer in ended) == 1, ended
    assert User.objects.count() == 1


# Who makes a league


@pytest.mark.django_db
def test_a_league_is_made_by_those_whom_the_operator_lets(settings: Any) -> None:
    sent = {"name": "Mine", "time_zone": "Europe/London"}
    olive, page = factories.user("olive@county.example"), reverse("league-new")
    client = Client()
    assert client.get(page).headers["Location"] == f"/accounts/login/?next={page}"
    client.force_login(olive)
    assert [client.get(page).status_code, client.post(page, sent).status_code] == [403, 403]
    settings.LEAGUES_MADE_BY = "anyone"
    EmailAddress.objects.filter(user=olive).update(verified=False)
    assert client.post(page, sent).status_code == 403
    EmailAddress.objects.filter(user=olive).update(verified=True)
    answer = client.post(page, sent)
    assert answer.headers["Location"] == "/leagues/mine/secretary/start-season/"
    assert League.objects.get().roles.get().user == olive


def test_all_that_is_wrong_is_told_at_once(db: None, settings: Any) -> None:
    settings.FIRST_VISIT_NEEDS_CODE = False
    answer = Client(REMOTE_ADDR="127.0.0.1").post(PAGE, {"name": "x" * 200, "email": "ada", "password": "short"})
    assert answer.status_code == 422
    assert {*answer.context["form"].errors} == {"name", "email", "password"}
