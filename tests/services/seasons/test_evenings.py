"""One evening for everybody: it is every team's home night, and nobody is asked for another."""

import datetime as dt
from dataclasses import replace

import pytest

from league.enums import Night
from league.errors import Invalid, WrongState
from league.models import Entry, Fixture, Season, User
from league.queries.seasons.timetables import TimetableRequest, brief_of
from league.rules.team_lines import read_teams
from league.services.portability.imports import import_season
from league.services.seasons import drafts, publish
from league.services.seasons.drafts import copy_season
from league.services.seasons.entries import add_team, enter_teams
from league.services.seasons.seasons import change_settings, make_season
from tests.factories import Town
from tests.services.draft_season import DRAFT, draft, files, ready
from tests.services.seasons.test_late_teams import hazel
from tests.services.spreadsheets import NOW


@pytest.fixture
def season(town: Town) -> Season:
    return draft(town.league, town.secretary)


def fixtures_on(season: Season, evening: str, by: User) -> Season:
    return change_settings(season, {"evening": evening}, by=by, now=NOW)


def nights(season: Season) -> set[int]:
    return set(Entry.objects.filter(season=season).values_list("home_night", flat=True))


def test_an_evening_for_everybody_is_every_teams_night_and_the_timetable_s(season: Season, secretary: User) -> None:
    assert len(nights(season)) > 1
    found = fixtures_on(season, "monday", secretary)
    assert nights(season) == {Night.MONDAY}
    brief = brief_of(found, TimetableRequest(rounds=2))
    assert {team.night for division in brief.divisions for team in division.teams} == {Night.MONDAY}
    publish.publish(ready(found, secretary), version=1, despite="It will do.", by=secretary, now=NOW)
    days = Fixture.objects.filter(division__season=season).values_list("starts_at", flat=True)
    assert {starts.astimezone(town_tz(season)).strftime("%A") for starts in days} == {"Monday"}


def town_tz(season: Season) -> dt.tzinfo:
    return season.league.tz


def test_a_published_season_keeps_its_evening(season: Season, secretary: User) -> None:
    publish.publish(ready(season, secretary), version=1, despite="It will do.", by=secretary, now=NOW)
    with pytest.raises(WrongState, match="the evening of its fixtures cannot change now"):
        fixtures_on(season, "monday", secretary)
    assert len(nights(season)) > 1


def test_a_team_that_comes_late_is_not_asked_for_a_night(season: Season, secretary: User) -> None:
    with pytest.raises(Invalid, match="Choose the home night"):
        add_team(season, replace(hazel(season), night=None), by=secretary, now=NOW)
    found = fixtures_on(season, "monday", secretary)
    with pytest.raises(Invalid, match="Everybody plays on Monday this season; leave the night out"):
        add_team(found, hazel(season), by=secretary, now=NOW)
    added = add_team(found, replace(hazel(season), night=None), by=secretary, now=NOW)
    assert added.entry.home_night == Night.MONDAY


def test_the_list_of_teams_says_the_evening_once(town: Town, secretary: User) -> None:
    season = drafts.start_season(town.league, "2027–28", "rye", by=secretary, now=NOW)

    def enter(text: str, evening: str | None) -> None:
        lines, _ = read_teams(text, night=3, start=dt.time(20))
        enter_teams(season, lines, evening=evening, by=secretary, now=NOW)

    enter("Ash\nBeech, Friday", "own")
    assert nights(season) == {Night.THURSDAY, Night.FRIDAY}
    with pytest.raises(Invalid) as refused:
        enter("Ash\nBeech, Friday", "thursday")
    assert [problem.message for problem in refused.value.problems] == [
        "Everybody plays on Thursday; leave Friday out of the line of Beech."
    ]
    assert Season.objects.get(pk=season.pk).evening == "own", "nothing half-written"
    enter("Ash\nBeech", "thursday")
    assert nights(season) == {Night.THURSDAY}
    assert enter_teams(season, read_teams("Ash\nElm", night=3, start=dt.time(20))[0], by=secretary, now=NOW)
    with pytest.raises(Invalid, match="leave Monday out of the line of Ash"):
        enter_teams(season, read_teams("Ash\nElm", night=0, start=dt.time(20))[0], by=secretary, now=NOW)


def test_next_season_has_the_same_evening(season: Season, secretary: User) -> None:
    last = fixtures_on(season, "sunday", secretary)
    made = copy_season(last.league, last, "2028-29", dt.date(2028, 9, 11), by=secretary, now=NOW)
    assert (made.evening, nights(made)) == ("sunday", {Night.SUNDAY})


# Spreadsheets


def sheets(evening: str, **changed: str) -> dict[str, bytes]:
    season = (
        DRAFT["season.csv"]
        .replace("second half\n", "second half,evening\n")
        .replace("mirrored\n", f"mirrored,{evening}\n")
    )
    return files(season=season, **changed)


NO_NIGHTS = DRAFT["teams.csv"].replace(",Tuesday,", ",,").replace(",Wednesday,", ",,").replace(",Thursday,", ",,")


def test_a_sheet_of_teams_leaves_the_nights_out(town: Town, secretary: User) -> None:
    made, _ = make_season(town.league, sheets("Wed", teams=NO_NIGHTS), by=secretary, now=NOW)
    assert (made.evening, nights(made)) == ("wednesday", {Night.WEDNESDAY})
    # Loaded again without its column the season keeps what it has.
    again = {"teams.csv": NO_NIGHTS.encode()}
    report = import_season(again, town.league, season=made, by=secretary, now=NOW)
    assert report.changed == {}


@pytest.mark.parametrize(
    ("evening", "teams", "said"),
    [
        ("Tuesday", DRAFT["teams.csv"], ["everybody plays on Tuesday; leave this cell empty"] * 2),
        ("", NO_NIGHTS, ["write a day of the week, like Tuesday"] * 7),
        ("own", NO_NIGHTS, ["write a day of the week, like Tuesday"] * 7),
        ("full moon", NO_NIGHTS.replace(",,", ",Tuesday,", 1), ['write "own", or a day of the week for everybody']),
    ],
)
def test_nights_that_do_not_go_with_the_evening_are_told_at_their_cells(
    town: Town, secretary: User, evening: str, teams: str, said: list[str]
) -> None:
    with pytest.raises(Invalid) as refused:
        make_season(town.league, sheets(evening, teams=teams), by=secretary, now=NOW)
    found = [str(problem.message) for problem in refused.value.problems]
    assert all(any(line in problem for problem in found) for line in said), found
    assert len(found) >= len(said)
    assert not Season.objects.filter(name="2027-28").exists()


def test_a_sheet_changes_the_evening_of_a_draft_but_not_of_a_published_season(season: Season, secretary: User) -> None:
    only = {"season.csv": sheets("Friday")["season.csv"]}
    import_season(only, season.league, by=secretary, now=NOW)
    season.refresh_from_db()
    assert (season.evening, nights(season)) == ("friday", {Night.FRIDAY})
    publish.publish(ready(season, secretary), version=1, despite="It will do.", by=secretary, now=NOW)
    with pytest.raises(Invalid, match="the evening of its fixtures cannot change now"):
        import_season({"season.csv": sheets("Monday")["season.csv"]}, season.league, by=secretary, now=NOW)
    assert nights(season) == {Night.FRIDAY}


def test_where_each_home_team_has_its_own_evening_again_they_keep_the_one_they_had(
    season: Season, secretary: User
) -> None:
    fixtures_on(season, "monday", secretary)
    season.refresh_from_db()
    assert fixtures_on(season, "own", secretary).evening == "own"
    assert nights(season) == {Night.MONDAY}
