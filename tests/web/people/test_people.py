"""The pages about people: roles, invitations, one's own details; and that no public page tells what is private."""

import datetime as dt
import json
import re
import string
from html import unescape
from itertools import chain
from urllib.parse import quote, unquote

import pytest
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.access import grants
from league.enums import RoleKind
from league.models import Call, Invitation, Player, Role, Ruling, User
from league.queries.people.personal_data import public_name
from league.rules.languages import LANGUAGES
from league.services.mail.delivery import deliver_due
from league.services.people.invite import invite, token_for
from league.services.people.personal_data import Details, change_details
from league.services.results import confirm, submit
from tests import factories
from tests.factories import Town, result_sheet
from tests.web.pages import in_words, signed_in

pytestmark = pytest.mark.usefixtures("today")

DAY = dt.timedelta(days=1)
PEOPLE = "/leagues/town/secretary/people/"
OLIVE = "olive@town.example"


def seen(client: Client, address: str, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status
    return in_words(answer.content.decode())


def invited(town: Town, now: dt.datetime, email: str = OLIVE) -> tuple[Invitation, str]:
    made = invite(town.league, email, "captain", town.teams["Bell"], by=town.secretary, now=now)
    return made, f"/invitations/{token_for(made.pk)}/"


def test_everybody_with_a_role_is_listed_with_their_days(town: Town, now: dt.datetime) -> None:
    factories.role(
        town.captains["Castle"], town.league, RoleKind.VICE_CAPTAIN, town.teams["Bell"],
        starts_on=dt.date(2026, 12, 1), ends_on=dt.date(2027, 1, 31),
    )  # fmt: skip
    invited(town, now)
    text = seen(signed_in(town.secretary), PEOPLE)
    assert "Sally Secretary Secretary since 1 January 2026 · secretary@town.example End" in text
    assert (
        "Bell Bell 1, Castle 1 Bell 1 Captain since 1 January 2026 · bell@town.example End : Bell 1, Captain "
        "Castle 1 Vice-captain from 1 December 2026 to 31 January 2027 · castle@town.example"
    ) in text
    assert "olive@town.example Invited captain sent on 3 November 2026, valid until 17 November 2026" in text
    assert "the mail has not gone out yet" in text


@pytest.mark.parametrize("teams", [1, 3])
def test_the_list_asks_as_much_however_many_there_are(town: Town, now: dt.datetime, teams: int) -> None:
    for number in range(teams):
        who = factories.user(f"vice-{number}@town.example")
        factories.role(who, town.league, RoleKind.VICE_CAPTAIN, town.teams["Bell"])
        invited(town, now, f"olive-{number}@town.example")
    client = signed_in(town.secretary)
    with CaptureQueriesContext(
        connection,
    ) as asked:
        client.get(PEOPLE)
    # Session, user, league, roles and players of the visitor; teams, roles, invitations; teams of the form.
    assert len(asked) == 9


def test_the_secretary_invites_and_takes_back(town: Town, now: dt.datetime) -> None:
    client = signed_in(town.secretary)
    sent = {"email": OLIVE, "kind": "captain", "team": town.teams["Bell"].pk}
    answer = client.post(PEOPLE, sent, follow=True)
    assert "olive@town.example is invited to be captain of Bell." in in_words(answer.content.decode())
    again = client.post(PEOPLE, sent)
    assert (again.status_code, "is invited to that already" in again.content.decode()) == (422, True)
    made = Invitation.objects.get()
    assert f'value="{OLIVE}"' in again.content.decode()
    client.post(f"/leagues/town/invitations/{made.pk}/", {"do": "revoke"})
    made.refresh_from_db()
    assert made.revoked_at == now
    assert client.post(f"/leagues/town/invitations/{made.pk}/", {"do": "remind"}).status_code == 409
    assert client.post(f"/leagues/town/invitations/{made.pk}/", {"do": "\0"}).status_code == 409


@pytest.mark.parametrize("sent", [
    {}, {"email": "\0", "kind": "\0", "team": "\0", "ends_on": "\0", "player": "\0"},
    {"email": "x" * 9999, "kind": "king", "team": "9" * 40, "ends_on": "9999-99-99", "player": "-1"},
])  # fmt: skip
def test_whatever_is_sent_is_answered(town: Town, sent: dict[str, str]) -> None:
    client = signed_in(town.secretary)
    role = Role.objects.get(user=town.captains["Bell"])
    for address in (PEOPLE, "/leagues/town/teams/bell/people/", f"{PEOPLE}roles/{role.pk}/",
                    f"{PEOPLE}{town.squads['Bell'][0].pk}/", "/leagues/town/me/"):  # fmt: skip
        assert client.post(address, sent).status_code == 422
    assert client.get(PEOPLE, {"player": "9" * 30, "q": "%_\\" * 99}).status_code == 200


def test_a_role_is_ended_with_a_day_or_at_once(town: Town, now: dt.datetime) -> None:
    client, role = signed_in(town.secretary), Role.objects.get(user=town.captains["Bell"])
    address = f"{PEOPLE}roles/{role.pk}/"
    assert "Bell 1 is captain of Bell." in seen(client, address)
    assert "3 November 2026 or later" in client.post(address, {"last_day": "2026-11-02"}).content.decode()
    text = in_words(client.post(address, {"last_day": "2026-11-30", "do": "day"}, follow=True).content.decode())
    assert "Bell 1 is captain of Bell until 30 November 2026." in text
    text = in_words(client.post(address, {"do": "now"}, follow=True).content.decode())
    assert "Bell 1 is captain of Bell no longer." in text
    assert client.post(address, {"do": "now"}).status_code == 409
    assert signed_in(town.captains["Bell"]).get("/leagues/town/my/").status_code == 403
    own = Role.objects.get(user=town.secretary)
    refused = client.post(f"{PEOPLE}roles/{own.pk}/", {"do": "now"})
    assert (refused.status_code, "Nobody else would be secretary" in refused.content.decode()) == (422, True)


def test_a_captain_sees_and_invites_for_their_team_only(town: Town, now: dt.datetime) -> None:
    client = signed_in(town.captains["Bell"])
    page = "/leagues/town/teams/bell/people/"
    assert "Your team’s people" in seen(client, "/leagues/town/teams/bell/")
    text = seen(client, page)
    assert "Bell 1 Captain since 1 January 2026" in text
    assert "bell@town.example ·" not in text
    answer = client.post(page, {"email": OLIVE, "kind": "player"}, follow=True)
    assert "olive@town.example is invited to be player of Bell." in in_words(answer.content.decode())
    assert client.post(page, {"email": OLIVE, "kind": "captain"}).status_code == 422
    assert client.get("/leagues/town/teams/anchor/people/").status_code == 403
    others = invite(town.league, OLIVE, "player", town.teams["Anchor"], by=town.secretary, now=now)
    assert client.post(f"/leagues/town/invitations/{others.pk}/", {"do": "revoke"}).status_code == 403


def test_a_captain_takes_an_invitation_to_their_team_back_and_is_at_its_people_again(
    town: Town, now: dt.datetime
) -> None:
    own = invite(town.league, OLIVE, "player", town.teams["Bell"], by=town.captains["Bell"], now=now)
    client, address = signed_in(town.captains["Bell"]), f"/leagues/town/invitations/{own.pk}/"
    refused = client.post(address, {"do": "burn"})
    assert (refused.status_code, "Press one of the buttons" in refused.content.decode()) == (409, True)
    answer = client.post(address, {"do": "revoke"})
    assert (answer.status_code, answer["Location"]) == (302, "/leagues/town/teams/bell/people/")
    assert "olive@town.example" not in seen(client, answer["Location"])


def test_from_the_mail_to_the_first_page(town: Town, now: dt.datetime) -> None:
    invited(town, now)
    deliver_due(now=now)
    [link] = set(re.findall(r"http://testserver(/invitations/[^\s]+)", str(mail.outbox[0].body)))
    client = Client()
    text = seen(client, link)
    assert "Sally Secretary invites you to be captain of Bell in Town League" in text
    assert Role.objects.filter(user__email=OLIVE).count() == 0
    assert "Write your name" in client.post(link, {}).content.decode()
    sent = {"name": "Olive Baker", "password": "fifteen-two-fifteen-four"}
    answer = client.post(link, sent, follow=True)
    assert answer.redirect_chain == [("/leagues/town/my/", 302)]
    assert "You are captain of Bell in Town League now." in in_words(answer.content.decode())
    assert "You have accepted this" in seen(client, link)
    assert "was accepted already" in seen(Client(), link)
    assert Client().post(link, sent).status_code == 409
    assert client.login(email=OLIVE, password="fifteen-two-fifteen-four")


def test_whoever_has_an_account_signs_in_to_accept(town: Town, now: dt.datetime) -> None:
    captain = town.captains["Castle"]
    _, link = invited(town, now, captain.email)
    client = Client()
    login = f"/accounts/login/?next={quote(link, safe='')}"
    assert f'href="{login}"' in client.get(link).content.decode()
    answer = client.post(link, {"password": "a-new-one-for-mallory"})
    assert (answer.status_code, unquote(answer.headers["Location"])) == (302, unquote(login))
    assert not Role.objects.filter(user=captain, team=town.teams["Bell"]).exists()
    client.force_login(captain)
    assert client.post(link, {}).headers["Location"] == "/leagues/town/my/"
    assert Role.objects.filter(user=captain, team=town.teams["Bell"]).exists()
    captain.refresh_from_db()
    assert captain.check_password("a-long-enough-password")


def test_the_other_account_signs_in_before_it_takes_the_role(town: Town, now: dt.datetime) -> None:
    castle, bell = town.captains["Castle"], town.captains["Bell"]
    made = invite(town.league, castle.email, "referee", None, by=town.secretary, now=now)
    client = signed_in(bell)
    answer = client.post(f"/invitations/{token_for(made.pk)}/", {"account": "theirs"})
    assert answer.headers["Location"].startswith("/accounts/login/?next=")
    assert "_auth_user_id" not in client.session
    assert not Role.objects.filter(user=castle, kind=RoleKind.REFEREE).exists()


def test_somebody_signed_in_as_another_is_asked_first(town: Town, now: dt.datetime) -> None:
    castle = town.captains["Castle"]
    _, link = invited(town, now)
    client = signed_in(castle)
    assert "You are signed in as Castle 1, but it was sent to olive@town.example." in seen(client, link)
    refused = client.post(link, {"name": "Olive"})
    assert (refused.status_code, "Choose which account" in refused.content.decode()) == (422, True)
    assert client.post(link, {"account": "mine"}).status_code == 302
    assert Role.objects.get(team=town.teams["Bell"], user=castle).kind == RoleKind.CAPTAIN


def test_or_signs_out_and_takes_it_with_the_right_account(town: Town, now: dt.datetime) -> None:
    made, link = invited(town, now)
    client = signed_in(town.captains["Castle"])
    answer = client.post(link, {"account": "theirs", "name": "Olive Baker"})
    assert (answer.status_code, client.session["_auth_user_id"]) == (302, str(made.user_id))
    assert not Role.objects.filter(team=town.teams["Bell"], user=town.captains["Castle"]).exists()


@pytest.mark.parametrize(("then", "said"), [("revoked", "was withdrawn"), ("late", "has expired")])
def test_what_is_over_says_so(town: Town, now: dt.datetime, then: str, said: str) -> None:
    made, link = invited(town, now)
    gone = {"revoked_at": now} if then == "revoked" else {"expires_at": now}
    Invitation.objects.filter(pk=made.pk).update(**gone)
    assert said in seen(Client(), link)
    answer = Client().post(link, {"name": "Olive"})
    assert (answer.status_code, said in answer.content.decode()) == (409, True)
    assert "This link does not work" in seen(Client(), link[:-2] + "/", 404)


def test_own_details_are_changed_taken_and_erased(town: Town, now: dt.datetime) -> None:
    captain = town.captains["Anchor"]
    client = signed_in(captain)
    text = seen(client, "/leagues/town/me/")
    assert "Captain of Anchor from 1 January 2026" in text
    assert "You sign in as anchor@town.example." in text
    assert client.post("/leagues/town/me/", {"name": "Olive Baker", "shorten_name": "on"}).status_code == 302
    assert Player.objects.get(user=captain).shorten_name
    answer = client.post("/leagues/town/me/export/")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="my-data.json"'
    assert json.loads(answer.content)["player"]["name"] == "Olive Baker"
    assert "What stays" in seen(client, "/leagues/town/me/erase/")
    assert client.post("/leagues/town/me/erase/", {}).status_code == 422
    gone = client.post("/leagues/town/me/erase/", {"sure": "yes"}, follow=True)
    assert "Your data are erased, and you are signed out." in in_words(gone.content.decode())
    assert client.get("/leagues/town/me/").status_code == 302
    assert not Player.objects.filter(user=captain).exists()


def test_somebody_who_plays_nowhere_has_the_same_pages(town: Town) -> None:
    client = signed_in(town.referee)
    assert client.post("/leagues/town/me/", {"name": "Reginald"}).status_code == 302
    assert json.loads(client.post("/leagues/town/me/export/").content)["account"]["name"] == "Reginald"
    assert client.post("/leagues/town/me/erase/", {"sure": "yes"}).status_code == 302
    assert not User.objects.get(pk=town.referee.pk).is_active


def test_the_secretary_finds_changes_and_erases_a_player(town: Town) -> None:
    client, player = signed_in(town.secretary), town.squads["Bell"][3]
    assert "Bell 4" in seen(client, f"{PEOPLE}?q=bell+4")
    assert "Nobody in this league was found for “zz”." in seen(client, f"{PEOPLE}?q=zz")
    page = f"{PEOPLE}{player.pk}/"
    assert "Has no account. Invite" in seen(client, page)
    assert client.post(page, {"name": "Olive Baker", "email": OLIVE, "phone": "01234"}).status_code == 302
    assert f'value="{OLIVE}"' in client.get(f"{PEOPLE}?player={player.pk}").content.decode()
    assert json.loads(client.post(f"{page}export/").content)["player"]["phone"] == "01234"
    assert client.post(f"{page}erase/", {"sure": "yes"}).status_code == 302
    assert "This player’s data were erased on 3 November 2026." in seen(client, page)
    again = client.get(f"{page}erase/")
    assert (again.status_code, "The data of this player were erased already." in again.content.decode()) == (409, True)
    assert "former player" in seen(Client(), f"/leagues/town/players/{player.pk}/")


# Public pages: nobody's mail or phone, and short names where they are wanted.

SECRETS = ("@private.example", "@town.example", "07700", "fitzroy")
PRIVATE = re.compile(r"/(secretary|my|me|messages|calls|people|accounts|admin)(/|$)|/calendars/my/|\?next=")


@pytest.fixture
def filled(town: Town, now: dt.datetime) -> Town:
    """A league whose people all have an address, a phone and a name that can be known again, and have played."""
    for letter, player in zip(string.ascii_uppercase, chain(*town.squads.values()), strict=False):
        player.email, player.phone = f"{letter}@private.example".lower(), f"07700 {player.pk:06}"
        player.name, player.shorten_name = f"Pat {letter}fitzroy", True
        player.save()
    for user in User.objects.filter(pk__in=[captain.pk for captain in town.captains.values()]):
        user.name = Player.objects.get(user=user, league=town.league).name
        user.save()
    fixture = town.fixture("Anchor", "Bell")
    sent = submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    confirm.confirm(fixture, sent.version, by=town.captains["Bell"], now=now)
    call = Call.objects.create(
        fixture=fixture, match_number=1, game_number=1, counter="home", counter_player=town.squads["Anchor"][0],
        challenger_player=town.squads["Bell"][0], cards="5H 5D 5S JC", starter="5C", declared=29, recorded_at=now,
    )  # fmt: skip
    verdict = {"reason": "Right.", "overcall": False, "false_challenge": False, "combinations": [], "pegs": []}
    Ruling.objects.create(
        call=call, referee=town.referee, decided_at=now, verdict=verdict, ruleset_value={"title": "League"}
    )
    return town


IN_ANOTHER_LANGUAGE = tuple(f"/{language}/" for language in LANGUAGES)


def crawled(client: Client, start: str = "/leagues/town/") -> dict[str, str]:
    """Every page, calendar and file that links lead to from a page, by address; only what everybody may read.

    The same pages in other languages show the same people.
    """
    found: dict[str, str] = {}
    waiting = [start]
    while waiting:
        address = waiting.pop()
        path = unquote(unescape(address).partition("#")[0])
        if path in found or PRIVATE.search(path) or path.startswith(("/static/", *IN_ANOTHER_LANGUAGE)):
            continue
        answer = client.get(path)
        # What is printed has its own test of names.
        reads = answer.status_code == 200 and answer.headers["Content-Type"] != "application/pdf"
        found[path] = answer.content.decode() if reads else ""
        waiting += re.findall(r'(?:href|value|src)="(?:http://testserver|webcal://testserver)?(/[^"]*)"', found[path])
    return {path: text for path, text in found.items() if text}


@pytest.mark.long
def test_no_public_page_has_an_address_a_phone_or_a_name_that_is_shortened(filled: Town) -> None:
    pages = crawled(Client())
    assert len(pages) > 40
    kinds = {re.sub(r"\d+", "1", path).split("/")[3] for path in pages if path.startswith("/leagues/town/")}
    assert {"fixtures", "teams", "players", "tables", "calendars", "hand", "rules"} <= kinds
    assert any(path.endswith(".ics") for path in pages)
    assert {path: secret for path, text in pages.items() for secret in SECRETS if secret in text} == {}
    assert "Pat F." in "".join(pages.values())


@pytest.mark.long
def test_a_plain_player_is_shown_no_more_than_anybody(filled: Town) -> None:
    own = filled.squads["Bell"][4]
    user = factories.user("plain@town.example", name="Pat")
    Player.objects.filter(pk=own.pk).update(user=user)
    factories.role(user, filled.league, RoleKind.PLAYER, filled.teams["Bell"])
    leaks = {
        (path, secret)
        for path, text in crawled(signed_in(user)).items()
        # Their own address stands in the menu, and their own name in full.
        for secret in SECRETS
        if secret in text.replace("plain@town.example", "").replace(own.name, "")
    }
    assert leaks == set()


def test_who_sees_a_shortened_name_in_full(filled: Town, now: dt.datetime) -> None:
    player = filled.squads["Anchor"][0]
    page = f"/leagues/town/players/{player.pk}/"
    abroad = factories.town("Abroad", "abroad")
    shown = {
        name: player.name in (signed_in(user) if user else Client()).get(page).content.decode()
        for name, user in {
            "anybody": None,
            "themselves": filled.captains["Anchor"],
            "a captain": filled.captains["Castle"],
            "the referee": filled.referee,
            "the secretary": filled.secretary,
            "another league's secretary": abroad.secretary,
        }.items()
    }
    assert shown == {
        "anybody": False, "themselves": True, "a captain": True, "the referee": True, "the secretary": True,
        "another league's secretary": False,
    }  # fmt: skip
    change_details(player, Details(player.name), by=filled.secretary, now=now)
    assert player.name in Client().get(page).content.decode()
    filled.league.shorten_names = True
    filled.league.save()
    assert player.name not in Client().get(page).content.decode()


def test_two_of_one_team_with_one_short_name_are_told_apart(filled: Town) -> None:
    first, second = filled.squads["Bell"][:2]
    Player.objects.filter(pk=first.pk).update(name="Olive Baker")
    Player.objects.filter(pk=second.pk).update(name="Olive Black")
    text = seen(Client(), "/leagues/town/teams/bell/")
    assert "Olive Ba." in text
    assert "Olive Bl." in text


def test_an_erased_player_is_nobody_s_initials(filled: Town, now: dt.datetime) -> None:
    filled.league.shorten_names = True
    held = grants(filled.referee, filled.league, now=now)
    gone = Player(name="former player", erased_at=now)
    assert public_name(gone, held) == "former player"
