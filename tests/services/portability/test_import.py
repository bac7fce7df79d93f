"""The secretary's whole season, loaded once: what is in the database against what is in the spreadsheets."""

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from django.db import transaction

from league.enums import FixtureState, JournalKind, PostponementState, ResultKind, ResultState, RoleKind, Settlement
from league.errors import Invalid
from league.models import (
    Division,
    Fixture,
    Game,
    JournalEntry,
    League,
    Player,
    Postponement,
    Result,
    Role,
    User,
    Week,
)
from league.queries.results.sheets import sheet_of
from league.queries.standings.standings import division_table
from league.rules.sheets import GameScore
from league.services.portability.imports import HEADINGS, Report, format_problem, import_season
from tests.services.spreadsheets import BAD, BAD_LINES, DIALECTS, FILES, NOW, counted, lines, rewritten


@pytest.fixture(scope="module")
def loaded(django_db_setup: None, django_db_blocker: Any) -> Iterator[tuple[League, Report]]:
    """The season, loaded once for all tests of this module; each of them is undone to here."""
    with django_db_blocker.unblock(), transaction.atomic():
        league = League.objects.create(name="Marlbury", slug="marlbury")
        yield league, import_season(FILES, league, by=None, now=NOW)
        transaction.set_rollback(True)


@pytest.fixture
def marlbury(loaded: tuple[League, Report], db: None) -> League:
    return loaded[0]


@pytest.mark.long
def test_every_row_of_the_files_is_there(loaded: tuple[League, Report], db: None) -> None:
    assert loaded[1].created == {
        "venues": 28,
        "seasons": 1,
        "divisions": 4,
        "weeks": 22,
        "teams": 40,
        "entries": 40,
        "days a team cannot play": 23,
        "players": 611,
        "registrations": 611,
        "accounts": 80,
        "roles": 80,
        "fixtures": 140,
        "postponements": 1,
        "results": 139,
    }
    assert (loaded[1].changed, loaded[1].unchanged) == ({}, {})
    assert counted() == {
        "Venue": 28,
        "Season": 1,
        "Division": 4,
        "Team": 40,
        "Entry": 40,
        "Blackout": 23,
        "Week": 22,
        "Player": 611,
        "Registration": 611,
        "User": 80,
        "Role": 80,
        "Fixture": 140,
        "Postponement": 1,
        "Result": 139,
        "Match": 138 * 9,
        "Appearance": 138 * 28,
        "Game": 138 * 27,
        "JournalEntry": 3,
    }


def by_hand(division: str) -> dict[str, tuple[int, ...]]:
    """A division's table from results.csv alone: played, won, drawn, lost, games for and against, by team."""
    games: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0])
    for line in lines("results.csv"):
        if line["division"] != division or line["note"] == "postponed":
            continue
        tally = games[line["home"], line["away"]]
        if line["note"]:
            tally[0 if line["note"] == "walkover home" else 1] += 27
        else:
            home, away = map(int, line["score"].split("-"))
            tally[0 if home > away else 1] += 1
    rows: dict[str, list[int]] = defaultdict(lambda: [0] * 6)
    for (home_team, away_team), (ours, theirs) in games.items():
        for team, made, lost in ((home_team, ours, theirs), (away_team, theirs, ours)):
            outcome = 1 if made > lost else 3 if made < lost else 2
            rows[team][0] += 1
            rows[team][outcome] += 1
            rows[team][4] += made
            rows[team][5] += lost
    return {team: tuple(row) for team, row in rows.items()}


@pytest.mark.parametrize("name", ["Division 1", "Division 2", "Division 3", "Division 4"])
def test_the_table_is_what_a_pencil_makes_of_the_spreadsheet(marlbury: League, name: str) -> None:
    table = division_table(Division.objects.get(season__league=marlbury, name=name))
    rows = [r.row for r in table.rows]
    expected = by_hand(name)
    assert {r.entrant.name: (r.played, r.won, r.drawn, r.lost, r.games_for, r.games_against) for r in rows} == expected
    # A point a game, and the order that points and games difference give.
    assert {r.entrant.name: r.points for r in rows} == {team: Fraction(row[4]) for team, row in expected.items()}
    by_points = sorted(expected.values(), key=lambda row: (-row[4], row[5] - row[4]))
    assert [(r.games_for, r.games_against) for r in rows] == [row[4:] for row in by_points]
    assert (table.waiting, table.remaining) == (0, 1 if name == "Division 3" else 0)


def test_a_sheet_is_stored_as_it_was_written(marlbury: League) -> None:
    fixture = Fixture.objects.get(division__name="Division 1", home__name="Kings Arms B", away__name="Legion Club")
    assert fixture.starts_at == dt.datetime(2026, 9, 15, 19, 0, tzinfo=dt.UTC)
    assert (fixture.week.number, fixture.week.round.number, fixture.venue.name) == (1, 1, "Kings Arms")
    result = Result.objects.get(fixture=fixture)
    assert (result.state, result.settlement, result.version) == (ResultState.CONFIRMED, Settlement.IMPORTED, 1)
    match = sheet_of(result).matches[0]
    names = dict(Player.objects.values_list("pk", "name"))
    assert [names[pk] for pk in match.home_players if pk] == ["Keith Kettle", "Malcolm Ellis"]
    assert [names[pk] for pk in match.away_players if pk] == ["Una Mistry", "Ivor St John-Smythe"]
    assert match.games == (GameScore(121, 85), GameScore(93, 121), GameScore(120, 121))


def test_a_walkover_is_all_the_games_of_a_fixture_and_a_postponement_is_owed(marlbury: League) -> None:
    walkover = Result.objects.get(kind=ResultKind.WALKOVER)
    assert (walkover.fixture.home.name, walkover.fixture.away.name) == ("Fox & Hounds", "Windmill A")
    assert (walkover.home_games, walkover.away_games, walkover.home_matches) == (27, 0, 9)
    assert not walkover.matches.exists()
    put_off = Postponement.objects.get()
    [line] = [line for line in lines("results.csv") if line["note"] == "postponed"]
    assert (put_off.fixture.home.name, put_off.fixture.away.name) == (line["home"], line["away"])
    assert (put_off.state, put_off.fixture.state) == (PostponementState.OWED, FixtureState.POSTPONED)
    assert not put_off.fixture.results.exists()


def test_the_calendar_has_its_blank_weeks_and_its_holidays(marlbury: League) -> None:
    weeks = list(Week.objects.order_by("starts_on").values_list("round__number", "number", "starts_on", "kind"))
    assert weeks[0] == (1, 1, dt.date(2026, 9, 14), "play")
    assert [week[:3] for week in weeks if week[3] == "catch-up"] == [
        (1, 9, dt.date(2026, 11, 9)),
        (2, 9, dt.date(2027, 2, 1)),
    ]
    assert [week[2] for week in weeks if week[3] == "no-play"] == [dt.date(2026, 12, 21), dt.date(2026, 12, 28)]
    assert weeks[-1] == (2, 10, dt.date(2027, 2, 8), "play")


def test_captains_have_accounts_without_a_password_and_are_players(marlbury: League) -> None:
    roles = Role.objects.select_related("user", "team")
    assert Counter(role.kind for role in roles) == {RoleKind.CAPTAIN: 40, RoleKind.VICE_CAPTAIN: 40}
    assert all(role.starts_on == dt.date(2026, 9, 14) and role.ends_on is None for role in roles)
    keith = User.objects.get(email="keith.ellis.legionclub@example.org")
    assert (keith.name, keith.is_staff, keith.is_active, keith.has_usable_password()) == (
        "Keith Ellis",
        False,
        True,
        False,
    )
    assert [(role.kind, role.team.name) for role in roles if role.user == keith and role.team] == [
        ("captain", "Legion Club")
    ]
    player = Player.objects.get(user=keith)
    assert (player.name, player.registrations.get().team.name) == ("Keith Ellis", "Legion Club")
    assert Player.objects.exclude(user=None).count() == 80
    assert not any(user.has_usable_password() for user in User.objects.all())


def test_an_import_is_one_entry_in_the_journal(marlbury: League) -> None:
    entry = JournalEntry.objects.get(kind=JournalKind.SEASON_IMPORTED)
    assert (entry.by, entry.by_name, entry.at) == (None, "Muggins", NOW)
    assert entry.what.startswith("loaded 2026-27: new 28 venues, 1 seasons, 4 divisions")
    assert entry.data["created"]["results"] == 139
    others = JournalEntry.objects.exclude(pk=entry.pk).values_list("what", flat=True)
    assert sorted(others)[0] == "gave Fox & Hounds a walkover in Fox & Hounds v Windmill A, from the spreadsheet"


def test_warnings_do_not_stop_it(loaded: tuple[League, Report], db: None) -> None:
    said = [format_problem(problem) for problem in loaded[1].warnings]
    names = [line for line in said if line.startswith("players.csv:")]
    assert (len(names), names[0]) == (
        139,
        'players.csv:2, player: "Keith Ellis": 2 players have this name: also Crown A (line 471)',
    )
    full = "has room for 1 fixture at once; also at home:"
    assert said[139:] == [
        f'fixtures.csv:45, home: "Windmill A": Windmill {full} Windmill B (line 42)',
        f'fixtures.csv:53, home: "Windmill A": Windmill {full} Windmill B (line 52)',
        'fixtures.csv:67, date: "2026-10-28": Windmill B cannot play on this day',
        'fixtures.csv:70, date: "2026-10-28": Royal Oak cannot play on this day',
        f'fixtures.csv:114, home: "Crown B": Crown {full} Crown A (line 112)',
        f'fixtures.csv:126, home: "Crown B": Crown {full} Crown A (line 122)',
        f'fixtures.csv:135, home: "Crown B": Crown {full} Crown A (line 132)',
    ]


@pytest.mark.long
def test_a_second_run_changes_nothing(loaded: tuple[League, Report], db: None) -> None:
    league, first = loaded
    before = counted()
    newest = {model: model.objects.order_by("-pk").values_list("pk", flat=True)[0] for model in (Result, Fixture, Game)}
    again = import_season(FILES, league, by=None, now=NOW + dt.timedelta(days=1))
    assert (again.created, again.changed) == ({}, {})
    assert again.unchanged == {k: n for k, n in first.created.items() if k in again.unchanged}
    assert {"fixtures", "results", "players", "entries", "postponements"} <= set(again.unchanged)
    assert again.warnings == first.warnings
    assert counted() == before
    assert newest == {model: model.objects.order_by("-pk").values_list("pk", flat=True)[0] for model in newest}


def test_a_bad_file_changes_nothing_in_a_season_that_is_there(marlbury: League) -> None:
    before = counted()
    with pytest.raises(Invalid) as refused:
        import_season({"results.csv": BAD.read_bytes()}, marlbury, by=None, now=NOW)
    assert [format_problem(problem) for problem in refused.value.problems] == BAD_LINES
    assert counted() == before


@pytest.mark.long
@pytest.mark.parametrize("dialect", DIALECTS)
def test_however_a_spreadsheet_is_saved_it_says_the_same(marlbury: League, dialect: str) -> None:
    files = {name: rewritten(name, **DIALECTS[dialect]) for name in HEADINGS}
    assert files["results.csv"] != FILES["results.csv"]
    again = import_season(files, marlbury, by=None, now=NOW)
    # All of it is found as it is there: players with accents, dates, scores and blackouts.
    assert (again.created, again.changed) == ({}, {})
    assert (again.unchanged["results"], again.unchanged["players"]) == (139, 611)
