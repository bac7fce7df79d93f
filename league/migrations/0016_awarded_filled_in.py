"""Count the awarded games of matches that were played before."""

from django.db import migrations
from django.db.models import Count, OuterRef, Subquery
from django.db.models.functions import Coalesce


def fill_in(apps, schema_editor):
    here = schema_editor.connection.alias
    matches, games = (apps.get_model("league", name).objects.using(here) for name in ("Match", "Game"))

    def awarded(side):
        found = games.filter(match=OuterRef("pk"), awarded=True, winner=side).order_by().values("match")
        return Coalesce(Subquery(found.annotate(n=Count("pk")).values("n")), 0)

    matches.filter(games__awarded=True).update(home_awarded=awarded("home"), away_awarded=awarded("away"))


class Migration(migrations.Migration):

    dependencies = [
        ("league", "0015_totals"),
    ]

    operations = [migrations.RunPython(fill_in, migrations.RunPython.noop)]
