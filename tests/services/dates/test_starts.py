"""Another start of a team, a division or a season: its fixtures to come follow, and captains are told once."""

import datetime as dt

import pytest

from league.enums import CanPlay, FixtureState, JournalKind, NoticeKind, NoticeState
from league.errors import Changed, Invalid, NotAllowed
from league.models import Availability, Division, Entry, Fixture, JournalEntry, Notice
from league.queries.dates.postponements import StartScope, start_change
from league.services.dates.evenings import change_starts
from tests.factories import Town

MORNING, EVENING = dt.time(8, 30), dt.time(20, 30)


@pytest.fixture
def day_before(town: Town, now: dt.datetime) -> dt.datetime:
    """The day before the season: its fixtures were all published for half past eight in the morning."""
    tz = town.league.tz
    for fixture in Fixture.objects.all():
        starts_at = fixture.starts_at.astimezone(tz).replace(hour=8, minute=30)
        Fixture.objects.filter(pk=fixture.pk).update(starts_at=starts_at, original_starts_at=starts_at)
    Entry.objects.update(start_time=MORNING)
    return dt.datetime.combine(town.season.first_week, dt.time(12), tzinfo=tz)


def times(town: Town) -> list[str]:
    fixtures = Fixture.objects.select_related("home").order_by("starts_at", "home__name")
    return [f"{one.home.name} {one.starts_at.astimezone(town.league.tz):%H:%M}" for one in fixtures]


def notice_texts(town: Town) -> list[tuple[str, str]]:
    notices = Notice.objects.filter(kind=NoticeKind.FIXTURE_MOVED).order_by("recipient__email")
    return [(one.recipient.email.partition("@")[0], one.text) for one in notices.select_related("recipient")]


def test_a_season_s_start(town: Town, day_before: dt.datetime) -> None:
    change = change_starts(town.season, EVENING, seen=6, by=town.secretary, now=day_before)
    assert (len(change.entries), len(change.fixtures), change.elsewhere) == (4, 6, 0)
    assert {time[-5:] for time in times(town)} == {"20:30"}
    assert set(Entry.objects.values_list("start_time", flat=True)) == {EVENING}
    for fixture in Fixture.objects.all():
        assert fixture.original_starts_at == fixture.starts_at
        assert fixture.sequence == 1
        assert fixture.changed_at == day_before
    assert notice_texts(town) == [
        (captain, "Fixtures of 2026-27 start at 8.30 pm from now on.")
        for captain in ("anchor", "bell", "castle", "duke-of-york")
    ]
    entry = JournalEntry.objects.get(kind=JournalKind.SEASON_CHANGED)
    assert entry.data["fixtures"] == 6
    assert entry.data["before"]["anchor"] == "08:30"
    again = change_starts(town.season, EVENING, by=town.secretary, now=day_before)
    assert (again.entries, again.fixtures) == ((), ())
    assert JournalEntry.objects.filter(kind=JournalKind.SEASON_CHANGED).count() == 1


def test_a_team_s_start_moves_its_home_fixtures_alone(town: Town, day_before: dt.datetime) -> None:
    entry = Entry.objects.select_related("season__league", "division", "team").get(team=town.teams["Anchor"])
    change_starts(entry, EVENING, by=town.secretary, now=day_before)
    assert {time for time in times(town) if time.endswith("20:30")} == {"Anchor 20:30"}
    assert {text for _, text in notice_texts(town)} == {"Home fixtures of Anchor start at 8.30 pm from now on."}


def test_a_division_s_own_start_changes_with_it_and_a_team_s_alone_is_refused(
    town: Town, day_before: dt.datetime
) -> None:
    Division.objects.filter(pk=town.division.pk).update(own_start=MORNING)
    entry = Entry.objects.select_related("season__league", "division", "team").get(team=town.teams["Anchor"])
    with pytest.raises(Invalid, match=r"Everybody in Division 1 starts at 8\.30 am"):
        change_starts(entry, EVENING, by=town.secretary, now=day_before)
    change_starts(entry.division, EVENING, by=town.secretary, now=day_before)
    assert Division.objects.get(pk=town.division.pk).own_start == EVENING
    assert {time[-5:] for time in times(town)} == {"20:30"}


def test_fixtures_played_moved_or_without_a_date_stay(town: Town, day_before: dt.datetime) -> None:
    first, second, *others = Fixture.objects.order_by("starts_at", "pk")
    agreed = others[0].starts_at + dt.timedelta(hours=6)
    Fixture.objects.filter(pk=others[0].pk).update(starts_at=agreed)
    Fixture.objects.filter(pk=others[1].pk).update(state=FixtureState.POSTPONED)
    # Both first fixtures were this morning: nobody has played them yet.
    today = first.starts_at + dt.timedelta(hours=3)
    change = change_starts(town.season, EVENING, by=town.secretary, now=today)
    assert {fixture.pk for fixture, _ in change.fixtures} == {first.pk, second.pk, others[2].pk, others[3].pk}
    assert change.elsewhere == 1
    assert Fixture.objects.get(pk=others[0].pk).starts_at == agreed
    later = today + dt.timedelta(days=1)
    moved = start_change(town.season, dt.time(19), now=later)
    assert {first.pk, second.pk}.isdisjoint(fixture.pk for fixture, _ in moved.fixtures)


def test_answers_stay_and_reminders_of_the_old_time_are_called_off(town: Town, day_before: dt.datetime) -> None:
    fixture = town.fixture("Anchor", "Bell")
    answer = Availability.objects.create(
        fixture=fixture, player=town.squads["Bell"][0], side="away", starts_at=fixture.starts_at, answer=CanPlay.YES,
        answered_at=day_before,
    )  # fmt: skip
    reminder = Notice.objects.create(
        league=town.league, recipient=town.captains["Anchor"], kind=NoticeKind.FIXTURE_REMINDER, fixture=fixture,
        key=f"fixture:{fixture.pk}:1", text="Anchor v Bell", created_at=day_before, send_at=day_before,
    )  # fmt: skip
    change_starts(town.season, EVENING, by=town.secretary, now=day_before)
    fixture.refresh_from_db()
    answer.refresh_from_db()
    reminder.refresh_from_db()
    assert answer.starts_at == fixture.starts_at
    assert reminder.state == NoticeState.CANCELLED


def test_a_change_that_was_not_seen_or_is_not_the_secretary_s_is_refused(town: Town, day_before: dt.datetime) -> None:
    with pytest.raises(Changed):
        change_starts(town.season, EVENING, seen=5, by=town.secretary, now=day_before)
    with pytest.raises(NotAllowed):
        change_starts(town.season, EVENING, by=town.captains["Bell"], now=day_before)
    assert {time[-5:] for time in times(town)} == {"08:30"}


@pytest.mark.parametrize("wide", [True, False])
def test_the_preview_asks_as_often_for_more(
    town: Town, day_before: dt.datetime, wide: bool, django_assert_num_queries: object
) -> None:
    scope: StartScope = town.season if wide else Entry.objects.select_related("season__league", "division").first()
    with django_assert_num_queries(2):  # type: ignore[operator]
        start_change(scope, EVENING, now=day_before)


def test_every_start_moves_by_so_many_minutes(town: Town, day_before: dt.datetime) -> None:
    Entry.objects.filter(team=town.teams["Bell"]).update(start_time=dt.time(9))
    half_an_hour = dt.timedelta(minutes=30)
    change = change_starts(town.season, half_an_hour, by=town.secretary, now=day_before)
    # Bell's fixtures were set for a time that is not its usual one.
    assert (len(change.entries), len(change.fixtures) + change.elsewhere) == (4, 6)
    assert set(Entry.objects.values_list("start_time", flat=True)) == {dt.time(9), dt.time(9, 30)}
    assert {one[-5:] for one in times(town)} == {"09:00", "08:30"}
    assert {text for _, text in notice_texts(town)} == {"Fixtures of 2026-27 start 30 minutes later from now on."}
    assert JournalEntry.objects.get(kind=JournalKind.SEASON_CHANGED).data["start"] == "+30"


def test_minutes_that_lead_to_another_day_are_refused(town: Town, day_before: dt.datetime) -> None:
    with pytest.raises(Invalid, match="would start on another day"):
        change_starts(town.season, dt.timedelta(hours=16), by=town.secretary, now=day_before)
    assert {one[-5:] for one in times(town)} == {"08:30"}
