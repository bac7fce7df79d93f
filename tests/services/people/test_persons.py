"""A person’s own data: the person and the secretary change and export it, and nobody else does."""

import datetime as dt
import json
from decimal import Decimal

import pytest

from league.enums import JournalKind, RoleKind
from league.errors import Invalid, NotAllowed, WrongState
from league.models import JournalEntry, Player, User
from league.services.money import NewCharge, charge, pay
from league.services.people.erasing import erase
from league.services.people.invite import invite
from league.services.people.personal_data import Details, change_details, change_name, export_account, export_person
from tests import factories
from tests.factories import Town
from tests.services.people.traces import anchor_one, anchor_two, named_in_drafts, whole


def test_details_are_changed_and_the_own_account_s_name_with_them(town: Town, now: dt.datetime) -> None:
    said = Details(" Olive \0 Baker ", "01234 567890", True, " Olive@Private.example ")
    change_details(anchor_one(town), said, by=town.secretary, now=now)
    assert User.objects.get(pk=town.captains["Anchor"].pk).name == "Anchor 1"
    change_details(anchor_one(town), Details("Anchor 1", "01234 567890", True), by=town.captains["Anchor"], now=now)
    change_details(anchor_one(town), Details("Olive Baker", "01234 567890", True), by=town.captains["Anchor"], now=now)
    player = anchor_one(town)
    assert (player.name, player.phone, player.email, player.shorten_name) == (
        "Olive Baker", "01234 567890", "olive@private.example", True,
    )  # fmt: skip
    assert player.user is not None
    assert player.user.name == "Olive Baker"
    change_details(player, Details("Olive B."), by=player.user, now=now)
    assert (anchor_one(town).email, anchor_one(town).phone) == ("olive@private.example", "")


def test_the_journal_says_which_details_were_changed_and_nothing_of_what_is_in_them(
    town: Town, now: dt.datetime
) -> None:
    said = Details("Olive Baker", "01234 567890", True, "olive@private.example")
    for _ in range(2):
        change_details(anchor_one(town), said, by=town.secretary, now=now)
    [entry] = JournalEntry.objects.all()
    assert (entry.kind, entry.by, entry.player) == (JournalKind.PERSON_CHANGED, town.secretary, anchor_one(town))
    assert entry.what == "changed the details of {player}: name, phone, email address, whether the name is shortened"
    assert entry.data == {"changed": ["name", "phone", "email", "shorten_name"]}
    change_details(anchor_one(town), Details("Olive Baker", "01234 567891", True), by=town.captains["Anchor"], now=now)
    last = JournalEntry.objects.latest("number")
    assert (last.by, last.what) == (town.captains["Anchor"], "changed the details of {player}: phone")
    assert whole(town)


def test_somebody_who_plays_nowhere_changes_their_name_and_it_is_written_down(town: Town, now: dt.datetime) -> None:
    for _ in range(2):
        change_name(town.referee, " Ray  Referee ", league=town.league, by=town.referee, now=now)
    [entry] = JournalEntry.objects.all()
    assert (entry.kind, entry.by, entry.what) == (
        JournalKind.PERSON_CHANGED, town.referee, "changed their own details: name",
    )  # fmt: skip
    assert User.objects.get(pk=town.referee.pk).name == "Ray Referee"


def test_all_that_is_wrong_with_details_is_said_at_once(town: Town, now: dt.datetime) -> None:
    Player.objects.filter(pk=town.squads["Bell"][2].pk).update(email="taken@town.example")
    for said, codes in (
        (Details(" ", "1" * 41, email="Taken@town.example"), ["name", "phone", "email"]),
        (Details("N" * 121, email="x"), ["name", "email"]),
    ):
        with pytest.raises(Invalid) as refused:
            change_details(anchor_one(town), said, by=town.secretary, now=now)
        assert [problem.code for problem in refused.value.problems] == codes


@pytest.mark.parametrize("who", ["Bell", "referee", "anchor-2", "abroad"])
def test_nobody_else_changes_takes_or_erases(town: Town, now: dt.datetime, who: str) -> None:
    mate = factories.user("anchor-2@town.example")
    Player.objects.filter(pk=town.squads["Anchor"][1].pk).update(user=mate)
    abroad = factories.town("Abroad", "abroad")
    by = {"Bell": town.captains["Bell"], "referee": town.referee, "anchor-2": mate, "abroad": abroad.secretary}[who]
    for act in (
        lambda: change_details(anchor_one(town), Details("X"), by=by, now=now),
        lambda: export_person(anchor_one(town), by=by, now=now),
        lambda: erase(anchor_one(town), by=by, now=now),
    ):
        with pytest.raises(NotAllowed):
            act()
    assert JournalEntry.objects.count() == 0


def test_the_export_has_everything_and_is_written_down(played: Town, now: dt.datetime) -> None:
    captain = played.captains["Anchor"]
    invite(played.league, captain.email, "referee", None, by=played.secretary, now=now)
    about = json.loads(json.dumps(export_person(anchor_one(played), by=captain, now=now)))
    assert set(about) == {
        "league", "account", "roles", "invitations", "notices", "drafts", "sheets_sent", "disputes_opened",
        "cards_photographed", "high_hands_recorded", "match_reports_written", "posts_written", "pages_written",
        "evidence_added", "appeals_made", "votes_on_appeals", "journal_by_them", "player",
        "registrations", "appearances", "availability", "drafts_of_others", "entered_also_as", "calls", "conduct",
        "charges", "high_hands", "journal_about_them", "practice", "daily_hand", "titles", "winners_recorded",
        "club_nights", "club_night_games",
    }  # fmt: skip
    assert about["player"] == {
        "uid": str(anchor_one(played).uid), "name": "Anchor 1", "email": "anchor.one@private.example",
        "phone": "01234 567890", "shorten_name": False, "hide_averages": False, "note": "",
    }  # fmt: skip
    assert about["account"]["email"] == "anchor@town.example"
    assert about["account"]["tokens"][0]["prefix"] == "mug_abc"
    assert "token_hash" not in json.dumps(about)
    assert "secret" not in json.dumps(about)
    [role] = about["roles"]
    assert (role["kind"], role["team__name"]) == ("captain", "Anchor")
    [played_in] = about["appearances"]
    assert (played_in["fixture"], played_in["counts"], played_in["match"]) == ("Anchor v Bell", True, 1)
    assert [sheet["version"] for sheet in about["sheets_sent"]] == [1]
    assert about["drafts"][0]["fixture"] == "Anchor v Castle"
    assert [entry["kind"] for entry in about["journal_by_them"]] == ["result-submitted"]
    entry = JournalEntry.objects.get(kind=JournalKind.PERSON_EXPORTED)
    assert (entry.by, entry.player, entry.what) == (captain, anchor_one(played), "exported the data of {player}")


def test_the_secretary_s_export_holds_nothing_of_the_account(played: Town, now: dt.datetime) -> None:
    """Sessions, browsers, addresses, the security log and other leagues are the account owner's alone."""
    captain = played.captains["Anchor"]
    own = set(export_person(anchor_one(played), by=captain, now=now))
    about = export_person(anchor_one(played), by=played.secretary, now=now)
    assert own - set(about) == {"account", "invitations", "notices", "drafts", "practice", "daily_hand"}
    assert "anchor@town.example" not in json.dumps(about)


def test_the_export_tells_of_seats_on_unsent_sheets_of_the_person_s_teams(town: Town, now: dt.datetime) -> None:
    olive = town.squads["Anchor"][1]
    named_in_drafts(town, olive, now)
    about = export_person(anchor_two(olive), by=town.secretary, now=now)
    kept = now.isoformat()
    assert about["drafts_of_others"] == [
        {"fixture": "Anchor v Bell", "updated_at": kept, "seats": ["m1-home-1"]},
        {"fixture": "Anchor v Bell", "updated_at": kept, "seats": ["m4-home-1"]},
    ]


def test_a_note_is_the_secretary_s_to_write_and_goes_with_the_person(town: Town, now: dt.datetime) -> None:
    noted = Details("Anchor 1", note=" Under 18:  plays only till nine ")
    with pytest.raises(Invalid) as refused:
        change_details(anchor_one(town), noted, by=town.captains["Anchor"], now=now)
    assert [(problem.code, problem.field) for problem in refused.value.problems] == [("note-own", "note")]
    with pytest.raises(Invalid) as refused:
        change_details(anchor_one(town), Details("Anchor 1", note="x" * 201), by=town.secretary, now=now)
    assert [problem.code for problem in refused.value.problems] == ["note"]
    change_details(anchor_one(town), noted, by=town.secretary, now=now)
    entry = JournalEntry.objects.latest("number")
    assert (str(entry.what), entry.data) == (
        "changed the details of {player}: note for captains",
        {"changed": ["note"]},
    )
    # Who changes their own number says nothing of it.
    change_details(anchor_one(town), Details("Anchor 1", "01234"), by=town.captains["Anchor"], now=now)
    about = export_person(anchor_one(town), by=town.captains["Anchor"], now=now)
    assert about["player"]["note"] == "Under 18: plays only till nine"
    assert erase(anchor_one(town), by=town.secretary, now=now).note == ""


def test_what_somebody_is_charged_is_theirs_to_take_and_stays_when_they_are_erased(
    played: Town, now: dt.datetime
) -> None:
    player = anchor_one(played)
    new = NewCharge("fine", Decimal("2.50"), "A no-show", now.date())
    [made] = charge(played.season, [played.teams["Bell"]], [], new, by=played.secretary, now=now)
    [own] = charge(played.season, [], [player], new, by=played.secretary, now=now)
    assert export_person(player, by=played.secretary, now=now)["charges"] == [
        {
            "season__name": "2026-27", "through__name": "Anchor", "kind": "fine", "amount": "2.50",
            "season__league__currency": "GBP", "reason": "A no-show", "date": "2026-11-03", "paid_on": None,
            "cancelled_at": None, "cancelled_because": "",
        }
    ]  # fmt: skip
    erase(player, by=played.secretary, now=now)
    own.refresh_from_db()
    assert (own.who, own.amount, own.standing, made.who) == ("former player", Decimal("2.50"), "owed", "Bell")
    assert pay(own, on=now.date(), by=played.secretary, now=now).standing == "paid-2026-11-03"


def test_another_league_s_affairs_are_not_in_the_export(played: Town, now: dt.datetime) -> None:
    abroad = factories.town("Abroad League", "abroad")
    captain = played.captains["Anchor"]
    factories.role(captain, abroad.league, RoleKind.REFEREE)
    assert "Abroad" not in json.dumps(export_person(anchor_one(played), by=played.secretary, now=now))


def test_somebody_who_plays_nowhere_takes_their_own(town: Town, now: dt.datetime) -> None:
    about = export_account(town.league, by=town.referee, now=now)
    assert (about["account"]["email"], "player" in about) == ("referee@town.example", False)
    assert JournalEntry.objects.get().what == "exported their own data"


def test_nobody_writes_the_name_of_another_account_nor_none_of_their_own(town: Town, now: dt.datetime) -> None:
    for user, name in ((town.secretary, "Ray Referee"), (town.referee, " "), (town.referee, "x" * 121)):
        with pytest.raises(Invalid) as refused:
            change_name(user, name, league=town.league, by=town.referee, now=now)
        assert [problem.field for problem in refused.value.problems] == ["name"]
    assert not JournalEntry.objects.exists()


def test_a_player_who_was_merged_into_another_has_no_details_to_change(town: Town, now: dt.datetime) -> None:
    twin = Player.objects.create(league=town.league, name="Anchor 1", merged_into=anchor_one(town))
    with pytest.raises(WrongState, match="entered twice and has been merged into another"):
        change_details(twin, Details("Anchor One"), by=town.secretary, now=now)


def test_no_mail_address_is_as_long_as_that(town: Town, now: dt.datetime) -> None:
    long = ".".join(["x" * 60] * 4) + ".example"
    with pytest.raises(Invalid) as refused:
        change_details(anchor_one(town), Details("Anchor 1", email=f"olive@{long}"), by=town.secretary, now=now)
    assert [str(problem.message) for problem in refused.value.problems] == [
        "Use an email address of up to 254 characters."
    ]
