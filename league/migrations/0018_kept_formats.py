"""Formats become rows that never change; what was played before points to the format that its division had."""

import datetime as dt

import django.db.models.deletion
from django.db import migrations, models

import league.models.checked
from league.rules.formats import terms
from league.rules.kept_formats import kept_value

# SQLite drops a table's triggers when a later migration makes the table anew; such a migration names these again.
POSTGRESQL = (
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
)
SQLITE = tuple(
    f"""
    CREATE TRIGGER league_fixtureformat_{name} BEFORE {event} ON league_fixtureformat BEGIN
        SELECT RAISE(ABORT, 'A format stands as it was played by: {event} of league_fixtureformat is refused. Add another one instead.');
    END
    """
    for name, event in (("stands", "UPDATE"), ("is_kept", "DELETE"))
)
NOT_SQLITE = (
    "DROP TRIGGER IF EXISTS league_fixtureformat_is_kept",
    "DROP TRIGGER IF EXISTS league_fixtureformat_stands",
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


def fill_in(apps, schema_editor):
    """Let every result point to the format of its division: until now none could change once there was one."""
    here = schema_editor.connection.alias
    formats, divisions, fixtures, results = (
        apps.get_model("league", name).objects.using(here) for name in ("FixtureFormat", "Division", "Fixture", "Result")
    )
    played = divisions.filter(pk__in=results.order_by().values("fixture__division"))
    for one in played.select_related("season"):
        # A column that came later; no match of then named a ruleset.
        one.match_rules = {}
        said = terms(one)
        row, _ = formats.get_or_create(
            league_id=one.season.league_id,
            text=str(said) or one.fixture_format,
            value=kept_value(said),
            defaults={"made_at": dt.datetime.now(dt.UTC)},
        )
        divisions.filter(pk=one.pk).update(format=row)
        results.filter(fixture__division=one.pk).update(format=row)
        fixtures.filter(division=one.pk, results__live=True).update(format=row)
    if schema_editor.connection.vendor == "postgresql":
        # No column is altered while a check of these rows is still to come.
        schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        schema_editor.execute("SET CONSTRAINTS ALL DEFERRED")


def _pointer(**said):
    return models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to="league.fixtureformat", **said)


WHAT = "What it was played by."


class Migration(migrations.Migration):

    dependencies = [("league", "0017_first_code")]

    operations = [
        migrations.CreateModel(
            name="FixtureFormat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "text",
                    models.CharField(
                        help_text="Its matches in order, as a division’s format has it.",
                        max_length=600,
                        validators=[league.models.checked.is_format],
                    ),
                ),
                (
                    "value",
                    models.JSONField(
                        help_text="The rulesets that its matches are played by: of singles, of others, and those named by matches.",
                        validators=[league.models.checked.is_format_value],
                    ),
                ),
                ("made_at", models.DateTimeField()),
                (
                    "league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="formats", to="league.league"
                    ),
                ),
            ],
            options={"verbose_name": "format", "ordering": ("pk",)},
        ),
        migrations.AddConstraint(
            model_name="fixtureformat",
            constraint=models.UniqueConstraint(fields=("league", "text", "value"), name="format_once_a_league"),
        ),
        migrations.AddField(
            model_name="division",
            name="format",
            field=_pointer(
                blank=True,
                editable=False,
                help_text="The row that says the same; none until a fixture has a result.",
                null=True,
                related_name="+",
            ),
        ),
        migrations.AddField(
            model_name="division",
            name="format_since",
            field=models.DateTimeField(
                blank=True, editable=False, help_text="When its format last changed while it had results.", null=True
            ),
        ),
        migrations.AddField(
            model_name="fixture",
            name="format",
            field=_pointer(
                blank=True,
                editable=False,
                help_text="What its live result was played by; none: it is played as its division plays.",
                null=True,
                related_name="+",
            ),
        ),
        migrations.AddField(
            model_name="result", name="format", field=_pointer(help_text=WHAT, null=True, related_name="results")
        ),
        migrations.RunPython(fill_in, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="result", name="format", field=_pointer(help_text=WHAT, related_name="results")
        ),
        migrations.RunPython(guard, unguard),
    ]
