"""Postponed fixtures without a date: placed in the catch-up week, and who is told of those that are not (R52 R53)."""

import datetime as dt

import pytest

from league.enums import FixtureState, JournalKind, NoticeKind, PostponementState, RoleKind, WeekKind
from league.models import (
    Blackout,
    Entry,
    Fixture,
    JournalEntry,
    Notice,
    Postponement,
    Season,
    Venue,
    VenueClosure,
    Week,
)
from league.queries.dates.outstanding import weeks_to_place
from league.services.dates import postpone
from league.services.dates.place import lapse_unplayed, place_outstanding
from league.services.results import decide, submit
from tests import factories
from tests.factories import Town, result_sheet
from tests.journals import forget
from tests.services.dates.owing import MONDAY, NOW, OVER, evening, fixture_without_date, notices, starts


def test_a_fixture_without_a_date_gets_the_home_night_of_the_catch_up_week(town: Town) -> None:
    put_off = fixture_without_date(town, "Anchor", "Bell")
    before = put_off.fixture
    assert place_outstanding(now=NOW) == 1
    fixture = town.fixture("Anchor", "Bell")
    assert (fixture.state, fixture.starts_at, fixture.sequence) == (FixtureState.SCHEDULED, evening(1), 1)
    assert (fixture.original_starts_at, fixture.week) == (before.original_starts_at, before.week)
    put_off.refresh_from_db()
    assert (put_off.state, put_off.starts_at, put_off.decided_by, put_off.decided_at) == (
        PostponementState.PLACED,
        evening(1),
        None,
        NOW,
    )
    entry = JournalEntry.objects.get(kind=JournalKind.POSTPONEMENT_PLACED)
    assert (entry.by_name, entry.what, entry.why) == (
        "Muggins",
        "placed Anchor v Bell in the catch-up week, on Tuesday 29 September at 8 pm",
        "No date was agreed by Tuesday 22 September.",
    )
    said = "Anchor v Bell is played in the catch-up week: Tuesday 29 September at 8 pm, Anchor."
    assert notices(NoticeKind.POSTPONEMENT_PLACED) == [("Anchor 1", said), ("Bell 1", said)]


def test_a_fixture_awarded_beforehand_is_in_nobody_s_way(town: Town) -> None:
    fixture_without_date(town, "Anchor", "Bell")
    other = town.fixture("Castle", "Duke of York")
    Fixture.objects.filter(pk=other.pk).update(venue=town.venues["Anchor"], starts_at=evening(1))
    decide.give_walkover(other, to="home", version=0, reason="They cannot come.", by=town.secretary, now=NOW)
    assert place_outstanding(now=NOW) == 1
    assert starts(town.fixture("Anchor", "Bell")) == [evening(1)]


def test_running_it_again_changes_nothing(town: Town) -> None:
    fixture_without_date(town, "Anchor", "Bell")
    assert [place_outstanding(now=NOW), place_outstanding(now=NOW + dt.timedelta(days=1))] == [1, 0]
    assert town.fixture("Anchor", "Bell").sequence == 1
    assert (JournalEntry.objects.count(), Notice.objects.count()) == (1, 2)


@pytest.mark.parametrize(
    ("now", "placed"),
    [
        (dt.datetime(2026, 9, 21, 18, 59, tzinfo=dt.UTC), 0),  # 19:59 on Monday in London
        (dt.datetime(2026, 9, 21, 19, 0, tzinfo=dt.UTC), 1),
        (dt.datetime(2026, 9, 30, 12, 0, tzinfo=dt.UTC), 1),  # Wednesday: Thursday is left
        (dt.datetime(2026, 10, 1, 12, 0, tzinfo=dt.UTC), 0),  # Thursday: no evening is left
        (dt.datetime(2026, 10, 12, 12, 0, tzinfo=dt.UTC), 0),
    ],
)
def test_its_time_begins_so_many_days_before_and_ends_with_the_week(town: Town, now: dt.datetime, placed: int) -> None:
    fixture_without_date(town, "Anchor", "Bell")
    assert place_outstanding(now=now) == placed


def test_the_days_before_are_a_setting(town: Town) -> None:
    fixture_without_date(town, "Anchor", "Bell")
    Season.objects.update(place_days=3)
    assert place_outstanding(now=NOW) == 0
    friday = NOW + dt.timedelta(days=3, hours=7)  # 8 pm in London
    assert place_outstanding(now=friday - dt.timedelta(minutes=1)) == 0
    assert place_outstanding(now=friday) == 1


def test_a_season_that_is_not_published_is_left_alone(town: Town) -> None:
    fixture_without_date(town, "Anchor", "Bell")
    Season.objects.update(published_at=None)
    assert place_outstanding(now=NOW) == 0
    assert lapse_unplayed(now=OVER) == 0
    assert weeks_to_place(now=NOW) == []


def test_two_fixtures_of_one_team_take_different_evenings(town: Town) -> None:
    first, second = fixture_without_date(town, "Anchor", "Bell"), fixture_without_date(town, "Duke of York", "Anchor")
    assert place_outstanding(now=NOW) == 2
    assert starts(first.fixture) == [evening(1)]
    assert starts(second.fixture)[0] in (evening(0), evening(2), evening(3))


def test_a_venue_with_one_board_holds_one_fixture_an_evening(town: Town) -> None:
    pair = [
        fixture_without_date(town, "Anchor", "Bell").fixture,
        fixture_without_date(town, "Castle", "Duke of York").fixture,
    ]
    Fixture.objects.update(venue=town.venues["Anchor"])
    assert place_outstanding(now=NOW) == 2
    assert len({moment.date() for moment in starts(*pair)}) == 2
    Fixture.objects.filter(pk__in=[x.pk for x in pair]).update(state=FixtureState.POSTPONED)
    Postponement.objects.update(state=PostponementState.OWED, starts_at=None)
    forget(JournalEntry)
    Venue.objects.update(boards=2)
    assert place_outstanding(now=NOW) == 2
    assert starts(*pair) == [evening(1)] * 2


def test_blackouts_and_closed_days_are_kept(town: Town) -> None:
    fixture = fixture_without_date(town, "Anchor", "Bell").fixture
    bell = Entry.objects.get(team=town.teams["Bell"])
    Blackout.objects.create(entry=bell, date=dt.date(2026, 9, 29))
    for day in (28, 30):
        VenueClosure.objects.create(venue=town.venues["Anchor"], date=dt.date(2026, 9, day))
    place_outstanding(now=NOW)
    assert starts(fixture) == [evening(3)]


def test_what_has_been_agreed_for_the_week_stays_where_it_is(town: Town) -> None:
    agreed = town.fixture("Bell", "Castle")
    Fixture.objects.filter(pk=agreed.pk).update(starts_at=evening(1))
    fixture = fixture_without_date(town, "Anchor", "Bell").fixture
    place_outstanding(now=NOW)
    assert starts(agreed, fixture)[0] == evening(1)
    assert starts(fixture)[0] != evening(1)


def test_what_cannot_be_placed_keeps_the_reason_and_the_secretary_hears_of_it_once(town: Town) -> None:
    Season.objects.update(catch_up_nights=[1])
    first, second = fixture_without_date(town, "Anchor", "Bell"), fixture_without_date(town, "Duke of York", "Anchor")
    assert place_outstanding(now=NOW) == 1
    second.refresh_from_db()
    assert (second.state, second.starts_at) == (PostponementState.OWED, None)
    assert second.why == (
        "Tuesday 29 September: Anchor play Anchor v Bell. No arrangement places more than 1 of the 2."
    )
    assert Postponement.objects.get(pk=first.pk).state == PostponementState.PLACED
    assert place_outstanding(now=NOW + dt.timedelta(days=1)) == 0
    second.refresh_from_db()
    assert second.why == "No evening is possible. Tuesday 29 September: Anchor play Anchor v Bell that evening."
    said = "Duke of York v Anchor could not be placed in the catch-up week. “Outstanding fixtures” gives the reason."
    assert notices(NoticeKind.POSTPONEMENT_OWED) == [("Sally Secretary", said)]


def test_one_that_is_postponed_in_the_last_days_is_placed_in_the_next_run(town: Town) -> None:
    first = fixture_without_date(town, "Anchor", "Bell").fixture
    place_outstanding(now=NOW)
    second = fixture_without_date(town, "Duke of York", "Anchor").fixture
    assert place_outstanding(now=NOW + dt.timedelta(days=3)) == 1
    assert starts(first) == [evening(1)]  # it has its evening and keeps it
    assert starts(second)[0] != evening(1)


def test_a_request_that_nobody_answered_in_time_is_placed_too(town: Town) -> None:
    fixture, asked = town.fixture("Anchor", "Bell"), dt.datetime(2026, 9, 13, 12, tzinfo=dt.UTC)
    postpone.request(fixture, reason="A wedding", by=town.captains["Anchor"], now=asked)
    still_ahead = town.fixture("Bell", "Castle")  # on the evening of 22 September
    postpone.request(still_ahead, reason="Flu", short_notice="Today", by=town.captains["Bell"], now=NOW)
    assert place_outstanding(now=NOW) == 1
    states = Postponement.objects.order_by("pk").values_list("state", flat=True)
    assert list(states) == [PostponementState.PLACED, PostponementState.REQUESTED]
    assert starts(still_ahead) == [still_ahead.original_starts_at]


def test_one_of_the_last_week_that_was_put_off_early_is_brought_forward(town: Town) -> None:
    fixture = fixture_without_date(town, "Anchor", "Castle").fixture  # week 4, after the catch-up week
    assert place_outstanding(now=NOW) == 1
    assert starts(fixture) == [evening(1)]


def test_one_that_has_been_played_meanwhile_is_not_placed(town: Town) -> None:
    fixture = fixture_without_date(town, "Anchor", "Bell").fixture
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=NOW)
    assert place_outstanding(now=NOW) == 0


def test_every_division_of_the_season_is_placed_at_once(town: Town) -> None:
    """Two divisions share a pub with one board, and one evening is left: one of two has to wait."""
    other = factories.Division.objects.create(
        season=town.season, name="Division 2", slug="division-2", fixture_format=factories.FORMAT
    )
    fixture = fixture_without_date(town, "Anchor", "Bell").fixture
    second = fixture_without_date(town, "Castle", "Duke of York").fixture
    Fixture.objects.filter(pk=second.pk).update(division=other, venue=town.venues["Anchor"])
    Season.objects.update(catch_up_nights=[1])
    assert place_outstanding(now=NOW) == 1
    assert starts(fixture) == [evening(1)]
    assert "Anchor holds one fixture and has Anchor v Bell" in Postponement.objects.get(fixture=second).why


def test_overflow_is_normal(town: Town) -> None:
    """Five fixtures of one team have four evenings: four are placed, and one stays without a date."""
    factories.teams(town, ("Fox", "Goat"), players=1)
    for number, name in enumerate(("Fox", "Goat"), start=10):
        week = Week.objects.create(
            season=town.season, round=town.weeks[0].round, number=number, kind=WeekKind.PLAY,
            starts_on=factories.FIRST_WEEK - dt.timedelta(weeks=number),
        )  # fmt: skip
        factories.fixture(town, week, name, "Anchor")
    pairs = [
        ("Fox", "Anchor"),
        ("Goat", "Anchor"),
        ("Anchor", "Bell"),
        ("Duke of York", "Anchor"),
        ("Anchor", "Castle"),
    ]
    rows = [fixture_without_date(town, *pair) for pair in pairs]
    assert place_outstanding(now=NOW) == 4
    last = Postponement.objects.get(state=PostponementState.OWED)
    assert last == rows[-1]  # its date was the last
    assert last.why.count("Anchor play") == 4
    assert last.why.endswith("No arrangement places more than 4 of the 5.")


def test_a_catch_up_week_across_the_change_of_clocks_keeps_the_hour(town: Town) -> None:
    """Summer time ends on Sunday 25 October 2026, the last day of this catch-up week."""
    Week.objects.filter(kind=WeekKind.CATCH_UP).update(starts_on=dt.date(2026, 10, 19))
    Season.objects.update(catch_up_nights=[6])
    Entry.objects.update(home_night=6)
    fixture = fixture_without_date(town, "Anchor", "Bell").fixture
    place_outstanding(now=dt.datetime(2026, 10, 12, 19, tzinfo=dt.UTC))
    assert starts(fixture) == [dt.datetime(2026, 10, 25, 20, tzinfo=dt.UTC)]  # eight o'clock, now in winter time
    assert lapse_unplayed(now=dt.datetime(2026, 10, 25, 23, 59, tzinfo=dt.UTC)) == 0
    # In London it is Monday from midnight on; the result has 48 hours from the start.
    assert lapse_unplayed(now=dt.datetime(2026, 10, 27, 19, 59, tzinfo=dt.UTC)) == 0
    assert lapse_unplayed(now=dt.datetime(2026, 10, 27, 20, 0, tzinfo=dt.UTC)) == 1


def test_a_second_secretary_is_told_as_well_but_not_a_former_one(town: Town) -> None:
    deputy, former = factories.user("deputy@town.example", name="Dee"), factories.user("ex@town.example", name="Ex")
    factories.role(deputy, town.league, RoleKind.SECRETARY)
    factories.role(former, town.league, RoleKind.SECRETARY, ends_on=dt.date(2026, 9, 1))
    fixture_without_date(town, "Anchor", "Bell")
    VenueClosure.objects.bulk_create(
        [VenueClosure(venue=town.venues["Anchor"], date=MONDAY + dt.timedelta(days=n)) for n in range(7)]
    )
    assert place_outstanding(now=NOW) == 0
    assert [who for who, _ in notices(NoticeKind.POSTPONEMENT_OWED)] == ["Dee", "Sally Secretary"]
