"""The merit table: games that were played, scores that are known, in a fixed number of queries."""

import datetime as dt
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from league.models import Division, Fixture, Player
from league.queries.teams import merit_table
from league.rules.sheets import HOME, GameScore, ResultSheet
from league.services.results import decide, submit
from tests.factories import PAIRS, Town, result_sheet

FIXTURES = [pair for pairs in PAIRS for pair in pairs]


def enter(town: Town, home: str, away: str, now: dt.datetime, sheet: ResultSheet | None = None) -> Fixture:
    fixture = town.fixture(home, away)
    submit.submit(fixture, sheet or result_sheet(town, home, away), by=town.secretary, now=now)
    return fixture


def figures(town: Town) -> dict[str, tuple[int, int, int, Fraction | None, int | None]]:
    """Games, those won, scores known, their average and the place of each player."""
    return {
        line.player.name: (
            line.merit.games, line.merit.won, line.merit.scores, line.merit.average, line.merit.position,
        )
        for line in merit_table(Division.objects.get(pk=town.division.pk))
    }  # fmt: skip


def test_a_player_has_what_was_pegged_and_nothing_that_was_awarded(town: Town, now: dt.datetime) -> None:
    sheet = result_sheet(town, "Anchor", "Bell")
    # Match 1 is 121–61, 61–121, 121–61: pairs. In match 3 the away side has nobody.
    short = replace(sheet.matches[2], away_players=(None,), games=(GameScore(awarded=HOME),) * 3)
    enter(town, "Anchor", "Bell", now, ResultSheet((*sheet.matches[:2], short)))
    found = figures(town)
    assert found["Anchor 1"] == found["Anchor 2"] == (3, 2, 3, Fraction(303, 3), 1)
    assert found["Bell 1"] == found["Bell 2"] == (3, 1, 3, Fraction(243, 3), 4)
    assert "Anchor 4" not in found
    assert {line.player.name: [team.name for team in line.teams] for line in merit_table(town.division)}["Bell 3"] == [
        "Bell"
    ]


def test_what_is_void_or_was_never_played_gives_nobody_a_game(town: Town, now: dt.datetime) -> None:
    void = enter(town, "Anchor", "Bell", now)
    decide.void(void, version=1, reason="Short pack", by=town.secretary, now=now)
    given = town.fixture("Castle", "Duke of York")
    decide.give_walkover(given, to="home", version=0, reason="Ill", by=town.secretary, now=now)
    assert figures(town) == {}


def test_a_place_takes_the_games_that_the_division_says(town: Town, now: dt.datetime) -> None:
    enter(town, "Anchor", "Bell", now)
    enter(town, "Anchor", "Castle", now)
    Division.objects.update(merit_minimum=6)
    found = figures(town)
    assert {found[f"Anchor {n}"][-1] for n in (1, 2, 3, 4)} == {1}
    assert found["Bell 1"][-1] is None


@pytest.mark.parametrize("size", [1, 4])
def test_it_asks_four_queries(town: Town, now: dt.datetime, django_assert_num_queries: Any, size: int) -> None:
    for home, away in FIXTURES[:size]:
        enter(town, home, away, now)
    division = Division.objects.get(pk=town.division.pk)
    with django_assert_num_queries(4):
        merit_table(division)


def test_pages_and_programs_shorten_the_names_that_are_to_be_short(town: Town, now: dt.datetime) -> None:
    enter(town, "Anchor", "Bell", now)
    Player.objects.filter(pk=town.squads["Bell"][0].pk).update(name="Olive Butcher", shorten_name=True)
    visitor, where = Client(), {"slug": "town", "season": "2026-27", "division": "division-1"}
    page = visitor.get(reverse("merit", kwargs=where)).content.decode()
    assert "Olive B." in page
    assert "Butcher" not in page
    assert "2 of 3" in page
    assert "101.0 in 3" in page
    assert reverse("merit", kwargs=where) in visitor.get(reverse("division", kwargs=where)).content.decode()
    told = visitor.get("/api/v1/leagues/town/seasons/2026-27/divisions/division-1/merit/").json()["results"]
    assert "Olive B." in [line["player"]["name"] for line in told]
    first = told[0]
    assert {name: first[name] for name in ("games", "won", "lost", "percentage", "average", "scores", "position")} == {
        "games": 3, "won": 2, "lost": 1, "percentage": 67, "average": 101, "scores": 3, "position": 1,
    }  # fmt: skip
    assert visitor.get(reverse("merit", kwargs=where | {"division": "division-9"})).status_code == 404
