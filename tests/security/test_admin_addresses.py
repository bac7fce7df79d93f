"""An account whose address an administrator changes: the old mailbox, and whoever has it, must be out for good."""

import datetime as dt
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.test import Client

from league import access
from league.enums import RoleKind
from league.models import ApiToken, CalendarFeed, Invitation, JournalEntry, SecurityEvent, User
from league.services.people.accounts.keys import make_feed, make_token
from league.services.people.invite import invite, token_for
from tests import factories
from tests.factories import Town
from tests.second_factors import add_app, is_in, mailed_code, signed_in
from tests.security.test_account_care import account

# Mail goes out when what it tells of is committed.
pytestmark = pytest.mark.django_db(transaction=True)
PASSWORD, NEW = "a-long-enough-password", "new@town.example"


@pytest.fixture(autouse=True)
def _no_limits_from_other_tests() -> None:
    cache.clear()


@pytest.fixture
def root(town: Town) -> User:
    """An administrator."""
    return factories.user("root@town.example", is_staff=True, is_superuser=True)


def readdressed(root: User, user: User, **changed: str) -> Any:
    """Change an account's address in the admin, and return the answer."""
    page = f"/admin/league/user/{user.pk}/change/"
    return signed_in(root).post(page, {**account(user), "email": NEW, **changed})


def by_code(address: str, mailoutbox: list[Any]) -> Client:
    """A browser that signs in by a code that is sent to an address, if one is."""
    client = Client()
    mailoutbox.clear()
    client.post("/accounts/login/code/", {"email": address})
    found = [mail.body for mail in mailoutbox if mail.to == [address] and "code" in mail.subject.lower()]
    if found:
        client.post("/accounts/login/code/confirm/", {"code": mailed_code(found[0])})
    return client


def test_the_old_mailbox_signs_nobody_in(town: Town, root: User, now: dt.datetime, mailoutbox: list[Any]) -> None:
    """A captain has left with the mailbox of a pub: a code to it would let them in for as long as they like."""
    user = town.referee
    EmailAddress.objects.create(user=user, email="second@town.example", verified=True)
    make_token(user, "Robot", ["read"], None, now=now)
    make_feed(town.league, by=user, now=now)
    add_app(user)
    thief, old = signed_in(user), user.email
    mailoutbox.clear()
    assert readdressed(root, user).status_code == 302
    user.refresh_from_db()
    told = {mail.to[0]: mail for mail in mailoutbox}
    assert set(told) == {old, "second@town.example"}
    assert {mail.subject for mail in told.values()} == {"Muggins: An administrator changed your email address"}
    assert NEW not in told[old].body, "whoever has the old mailbox does not learn of the new one"
    assert "127.0.0.1" not in told[old].body
    assert list(EmailAddress.objects.filter(user=user).values_list("email", "verified", "primary")) == [
        (NEW, False, True)
    ]
    assert not user.has_usable_password()
    assert thief.get("/leagues/town/calls/").status_code == 302
    assert not ApiToken.objects.filter(revoked_at=None).exists()
    assert not CalendarFeed.objects.filter(revoked_at=None).exists()
    assert not access.has_factor(user)
    events = SecurityEvent.objects.filter(user=user).order_by("-pk")[:3]
    assert [(event.kind, event.by) for event in reversed(events)] == [
        ("address-changed", root), ("older-discarded", None), ("admin-changed", root),
    ]  # fmt: skip
    assert not is_in(by_code(old, mailoutbox))
    assert not is_in(by_code("second@town.example", mailoutbox))
    assert is_in(by_code(NEW, mailoutbox))


def test_an_invitation_in_the_old_mailbox_opens_nothing(town: Town, root: User) -> None:
    """A mistyped address had the invitation: its link would sign the stranger in, and confirm the mended address."""
    with time_machine.travel(dt.datetime.now(dt.UTC)):
        made = invite(
            town.league, "mistyped@town.example", RoleKind.REFEREE, None, by=town.secretary, now=dt.datetime.now(dt.UTC)
        )
        assert readdressed(root, made.user).status_code == 302
        client = Client()
        sent = {"name": "A stranger", "password": PASSWORD}
        assert client.post(f"/invitations/{token_for(made.pk)}/", sent).status_code == 409
    assert not is_in(client)
    assert not EmailAddress.objects.filter(email=NEW, verified=True).exists()
    assert Invitation.objects.get().revoked_at is not None
    assert JournalEntry.objects.order_by("number").last().what == "withdrew an invitation to be referee"  # type: ignore[union-attr]


def test_another_name_alone_discards_nothing(town: Town, root: User, mailoutbox: list[Any]) -> None:
    """Whoever mends a name, or the case of a letter, would sign everybody out without knowing it."""
    user = town.referee
    assert readdressed(root, user, email=user.email.upper(), name="Ruth Other").status_code == 302
    user.refresh_from_db()
    assert (user.name, user.check_password(PASSWORD), mailoutbox) == ("Ruth Other", True, [])
    assert EmailAddress.objects.get(user=user).verified


def test_an_address_that_somebody_has_confirmed_is_given_to_nobody_else(town: Town, root: User) -> None:
    """A second address of somebody's account would be the first of another, which would never be let in."""
    EmailAddress.objects.create(user=town.secretary, email=NEW, verified=True)
    answer = readdressed(root, town.referee)
    assert "email" in answer.context["adminform"].form.errors
    assert EmailAddress.objects.get(user=town.referee).email == town.referee.email


def test_ones_own_address_is_changed_on_ones_own_page(root: User) -> None:
    """There it is proved first; an administrator who mistypes their own would shut out the only one there is."""
    client = signed_in(root)
    assert client.post(f"/admin/league/user/{root.pk}/change/", {**account(root), "email": NEW}).status_code == 302
    root.refresh_from_db()
    assert (root.email, root.check_password(PASSWORD)) == ("root@town.example", True)
