"""A league of more than a hundred thousand games: exported by one server, taken in by an empty one, and compared.

Both servers are databases of PostgreSQL made for it, and both commands are processes of their own, as they are for
whoever moves a league. What is compared is read from both databases by the models alone.
"""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import zip_longest
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.conf import settings
from django.db import connections
from django.db.models import Model

from league.models import (
    Game,
    JournalEntry,
    JournalHead,
    League,
    Notice,
    Player,
    Result,
    Season,
    SecurityEvent,
    SheetDraft,
)
from league.queries.standings.standings import season_tables
from league.rules.chain import entry_hash
from league.services.portability.league_import.keys import notice_key
from tests.bench.figures import figure, missed
from tests.bench.large_league import DIVISIONS, SEASONS, build
from tests.services.whole_league import models, places_of, told_rows

pytestmark = [
    pytest.mark.bench,
    pytest.mark.roundtrip,
    pytest.mark.skipif(not settings.ON_SERVICES, reason="needs PostgreSQL"),
]

ROOT = Path(__file__).resolve().parents[2]
# A landing takes one season along, `make roundtrip` all of them.
SEASONS_TAKEN = int(os.environ.get("MUGGINS_ROUNDTRIP_SEASONS", str(SEASONS)))
GAMES = 9_500 * SEASONS_TAKEN
MEMORY = 250
"""Megabytes that a process may take, whatever the league: Django alone takes some 100."""
# A process is counted at least as large as the one that started it: a small one stands between.
WATCH = """
import resource, subprocess, sys
code = subprocess.call(sys.argv[1:])
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=sys.stderr)
sys.exit(code)
"""


class Server:
    """An empty database, migrated, and the commands of Muggins on it."""

    def __init__(self, which: str) -> None:
        self.alias = which
        self.name = f"{settings.DATABASES['default']['TEST']['NAME']}_{which}"
        given = settings.DATABASES["default"]
        self.host = f"{given.get('HOST') or '127.0.0.1'}:{given.get('PORT') or 5432}"
        password = f":{given['PASSWORD']}" if given.get("PASSWORD") else ""
        self.user = f"{given['USER']}{password}"

    def make(self, like: "Server | None" = None) -> None:
        """An empty database with every table; `like` another that is as empty, to have it sooner."""
        self.drop()
        template = f' TEMPLATE "{like.name}"' if like else ""
        self._ask(f'CREATE DATABASE "{self.name}"{template}')
        if like is None:
            self.run("migrate", "-v0")
        connections.databases[self.alias] = {**connections.databases["default"], "NAME": self.name}

    def drop(self) -> None:
        self._ask(f'DROP DATABASE IF EXISTS "{self.name}" WITH (FORCE)')

    def _ask(self, sql: str) -> None:
        with psycopg.connect(f"postgresql://{self.user}@{self.host}/postgres", autocommit=True) as connection:
            connection.execute(sql)  # type: ignore[arg-type]

    def run(self, *command: str) -> tuple[float, int]:
        """Run a command of manage.py; how many seconds it took, and how many megabytes at most."""
        url = f"postgresql://{self.user}@{self.host}/{self.name}"
        env = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "config.settings.test",
            "MUGGINS_TEST_ON": "services",
            "MUGGINS_TEST_DATABASE_URL": url,
        }
        began = time.perf_counter()
        program = [sys.executable, "-c", WATCH, sys.executable, "manage.py", *command]
        watched = subprocess.run(program, cwd=ROOT, env=env, stderr=subprocess.PIPE, text=True, check=False)
        assert watched.returncode == 0, (command, watched.stderr)
        return time.perf_counter() - began, int(watched.stderr.split()[-1]) // 1024

    @contextmanager
    def as_default(self) -> Iterator[None]:
        """Within it, everything in this process is about this server."""
        default = connections["default"]
        before = default.settings_dict["NAME"]
        default.close()
        default.settings_dict["NAME"] = self.name
        yield
        default.close()
        default.settings_dict["NAME"] = before


@pytest.fixture
def servers(django_db_blocker: Any) -> Iterator[tuple[Server, Server]]:
    here, there = Server("here"), Server("there")
    with django_db_blocker.unblock():
        here.make()
        there.make(like=here)
        yield here, there
        for server in (here, there):
            connections[server.alias].close()
            server.drop()
            del connections.databases[server.alias]


def test_a_large_league_is_imported_as_it_was_exported(servers: tuple[Server, Server], tmp_path: Path) -> None:
    here, there = servers
    began = time.perf_counter()
    with here.as_default():
        build(SEASONS_TAKEN)
        games = Game.objects.count()
    figure("games", games, f"at least {GAMES}", ok=games >= GAMES)
    figure("seconds to build the league", round(time.perf_counter() - began))
    file = tmp_path / "long.zip"
    seconds, memory = here.run("export_league", "long", "--out", str(file))
    figure("seconds to export", round(seconds, 1))
    figure("megabytes of memory at most", memory, f"at most {MEMORY}", ok=memory <= MEMORY)
    figure("bytes of the file", file.stat().st_size)
    seconds, memory = there.run("import_league", str(file))
    figure("seconds to import", round(seconds, 1))
    figure("megabytes of memory at most", memory, f"at most {MEMORY}", ok=memory <= MEMORY)
    _compare_rows(here, there)
    _compare_inside(here, there)
    _compare_tables(here, there)
    _follow_chain(here, there)
    there.run("verify_journal", "long")
    assert missed() == []


def _compare_rows(here: Server, there: Server) -> None:
    """Every row of every model, field by field."""
    ours, theirs = places_of(here.alias), places_of(there.alias)
    rows, lost = 0, 0
    for model in models():
        if model is JournalHead:
            continue
        more = zip_longest(told_rows(model, ours, here.alias), told_rows(model, theirs, there.alias))
        for one, other in more:
            rows += one is not None
            # The import writes an entry of its own, and each role that it gives into its owner's security log.
            own = one is None and (model is SecurityEvent or other.get("kind") == "league-imported")
            if one != other and not own:
                lost += 1
                print(f"\n{model.__name__}: {one}\n  came as {other}") if lost < 5 else None  # noqa: T201
    figure("rows", rows)
    figure("rows lost or changed", lost, 0)


def _compare_inside(here: Server, there: Server) -> None:
    """The numbers inside texts: what named a row there names the same row here."""
    asked = [server.alias for server in (here, there)]
    numbers = {
        model: dict(zip(*([*_numbers(model, alias)] for alias in asked), strict=True))
        for model in models()
        if model not in (JournalEntry, SecurityEvent)
    }
    league = League.objects.using(there.alias).get().pk
    kinds, keys = ([*Notice.objects.using(alias).order_by("pk").values_list("kind", "key")] for alias in asked)
    wrong = sum(
        (kind, notice_key(kind, key, numbers, league_id=league)) != other
        for (kind, key), other in zip(kinds, keys, strict=True)
    )
    same_names = [_players_named(alias) for alias in asked]
    wrong += same_names[0] != same_names[1]
    figure("keys of notices, drafts and breaches that name another row", wrong, 0)


def _numbers(model: type[Model], alias: str) -> Iterator[int]:
    return model._default_manager.using(alias).order_by("pk").values_list("pk", flat=True).iterator()


def _players_named(alias: str) -> list[str]:
    """The players that drafts and breaches name, by uid."""
    uids = {pk: str(uid) for pk, uid in Player.objects.using(alias).values_list("pk", "uid")}
    sheets = SheetDraft.objects.using(alias).order_by("pk").values_list("sheet", flat=True)
    results = Result.objects.using(alias).exclude(breaches=[]).order_by("pk")
    kept = [breach for some in results.values_list("breaches", flat=True) for breach in some]
    return [uids[int(sheet["m1-home-1"])] for sheet in sheets] + [uids[breach["player"]] for breach in kept]


def _compare_tables(here: Server, there: Server) -> None:
    told = []
    for server in (here, there):
        with server.as_default():
            told.append([_table_rows(season) for season in Season.objects.order_by("pk")])
    ours, theirs = told
    differing = sum(one != other for one, other in zip_longest(ours, theirs))
    figure("tables", sum(len(season) for season in ours), SEASONS_TAKEN * DIVISIONS)
    figure("seasons whose tables differ", differing, 0)


def _table_rows(season: Season) -> list[list[tuple[Any, ...]]]:
    left = ("entrant", "form")
    return [
        [
            (row.team.uid, *(getattr(row.row, name) for name in row.row.__slots__ if name not in left))
            for row in table.rows
        ]
        for table in season_tables(season)
    ]


def _follow_chain(here: Server, there: Server) -> None:
    """From the first entry of the old server to the one that the new server wrote."""
    broken, before, count = 0, "", 0
    names = ("number", "at", "kind", "key", "what", "why", "data", "refs", "made_of")
    for entry in JournalEntry.objects.using(there.alias).order_by("number").iterator():
        count += 1
        said = {name: getattr(entry, name) for name in names}
        broken += entry.previous != before or entry_hash(before, **said) != entry.hash or entry.number != count
        before = entry.hash
    head = JournalHead.objects.using(there.alias).get()
    broken += (head.number, head.hash) != (count, before)
    former = JournalHead.objects.using(here.alias).get()
    figure("entries of the journal", count, former.number + 1)
    figure("broken links of its chain", broken, 0)
