"""Everything wrong or doubtful about an installation, each with what to do about it: `manage.py doctor`.

A check is a function from an examination to its findings, declared once in `CHECKS`. A check that lacks the rights to
look, or that fails itself, is a doubtful line and stops no other.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from django.db import DatabaseError
from psycopg.errors import InsufficientPrivilege

from league.queries.ops import OK
from league.services.ops.doctor import installation, machine, records, servers
from league.services.ops.doctor.findings import Examination, Finding, Level, doubtful, error_line

__all__ = ["CHECKS", "Check", "Examination", "Finding", "Level", "examine"]


@dataclass(frozen=True, slots=True)
class Check:
    """`only_with` names the part of an examination that asks for this check."""

    name: str
    look: Callable[[Examination], Iterable[Finding]]
    asks_tables: bool = False
    only_with: str = ""


CHECKS = (
    Check("version", installation.check_version),
    Check("secrets", installation.check_secrets),
    Check("hosts", installation.check_hosts),
    Check("settings", installation.check_settings),
    Check("static files", installation.check_static),
    Check("translations", installation.check_catalogues),
    Check("database", servers.check_database),
    Check("migrations", servers.check_migrations),
    Check("clock", machine.check_clock, asks_tables=True),
    Check("redis", servers.check_redis),
    Check("beat", machine.check_beat),
    Check("jobs", machine.check_jobs, asks_tables=True),
    Check("disk", machine.check_disk),
    Check("server disk", machine.check_server_disk, asks_tables=True),
    Check("backups", machine.check_backups),
    Check("drill", records.check_drill, asks_tables=True),
    Check("mail", servers.check_mail),
    Check("outbox", records.check_outbox, asks_tables=True),
    Check("administrators", records.check_administrators, asks_tables=True),
    Check("certificate", servers.check_certificate),
    Check("proxy", servers.check_proxy, only_with="url"),
    Check("visitors", servers.check_visitors, only_with="url"),
    Check("domains", servers.check_domains, asks_tables=True, only_with="url"),
    Check("journals", records.check_journals, asks_tables=True, only_with="journal"),
)


def examine(examination: Examination, checks: Iterable[Check] = CHECKS) -> list[Finding]:
    """Run every check, in order. Never raises, leaves nothing written, and mails only the trial asked for."""
    wanted = [check for check in checks if not check.only_with or getattr(examination, check.only_with)]
    return [replace(finding, check=check.name) for check in wanted for finding in _look(check, examination)]


def _look(check: Check, examination: Examination) -> list[Finding]:
    if check.asks_tables and examination.health.database != OK:
        return [doubtful("Not looked at: the database does not answer, or is not migrated.", "See database above.")]
    try:
        return list(check.look(examination))
    except PermissionError as error:
        return [doubtful(f"You may not look at {error.filename}.", "Run this as the user who runs the site.")]
    except Exception as error:  # noqa: BLE001 - one check that fails hides no other
        if isinstance(error, DatabaseError) and isinstance(error.__cause__, InsufficientPrivilege):
            return [doubtful(f"The database's user may not look: {error_line(error)}.", "Run bin/migrate.")]
        return [doubtful(f"The check failed: {type(error).__name__}: {error_line(error)}.", "Look yourself.")]
