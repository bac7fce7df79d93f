"""Names are folded anew: acute accents that stand for apostrophes are those, and ð and þ are d and th.

Rows whose names are one by this stay as they are: the first has the key, the others the key with their number behind two
blanks, as in 0021_name_keys. The search on PostgreSQL folds the same letters.
"""

from django.db import migrations

from league.rules.names import folded

SCOPES = {"League": "", "Venue": "league_id", "Team": "league_id", "Season": "league_id", "Division": "season_id"}
MARK = "  "
FOLDED = r"""
    CREATE OR REPLACE FUNCTION league_folded(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
        SELECT replace(replace(replace(replace(replace(replace(translate(
            regexp_replace(normalize(translate(name, '´', ''), NFKD), '[\u0300-\u036f]', '', 'g'),
            'øØłŁđĐðÐħĦŧŦı-''’‘`', 'oOlLdDdDhHtTi '),
            'æ', 'ae'), 'Æ', 'Ae'), 'œ', 'oe'), 'Œ', 'Oe'), 'þ', 'th'), 'Þ', 'Th')
    $$
"""
INDEXES = ("team_alike", "venue_alike", "player_alike", "player_short_alike", "player_cut_alike")


def fold_again(apps, schema_editor):
    for model, scope in SCOPES.items():
        rows = apps.get_model("league", model).objects.using(schema_editor.connection.alias)
        there = list(rows.order_by("pk").only("name", "name_key", *filter(None, [scope])))
        taken = {(getattr(row, scope) if scope else None, row.name_key) for row in there}
        changed = [row for row in there if row.name_key.partition(MARK)[0] != folded(row.name)]
        for row in changed:
            key = folded(row.name)
            place = (getattr(row, scope) if scope else None, key)
            row.name_key = f"{key}{MARK}{row.pk}" if place in taken else key
            taken.add(place)
        rows.bulk_update(changed, ["name_key"], batch_size=500)
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        schema_editor.execute(FOLDED, params=None)
        for name in INDEXES:
            schema_editor.execute(f"REINDEX INDEX league_{name}", params=None)


class Migration(migrations.Migration):
    dependencies = [("league", "0025_search_folds_letters")]

    operations = [migrations.RunPython(fold_again, migrations.RunPython.noop)]
