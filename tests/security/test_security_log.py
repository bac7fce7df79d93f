"""The security log: whoever tries an account leaves a trace that its owner and the operator see, without a secret."""

import datetime as dt
from typing import Any

import pytest
from django.core import mail
from django.db import DatabaseError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.enums import RoleKind, Scope, SecurityKind
from league.models import SecurityEvent, User
from league.services.people import erasing, personal_data
from league.services.people.accounts.accounts import Acceptance
from league.services.people.accounts.keys import make_feed, make_token, revoke_feed, revoke_token
from league.services.people.accounts.security import note, purge, shorten_address
from league.services.people.invite import accept, invite
from league.services.people.roles import end_role
from league.services.portability.imports import import_season
from league.services.results import submit
from tests import factories
from tests.factories import Town, result_sheet
from tests.security.test_accounts import code_of

RIGHT, WRONG = "a-long-enough-password", "what-somebody-guessed"
BROWSER = "Mozilla/5.0 (a pub's telephone)"


def events(user: User | None) -> list[tuple[str, str]]:
    """The kinds and details of an account's events, the first one first."""
    return list(SecurityEvent.objects.filter(user=user).order_by("pk").values_list("kind", "detail"))


def attempt(password: str, email: str = "bell@town.example", **extra: Any) -> Client:
    client = Client(REMOTE_ADDR="192.0.2.7", HTTP_USER_AGENT=BROWSER)
    client.post(reverse("account_login"), {"login": email, "password": password})
    return client


def test_somebody_who_tries_passwords_is_seen_by_their_owner(town: Town) -> None:
    """Whoever guesses at night would be known to nobody in the morning."""
    attempt(WRONG)
    client = attempt(RIGHT)
    failed, came = SecurityEvent.objects.filter(user=town.captains["Bell"]).order_by("pk")
    assert (failed.kind, failed.address, failed.agent, failed.tried) == ("sign-in-failed", "192.0.2.7", BROWSER, "")
    assert (came.kind, came.detail, came.address) == ("signed-in", "with a password", "192.0.2.7")
    page = client.get(reverse("security")).content.decode()
    for told in ("Sign-in failed", "Signed in", "192.0.2.7", "with a password", "a pub&#x27;s telephone"):
        assert told in page
    assert WRONG not in page


def test_nobody_sees_another_s(town: Town) -> None:
    attempt(WRONG)
    other = Client()
    other.force_login(town.captains["Castle"])
    assert "192.0.2.7" not in other.get(reverse("security")).content.decode()
    assert Client().get(reverse("security")).status_code == 302


def test_no_tried_password_and_no_stranger_s_address_is_kept(db: None, caplog: pytest.LogCaptureFixture) -> None:
    """Whoever reads the log, or a copy, would have passwords that were nearly right, and addresses of strangers."""
    with caplog.at_level("INFO"):
        attempt(WRONG, "Somebody.Private@elsewhere.example")
        attempt(WRONG, "somebody.private@elsewhere.example")
    first, second = SecurityEvent.objects.order_by("pk")
    assert first.user is None
    assert first.tried == second.tried
    assert first.tried.startswith("s…@elsewhere.example, ")
    rows = str(list(SecurityEvent.objects.values_list())) + caplog.text
    assert "private" not in rows.lower()
    assert WRONG not in rows
    assert '"security"' in caplog.text or "security" in caplog.text
    assert shorten_address("a password in the wrong field").startswith("…, ")


def test_wrong_codes_are_seen(town: Town) -> None:
    client = Client()
    client.post(reverse("account_request_login_code"), {"email": "bell@town.example"})
    client.post(reverse("account_confirm_login_code"), {"code": "AAA-AAA"})
    client.post(reverse("account_confirm_login_code"), {"code": code_of(mail.outbox[-1])})
    client.post(reverse("account_logout"))
    assert events(town.captains["Bell"]) == [
        ("code-refused", ""),
        ("signed-in", "with a code or a link from a mail"),
        ("signed-out", ""),
    ]


def test_guesses_on_another_phone_are_told_apart(town: Town, now: dt.datetime) -> None:

    found = town.fixture("Anchor", "Bell")
    submit.submit(found, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=timezone.now())
    phone = Client()
    phone.force_login(town.captains["Anchor"])
    sent = {"person": town.captains["Bell"].pk, "secret": WRONG, "version": 1}
    phone.post(f"/leagues/town/fixtures/{found.pk}/confirm-here/", sent)
    assert events(town.captains["Bell"]) == [("sign-in-failed", "to confirm a result on another phone")]


def test_passwords_and_addresses_leave_a_trace(town: Town) -> None:
    client, bell = attempt(RIGHT), town.captains["Bell"]
    change = {"oldpassword": RIGHT, "password1": "another-long-password", "password2": "another-long-password"}
    client.post(reverse("account_change_password"), change)
    client.post(reverse("account_email"), {"action_add": "", "email": "bella@town.example"})
    client.post(reverse("account_email_verification_sent"), {"code": code_of(mail.outbox[-1])})
    client.post(reverse("account_email"), {"action_primary": "", "email": "bella@town.example"})
    client.post(reverse("account_email"), {"action_remove": "", "email": "bell@town.example"})
    assert [kind for kind, _ in events(bell)][1:] == [
        "password-changed", "address-added", "address-confirmed", "address-changed", "address-removed",
    ]  # fmt: skip
    assert [detail for _, detail in events(bell)][3:5] == ["bella@town.example", "bella@town.example"]


def test_a_sign_up_leaves_a_trace(town: Town) -> None:
    sent = {"email": "olive@town.example", "password1": RIGHT, "password2": RIGHT}
    Client().post(reverse("account_signup"), sent)
    assert events(User.objects.get(email="olive@town.example")) == [("signed-up", "")]


def test_tokens_calendars_roles_and_downloads_leave_a_trace(town: Town, now: dt.datetime) -> None:
    bell, league = town.captains["Bell"], town.league
    token, secret = make_token(bell, "robot", [Scope.READ], None, now=now)
    revoke_token(token.pk, by=bell, now=now)
    revoke_token(token.pk, by=bell, now=now)
    make_feed(league, by=bell, now=now)
    make_feed(league, by=bell, now=now)
    revoke_feed(league, by=bell, now=now)
    role = accept(
        invite(league, bell.email, "referee", None, by=town.secretary, now=now), Acceptance(), by=bell, now=now
    )
    end_role(role, at_once=True, by=town.secretary, now=now)
    personal_data.export_account(league, by=bell, now=now)
    assert events(bell) == [
        ("token-made", "robot"),
        ("token-revoked", "robot"),
        ("calendar-made", "Town League"),
        ("calendar-revoked", "Town League"),
        ("role-given", "referee, Town League"),
        ("role-ended", "referee, Town League, at once"),
        ("data-exported", "Town League"),
    ]
    # Its owner took the role; another ended it.
    told = SecurityEvent.objects.filter(kind__in=(SecurityKind.ROLE_GIVEN, SecurityKind.ROLE_ENDED)).order_by("pk")
    assert [(event.by, event.address) for event in told] == [(None, None), (town.secretary, None)]
    assert secret not in str(list(SecurityEvent.objects.values_list()))


def test_what_an_administrator_changes_leaves_a_trace(town: Town) -> None:
    """An administrator's stolen session would make another administrator, and nobody would ask who."""
    admin = User.objects.create_superuser("root@town.example", RIGHT)
    operator, bell = Client(REMOTE_ADDR="192.0.2.8"), town.captains["Bell"]
    operator.force_login(admin)
    sent = {
        "email": bell.email, "name": "Bella Bell", "is_active": "on", "is_staff": "on",
        "date_joined_0": "2026-01-01", "date_joined_1": "12:00:00",
    }  # fmt: skip
    page = reverse("admin:league_user_change", args=[bell.pk])
    assert operator.post(page, sent).status_code == 302
    told = SecurityEvent.objects.get(user=bell)
    assert (told.kind, told.by, told.address) == ("admin-changed", admin, None)
    assert told.detail.startswith(f"Change: League | user {bell.pk} (")
    assert "may open the admin" in told.detail.lower()
    assert "Bella" not in told.detail
    # Several at once, which Django's log tells nobody of.
    two = [factories.user(f"{name}@town.example") for name in ("one", "two")]
    chosen = {"action": "delete_selected", "_selected_action": [user.pk for user in two], "post": "yes"}
    operator.post(reverse("admin:league_user_changelist"), chosen)
    assert not User.objects.filter(pk__in=[user.pk for user in two]).exists()
    deleted = SecurityEvent.objects.filter(user=None, by=admin, kind="admin-changed")
    assert sorted(one.detail for one in deleted) == sorted(f"Deletion: user {user.pk}" for user in two)
    assert {one.address for one in deleted} == {"192.0.2.8"}


def test_the_operator_reads_all_of_it_and_changes_none(town: Town) -> None:
    """Whoever has an administrator's session would clean up behind themselves."""
    attempt(WRONG)
    operator = Client()
    operator.force_login(User.objects.create_superuser("root@town.example", RIGHT))
    event = SecurityEvent.objects.get(kind=SecurityKind.SIGN_IN_FAILED)
    assert "192.0.2.7" in operator.get(reverse("admin:league_securityevent_changelist")).content.decode()
    assert operator.get(reverse("admin:league_securityevent_change", args=[event.pk])).status_code == 200
    assert operator.post(reverse("admin:league_securityevent_change", args=[event.pk]), {}).status_code == 403
    assert operator.post(reverse("admin:league_securityevent_delete", args=[event.pk]), {}).status_code == 403
    chosen = {"action": "delete_selected", "_selected_action": [event.pk], "post": "yes"}
    operator.post(reverse("admin:league_securityevent_changelist"), chosen)
    assert SecurityEvent.objects.filter(pk=event.pk).exists()


def test_no_event_is_changed(town: Town, now: dt.datetime) -> None:
    event = note(SecurityKind.SIGNED_IN, town.secretary, now=now)
    with pytest.raises(DatabaseError, match="The security log stands"), transaction.atomic():
        SecurityEvent.objects.filter(pk=event.pk).update(detail="nothing happened")
    event.detail = "nothing happened"
    with pytest.raises(DatabaseError, match="The security log stands"), transaction.atomic():
        event.save()


def test_it_is_among_one_s_own_data_and_goes_with_them(town: Town, now: dt.datetime) -> None:
    bell = town.captains["Bell"]
    attempt(WRONG)
    note(SecurityKind.ADMIN_CHANGED, None, by=bell, now=now)
    player = town.squads["Bell"][0]
    about = personal_data.export_person(player, by=bell, now=now)
    assert player.user == bell
    [told] = about["account"]["security"]
    assert (told["kind"], told["address"]) == ("sign-in-failed", "192.0.2.7")
    erasing.erase_account(town.league, by=bell, now=now)
    assert not SecurityEvent.objects.filter(user=bell).exists()
    assert not SecurityEvent.objects.filter(by=bell).exists()


def test_it_is_kept_for_a_year(town: Town, now: dt.datetime) -> None:
    old = note(SecurityKind.SIGNED_IN, town.secretary, now=now)
    kept = note(SecurityKind.SIGNED_IN, town.secretary, now=now + dt.timedelta(days=1))
    assert purge(now=now + dt.timedelta(days=365)) == 0
    assert purge(now=now + dt.timedelta(days=365, seconds=1)) == 1
    assert list(SecurityEvent.objects.all()) == [kept]
    assert old not in SecurityEvent.objects.all()


def test_a_browser_that_calls_itself_something_endless_is_cut(town: Town) -> None:
    """A name of the browser that is too long, or no text, would turn a sign-in into an error."""
    client = Client(HTTP_USER_AGENT="x\x00\x1b[31m" + "y" * 5000)
    client.post(reverse("account_login"), {"login": "bell@town.example", "password": WRONG})
    event = SecurityEvent.objects.get()
    assert event.agent == "x[31m" + "y" * 145
    Client().post(reverse("account_login"), {"login": f"{'a' * 300}@{'b' * 300}.example", "password": WRONG})


def test_a_season_loaded_on_the_server_leaves_a_trace(town: Town, now: dt.datetime) -> None:
    files = {"players.csv": b"player,team,role,email\nAnchor 2,Anchor,captain,two@town.example\n"}
    import_season(files, town.league, by=None, now=now)
    event = SecurityEvent.objects.get(user__email="two@town.example", kind=SecurityKind.ROLE_GIVEN)
    assert (event.detail, event.by) == ("captain of Anchor, Town League, by the spreadsheets", None)
    assert RoleKind.CAPTAIN.label.lower() in event.detail
