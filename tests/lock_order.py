"""Every test on PostgreSQL watches the order of locks: the end of the journal's chain is the last one a write takes.

Whoever held it and then waited for a fixture could meet somebody who holds the fixture and waits for the chain. And
what new rows refer to, the journal's above all, is locked without its key, since they must not wait for it. Players are
locked those of the lower number first, and before drafts of sheets: whoever erases a person has theirs when they come
to the drafts that name them.
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
REFERRED_TO = {
    f"league_{name}"
    for name in ("league", "user", "team", "player", "venue", "season", "division", "week", "entry", "fixture")
}
# Whoever holds the journal's end takes a division's or an entry's row only where nobody else has it.
CONTENDED = REFERRED_TO - {"league_division", "league_entry"} | {"league_timetable"}


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
        elif locks is not None and (locks[2] or table) == "league_journalhead":
            # The end of the chain is held before an entry, too: where two would make the same row, or number.
            self.journalled = True
        elif sql.startswith("INSERT") and table == "league_league":
            # Of a league that is not there yet for anybody else, nobody else holds anything.
            self.alone = True
        elif locks is not None and "SKIP LOCKED" not in sql:
            table = locks[2] or table
            assert locks[1] or table not in REFERRED_TO or _allauth_s_own(), (
                f"lock {table} with no_key=True: new rows refer to it, those of the journal and notices too"
            )
            assert self.alone or not (
                self.drafted and table == "league_player" and not set(params) <= self.held[table]
            ), "league_player is locked after a draft was; check the sheet before its draft is taken away"
            self.take(table, params)
        elif sql.startswith("UPDATE") and table in CONTENDED:
            conditions = sql.partition(" WHERE ")[2].count("%s")
            self.take(table, params[len(params) - conditions :])

    def take(self, table: str, rows: Sequence[Any]) -> None:
        if table == "league_player" and self.held[table] and not self.alone:
            behind = [
                row for row in set(rows) - self.held[table] if isinstance(row, int) and row < max(self.held[table])
            ]
            assert not behind, f"players {behind} are locked after one of a higher number; lock all of them at once"
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
