"""Fixtures as entries of a calendar, and which are in whose."""

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest

from league.enums import FixtureState, RoleKind
from league.models import (
    Division,
    Entry,
    Fixture,
    League,
    Player,
    Registration,
    Round,
    Season,
    Team,
    User,
    Venue,
    Week,
)
from league.queries.dates.calendars import (
    Feed,
    calendars_of,
    event_of,
    feed_of_division,
    feed_of_player,
    feed_of_team,
    feed_of_user,
    feed_of_venue,
)
from league.queries.fixtures import find_fixture
from league.rules.ics import Event
from tests import factories
from tests.factories import PUBLISHED, Town

HOME = "https://league.example"
MOVED = dt.datetime(2026, 9, 10, 8, 15, tzinfo=dt.UTC)


def event(town: Town, **fields: Any) -> Event:
    """Anchor v Bell of week 1, as it would be with these fields."""
    pk = town.fixtures[0].pk
    Fixture.objects.filter(pk=pk).update(**fields)
    return event_of(find_fixture(town.league, pk), base_url=HOME)


def test_a_fixture_as_an_event(town: Town) -> None:
    pk = town.fixtures[0].pk
    url = f"https://league.example/leagues/town/fixtures/{pk}/"
    assert event(town) == Event(
        uid=f"fixture-{pk}@league.example",
        sequence=0,
        starts_at=dt.datetime(2026, 9, 15, 19, tzinfo=dt.UTC),
        ends_at=dt.datetime(2026, 9, 15, 22, tzinfo=dt.UTC),
        summary="Anchor v Bell",
        location="Anchor, High St",
        description=f"Division 1, round 1, week 1\n{url}",
        url=url,
        cancelled=False,
        changed_at=PUBLISHED,
    )


def test_a_moved_fixture_is_the_same_event_changed(town: Town) -> None:
    before = event(town)
    after = event(town, starts_at=dt.datetime(2026, 10, 27, 19, 30, tzinfo=dt.UTC), sequence=1, changed_at=MOVED)
    assert (after.uid, after.sequence, after.changed_at) == (before.uid, 1, MOVED)
    assert after.ends_at == dt.datetime(2026, 10, 27, 22, 30, tzinfo=dt.UTC)
    assert (after.summary, after.cancelled, after.postponed) == ("Anchor v Bell", False, False)
    # The clock of the league, not of the server: 15 September is still summer time.
    assert after.description.split("\n")[1] == "Moved from Tuesday 15 September 2026, 20:00."


@pytest.mark.parametrize(
    ("state", "summary", "says", "cancelled", "postponed"),
    [
        (FixtureState.POSTPONED, "Postponed: Anchor v Bell", "Postponed. It has no new date yet.", False, True),
        (FixtureState.CANCELLED, "Cancelled: Anchor v Bell", "Cancelled. It will not be played.", True, False),
    ],
)
def test_what_is_put_off_or_cancelled_says_so_where_it_stood(
    town: Town, state: FixtureState, summary: str, says: str, cancelled: bool, postponed: bool
) -> None:
    found = event(town, state=state, sequence=1, changed_at=MOVED)
    assert (found.summary, found.cancelled, found.postponed) == (summary, cancelled, postponed)
    assert found.description.split("\n")[1] == says
    assert found.starts_at == dt.datetime(2026, 9, 15, 19, tzinfo=dt.UTC)


@pytest.mark.parametrize(
    ("name", "address", "place"),
    [("Inn", "", "Inn"), ("Inn", "1 High St", "Inn, 1 High St"), ("Inn", "Inn, 1 High St", "Inn, 1 High St")],
)
def test_where_a_fixture_is_played(town: Town, name: str, address: str, place: str) -> None:
    Venue.objects.filter(pk=town.fixtures[0].venue_id).update(name=name, address=address)
    assert event(town).location == place


def test_the_port_and_path_of_the_installation_are_no_part_of_the_uid(town: Town) -> None:
    fixture = find_fixture(town.league, town.fixtures[0].pk)
    found = event_of(fixture, base_url="http://127.0.0.1:8000/")
    assert found.uid == f"fixture-{fixture.pk}@127.0.0.1"
    assert found.url == f"http://127.0.0.1:8000/leagues/town/fixtures/{fixture.pk}/"


def test_an_event_asks_nothing_more_of_the_database(town: Town, django_assert_num_queries: Any) -> None:
    fixture = find_fixture(town.league, town.fixtures[0].pk)
    with django_assert_num_queries(0):
        event_of(fixture, base_url=HOME)


# What one can subscribe to


def summaries(feed: Feed) -> list[str]:
    return [event.summary for event in feed.events]


def team_feed(town: Town, team: str, *, now: dt.datetime) -> Feed:
    return feed_of_team(town.teams[team], now=now, base_url=HOME)


def next_season(town: Town, *, published: bool = True) -> Fixture:
    """A season a year later, with one fixture: Bell v Anchor."""
    season = Season.objects.create(
        league=town.league,
        name="2027-28",
        slug="2027-28",
        first_week=dt.date(2027, 9, 13),
        published_at=PUBLISHED if published else None,
    )
    division = Division.objects.create(season=season, name="Division 1", slug="division-1", fixture_format="S")
    week = Week.objects.create(
        season=season, round=Round.objects.create(season=season, number=1), number=1, starts_on=season.first_week
    )
    starts_at = dt.datetime(2027, 9, 14, 20, tzinfo=town.league.tz)
    return Fixture.objects.create(
        division=division, week=week, home=town.teams["Bell"], away=town.teams["Anchor"], venue=town.venues["Bell"],
        starts_at=starts_at, original_starts_at=starts_at,
    )  # fmt: skip


def test_a_teams_fixtures_at_home_and_away_in_the_order_they_are_played(town: Town, now: dt.datetime) -> None:
    feed = team_feed(town, "Anchor", now=now)
    assert summaries(feed) == ["Anchor v Bell", "Duke of York v Anchor", "Anchor v Castle"]
    assert (feed.name, feed.time_zone) == ("Town League: Anchor", "Europe/London")


def test_a_venues_fixtures_are_those_that_are_played_there(town: Town, now: dt.datetime) -> None:
    Fixture.objects.filter(pk=town.fixture("Bell", "Castle").pk).update(venue=town.venues["Anchor"])
    feed = feed_of_venue(town.venues["Anchor"], now=now, base_url=HOME)
    assert summaries(feed) == ["Anchor v Bell", "Bell v Castle", "Anchor v Castle"]
    assert feed.events[1].location == "Anchor, High St"


def test_a_divisions_fixtures(town: Town, now: dt.datetime) -> None:
    feed = feed_of_division(town.league, "division-1", now=now, base_url=HOME)
    assert (feed.name, len(feed.events)) == ("Town League: Division 1", 6)
    with pytest.raises(Division.DoesNotExist):
        feed_of_division(town.league, "division-9", now=now, base_url=HOME)


def test_a_season_to_come_is_there_beside_the_one_that_runs(town: Town, now: dt.datetime) -> None:
    next_season(town)
    assert summaries(team_feed(town, "Anchor", now=now))[-1] == "Bell v Anchor"
    assert len(team_feed(town, "Anchor", now=now).events) == 4
    begun = dt.datetime(2027, 9, 13, 12, tzinfo=dt.UTC)
    assert summaries(team_feed(town, "Anchor", now=begun)) == ["Bell v Anchor"]
    assert summaries(feed_of_division(town.league, "division-1", now=begun, base_url=HOME)) == ["Bell v Anchor"]


def test_the_first_season_is_there_before_it_begins(town: Town) -> None:
    assert len(team_feed(town, "Anchor", now=PUBLISHED).events) == 3


def test_a_draft_is_in_no_calendar(town: Town, now: dt.datetime) -> None:
    next_season(town, published=False)
    assert len(team_feed(town, "Anchor", now=now).events) == 3
    assert len(feed_of_division(town.league, "division-1", now=now, base_url=HOME).events) == 6
    Season.objects.update(published_at=None)
    assert summaries(team_feed(town, "Anchor", now=now)) == []
    assert calendars_of(town.league, now=now)[0] == []
    with pytest.raises(Division.DoesNotExist):
        feed_of_division(town.league, "division-1", now=now, base_url=HOME)


def test_another_leagues_fixtures_are_in_no_calendar_of_this_one(town: Town, now: dt.datetime) -> None:
    factories.town("Abroad", "abroad")
    assert len(feed_of_division(town.league, "division-1", now=now, base_url=HOME).events) == 6


# Weeks 1, 2 and 4 are played on Tuesdays 15 and 22 September and 6 October.
TRANSFERS = (
    (dt.date(2026, 9, 14), ["Anchor v Bell", "Bell v Castle", "Bell v Duke of York"]),
    (dt.date(2026, 9, 15), ["Anchor v Bell", "Bell v Castle", "Bell v Duke of York"]),
    (dt.date(2026, 9, 21), ["Anchor v Bell", "Bell v Castle", "Bell v Duke of York"]),
    (dt.date(2026, 9, 22), ["Anchor v Bell", "Duke of York v Anchor", "Bell v Duke of York"]),
    (dt.date(2026, 10, 6), ["Anchor v Bell", "Duke of York v Anchor", "Anchor v Castle"]),
)


@pytest.mark.parametrize(("last_day", "expected"), TRANSFERS)
def test_a_players_fixtures_follow_them_to_another_team(
    town: Town, now: dt.datetime, last_day: dt.date, expected: list[str]
) -> None:
    player = town.squads["Anchor"][2]
    Registration.objects.filter(player=player).update(ends_on=last_day)
    Registration.objects.create(
        season=town.season, team=town.teams["Bell"], player=player, starts_on=last_day + dt.timedelta(days=1)
    )
    feed = feed_of_player(player, name=player.name, now=now, base_url=HOME)
    assert (feed.name, summaries(feed)) == ("Town League: Anchor 3", expected)


def test_an_unregistered_player_has_no_fixtures(town: Town, now: dt.datetime) -> None:
    player = Player.objects.create(league=town.league, name="Late Comer")
    assert feed_of_player(player, name=player.name, now=now, base_url=HOME).events == ()


def user_feed(town: Town, who: User, *, now: dt.datetime) -> list[str]:
    return summaries(feed_of_user(who, town.league, now=now, base_url=HOME))


def test_a_users_own_fixtures(town: Town, now: dt.datetime) -> None:
    captain = town.captains["Anchor"]
    assert user_feed(town, captain, now=now) == ["Anchor v Bell", "Duke of York v Anchor", "Anchor v Castle"]
    assert user_feed(town, town.secretary, now=now) == []
    # Captain of two teams: their own meeting once.
    factories.role(captain, town.league, RoleKind.VICE_CAPTAIN, town.teams["Bell"])
    assert len(user_feed(town, captain, now=now)) == len(set(user_feed(town, captain, now=now))) == 5
    assert feed_of_user(captain, town.league, now=now, base_url=HOME).name == "Town League: my fixtures"


def test_who_was_a_captain_until_yesterday_has_their_calendar_no_longer(town: Town, now: dt.datetime) -> None:
    who = factories.user("former@town.example")
    role = factories.role(who, town.league, RoleKind.CAPTAIN, town.teams["Castle"], ends_on=dt.date(2026, 11, 3))
    assert len(user_feed(town, who, now=now)) == 3
    role.ends_on = dt.date(2026, 11, 2)
    role.save()
    assert user_feed(town, who, now=now) == []


def test_a_player_with_an_account_has_their_teams_fixtures_before_the_season_begins(town: Town) -> None:
    who = factories.user("player@town.example")
    Player.objects.filter(pk=town.squads["Castle"][3].pk).update(user=who)
    assert user_feed(town, who, now=PUBLISHED) == ["Castle v Duke of York", "Bell v Castle", "Anchor v Castle"]


# Whether a phone has it already


def changed(field: str, to: str) -> Callable[[Town], object]:
    """Change one thing that a calendar shows."""
    model, _, name = field.partition(".")
    return lambda town: {
        "league": League.objects.filter(pk=town.league.pk),
        "team": Team.objects.filter(league=town.league, name="Bell"),
        "own": Team.objects.filter(league=town.league, name="Anchor"),
        "venue": Venue.objects.filter(league=town.league, name="Anchor"),
        "division": Division.objects.filter(season=town.season),
        "fixture": Fixture.objects.filter(pk=town.fixtures[0].pk),
        "week": Week.objects.filter(season=town.season, number=1),
    }[model].update(**{name: to})


SHOWN = (
    ("league.name", "Village League"), ("league.slug", "village"), ("league.time_zone", "Europe/Paris"),
    ("team.name", "The Bell"), ("own.name", "The Anchor"), ("venue.name", "Anchor Inn"),
    ("venue.address", "1 Low St"), ("division.name", "Premier"), ("fixture.starts_at", "2026-09-16T19:00Z"),
    ("fixture.original_starts_at", "2026-09-16T19:00Z"), ("fixture.state", "postponed"),
    ("fixture.state", "cancelled"), ("fixture.sequence", "1"), ("fixture.changed_at", "2026-09-10T08:00Z"),
    ("week.number", "7"),
)  # fmt: skip


@pytest.mark.parametrize(("field", "to"), SHOWN)
def test_whatever_is_shown_otherwise_is_another_version(town: Town, now: dt.datetime, field: str, to: str) -> None:
    def feed() -> Feed:
        return feed_of_team(Team.objects.get(pk=town.teams["Anchor"].pk), now=now, base_url=HOME)

    before, bytes_before = feed(), feed().to_bytes()
    assert (feed().version, feed().to_bytes()) == (before.version, bytes_before)
    changed(field, to)(town)
    assert feed().version != before.version
    assert feed().to_bytes() != bytes_before


def test_a_fixture_more_or_fewer_is_another_version(town: Town, now: dt.datetime) -> None:
    before = team_feed(town, "Anchor", now=now).version
    added = next_season(town)
    after = team_feed(town, "Anchor", now=now).version
    assert after != before
    added.delete()
    assert team_feed(town, "Anchor", now=now).version == before


def test_what_is_not_shown_is_no_other_version(town: Town, now: dt.datetime) -> None:
    before = team_feed(town, "Anchor", now=now).version
    Venue.objects.update(boards=3)
    Fixture.objects.filter(pk=town.fixture("Castle", "Duke of York").pk).update(sequence=9, changed_at=MOVED)
    assert team_feed(town, "Anchor", now=now + dt.timedelta(days=3)).version == before


def test_when_it_was_last_changed(town: Town, now: dt.datetime) -> None:
    assert team_feed(town, "Anchor", now=now).changed_at == PUBLISHED
    Fixture.objects.filter(pk=town.fixtures[0].pk).update(changed_at=MOVED)
    assert team_feed(town, "Anchor", now=now).changed_at == MOVED
    Season.objects.update(published_at=None)
    assert team_feed(town, "Anchor", now=now).changed_at is None


# How much it asks


@pytest.mark.long
def test_a_fixed_number_of_queries(town: Town, now: dt.datetime, django_assert_num_queries: Any) -> None:
    """At three fixtures and at forty-two."""
    player, captain = town.squads["Anchor"][0], town.captains["Anchor"]
    full = factories.full_division(town, 22)
    team = full.entries.get(team__name="Full 01").team
    Registration.objects.create(season=full.season, team=team, player=player, starts_on=full.season.first_week)
    player.league, team.league = town.league, town.league
    for one, count in ((town.teams["Anchor"], 3), (team, 42)):
        moment = now if count == 42 else PUBLISHED
        with django_assert_num_queries(2):
            assert len(feed_of_team(one, now=moment, base_url=HOME).events) == count
    with django_assert_num_queries(2):
        feed_of_venue(town.venues["Anchor"], now=now, base_url=HOME)
    with django_assert_num_queries(3):
        assert len(feed_of_division(town.league, "premier", now=now, base_url=HOME).events) == 462
    with django_assert_num_queries(3):
        assert len(feed_of_player(player, name=player.name, now=now, base_url=HOME).events) == 42
    with django_assert_num_queries(4):
        assert len(feed_of_user(captain, town.league, now=now, base_url=HOME).events) == 42
    with django_assert_num_queries(4):
        calendars_of(town.league, now=now)


def test_the_list_of_what_one_can_subscribe_to(town: Town, now: dt.datetime) -> None:
    divisions, venues = calendars_of(town.league, now=now)
    assert [(one.division.name, [team.name for team in one.teams]) for one in divisions] == [
        ("Division 1", ["Anchor", "Bell", "Castle", "Duke of York"])
    ]
    assert [venue.name for venue in venues] == ["Anchor", "Bell", "Castle", "Duke of York"]
    # The same division next season is listed once, with whoever is in it then, too.
    later = next_season(town).division
    newcomer = Team.objects.create(league=town.league, name="Eagle", slug="eagle")
    Entry.objects.create(
        season=later.season, division=later, team=newcomer, venue=venues[0], home_night=1, start_time=dt.time(20)
    )
    divisions, _ = calendars_of(town.league, now=now)
    assert [len(one.teams) for one in divisions] == [5]


def test_a_fixture_in_a_catch_up_week_says_so(town: Town) -> None:
    assert event(town, week=town.weeks[2]).description.startswith("Division 1, round 1, week 3 (catch-up)\n")
