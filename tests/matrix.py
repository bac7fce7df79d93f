"""The tables of who gets what: a file for each state of the fixture, in the folder `matrix` beside its test."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import transaction

# anon: not signed in; nobody: signed in without a role; home, away: their captains; other: captain of another team;
# abroad: captain in another league; ref: neutral referee; ref-home: referee who plays for the home team;
# secr: secretary; secr-abroad: another league's; ex: captain of the home team until yesterday; super: superuser.
ROLES = ["anon", "nobody", "home", "away", "other", "abroad", "ref", "ref-home", "secr", "secr-abroad", "ex", "super"]


def rows_of(test: str, state: str) -> list[list[str]]:
    """The rows of a state's table: what is asked for, in a word or two, and a status for each role.

    Args:
        test: the file of the test that asks.
    """
    text = (Path(test).parent / "matrix" / f"{state}.txt").read_text()
    head, *rows = (line.split() for line in text.splitlines() if line and not line.startswith("#"))
    assert head[-len(ROLES) :] == ROLES
    assert {len(row) for row in rows} == {len(head)}
    return rows


@contextmanager
def undone() -> Iterator[None]:
    """Undo what is done within. It counts as the test's own transaction, in which what insists on its own may begin."""
    block = transaction.atomic()
    block._from_testcase = True
    with block:
        yield
        transaction.set_rollback(True)
