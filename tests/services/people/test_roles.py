"""Roles are given and ended by the secretary; whoever has lost one speaks for nobody, and hears no more as such."""

import datetime as dt

import pytest

from league.access import grants
from league.enums import JournalKind, NoticeKind, NoticeState, RoleKind
from league.errors import Invalid, NotAllowed, WrongState
from league.models import JournalEntry, Notice, Role, User
from league.queries.people.people import captains_of, captains_of_season, secretaries_of
from league.queries.teams import officers_of
from league.services import notices
from league.services.mail.reminders import queue_due
from league.services.notices import owe
from league.services.people.roles import end_role, give_role
from tests import factories
from tests.factories import Town

DAY = dt.timedelta(days=1)


def captaincy(town: Town, team: str = "Anchor") -> Role:
    found = Role.objects.select_related("league", "team", "user")
    return found.get(user=town.captains[team], kind=RoleKind.CAPTAIN)


def entries(kind: JournalKind) -> list[tuple[str, str | None, str | None]]:
    found = JournalEntry.objects.filter(kind=kind).select_related("team", "player").order_by("number")
    return [(e.what, e.team and e.team.name, e.player and e.player.name) for e in found]


def test_a_role_is_given_by_address_from_a_day_on(town: Town, now: dt.datetime) -> None:
    olive = factories.user("olive@town.example", name="Olive")
    starts = now.date() + 2 * DAY
    role = give_role(
        town.league, " Olive@Town.example ", "captain", town.teams["Bell"], starts_on=starts, by=town.secretary, now=now
    )
    assert (role.user, role.kind, role.team, role.starts_on, role.ends_on) == (
        olive, "captain", town.teams["Bell"], starts, None,
    )  # fmt: skip
    bell = town.teams["Bell"].pk
    assert grants(olive, town.league, now=now).captain_of == frozenset()
    assert grants(olive, town.league, now=now + 2 * DAY).captain_of == {bell}
    assert entries(JournalKind.ROLE_GIVEN) == [("made somebody captain of Bell", "Bell", None)]


def test_a_player_who_is_given_a_role_is_named_by_reference(town: Town, now: dt.datetime) -> None:
    captain = town.captains["Anchor"]
    give_role(town.league, captain, "referee", None, starts_on=now.date(), by=town.secretary, now=now)
    assert entries(JournalKind.ROLE_GIVEN) == [("made {player} referee", None, "Anchor 1")]


@pytest.mark.parametrize(
    ("email", "kind", "team", "ends", "codes"),
    [
        ("nobody@town.example", "captain", "Bell", None, ["no-account"]),
        ("", "captain", "Bell", None, ["no-account"]),
        ("a\0b", "king", None, None, ["kind", "no-account"]),
        ("bell@town.example", "captain", None, None, ["team"]),
        ("bell@town.example", "referee", "Bell", None, ["team"]),
        ("bell@town.example", "referee", None, -1, ["ends-in-the-past", "ends-early"]),
    ],
)
def test_all_that_is_wrong_is_said_at_once(
    town: Town, now: dt.datetime, email: str, kind: str, team: str | None, ends: int | None, codes: list[str]
) -> None:
    last = None if ends is None else now.date() + ends * DAY
    side = town.teams[team] if team else None
    with pytest.raises(Invalid) as refused:
        give_role(town.league, email, kind, side, starts_on=now.date(), ends_on=last, by=town.secretary, now=now)
    assert [problem.code for problem in refused.value.problems] == codes


def test_another_league_s_team_is_refused(town: Town, now: dt.datetime) -> None:
    abroad = factories.town("Abroad", "abroad")
    with pytest.raises(Invalid, match="Choose the team"):
        give_role(
            town.league, town.referee, "captain", abroad.teams["Bell"],
            starts_on=now.date(), by=town.secretary, now=now,
        )  # fmt: skip


def test_a_role_that_is_held_is_not_given_twice(town: Town, now: dt.datetime) -> None:
    with pytest.raises(WrongState):
        give_role(
            town.league, town.captains["Bell"], "captain", town.teams["Bell"],
            starts_on=now.date(), ends_on=now.date(), by=town.secretary, now=now,
        )  # fmt: skip


@pytest.mark.parametrize("who", ["Anchor", "referee", "nobody"])
def test_only_the_secretary_gives_and_ends(town: Town, now: dt.datetime, who: str) -> None:
    by = {"referee": town.referee, **town.captains}.get(who) or factories.user("nobody@town.example")
    with pytest.raises(NotAllowed):
        give_role(town.league, by, "captain", town.teams["Anchor"], starts_on=now.date(), by=by, now=now)
    with pytest.raises(NotAllowed):
        end_role(captaincy(town), at_once=True, by=by, now=now)
    assert JournalEntry.objects.count() == 0


def told(town: Town, now: dt.datetime) -> tuple[list[User], list[User], list[User]]:
    """Return the team's captains, the season's and the team's officers, as notices would find them."""
    today = now.astimezone(town.league.tz).date()
    anchor = town.teams["Anchor"]
    season = [u for u in captains_of_season(town.season, on=today) if u == town.captains["Anchor"]]
    return captains_of(anchor.pk, on=today), season, [role.user for role in officers_of(anchor, on=today)]


def test_a_role_ended_at_once_is_over_at_that_moment(town: Town, now: dt.datetime) -> None:
    captain, anchor = town.captains["Anchor"], town.teams["Anchor"].pk
    assert told(town, now) == ([captain], [captain], [captain])
    end_role(captaincy(town), at_once=True, by=town.secretary, now=now)
    assert grants(captain, town.league, now=now - dt.timedelta(seconds=1)).captain_of == {anchor}
    assert grants(captain, town.league, now=now).captain_of == frozenset()
    assert told(town, now) == ([], [], [])
    assert entries(JournalKind.ROLE_ENDED) == [
        ("ended a role at once: captain of Anchor, {player}", "Anchor", "Anchor 1")
    ]


def test_a_role_is_held_through_its_last_day(town: Town, now: dt.datetime) -> None:
    captain, anchor = town.captains["Anchor"], town.teams["Anchor"].pk
    end_role(captaincy(town), last_day=now.date(), by=town.secretary, now=now)
    midnight = dt.datetime.combine(now.date() + DAY, dt.time(), tzinfo=town.league.tz)
    assert grants(captain, town.league, now=midnight - dt.timedelta(seconds=1)).captain_of == {anchor}
    assert grants(captain, town.league, now=midnight).captain_of == frozenset()
    assert (told(town, now), told(town, midnight)) == (([captain],) * 3, ([], [], []))


def test_a_last_day_can_be_chosen_anew_and_a_role_ends_once(town: Town, now: dt.datetime) -> None:
    role = captaincy(town)
    end_role(role, last_day=now.date() + 7 * DAY, by=town.secretary, now=now)
    end_role(role, at_once=True, by=town.secretary, now=now + DAY)
    with pytest.raises(WrongState):
        end_role(role, at_once=True, by=town.secretary, now=now + DAY)
    assert len(entries(JournalKind.ROLE_ENDED)) == 2


def test_a_role_ended_at_once_can_be_given_again_the_same_day(town: Town, now: dt.datetime) -> None:
    captain, anchor = town.captains["Anchor"], town.teams["Anchor"]
    end_role(captaincy(town), at_once=True, by=town.secretary, now=now)
    give_role(town.league, captain, "captain", anchor, starts_on=now.date(), by=town.secretary, now=now)
    assert told(town, now) == ([captain], [captain], [captain])


@pytest.mark.parametrize("last", [None, -1])
def test_a_last_day_in_the_past_is_refused(town: Town, now: dt.datetime, last: int | None) -> None:
    day = None if last is None else now.date() + last * DAY
    with pytest.raises(Invalid, match="3 November 2026 or later"):
        end_role(captaincy(town), last_day=day, by=town.secretary, now=now)


def test_a_role_that_is_still_to_come_can_be_taken_back(town: Town, now: dt.datetime) -> None:
    olive, later = factories.user("olive@town.example"), now.date() + 30 * DAY
    role = factories.role(olive, town.league, RoleKind.CAPTAIN, town.teams["Bell"], starts_on=later)
    end_role(role, at_once=True, by=town.secretary, now=now)
    assert grants(olive, town.league, now=now + 30 * DAY).captain_of == frozenset()
    assert olive not in captains_of(town.teams["Bell"].pk, on=later)


def test_the_last_secretary_stays(town: Town, now: dt.datetime) -> None:
    own = Role.objects.select_related("league").get(kind=RoleKind.SECRETARY)
    for how in ({"at_once": True}, {"last_day": now.date()}):
        with pytest.raises(Invalid, match="Nobody else would be secretary"):
            end_role(own, **how, by=town.secretary, now=now)  # type: ignore[arg-type]
    second = factories.user("second@town.example")
    soon = factories.role(second, town.league, RoleKind.SECRETARY, starts_on=now.date() + 7 * DAY)
    with pytest.raises(Invalid):
        end_role(own, last_day=now.date() + 5 * DAY, by=town.secretary, now=now)
    end_role(own, last_day=now.date() + 6 * DAY, by=town.secretary, now=now)
    with pytest.raises(Invalid):
        end_role(soon, at_once=True, by=town.secretary, now=now)
    assert secretaries_of(town.league, on=now.date() + 7 * DAY) == [second]


def test_an_inactive_secretary_is_nobody_else(town: Town, now: dt.datetime) -> None:
    gone = factories.user("gone@town.example", is_active=False)
    factories.role(gone, town.league, RoleKind.SECRETARY)
    own = Role.objects.select_related("league").get(user=town.secretary)
    with pytest.raises(Invalid):
        end_role(own, at_once=True, by=town.secretary, now=now)


def test_a_secretary_who_is_ended_hears_no_more(town: Town, now: dt.datetime) -> None:
    second = factories.user("second@town.example")
    role = factories.role(second, town.league, RoleKind.SECRETARY)
    end_role(role, at_once=True, by=town.secretary, now=now)
    assert notices.secretaries(town.league, now=now) == [town.secretary]


def test_mail_that_waits_for_an_ended_captain_is_not_sent(town: Town, now: dt.datetime) -> None:
    captain = factories.user("stand-in@town.example")
    role = factories.role(captain, town.league, RoleKind.CAPTAIN, town.teams["Anchor"])
    for fixture in (town.fixture("Anchor", "Bell"), town.fixture("Castle", "Duke of York")):
        owe(
            town.league, [captain, town.captains["Anchor"]], NoticeKind.RESULT_DUE, str(fixture.pk),
            text="A result is due.", now=now, fixture=fixture,
        )  # fmt: skip
    end_role(role, at_once=True, by=town.secretary, now=now)
    states = {(str(n.fixture), n.recipient.email): n.state for n in Notice.objects.select_related("recipient")}
    assert {key for key, state in states.items() if state == NoticeState.CANCELLED} == {
        ("Anchor v Bell", "stand-in@town.example")
    }


def test_a_captain_who_was_ended_is_not_reminded(town: Town, now: dt.datetime) -> None:
    first, second = factories.user("first@town.example"), factories.user("second@town.example")
    roles = [factories.role(who, town.league, RoleKind.VICE_CAPTAIN, town.teams["Anchor"]) for who in (first, second)]
    eve = town.fixture("Anchor", "Bell").starts_at - DAY
    end_role(roles[0], at_once=True, by=town.secretary, now=eve)
    queue_due(now=eve)
    told = Notice.objects.filter(kind=NoticeKind.FIXTURE_REMINDER, recipient__in=[first, second])
    assert [notice.recipient for notice in told.select_related("recipient")] == [second]


def test_a_committee_has_one_chair_at_a_time(town: Town, now: dt.datetime) -> None:
    first, second = town.captains["Castle"], town.captains["Bell"]
    today = now.date()
    last = today + dt.timedelta(days=30)
    give_role(town.league, first, "chair", None, starts_on=today, ends_on=last, by=town.secretary, now=now)
    with pytest.raises(WrongState, match="The committee has a chair on those days already"):
        give_role(town.league, second, "chair", None, starts_on=last, by=town.secretary, now=now)
    after = last + dt.timedelta(days=1)
    give_role(town.league, second, "chair", None, starts_on=after, by=town.secretary, now=now)
    give_role(town.league, second, "committee", None, starts_on=today, by=town.secretary, now=now)
    give_role(town.league, first, "judge", None, starts_on=today, by=town.secretary, now=now)
