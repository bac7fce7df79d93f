"""Cross-tables, two teams head to head, and the archive, from the rows of the database."""

from typing import Any

import pytest
from django.utils import timezone

from league.enums import FixtureState, ResultState
from league.models import Fixture, Result, Season, Team
from league.queries.standings.meetings import archive_of, cross_table, head_to_head
from league.queries.standings.standings import division_table
from tests import factories
from tests.factories import Town


def test_the_grid_has_every_result_once_and_adds_up_to_the_table(town: Town) -> None:
    division = factories.full_division(town, 6)
    found = cross_table(division)
    assert found.at_home
    games = dict.fromkeys((team.pk for team in found.teams), 0)
    seen = []
    for row in found.teams:
        for column in found.teams:
            for one in found.meetings(row, column):
                assert (one.fixture.home_id, one.fixture.away_id) == (row.pk, column.pk)
                assert one.result is not None
                seen.append(one.fixture.pk)
                games[row.pk] += one.result.home_games
                games[column.pk] += one.result.away_games
    assert len(seen) == len(set(seen)) == 30
    assert games == {row.team.pk: row.row.games_for for row in division_table(division).rows}


def test_where_pairs_meet_once_a_row_has_all_meetings_of_a_team(town: Town) -> None:
    found = cross_table(town.division)
    assert not found.at_home
    for row in found.teams:
        for column in found.teams:
            assert len(found.meetings(row, column)) == (row != column)
            assert found.meetings(row, column) == found.meetings(column, row)


def test_only_results_that_count_have_a_score(town: Town) -> None:
    division = factories.full_division(town, 4)
    first, second, third, *_ = Fixture.objects.filter(division=division).order_by("pk")
    Result.objects.filter(fixture=first).update(state=ResultState.SUBMITTED, settlement="", settled_at=None)
    Fixture.objects.filter(pk=second.pk).update(state=FixtureState.CANCELLED)
    Fixture.objects.filter(pk=third.pk).update(play_off=True)
    told = {one.fixture.pk: one for each in cross_table(division).cells.values() for one in each}
    assert (told[first.pk].scored, told[first.pk].result) == (False, None)
    assert (told[second.pk].scored, told[second.pk].cancelled) == (False, True)
    assert third.pk not in told


def test_hidden_teams_and_drafts_are_not_met(town: Town) -> None:
    division = factories.full_division(town, 4)
    one, two, three, *_ = Team.objects.filter(name__startswith="Full").order_by("pk")
    assert len(head_to_head(one, two).played) == 2
    Season.objects.filter(pk=division.season_id).update(published_at=None)
    assert head_to_head(one, two).played == ()
    Season.objects.filter(pk=division.season_id).update(published_at=factories.PUBLISHED, hidden_at=timezone.now())
    assert head_to_head(one, two).played == ()
    Season.objects.filter(pk=division.season_id).update(hidden_at=None)
    Team.objects.filter(pk=three.pk).update(hidden_at=timezone.now())
    assert three not in cross_table(division).teams
    assert not any(three.pk in pair for pair in cross_table(division).cells)


def test_meetings_are_counted_across_seasons_from_either_side(town: Town) -> None:
    factories.full_division(town, 4, rounds=3)
    one, two, *_ = Team.objects.filter(name__startswith="Full").order_by("pk")
    found, turned = head_to_head(one, two), head_to_head(two, one)
    assert (found.tally.won, found.tally.drawn, found.tally.lost) == (3, 0, 0)
    assert (turned.tally.won, turned.tally.drawn, turned.tally.lost) == (0, 0, 3)
    assert (found.tally.games_for, found.tally.games_against) == (27, 0)
    assert [each.starts_at for each in found.played] == sorted((e.starts_at for e in found.played), reverse=True)


def test_what_is_to_come_is_told_apart(town: Town) -> None:
    found = head_to_head(town.teams["Anchor"], town.teams["Bell"])
    assert (len(found.played), len(found.coming)) == (0, 1)
    Fixture.objects.filter(home=town.teams["Anchor"], away=town.teams["Bell"]).update(state=FixtureState.CANCELLED)
    assert head_to_head(town.teams["Anchor"], town.teams["Bell"]).coming == ()


def test_the_archive_has_published_seasons_the_latest_first(town: Town) -> None:
    factories.full_division(town, 4)
    assert [one.season.name for one in archive_of(town.league)] == ["Full", "2026-27"]
    assert [[each.name for each in one.divisions] for one in archive_of(town.league)] == [["Premier"], ["Division 1"]]
    Season.objects.filter(name="Full").update(hidden_at=timezone.now())
    assert [one.season.name for one in archive_of(town.league)] == ["2026-27"]
    Season.objects.filter(name="2026-27").update(published_at=None)
    assert archive_of(town.league) == []


@pytest.mark.parametrize("teams", [4, 8])
def test_each_asks_a_fixed_number_of_queries(town: Town, django_assert_num_queries: Any, teams: int) -> None:
    division = factories.full_division(town, teams)
    one, two, *_ = Team.objects.filter(name__startswith="Full").order_by("pk")
    with django_assert_num_queries(3):
        cross_table(division)
    with django_assert_num_queries(2):
        head_to_head(one, two)
    with django_assert_num_queries(2):
        archive_of(town.league)
