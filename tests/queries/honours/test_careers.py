"""A player's career from rows: what counts, over seasons and teams, in a fixed number of queries."""

import datetime as dt
from fractions import Fraction
from typing import Any

import pytest

from league.models import Division, Fixture, Player, Season, Team
from league.queries.honours.careers import Career, career_of
from league.queries.standings.finishes import cups_of
from league.queries.teams import Record, player_season, season_record, squad_of
from league.services.results import confirm, decide, submit
from tests.factories import PAIRS, Town, result_sheet

FIXTURES = [pair for pairs in PAIRS for pair in pairs]


def enter(town: Town, home: str, away: str, now: dt.datetime) -> Fixture:
    fixture = town.fixture(home, away)
    submit.submit(fixture, result_sheet(town, home, away), by=town.secretary, now=now)
    return fixture


def first(town: Town, name: str = "Anchor") -> Career:
    return career_of(Player.objects.select_related("league").get(pk=town.squads[name][0].pk))


def test_a_career_has_what_was_played_at_home_and_away(town: Town, now: dt.datetime) -> None:
    enter(town, "Anchor", "Bell", now)
    enter(town, "Duke of York", "Anchor", now)
    # Match 1 is pairs: 121–61, 61–121, 121–61 at home; away they win the game in the middle alone.
    found = first(town).figures()
    assert (found.total.matches, found.total.won, found.total.lost) == (2, 3, 3)
    assert (found.home.won, found.away.won, found.singles.matches, found.doubles.matches) == (2, 1, 0, 2)
    assert found.pegged.average == Fraction(303 + 243, 6)
    assert found.pegged.average_losing == Fraction(61)


def test_partners_opponents_last_matches_and_streaks(town: Town, now: dt.datetime) -> None:
    for home, away in (("Anchor", "Bell"), ("Anchor", "Castle"), ("Duke of York", "Anchor")):
        enter(town, home, away, now)
    found = first(town)
    assert [(one.team.name, one.played.outcome) for one in found.last] == [
        ("Bell", "W"), ("Duke of York", "L"), ("Castle", "W"),
    ]  # fmt: skip
    assert found.streaks is not None
    assert (found.streaks.running, found.streaks.length, found.streaks.longest) == ("W", 1, 1)
    best = found.best_partner
    assert best is not None
    assert (found.people[best.player].name, best.tally.won) == ("Anchor 2", 5)
    assert {found.people[one.player].name for one in found.opponents} == {
        f"{team} {n}" for team in ("Bell", "Castle", "Duke of York") for n in (1, 2)
    }
    assert [(line.season.name, line.team.name, line.tally.matches) for line in found.lines] == [
        ("2026-27", "Anchor", 3)
    ]


def test_what_counts_for_nothing_or_is_hidden_is_in_no_career(town: Town, now: dt.datetime) -> None:
    sent = town.fixture("Anchor", "Bell")
    submit.submit(sent, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    assert first(town).matches == ()
    confirm.confirm(sent, 1, by=town.captains["Bell"], now=now)
    assert len(first(town).matches) == 1
    Team.objects.filter(pk=town.teams["Bell"].pk).update(hidden_at=now)
    assert first(town).matches == ()
    Team.objects.update(hidden_at=None)
    for change in ({"hidden_at": now}, {"hidden_at": None, "published_at": None}):
        Season.objects.update(**change)
        assert first(town).matches == ()
    Season.objects.update(published_at=now)
    decide.void(sent, version=1, reason="Short pack", by=town.secretary, now=now)
    assert first(town).matches == ()


@pytest.mark.parametrize("size", [1, 4])
def test_it_asks_five_queries(town: Town, now: dt.datetime, django_assert_num_queries: Any, size: int) -> None:
    for home, away in FIXTURES[:size]:
        enter(town, home, away, now)
    player = Player.objects.select_related("league").get(pk=town.squads["Anchor"][0].pk)
    with django_assert_num_queries(5):
        found = career_of(player)
        assert found.figures().total.matches
        assert found.last
        assert found.opponents
        assert found.lines


def test_games_of_cups_are_told_apart_and_are_in_no_average(town: Town, now: dt.datetime) -> None:
    fixture = town.fixture("Anchor", "Bell")
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.secretary, now=now)
    player = town.squads["Anchor"][0]
    before = career_of(player)
    cup = Division.every.create(
        season=town.season, name="Cup", slug="cup", kind="knock-out", fixture_format=town.division.fixture_format
    )
    Fixture.objects.filter(pk=fixture.pk).update(division=cup)
    after = career_of(player)
    assert (before.cups, len(before.matches), after.matches) == ((), 1, ())
    assert [(one.competition.name, one.season, one.tally) for one in after.cups] == [
        ("Cup", town.season, before.figures().total)
    ]
    assert season_record(player, town.season) == Record()
    assert player_season(player, town.season).matches == ()
    assert {line.record for line in squad_of(town.teams["Anchor"], town.season, on=now.date())} == {Record()}
    assert [(one.competition, one.played, one.won) for one in cups_of(town.teams["Anchor"])] == [(cup, 1, 1)]
    assert [(one.played, one.won) for one in cups_of(town.teams["Bell"])] == [(1, 0)]
