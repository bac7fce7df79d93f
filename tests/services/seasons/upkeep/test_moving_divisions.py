"""A team moves to another division: in a draft at once, later only while a new timetable can still be made."""

import datetime as dt

import pytest

from league.enums import FixtureState, JournalKind, NoticeKind, PostponementState, Side, TimetableState
from league.errors import Invalid, NotAllowed, WrongState
from league.models import (
    Division,
    Entry,
    Fixture,
    JournalEntry,
    Notice,
    Postponement,
    Season,
    Timetable,
)
from league.queries.seasons.divisions import move_of, without_fixtures
from league.queries.standings.standings import division_table
from league.services.results import submit
from league.services.seasons.moves import move_team
from tests import factories
from tests.factories import Town, result_sheet

WHY = "It was dealt into the wrong division."
BEFORE = dt.datetime(2026, 8, 20, 12, tzinfo=dt.UTC)


@pytest.fixture
def second_division(town: Town) -> Division:
    """A second division, and a timetable of our own by which the season was published."""
    Timetable.objects.create(season=town.season, brief={}, asked_at=BEFORE, state=TimetableState.PUBLISHED)
    return Division.objects.create(
        season=town.season, name="Division 2", slug="division-2", order=2, fixture_format="D S S"
    )


def entry_of(town: Town, team: str = "Anchor") -> Entry:
    joined = Entry.objects.select_related("season__league", "division", "team")
    return joined.get(season=town.season, team=town.teams[team])


def test_in_a_draft_it_moves_and_nobody_is_told(town: Town, second_division: Division, now: dt.datetime) -> None:
    Fixture.objects.all().delete()
    Season.objects.update(published_at=None)
    assert move_of(entry_of(town), now=now).draft
    move_team(entry_of(town), second_division, by=town.secretary, now=now)
    assert entry_of(town).division == second_division
    entry = JournalEntry.objects.get()
    assert entry.what == "moved Anchor from Division 1 to Division 2 of 2026-27"
    assert not Notice.objects.exists()
    move_team(entry_of(town), second_division, by=town.secretary, now=now)
    assert JournalEntry.objects.count() == 1


def test_before_play_its_fixtures_are_cancelled_and_a_timetable_is_due(town: Town, second_division: Division) -> None:
    put_off = town.fixture("Anchor", "Bell")
    Postponement.objects.create(
        fixture=put_off, side=Side.HOME, state=PostponementState.REQUESTED, awaiting=Side.AWAY, requested_at=BEFORE
    )
    found = move_of(entry_of(town), now=BEFORE)
    mine = {one.pk for one in town.fixtures if town.teams["Anchor"].pk in (one.home_id, one.away_id)}
    assert ({one.pk for one in found.cancelled}, found.against, found.draft) == (mine, (), False)
    move_team(entry_of(town), second_division, reason=WHY, by=town.secretary, now=BEFORE)
    assert entry_of(town).division == second_division
    cancelled = Fixture.objects.filter(state=FixtureState.CANCELLED)
    assert {one.pk for one in cancelled} == mine
    assert {one.sequence for one in cancelled} == {1}
    assert Postponement.objects.get().state == PostponementState.LAPSED
    entry = JournalEntry.objects.get(kind=JournalKind.TEAM_CHANGED)
    assert entry.why == WHY
    assert entry.data == {"division": {"from": "Division 1", "to": "Division 2"}, "cancelled": sorted(mine)}
    told = Notice.objects.filter(kind=NoticeKind.FIXTURE_MOVED)
    assert {one.recipient for one in told} == set(town.captains.values())
    assert {one.text for one in told} == {
        f"Anchor has moved from Division 1 to Division 2: a new timetable follows. {WHY}"
    }
    assert [one.team.name for one in without_fixtures(list(Entry.objects.select_related("team")))] == ["Anchor"]
    assert "Anchor" not in [row.team.name for row in division_table(town.division).rows]
    assert [row.team.name for row in division_table(second_division).rows] == ["Anchor"]


def test_what_stands_in_its_way_is_told_all_at_once(town: Town, second_division: Division, now: dt.datetime) -> None:
    submit.submit(town.fixture("Anchor", "Bell"), result_sheet(town, "Anchor", "Bell"), by=town.secretary, now=now)
    abroad = factories.town("Abroad", "abroad")
    Entry.objects.filter(team=town.teams["Anchor"]).update(withdrawn_on=dt.date(2026, 10, 1))
    with pytest.raises(Invalid) as refused:
        move_team(entry_of(town), abroad.division, reason=" ", by=town.secretary, now=now)
    assert [(one.code, one.field) for one in refused.value.problems] == [
        ("division", "division"),
        ("withdrawn", "division"),
        ("has-results", "division"),
        ("no-reason", "reason"),
    ]
    assert entry_of(town).division == town.division


def test_once_play_has_begun_it_cannot_move(town: Town, second_division: Division, now: dt.datetime) -> None:
    submit.submit(town.fixture("Anchor", "Bell"), result_sheet(town, "Anchor", "Bell"), by=town.secretary, now=now)
    [one] = move_of(entry_of(town, "Castle"), now=now).against
    assert "Withdraw Castle, and enter it in the other division next season." in one.message
    [one] = move_of(entry_of(town), now=now).against
    assert one.message.startswith("Anchor has a result in Division 1, which would count nowhere.")
    assert Fixture.objects.filter(state=FixtureState.CANCELLED).count() == 0


def test_who_may_move_what(town: Town, second_division: Division) -> None:
    with pytest.raises(NotAllowed):
        move_team(entry_of(town), second_division, reason=WHY, by=town.captains["Anchor"], now=BEFORE)
    for reason in ("x" * 251, "a\0b"):
        with pytest.raises(Invalid, match="250 characters at most"):
            move_team(entry_of(town), second_division, reason=reason, by=town.secretary, now=BEFORE)
    Season.objects.update(hidden_at=BEFORE)
    with pytest.raises(WrongState, match="is hidden"):
        move_team(entry_of(town), second_division, reason=WHY, by=town.secretary, now=BEFORE)


def test_where_every_team_has_withdrawn_none_is_without_fixtures() -> None:
    assert without_fixtures([]) == []
