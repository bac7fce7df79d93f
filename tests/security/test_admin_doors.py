"""The admin as a way round the account's own pages: fresh sign-in, the second factor, limits on guesses, mail."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib import admin
from django.contrib.auth.models import Permission
from django.core.cache import cache
from django.urls import reverse

from league.models import SecurityEvent, User
from tests import factories
from tests.factories import Town
from tests.second_factors import add_app, code, is_in, signed_in

pytestmark = pytest.mark.django_db
PASSWORD, CHOSEN = "a-long-enough-password", "a-password-of-the-thief"
NEW = {"usable_password": "true", "password1": CHOSEN, "password2": CHOSEN, "set-password": ""}
STOLEN = 600
USERS = "/admin/league/user/"


@pytest.fixture(autouse=True)
def _no_limits_from_other_tests() -> None:
    cache.clear()


@pytest.fixture
def root(town: Town) -> User:
    """An administrator."""
    return factories.user("root@town.example", is_staff=True, is_superuser=True)


def event_kinds(user: User) -> list[tuple[str, User | None]]:
    """The kinds of an account's events and who did it, without the sign-ins."""
    rows = SecurityEvent.objects.filter(user=user).exclude(kind="signed-in").order_by("pk")
    return [(row.kind, row.by) for row in rows]


def test_a_stolen_session_with_a_factor_proves_it_by_the_factor(root: User, town: Town) -> None:
    """Ten hours old and of an administrator with an authenticator app: it would choose a password, and stay."""
    secret = add_app(root)
    client = signed_in(root, minutes=STOLEN)
    page = f"{USERS}{town.referee.pk}/password/"
    for answer in (client.get(page), client.post(page, NEW)):
        assert answer.headers["Location"] == f"/accounts/2fa/reauthenticate/?next={page.replace('/', '%2F')}"
    town.referee.refresh_from_db()
    assert town.referee.check_password(PASSWORD)
    # The password that was chosen is in no session meanwhile; whoever sent it is told to send it again.
    assert CHOSEN not in str(dict(client.session.items()))
    asked = client.get("/accounts/2fa/reauthenticate/", {"next": page})
    assert "what you sent was not kept" in asked.content.decode()
    done = client.post("/accounts/2fa/reauthenticate/", {"code": code(secret), "next": page})
    assert done.headers["Location"] == page
    assert client.get(page).status_code == 200
    client.post(page, NEW)
    town.referee.refresh_from_db()
    assert town.referee.check_password(CHOSEN)


def test_a_form_asks_before_it_is_filled_in_and_a_list_asks_nothing(root: User, town: Town) -> None:
    """What was typed would be lost; and whoever is asked at every turn answers without reading."""
    client = signed_in(root, minutes=STOLEN)
    player = town.squads["Anchor"][1]
    forms = [f"{USERS}add/", f"{USERS}{root.pk}/change/", f"/admin/league/player/{player.pk}/change/"]
    for page in (*forms, f"{USERS}{root.pk}/delete/", f"{USERS}{town.referee.pk}/password/"):
        assert client.get(page).headers["Location"].startswith("/accounts/reauthenticate/?next="), page
    result = f"/admin/league/fixture/{town.fixtures[0].pk}/change/"
    for page in ("/admin/", USERS, f"{USERS}{root.pk}/history/", "/admin/league/role/", result):
        assert client.get(page).status_code == 200, page
    # Signing out takes nothing away.
    assert client.post("/admin/logout/").headers["Location"] == "/"
    assert not is_in(client)


@pytest.mark.long
def test_everything_that_is_written_in_the_admin_asks(root: User, town: Town) -> None:
    """A model that is registered tomorrow would be the next way round."""
    client = signed_in(root, minutes=STOLEN)
    for model in admin.site._registry:
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        row = model._default_manager.first()
        pages = [reverse(f"{name}_add"), reverse(f"{name}_changelist")]
        pages += [reverse(f"{name}_{act}", args=[row.pk]) for act in ("change", "delete")] if row is not None else []
        for page in pages:
            answer = client.post(page, {"post": "yes"})
            assert answer.headers["Location"].startswith("/accounts/reauthenticate/?next="), page


def test_ones_own_password_is_changed_by_the_old_one_on_ones_own_page(root: User) -> None:
    """The admin's pages ask for the old one without limit, or not at all, and tell nobody."""
    client = signed_in(root)
    own = reverse("account_change_password")
    assert client.get("/admin/password_change/").headers["Location"] == own
    assert client.get(f"{USERS}{root.pk}/password/").headers["Location"] == own
    for guess in [*(f"guess-{number}-of-many" for number in range(8)), PASSWORD]:
        sent = {"old_password": guess, "new_password1": CHOSEN, "new_password2": CHOSEN}
        assert client.post("/admin/password_change/", sent).headers["Location"] == own
    assert client.post(f"{USERS}{root.pk}/password/", NEW).headers["Location"] == own
    root.refresh_from_db()
    assert root.check_password(PASSWORD)


def test_the_admins_sign_in_takes_no_password_from_whoever_is_signed_in(root: User, town: Town) -> None:
    """With any session of staff one would guess at everybody's password there, and come in past the second step."""
    add_app(root)
    staff = factories.user("staff@town.example", is_staff=True)
    client = signed_in(staff, minutes=STOLEN)
    for _ in range(2):
        client.post("/admin/login/", {"username": root.email, "password": PASSWORD})
        assert client.session["_auth_user_id"] == str(staff.pk)


def test_an_owner_hears_that_an_administrator_chose_their_password(
    root: User, town: Town, mailoutbox: list[Any]
) -> None:
    """Whoever has an administrator's session would be everybody, one after the other, and nobody would know why."""
    client = signed_in(root)
    client.post(f"{USERS}{town.referee.pk}/password/", NEW)
    [mail] = mailoutbox
    assert (mail.to, mail.subject) == ([town.referee.email], "Muggins: An administrator changed your password")
    assert "set a new password for your account" in mail.body
    assert "127.0.0.1" not in mail.body, "where the administrator was is their own business"
    assert event_kinds(town.referee) == [("password-changed", root), ("admin-changed", root)]
    client.post(f"{USERS}{town.referee.pk}/password/", {"usable_password": "false", "unset-password": ""})
    town.referee.refresh_from_db()
    assert not town.referee.has_usable_password()
    assert "removed the password of your account" in mailoutbox[1].body


def test_staff_with_every_permission_gives_nobody_a_right(town: Town, root: User) -> None:
    """Somebody who was to tidy up accounts would make themselves an administrator, by their own row or a group."""
    staff = factories.user("staff@town.example", is_staff=True)
    staff.user_permissions.set(Permission.objects.all())
    client = signed_in(staff)
    pages = (f"{USERS}{staff.pk}/change/", f"{USERS}{root.pk}/password/", f"{USERS}add/", "/admin/auth/group/add/")
    for page in pages:
        assert client.post(page, {**NEW, "is_superuser": "on", "email": staff.email}).status_code == 403, page
    staff.refresh_from_db()
    assert not staff.is_superuser


def test_nobody_confirms_an_address_for_somebody_else(town: Town, root: User) -> None:
    """An address that is marked as confirmed signs its mailbox in; allauth's own page marks any, without mail."""
    mine = EmailAddress.objects.create(user=town.referee, email="thief@town.example")
    client, listed = signed_in(root), "/admin/account/emailaddress/"
    assert client.get(listed).status_code == 200
    sent = {"user": town.referee.pk, "email": mine.email, "verified": "on", "primary": "on"}
    for page in (f"{listed}add/", f"{listed}{mine.pk}/change/", f"{listed}{mine.pk}/delete/"):
        assert client.post(page, sent).status_code == 403
    client.post(listed, {"action": "make_verified", "_selected_action": [mine.pk]})
    mine.refresh_from_db()
    assert (mine.verified, mine.primary) == (False, False)


def test_an_administrator_without_a_factor_is_offered_one(root: User, town: Town) -> None:
    """Their password alone opens every league; nobody would think of it."""
    page = signed_in(root).get("/admin/").content.decode()
    assert "Your account has no second factor" in page
    assert f'href="{reverse("mfa_index")}"' in page
    add_app(root)
    assert "second factor" not in signed_in(root).get("/admin/").content.decode()
