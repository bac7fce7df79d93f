"""The names nearest to what is sought are looked for first, and less alike ones where these are not enough (PostgreSQL).

Names are found in the order of their likeness. Where fifty are above a bar, what is below it is further from what was
typed than anybody reads; the lowest bar alone, as in 0007_search, had to weigh a third of the names of a large league
for five letters. SQLite asks for the rarest trigrams and has no bar.
"""

from django.db import migrations

NAME, PLACE = "league_folded(name)", "league_folded(name || ' ' || address)"
SHORT = "league_folded(split_part(name, ' ', 1) || ' ' || left(regexp_replace(name, '^.* ', ''), 1))"
ENOUGH = 50
# By kind of names: the table, the text of a row as it is indexed, and which rows have one.
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
                found := ARRAY(SELECT id FROM {table}
                    WHERE league_id + 0 = of_league AND {text} %> sought {which}
                    ORDER BY word_similarity(sought, {text}) DESC, name, id LIMIT most);"""


ALIKE = f"""
    CREATE OR REPLACE FUNCTION league_alike(what text, of_league bigint, sought text, most integer)
    RETURNS SETOF bigint LANGUAGE plpgsql STABLE ROWS 100
    SET pg_trgm.word_similarity_threshold = 0.5 SET enable_seqscan = off SET enable_indexscan = off AS $$
    DECLARE
        many integer := array_length(show_trgm(sought), 1);
        lowest double precision := least(0.5, greatest(0.15, (many - 5.0) / many));
        bar double precision;
        found bigint[];
    BEGIN
        FOREACH bar IN ARRAY ARRAY[0.7, 0.5, 0.35, lowest] LOOP
            CONTINUE WHEN bar < lowest;
            PERFORM set_config('pg_trgm.word_similarity_threshold', bar::text, true);
            CASE what{"".join(_kind(name, *said) for name, said in KINDS.items())}
            END CASE;
            EXIT WHEN cardinality(found) >= {ENOUGH};
        END LOOP;
        RETURN QUERY SELECT unnest(found);
    END $$
"""


def by_steps(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(ALIKE, params=None)


class Migration(migrations.Migration):
    dependencies = [("league", "0017_game_analyses")]

    operations = [migrations.RunPython(by_steps, migrations.RunPython.noop)]
