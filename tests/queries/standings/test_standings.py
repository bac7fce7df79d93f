"""Tables as the database gives them: what counts, what waits, and how many questions that takes."""

import datetime as dt
from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from league.enums import FixtureState
from league.models import Adjustment, Division, Entry, Fixture, JournalEntry, Notice, Result
from league.queries.standings.figures import totals_of, totals_of_sheet
from league.queries.standings.standings import TableRow, division_table, season_tables, table_if
from league.queries.standings.table_variants import kinds_of, table_of_kind
from league.rules.sheets import GameScore, ResultSheet, ScoreOnly
from league.services.calls import awards
from league.services.results import confirm, decide, submit
from tests import factories
from tests.factories import Town, result_sheet
from tests.journals import forget


def send(town: Town, home: str, away: str, now: dt.datetime) -> Fixture:
    fixture = town.fixture(home, away)
    submit.submit(fixture, result_sheet(town, home, away), by=town.captains[home], now=now)
    return fixture


def agree(town: Town, home: str, away: str, now: dt.datetime) -> Fixture:
    fixture = send(town, home, away, now)
    confirm.confirm(fixture, 1, by=town.captains[away], now=now)
    return fixture


def places(division: Division) -> list[tuple[str, int, int]]:
    """Team, fixtures played and points, from the top."""
    return [(row.team.name, row.row.played, int(row.row.points)) for row in division_table(division).rows]


def test_a_division_that_has_not_begun_has_its_teams_by_name(town: Town) -> None:
    assert places(town.division) == [("Anchor", 0, 0), ("Bell", 0, 0), ("Castle", 0, 0), ("Duke of York", 0, 0)]
    table = division_table(town.division)
    assert (table.waiting, table.remaining) == (0, 6)


def test_a_fixture_that_will_not_be_played_does_not_remain(town: Town) -> None:
    fixture = town.fixture("Anchor", "Bell")
    Fixture.objects.filter(pk=fixture.pk).update(state=FixtureState.CANCELLED)
    assert division_table(town.division).remaining == 5


def test_only_confirmed_results_count(town: Town, now: dt.datetime) -> None:
    agree(town, "Anchor", "Bell", now)
    send(town, "Castle", "Duke of York", now)
    disputed = send(town, "Bell", "Castle", now)
    confirm.dispute(disputed, 1, reason="No", by=town.captains["Castle"], now=now)
    assert places(town.division) == [("Anchor", 1, 6), ("Bell", 1, 3), ("Castle", 0, 0), ("Duke of York", 0, 0)]
    table = division_table(town.division)
    assert (table.waiting, table.remaining) == (2, 5)


def test_a_counter_sheet_counts_only_once_it_is_accepted(town: Town, now: dt.datetime) -> None:
    fixture = send(town, "Anchor", "Bell", now)
    mine = result_sheet(town, "Anchor", "Bell", first=GameScore(100, 121))
    confirm.dispute(fixture, 1, reason="We lost game 1", sheet=mine, by=town.captains["Bell"], now=now)
    table = division_table(town.division)
    assert (places(town.division)[0], table.waiting, table.remaining) == (("Anchor", 0, 0), 1, 6)
    confirm.accept_counter(fixture, by=town.captains["Anchor"], now=now)
    table = division_table(town.division)
    assert (places(town.division)[:2], table.waiting, table.remaining) == ([("Anchor", 1, 5), ("Bell", 1, 4)], 0, 5)


def test_an_awarded_game_is_a_point_and_is_told_apart(town: Town, now: dt.datetime) -> None:
    fixture = agree(town, "Anchor", "Bell", now)
    awards.award_game(fixture, match_number=1, game_number=2, to="home", reason="R43", by=town.referee, now=now)
    rows = {row.team.name: row.row for row in division_table(town.division).rows}
    assert (rows["Anchor"].played, rows["Anchor"].games_for, int(rows["Anchor"].points)) == (1, 7, 7)
    assert (rows["Anchor"].awarded, rows["Bell"].awarded, rows["Bell"].games_for) == (1, 0, 2)


def test_a_walkover_counts_as_the_rules_say(town: Town, now: dt.datetime) -> None:
    decide.give_walkover(
        town.fixture("Anchor", "Bell"), to="away", version=0, reason="No side", by=town.secretary, now=now
    )
    rows = {row.team.name: row.row for row in division_table(town.division).rows}
    assert (rows["Bell"].won, int(rows["Bell"].points), rows["Bell"].walkovers) == (1, 9, 1)
    assert (rows["Anchor"].lost, int(rows["Anchor"].points), rows["Anchor"].walkovers) == (1, 0, 1)
    assert division_table(town.division).remaining == 5


def test_each_division_has_its_own_teams_and_results(town: Town, now: dt.datetime) -> None:
    agree(town, "Anchor", "Bell", now)
    full = factories.full_division(town, 4)
    assert places(full) == [("Full 01", 6, 54), ("Full 02", 6, 18), ("Full 03", 6, 18), ("Full 04", 6, 18)]
    assert [row.team.name for row in division_table(town.division).rows] == ["Anchor", "Bell", "Castle", "Duke of York"]
    Division.objects.create(season=town.season, name="Division 2", slug="division-2", order=0, fixture_format="S")
    tables = season_tables(town.season)
    assert [(t.division.name, len(t.rows), t.remaining) for t in tables] == [("Division 2", 0, 0), ("Division 1", 4, 5)]


@pytest.mark.parametrize("divisions", [1, 3])
def test_tables_ask_five_queries_for_any_number_of_divisions(
    town: Town, now: dt.datetime, django_assert_num_queries: Any, divisions: int
) -> None:
    for number in range(2, divisions + 1):
        made = Division.objects.create(
            season=town.season, name=f"Division {number}", slug=f"d{number}", fixture_format="S"
        )
        Fixture.objects.filter(pk=town.fixtures[number].pk).update(division=made)
    agree(town, "Anchor", "Bell", now)
    division = Division.objects.select_related("season").get(pk=town.division.pk)
    with django_assert_num_queries(5):
        tables = season_tables(town.season)
    assert [table.division.season.league.slug for table in tables] == ["town"] * divisions
    with django_assert_num_queries(4):
        division_table(division)


def points_of(rows: Iterable[TableRow]) -> list[tuple[str, int, int]]:
    return [(row.team.name, row.row.played, int(row.row.points)) for row in rows]


def test_the_table_if_a_result_were_another(town: Town, now: dt.datetime, django_assert_num_queries: Any) -> None:
    fixture = agree(town, "Anchor", "Bell", now)
    town.division.refresh_from_db()
    other = town.fixture("Castle", "Duke of York")
    before = division_table(town.division)
    changed = result_sheet(town, "Anchor", "Bell", first=GameScore(100, 121))
    more = result_sheet(town, "Castle", "Duke of York")
    then = {fixture.pk: totals_of_sheet(fixture, changed), other.pk: totals_of_sheet(other, more)}
    with django_assert_num_queries(4):
        after = table_if(town.division, then)
    assert points_of(after.rows) == [("Castle", 1, 6), ("Anchor", 1, 5), ("Bell", 1, 4), ("Duke of York", 1, 3)]
    assert points_of(table_if(town.division, {fixture.pk: None}).rows)[0] == ("Anchor", 0, 0)
    assert points_of(table_if(town.division, {}).rows) == points_of(before.rows)
    assert points_of(division_table(town.division).rows) == points_of(before.rows)


def test_the_table_if_nothing_changed_is_the_table(town: Town, now: dt.datetime) -> None:
    fixture = agree(town, "Anchor", "Bell", now)
    live = Result.objects.get(fixture=fixture, live=True)
    sheet = result_sheet(town, "Anchor", "Bell")
    before = division_table(town.division)
    live.fixture = fixture
    assert table_if(town.division, {fixture.pk: totals_of(live)}).rows == before.rows
    assert table_if(town.division, {fixture.pk: totals_of_sheet(fixture, sheet)}).rows == before.rows


def test_points_given_and_taken_reach_the_table(town: Town, now: dt.datetime) -> None:
    agree(town, "Anchor", "Bell", now)
    entry = Entry.objects.get(team=town.teams["Anchor"])
    for points in ("-2.50", "-1.00"):
        Adjustment.objects.create(entry=entry, points=Decimal(points), reason="Late", date=now.date(), made_at=now)
    table = division_table(town.division)
    rows = {row.team.name: row.row for row in table.rows}
    assert (rows["Anchor"].points, rows["Anchor"].adjustment) == (Fraction(5, 2), Fraction(-7, 2))
    assert [adjustment.points for adjustment in table.adjustments] == [Decimal("-2.50"), Decimal("-1.00")]


def test_a_score_alone_counts_as_its_card_does(town: Town, now: dt.datetime) -> None:
    division = town.division
    fixture = agree(town, "Anchor", "Bell", now)
    whole = [(row.team.name, row.row) for row in division_table(division).rows]
    forget(JournalEntry, Notice, Result)
    score = ResultSheet((), score=ScoreOnly(6, 3))
    submit.submit(fixture, score, by=town.captains["Anchor"], now=now)
    confirm.confirm(fixture, 1, by=town.captains["Bell"], now=now)
    table = division_table(division)
    assert [(row.team.name, row.row) for row in table.rows] == whole
    assert (table.cards_to_come, table.lacks_cards) == (1, False)
    division.tie_breaks = ["count_back", "name"]
    division.save()
    assert division_table(division).lacks_cards
    for kind in kinds_of(division):
        of_kind = table_of_kind(division, kind)
        assert of_kind.lacks_cards
        assert {row.row.played for row in of_kind.rows} == {0}
