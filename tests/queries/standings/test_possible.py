"""What is still possible, from the rows of the database."""

import datetime as dt
from fractions import Fraction
from typing import Any

import pytest

from league.enums import FixtureState
from league.models import Division, Entry, Fixture, Result
from league.queries.standings import table_variants as possible
from league.queries.standings.standings import division_table
from league.queries.standings.table_variants import still_possible, table_of_kind
from league.rules.possible_places import Race
from league.services.results import decide, submit
from tests import factories
from tests.factories import Town, result_sheet
from tests.rules.test_possible_places import brute


def unplayed(division: Division, last: int) -> None:
    """Take the results of the last fixtures away."""
    played = Fixture.objects.filter(division=division).order_by("-starts_at", "-pk")[:last]
    Result.objects.filter(fixture__in=[fixture.pk for fixture in played]).delete()


@pytest.mark.parametrize("left", [1, 2, 3])
def test_places_are_those_of_every_result_counted_out(town: Town, left: int) -> None:
    division = factories.full_division(town, 4)
    unplayed(division, left)
    table = division_table(division)
    found = still_possible(table)
    points = tuple((row.team.pk, row.row.points) for row in table.rows)
    # Three matches of three games; for some of them, but not for all, neither side may have anybody.
    pairs = frozenset((Fraction(n), Fraction(most - n)) for most in (3, 6, 9) for n in range(most + 1))
    expected = brute(Race(points, table.left, pairs))
    told = {
        one.team: (one.places.best, one.places.best_clear, one.places.worst, one.places.worst_clear)
        for one in found
        if one.places is not None
    }
    assert len(table.left) == left
    assert told == expected
    assert [one.team for one in found] == [row.team.pk for row in table.rows]


def test_a_result_awaiting_confirmation_is_still_to_come(town: Town, now: dt.datetime) -> None:
    submit.submit(
        town.fixture("Anchor", "Bell"), result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now
    )
    table = division_table(town.division)
    assert (len(table.left), table.waiting) == (6, 1)
    assert {str(one.reach) for one in still_possible(table)} == {"1st to 4th"}


def test_a_result_that_counts_is_seen_at_once(town: Town, now: dt.datetime) -> None:
    """Nothing is kept but under the state of the table."""
    before = still_possible(division_table(town.division))
    for home, away in (("Anchor", "Bell"), ("Anchor", "Castle"), ("Anchor", "Duke of York")):
        pair = (home, away) if Fixture.objects.filter(home__name=home, away__name=away).exists() else (away, home)
        side = "home" if pair[0] == home else "away"
        decide.give_walkover(town.fixture(*pair), to=side, version=0, reason="Nobody", by=town.secretary, now=now)
    after = still_possible(division_table(town.division))
    assert before != after
    assert [one.state for one in after[0].outlooks] == ["certain"]
    assert str(after[0].reach) == "1st, decided"


def test_a_division_that_is_over_has_nothing_open(town: Town) -> None:
    assert still_possible(division_table(factories.full_division(town, 4))) == ()


def test_cancelled_fixtures_and_tables_of_one_kind_are_left_out(town: Town) -> None:
    Fixture.objects.filter(division=town.division).update(state=FixtureState.CANCELLED)
    assert still_possible(division_table(town.division)) == ()
    Fixture.objects.filter(division=town.division).update(state=FixtureState.SCHEDULED)
    assert still_possible(table_of_kind(town.division, "singles")) == ()


def test_promotion_and_relegation_are_those_of_the_division(town: Town) -> None:
    town.division.promoted_teams, town.division.relegated_teams = 1, 3
    found = still_possible(division_table(town.division))
    assert [one.goal for one in found[0].outlooks] == ["champion", "promoted", "relegated"]
    # More than there are teams: no line can be drawn.
    town.division.promoted_teams = 4
    found = still_possible(division_table(town.division))
    assert [one.goal for one in found[0].outlooks] == ["champion", "relegated"]


def test_a_team_that_withdrew_and_stands_in_the_table_keeps_its_place_there(town: Town) -> None:
    division = factories.full_division(town, 4)
    unplayed(division, 2)
    entry = Entry.objects.filter(division=division).order_by("pk")[1]
    Entry.objects.filter(pk=entry.pk).update(withdrawn_on=dt.date(2026, 12, 1))
    assert len(still_possible(division_table(division))) == 4


@pytest.mark.parametrize("teams", [4, 8])
def test_it_asks_the_database_nothing(town: Town, django_assert_num_queries: Any, teams: int) -> None:
    division = factories.full_division(town, teams)
    unplayed(division, 3)
    table = division_table(Division.objects.select_related("season__league").get(pk=division.pk))
    with django_assert_num_queries(0):
        assert len(still_possible(table)) == teams


def test_it_is_worked_out_once_for_a_state_of_the_table(town: Town) -> None:
    division = factories.full_division(town, 4)
    unplayed(division, 4)
    possible._worked_out.cache_clear()
    possible._prospects.cache_clear()
    still_possible(division_table(division))
    still_possible(division_table(division))
    assert (possible._prospects.cache_info().hits, possible._prospects.cache_info().misses) == (1, 1)
    # Another line is told anew; the places are those found.
    division.promoted_teams = 1
    still_possible(division_table(division))
    assert (possible._worked_out.cache_info().hits, possible._worked_out.cache_info().misses) == (1, 1)


def test_points_too_manifold_to_list_leave_it_unknown(town: Town) -> None:
    Division.objects.filter(pk=town.division.pk).update(
        fixture_format=" ".join(["S9"] * 30), points_per_game="1.01", points_per_match="7.13", points_per_lurch="0.37",
        points_per_whole_match="0.11", singles_ruleset="acc",
    )  # fmt: skip
    table = division_table(Division.objects.select_related("season__league").get(pk=town.division.pk))
    assert {str(one.reach) for one in still_possible(table)} == {"not known"}
