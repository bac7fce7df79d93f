"""What the owner of an account hears of it and can end: changes by mail, keys after a password, sessions elsewhere."""

import datetime as dt
import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.core.cache import cache
from django.test import Client

from league.enums import RoleKind
from league.models import ApiToken, CalendarFeed, Role, User
from league.services.people.accounts.keys import make_feed, make_token, revoke_token
from league.services.people.accounts.security import end_sessions
from tests import factories
from tests.factories import Town
from tests.second_factors import add_app, code, is_in, signed_in

pytestmark = pytest.mark.django_db
PASSWORD = "a-long-enough-password"
LEAGUE = "/leagues/town/"


@pytest.fixture(autouse=True)
def _no_limits_from_other_tests() -> None:
    cache.clear()


# What the owner hears.


@pytest.mark.django_db(transaction=True)
def test_each_change_is_mailed_to_the_owner(town: Town, mailoutbox: list[Any]) -> None:
    """Whoever did get in would otherwise be noticed by nobody."""
    user, client = town.secretary, signed_in(town.secretary)

    def subjects() -> list[str]:
        said = [mail.subject.removeprefix("Muggins: ") for mail in mailoutbox if mail.to == [user.email]]
        mailoutbox.clear()
        return said

    chosen = "another-long-password-of-mine"
    client.post("/accounts/password/change/", {"oldpassword": PASSWORD, "password1": chosen, "password2": chosen})
    assert subjects() == ["Your password was changed"]
    client.post("/account/tokens/", {"do": "make", "name": "Mine", "scopes": "read", "days": "0"})
    assert "“Mine”" in mailoutbox[0].body
    assert "127.0.0.1" in mailoutbox[0].body
    assert subjects() == ["An API token was made"]
    client.post("/account/tokens/", {"do": "revoke", "token": str(ApiToken.objects.get().pk)})
    assert subjects() == ["An API token was revoked"]
    for do, subject in (
        ("make", "Your calendar has a secret address"),
        ("renew", "Your calendar has a secret address"),
        ("revoke", "A secret calendar address was revoked"),
    ):
        client.post(f"{LEAGUE}calendars/", {"do": do})
        assert subjects() == [subject], do
    client.post(f"{LEAGUE}calendars/", {"do": "revoke"})
    assert subjects() == []
    page = client.get("/accounts/2fa/totp/activate/").content.decode()
    [secret] = re.findall(r'readonly value="(\w+)"', page)
    client.post("/accounts/2fa/totp/activate/", {"code": code(secret)})
    assert subjects() == ["An authenticator app was added"]
    client.post("/accounts/2fa/recovery-codes/generate/")
    assert subjects() == ["New recovery codes were made"]
    client.post("/accounts/2fa/totp/deactivate/")
    assert subjects() == ["Your authenticator app was removed"]
    other = EmailAddress.objects.create(user=user, email="sally@elsewhere.example", verified=True)
    client.post("/accounts/email/", {"action_primary": "", "email": other.email})
    assert subjects() == ["Your email address was changed"], "at the old address"
    client.post("/accounts/email/", {"action_remove": "", "email": user.email})
    assert [mail.to for mail in mailoutbox] == [[other.email]]


def test_a_token_made_at_the_server_is_told_too(town: Town, now: dt.datetime, mailoutbox: list[Any]) -> None:
    """A command asks no browser; its owner hears of it all the same."""
    token, _ = make_token(town.secretary, "Scoreboard", ["read"], None, now=now)
    assert [mail.to for mail in mailoutbox] == [[town.secretary.email]]
    assert "a command on the server" in mailoutbox[0].body
    revoke_token(token.pk, by=town.secretary, now=now)
    revoke_token(token.pk, by=town.secretary, now=now)
    assert len(mailoutbox) == 2


def test_a_mail_that_cannot_go_out_undoes_nothing(town: Town, now: dt.datetime, settings: Any) -> None:
    """A mail server that is down would otherwise keep a stolen token alive."""
    token, _ = make_token(town.secretary, "Scoreboard", ["read"], None, now=now)
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9
    revoke_token(token.pk, by=town.secretary, now=now)
    token.refresh_from_db()
    assert token.revoked_at == now


# After a password that somebody knew.


@pytest.mark.parametrize("ticked", [False, True])
def test_another_password_offers_to_revoke_what_it_does_not_protect(town: Town, now: dt.datetime, ticked: bool) -> None:
    """Whoever knew the old one may have made a token or a calendar address, which would outlive it."""
    user = town.secretary
    make_token(user, "Theirs", ["season"], None, now=now)
    make_feed(town.league, by=user, now=now)
    owner, thief = signed_in(user), signed_in(user)
    page = owner.get("/accounts/password/change/").content.decode()
    assert 'name="revoke_tokens"' in page
    assert 'name="revoke_calendars"' in page
    chosen = "another-long-password-of-mine"
    sent = {"oldpassword": PASSWORD, "password1": chosen, "password2": chosen}
    owner.post("/accounts/password/change/", {**sent, **(BOXES if ticked else {})})
    assert (is_live(ApiToken), is_live(CalendarFeed)) == (not ticked, not ticked)
    assert owner.get(f"{LEAGUE}me/").status_code == 200
    assert thief.get(f"{LEAGUE}me/").status_code == 302, "another password signs out everywhere else"


BOXES = {"revoke_tokens": "on", "revoke_calendars": "on"}


def is_live(model: Any) -> bool:
    return bool(model.objects.filter(revoked_at=None).exists())


def test_a_reset_password_offers_it_too(town: Town, now: dt.datetime, mailoutbox: list[Any]) -> None:
    """The way out for whoever no longer has the old password, because a thief has changed it."""
    make_token(town.secretary, "Theirs", ["season"], None, now=now)
    mailoutbox.clear()
    client = Client()
    client.post("/accounts/password/reset/", {"email": town.secretary.email})
    [link] = re.findall(r"http://\S+/password/reset/key/\S+", mailoutbox[0].body)
    form = client.get(link.removeprefix("http://testserver"), follow=True)
    assert 'name="revoke_tokens"' in form.content.decode()
    assert 'name="revoke_calendars"' not in form.content.decode(), "they have none"
    chosen = "another-long-password-of-mine"
    client.post(form.redirect_chain[-1][0], {"password1": chosen, "password2": chosen, **BOXES})
    assert not is_live(ApiToken)


def test_whoever_has_nothing_to_revoke_is_offered_nothing(town: Town) -> None:
    page = signed_in(town.captains["Bell"]).get("/accounts/password/change/").content.decode()
    assert "revoke_" not in page


# Sessions.


def sign_in(user: User, agent: str) -> Client:
    client = Client(headers={"User-Agent": agent})
    client.post("/accounts/login/", {"login": user.email, "password": PASSWORD})
    assert is_in(client)
    return client


def test_an_owner_sees_where_they_are_signed_in_and_ends_it_elsewhere(town: Town) -> None:
    """A stolen session would otherwise last for weeks, and nobody would see it."""
    mine = sign_in(town.secretary, "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0")
    theirs = sign_in(town.secretary, "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) AppleWebKit/605.1 Version/18 Safari/605")
    others = sign_in(town.referee, "curl/8")
    page = mine.get("/accounts/sessions/").content.decode()
    assert "Firefox on Linux" in page
    assert "Safari on an iPhone" in page
    assert "A browser" not in page, "the referee's is not theirs to see"
    mine.post("/accounts/sessions/")
    assert [client.get(f"{LEAGUE}me/").status_code for client in (mine, theirs, others)] == [200, 302, 200]
    assert UserSession.objects.filter(user=town.secretary).count() == 1


def test_a_session_that_is_in_no_list_ends_too(town: Town) -> None:
    """One that was begun before there was a list would live through “sign out everywhere else”."""
    mine, theirs = sign_in(town.secretary, "mine"), sign_in(town.secretary, "theirs")
    UserSession.objects.all().delete()
    mine.post("/accounts/sessions/")
    assert [client.get(f"{LEAGUE}me/").status_code for client in (mine, theirs)] == [200, 302]


def test_every_door_is_in_the_list(town: Town, now: dt.datetime) -> None:
    """allauth lists its own sign-ins only; a link of an invitation signs in by another door."""
    sign_in(town.secretary, "by password")
    assert list(UserSession.objects.values_list("user_agent", flat=True)) == ["by password"]
    client = Client()
    client.force_login(town.referee)
    assert UserSession.objects.count() == 1, "nobody asked from anywhere"
    assert end_sessions(town.referee, now=now) == 1


def test_an_account_that_is_erased_keeps_no_factor_and_no_session(town: Town) -> None:
    """What is left of it would still let somebody in."""
    user = factories.user("leaving@town.example")
    Role.objects.create(user=user, league=town.league, kind=RoleKind.REFEREE, starts_on=dt.date(2026, 1, 1))
    add_app(user)
    client = signed_in(user)
    client.post(f"{LEAGUE}me/erase/", {"sure": "yes"})
    user.refresh_from_db()
    assert (user.is_active, user.authenticator_set.count(), is_in(client)) == (False, 0, False)  # type: ignore[attr-defined]
