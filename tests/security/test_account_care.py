"""Somebody's session in another's hands: what it may not take away, and what its owner hears.

A session is stolen in many ways, from a phone left on the bar to a browser's extension. It acts as its owner; it must
not be enough to keep the account, nor to carry data away.
"""

import datetime as dt
from collections.abc import Iterator
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import Group
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from league.enums import RoleKind, SecurityKind
from league.models import (
    ApiToken,
    CalendarFeed,
    Invitation,
    JournalEntry,
    League,
    Player,
    Role,
    Season,
    SecurityEvent,
    User,
)
from tests import factories
from tests.api.program import Program, problems
from tests.factories import Town
from tests.second_factors import mailed_code, signed_in
from tests.services.draft_season import DRAFT

pytestmark = pytest.mark.django_db
PASSWORD = "a-long-enough-password"
STOLEN = 60
ASKED = "/accounts/reauthenticate/"
LEAGUE = "/leagues/town/"
CAPTAIN = "player,team,role,email\nThief,Anchor,captain,thief@town.example\n"
SETTINGS = {
    "result_hours": 48,
    "confirm_hours": 48,
    "dispute_days": 5,
    "appeal_days": 7,
    "deadline_hour": 20,
    "currency": "GBP",
    "language": "en-gb",
}
SETTINGS |= {"appeals_by": "secretary", "vote_days": 7, "ask_days": 5, "high_hand": 24, "result_day": "hours"}


@pytest.fixture(autouse=True)
def _no_limits_from_other_tests() -> None:
    cache.clear()


@pytest.fixture
def invited(town: Town, now: dt.datetime) -> Invitation:
    return Invitation.objects.create(
        user=User.objects.create_user("invited@town.example"), league=town.league, kind=RoleKind.PLAYER,
        team=town.teams["Anchor"], invited_by=town.secretary, invited_at=now - dt.timedelta(days=30),
        expires_at=dt.datetime(2099, 1, 1, tzinfo=dt.UTC),
    )  # fmt: skip


def captain_role(town: Town) -> Role:
    return Role.objects.get(user=town.captains["Anchor"])


def player(town: Town) -> Player:
    found: Player = town.squads["Anchor"][1]
    return found


def namesake(town: Town) -> Player:
    """Create a second player of the same name, with an address that may be a thief's."""
    return Player.objects.create(league=town.league, name="Bell 4", email=f"twice{Player.objects.count()}@town.example")


def twice(town: Town) -> Player:
    """Return the player whom `namesake` doubles."""
    found: Player = town.squads["Bell"][3]
    return found


def spreadsheet(name: str, text: str) -> SimpleUploadedFile:
    return SimpleUploadedFile(name, text.encode(), "text/csv")


def guarded(town: Town, invited: Invitation) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield each page that a thief could use, with the form that would be sent to it."""
    own = f"{LEAGUE}secretary/people/"
    role = {"email": "thief@town.example", "kind": "secretary"}
    yield "/account/tokens/", {"do": "make", "name": "Mine", "scopes": "season", "days": "0"}
    yield f"{LEAGUE}calendars/", {"do": "make"}
    yield f"{LEAGUE}me/export/", {}
    yield f"{LEAGUE}me/erase/", {"sure": "yes"}
    yield f"{LEAGUE}secretary/export/", {}
    yield own, role
    yield f"{LEAGUE}teams/anchor/people/", {**role, "kind": "player"}
    yield f"{own}roles/{captain_role(town).pk}/", {"do": "now"}
    yield f"{LEAGUE}invitations/{invited.pk}/", {"do": "remind"}
    yield f"{own}{player(town).pk}/", {"name": "Olive", "email": "thief@town.example"}
    yield f"{own}{player(town).pk}/export/", {}
    yield f"{own}{player(town).pk}/erase/", {"sure": "yes"}
    yield f"{LEAGUE}secretary/import/", {"do": "load", "files": spreadsheet("players.csv", CAPTAIN)}
    yield f"{LEAGUE}secretary/make-season/", {"files": [spreadsheet(name, text) for name, text in DRAFT.items()]}
    yield f"{own}{twice(town).pk}/merge/", {"player": str(namesake(town).pk), "reason": "Entered twice."}
    yield f"{LEAGUE}secretary/settings/league/", {**SETTINGS, "second_factor": "officials"}
    yield "/accounts/email/", {"action_add": "", "email": "thief@town.example"}
    yield "/accounts/email/", {"action_remove": "", "email": town.secretary.email}
    yield "/accounts/email/", {"action_primary": "", "email": town.secretary.email}
    yield from guarded_in_the_admin(town)


def guarded_in_the_admin(town: Town) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the admin's pages that change accounts and leagues, with the form an administrator would send."""
    victim, spare, users = town.captains["Duke of York"], factories.user("spare@town.example"), "/admin/league/user/"
    password = {"password1": "a-password-of-the-thief", "password2": "a-password-of-the-thief"}
    made = {"usable_password": "true", **password}
    yield f"{users}{victim.pk}/password/", {**made, "set-password": ""}
    yield f"{users}{victim.pk}/change/", {**account(victim), "is_staff": "on", "is_superuser": "on"}
    yield f"{users}{victim.pk}/change/", {**account(victim), "email": "thief@town.example"}
    yield f"{users}add/", {"email": "made@town.example", "name": "Made", **made}
    yield f"{users}{spare.pk}/delete/", {"post": "yes"}
    yield users, {"action": "delete_selected", "_selected_action": [spare.pk], "post": "yes"}
    yield "/admin/auth/group/add/", {"name": "Thieves"}
    yield f"/admin/league/player/{player(town).pk}/change/", {"user": victim.pk}
    yield "/admin/league/league/add/", {"name": "Theirs", "slug": "theirs", "time_zone": "Europe/London"}


def account(user: User) -> dict[str, str]:
    """Return the unchanged fields of the admin's form of an account."""
    when = {"date_joined_0": "2026-01-01", "date_joined_1": "12:00:00"}
    return {"email": user.email, "name": user.name, "is_active": "on", **when}


def asker(town: Town, page: str) -> User:
    """Return the user with the most rights on a page: an administrator in the admin, else the secretary."""
    if not page.startswith("/admin/"):
        return town.secretary
    return User.objects.filter(is_superuser=True).first() or factories.user(
        "root@town.example", is_staff=True, is_superuser=True
    )


def everything(town: Town) -> Any:
    """Return everything that the guarded pages could change, to compare before and after."""
    return (
        ApiToken.objects.count(),
        CalendarFeed.objects.count(),
        JournalEntry.objects.count(),
        list(Role.objects.order_by("pk").values()),
        list(Invitation.objects.order_by("pk").values()),
        list(EmailAddress.objects.order_by("pk").values()),
        list(Player.objects.order_by("pk").values()),
        list(User.objects.order_by("pk").values("email", "name", "password", "is_active", "is_staff", "is_superuser")),
        Group.objects.count(),
        list(League.objects.order_by("pk").values("slug", "second_factor")),
        Season.objects.count(),
    )


@pytest.mark.long
def test_a_stolen_session_takes_nothing_away(town: Town, invited: Invitation) -> None:
    """The account itself, everybody's data, or the league: each of these posts would be worth the theft."""
    asker(town, "/admin/")
    pages = list(guarded(town, invited))
    before = everything(town)
    for page, sent in pages:
        answer = signed_in(asker(town, page), minutes=STOLEN).post(page, sent)
        assert (page, answer.status_code) == (page, 302)
        assert answer.headers["Location"].startswith(f"{ASKED}?next=")
        assert everything(town) == before, page


@pytest.mark.long
def test_its_owner_is_let_through_where_they_have_just_signed_in(town: Town, invited: Invitation) -> None:
    """A question at every turn would teach people to answer it without reading."""
    for page, sent in guarded(town, invited):
        if "erase" not in page:
            answer = signed_in(asker(town, page)).post(page, sent)
            assert ASKED not in answer.headers.get("Location", ""), page
            assert answer.status_code in (200, 302, 422), page
            b"".join(answer)  # a file that is sent in pieces is closed with the last


def test_what_was_asked_for_is_done_once_it_is_proved_who_asks(town: Town) -> None:
    """A wrong password does nothing, and the waiting request is done for nobody else."""
    client = signed_in(town.secretary, minutes=STOLEN)
    client.post("/account/tokens/", {"do": "make", "name": "Mine", "scopes": "read", "days": "0"})
    onward = {"next": "/account/tokens/"}
    assert client.post(ASKED, {"password": "not-this-one-at-all", **onward}).status_code == 200
    assert ApiToken.objects.count() == 0
    shown = client.post(ASKED, {"password": PASSWORD, **onward})
    assert "mgn_" in shown.content.decode()
    assert ApiToken.objects.get().user == town.secretary


def test_a_change_of_name_asks_nothing(town: Town) -> None:
    """What takes nothing away is not worth a question."""
    mine = player(town)
    client = signed_in(town.secretary, minutes=STOLEN)
    answer = client.post(f"{LEAGUE}secretary/people/{mine.pk}/", {"name": "Olive Other", "email": mine.email})
    assert answer.headers["Location"] == f"{LEAGUE}secretary/people/{mine.pk}/"


# The API.


def operations(town: Town) -> Iterator[tuple[str, dict[str, Any]]]:
    who = f"players/{player(town).pk}/"
    yield "export/", {}
    yield "seasons/2026-27/export/", {}
    yield f"{who}export/", {}
    yield f"{who}erase/", {"sure": True}
    yield "my/calendar/", {"renew": True}
    yield f"roles/{captain_role(town).pk}/end/", {"at_once": True}
    yield "import/", {"files": {"players.csv": CAPTAIN}}
    yield f"players/{twice(town).pk}/merge/", {"player": namesake(town).pk, "reason": "Entered twice."}
    yield "invitations/", {"email": "thief@town.example", "kind": "secretary"}


def by_session(client: Client, path: str, body: dict[str, Any]) -> Any:
    return client.post(f"/api/v1{LEAGUE}{path}", body, content_type="application/json")


@pytest.mark.long
def test_a_stolen_session_takes_nothing_away_through_the_api(town: Town) -> None:
    """A script in the stolen browser would do through the API what the pages refuse."""
    asked = list(operations(town))
    before = everything(town)
    for path, body in asked:
        answer = by_session(signed_in(town.secretary, minutes=STOLEN), path, body)
        assert (path, answer.status_code, problems(answer)) == (path, 403, [("fresh-sign-in", "")])
        assert everything(town) == before, path
    for path, body in operations(town):
        if "erase" not in path:
            answer = by_session(signed_in(town.secretary), path, body)
            assert (path, answer.status_code) in {(path, 200), (path, 201)}
            b"".join(answer)


def test_a_token_needs_no_session(town: Town) -> None:
    """A program cannot sign in anew; its token was made by somebody who had just done so, and for this scope."""
    program = Program(town.secretary)
    for path, body in operations(town):
        answer = program.post(path, body)
        assert answer.status_code in (200, 201, 204), path
        b"".join(answer)


def test_a_bad_token_beside_a_session_is_no_way_round(town: Town) -> None:
    """The check would be skipped for whoever sends any Authorization at all."""
    client = signed_in(town.secretary, minutes=STOLEN)
    for said in ("Bearer mgn_nonsense", "Basic x", "Token mgn_x"):
        answer = client.post(f"/api/v1{LEAGUE}export/", headers={"Authorization": said})
        assert answer.status_code in (401, 403)


# Without a password.


@pytest.fixture
def codes_only(town: Town) -> User:
    """A secretary who signs in by mailed codes alone."""
    town.secretary.set_unusable_password()
    town.secretary.save()
    return town.secretary


WITH_CODE = "/accounts/reauthenticate/code/"


def test_whoever_has_no_password_is_asked_too(codes_only: User, mailoutbox: list[Any]) -> None:
    """allauth itself asks them for nothing: a stolen session of theirs would be good for everything."""
    client = signed_in(codes_only, minutes=STOLEN)
    sent = {"do": "make", "name": "Mine", "scopes": "read", "days": "0"}
    assert client.post("/account/tokens/", sent).headers["Location"].startswith(f"{WITH_CODE}?next=")
    onward = {"next": "/account/tokens/"}
    client.get(WITH_CODE, onward)
    assert mailoutbox == [], "a page that is looked at sends nothing"
    client.post(WITH_CODE, {"do": "send", **onward})
    [mail] = mailoutbox
    assert mail.to == [codes_only.email]
    shown = client.post(WITH_CODE, {"code": mailed_code(mail.body), **onward})
    assert "mgn_" in shown.content.decode()
    # It is spent.
    again = signed_in(codes_only, minutes=STOLEN)
    assert again.post(WITH_CODE, {"code": mailed_code(mail.body)}).status_code == 302
    again.post("/account/tokens/", sent)
    assert ApiToken.objects.count() == 1


def test_a_code_is_good_in_the_session_that_asked_only(codes_only: User, mailoutbox: list[Any]) -> None:
    """A thief would wait for the owner to have one sent, and guess at it in a session of their own."""
    owner, thief = signed_in(codes_only, minutes=STOLEN), signed_in(codes_only, minutes=STOLEN)
    owner.post(WITH_CODE, {"do": "send"})
    thief.post(WITH_CODE, {"code": mailed_code(mailoutbox[0].body)})
    thief.post("/account/tokens/", {"do": "make", "name": "Mine", "scopes": "read", "days": "0"})
    assert ApiToken.objects.count() == 0


def test_a_mailed_code_is_not_guessed(codes_only: User, mailoutbox: list[Any]) -> None:
    """Three guesses, and another has to be sent; three of those a minute."""
    client = signed_in(codes_only, minutes=STOLEN)
    client.post(WITH_CODE, {"do": "send"})
    assert [client.post(WITH_CODE, {"code": "nonsense"}).status_code for _ in range(3)] == [200, 200, 302]
    client.post(WITH_CODE, {"code": mailed_code(mailoutbox[0].body)})
    client.post("/account/tokens/", {"do": "make", "name": "Mine", "scopes": "read", "days": "0"})
    assert ApiToken.objects.count() == 0
    statuses = [client.post(WITH_CODE, {"do": "send"}).status_code for _ in range(4)]
    assert statuses[-1] == 429
    assert len(mailoutbox) == 3


def test_wrong_codes_are_counted_with_those_of_signing_in(
    codes_only: User, mailoutbox: list[Any], settings: Any
) -> None:
    """A thief of the session would have ten codes an hour sent, and thirty guesses at them each hour."""
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "wrong_code": "4/d/key", "fresh_code": "9/m/key"}
    thief = signed_in(codes_only, minutes=STOLEN)
    thief.post(WITH_CODE, {"do": "send"})
    for _ in range(3):
        thief.post(WITH_CODE, {"code": "nonsense"})
    stranger = Client()
    stranger.post("/accounts/login/code/", {"email": codes_only.email})
    stranger.post("/accounts/login/code/confirm/", {"code": "nonsense"})
    thief.post(WITH_CODE, {"do": "send"})
    page = thief.post(WITH_CODE, {"code": mailed_code(mailoutbox[-1].body)}, follow=True)
    assert "Too many wrong codes for this account today." in page.content.decode()
    thief.post("/account/tokens/", {"do": "make", "name": "Mine", "scopes": "read", "days": "0"})
    assert ApiToken.objects.count() == 0
    refused = SecurityEvent.objects.filter(user=codes_only, kind=SecurityKind.CODE_REFUSED)
    assert refused.count() == 4, "seen in the account's security log"


def test_a_stolen_session_chooses_no_first_password(codes_only: User) -> None:
    """It would open the account for good, beside the codes of its owner."""
    client = signed_in(codes_only, minutes=STOLEN)
    chosen = "a-password-of-the-thief"
    answer = client.post("/accounts/password/set/", {"password1": chosen, "password2": chosen})
    assert answer.headers["Location"] == "/accounts/password/set/"
    assert client.get("/accounts/password/set/").headers["Location"].startswith(WITH_CODE)
    codes_only.refresh_from_db()
    assert not codes_only.has_usable_password()
    assert chosen not in str(dict(client.session.items()))
    fresh = signed_in(codes_only)
    fresh.post("/accounts/password/set/", {"password1": chosen, "password2": chosen})
    codes_only.refresh_from_db()
    assert codes_only.check_password(chosen)
