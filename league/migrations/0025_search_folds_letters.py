"""The search on PostgreSQL folds letters with a stroke and ligatures, as `rules.names.folded` does."""

from django.db import migrations

FOLDED = r"""
    CREATE OR REPLACE FUNCTION league_folded(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
        SELECT replace(replace(replace(replace(translate(
            regexp_replace(normalize(name, NFKD), '[\u0300-\u036f]', '', 'g'),
            'øØłŁđĐħĦı-''’‘`´', 'oOlLdDhHi '), 'æ', 'ae'), 'Æ', 'Ae'), 'œ', 'oe'), 'Œ', 'Oe')
    $$
"""
INDEXES = ("team_alike", "venue_alike", "player_alike", "player_short_alike", "player_cut_alike")


def fold_letters(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(FOLDED, params=None)
        for name in INDEXES:
            schema_editor.execute(f"REINDEX INDEX league_{name}", params=None)


class Migration(migrations.Migration):
    dependencies = [("league", "0024_fixture_won_by")]

    operations = [migrations.RunPython(fold_letters, migrations.RunPython.noop)]
