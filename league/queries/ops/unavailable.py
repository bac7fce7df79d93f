"""Errors that mean the site is unavailable, not broken: the database is away, restarting, full or busy; a full disk.

The answer is a 503, and nothing of the caller's is touched, their session least of all.
"""

import errno
import sqlite3
from collections.abc import Iterator

from django.db import InterfaceError, OperationalError

from league.translation import N_

SECONDS = 30
"""The headers that say when to ask again."""
HEADERS = {"Retry-After": str(SECONDS)}
SENTENCE = N_("The site cannot be reached properly just now. Nothing was saved; try again in a minute.")
FULL = N_("The site has run out of room. Nothing was saved; try again later.")

_DISK = frozenset({errno.ENOSPC, errno.EDQUOT})
# https://www.sqlite.org/rescode.html; "no such table" and its like are faults of ours.
_SQLITE = frozenset({
    sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
})  # fmt: skip
# Connection exceptions, no resources (a full disk too), an operator's intervention, a system's error.
_POSTGRESQL = ("08", "53", "57P", "58")


def why_unavailable(error: BaseException | None) -> str:
    """Return the sentence for the caller, or "" where the error is our fault."""
    for found in _chain(error):
        if isinstance(found, OSError) and found.errno in _DISK:
            return FULL
        if isinstance(found, OperationalError | InterfaceError):
            return _of_the_database(found)
    return ""


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or error.__context__


def _of_the_database(error: Exception) -> str:
    cause = error.__cause__
    if isinstance(cause, sqlite3.Error):
        code = getattr(cause, "sqlite_errorcode", 0) & 0xFF
        return (FULL if code == sqlite3.SQLITE_FULL else SENTENCE) if code in _SQLITE else ""
    # Without a connection there is nobody to give a code.
    state = getattr(cause, "sqlstate", None) or ""
    if state == "53100":
        return FULL
    return SENTENCE if not state or state.startswith(_POSTGRESQL) else ""
