"""Singles, pairs and the whole, each with a table of its own: a point a leg and two the fixture."""

import datetime as dt
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from league.models import Division
from league.queries.standings.standings import DivisionTable
from league.queries.standings.table_variants import kinds_of, table_of_kind
from league.rules.formats import terms
from league.rules.match_terms import Kind
from league.rules.sheet_fields import parse_sheet
from league.rules.sheets import HOME, GameScore, ResultSheet
from league.services.results.confirm import confirm
from league.services.results.decide import abandon, give_walkover
from league.services.results.submit import submit
from league.services.standings.adjustments import adjust_points
from tests.factories import Town
from tests.leagues.nights import games, league_of, match, sheet, table

pytestmark = pytest.mark.django_db


@pytest.fixture
def combined() -> Town:
    return league_of("D D S S", players=6, points_per_win=2)


def night(town: Town, home: str, away: str) -> ResultSheet:
    """Pairs 2–1 and 0–3, singles 3–0 and 2–1: seven legs to five."""
    one, other = town.squads[home], town.squads[away]
    return sheet(
        match(1, "doubles", one[:2], other[:2], games("H90 A80 H100")),
        match(2, "doubles", one[2:4], other[2:4], games("A61 A62 A63")),
        match(3, "singles", one[4:5], other[4:5], games("H70 H71 H72")),
        match(4, "singles", one[5:6], other[5:6], games("H90 H91 A92")),
    )


def of_kind(town: Town, kind: Kind) -> dict[str, tuple[int, ...]]:
    """Played, won, games won and lost, awarded and points of each team that has played."""
    division = Division.objects.select_related("season__league").get(pk=town.division.pk)
    found: DivisionTable = table_of_kind(division, kind)
    return {
        one.team.name: (
            one.row.played, one.row.won, one.row.games_for, one.row.games_against, one.row.awarded, int(one.row.points),
        )
        for one in found.rows
        if one.row.played
    }  # fmt: skip


def agreed(town: Town, home: str, away: str, said: ResultSheet, now: dt.datetime) -> None:
    fixture = town.fixture(home, away)
    sent = submit(fixture, said, by=town.captains[home], now=now)
    confirm(fixture, version=sent.version, by=town.captains[away], now=now)


def test_each_kind_has_a_table_of_its_own(combined: Town, now: dt.datetime) -> None:
    agreed(combined, "Anchor", "Bell", night(combined, "Anchor", "Bell"), now)
    short = night(combined, "Castle", "Duke of York")
    nobody = replace(short.matches[3], away_players=(None,), games=(GameScore(awarded=HOME),) * 3)
    agreed(combined, "Castle", "Duke of York", sheet(*short.matches[:3], nobody), now)
    assert kinds_of(combined.division) == ("doubles", "singles")
    assert table(combined) == {
        "Castle": (8, 4, 1, 10), "Anchor": (7, 5, 1, 9), "Bell": (5, 7, 0, 5), "Duke of York": (4, 8, 0, 4),
    }  # fmt: skip
    assert of_kind(combined, "singles") == {
        "Castle": (1, 1, 6, 0, 3, 6), "Anchor": (1, 1, 5, 1, 0, 5), "Bell": (1, 0, 1, 5, 0, 1),
        "Duke of York": (1, 0, 0, 6, 0, 0),
    }  # fmt: skip
    assert of_kind(combined, "doubles") == {
        "Bell": (1, 1, 4, 2, 0, 4), "Duke of York": (1, 1, 4, 2, 0, 4), "Anchor": (1, 0, 2, 4, 0, 2),
        "Castle": (1, 0, 2, 4, 0, 2),
    }  # fmt: skip


def test_walkovers_and_what_was_broken_off(combined: Town, now: dt.datetime) -> None:
    later = now + dt.timedelta(days=1)
    give_walkover(combined.fixtures[0], to="home", version=0, reason="Ill", by=combined.secretary, now=later)
    cut = night(combined, "Castle", "Duke of York")
    blank = tuple(replace(one, games=(GameScore(),) * 3) for one in cut.matches[2:])
    played = sheet(*cut.matches[:2], *blank)
    abandon(combined.fixtures[1], played, version=0, reason="Fire", by=combined.secretary, now=later)
    # All six singles legs are Anchor's. Nobody played a single at the Castle, and so nobody won or lost there.
    assert of_kind(combined, "singles") == {
        "Anchor": (1, 1, 6, 0, 6, 6), "Bell": (1, 0, 0, 6, 0, 0), "Castle": (1, 0, 0, 0, 0, 0),
        "Duke of York": (1, 0, 0, 0, 0, 0),
    }  # fmt: skip
    # The pairs were played out.
    assert of_kind(combined, "doubles")["Duke of York"] == (1, 1, 4, 2, 0, 4)
    Division.objects.update(walkover_games=8, walkover_games_against=4)
    give_walkover(combined.fixtures[0], to="home", version=1, reason="Ill", by=combined.secretary, now=later)
    # Of 8–4 nobody can say which legs were singles.
    assert of_kind(combined, "singles").keys() == {"Castle", "Duke of York"}


def test_points_of_the_league_and_lots_belong_to_the_whole_table(combined: Town, now: dt.datetime) -> None:
    agreed(combined, "Anchor", "Bell", night(combined, "Anchor", "Bell"), now)
    entry = combined.teams["Anchor"].entries.select_related("season__league", "division", "team").get()
    adjust_points(entry, Decimal(-3), reason="A late card", date=now.date(), by=combined.secretary, now=now)
    Division.objects.update(
        points_per_lurch=1, singles_ruleset="acc", doubles_ruleset="acc", tie_breaks=["spread", "count_back", "lots"]
    )
    # Singles: 5 games, of which 90 of them and below are lurches: 70, 71, 72, 90. Pairs: 90, of Anchor's two.
    assert of_kind(combined, "singles")["Anchor"][-1] == 9
    assert of_kind(combined, "doubles")["Anchor"][-1] == 3


@pytest.mark.parametrize("nights", [1, 3])
def test_it_asks_five_queries(combined: Town, now: dt.datetime, django_assert_num_queries: Any, nights: int) -> None:
    pairs = [("Anchor", "Bell"), ("Castle", "Duke of York"), ("Bell", "Castle")]
    for home, away in pairs[:nights]:
        agreed(combined, home, away, night(combined, home, away), now)
    division = Division.objects.select_related("season__league").get(pk=combined.division.pk)
    with django_assert_num_queries(5):
        table_of_kind(division, "singles")


def test_a_division_of_one_kind_or_of_fixtures_alone_has_one_table(combined: Town) -> None:
    assert kinds_of(Division(fixture_format="S S S")) == ()
    assert kinds_of(Division(fixture_format="S S D", points_per_game=0, points_per_win=2)) == ()


def test_pages_and_programs_find_them(combined: Town, now: dt.datetime, client: Client) -> None:
    agreed(combined, "Anchor", "Bell", night(combined, "Anchor", "Bell"), now)
    path = reverse("division", kwargs={"slug": "town", "season": "2026-27", "division": "division-1"})
    assert f'href="{path}?matches=singles"' in client.get(path).content.decode()
    shown = client.get(path, {"matches": "singles"}).content.decode()
    assert '?matches=singles" aria-current="page">Singles</a>' in shown
    assert "Only games and matches of this kind count here." in shown
    assert client.get(path, {"matches": "trebles"}).status_code == 404
    api = "/api/v1/leagues/town/seasons/2026-27/divisions/division-1/standings/"
    told = client.get(api, {"matches": "doubles"}).json()
    assert (told["kind"], told["rows"][0]["team"]["name"], told["rows"][0]["points"]) == ("doubles", "Bell", 4)
    assert client.get(api).json()["kind"] is None
    assert client.get(api, {"matches": "trebles"}).status_code == 422


def test_awarded_games_of_a_match_of_which_only_totals_are_kept_stand_in_the_table_of_its_kind(
    now: dt.datetime,
) -> None:
    town = league_of("D3t S1w", players=6, points_per_match=1)
    fixture, squads = town.fixture("Anchor", "Bell"), town.squads
    places = {
        "m1-short": "away",
        "m1-home-1": str(squads["Anchor"][1].pk),
        "m1-home-2": str(squads["Anchor"][2].pk),
        "m2-home-1": str(squads["Anchor"][0].pk),
        "m2-away-1": str(squads["Bell"][0].pk),
        "m2-g1-winner": "away",
    }
    sent, problems = parse_sheet(places, terms(town.division))
    assert problems == []
    result = submit(fixture, sent, by=town.captains["Anchor"], now=now)
    confirm(fixture, result.version, by=town.captains["Bell"], now=now)
    awarded = {
        kind: {line.team.name: line.row.awarded for line in table_of_kind(town.division, kind).rows}
        for kind in kinds_of(town.division)
    }
    assert (awarded["doubles"]["Anchor"], awarded["doubles"]["Bell"]) == (3, 0)
    assert set(awarded["singles"].values()) == {0}
