"""Queries that are composed once: what they find, whom they refuse, and that PostgreSQL plans them once."""

import datetime as dt
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection
from django.db.models import Q, QuerySet
from django.test.utils import CaptureQueriesContext

from league.models import Fixture, Result, Role
from league.prepared import LARGEST_KEY, Prepared
from tests.factories import Town
from tests.services.at_once import at_once

FIXTURE = Prepared(lambda pk: Fixture.objects.filter(pk=pk).select_related("division__season__league", "home"))
ROLES = Prepared(lambda team, day: Role.objects.filter(team=team, starts_on__lte=day))


def test_it_finds_what_the_query_set_finds_with_everything_joined(town: Town, django_assert_num_queries: Any) -> None:
    for fixture in town.fixtures:
        with django_assert_num_queries(1):
            (row,) = FIXTURE(fixture.pk)
        assert row == fixture
        assert (row.starts_at, row.uid, row.state) == (fixture.starts_at, fixture.uid, fixture.state)
        with django_assert_num_queries(0):
            assert (row.league, row.home.name) == (town.league, fixture.home.name)


@pytest.mark.parametrize(("day", "found"), [(dt.date(2026, 1, 1), 1), (dt.date(2025, 12, 31), 0)])
def test_its_values_go_to_their_own_places(town: Town, day: dt.date, found: int) -> None:
    roles = ROLES(town.teams["Bell"].pk, day)
    assert [role.user for role in roles] == [town.captains["Bell"]] * found


@pytest.mark.parametrize("key", [0, -1, LARGEST_KEY, LARGEST_KEY + 1, 10**40])
def test_a_key_that_no_row_can_have_finds_nothing(town: Town, key: int) -> None:
    assert FIXTURE(key) == []


def test_a_value_that_does_not_stand_in_the_query_is_refused(town: Town) -> None:
    with pytest.raises(ValueError, match="does not stand"):
        Prepared(lambda pk: Fixture.objects.all())(1)


@pytest.mark.django_db(transaction=True)
def test_each_connection_has_its_own(town: Town) -> None:
    keys = [fixture.pk for fixture in town.fixtures]
    found = at_once(*[lambda key=key: FIXTURE(key)[0].pk for key in keys])
    assert found == keys


@pytest.mark.django_db(transaction=True)
def test_postgresql_plans_it_once(town: Town) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite keeps compiled statements by itself")
    connection.close()
    for fixture in [*town.fixtures, *town.fixtures]:
        FIXTURE(fixture.pk)
    with connection.cursor() as cursor:
        cursor.execute("SELECT generic_plans + custom_plans, generic_plans > 0 FROM pg_prepared_statements")
        assert cursor.fetchall() == [(len(town.fixtures) * 2, True)]


def between(teams: list[int], league: int, since: dt.datetime, most: str) -> QuerySet[Fixture]:
    """A query with everything that varies, and with a slice that does not."""
    found = Fixture.objects.filter(
        Q(home__in=teams) | Q(away__in=teams), division__season__league=league, starts_at__gte=since
    ).exclude(state="cancelled")
    return found.select_related("division__season", "home", "away").order_by("starts_at", "pk")[: int(most)]


def test_the_rows_are_those_of_the_query_itself(town: Town) -> None:
    prepared, teams = Prepared(between), [team.pk for team in town.teams.values()]
    starts = sorted({fixture.starts_at for fixture in Fixture.objects.all()})
    for asked in (teams[:1], teams[1:2], teams[:2], teams[2:], teams):
        for since in starts[:3]:
            for most in ("1", "50"):
                wanted = list(between(asked, town.league.pk, since, most))
                assert prepared(asked, town.league.pk, since, most) == wanted
    assert prepared(teams, 0, starts[0], "50") == []


def test_what_is_joined_is_read_with_it(town: Town, django_assert_num_queries: Any) -> None:
    prepared, teams = Prepared(between), [team.pk for team in town.teams.values()]
    for _ in range(2):
        with django_assert_num_queries(1):
            rows = prepared(teams, town.league.pk, dt.datetime(2020, 1, 1, tzinfo=dt.UTC), "9")
            assert {row.division.season.pk for row in rows} == {town.season.pk}
            assert all(row.home.name for row in rows)


def test_none_of_a_list_is_asked_for_without_a_query(town: Town, django_assert_num_queries: Any) -> None:
    prepared = Prepared(lambda fixtures: Result.objects.filter(fixture__in=fixtures))
    with django_assert_num_queries(0):
        assert prepared([]) == []
        assert prepared([]) == []


def test_it_is_compiled_once_for_a_shape(town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    prepared, compiled = Prepared(lambda fixtures: Fixture.objects.filter(pk__in=fixtures)), []
    as_sql = connection.ops.compiler("SQLCompiler").as_sql
    monkeypatch.setattr(
        connection.ops.compiler("SQLCompiler"), "as_sql", lambda self, *args: compiled.append(1) or as_sql(self, *args)
    )
    numbers = list(Fixture.objects.values_list("pk", flat=True)[:3])
    compiled.clear()
    for asked in (numbers[:2], numbers[1:], numbers[:2], numbers):
        assert {row.pk for row in prepared(asked)} == set(asked)
    assert len(compiled) == 2


def test_a_value_is_a_parameter_and_never_a_part_of_the_sql(town: Town) -> None:
    prepared = Prepared(lambda fixtures, name: Fixture.objects.filter(pk__in=fixtures, home__name=name))
    for name in ("Anchor", "'; DROP TABLE league_fixture; --"):
        with CaptureQueriesContext(connection):
            prepared([1], name)
    assert Fixture.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_threads_share_what_is_compiled_and_no_connection(town: Town) -> None:
    prepared, teams = Prepared(between), [team.pk for team in town.teams.values()]

    def ask(team: int) -> list[Fixture]:
        try:
            return prepared([team], town.league.pk, dt.datetime(2020, 1, 1, tzinfo=dt.UTC), "9")
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(ask, teams * 5))
    for team, rows in zip(teams * 5, found, strict=True):
        assert rows
        assert all(team in (row.home_id, row.away_id) for row in rows)
