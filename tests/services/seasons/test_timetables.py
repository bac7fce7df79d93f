"""A timetable's way: asked for, made under a lease, changed by hand and back."""

import datetime as dt
from dataclasses import replace

import pytest

from league.enums import TimetableState
from league.errors import Invalid, NotAllowed, WrongState
from league.models import Blackout, Entry, Fixture, Season, Timetable, User
from league.queries.seasons.timetables import TimetableRequest, made_timetable, proposed, usual
from league.services.seasons import timetables
from league.services.seasons.publish import publish
from tests.factories import Town
from tests.services.draft_season import draft, ready
from tests.services.spreadsheets import NOW
from timetable.edits import Move, Reverse, Swap
from timetable.values import MeetInWeek, NeverBothAtHome


@pytest.fixture
def season(town: Town) -> Season:
    return draft(town.league, town.secretary)


def ask(season: Season, by: User, asked: TimetableRequest | None = None) -> Timetable:
    return timetables.ask_timetable(season, asked or usual(season), by=by, now=NOW)


def test_what_is_asked_for_waits_and_is_made_when_its_turn_comes(season: Season, secretary: User) -> None:
    row = ask(season, secretary)
    assert (row.state, row.asked_by, row.made) == (TimetableState.WAITING, secretary, {})
    assert timetables.make_waiting(now=NOW) == 1
    row.refresh_from_db()
    assert (row.state, row.leased_until, row.version) == (TimetableState.READY, None, 1)
    made = made_timetable(row)
    assert len(made.timetable.meetings) == 12 + 6
    assert made.outdated == ()
    assert timetables.make_waiting(now=NOW) == 0
    assert not Fixture.objects.filter(division__season=season).exists()


def test_the_first_is_asked_for_as_the_spreadsheets_laid_the_weeks_out_and_the_next_comes_out_otherwise(
    season: Season, secretary: User
) -> None:
    assert usual(season) == TimetableRequest(rounds=2, no_play=frozenset({dt.date(2027, 10, 25)}))
    wish = NeverBothAtHome("Ash", "Elm")
    ready(season, secretary, wishes=(wish,), limit=10)
    assert usual(season) == TimetableRequest(2, frozenset({dt.date(2027, 10, 25)}), (wish,), seed=1, limit=10)


def test_a_double_click_asks_once_and_another_has_to_wait(season: Season, secretary: User) -> None:
    assert ask(season, secretary, TimetableRequest()) == ask(season, secretary, TimetableRequest())
    with pytest.raises(WrongState, match="being made already"):
        ask(season, secretary, TimetableRequest(seed=7))
    assert Timetable.objects.count() == 1


def test_everything_wrong_with_what_is_asked_is_told_at_once(season: Season, secretary: User) -> None:
    wishes = (
        MeetInWeek("Ash", "Elm", 1, 1),
        MeetInWeek("Ash", "Beech", 1, 3),
        NeverBothAtHome("Ash", "Nobody"),
        NeverBothAtHome("Ash", "Ash"),
        MeetInWeek("Ash", "Beech", 1, 1),
    )
    with pytest.raises(Invalid) as refused:
        ask(season, secretary, TimetableRequest(wishes=wishes, limit=1))
    assert [(problem.field, problem.message) for problem in refused.value.problems] == [
        ("limit", "Write seconds from 5 to 600."),
        ("wish-1", "Only teams of one division meet."),
        ("wish-2", "Choose a week of play; week 3 of round 1 is left blank."),
        ("wish-3", "Choose two teams of this season."),
        ("wish-4", "A wish is about two different teams."),
    ]
    with pytest.raises(Invalid, match="Write a number from 1 to 8"):
        ask(season, secretary, TimetableRequest(rounds=0))


def test_only_the_secretary_asks(season: Season, town: Town) -> None:
    with pytest.raises(NotAllowed):
        ask(season, town.captains["Anchor"])


def test_what_another_worker_makes_is_left_to_it_until_its_lease_is_lost(season: Season, secretary: User) -> None:
    row = ask(season, secretary)
    until = NOW + dt.timedelta(minutes=2)
    Timetable.objects.update(state=TimetableState.SOLVING, leased_until=until)
    assert timetables.make_waiting(now=until - dt.timedelta(seconds=1)) == 0
    assert timetables.make_waiting(now=until) == 1
    row.refresh_from_db()
    assert row.state == TimetableState.READY


def test_a_lease_that_a_clock_ahead_gave_is_no_lease(season: Season, secretary: User) -> None:
    """Its maker died; the lease would end at that clock's date."""
    row = ask(season, secretary)
    assert timetables._claim(NOW + dt.timedelta(days=60)) == row
    assert timetables.make_waiting(now=NOW) == 1


def test_a_result_comes_too_late_for_one_that_was_laid_aside(season: Season, secretary: User) -> None:
    row = ask(season, secretary)
    claimed = timetables._claim(NOW)
    assert claimed == row
    timetables.discard_timetable(row, by=secretary, now=NOW)
    assert timetables._make(claimed, NOW) is False
    row.refresh_from_db()
    assert (row.state, row.made) == (TimetableState.DISCARDED, {})


def test_a_result_comes_too_late_for_one_that_somebody_else_has_taken_over(season: Season, secretary: User) -> None:
    row = ask(season, secretary)
    slow = timetables._claim(NOW)
    assert slow is not None
    later = NOW + dt.timedelta(hours=1)
    taken = timetables._claim(later)
    assert taken == row
    assert timetables._make(slow, NOW) is False
    assert timetables._make(taken, later) is True


def test_one_that_cannot_be_made_says_so_and_does_not_wait_for_ever(season: Season, secretary: User) -> None:
    row = ask(season, secretary)
    Entry.objects.filter(season=season).update(withdrawn_on=NOW.date())
    assert timetables.make_waiting(now=NOW) == 1
    row.refresh_from_db()
    assert (row.state, row.progress) == (
        TimetableState.FAILED,
        "No division has two teams yet; enter them first.",
    )


def test_two_fixtures_swap_and_swap_back(season: Season, secretary: User) -> None:
    row = ready(season, secretary)
    before = made_timetable(row).timetable
    first = before.meetings[0]
    other = next(i for i, m in enumerate(before.meetings) if m.division == first.division and m.week == 4)
    seen = proposed(made_timetable(row), Swap(0, other))
    assert [(change.was.week, change.now.week) for change in seen.changed] == [(1, 4), (4, 1)]
    assert all(change.clashes for change in seen.changed)
    assert {violation.code for violation in seen.new} >= {"twice-a-week"}
    row = timetables.change_timetable(row, Swap(0, other), version=1, by=secretary, now=NOW)
    made = made_timetable(row)
    assert (row.version, len(made.edits)) == (2, 1)
    assert made.edits[0].startswith(f"swapped {first.home} v {first.away} (week 1) and ")
    assert made.timetable == seen.after
    row = timetables.undo_change(row, version=2, by=secretary, now=NOW)
    made = made_timetable(row)
    assert (row.version, made.edits, made.timetable.meetings) == (3, (), before.meetings)
    assert made.timetable.violations == before.violations
    with pytest.raises(WrongState, match="Nothing was changed by hand"):
        timetables.undo_change(row, version=3, by=secretary, now=NOW)


def test_a_fixture_that_is_turned_round_is_played_on_the_other_s_night_at_the_other_s_pub(
    season: Season, secretary: User
) -> None:
    row = ready(season, secretary)
    meetings = made_timetable(row).timetable.meetings
    index = next(i for i, m in enumerate(meetings) if m.home == "Dogwood" and m.away == "Cedar")
    row = timetables.change_timetable(row, Reverse(index), version=1, by=secretary, now=NOW)
    turned = next(
        m for m in made_timetable(row).timetable.meetings if m.home == "Cedar" and m.round == meetings[index].round
        and m.away == "Dogwood"
    )  # fmt: skip
    assert (turned.venue, f"{turned.date:%A}") == ("Old Mill", "Tuesday")
    assert turned.week == meetings[index].week


def test_a_fixture_moved_to_the_blank_week_is_told_of_before_and_after(season: Season, secretary: User) -> None:
    row = ready(season, secretary)
    seen = proposed(made_timetable(row), Move(0, 1, 3))
    assert "blank-week" in {violation.code for violation in seen.new}
    row = timetables.change_timetable(row, Move(0, 1, 3), version=1, by=secretary, now=NOW)
    assert "blank-week" in {violation.code for violation in made_timetable(row).timetable.violations}


def test_an_edit_of_another_version_or_of_nothing_is_refused(season: Season, secretary: User, town: Town) -> None:
    row = ready(season, secretary)
    timetables.change_timetable(row, Reverse(0), version=1, by=secretary, now=NOW)
    with pytest.raises(WrongState, match="changed meanwhile"):
        timetables.change_timetable(row, Reverse(0), version=1, by=secretary, now=NOW)
    for edit, said in (
        (Reverse(999), "There is no such fixture"),
        (Swap(1, 1), "Choose two fixtures"),
        (Move(0, 1, 9), "Choose one of the season’s weeks"),
        (Move(0, 1, 1), "It is in this week already"),
    ):
        with pytest.raises(Invalid, match=said):
            timetables.change_timetable(row, edit, version=2, by=secretary, now=NOW)
    with pytest.raises(NotAllowed):
        timetables.change_timetable(row, Reverse(0), version=2, by=town.captains["Anchor"], now=NOW)


def test_what_is_true_now_is_told_of_an_edit(season: Season, secretary: User) -> None:
    row = ready(season, secretary)
    made = made_timetable(row)
    meeting = made.timetable.meetings[0]
    Blackout.objects.create(entry=Entry.objects.get(season=season, team__name=meeting.away), date=meeting.date)
    other = next(i for i, m in enumerate(made.timetable.meetings) if m.division != meeting.division)
    seen = proposed(made_timetable(row), Reverse(other))
    assert any(violation.message.startswith(f"{meeting.away} cannot play on") for violation in seen.after.violations)


def test_a_team_with_another_night_makes_it_out_of_date(season: Season, secretary: User) -> None:
    row = ready(season, secretary)
    Entry.objects.filter(season=season, team__name="Elm").update(home_night=4)
    assert made_timetable(row).outdated == ("Elm plays at home at another place or on another night.",)
    with pytest.raises(WrongState, match="Elm plays at home at another place"):
        timetables.change_timetable(row, Reverse(0), version=1, by=secretary, now=NOW)


def test_laying_aside_is_done_once_and_never_to_a_published_one(season: Season, secretary: User) -> None:
    row = ready(season, secretary)
    assert timetables.discard_timetable(row, by=secretary, now=NOW) == timetables.discard_timetable(
        row, by=secretary, now=NOW
    )
    Timetable.objects.update(state=TimetableState.PUBLISHED)
    with pytest.raises(WrongState, match="published"):
        timetables.discard_timetable(row, by=secretary, now=NOW)


def test_asked_survives_being_kept() -> None:
    asked = TimetableRequest(
        3, frozenset({NOW.date()}), (MeetInWeek("A", "B", 1, 2), NeverBothAtHome("A", "C")), 5, 300
    )
    assert TimetableRequest.from_plain(asked.to_plain()) == asked
    assert replace(asked, seed=6) != asked


def test_a_week_left_blank_is_not_named_again_as_one_without_play(season: Season, secretary: User) -> None:
    Season.objects.filter(pk=season.pk).update(catch_up="named", catch_up_weeks=["2027-10-04"])
    with pytest.raises(Invalid) as refused:
        ask(season, secretary, TimetableRequest(rounds=2, no_play=frozenset({dt.date(2027, 10, 6)})))
    assert [(problem.field, str(problem.message)) for problem in refused.value.problems] == [
        (
            "no_play",
            "The week of 4 October 2027 is left blank for postponed fixtures; leave it out here.",
        )
    ]


def test_a_wish_for_a_week_that_the_season_has_not_is_refused(season: Season, secretary: User) -> None:
    with pytest.raises(Invalid, match="Choose a week of play"):
        ask(season, secretary, TimetableRequest(wishes=(MeetInWeek("Ash", "Beech", 9, 1),)))


def test_only_one_that_is_ready_is_changed_and_it_moves_by_its_table_alone(season: Season, secretary: User) -> None:
    row = ask(season, secretary)
    with pytest.raises(WrongState, match="it cannot be changed"):
        timetables.change_timetable(row, Swap(0, 1), version=1, by=secretary, now=NOW)
    with pytest.raises(WrongState, match="it cannot be published"):
        publish(row, version=1, by=secretary, now=NOW)
    timetables.discard_timetable(row, by=secretary, now=NOW)
    row.refresh_from_db()
    with pytest.raises(WrongState, match="This timetable is "):
        timetables.move_timetable(row, TimetableState.READY)
