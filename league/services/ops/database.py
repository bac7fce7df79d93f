"""The database's runtime user, who reads and writes rows and only appends to the journal, and the lock of upgrades.

The tables belong to the owner, who migrates and does nothing else. The runtime user can neither change tables, triggers
and functions, nor change or delete a journal entry, whatever SQL it runs. Run after every migration: a new table is out
of reach before.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.db import connection, transaction
from django.db.migrations.recorder import MigrationRecorder
from psycopg import sql

from league.errors import Invalid
from league.models import JournalEntry, JournalHead
from league.rules.problems import Problem

SCHEMA = "public"
# Rows are added and never changed.
APPEND_ONLY = frozenset({JournalEntry._meta.db_table})
# Their rows change and are never deleted: the end of a chain moves on.
KEPT = frozenset({JournalHead._meta.db_table})
# Only a migration writes these.
READ_ONLY = frozenset(
    {MigrationRecorder.Migration._meta.db_table, ContentType._meta.db_table, Permission._meta.db_table}
)
USUAL = ("SELECT", "INSERT", "UPDATE", "DELETE")
EVERY = (*USUAL, "TRUNCATE", "REFERENCES", "TRIGGER")


def privileges_of(table: str) -> tuple[str, ...]:
    """Privileges of the runtime user on a table."""
    if table in READ_ONLY:
        return ("SELECT",)
    if table in APPEND_ONLY:
        return ("SELECT", "INSERT")
    return ("SELECT", "INSERT", "UPDATE") if table in KEPT else USUAL


@transaction.atomic
def grant_runtime(role: str) -> int:
    """Grant a database role what the site needs, revoke everything else; return the number of tables. Idempotent.

    Called as the owner of the tables. Raise Invalid without PostgreSQL or the role, or if it could bypass this.
    """
    if connection.vendor != "postgresql":
        raise Invalid(
            [Problem("database", "Only PostgreSQL knows users; SQLite's file belongs to whoever may read it.")]
        )
    problems = list(_bypass_problems(role))
    if problems:
        raise Invalid(problems)
    tables = sorted(connection.introspection.table_names())
    with connection.cursor() as cursor:
        for statement in _statements(role, tables):
            cursor.execute(statement.as_string())
    left = list(_excess_privileges(role, tables))
    if left:
        raise Invalid(left)
    return len(tables)


def find_role_problems() -> list[Problem]:
    """Return what makes the connected role other than `grant_runtime` leaves one; nothing without PostgreSQL.

    By code: with "role" and "owner" it may do too much whatever it is granted; `grant_runtime` mends "grant".
    """
    if connection.vendor != "postgresql":
        return []
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_user")
        role = str(cursor.fetchone()[0])
    problems = list(_bypass_problems(role, connected=True))
    return problems or list(_excess_privileges(role, sorted(connection.introspection.table_names())))


def _statements(role: str, tables: list[str]) -> Iterator[sql.Composed]:
    name, schema = sql.Identifier(role), sql.Identifier(SCHEMA)
    database = sql.Identifier(str(connection.settings_dict["NAME"]))
    to = {"role": name, "schema": schema, "database": database}
    # Nobody but the owner makes anything: a table of one's own before ours, or an operator that our triggers would use.
    yield sql.SQL("REVOKE CREATE ON SCHEMA {schema} FROM PUBLIC").format(**to)
    yield sql.SQL("REVOKE CREATE, TEMPORARY ON DATABASE {database} FROM PUBLIC").format(**to)
    yield sql.SQL("REVOKE ALL ON DATABASE {database} FROM {role}").format(**to)
    yield sql.SQL("REVOKE ALL ON SCHEMA {schema} FROM {role}").format(**to)
    for kind in ("TABLES", "SEQUENCES", "FUNCTIONS"):
        yield sql.SQL("REVOKE ALL ON ALL {kind} IN SCHEMA {schema} FROM {role}").format(kind=sql.SQL(kind), **to)
    yield sql.SQL("REVOKE ALL ON ALL TABLES IN SCHEMA {schema} FROM PUBLIC").format(**to)
    yield sql.SQL("GRANT CONNECT ON DATABASE {database} TO {role}").format(**to)
    yield sql.SQL("GRANT USAGE ON SCHEMA {schema} TO {role}").format(**to)
    yield sql.SQL("GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA {schema} TO {role}").format(**to)
    for table in tables:
        granted = sql.SQL(", ").join(map(sql.SQL, privileges_of(table)))
        yield sql.SQL("GRANT {granted} ON {schema}.{table} TO {role}").format(
            granted=granted, table=sql.Identifier(table), **to
        )


def _bypass_problems(role: str, *, connected: bool = False) -> Iterator[Problem]:
    """Yield what would let a role do more than it is granted (three queries at most); `connected`: it may be ours."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT oid, rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls, rolname = current_user "
            "FROM pg_roles WHERE rolname = %s",
            [role],
        )
        row = cursor.fetchone()
        if row is None:
            yield Problem("role", f"There is no role “{role}”. Make it first: CREATE ROLE … LOGIN PASSWORD '…'.")
            return
        oid, *flags, itself = row
        names = ("SUPERUSER", "CREATEROLE", "CREATEDB", "REPLICATION", "BYPASSRLS")
        bad = [name for name, flag in zip(names, flags, strict=True) if flag]
        if itself and not connected:
            yield Problem("role", f"“{role}” is who is connected: run this as the owner, for another role.")
        if bad:
            undone = " ".join(f"NO{name}" for name in bad)
            yield Problem("role", f"“{role}” has {', '.join(bad)}. Take it away: ALTER ROLE … {undone}.")
        cursor.execute("SELECT roleid::regrole::text FROM pg_auth_members WHERE member = %s", [oid])
        if member := [name for (name,) in cursor.fetchall()]:
            yield Problem("role", f"“{role}” is a member of {', '.join(member)}: REVOKE … FROM it.")
        cursor.execute("SELECT relname FROM pg_class WHERE relowner = %s ORDER BY relname LIMIT 3", [oid])
        if owned := [name for (name,) in cursor.fetchall()]:
            yield Problem("owner", f"“{role}” owns {', '.join(owned)}: REASSIGN OWNED BY … TO the owner.")


def _excess_privileges(role: str, tables: list[str]) -> Iterator[Problem]:
    """Yield what a role still may without this grant, e.g. by PUBLIC or another grantor."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT tables.name, privileges.name,
                   has_table_privilege(%s, format('%%I.%%I', %s::text, tables.name), privileges.name)
                OR (privileges.name IN ('SELECT', 'INSERT', 'UPDATE', 'REFERENCES')
                    AND has_any_column_privilege(%s, format('%%I.%%I', %s::text, tables.name), privileges.name))
            FROM unnest(%s::text[]) AS tables (name), unnest(%s::text[]) AS privileges (name)
            """,
            [role, SCHEMA, role, SCHEMA, tables, list(EVERY)],
        )
        for table, privilege, may in cursor.fetchall():
            if may != (privilege in privileges_of(table)):
                yield Problem("grant", f"“{role}”: {privilege} on {table} is not as it has to be; who gave it?")
        cursor.execute(
            "SELECT has_schema_privilege(%s, %s, 'CREATE') OR has_database_privilege(%s, current_database(), 'CREATE')",
            [role, SCHEMA, role],
        )
        if cursor.fetchone()[0]:
            yield Problem("grant", f"“{role}” may still make tables or functions; who gave it CREATE?")


# Any number that no other program on this database locks.
UPGRADE_LOCK = 0x6D756767


@contextmanager
def upgrade_lock() -> Iterator[None]:
    """Hold PostgreSQL's advisory lock for upgrades; SQLite has no second host.

    It belongs to the connection and ends with the process.
    """
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [UPGRADE_LOCK])
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [UPGRADE_LOCK])


@contextmanager
def lock_timeout(seconds: int) -> Iterator[None]:
    """Let no statement wait longer than so many seconds for a lock of PostgreSQL; SQLite has its own wait."""
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('lock_timeout', %s, false)", [f"{seconds}s"])
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("RESET lock_timeout")


def lock_holders() -> list[str]:
    """Return who has been in a transaction on this database for a second or more, longest first: five at most.

    Other users' transactions are told to a superuser alone, or to a member of `pg_read_all_stats`.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pid, usename, extract(epoch FROM clock_timestamp() - xact_start)::int FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid() "
            "AND xact_start < clock_timestamp() - interval '1 second' ORDER BY xact_start LIMIT 5"
        )
        return [f"{user} (process {pid}) for {seconds} s" for pid, user, seconds in cursor.fetchall()]
