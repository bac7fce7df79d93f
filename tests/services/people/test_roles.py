"""Roles are given and ended by the secretary; whoever has lost one speaks for nobody, and hears no more as such."""

import datetime as dt
from typing import Any

import pytest

from league.access import grants
from league.enums import JournalKind, NoticeKind, NoticeState, RoleKind
from league.errors import Invalid, NotAllowed, WrongState
from league.models import Invitation, JournalEntry, Notice, Role, Team, User
from league.queries.people.people import captains_of, captains_of_season, secretaries_of
from league.queries.teams import officers_of
from league.services import notices
from league.services.mail.reminders import queue_due
from league.services.notices import queue_notice
from league.services.people.accounts.accounts import Acceptance
from league.services.people.invite import accept, invite, remind
from league.services.people.roles import end_role
from tests import factories
from tests.factories import Town

DAY = dt.timedelta(days=1)


def captaincy(town: Town, team: str = "Anchor") -> Role:
    found = Role.objects.select_related("league", "team", "user")
    return found.get(user=town.captains[team], kind=RoleKind.CAPTAIN)


def entries(kind: JournalKind) -> list[tuple[str, str | None, str | None]]:
    found = JournalEntry.objects.filter(kind=kind).select_related("team", "player").order_by("number")
    return [(e.what, e.team and e.team.name, e.player and e.player.name) for e in found]


def take(town: Town, user: User, kind: str, team: Team | None = None, *, now: dt.datetime, **offer: Any) -> Role:
    """The secretary invites somebody, who accepts."""
    made = invite(town.league, user.email, kind, team, by=town.secretary, now=now, **offer)
    return accept(made, Acceptance(), by=user, now=now)


def test_a_player_who_takes_a_role_is_named_by_reference(town: Town, now: dt.datetime) -> None:
    take(town, town.captains["Anchor"], "referee", now=now)
    assert entries(JournalKind.ROLE_GIVEN) == [("made {player} referee", None, "Anchor 1")]


def test_another_league_s_team_is_refused(town: Town, now: dt.datetime) -> None:
    abroad = factories.town("Abroad", "abroad")
    with pytest.raises(Invalid, match="Choose the team"):
        take(town, town.referee, "captain", abroad.teams["Bell"], now=now)


@pytest.mark.parametrize("who", ["Anchor", "referee", "nobody"])
def test_only_the_secretary_ends(town: Town, now: dt.datetime, who: str) -> None:
    by = {"referee": town.referee, **town.captains}.get(who) or factories.user("nobody@town.example")
    with pytest.raises(NotAllowed):
        end_role(captaincy(town), at_once=True, by=by, now=now)
    assert JournalEntry.objects.count() == 0


def recipients(town: Town, now: dt.datetime) -> tuple[list[User], list[User], list[User]]:
    """Return the team's captains, the season's and the team's officers, as notices would find them."""
    today = now.astimezone(town.league.tz).date()
    anchor = town.teams["Anchor"]
    season = [u for u in captains_of_season(town.season, on=today) if u == town.captains["Anchor"]]
    return captains_of(anchor.pk, on=today), season, [role.user for role in officers_of(anchor, on=today)]


def test_a_role_ended_at_once_is_over_at_that_moment(town: Town, now: dt.datetime) -> None:
    captain, anchor = town.captains["Anchor"], town.teams["Anchor"].pk
    assert recipients(town, now) == ([captain], [captain], [captain])
    end_role(captaincy(town), at_once=True, by=town.secretary, now=now)
    assert grants(captain, town.league, now=now - dt.timedelta(seconds=1)).captain_of == {anchor}
    assert grants(captain, town.league, now=now).captain_of == frozenset()
    assert recipients(town, now) == ([], [], [])
    assert entries(JournalKind.ROLE_ENDED) == [
        ("ended a role at once: captain of Anchor, {player}", "Anchor", "Anchor 1")
    ]


def test_a_role_is_held_through_its_last_day(town: Town, now: dt.datetime) -> None:
    captain, anchor = town.captains["Anchor"], town.teams["Anchor"].pk
    end_role(captaincy(town), last_day=now.date(), by=town.secretary, now=now)
    midnight = dt.datetime.combine(now.date() + DAY, dt.time(), tzinfo=town.league.tz)
    assert grants(captain, town.league, now=midnight - dt.timedelta(seconds=1)).captain_of == {anchor}
    assert grants(captain, town.league, now=midnight).captain_of == frozenset()
    assert (recipients(town, now), recipients(town, midnight)) == (([captain],) * 3, ([], [], []))


def test_a_last_day_can_be_chosen_anew_and_a_role_ends_once(town: Town, now: dt.datetime) -> None:
    role = captaincy(town)
    end_role(role, last_day=now.date() + 7 * DAY, by=town.secretary, now=now)
    end_role(role, at_once=True, by=town.secretary, now=now + DAY)
    with pytest.raises(WrongState):
        end_role(role, at_once=True, by=town.secretary, now=now + DAY)
    assert len(entries(JournalKind.ROLE_ENDED)) == 2


def test_a_role_ended_at_once_can_be_taken_again_the_same_day(town: Town, now: dt.datetime) -> None:
    captain, anchor = town.captains["Anchor"], town.teams["Anchor"]
    end_role(captaincy(town), at_once=True, by=town.secretary, now=now)
    take(town, captain, "captain", anchor, now=now)
    assert recipients(town, now) == ([captain], [captain], [captain])


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
    # One that was over long before keeps no mail due.
    over = {"starts_on": now.date() - 9 * DAY, "ends_on": now.date() - 3 * DAY}
    factories.role(captain, town.league, RoleKind.VICE_CAPTAIN, town.teams["Anchor"], **over)
    for fixture in (town.fixture("Anchor", "Bell"), town.fixture("Castle", "Duke of York")):
        queue_notice(
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
    recipients = Notice.objects.filter(kind=NoticeKind.FIXTURE_REMINDER, recipient__in=[first, second])
    assert [notice.recipient for notice in recipients.select_related("recipient")] == [second]


def test_a_committee_has_one_chair_at_a_time(town: Town, now: dt.datetime) -> None:
    first, second = town.captains["Castle"], town.captains["Bell"]
    last = now.date() + 30 * DAY
    take(town, first, "chair", now=now, ends_on=last)
    with pytest.raises(WrongState, match="The committee has a chair on those days already"):
        take(town, second, "chair", now=now)
    waiting = Invitation.objects.get(user=second)
    take(town, second, "committee", now=now)
    take(town, first, "judge", now=now)
    remind(waiting, by=town.secretary, now=now + 31 * DAY)
    assert accept(waiting, Acceptance(), by=second, now=now + 31 * DAY).kind == RoleKind.CHAIR
