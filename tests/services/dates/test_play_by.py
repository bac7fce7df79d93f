"""Postponed fixtures of seasons that leave other weeks blank than the penultimate of each round, or none."""

import datetime as dt

import pytest
from django.test import Client

from league.enums import FixtureState, PostponementState, WeekKind
from league.errors import Invalid, WrongState
from league.models import Entry, Fixture, Notice, Postponement, Season, Week
from league.queries.dates.outstanding import outstanding_rounds, weeks_to_place
from league.queries.dates.postponements import slots_for
from league.services.dates import override, postpone
from league.services.dates.place import lapse_unplayed, place_now, place_outstanding
from tests.factories import Town

NOW = dt.datetime(2026, 9, 9, 12, tzinfo=dt.UTC)
LAST = dt.date(2026, 9, 29)


def evening(day: int, month: int = 9) -> dt.datetime:
    """Eight in the evening in London, in summer."""
    return dt.datetime(2026, month, day, 19, tzinfo=dt.UTC)


@pytest.fixture
def open_town(town: Town) -> Town:
    """Weeks 1, 2, 3 and 4 of September and October are for play; a postponed fixture has fourteen days."""
    Week.objects.filter(season=town.season).update(kind=WeekKind.PLAY)
    return run(town, catch_up="none", play_within=14)


def run(town: Town, **said: object) -> Town:
    """The town with its season run so."""
    Season.objects.update(**said)
    for fixture in town.fixtures:
        fixture.refresh_from_db()
    return town


def requested(town: Town, home: str, away: str, *dates: dt.datetime) -> Fixture:
    """A fixture that its home captain has asked to postpone to one of some dates."""
    fixture = town.fixture(home, away)
    postpone.request(fixture, slots=dates, reason="The cellar is flooded.", by=town.captains[home], now=NOW)
    return fixture


def fixture_without_date(town: Town, home: str, away: str) -> Fixture:
    """A fixture that both captains have put off without a date."""
    fixture = requested(town, home, away)
    postpone.agree_without_date(fixture, seen=1, by=town.captains[away], now=NOW)
    return fixture


def test_postponed_agreed_and_moved_within_fourteen_days_of_its_first_date(open_town: Town) -> None:
    """Anchor v Bell was to be on Tuesday 15 September."""
    fixture = requested(open_town, "Anchor", "Bell", evening(29))
    done = postpone.agree(fixture, evening(29), seen=1, by=open_town.captains["Bell"], now=NOW)
    assert (done.state, done.starts_at) == (PostponementState.AGREED, evening(29))
    # Asked for once more it is still the first date that counts.
    fixture.refresh_from_db()
    assert [slot.date for slot in slots_for(fixture, now=NOW)][-1] == LAST


def test_the_fifteenth_day_is_refused_with_what_would_be_right(open_town: Town) -> None:
    with pytest.raises(Invalid) as refused:
        requested(open_town, "Anchor", "Bell", evening(30))
    assert [(problem.field, problem.message) for problem in refused.value.problems] == [
        ("slot-1", "It must be played by Tuesday 29 September, within 14 days of its first date.")
    ]
    assert not Postponement.objects.exists()


def test_days_are_days_of_the_leagues_own_clock_across_its_change(open_town: Town) -> None:
    """Summer time ends on Sunday 25 October 2026; half past eleven at night is the same day before and after."""
    run(open_town, play_until=dt.date(2026, 11, 30))
    fixture = open_town.fixture("Anchor", "Bell")
    late = dt.datetime(2026, 10, 13, 22, 30, tzinfo=dt.UTC)
    Fixture.objects.filter(pk=fixture.pk).update(starts_at=late, original_starts_at=late)
    Entry.objects.update(start_time=dt.time(23, 30))
    fixture.refresh_from_db()
    found = slots_for(fixture, now=NOW)[-1]
    assert (found.date, found.starts_at) == (dt.date(2026, 10, 27), dt.datetime(2026, 10, 27, 23, 30, tzinfo=dt.UTC))
    put_off = fixture_without_date(open_town, "Anchor", "Bell")
    assert lapse_unplayed(now=dt.datetime(2026, 10, 27, 23, 59, tzinfo=dt.UTC)) == 0
    assert lapse_unplayed(now=dt.datetime(2026, 10, 28, 0, 0, tzinfo=dt.UTC)) == 1
    assert Postponement.objects.get(fixture=put_off).state == PostponementState.LAPSED


def test_one_without_a_date_is_not_placed_and_is_owed_too_late_on_the_fifteenth_day(open_town: Town) -> None:
    fixture = fixture_without_date(open_town, "Anchor", "Bell")
    assert weeks_to_place(now=NOW + dt.timedelta(days=14)) == []
    assert place_outstanding(now=NOW + dt.timedelta(days=14)) == 0
    assert place_now(open_town.season, by=open_town.secretary, now=NOW) == 0
    [of_round] = outstanding_rounds(Season.objects.select_related("league").get(), now=NOW)
    [line] = of_round.lines
    assert (of_round.catch_up, line.last_day, line.days_left) == (None, LAST, 21)
    assert line.then == "If it is not played by Tuesday 29 September, you decide."
    assert lapse_unplayed(now=dt.datetime(2026, 9, 29, 22, 59, tzinfo=dt.UTC)) == 0
    assert lapse_unplayed(now=dt.datetime(2026, 9, 29, 23, 0, tzinfo=dt.UTC)) == 1
    fixture.refresh_from_db()
    assert (fixture.state, Postponement.objects.get().state) == (FixtureState.POSTPONED, PostponementState.LAPSED)


def test_no_later_than_the_day_that_is_said_or_else_the_end_of_the_season(open_town: Town) -> None:
    run(open_town, play_within=None)
    fixture = open_town.fixture("Anchor", "Bell")
    assert slots_for(fixture, now=NOW)[-1].date == dt.date(2026, 10, 11)  # the Sunday of week 4
    run(open_town, play_until=dt.date(2026, 10, 20))
    fixture = Fixture.objects.select_related("division__season__league", "week__round").get(pk=fixture.pk)
    assert slots_for(fixture, now=NOW)[-1].date == dt.date(2026, 10, 20)
    with pytest.raises(Invalid, match="by Tuesday 20 October, the last day for postponed fixtures"):
        requested(open_town, "Anchor", "Bell", evening(21, 10))


def test_the_secretary_moves_it_later_only_despite_the_rules(open_town: Town) -> None:
    fixture = fixture_without_date(open_town, "Anchor", "Bell")
    fixture.refresh_from_db()
    step = override.Override("The pub burnt down.", fixture.sequence, open_town.secretary, NOW)
    with pytest.raises(Invalid, match="within 14 days of its first date"):
        override.move(fixture, evening(30), step)
    moved = override.move(fixture, evening(30), step, anyway=True)
    assert moved.starts_at == evening(30)


def test_nobody_asks_when_no_evening_is_left(open_town: Town) -> None:
    run(open_town, play_until=dt.date(2026, 9, 1))
    with pytest.raises(WrongState, match="No evening is left: it must be played by Tuesday 1 September"):
        requested(open_town, "Anchor", "Bell")


def test_pages_say_by_when_and_that_nobody_places_it(open_town: Town, client: Client) -> None:
    fixture = fixture_without_date(open_town, "Anchor", "Bell")
    said = Notice.objects.filter(kind="postponement-owed", recipient=open_town.captains["Anchor"]).get().text
    assert said == (
        "Anchor v Bell is postponed and has no date yet. The captains may agree on one by Tuesday 29 September; nobody "
        "sets one for them."
    )
    page = f"/leagues/{open_town.league.slug}/fixtures/{fixture.pk}/"
    assert "To be played by Tuesday 29 September." in client.get(page).content.decode()
    client.force_login(open_town.secretary)
    desk = client.get(f"/leagues/{open_town.league.slug}/secretary/").content.decode()
    assert "to be played by Tuesday 29 September" in desk
    listed = client.get(f"/leagues/{open_town.league.slug}/secretary/owed/").content.decode()
    assert "No week is left blank for these fixtures, so nothing is placed automatically." in listed


def last_week_blank(town: Town) -> Town:
    """Weeks 1, 2 and 3 are for play, week 4 (from 5 October) is blank."""
    Week.objects.filter(season=town.season).update(kind=WeekKind.PLAY)
    third, fourth = town.weeks[2:]
    Fixture.objects.filter(week=fourth).update(week=third, starts_at=evening(29), original_starts_at=evening(29))
    Week.objects.filter(pk=fourth.pk).update(kind=WeekKind.CATCH_UP)
    return run(town, catch_up="last")


def test_where_the_last_week_is_blank_fixtures_of_every_week_are_placed_in_it(town: Town) -> None:
    last_week_blank(town)
    first, last = fixture_without_date(town, "Anchor", "Bell"), fixture_without_date(town, "Anchor", "Castle")
    assert place_outstanding(now=dt.datetime(2026, 9, 27, 12, tzinfo=dt.UTC)) == 0
    assert place_outstanding(now=dt.datetime(2026, 9, 28, 19, tzinfo=dt.UTC)) == 2
    first.refresh_from_db()
    last.refresh_from_db()
    assert first.starts_at == evening(6, 10), "whoever has waited longest has the home night"
    assert last.starts_at in {evening(5, 10), evening(7, 10), evening(8, 10)}


def test_where_weeks_are_named_each_fixture_is_placed_in_the_next(town: Town) -> None:
    """Week 2 is left blank as well as week 4."""
    last_week_blank(town)
    Fixture.objects.filter(week=town.weeks[1]).delete()
    town.fixtures = [fixture for fixture in town.fixtures if fixture.week_id != town.weeks[1].pk]
    Week.objects.filter(pk=town.weeks[1].pk).update(kind=WeekKind.CATCH_UP)
    run(town, catch_up="named", catch_up_weeks=["2026-09-21", "2026-10-05"])
    early, late = fixture_without_date(town, "Anchor", "Bell"), fixture_without_date(town, "Anchor", "Castle")
    rounds = outstanding_rounds(Season.objects.select_related("league").get(), now=NOW)
    assert [(found.catch_up, [line.fixture for line in found.lines]) for found in rounds] == [
        (town.weeks[1], [early]), (town.weeks[3], [late]),
    ]  # fmt: skip
    assert place_outstanding(now=dt.datetime(2026, 9, 15, 12, tzinfo=dt.UTC)) == 1
    early.refresh_from_db()
    late.refresh_from_db()
    assert (early.starts_at, late.state) == (evening(22), FixtureState.POSTPONED)
    assert place_outstanding(now=dt.datetime(2026, 9, 28, 19, tzinfo=dt.UTC)) == 1
    late.refresh_from_db()
    assert late.starts_at == evening(6, 10)


def test_within_days_may_end_before_the_blank_week(town: Town) -> None:
    """Fourteen days from 15 September end on 29 September, the Tuesday of the blank week; seven end before it."""
    run(town, play_within=7)
    fixture = fixture_without_date(town, "Anchor", "Bell")
    assert slots_for(fixture, now=NOW)[-1].date == dt.date(2026, 9, 22)
    assert place_outstanding(now=dt.datetime(2026, 9, 21, 12, tzinfo=dt.UTC)) == 0
    assert lapse_unplayed(now=dt.datetime(2026, 9, 22, 23, 0, tzinfo=dt.UTC)) == 1
