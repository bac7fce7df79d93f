"""A committee or judges who have not decided in time: who is reminded, and who decides it then."""

import datetime as dt

import pytest

from league.enums import AppealState, JournalKind, RoleKind
from league.errors import NotAllowed, WrongState
from league.models import JournalEntry, League, Notice, Role
from league.services.disputes import appeal as appeals
from league.services.disputes.panel_votes import continue_due
from tests import factories
from tests.factories import Town
from tests.services.disputes.panel_cases import DAY, appealed, asked_by_stage, by_day, committee, judges, names, voted


def test_those_who_have_not_voted_are_reminded_once_on_the_evening_before_their_deadline(
    town: Town, now: dt.datetime
) -> None:
    first, chair, third = committee(town)
    made = appealed(town, now)
    voted(made, first, now)
    evening = (now + 6 * DAY).replace(hour=20)
    continue_due(now=evening - dt.timedelta(minutes=1))
    assert "vote:reminder" not in asked_by_stage()
    for _ in range(2):
        continue_due(now=evening)
    assert asked_by_stage()["vote:reminder"] == names([chair, third])
    assert Notice.objects.filter(key=f"{made.pk}:vote:reminder").count() == 2


def test_with_one_day_to_vote_there_is_no_reminder_besides(town: Town, now: dt.datetime) -> None:
    committee(town)
    League.objects.update(vote_days=1)
    town.league.refresh_from_db()
    appealed(town, now)
    continue_due(now=now.replace(hour=22))
    assert set(asked_by_stage()) == {"vote"}


def test_a_third_judge_with_one_day_is_asked_and_not_reminded_besides(town: Town, now: dt.datetime) -> None:
    one, two, third = judges(town)
    League.objects.update(vote_days=1)
    town.league.refresh_from_db()
    made = appealed(town, now)
    later = (now + DAY).replace(hour=20)
    voted(made, one, later)
    voted(made, two, later, allow=False)
    continue_due(now=later)
    assert asked_by_stage()["third"] == {third.name}
    assert "third:reminder" not in asked_by_stage()


def test_a_third_judge_is_reminded_too(town: Town, now: dt.datetime) -> None:
    one, two, third = judges(town)
    made = appealed(town, now)
    voted(made, one, now)
    voted(made, two, now + 3 * DAY, allow=False)
    continue_due(now=(now + 9 * DAY).replace(hour=20))
    assert asked_by_stage()["third:reminder"] == {third.name}


@pytest.mark.long
def test_after_the_deadline_the_chair_is_asked_by_day_and_decides(town: Town, now: dt.datetime) -> None:
    first, chair, third = committee(town)
    made = appealed(town, now)
    voted(made, chair, now, allow=False)
    voted(made, first, now)
    continue_due(now=(now + 7 * DAY).replace(hour=20))
    assert "chair" not in asked_by_stage()
    midnight = (now + 8 * DAY).replace(hour=0, minute=5)
    continue_due(now=midnight)
    assert "chair" not in asked_by_stage()
    late = by_day(now, 8)
    for _ in range(2):
        continue_due(now=late)
    assert asked_by_stage()["chair"] == {chair.name}
    text = Notice.objects.get(key=f"{made.pk}:chair").text
    assert text == (
        "Anchor v Bell: the appeal against the ruling on game 1 of match 1 is for you, as chair, to decide. The votes "
        "until Tuesday 10 November 2026, 8 pm decided nothing, so the chair of the committee decides."
    )
    with pytest.raises(WrongState) as refused:
        voted(made, third, late)
    assert refused.value.code == "not-now"
    done = voted(made, chair, late, reason="On reflection.")
    assert (done.state, done.decided_as, done.decided_by) == (AppealState.ALLOWED, "chair", chair)
    assert done.decision == "So says Committee member 1.\n\nOn reflection."
    entry = JournalEntry.objects.get(kind=JournalKind.APPEAL_DECIDED)
    assert entry.what == "allowed, as chair, the appeal against the ruling on game 1 of match 1 of Anchor v Bell"


def test_of_a_chair_who_is_recused_the_longest_serving_decides(town: Town, now: dt.datetime) -> None:
    first, chair, third = committee(town)
    factories.role(chair, town.league, RoleKind.PLAYER, town.teams["Bell"])
    made = appealed(town, now)
    late = by_day(now, 8)
    continue_due(now=late)
    assert asked_by_stage()["longest"] == {first.name}
    with pytest.raises(WrongState):
        voted(made, third, late)
    assert voted(made, first, late, allow=False).decided_as == "longest"


def test_whoever_leaves_the_committee_leaves_the_count_and_may_leave_it_decided(town: Town, now: dt.datetime) -> None:
    first, chair, _, fourth = committee(town, 4)
    made = appealed(town, now)
    voted(made, first, now)
    voted(made, chair, now)
    assert continue_due(now=now) == 0
    Role.objects.filter(user=fourth).update(ended_at=now, ends_on=now.date())
    assert continue_due(now=now + DAY) == 1
    made.refresh_from_db()
    assert (made.state, made.decided_as, made.decided_by) == (AppealState.ALLOWED, "committee", chair)
    assert continue_due(now=now + DAY) == 0


def test_one_appeal_that_is_hidden_does_not_keep_the_others(town: Town, now: dt.datetime) -> None:
    committee(town)
    appealed(town, now)
    League.objects.update(hidden_at=now)
    assert continue_due(now=by_day(now, 8)) == 0


def test_judges_who_did_not_vote_leave_it_to_a_secretary_who_is_not_recused(town: Town, now: dt.datetime) -> None:
    one, *_ = judges(town)
    made = appealed(town, now)
    own = factories.user("own@town.example", name="Own Secretary")
    factories.role(own, town.league, RoleKind.SECRETARY)
    factories.role(own, town.league, RoleKind.CAPTAIN, town.teams["Bell"])
    voted(made, one, now)
    late = by_day(now, 8)
    continue_due(now=late)
    assert asked_by_stage()["secretary"] == {"Sally Secretary"}
    with pytest.raises(WrongState):
        voted(made, one, late)
    with pytest.raises(NotAllowed):
        appeals.decide_appeal(made, allow=True, decision="So.", by=own, now=late)
    done = appeals.decide_appeal(made, allow=True, decision="So.", by=town.secretary, now=late)
    assert (done.state, done.decided_as) == (AppealState.ALLOWED, "secretary")
