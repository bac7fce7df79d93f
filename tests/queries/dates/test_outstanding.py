"""Fixtures that are owed still, and until when."""

import datetime as dt

from league.enums import FixtureState, PostponementState, Side
from league.models import Fixture, Postponement, Season, Week
from league.queries.dates.outstanding import lapsed_by_now, outstanding_rounds, owed_fixture, preview_of, weeks_left
from league.services.results import submit
from tests.factories import Town, result_sheet

LATE = dt.datetime(2026, 12, 1, 12, tzinfo=dt.UTC)


def postponed(town: Town, home: str = "Anchor", away: str = "Bell") -> Fixture:
    """A fixture that has lost its date."""
    fixture = town.fixture(home, away)
    Fixture.objects.filter(pk=fixture.pk).update(state=FixtureState.POSTPONED)
    Postponement.objects.create(
        fixture=fixture, side=Side.HOME, state=PostponementState.OWED, requested_at=fixture.starts_at
    )
    return town.fixture(home, away)


def test_where_nobody_has_said_a_last_day_no_fixture_is_too_late(town: Town) -> None:
    fixture = postponed(town)
    assert [one.fixture for one in lapsed_by_now(now=LATE)] == [fixture]
    Week.objects.filter(pk=town.weeks[2].pk).update(kind="play")
    assert lapsed_by_now(now=LATE) == []


def test_a_fixture_that_was_moved_after_it_was_too_late_is_owed_no_more(town: Town) -> None:
    fixture = postponed(town)
    Fixture.objects.update(state=FixtureState.SCHEDULED)
    lapsed = dt.datetime(2026, 10, 5, tzinfo=dt.UTC)
    Postponement.objects.update(state=PostponementState.LAPSED, decided_at=lapsed)
    assert [line.fixture for found in outstanding_rounds(town.season, now=LATE) for line in found.lines] == [fixture]
    Fixture.objects.filter(pk=fixture.pk).update(starts_at=LATE)
    assert outstanding_rounds(town.season, now=LATE) == []


def test_a_fixture_that_has_its_result_is_owed_no_more(town: Town) -> None:
    fixture = postponed(town)
    found = owed_fixture(fixture, now=LATE)
    assert found is not None
    assert found.by == "Anchor"
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.secretary, now=LATE)
    assert owed_fixture(town.fixture("Anchor", "Bell"), now=LATE) is None


def test_a_draft_has_no_weeks_in_which_anything_is_placed(town: Town) -> None:
    before = dt.datetime(2026, 9, 20, 12, tzinfo=dt.UTC)
    season = Season.objects.select_related("league").get(pk=town.season.pk)
    assert weeks_left(season, now=before) == [town.weeks[2]]
    season.published_at = None
    assert weeks_left(season, now=before) == []


def test_an_evening_that_is_too_near_is_nobody_s_and_says_so(town: Town) -> None:
    postponed(town)
    Season.objects.update(short_notice_hours=24 * 7)
    week = Week.objects.select_related("season__league", "round").get(pk=town.weeks[2].pk)
    monday = dt.datetime.combine(week.starts_on, dt.time(12), tzinfo=dt.UTC)
    [preview] = preview_of([week], now=monday)
    assert preview.placed == 0
    assert "It begins within 168 hours." in str(preview.lines[0].why)
