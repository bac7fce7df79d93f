"""A backup of a million games and its restore, while pages are read, and how many rows differ. `make roundtrip`.

Ten leagues of a hundred thousand games: one is built, and its rows are copied nine times under other numbers.
"""

import datetime as dt
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread

import pytest
from django.conf import settings
from django.db import connection, connections
from django.test import Client

from league.models import (
    Appearance,
    Division,
    Entry,
    Fixture,
    Game,
    League,
    Match,
    Player,
    Registration,
    Result,
    Round,
    Season,
    Team,
    Venue,
    Week,
)
from league.services.ops.backups import engines
from league.services.ops.backups.backup import back_up, restore
from league.services.ops.backups.picture import Picture, find_differences, take_picture
from tests.bench.figures import figure
from tests.bench.large_league import SEASONS, build

pytestmark = [
    pytest.mark.bench,
    pytest.mark.roundtrip,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(not settings.ON_SERVICES, reason="needs PostgreSQL"),
]
SEASONS_TAKEN = int(os.environ.get("MUGGINS_ROUNDTRIP_SEASONS", str(SEASONS)))
LEAGUES = 10
APART = 10_000_000
COPIED = (
    League, Season, Division, Venue, Team, Player, Round, Week, Entry, Registration, Fixture, Result, Match, Appearance,
    Game,
)  # fmt: skip
LONGEST = 120.0
NAMES = {"slug", "name", "name_key"}


def copy_league(number: int) -> None:
    """Copy every row of the first league's season under other numbers."""
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        for model in COPIED:
            columns, values = [], []
            for field in model._meta.concrete_fields:
                columns.append(f'"{field.column}"')
                if field.primary_key or field.related_model in COPIED:
                    values.append(f'"{field.column}" + {number * APART}')
                elif field.name == "uid":
                    values.append("gen_random_uuid()")
                elif model is League and field.name in NAMES:
                    values.append(f"\"{field.column}\" || '{number}'")
                else:
                    values.append("NULL" if model is Player and field.name == "user" else f'"{field.column}"')
            cursor.execute(
                f"INSERT INTO {model._meta.db_table} ({', '.join(columns)}) "  # noqa: S608
                f"SELECT {', '.join(values)} FROM {model._meta.db_table} WHERE id < {APART}"
            )
        cursor.execute("SET session_replication_role = origin")


@contextmanager
def readers(count: int) -> Iterator[list[int]]:
    """Read divisions' pages one after another, none of them kept; count what was read."""
    over, read = Event(), [0]
    divisions = list(Division.objects.select_related("season__league").order_by("pk")[:200])
    addresses = [f"/leagues/{d.season.league.slug}/tables/{d.season.slug}/{d.slug}/" for d in divisions]

    def visit(first: int) -> None:
        client = Client()
        for number in range(first, 1_000_000, 7):
            if over.is_set():
                break
            assert client.get(addresses[number % len(addresses)]).status_code == 200
            read[0] += 1
        connections.close_all()

    threads = [Thread(target=visit, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    try:
        yield read
    finally:
        over.set()
        for thread in threads:
            thread.join()


def timed(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def test_a_million_games_are_backed_up_and_restored_within_two_minutes_each(tmp_path: Path) -> None:
    build(SEASONS_TAKEN)
    for number in range(1, LEAGUES):
        copy_league(number)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    pictures: list[Picture] = []
    now = dt.datetime.now(dt.UTC)
    with readers(2) as read:
        backup = timed(lambda: back_up(tmp_path, now=now, environment={}))
    [file] = tmp_path.glob("*.zip")
    pictures.append(take_picture())
    name = f"{connection.settings_dict['NAME']}_new"
    with engines.new_database(name, tmp_path) as empty, engines.pointed_at(empty):
        restored = timed(lambda: restore(file, now=now))
        pictures.append(take_picture())
    games = pictures[0].sums["league_game"].count
    # The row that holds the mail.
    differing = [told for told in find_differences(*pictures) if not told.startswith("league_heartbeat")]
    figure("games", games)
    figure("rows", pictures[0].rows)
    figure("backup, s", round(backup), f"≤ {LONGEST:.0f}", ok=backup <= LONGEST)
    figure("pages read meanwhile", read[0])
    figure("restore, s", round(restored), f"≤ {LONGEST:.0f}", ok=restored <= LONGEST)
    figure("tables that differ", len(differing), 0)
    assert differing == []
    assert max(backup, restored) <= LONGEST
