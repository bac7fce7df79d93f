"""No door attaches somebody's account to a player or a role, nor tells whose an address is: it invites at most."""

import datetime as dt
import io
import json
import re
import zipfile
from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.enums import RoleKind
from league.errors import WrongState
from league.models import Invitation, Player, Role, User
from league.services.mail.delivery import deliver_due
from league.services.people.accounts.accounts import Acceptance
from league.services.people.invite import accept, token_for
from league.services.people.merge import merge_players
from league.services.people.personal_data import Details, change_details
from league.services.people.register import register
from league.services.portability.exports import export_league
from league.services.portability.imports import import_season
from tests import factories
from tests.api.program import Program
from tests.factories import Town
from tests.web.pages import in_words

pytestmark = pytest.mark.usefixtures("today")

ADDRESS, NAME = "stranger@elsewhere.example", "Zachary Quillfeather"
PEOPLE = "/leagues/town/secretary/people/"
CAPTAINS = f"player,team,role,email\nBell 4,Bell,captain,{ADDRESS}\n"
Door = Callable[[Town, Player, User, dt.datetime], object]


def secretary(town: Town) -> Client:
    client = Client()
    client.force_login(town.secretary)
    return client


def by_spreadsheet(town: Town, player: Player, stranger: User, now: dt.datetime) -> None:
    import_season({"players.csv": CAPTAINS.encode()}, town.league, by=town.secretary, now=now)


def by_the_import_page(town: Town, player: Player, stranger: User, now: dt.datetime) -> None:
    file = SimpleUploadedFile("players.csv", CAPTAINS.encode(), "text/csv")
    assert secretary(town).post("/leagues/town/secretary/import/", {"do": "load", "files": file}).status_code in (
        200,
        302,
    )


def by_the_import_of_the_api(town: Town, player: Player, stranger: User, now: dt.datetime) -> None:
    answer = Program(town.secretary, scopes=["read", "season"]).post("import/", {"files": {"players.csv": CAPTAINS}})
    assert answer.status_code == 200


def by_the_command_line(town: Town, player: Player, stranger: User, now: dt.datetime) -> None:
    import_season({"players.csv": CAPTAINS.encode()}, town.league, by=None, now=now)


def by_the_people_page(town: Town, player: Player, stranger: User, now: dt.datetime) -> None:
    team = town.teams["Bell"].pk
    for more in ({}, {"do": "give"}, {"do": "invite"}):
        given = {"email": ADDRESS, "kind": "captain", "team": team, "player": player.pk, **more}
        secretary(town).post(PEOPLE, given)


def by_the_captains_of_a_season(town: Town, player: Player, stranger: User, now: dt.datetime) -> None:
    change_details(player, Details(player.name, email=ADDRESS), by=town.secretary, now=now)
    Role.objects.filter(team=town.teams["Bell"]).delete()
    page = "/leagues/town/secretary/seasons/2026-27/setup/captains/"
    assert secretary(town).post(page, {f"team-{town.teams['Bell'].pk}": ADDRESS}).status_code == 302


def by_the_api(town: Town, player: Player, stranger: User, now: dt.datetime) -> None:
    program = Program(town.secretary)
    role = {"email": ADDRESS, "kind": "captain", "team": "bell"}
    assert program.post("roles/", {**role, "starts_on": "2026-11-03"}).status_code == 405
    assert program.post("invitations/", {**role, "player": player.pk}).status_code == 201


def by_details(town: Town, player: Player, stranger: User, now: dt.datetime) -> None:
    change_details(player, Details(NAME, email=ADDRESS), by=town.secretary, now=now)


def by_registering(town: Town, player: Player, stranger: User, now: dt.datetime) -> None:
    by_details(town, player, stranger, now)
    new = register(town.teams["Anchor"], town.season, name="Zed", starts_on=now.date(), by=town.secretary, now=now)
    change_details(new.player, Details("Zed", email="zed@elsewhere.example"), by=town.secretary, now=now)


def by_merging(town: Town, player: Player, stranger: User, now: dt.datetime) -> None:
    twin = Player.objects.create(league=town.league, name="Bell 4", email=ADDRESS)
    merge_players(player, twin, reason="Entered twice.", by=town.secretary, now=now)


def by_the_admin(town: Town, player: Player, stranger: User, now: dt.datetime) -> None:
    client = Client()
    client.force_login(factories.user("root@town.example", is_staff=True, is_superuser=True))
    client.post(f"/admin/league/player/{player.pk}/change/", {"user": stranger.pk})
    role = {"user": stranger.pk, "league": town.league.pk, "kind": "referee", "starts_on": "2026-11-03"}
    assert client.post("/admin/league/role/add/", role).status_code == 403


# A league's file: tests/services/portability/test_league_import.py
DOORS: dict[Door, str] = {
    by_spreadsheet: "captain",
    by_the_import_page: "captain",
    by_the_import_of_the_api: "captain",
    by_the_command_line: "",
    by_the_people_page: "captain",
    by_the_captains_of_a_season: "captain",
    by_the_api: "captain",
    by_details: "",
    by_registering: "",
    by_merging: "",
    by_the_admin: "",
}


def account(user: User) -> list[dict[str, Any]]:
    return [*User.objects.filter(pk=user.pk).values(), *EmailAddress.objects.filter(user=user).values()]


@pytest.mark.parametrize("rights", [False, True], ids=["a stranger", "the administrator"])
@pytest.mark.parametrize(("door", "offers"), DOORS.items(), ids=lambda one: getattr(one, "__name__", ""))
def test_a_door_attaches_nobody_s_account(
    town: Town, now: dt.datetime, door: Door, offers: str, *, rights: bool
) -> None:
    stranger = factories.user(ADDRESS, name=NAME, last_login=now, is_staff=rights, is_superuser=rights)
    player = town.squads["Bell"][3]
    before = account(stranger)
    door(town, player, stranger, now)
    assert not Role.objects.filter(user=stranger).exists()
    assert not Player.objects.filter(user=stranger).exists()
    assert account(stranger) == before
    if not offers:
        assert not Invitation.objects.exists()
        return
    assert NAME not in secretary(town).get(PEOPLE).content.decode()
    [made] = Invitation.objects.all()
    assert (made.email, made.kind, made.user) == (ADDRESS, offers, stranger)
    deliver_due(now=now)
    # Making a token tells its owner, too.
    assert [letter.to for letter in mail.outbox if letter.to != [town.secretary.email]] == [[ADDRESS]]
    # Whoever was passed the mail on holds the link, and nothing else.
    Client().post(f"/invitations/{token_for(made.pk)}/", {"name": "Mallory"})
    with pytest.raises(WrongState):
        accept(made, Acceptance("Mallory"), by=None, now=now)
    assert not Role.objects.filter(user=stranger).exists()
    client = Client()
    client.force_login(stranger)
    assert client.post(f"/invitations/{token_for(made.pk)}/", {}).status_code == 302
    assert Role.objects.get(user=stranger).kind == offers
    assert Player.objects.get(user=stranger) == player


# Who has an account is nobody's business.


def unknown(town: Town, now: dt.datetime) -> None: ...


def confirmed(town: Town, now: dt.datetime) -> None:
    factories.user(ADDRESS, name=NAME, last_login=now)


def confirmed_as_a_further_address(town: Town, now: dt.datetime) -> None:
    other = factories.user("quillfeather@private.example", name=NAME, last_login=now)
    EmailAddress.objects.create(user=other, email=ADDRESS, verified=True)


def unconfirmed(town: Town, now: dt.datetime) -> None:
    user = User.objects.create_user(ADDRESS, "a-long-enough-password", name=NAME)
    EmailAddress.objects.create(user=user, email=ADDRESS, primary=True)


def closed(town: Town, now: dt.datetime) -> None:
    factories.user(ADDRESS, name=NAME, is_active=False)


def holder(town: Town, now: dt.datetime) -> None:
    user = factories.user("quillfeather@private.example", name=NAME, last_login=now)
    EmailAddress.objects.create(user=user, email=ADDRESS, verified=True)
    factories.role(user, town.league, RoleKind.REFEREE)


OWNERS = (unknown, confirmed, confirmed_as_a_further_address, unconfirmed, closed, holder)


def told_on_the_page(town: Town) -> tuple[int, str]:
    """The status, and what the page says of the address after it was invited."""
    answer = secretary(town).post(PEOPLE, {"email": ADDRESS, "kind": "referee"}, follow=True)
    text = in_words(answer.content.decode())
    found = [text[at.start() : at.start() + 160] for at in re.finditer(re.escape(ADDRESS), text)]
    return answer.status_code, " | ".join(found)


def told_by_the_api(town: Town) -> tuple[int, str]:
    answer = Program(town.secretary).post("invitations/", {"email": ADDRESS, "kind": "referee"})
    return answer.status_code, json.dumps({**json.loads(answer.content), "id": 0})


@pytest.mark.parametrize("told", [told_on_the_page, told_by_the_api])
def test_one_answer_whoever_has_the_address(
    town: Town, now: dt.datetime, told: Callable[[Town], tuple[int, str]]
) -> None:
    answers, queries = set(), []
    for owner in OWNERS:
        owner(town, now)
        with CaptureQueriesContext(connection) as asked:
            answers.add(told(town))
        queries.append(len(asked))
        user = Invitation.objects.get().user
        assert Role.objects.filter(user=user).count() == (owner is holder)
        user.delete()
    [(status, said)] = answers
    assert status in (200, 201)
    assert ADDRESS in said
    assert NAME not in said
    # A new address gets an account without a password: two rows and the questions that they cost.
    assert max(queries) - min(queries) <= 6


def test_whoever_reads_an_invited_address_reads_what_was_typed(town: Town, now: dt.datetime) -> None:
    """The further address of an account would lead to its name and first one: in lists, in answers, in the export."""
    confirmed_as_a_further_address(town, now)
    Program(town.secretary).post("invitations/", {"email": ADDRESS, "kind": "captain", "team": "bell"})
    captain = Client()
    captain.force_login(town.captains["Bell"])
    read = [
        secretary(town).get(PEOPLE).content,
        captain.get("/leagues/town/teams/bell/people/").content,
        Program(town.secretary).get("invitations/").content,
        Program(town.captains["Bell"]).get("teams/bell/roles/").content,
    ]
    assert [ADDRESS.encode() in one for one in read] == [True] * 4
    out = io.BytesIO()
    export_league(town.league, out, by=town.secretary, now=now)
    with zipfile.ZipFile(out) as archive:
        read += [archive.read(name) for name in archive.namelist()]
    assert [one for one in read if b"Quillfeather" in one or b"quillfeather" in one] == []
