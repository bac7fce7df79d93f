"""Every test on PostgreSQL watches the order of locks: the end of the journal's chain is the last one a write takes.

Whoever held it and then waited for a fixture could meet somebody who holds the fixture and waits for the chain. And
what journal, notices and play-offs refer to is locked without its key, since their new rows must not wait for it.
Players are locked before drafts of sheets: whoever erases a person has theirs when they come to the drafts that name
them.
"""

import re
import traceback
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any

from django.db import connection, transaction
from django.db.backends.signals import connection_created

LOCK = re.compile(r"\bFOR (NO KEY )?UPDATE\b(?: OF \"(\w+)\")?")
TABLE = re.compile(r"\b(?:FROM|UPDATE|INTO) \"(\w+)\"")
COLUMNS = re.compile(r"\(([^)]*)\)")
REFERRED_TO = {f"league_{name}" for name in ("league", "user", "team", "player")}
KEY_LEFT_FREE = REFERRED_TO | {"league_division"}
CONTENDED = REFERRED_TO | {f"league_{name}" for name in ("fixture", "venue", "season", "week", "timetable")}


def _allauth_s_own() -> bool:
    """Return True if allauth locks to make an account's recovery codes; it decides nothing of ours meanwhile."""
    return any("allauth/mfa/" in frame.filename for frame in traceback.extract_stack())


class Watch:
    """The locks that one connection holds in its present transaction."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        self.held: dict[str, set[Any]] = defaultdict(set)
        self.journalled = self.alone = self.drafted = False

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        if not all(block._from_testcase for block in context["connection"].atomic_blocks):
            self.look(sql, () if many or params is None else tuple(params))
        return execute(sql, params, many, context)

    def look(self, sql: str, params: tuple[Any, ...]) -> None:
        # Most only read, and to search their long lists of columns takes longer than all else here.
        if sql.startswith("SELECT") and "UPDATE" not in sql:
            return
        named, locks = TABLE.search(sql), LOCK.search(sql)
        if named is None:
            return
        table = named[1]
        self.drafted |= table == "league_sheetdraft" and (locks is not None or sql.startswith(("DELETE", "UPDATE")))
        if sql.startswith("INSERT") and table == "league_journalentry":
            self.journalled = True
        elif sql.startswith("INSERT") and table == "league_rulechange":
            # Kept after the journal's end is held: whoever holds its season waits for that, so it is locked before.
            season = params[[name.strip(' "') for name in COLUMNS.findall(sql)[0].split(",")].index("season_id")]
            assert self.alone or not self.journalled or season in self.held["league_season"], (
                "a change of the rules refers to a season that is not locked; take services.locks.lock_season before"
            )
        elif locks is not None and (locks[2] or table) == "league_journalhead":
            # The end of the chain is held before an entry, too: where two would make the same row, or number.
            self.journalled = True
        elif sql.startswith("INSERT") and table == "league_league":
            # Of a league that is not there yet for anybody else, nobody else holds anything.
            self.alone = True
        elif locks is not None and "SKIP LOCKED" not in sql:
            table = locks[2] or table
            assert locks[1] or table not in KEY_LEFT_FREE or _allauth_s_own(), (
                f"lock {table} with no_key=True: what is written after the journal's end refers to it"
            )
            assert self.alone or not (
                self.drafted and table == "league_player" and not set(params) <= self.held[table]
            ), "league_player is locked after a draft was; check the sheet before its draft is taken away"
            self.take(table, params)
        elif sql.startswith("UPDATE") and table in CONTENDED:
            conditions = sql.partition(" WHERE ")[2].count("%s")
            self.take(table, params[len(params) - conditions :])

    def take(self, table: str, rows: Sequence[Any]) -> None:
        late = self.journalled and not self.alone and not set(rows) <= self.held[table]
        assert not late, (
            f"{table} is locked after the journal's end; take every other lock before services.journal.record"
        )
        self.held[table].update(rows)


def watch_the_order_of_locks() -> None:
    """From now on, over every connection to PostgreSQL."""

    def watch(connection: Any, **more: Any) -> None:
        if connection.vendor == "postgresql" and not any(isinstance(w, Watch) for w in connection.execute_wrappers):
            connection.execute_wrappers.append(Watch())

    connection_created.connect(watch, weak=False)
    enter, leave = transaction.Atomic.__enter__, transaction.Atomic.__exit__

    def entering(self: Any) -> None:
        _forget_between_transactions()
        enter(self)

    def leaving(self: Any, *raised: Any) -> None:
        try:
            leave(self, *raised)
        finally:
            _forget_between_transactions()

    transaction.Atomic.__enter__ = entering  # type: ignore[method-assign]
    transaction.Atomic.__exit__ = leaving  # type: ignore[method-assign]


def _forget_between_transactions() -> None:
    """The transaction that a test is wrapped in is none of the application's."""
    if all(block._from_testcase for block in getattr(connection, "atomic_blocks", ())):
        for wrapper in connection.execute_wrappers:
            if isinstance(wrapper, Watch):
                wrapper.forget()
