"""The time a secretary waits for a season to load: a ratio within one run, and the figure that was promised."""

import datetime as dt
from time import perf_counter

import pytest
from django.db import transaction

from league.models import Game, League, Match
from league.services.portability.imports import import_season
from tests.services.spreadsheets import FILES, NOW

pytestmark = pytest.mark.bench

LONGEST = 20.0
"""Seconds in which a season of 3,700 lines is loaded."""
RATIO = 40.0
"""How often the bare rows of the games could be written meanwhile; about 10 is usual."""


def test_a_season_is_loaded_while_somebody_waits(db: None) -> None:
    league = League.objects.create(name="Marlbury", slug="marlbury")
    began = perf_counter()
    import_season(FILES, league, by=None, now=NOW)
    loading = perf_counter() - began
    began = perf_counter()
    again = import_season(FILES, league, by=None, now=NOW + dt.timedelta(days=1))
    second = perf_counter() - began
    assert (again.created, again.changed) == ({}, {})

    lines = Game.objects.count()
    assert lines == 3726
    bare = bare_rows()
    print(f"\nloading {lines} games: {loading:.2f} s; again: {second:.2f} s; the bare rows: {bare:.3f} s")  # noqa: T201
    print(f"ratio {loading / bare:.1f}, again {second / bare:.1f}, at most {RATIO}")  # noqa: T201
    assert loading < LONGEST
    assert second < LONGEST
    assert loading / bare < RATIO
    assert second / bare < RATIO


def bare_rows() -> float:
    """Seconds in which as many rows of games are written and nothing else; the best of three."""
    games = list(Game.objects.all())
    taken = []
    for _ in range(3):
        with transaction.atomic():
            Game.objects.all().delete()
            for game in games:
                game.pk = None
            began = perf_counter()
            Game.objects.bulk_create(games, batch_size=200)
            taken.append(perf_counter() - began)
    assert Game.objects.count() == len(games) == Match.objects.count() * 3
    return min(taken)
