"""Links and codes that were mailed to an address: none of any kind does anything once the account has another one.

A captain leaves a pub, or loses a mailbox, and changes the address of the account. Whoever has the old mailbox has
every link that was ever sent to it.
"""

import datetime as dt
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.test import Client

from config.redaction import SECRET_PARAMETERS
from league.enums import NoticeKind, RoleKind
from league.errors import Invalid
from league.models import Availability, Entry, Fixture, Invitation, Preference, Result, Season, User
from league.services.availability import answer
from league.services.mail import preferences
from league.services.people import invite
from league.services.people.entering import token_for
from league.services.results import handover, submit
from league.services.results.card_photographs import photograph_card
from tests import factories
from tests.factories import Town, result_sheet
from tests.routes import routes
from tests.second_factors import is_in, mailed_code, signed_in
from tests.security.test_admin_addresses import readdressed
from tests.services.test_photographs import photograph

pytestmark = pytest.mark.django_db(transaction=True)
OLD, NEW, PASSWORD = "bell@town.example", "new@town.example", "a-password-of-the-old-mailbox"


@pytest.fixture(autouse=True)
def _evening(now: dt.datetime) -> Iterator[None]:
    cache.clear()
    with time_machine.travel(now):
        yield


@pytest.fixture
def bell(town: Town) -> User:
    """Bell's captain, a player of its squad too, with a second address besides."""
    bell = town.captains["Bell"]
    EmailAddress.objects.create(user=bell, email="second@town.example", verified=True)
    town.squads["Bell"][0].user = bell
    town.squads["Bell"][0].save(update_fields=["user"])
    return bell


@pytest.fixture
def played(town: Town, now: dt.datetime) -> Fixture:
    """Anchor v Bell, whose sheet Bell's captain may confirm."""
    fixture = town.fixture("Anchor", "Bell")
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    return fixture


# Each kind returns a function that uses what was mailed, and says whether it did anything.
Use = Callable[[], bool]


def confirm_link(town: Town, bell: User, played: Fixture, now: dt.datetime) -> Use:
    page = f"/leagues/town/confirm/{handover.token_for(Result.objects.get(), bell)}/"
    return lambda: Client().post(page).status_code == 302 and Result.objects.get().settled_by_id == bell.pk


def confirm_link_of_the_api(town: Town, bell: User, played: Fixture, now: dt.datetime) -> Use:
    page = f"/api/v1/leagues/town/confirm/{handover.token_for(Result.objects.get(), bell)}/"
    return lambda: (
        Client().post(page, {}, content_type="application/json").status_code == 200
        and Result.objects.get().settled_by_id == bell.pk
    )


def confirm_link_photograph(town: Town, bell: User, played: Fixture, now: dt.datetime) -> Use:
    card = photograph_card(played, content=photograph(), by=town.captains["Anchor"], now=now)
    page = f"/leagues/town/confirm/{handover.token_for(Result.objects.get(), bell)}/cards/{card.pk}/"
    return lambda: Client().get(page).status_code == 200


def confirm_code(town: Town, bell: User, played: Fixture, now: dt.datetime) -> Use:
    code = handover.code_for(Result.objects.get(), bell)

    def use() -> bool:
        try:
            handover.confirm_here(played, 1, person=bell.pk, secret=code, by=town.captains["Anchor"], now=now)
        except Invalid:
            return False
        return Result.objects.get().settled_by_id == bell.pk

    return use


def can_play(town: Town, bell: User, played: Fixture, now: dt.datetime, door: str = "") -> Use:
    coming = Fixture.objects.filter(home=town.teams["Bell"]).first() or played
    Fixture.objects.filter(pk=coming.pk).update(starts_at=now + dt.timedelta(days=7))
    coming.refresh_from_db()
    page = f"{door}/leagues/town/can-play/{answer.token_for(coming.pk, bell)}/"
    sent, how = (
        {"answer": "no", "start": answer.format_start(coming)},
        {"content_type": "application/json"} if door else {},
    )

    def use() -> bool:
        Client().post(page, sent, **how)
        return Availability.objects.filter(player__user=bell, answer="no").exists()

    return use


def can_play_of_the_api(town: Town, bell: User, played: Fixture, now: dt.datetime) -> Use:
    return can_play(town, bell, played, now, "/api/v1")


def enter(town: Town, bell: User, played: Fixture, now: dt.datetime) -> Use:
    entry = Entry.objects.get(season=town.season, team=town.teams["Bell"])
    Season.objects.filter(pk=town.season.pk).update(published_at=None)
    page = f"/leagues/town/enter/{token_for(entry, bell)}/"
    return lambda: (
        Client().post(page, {"answer": "yes"}).status_code == 302 and Entry.objects.get(pk=entry.pk).answer == "yes"
    )


def invitation(town: Town, bell: User, played: Fixture, now: dt.datetime) -> Use:
    made = invite.invite(town.league, OLD, RoleKind.REFEREE, None, by=town.secretary, now=now)
    page = f"/invitations/{invite.token_for(made.pk)}/"

    def use() -> bool:
        # Its owner alone accepts it, signed in; the link is what shows that they read its mail.
        signed_in(bell).post(page, {"name": "Whoever", "password": PASSWORD})
        return Invitation.objects.get().accepted_at is not None

    return use


def stop_mail(town: Town, bell: User, played: Fixture, now: dt.datetime) -> Use:
    page = f"/mail/stop/{preferences.unsubscribe_token(bell, (NoticeKind.RULING_MADE,), 'mail')}/"
    return lambda: Client().post(page).status_code == 200 and Preference.objects.filter(user=bell).exists()


def reset_password(town: Town, bell: User, played: Fixture, now: dt.datetime, mailoutbox: list[Any]) -> Use:
    Client().post("/accounts/password/reset/", {"email": OLD})
    [link] = re.findall(r"http://testserver(/\S*password/reset/key/\S+)", mailoutbox[-1].body)

    def use() -> bool:
        client = Client()
        form = client.get(link, follow=True)
        client.post(form.request["PATH_INFO"], {"password1": PASSWORD, "password2": PASSWORD})
        bell.refresh_from_db()
        return bell.check_password(PASSWORD)

    return use


def sign_in_code(town: Town, bell: User, played: Fixture, now: dt.datetime, mailoutbox: list[Any]) -> Use:
    client = Client()
    client.post("/accounts/login/code/", {"email": OLD})
    code = mailed_code(mailoutbox[-1].body)

    def use() -> bool:
        client.post("/accounts/login/code/confirm/", {"code": code})
        return is_in(client)

    return use


def sign_in_link(town: Town, bell: User, played: Fixture, now: dt.datetime, mailoutbox: list[Any]) -> Use:
    client = Client()
    Client().post("/accounts/login/code/", {"email": OLD})
    [link] = re.findall(r"http://testserver(/accounts/login/link/\S+)", mailoutbox[-1].body)

    def use() -> bool:
        client.post(link, {"remember": "on"})
        return is_in(client)

    return use


KINDS: dict[str, Callable[..., Use]] = {
    kind.__name__: kind
    for kind in (
        confirm_link, confirm_link_photograph, confirm_link_of_the_api, confirm_code, can_play, can_play_of_the_api,
        enter, invitation, stop_mail, reset_password, sign_in_code, sign_in_link,
    )
}  # fmt: skip
# Which of them each address with a key takes; none where no mail has one: the keys of a calendar and a table are random
# and shown on a page, and an address is confirmed by a code (the address of the link of allauth leads to the sign-in).
ROUTES = {
    "leagues/<slug:slug>/confirm/<str:token>/": "confirm_link",
    "leagues/<slug:slug>/confirm/<str:token>/cards/<int:photograph>/": "confirm_link_photograph",
    "api/v1/leagues/<slug:league>/confirm/<str:token>/": "confirm_link_of_the_api",
    "leagues/<slug:slug>/can-play/<str:token>/": "can_play",
    "api/v1/leagues/<slug:league>/can-play/<str:token>/": "can_play_of_the_api",
    "leagues/<slug:slug>/enter/<str:token>/": "enter",
    "invitations/<str:token>/": "invitation",
    "mail/stop/<str:token>/": "stop_mail",
    # Of a league's own address, not of an account's: tests/services/mail/test_senders.py.
    "mail/sender/<str:token>/": "",
    "accounts/login/link/<str:token>/": "sign_in_link",
    "accounts/^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$": "reset_password",
    "accounts/confirm-email/<path:key>": "",
    "leagues/<slug:slug>/calendars/my/<slug:token>.ics": "",
    "play/<slug:table>/": "",
    "play/<slug:table>/games/<int:game>/deals/<int:shuffle>/": "",
}


def mailed(kind: str, town: Town, bell: User, played: Fixture, now: dt.datetime, mailoutbox: list[Any]) -> Use:
    make = KINDS[kind]
    more = (mailoutbox,) if kind in ("reset_password", "sign_in_code", "sign_in_link") else ()
    return make(town, bell, played, now, *more)


def by_an_administrator(town: Town, bell: User) -> None:
    root = factories.user("root@town.example", is_staff=True, is_superuser=True)
    assert readdressed(root, bell).status_code == 302


def by_an_administrator_and_back(town: Town, bell: User) -> None:
    by_an_administrator(town, bell)
    bell.refresh_from_db()
    root = User.objects.get(email="root@town.example")
    assert readdressed(root, bell, email=OLD).status_code == 302


def by_its_owner(town: Town, bell: User) -> None:
    client = signed_in(bell)
    client.post("/accounts/email/", {"action_primary": "", "email": "second@town.example"})
    client.post("/accounts/email/", {"action_remove": "", "email": OLD})
    assert list(EmailAddress.objects.filter(user=bell).values_list("email", flat=True)) == ["second@town.example"]


CHANGES = (by_an_administrator, by_an_administrator_and_back, by_its_owner)


@pytest.mark.parametrize("kind", KINDS)
def test_what_was_mailed_works_while_the_address_is_the_accounts(
    town: Town, bell: User, played: Fixture, now: dt.datetime, mailoutbox: list[Any], kind: str
) -> None:
    """Else the next test would hold of whatever never works."""
    assert mailed(kind, town, bell, played, now, mailoutbox)()


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
@pytest.mark.parametrize("kind", KINDS)
def test_nothing_that_was_mailed_before_a_change_of_address_does_anything_after_it(
    town: Town, bell: User, played: Fixture, now: dt.datetime, mailoutbox: list[Any], kind: str, change: Any
) -> None:
    if (kind, change) == ("sign_in_code", by_an_administrator_and_back):
        pytest.skip("a code lives a quarter of an hour; there and back within them, the mailbox is the account's again")
    use = mailed(kind, town, bell, played, now, mailoutbox)
    change(town, bell)
    assert not use()


def test_a_primary_address_that_comes_back_does_not_bring_its_old_links_back(
    town: Town, bell: User, played: Fixture, now: dt.datetime
) -> None:
    use, client = confirm_link(town, bell, played, now), signed_in(bell)
    for address in ("second@town.example", OLD):
        client.post("/accounts/email/", {"action_primary": "", "email": address})
    bell.refresh_from_db()
    assert bell.email == OLD
    assert not use()
    assert confirm_link(town, bell, played, now)()


def test_every_address_with_a_key_is_of_a_kind_that_is_tried_here() -> None:
    keyed = {route for route, _ in routes() if set(re.findall(r"<(?:\w+:)?(\w+)>", route)) & SECRET_PARAMETERS}
    assert keyed == set(ROUTES)
    assert {kind for kind in ROUTES.values() if kind} <= set(KINDS)
