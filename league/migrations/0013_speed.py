"""PostgreSQL asks the indexes of names at last, where it looked at every name of the league before.

It takes a comparison of trigrams for as cheap as one of numbers, and so found a league's names by the league, or read
the whole table, and made and compared the trigrams of each. `league_alike` leaves it no other way than the indexes of
0007_search. Nearly all names are of plain letters, which have no accents to look for: `league_folded` returns what it
did, and the indexes stay as they are.
"""

from django.db import migrations

NAME, PLACE = "league_folded(name)", "league_folded(name || ' ' || address)"
SHORT = "league_folded(split_part(name, ' ', 1) || ' ' || left(regexp_replace(name, '^.* ', ''), 1))"
FOLDED = r"""
    CREATE OR REPLACE FUNCTION league_folded(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
        SELECT translate(
            CASE WHEN octet_length(name) = length(name) THEN name
                 ELSE regexp_replace(normalize(name, NFKD), '[\u0300-\u036f]', '', 'g') END,
            '-''’‘`´', ' '
        )
    $$
"""
# By kind: its table, the text that is indexed, and which rows have one.
KINDS = {
    "team": ("league_team", NAME, ""),
    "venue": ("league_venue", PLACE, ""),
    "player": ("league_player", NAME, ""),
    "open": ("league_player", NAME, "AND NOT shorten_name"),
    "short": ("league_player", SHORT, ""),
    "cut": ("league_player", SHORT, "AND shorten_name"),
}


def _kind(name, table, text, which):
    # The league's own index finds all of its names, and none of them by what is sought: it is not to be taken.
    return f"""
        WHEN '{name}' THEN
            RETURN QUERY SELECT id FROM {table}
                WHERE league_id + 0 = of_league AND {text} %> sought {which}
                ORDER BY word_similarity(sought, {text}) DESC, name, id LIMIT most;
    """


ALIKE = f"""
    CREATE OR REPLACE FUNCTION league_alike(what text, of_league bigint, sought text, most integer)
    RETURNS SETOF bigint LANGUAGE plpgsql STABLE ROWS 100
    SET pg_trgm.word_similarity_threshold = 0.5 SET enable_seqscan = off SET enable_indexscan = off AS $$
    DECLARE
        many integer := array_length(show_trgm(sought), 1);
    BEGIN
        PERFORM set_config(
            'pg_trgm.word_similarity_threshold', least(0.5, greatest(0.15, (many - 5.0) / many))::text, true
        );
        CASE what
        {"".join(_kind(name, *said) for name, said in KINDS.items())}
        END CASE;
    END $$
"""


def ask_the_index(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        for statement in (FOLDED, ALIKE):
            schema_editor.execute(statement, params=None)


class Migration(migrations.Migration):
    dependencies = [("league", "0012_languages")]

    operations = [migrations.RunPython(ask_the_index, migrations.RunPython.noop)]
