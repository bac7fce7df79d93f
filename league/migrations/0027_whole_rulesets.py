"""Kept formats hold whole rulesets in place of the figures of a game, and a division those that its matches name.

A row never changes: what was played before points to new ones. Of a result whose division has had other figures since,
the ruleset is the newest of the league's own that has them, or else the first that comes with the engine.
"""

import datetime as dt
from dataclasses import replace
from importlib import import_module

from django.db import migrations, models
from django.db.models.functions import MD5, Cast

import league.models.checked
import scoring
from league.rules.stored_rulesets import stored_ruleset

before = import_module("league.migrations.0018_kept_formats")
FIGURES = ("target", "lurch", "double_lurch")


def fill_in(apps, schema_editor):
    """Give every format that was kept as figures the rulesets that its results were played by."""
    here = schema_editor.connection.alias
    formats, divisions, fixtures, results, own = (
        apps.get_model("league", name).objects.using(here)
        for name in ("FixtureFormat", "Division", "Fixture", "Result", "OwnRuleset")
    )
    old = [row for row in formats.order_by("pk") if any("target" in said and "name" not in said for said in row.value.values())]
    for row in old:
        made = [stored_ruleset(one.value) for one in own.filter(league=row.league_id).order_by("-made_at", "-pk")]
        using = divisions.filter(season__league=row.league_id)
        played = set(results.filter(format=row).order_by().values_list("fixture__division", flat=True))
        for division in using.filter(pk__in={*played, *using.filter(format=row).values_list("pk", flat=True)}):
            value = {
                kind: ruleset_of(division, kind, said, made).to_dict() for kind, said in sorted(row.value.items())
            }
            new, _ = formats.get_or_create(
                league_id=row.league_id, text=row.text, value=value, defaults={"made_at": dt.datetime.now(dt.UTC)}
            )
            divisions.filter(pk=division.pk, format=row).update(format=new)
            results.filter(fixture__division=division.pk, format=row).update(format=new)
            fixtures.filter(division=division.pk, format=row).update(format=new)
    formats.filter(pk__in=[row.pk for row in old]).delete()
    if schema_editor.connection.vendor == "postgresql":
        # No column is altered while a check of these rows is still to come.
        schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        schema_editor.execute("SET CONSTRAINTS ALL DEFERRED")


def ruleset_of(division, kind, said, made):
    """Return a ruleset of those figures: the division's if it has them."""
    rules = getattr(division, f"{kind}_rules")
    now = stored_ruleset(rules) if rules else scoring.RULESETS[getattr(division, f"{kind}_ruleset")]
    wanted = tuple(said[name] for name in FIGURES)
    found = next((one for one in (now, *made, *scoring.RULESETS.values()) if figures(one) == wanted), None)
    return found or replace(now, target=wanted[0], lurch=False, lurch_below=0, double_lurch_below=0)


def figures(ruleset):
    return ruleset.target, *((ruleset.lurched_below, ruleset.double_lurch_below) if ruleset.lurch else (0, 0))


class Migration(migrations.Migration):

    dependencies = [("league", "0026_merged_teams")]

    operations = [
        migrations.AddField(
            model_name="division",
            name="match_rules",
            field=models.JSONField(
                blank=True,
                default=dict,
                editable=False,
                help_text="The whole of each of the league’s own rulesets that matches of its format name, by its word.",
                validators=[league.models.checked.are_rulesets],
            ),
        ),
        migrations.RunPython(before.unguard, before.guard),
        migrations.RemoveConstraint(model_name="fixtureformat", name="format_once_a_league"),
        migrations.RunPython(fill_in, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name="fixtureformat",
            constraint=models.UniqueConstraint(
                models.F("league"),
                models.F("text"),
                MD5(Cast("value", models.TextField())),
                name="format_once_a_league",
            ),
        ),
        migrations.RunPython(before.guard, before.unguard),
    ]
