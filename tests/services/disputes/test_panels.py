"""Appeals that a committee or judges decide: who is asked, who may vote, and what follows from the last vote."""

import datetime as dt
from typing import Any

import pytest
from django.db.models import Q

from league import access
from league.enums import AppealsBy, AppealState, ConductState, JournalKind, NoticeKind, NoticeState, RoleKind
from league.errors import FactorMissing, Invalid, NotAllowed, WrongState
from league.models import Appeal, AppealVote, Call, ConductCase, JournalEntry, League, Notice, Registration, Role
from league.queries.disputes.disputes import docket_of
from league.queries.disputes.panels import panel_of, why_recused
from league.queries.mail.letters import with_everything
from league.services.calls import conduct
from league.services.disputes import appeal as appeals
from league.services.mail.letters import letter_of
from tests import factories
from tests.factories import Town
from tests.services import dispute_cases as cases
from tests.services.disputes.panel_cases import (
    DAY,
    appealed,
    asked_by_stage,
    committee,
    fresh,
    judges,
    members,
    names,
    voted,
)


def test_a_committee_is_asked_and_the_ruling_stands_meanwhile(town: Town, now: dt.datetime) -> None:
    people = committee(town)
    made = appealed(town, now)
    assert (made.goes_to, made.vote_days, made.state) == (AppealsBy.COMMITTEE, 7, AppealState.OPEN)
    assert asked_by_stage() == {"vote": names(people)}
    notice = Notice.objects.filter(kind=NoticeKind.APPEAL_TO_DECIDE)[0]
    assert notice.text == (
        "Anchor v Bell: the appeal against the ruling on game 1 of match 1 awaits your vote by Tuesday 10 November "
        "2026, 8 pm."
    )
    assert notice.stale_at == dt.datetime(2026, 11, 10, 20, tzinfo=dt.UTC)
    [told] = with_everything(Q(pk=notice.pk))
    letter = letter_of(told)
    assert letter.url == f"http://testserver/leagues/town/appeals/{made.pk}/"
    made.ruling.refresh_from_db()
    assert made.ruling.revoked_at is None


def test_the_vote_that_makes_a_majority_decides_it(town: Town, now: dt.datetime) -> None:
    first, chair, third = committee(town)
    made = appealed(town, now)
    voted(made, first, now, reason="He was at home.")
    still = voted(made, third, now, allow=False)
    assert (still.state, still.decision) == (AppealState.OPEN, "")
    done = voted(made, chair, now, reason="The card is torn.")
    assert (done.state, done.decided_as, done.decided_by) == (AppealState.ALLOWED, "committee", chair)
    assert done.decision == "He was at home.\n\nThe card is torn."
    done.ruling.refresh_from_db()
    assert done.ruling.revoked_at == now
    with pytest.raises(WrongState, match="decided already"):
        voted(made, third, now)


def test_equal_votes_leave_the_ruling(town: Town, now: dt.datetime) -> None:
    one, other = committee(town, 2)
    made = appealed(town, now)
    voted(made, one, now)
    done = voted(made, other, now, allow=False, reason="The ruling is right.")
    assert (done.state, done.decided_as, done.decision) == ("dismissed", "committee", "The ruling is right.")
    assert done.ruling.revoked_at is None


def test_a_vote_can_change_until_it_is_decided(town: Town, now: dt.datetime) -> None:
    first, _, third = committee(town)
    made = appealed(town, now)
    voted(made, first, now)
    voted(made, first, now + DAY, allow=False, reason="I have looked again.")
    assert [(v.allow, v.reason, v.voted_at) for v in AppealVote.objects.all()] == [
        (False, "I have looked again.", now + DAY)
    ]
    done = voted(made, third, now + DAY, allow=False)
    assert done.state == AppealState.DISMISSED


def test_the_journal_says_that_they_voted_and_how_only_with_the_decision(town: Town, now: dt.datetime) -> None:
    first, chair, _ = committee(town)
    made = appealed(town, now)
    voted(made, first, now)
    voted(made, first, now)
    [one, two] = JournalEntry.objects.filter(kind=JournalKind.APPEAL_VOTED).order_by("number")
    assert [(e.key, e.by) for e in (one, two)] == [(f"{made.pk}:1", first), (f"{made.pk}:2", first)]
    assert one.fixture == town.fixture("Anchor", "Bell")
    assert one.what == "voted on the appeal against the ruling on game 1 of match 1 of Anchor v Bell"
    assert (one.why, one.data) == ("", {})
    voted(made, chair, now)
    entry = JournalEntry.objects.get(kind=JournalKind.APPEAL_DECIDED)
    assert (entry.by, entry.why) == (chair, "So says Committee member 1.\n\nSo says Chair of the committee 2.")
    assert entry.what == (
        "voted last, and the committee allowed the appeal against the ruling on game 1 of match 1 of Anchor v Bell"
    )
    assert entry.data == {"votes": [{"by": str(first.uid), "vote": "allow"}, {"by": str(chair.uid), "vote": "allow"}]}


def test_captains_referee_and_members_are_told_of_the_decision_and_asked_no_more(town: Town, now: dt.datetime) -> None:
    first, chair, third = committee(town)
    made = appealed(town, now)
    voted(made, first, now)
    waiting = Notice.objects.filter(kind=NoticeKind.APPEAL_TO_DECIDE)
    assert {n.recipient: n.state for n in waiting} == {
        first: NoticeState.CANCELLED, chair: NoticeState.WAITING, third: NoticeState.WAITING
    }  # fmt: skip
    voted(made, chair, now)
    assert {n.state for n in waiting.all()} == {NoticeState.CANCELLED}
    told = {n.recipient for n in Notice.objects.filter(kind=NoticeKind.APPEAL_DECIDED)}
    captains = {town.captains["Anchor"], town.captains["Bell"]}
    assert told == {*captains, town.secretary, town.referee, first, chair}


def test_a_bad_vote_is_refused_at_its_field(town: Town, now: dt.datetime) -> None:
    first, *_ = committee(town)
    made = appealed(town, now)
    for reason in (" ", "a\0b"):
        with pytest.raises(Invalid) as refused:
            voted(made, first, now, reason=reason)
        assert [p.field for p in refused.value.problems] == ["reason"]
    assert not AppealVote.objects.exists()


def test_only_the_panel_votes_and_the_secretary_does_not_decide(town: Town, now: dt.datetime) -> None:
    committee(town)
    [judge] = members(town, [RoleKind.JUDGE])
    made = appealed(town, now)
    for who in (town.secretary, town.referee, town.captains["Castle"], judge):
        with pytest.raises(NotAllowed):
            voted(made, who, now)
    with pytest.raises(WrongState, match="The committee decides this appeal") as refused:
        appeals.decide_appeal(made, allow=True, decision="So.", by=town.secretary, now=now)
    assert refused.value.code == "panel"
    late = factories.user("late@town.example")
    factories.role(late, town.league, RoleKind.COMMITTEE, starts_on=(now + DAY).date())
    with pytest.raises(WrongState, match="before you were given the role"):
        voted(made, late, now + DAY)


OWN_CASE = ("team", "once", "guest", "ruling", "appeal", "player")


@pytest.mark.parametrize("why", OWN_CASE)
def test_nobody_votes_in_their_own_case(town: Town, now: dt.datetime, why: str) -> None:
    people = committee(town, 4)
    first = people[0]
    bell = town.teams["Bell"]
    if why == "team":
        factories.role(first, town.league, RoleKind.PLAYER, bell)
    elif why == "once":
        factories.role(first, town.league, RoleKind.PLAYER, bell, ends_on=now.date() - 2 * DAY)
    elif why == "guest":
        seat = town.squads["Anchor"][1]
        seat.user = first
        seat.save()
        Registration.objects.filter(player=seat).update(ends_on=now.date() - DAY)
    elif why == "ruling":
        Role.objects.filter(user=first).update(user=town.referee)
        first = town.referee
    elif why == "player":
        seat = town.squads["Castle"][1]
        seat.user = first
        seat.save()
    made = appealed(town, now)
    if why == "appeal":
        Appeal.objects.update(opened_by=first)
    elif why == "player":
        # The call that was ruled on was theirs, as a guest's: they are of neither team.
        made.ruling.dispute.call = Call.objects.create(
            fixture=made.ruling.dispute.fixture, match_number=1, game_number=1, counter="home", counter_player=seat,
            cards="AC 7D 8H 3S", starter="7C", declared=6, recorded_at=now, recorded_by=town.referee,
        )  # fmt: skip
        made.ruling.dispute.subject = "call"
        made.ruling.dispute.save()
    found = panel_of(fresh(made), now=now)
    assert [(seat.user, seat.why_recused) for seat in found.seats if seat.why_recused] == [(first, WHY[why])]
    assert len(found.standing.may_vote) == 3
    with pytest.raises(NotAllowed, match="nobody in their own case"):
        voted(fresh(made), first, now)
    held = access.grants(first, town.league, now=now)
    assert why_recused(held, fresh(made)) == WHY[why]
    # Of three, two are more than half.
    voted(made, people[1], now)
    assert voted(made, people[2], now).state == AppealState.ALLOWED


WHY = {
    "team": "belongs to Bell",
    "once": "belonged to Bell this season",
    "guest": "played in it or was registered for a side that day",
    "ruling": "made the ruling",
    "appeal": "made the appeal",
    "player": "is a party to it",
}


def test_a_committee_takes_an_award_for_conduct_back(town: Town, now: dt.datetime) -> None:
    people = committee(town, 2)
    fixture = town.fixture("Anchor", "Bell")
    player = town.squads["Anchor"][0]
    cases.counting(town, now)
    case = ConductCase.objects.create(
        fixture=fixture, match_number=1, game_number=1, side="home", player=player, overcalls=3, threshold=3,
        proposed_at=now,
    )  # fmt: skip
    found = conduct.decide(case, award=True, reason="Three times.", by=town.referee, now=now)
    made = appeals.appeal(found, reason="I had miscounted.", by=player.user, now=now)
    assert made.player == player
    for user in people:
        done = voted(made, user, now)
    case.refresh_from_db()
    assert (done.state, case.state) == (AppealState.ALLOWED, ConductState.DISMISSED)


def test_a_setting_that_changes_leaves_appeals_as_they_began(town: Town, now: dt.datetime) -> None:
    committee(town)
    made = appealed(town, now)
    League.objects.update(appeals_by=AppealsBy.SECRETARY, vote_days=1)
    found = panel_of(fresh(made), now=now)
    assert (found.standing.body, found.standing.until) == ("committee", (now + 7 * DAY).replace(hour=20))
    with pytest.raises(WrongState):
        appeals.decide_appeal(made, allow=True, decision="So.", by=town.secretary, now=now)


def test_a_committee_that_is_none_leaves_it_to_the_secretary_who_is_told_why(town: Town, now: dt.datetime) -> None:
    League.objects.update(appeals_by=AppealsBy.COMMITTEE)
    members(town, [RoleKind.CHAIR])
    town.league.refresh_from_db()
    made = appealed(town, now)
    assert asked_by_stage() == {"secretary": {"Sally Secretary"}}
    assert Notice.objects.get(kind=NoticeKind.APPEAL_TO_DECIDE).text == (
        "Anchor v Bell: the appeal against the ruling on game 1 of match 1 is for the secretary to decide. The league "
        "had no committee of two or more when the appeal was made, so the secretary decides."
    )
    done = appeals.decide_appeal(made, allow=False, decision="So.", by=town.secretary, now=now)
    assert (done.state, done.decided_as) == (AppealState.DISMISSED, "secretary")


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("secretary", "The secretary decides it, and the ruling stands until then."),
        ("committee", "The league’s committee decides it, and the ruling stands until then."),
        ("judges", "Judges decide it, and the ruling stands until then."),
    ],
)
def test_the_other_captain_reads_who_decides(town: Town, now: dt.datetime, body: str, says: str) -> None:
    League.objects.update(appeals_by=body)
    town.league.refresh_from_db()
    appealed(town, now)
    [told] = with_everything(Q(kind=NoticeKind.APPEAL_OPENED, recipient=town.captains["Bell"]))
    assert says in letter_of(told).paragraphs


def test_two_judges_who_agree_decide_it(town: Town, now: dt.datetime) -> None:
    one, two, third = judges(town)
    made = appealed(town, now)
    assert asked_by_stage() == {"vote": names([one, two])}
    with pytest.raises(WrongState, match="two judges who have served longer sit on it"):
        voted(made, third, now)
    voted(made, one, now, allow=False, reason="It was right.")
    done = voted(made, two, now, allow=False, reason="It was right.")
    assert (done.state, done.decided_as, done.decision) == (AppealState.DISMISSED, "judges", "It was right.")


def test_where_two_judges_differ_a_third_is_asked_and_decides(town: Town, now: dt.datetime) -> None:
    one, two, third = judges(town)
    made = appealed(town, now)
    voted(made, one, now)
    voted(made, two, now + DAY, allow=False)
    assert asked_by_stage()["third"] == {third.name}
    with pytest.raises(WrongState) as refused:
        voted(made, one, now + DAY, allow=False)
    assert refused.value.message == "You can’t vote on this appeal now. The two judges differ, so a third decides."
    done = voted(made, third, now + 8 * DAY)
    assert (done.state, done.decided_as, done.decided_by) == (AppealState.ALLOWED, "judges", third)
    assert [v["vote"] for v in JournalEntry.objects.get(kind=JournalKind.APPEAL_DECIDED).data["votes"]] == [
        "allow", "dismiss", "allow",
    ]  # fmt: skip


def test_a_role_without_its_second_factor_does_not_vote(town: Town, now: dt.datetime) -> None:
    first, *_ = committee(town)
    made = appealed(town, now)
    League.objects.update(second_factor="officials")
    with pytest.raises(FactorMissing):
        voted(made, first, now)


def test_members_see_what_is_before_them_and_the_secretary_all(town: Town, now: dt.datetime) -> None:
    first, *_ = committee(town)
    [judge] = members(town, [RoleKind.JUDGE])
    made = appealed(town, now)
    seen: dict[str, Any] = {
        user.name: [one.pk for one in docket_of(town.league, access.grants(user, town.league, now=now)).appeals]
        for user in (first, judge, town.secretary, town.referee)
    }
    assert seen == {first.name: [made.pk], judge.name: [], "Sally Secretary": [made.pk], "Reg Referee": []}


@pytest.mark.parametrize(("size", "most"), [(2, 18), (4, 28)])
def test_a_panel_costs_a_few_queries_and_a_few_a_member(
    town: Town, now: dt.datetime, size: int, most: int, django_assert_max_num_queries: Any
) -> None:
    committee(town, size)
    made = fresh(appealed(town, now))
    with django_assert_max_num_queries(most):
        panel_of(made, now=now)
