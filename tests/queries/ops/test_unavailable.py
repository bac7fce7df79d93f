"""The errors of a database that mean that the site cannot work just now, as PostgreSQL's own library raises them."""

import psycopg
import pytest
from django.db import InterfaceError, OperationalError
from psycopg import errors

from league.queries.ops.unavailable import FULL, SENTENCE, why_unavailable


def met(cause: Exception) -> Exception:
    """A database's error as Django hands it on."""
    try:
        raise OperationalError(str(cause)) from cause
    except OperationalError as found:
        return found


def test_a_full_disk_of_the_database_is_told_as_such() -> None:
    assert why_unavailable(met(errors.DiskFull("could not extend file"))) == FULL


@pytest.mark.parametrize(
    "cause",
    [
        psycopg.OperationalError("connection refused"),
        errors.ConnectionFailure("server closed the connection"),
        errors.TooManyConnections("too many clients already"),
        errors.AdminShutdown("terminating connection"),
        errors.IoError("could not read block"),
    ],
)
def test_a_database_that_is_away_busy_or_restarting_is_asked_again(cause: Exception) -> None:
    assert why_unavailable(met(cause)) == SENTENCE


def test_a_connection_that_was_closed_by_itself_is_asked_for_again() -> None:
    assert why_unavailable(InterfaceError("connection already closed")) == SENTENCE


def test_what_the_site_asks_wrongly_is_a_fault_of_its_own() -> None:
    assert why_unavailable(met(errors.ProgramLimitExceeded("too many columns"))) == ""
    assert why_unavailable(met(errors.SyntaxError("at or near"))) == ""
    assert why_unavailable(ValueError()) == ""
