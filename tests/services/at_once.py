"""Several people who press at the same moment, over connections of their own: they meet the database's real locks."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import Context
from threading import Barrier
from typing import Any

from django.db import connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper

from league.errors import LeagueError, WrongState

# Seconds until a call that has not come back is given up.
PATIENCE = 60
Call = Callable[[], Any]
# How often they press: what goes wrong when they meet does not do so every time. With no lock left, as many tests fail
# after four times as after ten (docs/decisions/databases.md). SQLite lets in one who writes at a time, from their first
# statement on: who comes first is all that chance decides. `make races` has them press more often.
TIMES = int(os.environ.get("MUGGINS_TEST_TIMES") or (4 if connection.vendor == "postgresql" else 3))

# They stay, with their connections, until `disconnect_all`: a connection that is new to PostgreSQL reads its catalogue
# anew, which takes it longer than what most of them then do.
_people = ThreadPoolExecutor(max_workers=64, thread_name_prefix="at-once")
_theirs: set[BaseDatabaseWrapper] = set()


def at_once(*calls: Call) -> list[Any]:
    """Run the calls at the same moment; return each one's result or league error. Other errors are raised."""
    barrier = Barrier(len(calls), timeout=30)
    pressed = [_people.submit(Context().run, _press, barrier, call) for call in calls]
    ended = []
    for press in pressed:
        try:
            ended.append(press.result(PATIENCE))
        except TimeoutError:
            raise AssertionError("a call never came back") from None
    for answer in ended:
        if isinstance(answer, Exception) and not isinstance(answer, LeagueError):
            raise answer
    return ended


def _press(barrier: Barrier, call: Call) -> Any:
    # What a server that was asked in vain, or a test that hung up, has left behind is no connection any more.
    if connection.connection is not None and not connection.is_usable():
        connection.close()
    _theirs.add(connections["default"])
    try:
        connection.ensure_connection()
        barrier.wait()
        answer = call()
    except LeagueError as error:
        answer = error
    except Exception as error:  # noqa: BLE001 - handed to the test's own thread
        connection.close()
        return error
    assert not connection.in_atomic_block
    return answer


def sorted_out(ended: list[Any]) -> tuple[Any, WrongState]:
    """Return the call that succeeded and the error of the one that was refused."""
    won = [answer for answer in ended if not isinstance(answer, Exception)]
    late = [answer for answer in ended if isinstance(answer, WrongState)]
    assert (len(won), len(late)) == (1, 1), ended
    return won[0], late[0]


def disconnect_all() -> None:
    """Let the people go, and close what they had open, under whoever still waits for an answer."""
    _people.shutdown(wait=False)
    for opened in _theirs:
        opened.inc_thread_sharing()
        opened.close()
