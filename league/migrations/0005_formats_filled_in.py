"""Fill in the new columns of matches that were played before: all their games, each with its scores."""

from django.db import migrations
from django.db.models import F, OuterRef, Subquery


def fill_in(apps, schema_editor):
    """Take the games of a match from its division; one with fewer belongs to a fixture that was abandoned."""
    here = schema_editor.connection.alias
    divisions, matches, results = (
        apps.get_model("league", name).objects.using(here) for name in ("Division", "Match", "Result")
    )
    due = divisions.filter(fixtures__results__matches=OuterRef("pk")).values("games_per_match")[:1]
    matches.update(games_most=Subquery(due), games_needed=Subquery(due))
    matches.filter(games_to_play__lt=F("games_most")).update(finished=False)
    for one in divisions.all():
        games = sum(letter.isalpha() for letter in one.fixture_format) * one.games_per_match
        broken_off = results.filter(fixture__division=one, kind="abandoned")
        broken_off.filter(home_games__lt=games - F("away_games")).update(finished=False)


class Migration(migrations.Migration):

    dependencies = [
        ("league", "0004_formats"),
    ]

    operations = [migrations.RunPython(fill_in, migrations.RunPython.noop)]
