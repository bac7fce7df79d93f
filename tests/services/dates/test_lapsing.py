"""Postponed fixtures whose time is over: decided by the league's policy or left to the secretary (R54)."""

import datetime as dt

import pytest

from league.enums import (
    FixtureState,
    JournalKind,
    NoticeKind,
    PostponementState,
    ResultKind,
    Settlement,
    Side,
    UnplayedPolicy,
)
from league.errors import Invalid, NotAllowed, WrongState
from league.models import Fixture, JournalEntry, Postponement, Result, Season, User
from league.services.dates.override import Override
from league.services.dates.place import lapse_unplayed, leave_owed, place_outstanding
from league.services.results import submit
from tests.factories import Town, result_sheet
from tests.services.dates.owing import NOW, OVER, evening, fixture_without_date, notices


def decided(put_off: Postponement) -> tuple[str, str]:
    put_off.refresh_from_db()
    return put_off.state, Fixture.objects.get(pk=put_off.fixture_id).state


def test_unplayed_and_the_secretary_decides(town: Town) -> None:
    put_off = fixture_without_date(town, "Anchor", "Bell", why="Tuesday: the Anchor is closed.")
    assert lapse_unplayed(now=OVER - dt.timedelta(days=1)) == 0
    assert [lapse_unplayed(now=OVER), lapse_unplayed(now=OVER)] == [1, 0]
    assert decided(put_off) == (PostponementState.LAPSED, FixtureState.POSTPONED)
    entry = JournalEntry.objects.get(kind=JournalKind.POSTPONEMENT_LAPSED)
    assert (entry.what, entry.why) == (
        "Anchor v Bell was not played in time: the secretary decides",
        "Tuesday: the Anchor is closed.",
    )
    said = "Anchor v Bell was not played in time; the secretary decides."
    assert notices(NoticeKind.POSTPONEMENT_OWED) == [(who, said) for who in ("Anchor 1", "Bell 1", "Sally Secretary")]


def test_unplayed_and_both_get_nothing(town: Town) -> None:
    Season.objects.update(unplayed_policy=UnplayedPolicy.NIL)
    put_off = fixture_without_date(town, "Anchor", "Bell")
    assert [lapse_unplayed(now=OVER), lapse_unplayed(now=OVER)] == [1, 0]
    assert decided(put_off) == (PostponementState.LAPSED, FixtureState.CANCELLED)
    assert Result.objects.count() == 0
    kinds = set(JournalEntry.objects.values_list("kind", flat=True))
    assert kinds == {JournalKind.POSTPONEMENT_LAPSED, JournalKind.FIXTURE_CANCELLED}
    said = "Anchor v Bell was not played in time and will not be: both sides get nothing."
    assert notices(NoticeKind.FIXTURE_CANCELLED) == [(who, said) for who in ("Anchor 1", "Bell 1", "Sally Secretary")]


@pytest.mark.parametrize(("side", "home_games"), [(Side.HOME, 0), (Side.AWAY, 9)])
def test_unplayed_and_awarded_to_the_side_that_did_not_postpone(town: Town, side: Side, home_games: int) -> None:
    Season.objects.update(unplayed_policy=UnplayedPolicy.AWARDED)
    put_off = fixture_without_date(town, "Anchor", "Bell", side)
    assert [lapse_unplayed(now=OVER), lapse_unplayed(now=OVER)] == [1, 0]
    assert decided(put_off) == (PostponementState.LAPSED, FixtureState.SCHEDULED)
    result = Result.objects.get()
    assert (result.kind, result.home_games, result.away_games) == (ResultKind.WALKOVER, home_games, 9 - home_games)
    assert (result.settlement, result.settled_by, result.submitted_by) == (Settlement.POLICY, None, None)
    team = "Anchor" if side == Side.HOME else "Bell"
    assert result.note == f"Not played in time, and {team} had postponed it."
    assert JournalEntry.objects.get(kind=JournalKind.WALKOVER_GIVEN).by_name == "Muggins"


def test_nobody_is_awarded_what_nobody_is_known_to_have_postponed(town: Town) -> None:
    Season.objects.update(unplayed_policy=UnplayedPolicy.AWARDED)
    put_off = fixture_without_date(town, "Anchor", "Bell", "")
    assert lapse_unplayed(now=OVER) == 1
    assert decided(put_off) == (PostponementState.LAPSED, FixtureState.POSTPONED)
    assert Result.objects.count() == 0


@pytest.mark.parametrize("state", [PostponementState.AGREED, PostponementState.PLACED])
def test_a_new_date_that_passed_without_a_result_lapses_when_the_result_is_overdue(
    town: Town, state: PostponementState
) -> None:
    Season.objects.update(unplayed_policy=UnplayedPolicy.NIL)
    put_off = fixture_without_date(town, "Anchor", "Bell", state=state, starts_at=evening(6))
    Fixture.objects.filter(pk=put_off.fixture_id).update(state=FixtureState.SCHEDULED, starts_at=evening(6))
    assert lapse_unplayed(now=evening(6) + dt.timedelta(hours=47)) == 0
    assert lapse_unplayed(now=evening(6) + dt.timedelta(hours=48)) == 1
    assert decided(put_off) == (PostponementState.LAPSED, FixtureState.CANCELLED)


def test_a_date_that_the_secretary_gave_after_the_week_is_waited_for(town: Town) -> None:
    put_off = fixture_without_date(town, "Anchor", "Bell", state=PostponementState.AGREED, starts_at=evening(20))
    Fixture.objects.filter(pk=put_off.fixture_id).update(state=FixtureState.SCHEDULED, starts_at=evening(20))
    assert lapse_unplayed(now=OVER) == 0


def test_a_fixture_of_the_last_week_has_until_its_own_week_is_over(town: Town) -> None:
    put_off = fixture_without_date(town, "Anchor", "Castle")  # week 4, from 5 October on
    assert lapse_unplayed(now=dt.datetime(2026, 10, 11, 22, 59, tzinfo=dt.UTC)) == 0
    assert lapse_unplayed(now=dt.datetime(2026, 10, 11, 23, 0, tzinfo=dt.UTC)) == 1
    assert decided(put_off) == (PostponementState.LAPSED, FixtureState.POSTPONED)


def test_what_was_played_or_never_postponed_does_not_lapse(town: Town) -> None:
    fixture = fixture_without_date(town, "Anchor", "Bell", state=PostponementState.AGREED, starts_at=evening(1)).fixture
    Fixture.objects.filter(pk=fixture.pk).update(state=FixtureState.SCHEDULED, starts_at=evening(1))
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=evening(2))
    assert lapse_unplayed(now=OVER + dt.timedelta(days=30)) == 0


def step(town: Town, reason: str = "Both want to wait.", by: User | None = None, seen: int = 0) -> Override:
    return Override(reason=reason, seen=seen, by=by or town.secretary, now=NOW)


def test_the_secretary_takes_a_fixture_into_their_own_hands(town: Town) -> None:
    Season.objects.update(unplayed_policy=UnplayedPolicy.NIL)
    put_off = fixture_without_date(town, "Anchor", "Bell")
    leave_owed(put_off.fixture, step(town))
    assert [place_outstanding(now=NOW), lapse_unplayed(now=OVER)] == [0, 0]
    assert decided(put_off) == (PostponementState.LAPSED, FixtureState.POSTPONED)
    entry = JournalEntry.objects.get()
    assert (entry.what, entry.why, entry.by) == (
        "left Anchor v Bell outstanding, for the secretary to decide",
        "Both want to wait.",
        town.secretary,
    )
    said = "Anchor v Bell has no date; the secretary decides. The secretary: Both want to wait."
    assert notices(NoticeKind.POSTPONEMENT_OWED) == [("Anchor 1", said), ("Bell 1", said)]


def test_leaving_it_owed_wants_the_secretary_a_reason_and_what_they_saw(town: Town) -> None:
    fixture = fixture_without_date(town, "Anchor", "Bell").fixture
    with pytest.raises(NotAllowed):
        leave_owed(fixture, step(town, by=town.captains["Anchor"]))
    with pytest.raises(Invalid) as refused:
        leave_owed(fixture, step(town, reason="  "))
    assert [problem.field for problem in refused.value.problems] == ["reason"]
    with pytest.raises(WrongState):
        leave_owed(fixture, step(town, seen=1))
    with pytest.raises(WrongState):
        leave_owed(town.fixture("Castle", "Duke of York"), step(town))
    assert JournalEntry.objects.count() == 0
