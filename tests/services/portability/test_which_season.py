"""The season that spreadsheets are for: told by their dates, named, chosen, or asked; never guessed."""

import datetime as dt

import pytest
from django.core.management import call_command

from league.errors import Invalid
from league.models import Fixture, League, Result, Season
from league.services.portability.imports import Report, format_problem, import_season, season_named
from tests.services.small_league import GOOD, HEAD, games, load
from tests.services.spreadsheets import counted

NEXT = {
    "season.csv": GOOD["season.csv"].replace("2026-27,2026-09-14", "2027-28,2027-09-13"),
    "teams.csv": GOOD["teams.csv"],
}
WEEKLY = HEAD + games("Bell", "Castle", "2026-09-22")


@pytest.fixture
def league_here(db: None, now: dt.datetime) -> League:
    """A league whose season runs, and which has a draft of the next one."""
    league = League.objects.create(name="Here", slug="here")
    load(league, GOOD, now)
    load(league, NEXT, now)
    return league


def refused(league: League, files: dict[str, str], now: dt.datetime, **more: Season) -> list[str]:
    before = counted()
    with pytest.raises(Invalid) as wrong:
        import_season({name: text.encode() for name, text in files.items()}, league, by=None, now=now, **more)
    assert counted() == before
    return [format_problem(problem) for problem in wrong.value.problems]


def chosen_season(league: League, files: dict[str, str], season: str, now: dt.datetime) -> Report:
    sent = {name: text.encode() for name, text in files.items()}
    return import_season(sent, league, by=None, now=now, season=season_named(league, season))


def test_the_weekly_load_goes_to_the_season_that_has_its_dates_and_not_to_next_seasons_draft(
    league_here: League, now: dt.datetime
) -> None:
    report = load(league_here, {"results.csv": WEEKLY}, now)
    assert str(report.season) == "2026-27"
    assert report.created == {"results": 1}
    assert Result.objects.filter(fixture__division__season__name="2026-27").count() == 3


def test_a_day_that_is_mistyped_is_told_in_the_season_of_the_others(league_here: League, now: dt.datetime) -> None:
    bad = WEEKLY.replace("2026-09-22", "31/02/2026", 1)
    assert refused(league_here, {"results.csv": bad}, now) == [
        'results.csv:2, date: "31/02/2026": there is no such day; write it like 2026-09-15 or 15/09/2026'
    ]


def test_dates_of_no_season_are_asked_about_with_every_season_named(league_here: League, now: dt.datetime) -> None:
    lost = WEEKLY.replace("2026-09-22", "2025-09-23")
    assert refused(league_here, {"results.csv": lost}, now) == [
        (
            "results.csv:1, season: no season has all these dates; choose one (2027-28 (draft): 13 September 2027 to "
            "10 October 2027, 2026-27: 14 September 2026 to 11 October 2026)"
        )
    ]


def test_players_alone_are_for_the_season_that_is_not_over_yet(league_here: League) -> None:
    later = dt.datetime(2027, 8, 1, tzinfo=dt.UTC)
    report = load(league_here, {"players.csv": "player,team,role,email\nNew Face,Bell,,\n"}, later)
    assert str(report.season) == "2027-28"


def test_players_alone_are_asked_about_while_two_seasons_are_to_be_played(league_here: League) -> None:
    during = dt.datetime(2026, 9, 20, tzinfo=dt.UTC)
    files = {"players.csv": "player,team,role,email\nNew Face,Bell,,\n"}
    [asked] = refused(league_here, files, during)
    assert asked.startswith("players.csv:1, season: it is not clear which season this is for; choose one (2027-28")
    assert str(chosen_season(league_here, files, "2026-27", during).season) == "2026-27"


def test_a_pub_s_address_needs_no_season(league_here: League, now: dt.datetime) -> None:
    during = dt.datetime(2026, 9, 20, tzinfo=dt.UTC)
    files = {"venues.csv": "venue,address,fixtures at once\nThe Inn,9 High St,2\n"}
    assert load(league_here, files, during).changed == {"venues": 1}


def test_a_season_that_is_chosen_and_another_that_the_file_names_is_refused(
    league_here: League, now: dt.datetime
) -> None:
    one = season_named(league_here, "2026-27")
    [problem] = refused(league_here, NEXT, now, season=one)
    assert problem == 'season.csv:1: is for "2027-28", but you chose 2026-27: choose that season, or none'


def test_of_two_seasons_at_once_the_one_with_fixtures_in_that_week_is_meant(
    league_here: League, now: dt.datetime
) -> None:
    summer = Season.objects.create(league=league_here, name="Cup", slug="cup", first_week=dt.date(2026, 9, 7))
    number = summer.rounds.create(number=1)
    for week in range(1, 9):
        starts = dt.date(2026, 9, 7) + dt.timedelta(weeks=week - 1)
        summer.weeks.create(round=number, number=week, starts_on=starts)
    assert str(load(league_here, {"results.csv": WEEKLY}, now).season) == "2026-27"
    assert not Fixture.objects.filter(week__season=summer).exists()


def test_a_season_nobody_knows_is_told_with_those_there_are(league_here: League) -> None:
    with pytest.raises(Invalid) as wrong:
        season_named(league_here, "2031")
    assert str(wrong.value) == "There is no season “2031”; there are: 2027-28, 2026-27."


def test_the_command_takes_a_season_names_it_and_tells_what_it_did_not_read(
    league_here: League, tmp_path: object, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path  # type: ignore[assignment]
    (folder / "results.csv").write_text(WEEKLY)  # type: ignore[operator]
    (folder / "Fixtures 2026.csv").write_text("x")  # type: ignore[operator]
    (folder / "notes.md").write_text("x")  # type: ignore[operator]
    call_command("import_season", str(folder), season="2026-27")
    out, err = capsys.readouterr()
    assert "season: 2026-27" in out.splitlines()
    assert "Fixtures 2026.csv: not read; the names are venues.csv, season.csv" in err
    assert "notes.md" not in err
