"""The door of somebody else's address: an account made before its owner came opens nothing once they have come.

The squatter signs up with Vera's address and a password of their own, and waits until Vera is a referee.
"""

import datetime as dt
import re
from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.enums import RoleKind, Scope, SecurityKind
from league.errors import Invalid, WrongState
from league.models import CalendarFeed, Invitation, Player, Role, SecurityEvent, User
from league.services.people import personal_data
from league.services.people.accounts.accounts import Acceptance
from league.services.people.accounts.keys import make_feed, make_token, use_token
from league.services.people.invite import accept, invite, token_for
from league.services.people.personal_data import Details
from league.services.portability.imports import import_season
from tests import factories
from tests.api.program import Program
from tests.factories import Town

VERA = "vera@town.example"
THEIRS, HERS = "the-squatter-s-own-password", "vera-s-very-own-password"
CODE = re.compile(r"^(\d{6}|[A-Z0-9]{3,}-[A-Z0-9]{3,})$", re.M)


def sign_up(client: Client, password: str = THEIRS, email: str = VERA) -> Any:
    sent = {"email": email, "password1": password, "password2": password}
    return client.post(reverse("account_signup"), sent, follow=True)


def sign_in(client: Client, password: str, email: str = VERA) -> bool:
    """Try a password, and say whether that opened the account."""
    client.post(reverse("account_login"), {"login": email, "password": password})
    return opened(client)


def opened(client: Client) -> bool:
    return client.get(reverse("tokens")).status_code == 200


def code_of(letter: mail.EmailMessage) -> str:
    (code,) = CODE.findall(str(letter.body))
    return str(code)


def by_code(client: Client, email: str = VERA) -> Any:
    """Sign in by the code that comes to the mailbox."""
    client.post(reverse("account_request_login_code"), {"email": email})
    return client.post(reverse("account_confirm_login_code"), {"code": code_of(mail.outbox[-1])}, follow=True)


def by_reset(client: Client, email: str = VERA) -> Any:
    """Choose a password by the link that comes to the mailbox."""
    client.post(reverse("account_reset_password"), {"email": email})
    (path,) = re.findall(r"http://testserver(/accounts/password/reset/key/\S+)", str(mail.outbox[-1].body))
    form = client.get(path, follow=True)
    return client.post(form.request["PATH_INFO"], {"password1": HERS, "password2": HERS}, follow=True)


def invited(town: Town, now: dt.datetime) -> str:
    made = invite(town.league, VERA, "referee", None, by=town.secretary, now=now)
    return reverse("invitation", kwargs={"token": token_for(made.pk)})


@pytest.fixture
def squatted(town: Town) -> User:
    """The account that the squatter made of Vera's address."""
    sign_up(Client())
    user = User.objects.get(email=VERA)
    assert user.check_password(THEIRS)
    return user


@pytest.fixture
def left_behind(squatted: User, town: Town) -> dict[str, Any]:
    """A session, a token and a calendar of the account, as if the squatter had been let in some day."""
    now, session = timezone.now(), Client()
    session.force_login(squatted)
    assert opened(session)
    _, secret = make_token(squatted, "robot", [Scope.READ], None, now=now)
    feed = make_feed(town.league, by=squatted, now=now)
    return {"session": session, "secret": secret, "calendar": f"/leagues/town/calendars/my/{feed.token}.ics"}


def api_answer(secret: str) -> int:
    """Return the API's answer to a program with this token."""
    return Client().get("/api/v1/leagues/town/me/", headers={"Authorization": f"Bearer {secret}"}).status_code


def dead(left: dict[str, Any]) -> None:
    assert not opened(left["session"])
    assert use_token(left["secret"], now=timezone.now()) is None
    assert api_answer(left["secret"]) == 401
    assert Client().get(left["calendar"]).status_code == 404


def test_what_is_left_behind_works_before_the_owner_comes(left_behind: dict[str, Any]) -> None:
    """The doors that are found shut below are open now: the tests below look at the right ones."""
    assert opened(left_behind["session"])
    assert use_token(left_behind["secret"], now=timezone.now()) is not None
    assert api_answer(left_behind["secret"]) == 200
    assert Client().get(left_behind["calendar"]).status_code == 200


# The doors by which an owner comes for the first time


def test_the_owner_s_first_code_shuts_the_squatter_out(left_behind: dict[str, Any]) -> None:
    """The squatter would open a referee's account with the password they set."""
    vera = Client()
    page = by_code(vera).content.decode()
    assert opened(vera)
    assert "its old password" in page
    assert reverse("account_set_password") in page
    assert not sign_in(Client(), THEIRS)
    dead(left_behind)
    assert not User.objects.get(email=VERA).has_usable_password()
    assert SecurityEvent.objects.filter(kind=SecurityKind.OLDER_DISCARDED, user__email=VERA).count() == 1
    # She chooses one of her own, and it opens her account.
    vera.post(reverse("account_set_password"), {"password1": HERS, "password2": HERS})
    assert sign_in(Client(), HERS)


def test_the_owner_s_first_reset_shuts_the_squatter_out(left_behind: dict[str, Any]) -> None:
    """The squatter would go on with a token, a calendar or a session, though the password is another."""
    by_reset(Client())
    dead(left_behind)
    assert EmailAddress.objects.get(email=VERA).verified
    assert not sign_in(Client(), THEIRS)
    assert sign_in(Client(), HERS)


def test_an_accepted_invitation_shuts_the_squatter_out(
    town: Town, now: dt.datetime, left_behind: dict[str, Any]
) -> None:
    """The squatter would be referee by the time the owner has accepted."""
    link = invited(town, timezone.now())
    vera = Client()
    vera.post(link, {"name": "Vera Vale"})
    assert Role.objects.get(kind=RoleKind.REFEREE, user__email=VERA)
    assert not sign_in(Client(), THEIRS)
    dead(left_behind)


def test_no_link_in_a_mail_confirms_an_account_that_somebody_else_made(squatted: User) -> None:
    """Vera would press "Yes, it is mine" in the squatter's mail, and so confirm the squatter's password."""
    letter = mail.outbox[-1]
    assert letter.to == [VERA]
    assert "/accounts/confirm-email/" not in str(letter.body)
    assert code_of(letter)
    old = Client().get("/accounts/confirm-email/Mg:1uX9zZ:secret/")
    assert (old.status_code, old.headers["Location"]) == (302, reverse("account_login"))
    assert Client().post("/accounts/confirm-email/Mg:1uX9zZ:secret/").status_code == 302
    assert not EmailAddress.objects.get(email=VERA).verified


def test_the_code_of_the_sign_up_is_good_in_no_other_browser(squatted: User) -> None:
    """Whoever is told the code by Vera, or reads it, confirms nothing with it in a browser of their own."""
    other = Client()
    other.post(reverse("account_email_verification_sent"), {"code": code_of(mail.outbox[-1])})
    assert not EmailAddress.objects.get(email=VERA).verified
    assert not opened(other)


def test_the_squatter_s_own_browser_is_not_let_in_when_the_owner_comes(town: Town) -> None:
    """A sign-up that still waits for its code would go through, since the address is confirmed by now."""
    waiting = Client()
    sign_up(waiting)
    by_code(Client())
    for page in ("account_email_verification_sent", "account_login", "account_email"):
        waiting.get(reverse(page), follow=True)
    waiting.post(reverse("account_email_verification_sent"), {"code": "AAA-AAA"}, follow=True)
    assert not opened(waiting)


def test_who_signs_up_in_the_ordinary_way_keeps_the_password(town: Town) -> None:
    her = Client()
    page = sign_up(her, HERS)
    assert "Confirm your address" in page.content.decode()
    answer = her.post(reverse("account_email_verification_sent"), {"code": code_of(mail.outbox[-1])}, follow=True)
    assert opened(her)
    assert "Welcome, vera@town.example" in answer.content.decode()
    assert "no longer work" not in answer.content.decode()
    assert EmailAddress.objects.get(email=VERA).verified
    assert sign_in(Client(), HERS)


def test_who_comes_back_another_day_to_confirm_keeps_the_password(town: Town) -> None:
    sign_up(Client(), HERS)
    later = Client()
    cache.clear()  # More than ten seconds later another code is sent.
    assert not sign_in(later, HERS)
    later.post(reverse("account_email_verification_sent"), {"code": code_of(mail.outbox[-1])})
    assert opened(later)
    assert sign_in(Client(), HERS)


def test_a_further_address_takes_nothing_from_its_owner(town: Town) -> None:
    """An address that one adds oneself is no first proof: nobody is signed out by it."""
    her, user = Client(), town.captains["Bell"]
    her.force_login(user)
    _, secret = make_token(user, "robot", [Scope.READ], None, now=timezone.now())
    her.post(reverse("account_email"), {"action_add": "", "email": VERA})
    assert not EmailAddress.objects.filter(email=VERA).exists()
    her.post(reverse("account_email_verification_sent"), {"code": code_of(mail.outbox[-1])})
    assert EmailAddress.objects.get(email=VERA).user == user
    assert opened(her)
    assert use_token(secret, now=timezone.now()) is not None
    assert User.objects.get(pk=user.pk).has_usable_password()


def test_an_address_that_an_administrator_put_in_is_its_owner_s_alone(town: Town) -> None:
    """Whoever had the account before would ask for a code at the old address, and be in again."""
    user = factories.user("old@town.example")
    User.objects.filter(pk=user.pk).update(email=VERA)
    EmailAddress.objects.create(user=user, email=VERA)
    vera = Client()
    by_code(vera)
    assert opened(vera)
    assert list(EmailAddress.objects.filter(user=user).values_list("email", "primary", "verified")) == [
        (VERA, True, True)
    ]


@pytest.mark.parametrize("prove", [by_code, by_reset])
def test_second_factors_of_the_squatter_go_too(squatted: User, prove: Callable[[Client], Any], settings: Any) -> None:
    """The squatter's own authenticator would keep the owner out of the account for good."""
    if "allauth.mfa" not in settings.INSTALLED_APPS:
        pytest.skip("no second factors are installed")
    from allauth.mfa.models import Authenticator

    Authenticator.objects.create(user=squatted, type=Authenticator.Type.TOTP, data={"secret": "x"})
    prove(Client())
    assert not Authenticator.objects.filter(user=squatted).exists()


# What gives rights


def test_a_role_goes_to_the_account_that_has_proved_the_address(town: Town, now: dt.datetime, squatted: User) -> None:
    """Vera has proved the address as a further one of her own account: the squatter's, of the same, gets nothing."""
    vera = factories.user("vera@work.example")
    EmailAddress.objects.create(user=vera, email=VERA, verified=True)
    assert invite(town.league, VERA, "secretary", None, by=town.secretary, now=now).user == vera


def test_nobody_accepts_with_an_account_that_nobody_has_confirmed(town: Town, now: dt.datetime, squatted: User) -> None:
    """A mail that is passed on would make the squatter's account referee."""
    made = invite(town.league, "olive@town.example", "referee", None, by=town.secretary, now=now)
    with pytest.raises(WrongState, match="isn’t confirmed yet"):
        accept(made, Acceptance(), by=squatted, now=now)


def test_a_season_s_spreadsheets_give_a_squatted_account_nothing(town: Town, left_behind: dict[str, Any]) -> None:
    """The squatter would be captain by the secretary's next import, with a password of their own."""
    files = {"players.csv": f"player,team,role,email\nAnchor 2,Anchor,captain,{VERA}\n".encode()}
    import_season(files, town.league, by=town.secretary, now=timezone.now())
    made = Invitation.objects.get(email=VERA)
    assert not Role.objects.filter(user=made.user).exists()
    accept(made, Acceptance("Vera"), by=None, now=timezone.now())
    assert Role.objects.get(user__email=VERA, kind=RoleKind.CAPTAIN)
    assert not User.objects.get(email=VERA).has_usable_password()
    dead(left_behind)


def test_no_player_gives_themselves_the_address_of_another(town: Town, now: dt.datetime) -> None:
    """A player takes the address that the next captain has in the spreadsheet, and is captain in their place."""
    mallory = town.squads["Anchor"][4]
    mallory.user = factories.user("mallory@town.example")
    mallory.save()
    details = Details(mallory.name, email=VERA)
    with pytest.raises(Invalid) as refused:
        personal_data.change_details(mallory, details, by=mallory.user, now=now)
    assert [problem.code for problem in refused.value.problems] == ["email-own"]
    answer = Program(mallory.user).send("PATCH", f"players/{mallory.pk}/details/", {"email": VERA})
    assert answer.status_code == 422
    assert Player.objects.get(pk=mallory.pk).email == mallory.email
    assert personal_data.change_details(mallory, details, by=town.secretary, now=now).email == VERA


def test_an_administrator_s_rights_go_to_no_account_that_nobody_has_confirmed(town: Town, squatted: User) -> None:
    """The operator makes an address an administrator, and the squatter is one as soon as its owner signs in."""
    operator = Client()
    operator.force_login(User.objects.create_superuser("root@town.example", HERS))
    page = reverse("admin:league_user_change", args=[squatted.pk])
    sent = {
        "email": VERA, "name": "", "is_active": "on", "is_staff": "on", "is_superuser": "on",
        "date_joined_0": "2026-01-01", "date_joined_1": "12:00:00",
    }  # fmt: skip
    answer = operator.post(page, sent)
    assert "Nobody has confirmed this address yet" in answer.content.decode()
    assert not User.objects.get(pk=squatted.pk).is_staff
    by_code(Client())
    assert operator.post(page, sent).status_code == 302
    assert User.objects.get(pk=squatted.pk).is_superuser


def test_feeds_are_kept_for_those_who_have_proved(town: Town, now: dt.datetime) -> None:
    """Signing in by code again and again, as a captain without a password does, discards nothing."""
    bell = town.captains["Bell"]
    feed = make_feed(town.league, by=bell, now=now)
    by_code(Client(), bell.email)
    assert CalendarFeed.objects.get(pk=feed.pk).revoked_at is None
    assert User.objects.get(pk=bell.pk).has_usable_password()
