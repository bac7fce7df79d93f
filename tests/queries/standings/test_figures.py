"""Games by table and points pegged, as the database adds them up; and what a table costs that needs them."""

import datetime as dt
from dataclasses import replace
from typing import Any

import pytest

from league.models import Division, Fixture, Lot, LotsDrawn, Result
from league.queries.results.sheets import sheet_of
from league.queries.standings.decisions import lots_of_season
from league.queries.standings.figures import figures_of, of_sheet, totals_of, totals_of_sheet, totals_of_walkover
from league.queries.standings.standings import division_table, season_tables, table_if, table_with, table_without
from league.rules.formats import terms
from league.rules.sheets import GameScore, ResultSheet
from league.services.results import decide, submit
from tests.factories import PAIRS, Town, result_sheet

FIXTURES = [pair for pairs in PAIRS for pair in pairs]


def ordered(town: Town, *tie_breaks: str) -> Division:
    Division.objects.filter(pk=town.division.pk).update(tie_breaks=list(tie_breaks))
    return Division.objects.select_related("season__league").get(pk=town.division.pk)


def enter(town: Town, home: str, away: str, now: dt.datetime, sheet: ResultSheet | None = None) -> Fixture:
    fixture = town.fixture(home, away)
    submit.submit(fixture, sheet or result_sheet(town, home, away), by=town.secretary, now=now)
    return fixture


def test_what_is_stored_is_what_the_sheet_says(town: Town, now: dt.datetime) -> None:
    division = ordered(town, "count_back", "spread")
    whole = enter(town, "Anchor", "Bell", now)
    sheet = result_sheet(town, "Castle", "Duke of York")
    last = replace(sheet.matches[2], away_players=(None,), games=(GameScore(awarded="home"),) * 3)
    short = enter(town, "Castle", "Duke of York", now, ResultSheet((*sheet.matches[:2], last)))
    found = figures_of([division])
    # Match n is 302 + n to 241 + 2n; of a short side's match no game was pegged.
    assert found.of_fixture(whole.pk) == {
        "tables": ((2, 1),) * 3,
        "home_pegged": 912,
        "away_pegged": 735,
        "pegged_in": 9,
    }
    assert found.of_fixture(whole.pk).items() <= of_sheet(result_sheet(town, "Anchor", "Bell"), terms(division)).items()
    assert found.of_fixture(short.pk) == {
        "tables": ((2, 1), (2, 1), (3, 0)), "home_pegged": 607, "away_pegged": 488, "pegged_in": 6,
    }  # fmt: skip
    assert (
        found.of_fixture(short.pk).items() <= of_sheet(ResultSheet((*sheet.matches[:2], last)), terms(division)).items()
    )
    assert found.of_fixture(0) == {"tables": (), "home_pegged": 0, "away_pegged": 0, "pegged_in": 0}


def test_a_walkovers_tables_are_the_winners_and_it_pegs_nothing(town: Town, now: dt.datetime) -> None:
    division = ordered(town, "count_back", "spread")
    fixture = town.fixture("Anchor", "Bell")
    decide.give_walkover(fixture, to="away", version=0, reason="Nobody came", by=town.secretary, now=now)
    result = Result.objects.select_related("fixture__division").get(fixture=fixture)
    said = totals_of(result, figures_of([division]).of_fixture(fixture.pk))
    assert said == totals_of_walkover(town.fixture("Anchor", "Bell"), "away")
    assert (said.tables, said.home_pegged, said.away_pegged) == (((0, 3),) * 3, 0, 0)
    rows = {found.team.name: found.row for found in division_table(division).rows}
    assert (rows["Bell"].position, rows["Bell"].games_for) == (1, 9)


def test_only_the_version_that_counts_is_added_up(town: Town, now: dt.datetime) -> None:
    division = ordered(town, "spread", "count_back")
    fixture = enter(town, "Anchor", "Bell", now)
    decide.void(fixture, version=1, reason="Short pack", by=town.secretary, now=now)
    assert figures_of([division]).of_fixture(fixture.pk)["home_pegged"] == 0
    decide.take_back(fixture, version=2, reason="It was complete", by=town.secretary, now=now)
    assert figures_of([division]).of_fixture(fixture.pk)["home_pegged"] == 912


def test_count_back_and_spread_part_teams_of_the_database(town: Town, now: dt.datetime) -> None:
    enter(town, "Anchor", "Bell", now)
    enter(town, "Castle", "Duke of York", now, result_sheet(town, "Castle", "Duke of York", first=GameScore(60, 121)))
    enter(town, "Duke of York", "Anchor", now, result_sheet(town, "Duke of York", "Anchor"))
    # Anchor 6 + 3, the Duke 4 + 6, Castle 5, Bell 3.
    by_table = division_table(ordered(town, "count_back"))
    assert [found.team.name for found in by_table.rows] == ["Duke of York", "Anchor", "Castle", "Bell"]


def test_spread_parts_teams_of_the_database(town: Town, now: dt.datetime) -> None:
    enter(town, "Anchor", "Bell", now)
    enter(town, "Castle", "Duke of York", now, result_sheet(town, "Castle", "Duke of York", first=GameScore(121, 0)))
    tie = division_table(ordered(town, "spread")).standings.tie_of(town.teams["Castle"].pk)
    assert tie is not None
    assert tie.teams == (town.teams["Castle"].pk, town.teams["Anchor"].pk)
    assert [tie.steps[0].figure(team) for team in tie.teams] == ["+238", "+177"]


@pytest.mark.parametrize(
    ("tie_breaks", "queries"),
    [(("games_difference",), 4), (("count_back",), 5), (("spread",), 5), (("count_back", "spread", "lots"), 7)],
)
@pytest.mark.parametrize("size", [1, 4])
def test_a_table_asks_for_what_its_order_needs_and_no_more(
    town: Town, now: dt.datetime, django_assert_num_queries: Any, tie_breaks: tuple[str, ...], queries: int, size: int
) -> None:
    for home, away in FIXTURES[:size]:
        enter(town, home, away, now)
    division = ordered(town, *tie_breaks)
    for names in (("Bell", "Anchor"), ("Castle", "Bell"), ("Anchor", "Castle"))[:size]:
        lots = LotsDrawn.objects.create(division=division, drawn_on=now.date(), recorded_at=now)
        Lot.objects.bulk_create(Lot(drawn=lots, place=n, team=town.teams[name]) for n, name in enumerate(names, 1))
    with django_assert_num_queries(queries):
        division_table(division)
    with django_assert_num_queries(queries + 1):
        season_tables(town.season)
    with django_assert_num_queries(queries):
        table_if(division, {})


def test_the_table_if_a_result_were_another_has_its_figures(town: Town, now: dt.datetime) -> None:
    division = ordered(town, "count_back")
    fixture = enter(town, "Anchor", "Bell", now)
    enter(town, "Castle", "Duke of York", now)
    before = division_table(division)
    same = {fixture.pk: totals_of_sheet(town.fixture("Anchor", "Bell"), result_sheet(town, "Anchor", "Bell"))}
    assert table_if(division, same).standings == before.standings
    sheet = result_sheet(town, "Anchor", "Bell")
    moved = ResultSheet(
        (
            replace(sheet.matches[0], games=(GameScore(121, 1),) * 3),
            replace(sheet.matches[1], games=(GameScore(1, 121),) * 2 + (GameScore(121, 1),)),
            sheet.matches[2],
        )
    )
    after = table_if(division, {fixture.pk: totals_of_sheet(town.fixture("Anchor", "Bell"), moved)})
    assert [found.team.name for found in after.rows][:2] == ["Anchor", "Castle"]
    assert after.rows[0].row.decided_text == ("Level on 6 points with Castle; ahead on count-back at table 1, 3 to 2.")


def test_a_team_that_had_not_withdrawn_would_have_its_figures_again(town: Town, now: dt.datetime) -> None:
    division = ordered(town, "count_back", "spread")
    for home, away in (("Anchor", "Bell"), ("Castle", "Duke of York")):
        enter(town, home, away, now)
    whole = division_table(division)
    entry = division.entries.select_related("division__season__league", "team").get(team=town.teams["Bell"])
    results = list(Result.objects.filter(fixture__away=entry.team).select_related("fixture__division"))
    assert table_without(entry, {result.fixture_id for result in results}).standings != whole.standings
    entry.withdrawn_on = now.date()
    entry.save()
    Fixture.objects.filter(away=entry.team).update(state="cancelled")
    assert table_with(entry, results).standings == whole.standings


def test_the_lots_of_a_season_ask_a_fixed_number_of_queries(
    town: Town, now: dt.datetime, django_assert_num_queries: Any
) -> None:
    division = ordered(town, "lots")
    enter(town, "Anchor", "Bell", now)
    for size in (1, 3):
        for _ in range(size):
            lots = LotsDrawn.objects.create(division=division, drawn_on=now.date(), recorded_at=now)
            Lot.objects.create(drawn=lots, place=1, team=town.teams["Castle"])
            Lot.objects.create(drawn=lots, place=2, team=town.teams["Duke of York"])
        with django_assert_num_queries(9):
            found = lots_of_season(town.season)
    assert len(found.recorded) == 4


def test_points_for_matches_and_lurches_cost_three_queries_and_tell_what_the_sheet_says(
    town: Town, now: dt.datetime, django_assert_num_queries: Any
) -> None:
    Division.objects.filter(pk=town.division.pk).update(
        points_per_whole_match=1, points_per_lurch=1, points_per_double_lurch=1, singles_ruleset="acc",
        doubles_ruleset="acc",
    )  # fmt: skip
    division = Division.objects.select_related("season__league").get(pk=town.division.pk)
    sheet = result_sheet(town, "Anchor", "Bell", first=GameScore(121, 60))
    whole = replace(sheet.matches[1], games=(GameScore(90, 121), GameScore(91, 121), GameScore(120, 121)))
    fixture = enter(town, "Anchor", "Bell", now, ResultSheet((sheet.matches[0], whole, sheet.matches[2])))
    stored = Result.objects.select_related("fixture__division").get(fixture=fixture)
    with django_assert_num_queries(3):
        found = figures_of([division]).of_fixture(fixture.pk)
    kept = {name: found[name] for name in ("matches_drawn", "home_whole", "away_whole")}
    assert kept == {"matches_drawn": 0, "home_whole": 0, "away_whole": 1}
    # The home side's games end 61 to 63 but for one at 60; the away side has one at 90, and two at 61 and 63.
    lurches = {name: n for name, n in found.items() if name.endswith("lurches")}
    said = of_sheet(ResultSheet((sheet.matches[0], whole, sheet.matches[2])), terms(division))
    assert lurches == {name: n for name, n in said.items() if name.endswith("lurches")}
    assert (lurches["home_double_lurches"], lurches["away_lurches"]) == (1, 3)
    unpegged = {"home_pegged": 0, "away_pegged": 0, "pegged_in": 0}
    assert totals_of(stored, found) == replace(totals_of_sheet(fixture, sheet_of(stored)), **unpegged)


def test_the_table_if_a_play_off_were_not_played_has_them_level_again(town: Town, now: dt.datetime) -> None:
    division = ordered(town, "play_off")
    enter(town, "Anchor", "Bell", now)
    enter(town, "Castle", "Duke of York", now)
    play_off = town.fixture("Anchor", "Castle")
    Fixture.objects.filter(pk=play_off.pk).update(play_off=True)
    enter(town, "Anchor", "Castle", now)

    def leading(changed: dict[int, Any]) -> list[str]:
        rows = table_if(division, changed).rows
        return [f"{'joint ' if found.row.joint else ''}{found.row.position} {found.team.name}" for found in rows][:2]

    assert leading({}) == ["1 Anchor", "2 Castle"]
    assert leading({town.fixture("Bell", "Castle").pk: None}) == ["1 Anchor", "2 Castle"], "it is none of the play-off"
    Fixture.objects.filter(results=None).update(state="cancelled")
    assert leading({play_off.pk: None}) == ["joint 1 Anchor", "joint 1 Castle"]
