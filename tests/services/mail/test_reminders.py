"""Who is reminded of what, and when. The town's fixtures are on Tuesdays at eight in the evening, London time."""

import datetime as dt
from zoneinfo import ZoneInfo

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from league.enums import FixtureState, NoticeKind, NoticeState, ResultState, RoleKind
from league.models import Fixture, League, MailSettings, Notice, Player, Registration, Result, Round, User, Venue, Week
from league.services.fixtures import move_fixture
from league.services.locks import lock_fixture
from league.services.mail.reminders import queue_due
from tests import factories
from tests.factories import Town

LONDON = ZoneInfo("Europe/London")
STARTS = dt.datetime(2026, 9, 15, 20, tzinfo=LONDON)
HOUR, DAY, MINUTE = dt.timedelta(hours=1), dt.timedelta(days=1), dt.timedelta(minutes=1)


def reminded(kind: NoticeKind) -> list[tuple[str, str]]:
    """Return the recipients of a kind of notice, with the fixture of each."""
    found = Notice.objects.filter(kind=kind).select_related("fixture__home", "fixture__away", "recipient")
    return sorted((str(notice.recipient), str(notice.fixture)) for notice in found)


@pytest.fixture
def only_fixture(town: Town) -> Fixture:
    """The league with one fixture: Anchor v Bell on 15 September."""
    Fixture.objects.exclude(pk=town.fixtures[0].pk).delete()
    return town.fixture("Anchor", "Bell")


def scan(at: dt.datetime) -> int:
    return queue_due(now=at.astimezone(dt.UTC))


def test_both_sides_are_reminded_a_week_and_a_day_before_each_once(only_fixture: Fixture, town: Town) -> None:
    assert scan(STARTS - 7 * DAY - MINUTE) == 0
    assert scan(STARTS - 7 * DAY) == 2
    assert scan(STARTS - 7 * DAY + MINUTE) == 0
    assert reminded(NoticeKind.FIXTURE_REMINDER) == [("Anchor 1", "Anchor v Bell"), ("Bell 1", "Anchor v Bell")]
    week = Notice.objects.filter(recipient=town.captains["Anchor"]).get()
    assert (week.key, week.stale_at, week.text) == (
        f"fixture:{only_fixture.pk}:20260915T1900Z:7",
        STARTS - DAY,
        "Anchor v Bell on Tuesday 15 September at 8 pm, Anchor.",
    )
    assert scan(STARTS - DAY - MINUTE) == 0
    assert scan(STARTS - DAY) == 2
    day = Notice.objects.filter(recipient=town.captains["Anchor"], key__endswith=":1").get()
    assert day.stale_at == STARTS
    assert scan(STARTS - MINUTE) == 0


def test_after_a_pause_only_the_last_reminder_that_still_helps_is_owed(only_fixture: Fixture) -> None:
    assert scan(STARTS - 3 * HOUR) == 2
    assert {notice.key[-2:] for notice in Notice.objects.all()} == {":1"}


def test_vice_captains_and_players_with_an_account_are_reminded_but_nobody_twice(
    only_fixture: Fixture, town: Town
) -> None:
    vice = factories.user("vice@town.example", name="Vice")
    factories.role(vice, town.league, RoleKind.VICE_CAPTAIN, town.teams["Anchor"])
    player = factories.user("second@town.example", name="Second")
    town.squads["Bell"][1].user = player
    town.squads["Bell"][1].save()
    gone = factories.user("gone@town.example", name="Gone", is_active=False)
    factories.role(gone, town.league, RoleKind.VICE_CAPTAIN, town.teams["Bell"])
    former = factories.user("former@town.example", name="Former")
    factories.role(former, town.league, RoleKind.VICE_CAPTAIN, town.teams["Bell"], ends_on=dt.date(2026, 9, 14))
    scan(STARTS - DAY)
    names = [name for name, _ in reminded(NoticeKind.FIXTURE_REMINDER)]
    assert names == ["Anchor 1", "Bell 1", "Second", "Vice"]


def test_each_person_has_days_of_their_own(only_fixture: Fixture, town: Town) -> None:
    MailSettings.objects.create(user=town.captains["Anchor"], reminder_days=[14, 2])
    MailSettings.objects.create(user=town.captains["Bell"], reminder_days=[])
    owed = {days: scan(STARTS - days * DAY) for days in (14, 7, 2, 1)}
    assert owed == {14: 1, 7: 0, 2: 1, 1: 0}


@pytest.mark.long
@pytest.mark.parametrize(
    ("tuesday", "week_before", "day_before"),
    [
        # Reckoned by hand: in October the week has 169 hours, in March 167.
        (dt.date(2026, 10, 27), "2026-10-20 19:00", "2026-10-26 20:00"),
        (dt.date(2027, 3, 30), "2027-03-23 20:00", "2027-03-29 19:00"),
    ],
)
def test_no_reminder_is_early_late_or_missing_when_the_clocks_change(
    only_fixture: Fixture, tuesday: dt.date, week_before: str, day_before: str
) -> None:
    only_fixture.starts_at = only_fixture.original_starts_at = dt.datetime.combine(tuesday, dt.time(20), tzinfo=LONDON)
    only_fixture.save()
    at = (only_fixture.starts_at - 8 * DAY).astimezone(dt.UTC)
    right = [dt.datetime.fromisoformat(f"{text}+00:00") for text in (week_before, day_before)]
    went = []
    while at < only_fixture.starts_at:
        if scan(at):
            went.append(at)
        at += (30 if any(abs(moment - at) < 6 * HOUR for moment in right) else 120) * MINUTE
    assert went == right


@pytest.mark.parametrize("sunday", [dt.date(2026, 10, 25), dt.date(2027, 3, 28)])
def test_a_fixture_on_the_day_of_the_change_is_reminded_of_at_its_own_hour_the_day_before(
    only_fixture: Fixture, sunday: dt.date
) -> None:
    only_fixture.starts_at = dt.datetime.combine(sunday, dt.time(19, 30), tzinfo=LONDON)
    only_fixture.save()
    eve = dt.datetime.combine(sunday - DAY, dt.time(19, 30), tzinfo=LONDON)
    MailSettings.objects.bulk_create(MailSettings(user=user, reminder_days=[1]) for user in User.objects.all())
    assert (scan(eve - MINUTE), scan(eve)) == (0, 2)


def test_a_moved_fixture_is_reminded_of_at_its_new_date(only_fixture: Fixture) -> None:
    scan(STARTS - 7 * DAY)
    only_fixture.starts_at += 14 * DAY
    only_fixture.save()
    assert scan(STARTS - DAY) == 0
    assert scan(STARTS + 7 * DAY) == 2


def test_a_reminder_that_was_called_off_unsent_is_owed_again_where_the_fixture_keeps_its_date(
    only_fixture: Fixture, town: Town
) -> None:
    """Anchor's captain has had the reminder, Bell's waits for the daily mail; then only the venue changes."""
    at = STARTS - 7 * DAY
    assert scan(at) == 2
    mine = Notice.objects.get(recipient=town.captains["Anchor"])
    Notice.objects.filter(pk=mine.pk).update(state=NoticeState.SENT)
    theirs = Notice.objects.get(recipient=town.captains["Bell"])
    Notice.objects.filter(pk=theirs.pk).update(send_at=at + 12 * HOUR, digest=True)
    elsewhere = Venue.objects.create(league=town.league, name="The Dolphin")
    with transaction.atomic():
        move_fixture(lock_fixture(only_fixture), STARTS, venue=elsewhere, now=at + HOUR)
    theirs.refresh_from_db()
    assert theirs.state == NoticeState.CANCELLED
    assert (scan(at + HOUR), scan(at + HOUR)) == (1, 0)
    mine.refresh_from_db()
    theirs.refresh_from_db()
    assert (mine.state, theirs.state) == (NoticeState.SENT, NoticeState.WAITING)
    assert (theirs.send_at, theirs.digest) == (at + HOUR, False)
    assert "The Dolphin" in theirs.text


def removed(fixture: Fixture, why: str) -> None:
    if why == "unpublished":
        fixture.division.season.published_at = None
        fixture.division.season.save()
    elif why == "result":
        Result.objects.create(
            fixture=fixture, format=factories.format_of(fixture), version=1, state=ResultState.SUBMITTED,
            submitted_at=STARTS, home_games=5, away_games=4, home_matches=2, away_matches=1,
        )  # fmt: skip
    else:
        fixture.state = FixtureState(why)
        fixture.save()


@pytest.mark.parametrize("why", ["unpublished", "result", "postponed", "cancelled"])
def test_nothing_is_owed_for_what_is_not_to_be_played(only_fixture: Fixture, why: str) -> None:
    removed(only_fixture, why)
    hours = (-7 * 24, -24, -1, 48, 72, 24 * 10)
    assert [scan(STARTS + hour * HOUR) for hour in hours] == [0] * len(hours)


def test_a_result_is_due_for_both_captains_and_overdue_a_day_later_for_the_secretary_too(only_fixture: Fixture) -> None:
    assert scan(STARTS + 48 * HOUR - MINUTE) == 0
    assert scan(STARTS + 48 * HOUR) == 2
    assert reminded(NoticeKind.RESULT_DUE) == [("Anchor 1", "Anchor v Bell"), ("Bell 1", "Anchor v Bell")]
    assert scan(STARTS + 72 * HOUR - MINUTE) == 0
    assert scan(STARTS + 72 * HOUR) == 3
    assert [name for name, _ in reminded(NoticeKind.RESULT_OVERDUE)] == ["Anchor 1", "Bell 1", "Sally Secretary"]
    assert scan(STARTS + 10 * DAY) == 0


def test_the_league_says_after_how_many_hours_a_result_is_due(only_fixture: Fixture, town: Town) -> None:
    League.objects.filter(pk=town.league.pk).update(result_hours=4)
    # Four hours end at midnight: it is due the next evening, and overdue the one after.
    assert (scan(STARTS + DAY - MINUTE), scan(STARTS + DAY)) == (0, 2)
    assert (scan(STARTS + 2 * DAY - MINUTE), scan(STARTS + 2 * DAY)) == (0, 3)


def test_a_result_long_overdue_is_the_secretary_s_page_s_affair(only_fixture: Fixture) -> None:
    assert scan(STARTS + 30 * DAY) == 0


def many_fixtures(town: Town, fixtures: int) -> None:
    """So many more fixtures on the evening of the first, each between teams of its own with captains."""
    division = town.division
    week = Week.objects.create(season=town.season, round=Round.objects.get(), number=9, starts_on=dt.date(2026, 12, 14))
    for number in range(fixtures):
        teams = []
        for side in ("home", "away"):
            name = f"{side} {number}"
            team = town.league.teams.create(name=name, slug=name.replace(" ", "-"))
            captain = User.objects.create(email=f"{side}{number}@many.example", name=name)
            factories.role(captain, town.league, RoleKind.CAPTAIN, team)
            player = Player.objects.create(league=town.league, name=name, user=captain)
            Registration.objects.create(season=town.season, team=team, player=player, starts_on=dt.date(2026, 9, 1))
            teams.append(team)
        Fixture.objects.create(
            division=division, week=week, home=teams[0], away=teams[1], venue=town.venues["Anchor"],
            starts_at=STARTS, original_starts_at=STARTS,
        )  # fmt: skip


@pytest.mark.long
def test_a_scan_of_a_hundred_fixtures_asks_no_more_than_a_scan_of_one(only_fixture: Fixture, town: Town) -> None:
    def queries_for(at: dt.datetime, new: int) -> tuple[int, int]:
        with CaptureQueriesContext(connection) as seen:
            assert scan(at) == new
        reads = [query for query in seen.captured_queries if query["sql"].startswith("SELECT")]
        return len(reads), len(seen.captured_queries)

    one_reads, one = queries_for(STARTS - DAY, 2)
    Notice.objects.all().delete()
    many_fixtures(town, 99)
    hundred_reads, hundred = queries_for(STARTS - DAY, 200)
    assert (one_reads, hundred_reads) == (6, 6)
    # SQLite takes no more than so many values in one statement.
    assert hundred - one <= (3 if connection.vendor == "sqlite" else 0)
    assert queries_for(STARTS - DAY, 0)[0] == 6
