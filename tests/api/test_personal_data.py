"""A person's own data for programs: read, changed, exported and erased, only by that person and the secretary."""

import datetime as dt
import json
from dataclasses import replace
from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.test import Client

from league.enums import JournalKind, Registering, RoleKind
from league.models import ApiToken, IdempotencyKey, Invitation, JournalEntry, Notice, Player, Role, Season, User
from league.rules.sheets import TypedName
from league.services.people import invite
from league.services.results import submit
from tests import factories
from tests.api.program import Program, json_of, problems
from tests.factories import Town, result_sheet
from tests.rules.sheetmaker import with_seat

pytestmark = pytest.mark.django_db
MAIL, PHONE = "olive@private.example", "01632 960123"


@pytest.fixture
def olive(town: Town) -> Player:
    """A player of Anchor's with an account and a role."""
    player = town.squads["Anchor"][2]
    player.name, player.email, player.phone = "Olive Baker", MAIL, PHONE
    player.user = factories.user("olive@town.example", name="Olive Baker")
    player.save()
    factories.role(player.user, town.league, RoleKind.PLAYER, town.teams["Anchor"])
    return player


def test_the_secretary_looks_for_a_player_and_reads_what_the_league_keeps(town: Town, olive: Player) -> None:
    secretary = Program(town.secretary)
    assert json_of(secretary.get("personal-data/"))["results"] == []
    assert json_of(secretary.get("personal-data/", {"q": "PRIVATE.ex"}))["results"] == [
        {"id": olive.pk, "name": "Olive Baker", "email": MAIL}
    ]
    found = json_of(secretary.get(f"players/{olive.pk}/details/"))
    assert (found["player"], found["name"], found["email"], found["phone"], found["account"]) == (
        olive.pk, "Olive Baker", MAIL, PHONE, "olive@town.example",
    )  # fmt: skip
    assert [(role["kind"], role["team"]["slug"]) for role in found["roles"]] == [("player", "anchor")]
    assert [line["season"]["slug"] for line in found["registrations"]] == ["2026-27"]
    assert json_of(Program(olive.user).get("me/details/")) == found
    assert json_of(Program(olive.user).get(f"players/{olive.pk}/details/")) == found


def test_the_players_captain_reads_neither_address_nor_number(town: Town, olive: Player) -> None:
    captain = Program(town.captains["Anchor"])
    for answer in (captain.get(f"players/{olive.pk}/details/"), captain.get("personal-data/", {"q": "olive"})):
        assert (answer.status_code, problems(answer)) == (403, [("not-allowed", "")])
    own = json_of(captain.get("me/details/"))
    assert (own["name"], own["account"], own["email"]) == ("Anchor 1", "anchor@town.example", "")


def test_what_is_left_out_of_a_change_stays(town: Town, olive: Player) -> None:
    secretary, address = Program(town.secretary), f"players/{olive.pk}/details/"
    found = json_of(secretary.send("PATCH", address, {"phone": "01632 960999", "shorten_name": True}))
    assert (found["name"], found["email"], found["phone"], found["shorten_name"]) == (
        "Olive Baker", MAIL, "01632 960999", True,
    )  # fmt: skip
    olive.refresh_from_db()
    assert (olive.phone, olive.shorten_name, olive.email) == ("01632 960999", True, MAIL)
    assert json_of(secretary.send("PATCH", address, {"email": ""}))["email"] == ""


def test_every_problem_of_a_change_is_told_at_once(town: Town, olive: Player) -> None:
    Player.objects.filter(pk=town.squads["Bell"][2].pk).update(email="taken@private.example")
    secretary, address = Program(town.secretary), f"players/{olive.pk}/details/"
    answer = secretary.send("PATCH", address, {"name": " ", "phone": "0" * 41})
    assert (answer.status_code, problems(answer)) == (422, [("blank", "/name"), ("max-length", "/phone")])
    answer = secretary.send("PATCH", address, {"email": "taken@private.example"})
    assert (answer.status_code, problems(answer)) == (422, [("email", "/email")])


def test_a_player_changes_their_own_details_but_not_the_address_the_league_has(town: Town, olive: Player) -> None:
    own = Program(olive.user)
    refused = own.send("PATCH", "me/details/", {"name": "Olive Cooper", "email": "other@private.example"})
    assert (refused.status_code, problems(refused)) == (422, [("unknown-field", "/email")])
    found = json_of(own.send("PATCH", "me/details/", {"name": "Olive Cooper"}))
    assert (found["name"], found["email"], found["phone"]) == ("Olive Cooper", MAIL, PHONE)
    assert User.objects.get(pk=olive.user.pk).name == "Olive Cooper"
    reader = Program(olive.user, scopes=["read"])
    assert problems(reader.send("PATCH", "me/details/", {"name": "O."})) == [("scope", "")]


def test_who_plays_in_no_team_has_a_name_only(town: Town) -> None:
    referee = Program(town.referee)
    sent = {"name": "Regina Referee", "phone": PHONE, "shorten_name": True}
    refused = referee.send("PATCH", "me/details/", sent)
    assert problems(refused) == [("no-player", "/phone"), ("no-player", "/shorten_name")]
    found = json_of(referee.send("PATCH", "me/details/", {"name": "Regina Referee"}))
    assert (found["player"], found["name"], found["phone"], found["shorten_name"]) == (
        None,
        "Regina Referee",
        "",
        False,
    )
    assert [role["kind"] for role in found["roles"]] == ["referee"]


@pytest.mark.parametrize("who", ["themselves", "secretary"])
def test_everything_about_a_player_is_one_object_and_written_down(town: Town, olive: Player, who: str) -> None:
    program = Program(olive.user if who == "themselves" else town.secretary)
    found = json_of(program.post(f"players/{olive.pk}/export/", Idempotency_Key="a"))
    assert found["player"]["phone"] == PHONE
    assert set(found) > {"league", "registrations", "appearances", "calls", "conduct", "roles"}
    assert ("account" in found, "notices" in found) == ((True, True) if who == "themselves" else (False, False))
    assert JournalEntry.objects.filter(kind=JournalKind.PERSON_EXPORTED, player=olive).count() == 1
    # It is with whoever asked, and nowhere else: sent again, it is read again.
    assert not IdempotencyKey.objects.exists()
    again = program.post(f"players/{olive.pk}/export/", Idempotency_Key="a")
    assert "Idempotent-Replayed" not in again.headers
    assert JournalEntry.objects.filter(kind=JournalKind.PERSON_EXPORTED).count() == 2


def test_one_s_own_data_with_and_without_a_player(town: Town, olive: Player) -> None:
    assert json_of(Program(olive.user).post("me/export/"))["player"]["email"] == MAIL
    alone = json_of(Program(town.referee).post("me/export/"))
    assert (alone["account"]["email"], "player" in alone) == ("referee@town.example", False)
    assert problems(Program(olive.user, scopes=["read", "account"]).post("me/export/")) == [("scope", "")]


def test_erasing_wants_somebody_who_is_sure(town: Town, olive: Player) -> None:
    for program, path in (
        (Program(town.secretary), f"players/{olive.pk}/erase/"),
        (Program(olive.user), "me/erase/"),
    ):
        assert problems(program.post(path)) == [("required", "/sure")]
        answer = program.post(path, {"sure": False})
        assert (answer.status_code, problems(answer)) == (422, [("unsure", "/sure")])
    olive.refresh_from_db()
    assert (olive.name, olive.erased_at) == ("Olive Baker", None)


def test_the_secretary_erases_a_player(town: Town, olive: Player, now: dt.datetime) -> None:
    secretary = Program(town.secretary)
    assert secretary.post(f"players/{olive.pk}/erase/", {"sure": True}).status_code == 204
    olive.refresh_from_db()
    assert (olive.name, olive.email, olive.phone, olive.erased_at) == ("former player", "", "", now)
    found = json_of(secretary.get(f"players/{olive.pk}/details/"))
    assert (found["name"], found["email"], found["account"]) == ("former player", "", None)
    again = secretary.post(f"players/{olive.pk}/erase/", {"sure": True})
    assert (again.status_code, problems(again)) == (409, [("wrong-state", "")])
    assert secretary.send("PATCH", f"players/{olive.pk}/details/", {"name": "Olive"}).status_code == 409


def test_a_player_erases_themselves_and_their_token_opens_nothing_more(town: Town, olive: Player) -> None:
    own, user = Program(olive.user), olive.user
    assert user is not None
    assert own.post("me/erase/", {"sure": True}).status_code == 204
    assert not ApiToken.objects.filter(user=user).exists()
    assert Role.objects.get(user=user).ended_at is not None
    answer = own.get("me/")
    assert (answer.status_code, problems(answer)) == (401, [("token", "")])


def test_a_browser_that_erases_itself_is_signed_out(town: Town, olive: Player) -> None:
    browser = Program()
    assert olive.user is not None
    browser.client.force_login(olive.user)
    assert browser.post("me/erase/", {"sure": True}).status_code == 204
    assert browser.get("me/").status_code == 401


def test_mail_is_wanted_otherwise_and_the_rest_stays(town: Town) -> None:
    own = Program(town.captains["Bell"])
    before = json_of(own.get("me/mail/"))
    assert (before["deliveries"]["ruling-made"], before["reminder_days"], before["quiet_from"]) == (
        "mail",
        [7, 1],
        None,
    )
    sent = {"deliveries": {"ruling-made": "digest"}, "quiet_from": "22:00", "quiet_until": "07:00"}
    after = json_of(own.send("PATCH", "me/mail/", sent))
    assert after["deliveries"] == {**before["deliveries"], "ruling-made": "digest"}
    assert (after["quiet_from"], after["quiet_until"], after["reminder_days"]) == ("22:00", "07:00", [7, 1])
    assert json_of(own.send("PATCH", "me/mail/", {"reminder_days": [3]}))["quiet_from"] == "22:00"
    assert json_of(own.get("me/mail/"))["reminder_days"] == [3]


@pytest.mark.parametrize(
    ("sent", "wrong"),
    [
        ({"quiet_from": "22:00"}, [("quiet", "/quiet_until")]),
        ({"quiet_from": "20:00", "quiet_until": "22:00"}, [("digest", "/digest_at")]),
        ({"reminder_days": [0]}, [("min-value", "/reminder_days/0")]),
        ({"deliveries": {"invitation": "digest"}}, [("at-once", "/deliveries")]),
        ({"deliveries": {"gossip": "mail"}}, [("kind", "/deliveries")]),
        ({"deliveries": {"ruling-made": "pigeon"}}, [("invalid-choice", "/deliveries/ruling-made")]),
    ],
)
def test_mail_that_cannot_be_wanted_so_is_refused(town: Town, sent: Any, wrong: list[tuple[str, str]]) -> None:
    answer = Program(town.captains["Bell"]).send("PATCH", "me/mail/", sent)
    assert (answer.status_code, problems(answer)) == (422, wrong)


@pytest.fixture
def invited(town: Town, now: dt.datetime) -> Invitation:
    return invite.invite(
        town.league, "new@private.example", RoleKind.PLAYER, town.teams["Anchor"], by=town.secretary,
        now=now - dt.timedelta(days=2),
    )  # fmt: skip


def test_an_invitation_goes_out_again_once_a_day(town: Town, invited: Invitation, now: dt.datetime) -> None:
    captain = Program(town.captains["Anchor"])
    sent = json_of(captain.post(f"invitations/{invited.pk}/remind/"))
    assert dt.datetime.fromisoformat(sent["expires_at"]) == now + dt.timedelta(days=14)
    assert Notice.objects.filter(recipient=invited.user).count() == 2
    again = captain.post(f"invitations/{invited.pk}/remind/")
    assert (again.status_code, problems(again)) == (409, [("wrong-state", "")])
    assert Program(town.captains["Bell"]).post(f"invitations/{invited.pk}/remind/").status_code == 403


def test_a_captain_sees_their_own_team_s_people_without_their_addresses(town: Town, invited: Invitation) -> None:
    found = json_of(Program(town.captains["Anchor"]).get("teams/anchor/roles/"))
    assert [(role["kind"], role["name"]) for role in found["roles"]] == [("captain", "Anchor 1")]
    assert set(found["roles"][0]) == {"kind", "name", "starts_on", "ends_on"}
    # The captain must be able to repeat an invitation, whoever sent it.
    assert [line["email"] for line in found["invitations"]] == ["new@private.example"]
    assert Program(town.captains["Bell"]).get("teams/anchor/roles/").status_code == 403


def test_only_the_secretary_says_which_player_an_invitation_is_for(town: Town) -> None:
    body = {"email": "mallory@elsewhere.example", "kind": "player", "team": "anchor", "player": 0}
    body["player"] = town.squads["Bell"][3].pk
    refused = Program(town.captains["Anchor"]).post("invitations/", body)
    assert (refused.status_code, problems(refused)) == (403, [("not-allowed", "")])
    assert not Invitation.objects.exists()
    json_of(Program(town.captains["Anchor"]).post("invitations/", {**body, "player": None}), 201)
    json_of(Program(town.secretary).post("invitations/", {**body, "team": "bell"}), 201)
    assert sorted(Invitation.objects.values_list("player", flat=True), key=bool) == [None, body["player"]]


def test_a_registration_is_found_and_ended(town: Town) -> None:
    address = "seasons/2026-27/teams/anchor/players/"
    lines = json_of(Program(town.captains["Anchor"]).get(address))["results"]
    assert [line["player"]["name"] for line in lines] == [f"Anchor {n}" for n in range(1, 7)]
    ended = Program(town.secretary).post(f"registrations/{lines[3]['id']}/release/", {"ends_on": "2026-11-30"})
    assert json_of(ended)["player"]["name"] == "Anchor 4"
    after = json_of(Program(town.captains["Anchor"]).get(address))["results"]
    assert after[3]["ends_on"] == "2026-11-30"
    assert Program(town.captains["Bell"]).get(address).status_code == 403


def test_whoever_invites_is_told_the_address_they_typed_and_no_other(town: Town) -> None:
    """The account may have another address, which is nobody's business."""
    user = factories.user("private@elsewhere.example")
    user.emailaddress_set.create(email="olive@work.example", verified=True)
    sent = {"email": " Olive@Work.example", "kind": "player", "team": "bell"}
    answer = Program(town.captains["Bell"]).post("invitations/", sent)
    assert (answer.status_code, json.loads(answer.content)["email"]) == (201, "olive@work.example")
    assert "private" not in answer.content.decode()
    assert Invitation.objects.get().user == user
    browser = Client()
    browser.force_login(town.secretary)
    page = {"email": "olive@work.example", "kind": "referee", "team": "", "do": "invite"}
    browser.post("/leagues/town/secretary/people/", page)
    [said_of_it] = [str(message) for message in get_messages(browser.get("/leagues/town/").wsgi_request)]
    assert said_of_it.startswith("olive@work.example is invited to be referee.")


def test_new_players_of_an_open_season_are_listed_with_those_of_like_names(town: Town, now: dt.datetime) -> None:
    Season.objects.filter(pk=town.season.pk).update(registration=Registering.OPEN)
    Player.objects.filter(pk=town.squads["Anchor"][2].pk).update(name="Bob Ash")
    fixture = town.fixture("Anchor", "Bell")
    sheet = with_seat(result_sheet(town, "Anchor", "Bell"), 3, "home", 1, None)
    named = replace(sheet, typed=(TypedName(3, "home", 1, "Bob Ashe", 0),))
    submit.submit(fixture, named, by=town.captains["Anchor"], now=now)
    bob = Player.objects.get(name="Bob Ashe")
    [found] = json_of(Program(town.secretary).get("players/new/"))["results"]
    assert found == {
        "id": bob.pk, "name": "Bob Ashe", "fixture": fixture.pk,
        "team": {"id": town.teams["Anchor"].pk, "slug": "anchor", "name": "Anchor"},
        "alike": [{"id": town.squads["Anchor"][2].pk, "name": "Bob Ash", "email": ""}],
    }  # fmt: skip
    assert Program(town.captains["Anchor"]).get("players/new/").status_code == 403


def test_the_note_is_the_secretary_s_to_write_by_program_too(town: Town, olive: Player) -> None:
    path = f"players/{olive.pk}/details/"
    told = json_of(Program(town.secretary).send("PATCH", path, {"note": "Club member"}))
    assert (told["note"], told["phone"], told["email"]) == ("Club member", PHONE, MAIL)
    assert problems(Program(olive.user).send("PATCH", path, {"note": ""})) == [("note-own", "/note")]
    mine = Program(olive.user).send("PATCH", "me/details/", {"phone": "1", "note": "Mine"})
    assert problems(mine) == [("unknown-field", "/note")]
    assert json_of(Program(town.secretary).send("PATCH", path, {"phone": "2"}))["note"] == "Club member"
    squads = f"fixtures/{town.fixture('Anchor', 'Bell').pk}/squads/"
    read = [{"player": olive.pk, "note": "Club member"}]
    for who, notes in ((town.captains["Bell"], read), (town.secretary, read), (olive.user, []), (town.referee, [])):
        assert json_of(Program(who).get(squads))["notes"] == notes
