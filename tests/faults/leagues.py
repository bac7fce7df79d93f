"""The leagues of the storm: many people who are owed mail, and fixtures that are owed a date."""

import datetime as dt

from django.db import transaction
from django.utils import timezone

from league.enums import FixtureState, NoticeKind, PostponementState, RoleKind, WeekKind
from league.models import (
    Division,
    Entry,
    Fixture,
    League,
    Notice,
    Postponement,
    Role,
    Round,
    Season,
    Team,
    User,
    Venue,
    Week,
)
from league.services import notices
from timetable.calendar import monday_of

TEAMS = 10
# Two weeks of a division of ten, as the circle method pairs them.
WEEKS = (
    ((0, 9), (1, 8), (2, 7), (3, 6), (4, 5)),
    ((9, 5), (6, 4), (7, 3), (8, 2), (0, 1)),
)


def people(number: int) -> list[User]:
    """So many users with an address each."""
    made = [User(email=f"reader{n}@storm.example", name=f"Reader {n}") for n in range(number)]
    return list(User.objects.bulk_create(made))


def owe_mail(league: League, to: list[User], each: int) -> int:
    """Owe every one of them so many notices, all due now. Returns how many that is."""
    before = Notice.objects.count()
    for number in range(each):
        notices.queue_notice(
            league,
            to,
            NoticeKind.TIMETABLE_PUBLISHED,
            f"storm:{number}",
            text=f"News {number} of {league}.",
            now=timezone.now(),
        )
    return Notice.objects.count() - before


def small_season(number: int) -> list[Fixture]:
    """A league of ten teams, the week before its catch-up week: its ten fixtures, of two weeks of play."""
    league = League.objects.create(name=f"League {number}", slug=f"league-{number}")
    today = timezone.now().astimezone(league.tz).date()
    catch_up = monday_of(today) + dt.timedelta(weeks=1)
    season = Season.objects.create(
        league=league,
        name="Storm",
        slug="storm",
        first_week=catch_up - dt.timedelta(weeks=2),
        published_at=timezone.now(),
        place_days=8,  # on a Monday the evening seven days before is still to come
    )
    division = Division.objects.create(season=season, name="One", slug="one", fixture_format="D S S")
    first = Round.objects.create(season=season, number=1)
    weeks = [
        Week.objects.create(
            season=season,
            round=first,
            number=place + 1,
            starts_on=catch_up + dt.timedelta(weeks=place - 2),
            kind=WeekKind.CATCH_UP if place == 2 else WeekKind.PLAY,
        )
        for place in range(4)
    ]
    teams = [_team(league, division, name) for name in range(TEAMS)]
    return [
        _fixture(division, week, teams[home], teams[away])
        for week, pairs in zip(weeks[:2], WEEKS, strict=True)
        for home, away in pairs
    ]


def _team(league: League, division: Division, number: int) -> Entry:
    team = Team.objects.create(league=league, name=f"Team {number}", slug=f"team-{number}")
    venue = Venue.objects.create(league=league, name=f"Pub {number}")
    captain = User.objects.create(email=f"captain{number}@{league.slug}.example", name=f"Captain {number}")
    Role.objects.create(
        user=captain, league=league, kind=RoleKind.CAPTAIN, team=team, starts_on=division.season.first_week
    )
    return Entry.objects.create(
        season=division.season, division=division, team=team, venue=venue, home_night=1, start_time=dt.time(20)
    )


def _fixture(division: Division, week: Week, home: Entry, away: Entry) -> Fixture:
    zone = division.season.league.tz
    starts_at = dt.datetime.combine(week.starts_on + dt.timedelta(days=1), home.start_time, tzinfo=zone)
    return Fixture.objects.create(
        division=division,
        week=week,
        home=home.team,
        away=away.team,
        venue=home.venue,
        starts_at=starts_at,
        original_starts_at=starts_at,
    )


@transaction.atomic
def postpone(fixtures: list[Fixture]) -> None:
    """All of these are owed a date from now on."""
    for fixture in fixtures:
        Fixture.objects.filter(pk=fixture.pk).update(state=FixtureState.POSTPONED)
        Postponement.objects.create(
            fixture=fixture, state=PostponementState.OWED, side="home", reason="Snow", requested_at=timezone.now()
        )
