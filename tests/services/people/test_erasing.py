"""Erasing a person or an account: results and decisions stay whole, and nothing tells of the person."""

import datetime as dt
import json

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.test import Client

from cardroom.models import PlayTable
from cardroom.rules.play.seats import Wish
from cardroom.services.tables import open_table
from league.enums import JournalKind, NoticeKind, RoleKind
from league.errors import Invalid, LeagueError, WrongState
from league.models import (
    ApiToken,
    CalendarFeed,
    IdempotencyKey,
    Invitation,
    JournalEntry,
    League,
    LiveScore,
    Notice,
    Player,
    Post,
    Preference,
    Registration,
    Role,
    SheetDraft,
    SiteMail,
    User,
)
from league.models.notices import LONGEST
from league.queries.standings.standings import division_table
from league.queries.teams import player_season
from league.services.mail import site_mail
from league.services.notices import queue_notice
from league.services.people.erasing import erase, erase_account
from league.services.people.invite import invite
from league.services.people.merge import merge_players
from league.services.people.personal_data import Details, change_details, export_person
from league.services.people.roles import end_role
from league.services.results.submit import save_draft
from league.translation import N_, Text
from league.translation import text_parts as kept_of
from tests import factories
from tests.factories import Town
from tests.services.people.traces import DAY, anchor_one, anchor_two, named_in_drafts, whole


def erase_self(town: Town, now: dt.datetime) -> None:
    erase_account(town.league, by=town.captains["Anchor"], now=now)


@pytest.mark.parametrize("own", [True, False])
def test_a_name_goes_from_tables_of_others_and_from_the_log_of_the_admin(
    town: Town, now: dt.datetime, *, own: bool
) -> None:
    captain, name = town.captains["Anchor"], "Olive Fitzpatrick"
    change_details(anchor_one(town), Details(name), by=captain, now=now)
    owner = town.captains["Bell"]
    for typed in ("olive  FITZPATRICK", "Olive", name):
        open_table(Wish("league", name=typed), by=owner, now=now)
    captain.refresh_from_db()
    about = {User: captain, Player: anchor_one(town), League: town.league}
    LogEntry.objects.bulk_create(
        LogEntry(
            user=town.secretary, content_type=ContentType.objects.get_for_model(model), object_id=str(row.pk),
            object_repr=str(row), action_flag=CHANGE, action_time=now,
        )
        for model, row in about.items()
    )  # fmt: skip
    if own:
        erase_self(town, now)
    else:
        erase(anchor_one(town), by=town.secretary, now=now)
    # A first name alone may be anybody's.
    seated = [seats[0]["name"] for seats in PlayTable.objects.order_by("pk").values_list("seats", flat=True)]
    assert seated == ["former player", "Olive", "former player"]
    told = list(LogEntry.objects.order_by("pk").values_list("object_repr", flat=True))
    assert told == ["former player", "former player", "Town League"]


def test_a_name_in_somebody_s_unsent_sheet_goes_with_whoever_is_erased(town: Town, now: dt.datetime) -> None:
    olive = town.squads["Anchor"][1]
    named_in_drafts(town, olive, now)
    erase(anchor_two(olive), by=town.secretary, now=now + DAY)
    drafts = {draft.user_id: draft for draft in SheetDraft.objects.all()}
    own = drafts[town.captains["Anchor"].pk]
    assert own.sheet == {
        "m1-g1-loser": "98", "m2-home-1-name": "Ida Moss", "m3-home-1-name": "Olive Baker",
        "m3-home-1-is": f"{olive.pk + 900} Olive Baker",
    }  # fmt: skip
    # A page that still has the name rests on an older draft, and is told so.
    assert own.updated_at == now + DAY
    assert drafts[town.captains["Bell"].pk].sheet == {"m4-home-1": str(olive.pk)}
    assert drafts[town.captains["Castle"].pk].sheet == {}


def test_drafts_of_another_league_keep_their_names(town: Town, now: dt.datetime) -> None:
    abroad = factories.town("Abroad", "abroad")
    save_draft(abroad.fixture("Anchor", "Bell"), {"m1-home-1-name": "Anchor 2"}, by=abroad.captains["Anchor"], now=now)
    erase(anchor_two(town.squads["Anchor"][1]), by=town.secretary, now=now)
    assert SheetDraft.objects.get().sheet == {"m1-home-1-name": "Anchor 2"}


def test_erasing_leaves_results_and_nothing_of_the_person(played: Town, now: dt.datetime) -> None:
    captain = played.captains["Anchor"]
    client = Client()
    client.force_login(captain)
    before = [(row.team.name, row.row.points) for row in division_table(played.division).rows]
    matches = len(player_season(anchor_one(played), played.season).matches)
    erase_self(played, now)
    player, user = anchor_one(played), User.objects.get(pk=captain.pk)
    assert (player.name, player.email, player.phone, player.shorten_name, player.user, player.erased_at) == (
        "former player", "", "", False, None, now,
    )  # fmt: skip
    assert (user.email, user.name, user.is_active, user.has_usable_password(), user.erased_at) == (
        f"erased-{user.uid}@invalid.invalid", "former player", False, False, now,
    )  # fmt: skip
    for gone in (CalendarFeed, Preference, ApiToken, EmailAddress, SheetDraft, Invitation):
        assert not gone._default_manager.filter(user=user).exists()
    assert not Notice.objects.filter(recipient=user).exists()
    assert Session.objects.count() == 0
    assert client.get("/leagues/town/my/").status_code == 302
    assert Role.objects.get(user=user).ended_at == now
    assert Registration.objects.get(player=player).ends_on == now.date()
    assert [(row.team.name, row.row.points) for row in division_table(played.division).rows] == before
    assert len(player_season(player, played.season).matches) == matches == 1
    entry = JournalEntry.objects.get(kind=JournalKind.PERSON_ERASED)
    assert (entry.by, entry.player, entry.key) == (captain, player, str(player.uid))
    assert whole(played)


def test_nothing_in_the_database_holds_their_name_or_address(played: Town, now: dt.datetime) -> None:
    player = anchor_one(played)
    change_details(player, Details("Olive Fitzpatrick", "01234 567890"), by=played.captains["Anchor"], now=now)
    texts = [
        "Olive Fitzpatrick overcalled twice.",
        Text("{who} overcalled twice.", who="Olive Fitzpatrick"),
        Text("{sentence} {n}", sentence=Text("{who} overcalled.", who="Olive Fitzpatrick"), n=2),
        Text("{long}, as {who} said.", long="x" * 250, who="Olive Fitzpatrick"),
        N_("Olive Fitzpatrick overcalled once."),
    ]
    for key, text in enumerate(texts, start=1):
        bell = played.captains["Bell"]
        queue_notice(played.league, [bell], NoticeKind.CAPTAIN_INFORMED, str(key), text=text, now=now)
    erase_self(played, now)
    kept = [
        str(value) for model in apps.get_models() for row in model._default_manager.values() for value in row.values()
    ]
    for trace in ("Fitzpatrick", "anchor@town.example", "anchor.one@private", "567890"):
        assert [value for value in kept if trace in value] == []
    told = {notice.key: notice for notice in Notice.objects.filter(kind=NoticeKind.CAPTAIN_INFORMED)}
    assert told["1"].text == told["2"].text == "former player overcalled twice."
    assert [told["2"].message, told["3"].message] == ["former player overcalled twice.", "former player overcalled. 2"]
    assert kept_of(told["2"].message)["msgid"] == "{who} overcalled twice."
    assert kept_of(told["3"].message)["params"]["sentence"]["msgid"] == "{who} overcalled."
    assert told["4"].message == "x" * 250 + ", as former player said."
    assert (told["5"].message, told["5"].made_of) == ("former player overcalled once.", {})


@pytest.mark.parametrize("how", ["as a player", "as nobody's player", "serving elsewhere"])
def test_account_mail_that_waits_goes_with_an_account(played: Town, now: dt.datetime, how: str) -> None:
    """It names the person and may hold a code or a link; of an account that lives on, it is the account's."""
    captain = played.captains["Anchor"]
    EmailAddress.objects.create(user=captain, email="Second@private.example")
    account, player = {"Anchor@Town.example", "second@private.example"}, {"anchor.one@private.example"}
    for to in (*sorted(account | player), "bell@town.example"):
        site_mail.queue_site_mail(to, "Your code", "It is 123.", now=now, lasts=DAY)
    if how == "serving elsewhere":
        factories.role(captain, factories.town("Abroad", "abroad").league, RoleKind.REFEREE)
    if how == "as nobody's player":
        Player.objects.filter(user=captain).update(user=None)
    erase_self(played, now)
    left = set(SiteMail.objects.values_list("to", flat=True)) - {"bell@town.example"}
    assert left == (player | account if how == "serving elsewhere" else player)
    assert SiteMail.objects.filter(to="bell@town.example").exists()


def test_what_a_secretary_takes_of_somebody_holds_no_mail_that_lets_one_in(played: Town, now: dt.datetime) -> None:
    captain = played.captains["Anchor"]
    site_mail.queue_site_mail(captain.email, "Your code", "It is XK7-Q2P.", now=now, lasts=DAY)
    taken = export_person(anchor_one(played), by=played.secretary, now=now)
    assert "XK7-Q2P" not in json.dumps(taken, default=str)


def test_a_player_erases_themselves_once_only(played: Town, now: dt.datetime) -> None:
    erase(anchor_one(played), by=played.captains["Anchor"], now=now)
    for act in (
        lambda: erase(anchor_one(played), by=played.secretary, now=now),
        lambda: export_person(anchor_one(played), by=played.secretary, now=now),
        lambda: change_details(anchor_one(played), Details("Back"), by=played.secretary, now=now),
    ):
        with pytest.raises(WrongState, match="were erased"):
            act()


def test_an_account_that_serves_in_another_league_lives_on_there(played: Town, now: dt.datetime) -> None:
    captain, abroad = played.captains["Anchor"], factories.town("Abroad", "abroad")
    role = factories.role(captain, abroad.league, RoleKind.REFEREE)
    CalendarFeed.objects.create(user=captain, league=abroad.league, token="other", created_at=now)
    erase_self(played, now)
    captain.refresh_from_db()
    assert (captain.email, captain.is_active, captain.erased_at) == ("anchor@town.example", True, None)
    assert list(Role.objects.filter(user=captain, ended_at=None)) == [role]
    assert [feed.league for feed in CalendarFeed.objects.filter(user=captain)] == [abroad.league]
    assert anchor_one(played).name == "former player"


def test_a_player_without_an_account_is_erased(town: Town, now: dt.datetime) -> None:
    player = town.squads["Bell"][3]
    erase(player, by=town.secretary, now=now)
    assert Player.objects.get(pk=player.pk).name == "former player"


def test_the_last_secretary_and_administrators_stay(town: Town, now: dt.datetime) -> None:
    for user in (town.secretary, factories.user("chief@town.example", is_staff=True)):
        player = Player.objects.create(league=town.league, name="An Officer", user=user)
        with pytest.raises(LeagueError):
            erase_account(town.league, by=user, now=now)
        player.refresh_from_db()
        user.refresh_from_db()
        assert (player.name, user.is_active) == ("An Officer", True)
    with pytest.raises(Invalid):
        erase(Player.objects.get(user=town.secretary), by=town.secretary, now=now)
    assert JournalEntry.objects.count() == 0


@pytest.mark.parametrize("rights", [False, True])
def test_erasing_a_player_leaves_their_account_alone(played: Town, now: dt.datetime, *, rights: bool) -> None:
    """A secretary would shut a stranger, or the administrator, out of everything here for good."""
    captain, client = played.captains["Anchor"], Client()
    User.objects.filter(pk=captain.pk).update(is_staff=rights, is_superuser=rights)
    client.force_login(captain)
    site_mail.queue_site_mail(captain.email, "Your code", "It is 123.", now=now, lasts=DAY)
    site_mail.queue_site_mail("anchor.one@private.example", "Your code", "It is 123.", now=now, lasts=DAY)
    before = User.objects.values().get(pk=captain.pk)
    kept = (ApiToken, EmailAddress, Preference)
    rows = [list(model._default_manager.filter(user=captain).values()) for model in kept]
    player = erase(anchor_one(played), by=played.secretary, now=now)
    assert (player.name, player.user, Role.objects.get(user=captain).ended_at) == ("former player", None, now)
    assert User.objects.values().get(pk=captain.pk) == before
    assert [list(model._default_manager.filter(user=captain).values()) for model in kept] == rows
    assert (Session.objects.count(), SiteMail.objects.count()) == (1, 2)
    assert client.get("/accounts/email/").status_code == 200


def test_somebody_who_plays_nowhere_erases_their_account(town: Town, now: dt.datetime) -> None:
    erase_account(town.league, by=town.referee, now=now)
    user = User.objects.get(pk=town.referee.pk)
    assert (user.name, user.is_active, Role.objects.get(user=user).ended_at) == ("former player", False, now)
    assert JournalEntry.objects.get(kind=JournalKind.PERSON_ERASED).what == "erased their own account"


def test_a_role_that_has_ended_keeps_its_day(played: Town, now: dt.datetime) -> None:
    role = Role.objects.select_related("league", "team", "user").get(user=played.captains["Anchor"])
    end_role(role, last_day=now.date(), by=played.secretary, now=now)
    erase(anchor_one(played), by=played.secretary, now=now + 7 * DAY)
    role.refresh_from_db()
    assert (role.ends_on, role.ended_at) == (now.date(), None)


def test_roles_and_invitations_that_are_over_keep_no_account(played: Town, now: dt.datetime) -> None:
    """Here and elsewhere: neither a role whose last day is over nor an invitation that ran out is marked as ended."""
    captain, abroad = played.captains["Anchor"], factories.town("Abroad", "abroad")
    last_year = {"starts_on": dt.date(2025, 9, 1), "ends_on": dt.date(2026, 5, 31)}
    for league in (played.league, abroad.league):
        factories.role(captain, league, RoleKind.REFEREE, **last_year)
    invite(abroad.league, captain.email, "referee", None, by=abroad.secretary, now=now - 15 * DAY)
    erase_self(played, now)
    captain.refresh_from_db()
    assert (captain.email, captain.name, captain.is_active, captain.has_usable_password()) == (
        f"erased-{captain.uid}@invalid.invalid", "former player", False, False,
    )  # fmt: skip


def test_somebody_who_was_once_captain_here_erases_their_account(town: Town, now: dt.datetime) -> None:
    last_year = {"starts_on": dt.date(2025, 9, 1), "ends_on": dt.date(2026, 5, 31)}
    factories.role(town.referee, town.league, RoleKind.CAPTAIN, town.teams["Bell"], **last_year)
    erase_account(town.league, by=town.referee, now=now)
    assert User.objects.get(pk=town.referee.pk).is_active is False


@pytest.mark.parametrize("still", ["role-to-come", "last-day", "invitation"])
def test_what_goes_on_or_is_to_come_elsewhere_keeps_the_account(played: Town, now: dt.datetime, still: str) -> None:
    captain, abroad = played.captains["Anchor"], factories.town("Abroad", "abroad")
    if still == "invitation":
        invite(abroad.league, captain.email, "referee", None, by=abroad.secretary, now=now)
    else:
        days = {"starts_on": now.date() + DAY} if still == "role-to-come" else {"ends_on": now.date()}
        factories.role(captain, abroad.league, RoleKind.REFEREE, **days)
    erase_self(played, now)
    captain.refresh_from_db()
    assert (captain.email, captain.is_active) == ("anchor@town.example", True)


def test_a_short_name_in_the_longest_message_is_replaced(played: Town, now: dt.datetime) -> None:
    """“former player” is longer than “Al Day”, and PostgreSQL refuses what does not fit."""
    player = anchor_one(played)
    Player.objects.filter(pk=player.pk).update(name="Al Day")
    said = ("Al Day left early; Al Day said nothing. " + "x" * 250)[:250]
    Notice.objects.create(
        league=played.league, recipient=played.captains["Bell"], kind=NoticeKind.CAPTAIN_INFORMED, key="1", text=said,
        created_at=now, send_at=now,
    )  # fmt: skip
    erase(anchor_one(played), by=played.secretary, now=now)
    told = Notice.objects.get(key="1").text
    assert (len(told), "Al Day" in told) == (250, False)
    assert told.startswith("former player left early; former player said nothing. xxx")


def test_answers_kept_for_a_person_or_telling_of_them_are_gone(played: Town, now: dt.datetime) -> None:
    captain, other, name = played.captains["Anchor"], played.captains["Bell"], "Olive “Al” O'Day"
    Player.objects.filter(pk=anchor_one(played).pk).update(name=name)
    kept = [(captain, 200, "{}"), (captain, None, ""), (other, 200, name), (other, 201, "anchor@town.example"),
            (other, 202, "Bell 2")]  # fmt: skip
    for number, (user, status, said) in enumerate(kept):
        body = json.dumps({"said": said}, ensure_ascii=False).encode()
        IdempotencyKey.objects.create(
            owner=f"user:{user.pk}", key=f"{number}", request_hash="", status=status, body=body, created_at=now
        )
    erase(anchor_one(played), by=played.secretary, now=now)
    # What is being answered at this moment is the erasing itself, perhaps.
    assert list(IdempotencyKey.objects.order_by("pk").values_list("status", flat=True)) == [None, 202]


def test_whoever_was_entered_twice_is_erased_under_both_names(town: Town, now: dt.datetime) -> None:
    kept, gone = (Player.objects.create(league=town.league, name=name) for name in ("Bob Smith", "Bob Smyth"))
    sheet = {"m1-home-1-name": "Bob Smyth", "m2-home-1-name": "Bob Smyth", "m2-home-1-is": f"{gone.pk} Bob Smyth"}
    captain = town.captains["Bell"]
    SheetDraft.objects.create(fixture=town.fixture("Anchor", "Bell"), user=captain, sheet=sheet, updated_at=now)
    said = {"league": town.league, "kind": NoticeKind.RESULT_TO_CONFIRM, "created_at": now, "send_at": now}
    Notice.objects.create(recipient=captain, key="x:1", text="Bob Smyth was written on the sheet", **said)
    merge_players(kept, gone, reason="One person.", by=town.secretary, now=now)
    assert SheetDraft.objects.get().sheet["m2-home-1-is"] == f"{kept.pk} Bob Smyth"
    kept.refresh_from_db()
    assert export_person(kept, by=town.secretary, now=now)["entered_also_as"] == ["Bob Smyth"]
    erase(kept, by=town.secretary, now=now)
    assert "Smyth" not in str(SheetDraft.objects.get().sheet)
    assert Notice.objects.get(key="x:1").text == "former player was written on the sheet"


def test_a_name_of_one_word_stays_in_messages_and_news_where_it_may_be_any_word(town: Town, now: dt.datetime) -> None:
    Player.objects.filter(pk=town.squads["Anchor"][1].pk).update(name="Rose")
    queue_notice(town.league, [town.captains["Bell"]], NoticeKind.CAPTAIN_INFORMED, "1", text="The sun Rose.", now=now)
    Post.objects.create(league=town.league, title="Rose", text="The sun Rose.", written_at=now, changed_at=now)
    erase(anchor_two(town.squads["Anchor"][1]), by=town.secretary, now=now)
    assert Player.objects.get(pk=town.squads["Anchor"][1].pk).name == "former player"
    assert [notice.text for notice in Notice.objects.filter(key="1")] == ["The sun Rose."]
    assert (Post.objects.get().title, Post.objects.get().text) == ("Rose", "The sun Rose.")


def test_what_does_not_name_whoever_is_erased_stays_as_it_is(town: Town, now: dt.datetime) -> None:
    long = "x" * LONGEST
    queue_notice(town.league, [town.captains["Bell"]], NoticeKind.CAPTAIN_INFORMED, "1", text=long, now=now)
    LiveScore.objects.create(
        league=town.league, fixture=town.fixture("Anchor", "Bell"), side="home", begun_at=now, changed_at=now,
        sheet={"m1-home-1-name": "Ida Moss"},
    )  # fmt: skip
    erase(anchor_two(town.squads["Anchor"][1]), by=town.secretary, now=now)
    assert Notice.objects.get(key="1").text == long
    live = LiveScore.objects.get()
    assert (live.sheet, live.sequence) == ({"m1-home-1-name": "Ida Moss"}, 1)
