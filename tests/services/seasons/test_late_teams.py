"""A team that comes late: into a draft, into the free place of an odd division, or not at all."""

import datetime as dt
from dataclasses import replace

import pytest
from django.db.models import Q

from league.enums import FixtureState, JournalKind, PostponementState, WeekKind
from league.errors import Invalid, NotAllowed, WrongState
from league.models import Division, Entry, Fixture, JournalEntry, Postponement, Season, Team, User, Venue
from league.queries.seasons.timetables import made_timetable
from league.services.seasons import publish
from league.services.seasons.entries import NewTeam, add_team
from league.services.seasons.withdrawals import withdraw_team
from tests import factories
from tests.factories import Town
from tests.services.draft_season import draft, ready
from tests.services.spreadsheets import NOW


@pytest.fixture
def season(town: Town) -> Season:
    return draft(town.league, town.secretary)


@pytest.fixture
def published(season: Season, secretary: User) -> Season:
    row = ready(season, secretary)
    publish.publish(row, version=1, despite="It will do.", by=secretary, now=NOW)
    season.refresh_from_db()
    return season


def hazel(season: Season, division: str = "Two", name: str = "Hazel") -> NewTeam:
    venue = Venue.objects.get(league=season.league, name="Forge")
    return NewTeam(name, Division.objects.get(season=season, name=division), venue, 3, dt.time(20))


def test_a_new_team_with_nearly_the_name_of_another_is_asked_about(season: Season, secretary: User) -> None:
    add_team(season, hazel(season, "One", "Miners Arms"), by=secretary, now=NOW)
    near = hazel(season, "One", "The Miners Arms")
    with pytest.raises(Invalid) as refused:
        add_team(season, near, by=secretary, now=NOW)
    (problem,) = refused.value.problems
    assert (problem.code, problem.field) == ("anyway", "anyway")
    assert problem.message.startswith("The Miners Arms is new, and very like Miners Arms.")
    assert add_team(season, near, anyway=True, by=secretary, now=NOW).entry.team.name == near.name


def test_a_team_that_the_league_knows_is_not_asked_about(season: Season, secretary: User) -> None:
    league = season.league
    Team.objects.bulk_create(Team(league=league, name=f"{name} Arms", slug=name) for name in ("Miners", "Miner"))
    added = add_team(season, hazel(season, "One", "miners arms"), by=secretary, now=NOW)
    assert added.entry.team.name == "Miners Arms"


def test_a_draft_takes_any_team(season: Season, secretary: User) -> None:
    added = add_team(season, hazel(season, "One"), by=secretary, now=NOW)
    assert (added.fixtures, added.remake) == (0, False)
    assert Entry.objects.get(team__name="Hazel").division.name == "One"


def test_an_odd_division_has_a_place_and_everybody_meets_it_home_and_away(published: Season, secretary: User) -> None:
    added = add_team(published, hazel(published), by=secretary, now=NOW)
    assert (added.fixtures, added.owed, added.remake) == (6, 0, False)
    mine = Fixture.objects.filter(division__name="Two", division__season=published).select_related("home", "away")
    pairs = sorted(str(f) for f in mine if "Hazel" in str(f))
    assert pairs == [
        "Elm v Hazel", "Fir v Hazel", "Gorse v Hazel", "Hazel v Elm", "Hazel v Fir", "Hazel v Gorse",
    ]  # fmt: skip
    for week in published.weeks.all():
        playing = [t for f in mine.filter(week=week) for t in (f.home_id, f.away_id)]
        assert len(playing) == len(set(playing))
    at_home = mine.filter(home__name="Hazel").first()
    assert at_home is not None
    assert at_home.starts_at.astimezone(published.league.tz).strftime("%A %H:%M") == "Thursday 20:00"
    assert JournalEntry.objects.get(kind=JournalKind.TEAM_ADDED).what == "added Hazel to Two, with 6 fixtures"


def test_what_it_has_missed_is_owed(published: Season, secretary: User) -> None:
    now = dt.datetime(2027, 9, 26, 12, tzinfo=dt.UTC)
    added = add_team(published, hazel(published), by=secretary, now=now)
    assert (added.fixtures, added.owed) == (6, 2)
    owed = Fixture.objects.filter(division__season=published, state=FixtureState.POSTPONED)
    assert {postponement.state for f in owed for postponement in f.postponements.all()} == {PostponementState.OWED}
    assert Postponement.objects.count() == 2


def test_a_team_that_has_moved_a_fixture_into_its_free_week_does_not_play_twice_an_evening(
    published: Season, secretary: User
) -> None:
    elm = Fixture.objects.filter(Q(home__name="Elm") | Q(away__name="Elm"), division__season=published)
    free = published.weeks.filter(kind=WeekKind.PLAY).exclude(fixtures__in=elm).first()
    assert free is not None
    # On both home nights of the two that are to meet.
    for fixture, day in zip(elm.order_by("-starts_at")[:2], (1, 3), strict=True):
        there = dt.datetime.combine(free.starts_on + dt.timedelta(days=day), dt.time(19), tzinfo=dt.UTC)
        Fixture.objects.filter(pk=fixture.pk).update(starts_at=there)
    added = add_team(published, hazel(published), by=secretary, now=NOW)
    assert (added.fixtures, added.owed) == (6, 1)
    owed = Postponement.objects.select_related("fixture").get()
    assert (owed.fixture.week_id, owed.fixture.state) == (free.pk, FixtureState.POSTPONED)
    assert (owed.state, "Elm play" in owed.reason) == (PostponementState.OWED, True)


def test_adding_it_twice_adds_it_once(published: Season, secretary: User) -> None:
    add_team(published, hazel(published), by=secretary, now=NOW)
    again = add_team(published, hazel(published), by=secretary, now=NOW)
    assert again.fixtures == 0
    assert Fixture.objects.filter(division__season=published).count() == 18 + 6


def test_an_even_division_is_made_anew_before_play_begins(published: Season, secretary: User) -> None:
    added = add_team(published, hazel(published, "One"), by=secretary, now=NOW)
    assert (added.fixtures, added.remake) == (0, True)
    row = ready(published, secretary)
    publish.publish(row, version=1, despite="It will do.", by=secretary, now=NOW)
    assert Fixture.objects.filter(division__season=published).count() == 20 + 6
    assert made_timetable(row).outdated == ()


def test_an_even_division_is_closed_once_play_has_begun(published: Season, secretary: User) -> None:
    with pytest.raises(WrongState, match="One has 4 teams and no free place, and play has begun"):
        add_team(published, hazel(published, "One"), by=secretary, now=dt.datetime(2027, 10, 1, tzinfo=dt.UTC))
    assert not Entry.objects.filter(team__name="Hazel").exists()


def test_it_takes_the_place_of_a_team_that_has_left(published: Season, secretary: User) -> None:
    ash = Entry.objects.select_related("season__league").get(season=published, team__name="Ash")
    withdraw_team(ash, reason="Gone.", by=secretary, now=NOW)
    added = add_team(published, hazel(published, "One"), by=secretary, now=NOW)
    assert added.fixtures == 6
    on = Fixture.objects.filter(division__name="One", division__season=published).exclude(state="cancelled")
    assert on.count() == 12


def test_who_may_and_what_is_wrong(season: Season, town: Town, secretary: User) -> None:
    with pytest.raises(NotAllowed):
        add_team(season, hazel(season), by=town.captains["Anchor"], now=NOW)
    with pytest.raises(Invalid, match="Ash is in One this season"):
        add_team(season, hazel(season, "Two", "Ash"), by=secretary, now=NOW)
    elsewhere = NewTeam(" ", town.division, town.venues["Anchor"], 1, dt.time(20))
    with pytest.raises(Invalid, match=r"Write the team’s name.*Choose a division of this season"):
        add_team(season, elsewhere, by=secretary, now=NOW)


def test_a_full_division_whose_fixtures_come_from_a_spreadsheet_takes_no_team(town: Town) -> None:
    elm = NewTeam("Elm", town.division, town.venues["Bell"], 1, dt.time(20))
    early = town.fixtures[0].starts_at - dt.timedelta(days=20)
    with pytest.raises(WrongState, match="has no free place; the fixtures of this season come from a spreadsheet"):
        add_team(town.season, elm, by=town.secretary, now=early)
    assert not Entry.objects.filter(team__name="Elm").exists()


def test_a_team_plays_at_a_venue_of_its_league_that_is_not_hidden(season: Season, secretary: User) -> None:
    abroad = Venue.objects.create(league=factories.town("Abroad", "abroad").league, name="Gasthof")
    with pytest.raises(Invalid) as refused:
        add_team(season, replace(hazel(season), venue=abroad), by=secretary, now=NOW)
    assert [(problem.field, str(problem.message)) for problem in refused.value.problems] == [
        ("venue", "Choose a venue of this league.")
    ]
    Venue.objects.filter(name="Forge").update(hidden_at=NOW)
    with pytest.raises(Invalid) as refused:
        add_team(season, hazel(season), by=secretary, now=NOW)
    assert [(problem.code, problem.field) for problem in refused.value.problems] == [("hidden", "venue")]


def test_a_week_in_which_its_division_does_not_play_is_no_free_place(published: Season, secretary: User) -> None:
    last = published.weeks.filter(kind=WeekKind.PLAY).order_by("starts_on").last()
    Fixture.objects.filter(week=last, division__name="Two").update(state=FixtureState.CANCELLED)
    assert add_team(published, hazel(published), by=secretary, now=NOW).fixtures == 5
    assert not Fixture.objects.filter(week=last, division__name="Two").exclude(state=FixtureState.CANCELLED).exists()
