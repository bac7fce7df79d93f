"""A season that was loaded from spreadsheets comes out as the same spreadsheets, and can be loaded again elsewhere."""

import csv
import datetime as dt
import io
import zipfile
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest
from django.db import transaction

from league.enums import FixtureState, ResultKind, ResultState, Settlement
from league.errors import Invalid
from league.models import (
    Appearance,
    Fixture,
    Game,
    LateCard,
    League,
    Lot,
    LotsDrawn,
    Player,
    Registration,
    Result,
    Season,
    Team,
)
from league.queries.standings.standings import season_tables
from league.rules.cells import csv_text
from league.rules.sheets import GameScore
from league.services.portability.exports import export_spreadsheets
from league.services.portability.imports import HEADINGS, import_season
from league.services.portability.imports.row_reader import format_problem
from league.services.results import store
from league.services.standings.adjustments import adjust_points
from tests import factories
from tests.factories import Town, result_sheet
from tests.services import small_league
from tests.services.spreadsheets import FILES, NOW


def exported(season: Season) -> tuple[dict[str, bytes], list[str]]:
    """The files of a season, and what they leave out."""
    out = io.BytesIO()
    left = export_spreadsheets(season, out, by=None, now=NOW)
    with zipfile.ZipFile(out) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    readme = files.pop("README.txt").decode()
    assert [line[2:] for line in readme.splitlines() if line.startswith("- ")] == left
    return files, left


def lines_of(data: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline="")))


def csv_of(row: dict[str, str]) -> bytes:
    return csv_text(tuple(row), [tuple(row.values())]).encode()


@pytest.fixture(scope="module")
def loaded(django_db_setup: None, django_db_blocker: Any) -> Iterator[Season]:
    with django_db_blocker.unblock(), transaction.atomic():
        league = League.objects.create(name="Marlbury", slug="marlbury")
        import_season(FILES, league, by=None, now=NOW)
        yield Season.objects.select_related("league").get()
        transaction.set_rollback(True)


@pytest.fixture
def season(loaded: Season, django_db_blocker: Any) -> Iterator[Season]:
    with django_db_blocker.unblock(), transaction.atomic():
        yield loaded
        transaction.set_rollback(True)


@pytest.mark.long
def test_what_was_loaded_comes_out_line_by_line(season: Season) -> None:
    files, left = exported(season)
    assert left == []
    assert set(files) == set(HEADINGS)
    for name, data in files.items():
        theirs = [{h: row[h] for h in HEADINGS[name]} for row in lines_of(FILES[name])]
        ours = [{h: row[h] for h in HEADINGS[name]} for row in lines_of(data)]
        key = lambda row: sorted(row.items())  # noqa: E731
        assert sorted(map(_plain, ours), key=key) == sorted(map(_plain, theirs), key=key), name


def _plain(row: dict[str, str]) -> dict[str, str]:
    """Return a line without needless blanks, and with the days within a cell sorted."""
    cells = {name: " ".join(cell.split()) for name, cell in row.items()}
    return {name: "; ".join(sorted(p.strip() for p in cell.split(";"))) for name, cell in cells.items()}


@pytest.mark.long
def test_loading_them_where_they_come_from_changes_nothing(season: Season) -> None:
    files, _ = exported(season)
    report = import_season(files, season.league, by=None, now=NOW)
    assert (report.created, report.changed) == ({}, {})


@pytest.mark.long
def test_loading_them_elsewhere_gives_the_same_tables(season: Season) -> None:
    files, _ = exported(season)
    elsewhere = League.objects.create(name="Elsewhere", slug="elsewhere")
    # An address belongs to one account, whatever the league; there it is the same one.
    report = import_season(files, elsewhere, by=None, now=NOW)
    assert report.season is not None
    told = [
        [(row.team.name, row.row.points, row.row.games_for, row.row.decided_text) for row in table.rows]
        for of in (season, report.season)
        for table in season_tables(of)
    ]
    half = len(told) // 2
    assert told[:half] == told[half:]
    assert Game.objects.filter(match__result__fixture__division__season=report.season).count() == 3726
    assert Appearance.objects.count() % 2 == 0


def test_what_spreadsheets_cannot_say_is_told_and_left_out(town: Town, now: dt.datetime) -> None:
    awarded = town.fixture("Anchor", "Bell")
    sheet = result_sheet(town, "Anchor", "Bell", first=GameScore(awarded="away"))
    store.append_result(
        awarded, sheet, state=ResultState.CONFIRMED, now=now, by=None,
        settlement=Settlement.SECRETARY, settled_at=now,
    )  # fmt: skip
    void = town.fixture("Castle", "Duke of York")
    Result.objects.create(
        fixture=void, format=void.format or factories.format_of(void), version=1, kind=ResultKind.NOBODY,
        state=ResultState.CONFIRMED, submitted_at=now, settled_at=now, settlement=Settlement.SECRETARY, home_games=0,
        away_games=0,
    )  # fmt: skip
    moved = town.fixture("Bell", "Castle")
    moved.starts_at += dt.timedelta(days=2)
    moved.save()
    Fixture.objects.filter(home__name="Duke of York").update(state=FixtureState.CANCELLED)
    town.season.entries.filter(team__name="Duke of York").update(withdrawn_on=dt.date(2026, 10, 1))
    Registration.objects.filter(player__name="Bell 6").update(ends_on=dt.date(2026, 10, 1))
    waiting = town.fixture("Anchor", "Castle")
    store.append_result(
        waiting, result_sheet(town, "Anchor", "Castle"),
        state=ResultState.SUBMITTED, now=now, by=None, side="home",
    )  # fmt: skip
    files, left = exported(town.season)
    assert left == [
        "Duke of York withdrew on 2026-10-01.",
        "Bell 6 left Bell on 2026-10-01; they stand in players.csv as one who plays there.",
        "Bell v Castle was moved from 2026-09-22 to 2026-09-24.",
        "Duke of York v Anchor of 2026-09-22 is cancelled, with whatever result it has.",
        "The result of Anchor v Bell: a game of it was awarded.",
        "The result of Castle v Duke of York: neither side came.",
        "The sheet of Anchor v Castle is not confirmed.",
    ]
    assert lines_of(files["results.csv"]) == []
    assert len(lines_of(files["fixtures.csv"])) == 5


def test_two_formats_are_more_than_a_season_csv_has(town: Town) -> None:
    town.season.divisions.create(name="Division 2", slug="division-2", order=2, fixture_format="S", points_per_win=2)
    _, left = exported(town.season)
    assert left == [
        "Division 2 plays another format or for other points than Division 1; season.csv has one for all.",
    ]


def test_what_points_are_given_for_comes_back_with_season_csv(town: Town, now: dt.datetime) -> None:
    said = {
        "points_per_game": Decimal("0.5"), "points_per_win": Decimal(2), "points_per_close_loss": Decimal(1),
        "close_loss_games": 3, "walkover_games": 7, "walkover_games_against": 2, "absent_points": Decimal("-1.5"),
        "merit_minimum": 12, "won_by": "matches",
    }  # fmt: skip
    type(town.division).objects.filter(pk=town.division.pk).update(**said)
    files, left = exported(town.season)
    assert left == []
    again = import_season({"season.csv": files["season.csv"]}, town.league, by=town.secretary, now=now)
    assert again.changed == {}
    # Of a published season they change on their own page, for a reason.
    type(town.season).objects.update(published_at=None)
    type(town.division).objects.filter(pk=town.division.pk).update(
        **dict.fromkeys(said, 0)
        | {"walkover_games": None, "absent_points": None, "points_per_game": 1, "won_by": "games"}
    )
    import_season({"season.csv": files["season.csv"]}, town.league, by=town.secretary, now=now)
    town.division.refresh_from_db()
    assert {name: getattr(town.division, name) for name in said} == said


@pytest.mark.parametrize(
    ("cell", "fault"),
    [
        ("legs", '"legs": write games or matches, or nothing'),
        (
            "Matches",
            '"Matches": Division 1 is published with games; change it under Settings, where the captains are told why',
        ),
    ],
)
def test_what_decides_a_fixture_is_refused_at_its_column(town: Town, now: dt.datetime, cell: str, fault: str) -> None:
    files, _ = exported(town.season)
    [row] = lines_of(files["season.csv"])
    with pytest.raises(Invalid) as refused:
        import_season({"season.csv": csv_of(row | {"fixture won by": cell})}, town.league, by=town.secretary, now=now)
    assert [format_problem(problem) for problem in refused.value.problems] == [f"season.csv:2, fixture won by: {fault}"]


def test_points_that_can_never_come_about_are_told_at_their_column(town: Town, now: dt.datetime) -> None:
    type(town.season).objects.update(published_at=None)
    files, _ = exported(town.season)
    [row] = lines_of(files["season.csv"])
    row |= {"points per lurch": "1", "games of a walkover": "many"}
    with pytest.raises(Invalid) as refused:
        import_season({"season.csv": csv_of(row)}, town.league, by=town.secretary, now=now)
    assert [format_problem(problem) for problem in refused.value.problems] == [
        'season.csv:2, games of a walkover: "many": write a whole number like 15'
    ]
    row["games of a walkover"] = ""
    with pytest.raises(Invalid) as refused:
        import_season({"season.csv": csv_of(row)}, town.league, by=town.secretary, now=now)
    assert [format_problem(problem) for problem in refused.value.problems] == [
        (
            'season.csv:2, points per lurch: "1": The rulesets of this division know no lurch: leave it at 0, or '
            "choose a ruleset that does."
        )
    ]


def test_how_a_season_is_run_and_counted_is_told_where_it_is_not_the_usual(town: Town, now: dt.datetime) -> None:
    """Deductions, games a match and tie-breaks were left out without a word: the table came back another one."""
    entry = town.season.entries.get(team__name="Bell")
    adjust_points(entry, Decimal(-2), reason="A late card", date=dt.date(2026, 10, 1), by=town.secretary, now=now)
    lots = LotsDrawn.objects.create(division=town.division, drawn_on=dt.date(2026, 10, 1), recorded_at=now)
    Lot.objects.bulk_create(Lot(drawn=lots, place=n, team=town.teams[name]) for n, name in ((1, "Bell"), (2, "Anchor")))
    LotsDrawn.objects.create(
        division=town.division, drawn_on=dt.date(2026, 9, 30), recorded_at=now, withdrawn_at=now, withdrawn_why="Wrong"
    )
    fixture = town.fixture("Anchor", "Bell")
    LateCard.objects.create(fixture=fixture, side="home", points=1, due_at=now - dt.timedelta(days=1), sent_at=now)
    town.season.divisions.update(games_per_match=5, tie_breaks=["games_won", "name"])
    Season.objects.update(guest_limit=None, catch_up_nights=[1, 2])
    Player.objects.filter(name="Bell 2").update(phone="01234", shorten_name=True)
    Registration.objects.filter(player__name="Bell 3").update(starts_on=dt.date(2026, 10, 2))
    Fixture.objects.filter(home__name="Bell").update(venue=town.venues["Castle"])
    town.season.entries.filter(team__name="Castle").update(start_time=dt.time(19, 30))
    town.season.refresh_from_db()
    _, left = exported(town.season)
    assert left == [
        "Division 1: games per match is 5.",
        "Division 1: tie breaks is games_won, name.",
        "How the season is run: catch up nights is 1, 2.",
        "How the season is run: guest limit is none.",
        "−2 points of Bell on 2026-10-01: A late card",
        "A late card of Anchor in Anchor v Bell is still to be decided.",
        "Lots drawn in Division 1 on 2026-10-01, in this order: Bell, Anchor",
        "Bell 2, Bell: the phone number.",
        "Bell 2, Bell: that the name is shortened.",
        "Bell 3, Bell: registered from 2026-10-02.",
        "Castle v Duke of York of 2026-09-15: begins at 20:00.",
        "Bell v Castle of 2026-09-22: played at Castle.",
        "Bell v Duke of York of 2026-10-06: played at Castle.",
    ]


def test_an_empty_season_is_an_empty_zip_of_spreadsheets(db: None) -> None:
    league = League.objects.create(name="Empty", slug="empty")
    season = Season.objects.create(league=league, name="Soon", slug="soon", first_week=dt.date(2027, 9, 13))
    files, left = exported(season)
    assert left == ["season.csv has no format: the season has no division yet."]
    assert {name: len(lines_of(data)) for name, data in files.items()} == dict.fromkeys(HEADINGS, 0)


def test_a_team_and_a_player_named_like_formulas_survive(db: None) -> None:
    league = League.objects.create(name="Small", slug="small")
    small_league.load(league, small_league.GOOD, NOW)
    Team.objects.filter(name="Anchor").update(name="=Anchor")
    Player.objects.filter(name="Anchor 1").update(name="@nchor '1")
    season = Season.objects.select_related("league").get()
    files, _ = exported(season)
    assert b"'=Anchor" in files["teams.csv"]
    elsewhere = League.objects.create(name="Elsewhere", slug="elsewhere")
    Player.objects.update(email="")
    import_season(files, elsewhere, by=None, now=NOW)
    assert Team.objects.filter(league=elsewhere, name="=Anchor").exists()
    assert Player.objects.filter(league=elsewhere, name="@nchor '1").exists()


def test_captains_come_with_their_role_and_the_address_of_their_account(town: Town) -> None:
    factories.role(town.captains["Bell"], town.league, factories.RoleKind.VICE_CAPTAIN, town.teams["Castle"])
    files, _ = exported(town.season)
    people = {row["player"]: (row["role"], row["email"]) for row in lines_of(files["players.csv"])}
    assert people["Bell 1"] == ("captain", "bell@town.example")
    assert people["Bell 2"] == ("", "")


def test_an_own_evening_of_a_division_whose_name_has_a_semicolon_is_told_and_left_out(town: Town) -> None:
    town.season.divisions.update(name="One; the first", own_evening="wednesday", own_start=dt.time(19, 30))
    files, left = exported(town.season)
    assert left == ["One; the first: Wednesday 19:30 for all of it."]
    assert [row["evenings of divisions"] for row in lines_of(files["season.csv"])] == [""]


def test_a_late_card_that_was_decided_is_no_longer_told_of(town: Town, now: dt.datetime) -> None:
    LateCard.objects.create(
        fixture=town.fixture("Anchor", "Bell"), side="home", points=1, due_at=now - dt.timedelta(days=1), sent_at=now,
        decided_at=now, dismissed_why="The post was late.",
    )  # fmt: skip
    assert exported(town.season)[1] == []


def test_notes_and_colours_and_what_players_asked_for_are_told_and_left_out(town: Town) -> None:
    Team.objects.filter(name="Anchor").update(note="Mind the step.", colour="red")
    Player.objects.filter(name="Bell 2").update(hide_averages=True, note="Comes by train.")
    _, left = exported(town.season)
    assert left == [
        "Anchor: the note on it.",
        "Anchor: its colour.",
        "Bell 2, Bell: that averages are kept off public pages.",
        "Bell 2, Bell: the note for captains.",
    ]


def test_a_player_who_left_a_team_and_came_back_stands_once_as_who_plays_there(town: Town) -> None:
    first = Registration.objects.get(player__name="Bell 2")
    Registration.objects.filter(pk=first.pk).update(ends_on=dt.date(2026, 10, 1))
    Registration.objects.create(
        season=first.season, team=first.team, player=first.player, starts_on=dt.date(2026, 10, 20)
    )
    files, left = exported(town.season)
    assert [row["player"] for row in lines_of(files["players.csv"])].count("Bell 2") == 1
    assert left == ["Bell 2, Bell: registered from 2026-10-20."]


def test_a_play_off_and_its_result_are_told_and_left_out(town: Town, now: dt.datetime) -> None:
    fixture = town.fixture("Anchor", "Bell")
    Fixture.objects.filter(pk=fixture.pk).update(play_off=True)
    store.append_result(
        fixture, result_sheet(town, "Anchor", "Bell"), state=ResultState.CONFIRMED, now=now, by=None,
        settlement=Settlement.SECRETARY, settled_at=now,
    )  # fmt: skip
    files, left = exported(town.season)
    assert left == ["Anchor v Bell of 2026-09-15 is a play-off, with whatever result it has."]
    assert lines_of(files["results.csv"]) == []
    assert len(lines_of(files["fixtures.csv"])) == 5


def test_a_result_with_a_guest_is_told_and_left_out(town: Town, now: dt.datetime) -> None:
    result = store.append_result(
        town.fixture("Anchor", "Bell"), result_sheet(town, "Anchor", "Bell"), state=ResultState.CONFIRMED, now=now,
        by=None, settlement=Settlement.SECRETARY, settled_at=now,
    )  # fmt: skip
    Appearance.objects.filter(result=result, player__name="Anchor 4").update(guest=True)
    files, left = exported(town.season)
    assert left == ["The result of Anchor v Bell: a guest played."]
    assert lines_of(files["results.csv"]) == []
