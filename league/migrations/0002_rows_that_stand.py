"""The database refuses to change what the journal, the security log and a kept format say, whoever asks.

SQLite drops a table's triggers when a later migration makes the table anew; such a migration names `GUARD` and
`UNGUARD` again around it. A test looks whether the guard stands after the last migration.
"""

from django.db import migrations

# The functions have a search_path of their own: they would look operators up by the caller’s.
POSTGRESQL = (
    """
    CREATE FUNCTION league_journal_stands() RETURNS trigger LANGUAGE plpgsql
    SET search_path = pg_catalog, pg_temp AS $$
    BEGIN
        RAISE EXCEPTION 'The journal stands as written: % of % is refused. Add a further entry instead.',
            TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
    END $$
    """,
    """
    CREATE FUNCTION league_journal_grows() RETURNS trigger LANGUAGE plpgsql
    SET search_path = pg_catalog, pg_temp AS $$
    BEGIN
        IF NEW.id <> OLD.id OR NEW.league_id <> OLD.league_id OR NEW.number < OLD.number THEN
            RAISE EXCEPTION 'The journal only grows: its end cannot go back from % to %, nor to another league.',
                OLD.number, NEW.number USING ERRCODE = 'restrict_violation';
        END IF;
        RETURN NEW;
    END $$
    """,
    """
    CREATE TRIGGER league_journalentry_stands BEFORE UPDATE OR DELETE ON league_journalentry
    FOR EACH ROW EXECUTE FUNCTION league_journal_stands()
    """,
    """
    CREATE TRIGGER league_journalentry_is_kept BEFORE TRUNCATE ON league_journalentry
    FOR EACH STATEMENT EXECUTE FUNCTION league_journal_stands()
    """,
    """
    CREATE TRIGGER league_journalhead_grows BEFORE UPDATE ON league_journalhead
    FOR EACH ROW EXECUTE FUNCTION league_journal_grows()
    """,
    """
    CREATE TRIGGER league_journalhead_stands BEFORE DELETE ON league_journalhead
    FOR EACH ROW EXECUTE FUNCTION league_journal_stands()
    """,
    """
    CREATE TRIGGER league_journalhead_is_kept BEFORE TRUNCATE ON league_journalhead
    FOR EACH STATEMENT EXECUTE FUNCTION league_journal_stands()
    """,
    """
    CREATE FUNCTION league_security_stands() RETURNS trigger LANGUAGE plpgsql
    SET search_path = pg_catalog, pg_temp AS $$
    BEGIN
        RAISE EXCEPTION 'The security log stands as written: no event is changed.' USING ERRCODE = 'restrict_violation';
    END $$
    """,
    """
    CREATE TRIGGER league_securityevent_stands BEFORE UPDATE ON league_securityevent
    FOR EACH ROW EXECUTE FUNCTION league_security_stands()
    """,
    """
    CREATE FUNCTION league_format_stands() RETURNS trigger LANGUAGE plpgsql
    SET search_path = pg_catalog, pg_temp AS $$
    BEGIN
        RAISE EXCEPTION 'A format stands as it was played by: % of % is refused. Add another one instead.',
            TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
    END $$
    """,
    """
    CREATE TRIGGER league_fixtureformat_stands BEFORE UPDATE OR DELETE ON league_fixtureformat
    FOR EACH ROW EXECUTE FUNCTION league_format_stands()
    """,
)
NOT_POSTGRESQL = (
    "DROP TRIGGER league_fixtureformat_stands ON league_fixtureformat",
    "DROP FUNCTION league_format_stands()",
    "DROP TRIGGER league_securityevent_stands ON league_securityevent",
    "DROP FUNCTION league_security_stands()",
    "DROP TRIGGER league_journalhead_is_kept ON league_journalhead",
    "DROP TRIGGER league_journalhead_stands ON league_journalhead",
    "DROP TRIGGER league_journalhead_grows ON league_journalhead",
    "DROP TRIGGER league_journalentry_is_kept ON league_journalentry",
    "DROP TRIGGER league_journalentry_stands ON league_journalentry",
    "DROP FUNCTION league_journal_grows()",
    "DROP FUNCTION league_journal_stands()",
)
SQLITE = (
    """
    CREATE TRIGGER league_journalentry_stands BEFORE UPDATE ON league_journalentry BEGIN
        SELECT RAISE(ABORT, 'The journal stands as written: UPDATE of league_journalentry is refused. Add a further entry instead.');
    END
    """,
    """
    CREATE TRIGGER league_journalentry_is_kept BEFORE DELETE ON league_journalentry BEGIN
        SELECT RAISE(ABORT, 'The journal stands as written: DELETE of league_journalentry is refused. Add a further entry instead.');
    END
    """,
    """
    CREATE TRIGGER league_journalhead_grows BEFORE UPDATE ON league_journalhead
    WHEN NEW.id <> OLD.id OR NEW.league_id <> OLD.league_id OR NEW.number < OLD.number BEGIN
        SELECT RAISE(ABORT, 'The journal only grows: its end cannot go back, nor to another league.');
    END
    """,
    """
    CREATE TRIGGER league_journalhead_stands BEFORE DELETE ON league_journalhead BEGIN
        SELECT RAISE(ABORT, 'The journal stands as written: DELETE of league_journalhead is refused. Add a further entry instead.');
    END
    """,
    """
    CREATE TRIGGER league_securityevent_stands BEFORE UPDATE ON league_securityevent BEGIN
        SELECT RAISE(ABORT, 'The security log stands as written: no event is changed.');
    END
    """,
    """
    CREATE TRIGGER league_fixtureformat_stands BEFORE UPDATE ON league_fixtureformat BEGIN
        SELECT RAISE(ABORT, 'A format stands as it was played by: UPDATE of league_fixtureformat is refused. Add another one instead.');
    END
    """,
    """
    CREATE TRIGGER league_fixtureformat_is_kept BEFORE DELETE ON league_fixtureformat BEGIN
        SELECT RAISE(ABORT, 'A format stands as it was played by: DELETE of league_fixtureformat is refused. Add another one instead.');
    END
    """,
)
NOT_SQLITE = (
    "DROP TRIGGER IF EXISTS league_fixtureformat_is_kept",
    "DROP TRIGGER IF EXISTS league_fixtureformat_stands",
    "DROP TRIGGER IF EXISTS league_securityevent_stands",
    "DROP TRIGGER IF EXISTS league_journalhead_stands",
    "DROP TRIGGER IF EXISTS league_journalhead_grows",
    "DROP TRIGGER IF EXISTS league_journalentry_is_kept",
    "DROP TRIGGER IF EXISTS league_journalentry_stands",
)
GUARD = {"postgresql": POSTGRESQL, "sqlite": SQLITE}
UNGUARD = {"postgresql": NOT_POSTGRESQL, "sqlite": NOT_SQLITE}


def _run(schema_editor, statements):
    for statement in statements[schema_editor.connection.vendor]:
        schema_editor.execute(statement, params=None)


def guard(apps, schema_editor):
    _run(schema_editor, GUARD)


def unguard(apps, schema_editor):
    _run(schema_editor, UNGUARD)


class Migration(migrations.Migration):
    dependencies = [("league", "0001_schema")]

    operations = [migrations.RunPython(guard, unguard)]
