"""Names are unique as they are compared, and hold no character that nobody sees (docs/decisions/names-and-search.md).

Rows of before whose names differ by capitals, accents or the like stay as they are: the first of each name has its key,
the others the key with their number behind two blanks. What cannot be seen is taken out of names that have it.

SQLite makes the tables anew, and with them loses the triggers of 0007_search: what they keep is made again.
"""

from importlib import import_module

from django.db import migrations, models

from league.rules.names import folded, without_hidden

SEARCH = import_module("league.migrations.0007_search")
SCOPES = {"League": "", "Venue": "league_id", "Team": "league_id", "Season": "league_id", "Division": "season_id"}
LINES = {
    "League": ("name",),
    "Venue": ("name", "address"),
    "Team": ("name", "note"),
    "Season": ("name",),
    "Division": ("name",),
    "Player": ("name", "phone", "note"),
    "User": ("name",),
    "ApiToken": ("name",),
}
AT_ONCE = 500


def unindex(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        SEARCH.unindex(apps, schema_editor)


def index(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        SEARCH.index(apps, schema_editor)


def clean(apps, schema_editor):
    for model, fields in LINES.items():
        rows = apps.get_model("league", model).objects.using(schema_editor.connection.alias)
        changed = []
        for row in rows.only(*fields).iterator():
            new = {field: without_hidden(getattr(row, field)) for field in fields}
            if "name" in new and getattr(row, "name"):
                new["name"] = new["name"] or f"{model} {row.pk}"
            if any(getattr(row, field) != value for field, value in new.items()):
                for field, value in new.items():
                    setattr(row, field, value)
                changed.append(row)
        rows.bulk_update(changed, fields, batch_size=AT_ONCE)


def fill(apps, schema_editor):
    for model, scope in SCOPES.items():
        rows = apps.get_model("league", model).objects.using(schema_editor.connection.alias)
        seen, changed = set(), []
        for row in rows.order_by("pk").iterator():
            key = folded(row.name)
            place = (getattr(row, scope) if scope else None, key)
            row.name_key = f"{key}  {row.pk}" if place in seen else key
            seen.add(place)
            changed.append(row)
        rows.bulk_update(changed, ["name_key"], batch_size=AT_ONCE)
    if schema_editor.connection.vendor == "postgresql":
        # What the written rows refer to is checked now: until then their tables cannot have another constraint.
        schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")


class Migration(migrations.Migration):
    dependencies = [("league", "0020_waiting_files")]

    operations = [
        migrations.RunPython(unindex, index),
        *(
            migrations.RemoveConstraint(model_name=model, name=f"{model}_name_once")
            for model in ("venue", "team", "season", "division")
        ),
        migrations.AlterField("league", "name", models.CharField(max_length=120)),
        migrations.RunPython(clean, migrations.RunPython.noop),
        *(
            migrations.AddField(model, "name_key", models.TextField(default="", editable=False), preserve_default=False)
            for model in ("league", "venue", "team", "season", "division")
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.AddConstraint("league", models.UniqueConstraint(fields=("name_key",), name="league_name_once")),
        *(
            migrations.AddConstraint(
                model, models.UniqueConstraint(fields=(scope, "name_key"), name=f"{model}_name_once")
            )
            for model, scope in (("venue", "league"), ("team", "league"), ("season", "league"), ("division", "season"))
        ),
        migrations.RunPython(index, unindex),
    ]
