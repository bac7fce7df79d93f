"""The second factor as a door: past it, around it, or taking it away."""

import datetime as dt
import re
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from league import access
from league.enums import RoleKind, SecondFactor
from league.errors import FactorMissing, Invalid, NotAllowed
from league.models import Invitation, JournalEntry, League, User
from league.services.people.accounts.accounts import may_sign_in
from league.services.people.invite import token_for
from league.services.seasons import leagues
from tests import factories
from tests.api.program import Program, problems
from tests.factories import Town
from tests.forms import saved
from tests.second_factors import add_app, code, is_in, mailed_code, recovery_codes, signed_in, wrong

pytestmark = pytest.mark.django_db
PASSWORD = "a-long-enough-password"
LOGIN, SECOND = "/accounts/login/", "/accounts/2fa/authenticate/"
STOLEN = 60


@pytest.fixture(autouse=True)
def _no_limits_from_other_tests() -> None:
    cache.clear()


@pytest.fixture
def secret(town: Town) -> str:
    """Of the secretary's authenticator app."""
    return add_app(town.secretary)


def enter_password(user: User, where: str = LOGIN) -> Client:
    client = Client()
    client.post(where, {"login": user.email, "password": PASSWORD})
    return client


# Around the second step.


def test_a_password_alone_does_not_sign_in(town: Town, secret: str) -> None:
    """Somebody who has guessed or read the password would be the secretary."""
    client = enter_password(town.secretary)
    assert not is_in(client)
    assert client.get("/leagues/town/secretary/").status_code == 302
    answer = client.post(SECOND, {"code": code(secret)})
    assert (answer.status_code, is_in(client)) == (302, True)
    assert client.get("/leagues/town/secretary/").status_code == 200


def test_a_mailed_code_alone_does_not_sign_in(town: Town, secret: str, mailoutbox: list[Any]) -> None:
    """Somebody who reads the secretary's mail would be the secretary."""
    client = Client()
    client.post("/accounts/login/code/", {"email": town.secretary.email})
    mailed = mailed_code(mailoutbox[0].body)
    answer = client.post("/accounts/login/code/confirm/", {"code": mailed})
    assert (answer.headers["Location"], is_in(client)) == (SECOND, False)
    client.post(SECOND, {"code": code(secret)})
    assert is_in(client)


def test_a_reset_password_still_needs_the_second_step(town: Town, secret: str, mailoutbox: list[Any]) -> None:
    """Somebody who reads the secretary's mail chooses a new password, and would be in with it."""
    client = Client()
    client.post("/accounts/password/reset/", {"email": town.secretary.email})
    [link] = re.findall(r"http://\S+/password/reset/key/\S+", mailoutbox[0].body)
    form = client.get(link.removeprefix("http://testserver"), follow=True).redirect_chain[-1][0]
    chosen = "another-long-password-of-mine"
    client.post(form, {"password1": chosen, "password2": chosen})
    town.secretary.refresh_from_db()
    assert town.secretary.check_password(chosen)
    assert not is_in(client)
    client.post(LOGIN, {"login": town.secretary.email, "password": chosen})
    assert not is_in(client)


def test_the_admins_door_has_the_second_step_too(secret: str, town: Town) -> None:
    """The admin's own page asks for a password alone; an administrator's password would be enough there."""
    User.objects.filter(pk=town.secretary.pk).update(is_staff=True, is_superuser=True)
    client = Client()
    answer = client.post("/admin/login/", {"username": town.secretary.email, "password": PASSWORD})
    assert answer.headers["Location"].startswith(LOGIN)
    assert not is_in(client)


def test_an_invitations_link_signs_nobody_in_past_a_factor(town: Town, secret: str, now: dt.datetime) -> None:
    """A mail that was passed on would open an account whose owner wanted more than a mail."""
    User.objects.filter(pk=town.secretary.pk).update(last_login=None)
    town.secretary.refresh_from_db()
    assert not may_sign_in(town.secretary)
    offered = Invitation.objects.create(
        user=town.secretary, league=town.league, kind=RoleKind.REFEREE, invited_by=town.referee,
        invited_at=now, expires_at=now + dt.timedelta(days=3650),
    )  # fmt: skip
    client = Client()
    client.post(f"/invitations/{token_for(offered.pk)}/", {})
    assert not is_in(client)


def test_a_recovery_code_opens_once(town: Town, secret: str) -> None:
    """Somebody who finds a used code on a desk would be in with it."""
    [first, *_] = recovery_codes(town.secretary)
    client = enter_password(town.secretary)
    client.post(SECOND, {"code": first})
    assert is_in(client)
    again = enter_password(town.secretary)
    assert again.post(SECOND, {"code": first}).status_code == 200
    assert not is_in(again)
    assert first not in recovery_codes(town.secretary)


def test_a_code_of_the_app_opens_once(town: Town, secret: str) -> None:
    """Somebody who looks over the shoulder has half a minute to enter the same six digits."""
    shown = code(secret)
    client = enter_password(town.secretary)
    client.post(SECOND, {"code": shown})
    assert is_in(client)
    other = enter_password(town.secretary)
    other.post(SECOND, {"code": shown})
    assert not is_in(other)


def test_codes_are_not_guessed_one_after_the_other(town: Town, secret: str) -> None:
    """A million guesses are an afternoon for a program that knows the password."""
    client = enter_password(town.secretary)
    for n in range(5):
        assert client.post(SECOND, {"code": wrong(secret, n)}).status_code == 200
    # From another browser too: it is the account that is guarded.
    other = enter_password(town.secretary)
    answer = other.post(SECOND, {"code": code(secret)})
    assert "Too many failed login attempts" in answer.content.decode()
    assert not is_in(other)


# Taking it away.


@pytest.mark.parametrize(
    "page",
    ["totp/deactivate/", "recovery-codes/generate/", "webauthn/add/"],
)
def test_a_stolen_session_changes_no_factor(town: Town, secret: str, page: str) -> None:
    """Somebody at a phone left on the bar would take the factor away, or add their own, and keep the account."""
    client = signed_in(town.secretary, minutes=STOLEN)
    before = list(Authenticator.objects.order_by("pk").values("pk", "type", "data"))
    answer = client.post(f"/accounts/2fa/{page}", {"name": "mine", "credential": "{}"})
    assert answer.headers["Location"].startswith("/accounts/2fa/reauthenticate/?next=")
    assert list(Authenticator.objects.order_by("pk").values("pk", "type", "data")) == before


@pytest.mark.parametrize("page", ["recovery-codes/", "recovery-codes/download/"])
def test_a_stolen_session_reads_no_recovery_codes(town: Town, secret: str, page: str) -> None:
    """Each of them is as good as the factor."""
    answer = signed_in(town.secretary, minutes=STOLEN).get(f"/accounts/2fa/{page}")
    assert answer.headers["Location"].startswith("/accounts/2fa/reauthenticate/?next=")


def test_a_password_is_no_proof_where_there_is_a_factor(town: Town, secret: str, mailoutbox: list[Any]) -> None:
    """Somebody with the session and the password would take the factor away, which is there for just that case."""
    client = signed_in(town.secretary, minutes=STOLEN)
    to_the_factor = "/accounts/2fa/reauthenticate/"
    assert client.post("/accounts/reauthenticate/", {"password": PASSWORD}).headers["Location"] == to_the_factor
    assert client.post("/accounts/reauthenticate/code/", {"do": "send"}).headers["Location"] == to_the_factor
    assert mailoutbox == []
    assert client.post("/accounts/2fa/totp/deactivate/").status_code == 302
    assert access.has_factor(town.secretary)
    # With the factor it goes on: what was asked for is done.
    client.post(to_the_factor, {"code": code(secret), "next": "/accounts/2fa/totp/deactivate/"})
    assert not access.has_factor(town.secretary)


def test_nobody_changes_somebody_elses_factor(town: Town, secret: str) -> None:
    """Their number is in the address; counting up would take everybody's passkeys away."""
    theirs = Authenticator.objects.create(user=town.secretary, type="webauthn", data={"name": "Hers", "credential": {}})
    client = signed_in(town.referee)
    for page in ("remove", "edit"):
        address = f"/accounts/2fa/webauthn/keys/{theirs.pk}/{page}/"
        assert client.get(address).status_code == 404
        assert client.post(address, {"name": "Mine"}).status_code == 404
    assert Authenticator.objects.get(pk=theirs.pk).data["name"] == "Hers"


@pytest.mark.django_db(transaction=True)
def test_a_session_from_before_the_factor_ends_with_it(town: Town) -> None:
    """Whoever stole a session before the factor was set up would go on without ever being asked for it."""
    thief, owner = signed_in(town.secretary), signed_in(town.secretary)
    page = owner.get("/accounts/2fa/totp/activate/").content.decode()
    [secret] = re.findall(r'id="authenticator_secret" type="text" readonly value="(\w+)"', page)
    owner.post("/accounts/2fa/totp/activate/", {"code": code(secret)})
    assert access.has_factor(town.secretary)
    assert owner.get("/leagues/town/secretary/").status_code == 200
    assert thief.get("/leagues/town/secretary/").status_code == 302


# Acting without one where the league asks for it.

HOLDERS = ("secretary", "referee", "superuser", "captain")
ASKED = {
    SecondFactor.NOBODY: set(),
    SecondFactor.SECRETARIES: {"secretary", "superuser"},
    SecondFactor.OFFICIALS: {"secretary", "superuser", "referee"},
}
# The page and the API operation that are each one's own.
OWN = {
    "secretary": ("/leagues/town/secretary/", "settings/"),
    "superuser": ("/leagues/town/secretary/", "settings/"),
    "referee": ("/leagues/town/calls/", "conduct/"),
    "captain": ("/leagues/town/my/", "my/fixtures/"),
}


def holder(town: Town, who: str) -> User:
    if who == "superuser":
        return factories.user("super@town.example", is_superuser=True, is_staff=True)
    return {"secretary": town.secretary, "referee": town.referee, "captain": town.captains["Anchor"]}[who]


@pytest.mark.parametrize("has_one", [False, True])
@pytest.mark.parametrize("who", HOLDERS)
@pytest.mark.parametrize("asked", SecondFactor)
def test_who_may_act_where_a_factor_is_asked_for(town: Town, asked: SecondFactor, who: str, has_one: bool) -> None:
    """A page, a program's token and a browser's session at the API: none is a way round the league's choice."""
    user = holder(town, who)
    if has_one:
        add_app(user)
    League.objects.filter(pk=town.league.pk).update(second_factor=asked)
    may = has_one or who not in ASKED[asked]
    page, operation = OWN[who]
    shown = signed_in(user).get(page)
    assert shown.status_code == (200 if may else 403)
    by_token = Program(user).get(operation)
    by_session = signed_in(user).get(f"/api/v1/leagues/town/{operation}")
    assert [by_token.status_code, by_session.status_code] == [200 if may else 403] * 2
    if not may:
        assert reverse("mfa_index") in shown.content.decode()
        assert problems(by_token) == problems(by_session) == [("second-factor", "")]


def test_a_service_asks_as_well(town: Town, now: dt.datetime) -> None:
    """The door behind the doors: whatever calls a service for somebody without the factor is refused by it."""
    League.objects.filter(pk=town.league.pk).update(second_factor=SecondFactor.SECRETARIES)
    town.league.refresh_from_db()
    with pytest.raises(FactorMissing):
        leagues.change_settings(town.league, {}, by=town.secretary, now=now)
    # Whoever may not with a factor either is told who may.
    with pytest.raises(NotAllowed) as refused:
        leagues.change_settings(town.league, {}, by=town.captains["Anchor"], now=now)
    assert refused.value.code == "not-allowed"


def test_recovery_codes_alone_are_no_factor(town: Town) -> None:
    """They are a way back to one; an account with nothing else is asked for nothing when it signs in."""
    add_app(town.secretary)
    Authenticator.objects.filter(type=Authenticator.Type.TOTP).delete()
    League.objects.update(second_factor=SecondFactor.SECRETARIES)
    assert signed_in(town.secretary).get("/leagues/town/secretary/").status_code == 403


def test_a_secretary_without_a_factor_shuts_nobody_out(town: Town, now: dt.datetime) -> None:
    """A slip on the settings page would shut every secretary out, the one who made it first."""
    client = signed_in(town.secretary)
    sent = {
        "result_hours": 48,
        "confirm_hours": 48,
        "dispute_days": 5,
        "appeal_days": 7,
        "deadline_hour": 20,
        "second_factor": "officials",
    }
    sent |= {
        "result_day": "hours",
        "appeals_by": "secretary",
        "vote_days": 7,
        "currency": "GBP",
        "language": "en-gb",
        "ask_days": 5,
        "high_hand": 24,
    }
    answer = client.post("/leagues/town/secretary/settings/league/", sent)
    assert (answer.status_code, "your own second factor first" in answer.content.decode()) == (422, True)
    town.league.refresh_from_db()
    assert town.league.second_factor == SecondFactor.NOBODY
    with pytest.raises(Invalid):
        leagues.change_settings(town.league, {"second_factor": "whatever"}, by=town.secretary, now=now)
    add_app(town.secretary)
    assert saved(client, "/leagues/town/secretary/settings/league/", sent).redirect_chain
    entry = JournalEntry.objects.get(league=town.league)
    assert entry.data == {"second_factor": {"from": "nobody", "to": "officials"}}


def test_the_admin_shows_no_secret_of_a_factor(town: Town, secret: str) -> None:
    """An administrator who reads the app's secret could be anybody from then on, and nobody would see it."""
    boss = factories.user("super@town.example", is_superuser=True, is_staff=True)
    client = enter_password(boss)
    kept = Authenticator.objects.get(type=Authenticator.Type.TOTP)
    address = f"/admin/mfa/authenticator/{kept.pk}/"
    page = client.get(f"{address}change/")
    assert (page.status_code, secret in page.content.decode()) == (200, False)
    assert client.post(f"{address}delete/", {"post": "yes"}).status_code == 403
    listed = UserSession.objects.get(user=boss)
    assert listed.session_key not in client.get(f"/admin/usersessions/usersession/{listed.pk}/change/").content.decode()
