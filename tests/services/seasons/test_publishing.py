"""Publishing a timetable: fixtures for everybody, once, on the right nights and in the right hour."""

import datetime as dt
from collections.abc import Sequence

import pytest

from league.enums import FixtureState, JournalKind, NoticeKind, PostponementState, TimetableState, WeekKind
from league.errors import Invalid, NotAllowed, WrongState
from league.models import (
    Blackout,
    Entry,
    Fixture,
    JournalEntry,
    Notice,
    Postponement,
    Season,
    Timetable,
    User,
    VenueClosure,
    Week,
)
from league.queries.seasons.timetables import made_timetable
from league.services.dates import override
from league.services.portability.imports import import_season
from league.services.results.decide import give_walkover
from league.services.seasons import publish as publishing
from league.services.seasons import timetables
from league.services.seasons.seasons import make_season
from tests.factories import Town
from tests.services.draft_season import DRAFT, draft, files, ready, take_up_captaincies
from tests.services.spreadsheets import NOW
from timetable.edits import Move, Reverse, Swap
from timetable.values import Meeting


@pytest.fixture
def season(town: Town) -> Season:
    return draft(town.league, town.secretary)


@pytest.fixture
def timetable(season: Season, secretary: User) -> Timetable:
    return ready(season, secretary)


def publish(timetable: Timetable, by: User, *, despite: str = "The pub will open for us.", **more: int) -> Timetable:
    version = more.get("version", timetable.version)
    return publishing.publish(timetable, version=version, despite=despite, by=by, now=NOW)


def test_its_fixtures_stand_in_the_league_s_own_time_and_the_blank_weeks_are_blank(
    timetable: Timetable, season: Season, secretary: User
) -> None:
    publish(timetable, secretary)
    fixtures = Fixture.objects.filter(division__season=season)
    assert fixtures.count() == 12 + 6
    assert {fixture.starts_at == fixture.original_starts_at for fixture in fixtures} == {True}
    tz = season.league.tz
    hours = {f.home.name: f.starts_at.astimezone(tz).strftime("%A %H:%M") for f in fixtures.select_related("home")}
    assert hours == {
        "Ash": "Tuesday 20:00",
        "Beech": "Tuesday 20:00",
        "Cedar": "Tuesday 19:30",
        "Dogwood": "Wednesday 20:00",
        "Elm": "Tuesday 20:00",
        "Fir": "Tuesday 20:00",
        "Gorse": "Thursday 20:00",
    }
    # The clocks go back on 31 October 2027.
    at_eight = fixtures.filter(home__name__in=("Ash", "Beech", "Elm", "Fir"))
    offsets = {f.starts_at.astimezone(tz).date() < dt.date(2027, 10, 31): f.starts_at.hour for f in at_eight}
    assert offsets == {True: 19, False: 20}
    weeks = Week.objects.filter(season=season).order_by("starts_on")
    assert [(week.round.number, week.number, week.kind) for week in weeks] == [
        (1, 1, WeekKind.PLAY),
        (1, 2, WeekKind.PLAY),
        (1, 3, WeekKind.CATCH_UP),
        (1, 4, WeekKind.PLAY),
        (2, 1, WeekKind.PLAY),
        (2, 2, WeekKind.PLAY),
        (2, None, WeekKind.NO_PLAY),
        (2, 3, WeekKind.CATCH_UP),
        (2, 4, WeekKind.PLAY),
    ]
    assert not fixtures.filter(week__kind=WeekKind.CATCH_UP).exists()
    for week in weeks:
        for fixture in fixtures.filter(week=week):
            assert 0 <= (fixture.starts_at.astimezone(tz).date() - week.starts_on).days < 7


def test_it_is_told_once_to_every_captain_and_to_the_journal(
    timetable: Timetable, season: Season, secretary: User
) -> None:
    take_up_captaincies(season)
    before = JournalEntry.objects.filter(kind=JournalKind.TIMETABLE_PUBLISHED).count()
    assert publish(timetable, secretary) == publish(timetable, secretary)
    season.refresh_from_db()
    assert (season.published_at, before) == (NOW, 0)
    told = Notice.objects.filter(kind=NoticeKind.TIMETABLE_PUBLISHED)
    assert sorted(told.values_list("recipient__email", flat=True)) == [
        f"{team}1@town.example" for team in ("ash", "beech", "cedar", "dogwood", "elm", "fir", "gorse")
    ]
    first = Fixture.objects.filter(division__season=season).earliest("starts_at").starts_at
    assert set(told.values_list("text", flat=True)) == {
        f"The timetable of 2027-28 is published; the first fixtures are on {first.day} September."
    }
    entry = JournalEntry.objects.get(kind=JournalKind.TIMETABLE_PUBLISHED)
    assert (entry.by, entry.what) == (secretary, "published the timetable of 2027-28: 18 fixtures")


def test_nobody_sees_a_season_before_and_only_the_secretary_publishes_it(
    timetable: Timetable, season: Season, town: Town
) -> None:
    assert season.published_at is None
    with pytest.raises(NotAllowed):
        publish(timetable, town.captains["Anchor"])
    assert not Fixture.objects.filter(division__season=season).exists()


def test_what_is_not_kept_is_listed_and_wants_a_reason(season: Season, secretary: User) -> None:
    VenueClosure.objects.filter(venue__league=season.league).delete()
    Blackout.objects.filter(entry__season=season).delete()
    timetable = ready(season, secretary)
    meeting = next(m for m in made_timetable(timetable).timetable.meetings if m.home == "Dogwood")
    Blackout.objects.create(entry=Entry.objects.get(season=season, team__name="Dogwood"), date=meeting.date)
    with pytest.raises(Invalid) as refused:
        publish(timetable, secretary, despite=" ")
    messages = [problem.message for problem in refused.value.problems]
    assert messages[-1] == "Say why it is published anyway."
    assert [message for message in messages if message.startswith("Dogwood cannot play on")] == messages[:-1]
    publish(timetable, secretary, despite="They have found a substitute.")
    entry = JournalEntry.objects.get(kind=JournalKind.TIMETABLE_PUBLISHED)
    assert (entry.why, entry.data["not kept"]) == ("They have found a substitute.", messages[:-1])


def test_a_team_that_plays_twice_in_a_week_is_never_published(
    timetable: Timetable, season: Season, secretary: User
) -> None:
    meetings = made_timetable(timetable).timetable.meetings
    mine = [index for index, meeting in enumerate(meetings) if meeting.home == "Ash"]
    other = meetings[mine[1]]
    edit = Move(mine[0], other.round, other.week)
    timetable = timetables.change_timetable(timetable, edit, version=1, by=secretary, now=NOW)
    with pytest.raises(Invalid, match="Ash play 2 times in the week of"):
        publish(timetable, secretary, version=2)


def test_a_version_that_was_changed_meanwhile_is_refused(timetable: Timetable, secretary: User) -> None:
    timetables.change_timetable(timetable, Reverse(0), version=1, by=secretary, now=NOW)
    with pytest.raises(WrongState, match="changed meanwhile"):
        publish(timetable, secretary, version=1)


def test_a_team_that_has_come_since_makes_it_out_of_date(
    timetable: Timetable, season: Season, town: Town, secretary: User
) -> None:
    more = DRAFT["teams.csv"] + "Hazel,Two,Swan,Friday,20:00,\n"
    make_season(town.league, files(teams=more), by=secretary, now=NOW)
    with pytest.raises(WrongState, match=r"Hazel has come to Two\. Ask for a new timetable\."):
        publish(timetable, secretary)


def test_before_play_begins_another_may_replace_it_and_fixtures_keep_their_rows(
    timetable: Timetable, season: Season, secretary: User
) -> None:
    publish(timetable, secretary)
    rows = dict(Fixture.objects.filter(division__season=season).values_list("pk", "starts_at"))
    asked = Postponement.objects.create(fixture_id=min(rows), requested_at=NOW, side="home", awaiting="away")
    second = ready(season, secretary)
    meetings = made_timetable(second).timetable.meetings
    first = meetings[0]
    last = next(m for m in reversed(meetings) if (m.division, m.round) == (first.division, 1))
    # The whole weeks change places, so that nobody plays twice.
    for one, other in zip(_week(meetings, first), _week(meetings, last), strict=True):
        now = made_timetable(second).timetable.meetings
        second = timetables.change_timetable(
            second, Swap(now.index(one), now.index(other)), version=second.version, by=secretary, now=NOW
        )
    publish(second, secretary)
    after = dict(Fixture.objects.filter(division__season=season).values_list("pk", "starts_at"))
    assert after.keys() == rows.keys()
    moved = {pk for pk in rows if rows[pk] != after[pk]}
    assert len(moved) == 4
    assert set(Fixture.objects.filter(sequence=1).values_list("pk", flat=True)) == moved
    timetable.refresh_from_db()
    asked.refresh_from_db()
    assert timetable.state == TimetableState.DISCARDED
    assert (asked.state, asked.why) == (PostponementState.LAPSED, "The timetable was made again.")
    assert Week.objects.filter(season=season, round__number__gt=2).count() == 0


def _week(meetings: Sequence[Meeting], of: Meeting) -> list[Meeting]:
    return [m for m in meetings if (m.division, m.round, m.week) == (of.division, of.round, of.week)]


def test_two_that_meet_twice_in_a_round_do_not_bar_another_timetable(
    timetable: Timetable, season: Season, secretary: User
) -> None:
    meetings = made_timetable(timetable).timetable.meetings
    first = meetings[0]
    there = _week(meetings, first)
    far = next(
        m for m in meetings if (m.division, m.round) == (first.division, 2) and _pair(m) not in map(_pair, there)
    )
    for one, other in zip(there, _week(meetings, far), strict=True):
        now = made_timetable(timetable).timetable.meetings
        swap = Swap(now.index(one), now.index(other))
        timetable = timetables.change_timetable(timetable, swap, version=timetable.version, by=secretary, now=NOW)
    publish(timetable, secretary)
    second = publish(ready(season, secretary), secretary)
    played = Fixture.objects.filter(division__season=season, state=FixtureState.SCHEDULED)
    assert played.count() == len(made_timetable(second).timetable.meetings)
    assert not Week.objects.filter(season=season, round__number__gt=2).exists()


def _pair(meeting: Meeting) -> frozenset[str]:
    return frozenset((meeting.home, meeting.away))


def test_a_fixture_that_the_journal_speaks_of_stays_although_its_round_goes(
    timetable: Timetable, season: Season, secretary: User
) -> None:
    publish(timetable, secretary)
    fixture = Fixture.objects.filter(division__season=season, week__round__number=2).latest("starts_at")
    earlier = fixture.starts_at - dt.timedelta(days=1)
    override.move(fixture, earlier, override.Override("The pub asks.", 0, secretary, NOW), anyway=True)
    publish(ready(season, secretary, rounds=1), secretary)
    fixture.refresh_from_db()
    assert (fixture.state, fixture.sequence, fixture.week.round.number) == (FixtureState.CANCELLED, 2, 1)
    assert not Fixture.objects.filter(division__season=season).exclude(week__round__number=1).exists()


def test_until_a_result_is_sent_the_timetable_can_be_replaced(
    timetable: Timetable, season: Season, secretary: User
) -> None:
    publish(timetable, secretary)
    second, third = ready(season, secretary), ready(season, secretary)
    first = Fixture.objects.filter(division__season=season).earliest("starts_at")
    # The first evening is over, and nobody has sent anything.
    publishing.publish(second, version=1, despite="x", by=secretary, now=first.starts_at + dt.timedelta(hours=3))
    assert Fixture.objects.filter(division__season=season, state=FixtureState.SCHEDULED).count() == 18
    first = Fixture.objects.filter(division__season=season).earliest("starts_at")
    later = first.starts_at + dt.timedelta(hours=3)
    give_walkover(first, to="home", version=0, reason="They stayed away.", by=secretary, now=later)
    with pytest.raises(WrongState, match="A result of this season has been sent"):
        publishing.publish(third, version=1, despite="x", by=secretary, now=later)


def test_fixtures_from_a_spreadsheet_and_a_timetable_exclude_each_other(
    timetable: Timetable, season: Season, town: Town, secretary: User
) -> None:
    line = {"fixtures.csv": b"division,round,week,date,home,away\nOne,1,1,2027-09-14,Ash,Beech\n"}
    publish(timetable, secretary)
    season_file = {"season.csv": DRAFT["season.csv"].encode()}
    with pytest.raises(Invalid, match="those of its published timetable"):
        import_season({**season_file, **line}, town.league, by=secretary, now=NOW)


def test_a_timetable_of_a_season_with_fixtures_from_a_spreadsheet_is_refused(
    timetable: Timetable, season: Season, town: Town, secretary: User
) -> None:
    line = {"fixtures.csv": b"division,round,week,date,home,away\nOne,1,1,2027-09-14,Ash,Beech\n"}
    import_season({"season.csv": DRAFT["season.csv"].encode(), **line}, town.league, by=secretary, now=NOW)
    with pytest.raises(WrongState, match="loaded from a spreadsheet"):
        publish(timetable, secretary)
