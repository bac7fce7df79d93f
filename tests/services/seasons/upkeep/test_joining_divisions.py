"""A team joins another division once no new timetable can be made: it plays whoever has a free week there."""

import datetime as dt

import pytest
from django.db.models import Q

from league.enums import FixtureState, JournalKind, NoticeKind, PostponementState
from league.errors import Invalid, WrongState
from league.models import Division, Entry, Fixture, JournalEntry, Notice, Postponement, Season, Timetable, User
from league.queries.seasons.divisions import move_of
from league.queries.standings.standings import division_table
from league.services.dates import override
from league.services.results import decide
from league.services.seasons import publish
from league.services.seasons.moves import move_team
from league.services.seasons.withdrawals import withdraw_team
from tests.factories import Town
from tests.services.draft_season import draft, ready, take_up_captaincies
from tests.services.spreadsheets import NOW

WHY = "It was dealt into the wrong division."
BEGUN = dt.datetime(2027, 9, 26, 12, tzinfo=dt.UTC)


@pytest.fixture
def season(town: Town, secretary: User) -> Season:
    """Return a season with two divisions, four teams in One and three in Two, two weeks after its first day."""
    found = draft(town.league, secretary)
    publish.publish(ready(found, secretary), version=1, despite="It will do.", by=secretary, now=NOW)
    found.refresh_from_db()
    return found


def entry_of(season: Season, team: str) -> Entry:
    joined = Entry.objects.select_related("season__league", "division", "team", "venue")
    return joined.get(season=season, team__name=team)


def division_of(season: Season, name: str) -> Division:
    return Division.objects.get(season=season, name=name)


def of_team(season: Season, team: str) -> list[Fixture]:
    found = Fixture.objects.filter(Q(home__name=team) | Q(away__name=team), division__season=season)
    return list(found.exclude(state=FixtureState.CANCELLED).select_related("home", "away").order_by("week__starts_on"))


def test_it_plays_whoever_has_a_free_week_as_it_was_shown(season: Season, secretary: User) -> None:
    before, two = of_team(season, "Ash"), division_of(season, "Two")
    found = move_of(entry_of(season, "Ash"), now=BEGUN)
    assert (found.against, found.remake, len(found.cancelled)) == ((), False, 6)
    [join] = found.joins
    assert (join.division, len(join.places), join.against) == (two, 6, ())
    moved = move_team(entry_of(season, "Ash"), two, reason=WHY, by=secretary, now=BEGUN)
    assert (moved.fixtures, moved.owed) == (6, 2)
    after = of_team(season, "Ash")
    shown = [(place.week.pk, place.home.team.name, place.away.team.name, place.starts_at) for place in join.places]
    assert shown == [(one.week_id, one.home.name, one.away.name, one.starts_at) for one in after]
    assert {one.division_id for one in after} == {two.pk}
    assert sorted(str(one).replace("Ash", "").strip(" v") for one in after) == ["Elm"] * 2 + ["Fir"] * 2 + ["Gorse"] * 2
    owed = Postponement.objects.filter(fixture__in=after)
    assert [one.state for one in owed] == [PostponementState.OWED] * 2
    gone = Fixture.objects.filter(pk__in=[one.pk for one in before])
    assert {one.state for one in gone} == {FixtureState.CANCELLED}
    assert "Ash" in [row.team.name for row in division_table(two).rows]
    assert "Ash" not in [row.team.name for row in division_table(division_of(season, "One")).rows]


def test_it_is_journalled_and_the_captains_of_both_are_told(season: Season, secretary: User) -> None:
    take_up_captaincies(season)
    cancelled = [one.pk for one in of_team(season, "Ash")]
    move_team(entry_of(season, "Ash"), division_of(season, "Two"), reason=WHY, by=secretary, now=BEGUN)
    entry = JournalEntry.objects.get(kind=JournalKind.TEAM_CHANGED)
    assert (entry.what, entry.why) == ("moved Ash from One to Two of 2027-28, with 6 fixtures there", WHY)
    assert (entry.data["division"], sorted(entry.data["cancelled"])) == (
        {"from": "One", "to": "Two"},
        sorted(cancelled),
    )
    assert entry.data["fixtures"] == [one.pk for one in of_team(season, "Ash")]
    told = Notice.objects.filter(kind=NoticeKind.FIXTURE_MOVED, text__startswith="Ash has moved")
    assert {one.text for one in told} == {
        f"Ash has moved from One to Two, and plays whoever had a free week there. {WHY}"
    }
    assert {one.recipient.email for one in told} == {
        f"{team}1@town.example" for team in ("ash", "beech", "cedar", "dogwood", "elm", "fir", "gorse")
    }


@pytest.mark.long
def test_it_moves_there_and_back(season: Season, secretary: User) -> None:
    """A fixture that was cancelled for a move leaves its week to others."""
    for name in ("Two", "One", "Two"):
        move_team(entry_of(season, "Ash"), division_of(season, name), reason=WHY, by=secretary, now=BEGUN)
    after = of_team(season, "Ash")
    assert {one.division_id for one in after} == {division_of(season, "Two").pk}
    assert len({one.week_id for one in after}) == len(after) == 6
    assert Fixture.objects.filter(division__season=season, state=FixtureState.CANCELLED).count() == 6 + 6 + 6


def test_a_division_without_a_free_week_takes_nobody(season: Season, secretary: User) -> None:
    one = division_of(season, "One")
    found = move_of(entry_of(season, "Elm"), now=BEGUN)
    assert [problem.code for problem in found.against] == ["begun"]
    assert "no other division has a free week. Withdraw Elm" in found.against[0].message
    third = Division.objects.create(season=season, name="Three", slug="three", order=3, fixture_format="D S")
    entries = {team: entry_of(season, team) for team in ("Ash", "Elm")}
    withdraw_team(entries["Ash"], reason="Gone.", by=secretary, now=NOW)
    places = {join.division: len(join.places) for join in move_of(entries["Elm"], now=BEGUN).joins}
    assert places == {one: 6, third: 0}
    with pytest.raises(Invalid, match="Three has no free week") as refused:
        move_team(entries["Elm"], third, reason="", by=secretary, now=BEGUN)
    assert [problem.code for problem in refused.value.problems] == ["no-place", "no-reason"]
    assert not Fixture.objects.filter(division=third).exists()


def test_a_team_with_a_result_stays(season: Season, secretary: User) -> None:
    first = of_team(season, "Ash")[0]
    decide.nobody_came(first, version=0, reason="Nobody came.", by=secretary, now=BEGUN)
    found = move_of(entry_of(season, "Ash"), now=BEGUN)
    assert ([problem.code for problem in found.against], found.joins) == (["has-results"], ())


def test_fixtures_of_a_spreadsheet_leave_it_the_free_weeks_too(season: Season, secretary: User) -> None:
    Timetable.objects.all().delete()
    moved = move_team(entry_of(season, "Ash"), division_of(season, "Two"), reason=WHY, by=secretary, now=NOW)
    assert (moved.fixtures, moved.owed) == (6, 0)


def test_the_evening_of_the_division_that_it_joins_is_shown_and_played_on(season: Season, secretary: User) -> None:
    two = division_of(season, "Two")
    Division.objects.filter(pk=two.pk).update(own_start=dt.time(18, 45))
    [join] = move_of(entry_of(season, "Ash"), now=BEGUN).joins
    moved = move_team(entry_of(season, "Ash"), two, reason=WHY, by=secretary, now=BEGUN)
    after = of_team(season, "Ash")
    assert moved.fixtures == len(join.places)
    assert [one.starts_at for one in after] == [place.starts_at for place in join.places]
    at_home = [one.starts_at.astimezone(season.league.tz).time() for one in after if one.home.name == "Ash"]
    assert set(at_home) == {dt.time(18, 45)}


@pytest.mark.long
def test_what_was_cancelled_for_it_does_not_come_back(season: Season, secretary: User) -> None:
    former = of_team(season, "Ash")
    move_team(entry_of(season, "Ash"), division_of(season, "Two"), reason=WHY, by=secretary, now=BEGUN)
    for one in Fixture.objects.filter(pk__in=[fixture.pk for fixture in former]):
        step = override.Override("They wish it.", one.sequence, secretary, BEGUN)
        with pytest.raises(WrongState, match="Ash is not in One any more"):
            override.move(one, BEGUN + dt.timedelta(days=60), step, anyway=True)
    # Back in its division it has other fixtures in the weeks of those that were cancelled first.
    move_team(entry_of(season, "Ash"), division_of(season, "One"), reason=WHY, by=secretary, now=BEGUN)
    taken = {fixture.week_id for fixture in of_team(season, "Ash")}
    again = [one for one in former if one.week_id in taken]
    assert again
    for one in Fixture.objects.filter(pk__in=[fixture.pk for fixture in again]):
        step = override.Override("They wish it.", one.sequence, secretary, BEGUN)
        with pytest.raises(WrongState, match="has its week: this one stays cancelled"):
            override.move(one, BEGUN + dt.timedelta(days=60), step, anyway=True)
