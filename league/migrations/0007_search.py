"""The names that are searched for, indexed by the database itself: no write can forget it, whoever makes it.

PostgreSQL indexes the tables of names by their trigrams; `league_alike` asks these indexes. Its threshold goes by how
much a slip takes away: four of seven trigrams of a short name, and more of a long one. It needs pg_trgm,
which the owner of a database may install.

SQLite has full-text tables of trigrams beside them, one a kind of names, which triggers keep. Two blanks stand before
each word: the beginning of a word, even of one letter, makes trigrams of its own, as it does for pg_trgm. SQLite drops
a table's triggers when a later migration makes the table anew; such a migration runs `index` again at its end. A test
looks whether the triggers stand after the last migration.
"""

from django.contrib.postgres.operations import TrigramExtension
from django.db import migrations

NAME, PLACE = "league_folded(name)", "league_folded(name || ' ' || address)"
SHORT = "league_folded(split_part(name, ' ', 1) || ' ' || left(regexp_replace(name, '^.* ', ''), 1))"
POSTGRESQL = (
    # Accents and apostrophes gone, as `rules.search.as_sought` has it; capitals are nothing to trigrams.
    r"""
    CREATE FUNCTION league_folded(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
        SELECT translate(regexp_replace(normalize(name, NFKD), '[\u0300-\u036f]', '', 'g'), '-''’‘`´', ' ')
    $$
    """,
    f"CREATE INDEX league_team_alike ON league_team USING gin ({NAME} gin_trgm_ops)",
    f"CREATE INDEX league_venue_alike ON league_venue USING gin ({PLACE} gin_trgm_ops)",
    f"CREATE INDEX league_player_alike ON league_player USING gin ({NAME} gin_trgm_ops)",
    f"CREATE INDEX league_player_short_alike ON league_player USING gin ({SHORT} gin_trgm_ops)",
    # Few want their name shortened: theirs alone are looked through where the league does not shorten all.
    f"CREATE INDEX league_player_cut_alike ON league_player USING gin ({SHORT} gin_trgm_ops) WHERE shorten_name",
    f"""
    CREATE FUNCTION league_alike(what text, of_league bigint, sought text, most integer) RETURNS SETOF bigint
    LANGUAGE plpgsql STABLE ROWS 100 SET pg_trgm.word_similarity_threshold = 0.5 AS $$
    DECLARE
        many integer := array_length(show_trgm(sought), 1);
    BEGIN
        PERFORM set_config(
            'pg_trgm.word_similarity_threshold', least(0.5, greatest(0.15, (many - 5.0) / many))::text, true
        );
        IF what = 'team' THEN
            RETURN QUERY SELECT id FROM league_team
                WHERE league_id = of_league AND {NAME} %> sought
                ORDER BY word_similarity(sought, {NAME}) DESC, name, id LIMIT most;
        ELSIF what = 'venue' THEN
            RETURN QUERY SELECT id FROM league_venue
                WHERE league_id = of_league AND {PLACE} %> sought
                ORDER BY word_similarity(sought, {PLACE}) DESC, name, id LIMIT most;
        ELSIF what = 'player' THEN
            RETURN QUERY SELECT id FROM league_player
                WHERE league_id = of_league AND {NAME} %> sought
                ORDER BY word_similarity(sought, {NAME}) DESC, name, id LIMIT most;
        ELSIF what = 'open' THEN
            RETURN QUERY SELECT id FROM league_player
                WHERE league_id = of_league AND {NAME} %> sought AND NOT shorten_name
                ORDER BY word_similarity(sought, {NAME}) DESC, name, id LIMIT most;
        ELSIF what = 'short' THEN
            RETURN QUERY SELECT id FROM league_player
                WHERE league_id = of_league AND {SHORT} %> sought
                ORDER BY word_similarity(sought, {SHORT}) DESC, name, id LIMIT most;
        ELSIF what = 'cut' THEN
            RETURN QUERY SELECT id FROM league_player
                WHERE league_id = of_league AND {SHORT} %> sought AND shorten_name
                ORDER BY word_similarity(sought, {SHORT}) DESC, name, id LIMIT most;
        END IF;
    END $$
    """,
)
NOT_POSTGRESQL = (
    "DROP FUNCTION IF EXISTS league_alike(text, bigint, text, integer)",
    "DROP INDEX IF EXISTS league_player_cut_alike",
    "DROP INDEX IF EXISTS league_player_short_alike",
    "DROP INDEX IF EXISTS league_player_alike",
    "DROP INDEX IF EXISTS league_venue_alike",
    "DROP INDEX IF EXISTS league_team_alike",
    "DROP FUNCTION IF EXISTS league_folded(text)",
)

# By kind: its table, the text of a row, which rows have one, and the columns that all this follows from.
LAST_BLANK = "rtrim({row}name, replace({row}name, ' ', ''))"
SHORT_HERE = (
    "substr({row}name, 1, instr({row}name || ' ', ' ')) || substr({row}name, length(" + LAST_BLANK + ") + 1, 1)"
)
KINDS = {
    "team": ("league_team", "{row}name", "1", "name"),
    "venue": ("league_venue", "{row}name || ' ' || {row}address", "1", "name, address"),
    "player": ("league_player", "{row}name", "1", "name"),
    "open": ("league_player", "{row}name", "NOT {row}shorten_name", "name, shorten_name"),
    "short": ("league_player", SHORT_HERE, "1", "name"),
    "cut": ("league_player", SHORT_HERE, "{row}shorten_name", "name, shorten_name"),
}


def _written(kind, row, source=""):
    table, text, which, _ = KINDS[kind]
    words = f"'  ' || replace({text.format(row=row)}, ' ', '  ') || ' '"
    chosen = f"SELECT {row}id, {words}, {row}league_id {source} WHERE {which.format(row=row)}"
    return f"INSERT INTO league_alike_{kind} (rowid, words, league) {chosen}"


def _sqlite():
    for kind, (table, _, _, seen) in KINDS.items():
        made = f"league_alike_{kind}"
        yield f"CREATE VIRTUAL TABLE {made} USING fts5(words, league UNINDEXED, tokenize = 'trigram')"
        yield f"CREATE VIRTUAL TABLE {made}_known USING fts5vocab({made}, row)"
        yield _written(kind, "", f"FROM {table}")
        write = _written(kind, "NEW.") + ";"
        gone = f"DELETE FROM {made} WHERE rowid = OLD.id;"
        changed = f"AFTER UPDATE OF id, league_id, {seen} ON {table}"
        yield f"CREATE TRIGGER {made}_made AFTER INSERT ON {table} BEGIN {write} END"
        yield f"CREATE TRIGGER {made}_changed {changed} BEGIN {gone} {write} END"
        yield f"CREATE TRIGGER {made}_gone AFTER DELETE ON {table} BEGIN {gone} END"


def _not_sqlite():
    for kind in KINDS:
        for when in ("made", "changed", "gone"):
            yield f"DROP TRIGGER IF EXISTS league_alike_{kind}_{when}"
        yield f"DROP TABLE IF EXISTS league_alike_{kind}_known"
        yield f"DROP TABLE IF EXISTS league_alike_{kind}"


MADE = {"postgresql": POSTGRESQL, "sqlite": tuple(_sqlite())}
GONE = {"postgresql": NOT_POSTGRESQL, "sqlite": tuple(_not_sqlite())}


def _run(schema_editor, statements):
    for statement in statements[schema_editor.connection.vendor]:
        schema_editor.execute(statement, params=None)


def unindex(apps, schema_editor):
    _run(schema_editor, GONE)


def index(apps, schema_editor):
    _run(schema_editor, GONE)
    _run(schema_editor, MADE)


class Migration(migrations.Migration):
    dependencies = [("league", "0006_news")]

    operations = [TrigramExtension(), migrations.RunPython(index, unindex)]
