"""Spreadsheets that are refused, or warned of, for what several lines say together or what the league has already."""

import datetime as dt

import pytest

from league.errors import NotAllowed
from league.models import Division, League, Player, Season, Team
from league.services.portability.imports import format_problem, import_season
from tests import factories
from tests.services.small_league import GOOD, HEAD, load, problems_in
from tests.services.spreadsheets import counted


@pytest.fixture
def league_here(db: None) -> League:
    return League.objects.create(name="Here", slug="here")


def test_a_player_twice_on_a_sheet(league_here: League, now: dt.datetime) -> None:
    files = {**GOOD, "results.csv": GOOD["results.csv"].replace("Anchor 3,Bell 3", "Anchor 1,Bell 3")}
    assert problems_in(league_here, files, now) == [
        'results.csv:5, home players: "Anchor 1": Anchor 1 is on this sheet twice'
    ]


def test_a_fixture_on_another_day_is_told_once_with_the_day_on_which_they_meet(
    league_here: League, now: dt.datetime
) -> None:
    files = {**GOOD, "results.csv": GOOD["results.csv"].replace("2026-09-15,Anchor", "2026-09-16,Anchor")}
    assert problems_in(league_here, files, now) == [
        (
            'results.csv:2, date: "2026-09-16": there is no fixture Anchor v Bell on this day; '
            "these teams meet on 15/09/2026"
        )
    ]


def test_a_fault_of_one_fixture_hides_no_fault_of_its_neighbour(league_here: League, now: dt.datetime) -> None:
    """The last line of Anchor v Bell has a fault, and Castle v Duke, which begins in the next, lacks its own last."""
    text = GOOD["results.csv"].replace("121-63", "121-x", 1)
    without = text.rindex("One,2026-09-15")
    assert problems_in(league_here, {**GOOD, "results.csv": text[:without]}, now) == [
        'results.csv:7, score: "121-x": “x” is not a number',
        "results.csv:12, game: Castle v Duke: match 2, game 3 is missing; all 3 games are played",
    ]


def test_a_mistyped_side_next_to_its_fixture_is_told_once(league_here: League, now: dt.datetime) -> None:
    first, last = GOOD["results.csv"].rsplit("One,2026-09-15,Castle,Duke", 1)
    files = {**GOOD, "results.csv": f"{first}One,2026-09-15,Castle,Duk{last}"}
    assert problems_in(league_here, files, now) == ['results.csv:13, away: "Duk": no such team; did you mean "Duke"?']


def test_files_without_their_season(league_here: League, now: dt.datetime) -> None:
    for file in ("teams.csv", "results.csv", "players.csv"):
        assert problems_in(league_here, {file: GOOD[file]}, now) == [
            "season.csv:1: is needed: this league has no season yet"
        ]
    heading = GOOD["season.csv"].splitlines()[0]
    assert problems_in(league_here, {**GOOD, "season.csv": heading}, now) == ["season.csv:1: there is no season in it"]
    assert problems_in(league_here, {"season.csv": GOOD["season.csv"]}, now) == [
        "season.csv:2, season: no division has two teams: teams.csv is needed with it"
    ]


def test_what_is_not_one_of_the_files(league_here: League, now: dt.datetime) -> None:
    known = "venues.csv, season.csv, teams.csv, players.csv, fixtures.csv, results.csv"
    assert problems_in(league_here, {**GOOD, "notes.txt": "hello"}, now) == [
        (
            "notes.txt:1: is none of venues, season, teams, players, fixtures, results: give it one of these names, or "
            "leave it out"
        )
    ]
    assert problems_in(league_here, {}, now) == [f"no file: choose at least one of {known}."]
    many = {f"teams {n}.csv": "" for n in range(31)}
    assert problems_in(league_here, many, now) == ["more than 30 files: load them in parts."]


def test_only_the_secretary_loads_a_season(town: factories.Town, now: dt.datetime) -> None:
    files = {name: text.encode() for name, text in GOOD.items()}
    for who in (town.captains["Anchor"], town.referee):
        with pytest.raises(NotAllowed, match="Only the league's secretary may load a season"):
            import_season(files, town.league, by=who, now=now)
    assert Season.objects.count() == 1


def test_checking_only_counts_and_writes_nothing(league_here: League, now: dt.datetime) -> None:
    before = counted()
    files = {name: text.encode() for name, text in GOOD.items()}
    report = import_season(files, league_here, by=None, now=now, check_only=True)
    assert (report.created["teams"], report.created["results"], len(report.warnings)) == (4, 2, 1)
    assert counted() == before


def test_games_missing_at_the_end_are_told_once_with_how_many_there_are(league_here: League, now: dt.datetime) -> None:
    first, last = "Bell,2,singles,Anchor 3,Bell 3,2,121-62,\n", "Bell,2,singles,Anchor 3,Bell 3,3,121-63,\n"
    text = (
        GOOD["results.csv"].replace(f"One,2026-09-15,Anchor,{first}", "").replace(f"One,2026-09-15,Anchor,{last}", "")
    )
    assert problems_in(league_here, {**GOOD, "results.csv": text}, now) == [
        "results.csv:5, game: Anchor v Bell: match 2, game 2 and 1 more are missing; all 3 games are played"
    ]


def test_a_player_who_plays_more_often_than_twice_is_told_at_the_third_match(
    league_here: League, now: dt.datetime
) -> None:
    season = GOOD["season.csv"].replace("D S", "S S S / 2")
    lines = "".join(
        f"One,2026-09-15,Anchor,Bell,{match},singles,Anchor 1,Bell {match},{game},121-90,\n"
        for match in (1, 2, 3)
        for game in (1, 2, 3)
    )
    assert problems_in(league_here, {**GOOD, "season.csv": season, "results.csv": HEAD + lines}, now) == [
        'results.csv:8, home players: "Anchor 1": Anchor 1 is on this sheet more often than the format allows'
    ]


def test_a_name_that_two_players_of_a_team_have_says_nobody_on_a_sheet(league_here: League, now: dt.datetime) -> None:
    load(league_here, GOOD, now)
    Player.objects.filter(name="Bell 4").update(name="Bell 1")
    text = GOOD["results.csv"].replace("121-90", "121-91", 1)
    assert problems_in(league_here, {"results.csv": text}, now) == [
        f'results.csv:{line}, away players: "Bell 1 / Bell 2": Bell has two players of this name; tell them apart'
        for line in (2, 3, 4)
    ]


def test_what_is_hidden_is_restored_before_it_is_loaded_again(league_here: League, now: dt.datetime) -> None:
    load(league_here, {name: GOOD[name] for name in ("venues.csv", "season.csv", "teams.csv")}, now)
    hidden = "is hidden; restore it first, or give this one another name"
    Team.objects.filter(name="Bell").update(hidden_at=now)
    assert problems_in(league_here, {"teams.csv": GOOD["teams.csv"]}, now) == [f'teams.csv:3, team: "Bell": {hidden}']
    Season.objects.update(hidden_at=now)
    assert problems_in(league_here, {"season.csv": GOOD["season.csv"]}, now) == [
        f'season.csv:2, season: "2026-27": {hidden}'
    ]


def test_a_sheet_of_wishes_alone_has_nothing_to_load(league_here: League, now: dt.datetime) -> None:
    wishes = "wish,team,other,round,week\nnever both at home,Anchor,Bell,,\n"
    assert problems_in(league_here, {"wishes.csv": wishes}, now) == ["wishes.csv:1: there is nothing in it to load"]
    report = load(league_here, {**GOOD, "wishes.csv": wishes}, now)
    assert "wishes.csv:1: wishes are only for a timetable; nothing of them is loaded" in [
        format_problem(warning) for warning in report.warnings
    ]


def test_points_that_the_file_does_not_speak_of_are_told_at_the_format(league_here: League, now: dt.datetime) -> None:
    load(league_here, {name: GOOD[name] for name in ("venues.csv", "season.csv", "teams.csv")}, now)
    Division.objects.update(points_per_lurch=1)
    assert problems_in(league_here, {"season.csv": GOOD["season.csv"].replace("D S,1", "D S,2")}, now) == [
        (
            'season.csv:2, format: "D S": The rulesets of this division know no lurch: leave it at 0, or choose a '
            "ruleset that does."
        )
    ]
