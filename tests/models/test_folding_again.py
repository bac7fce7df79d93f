"""Keys of names that an earlier version folded otherwise are made anew, and no two rows of a scope share one."""

from importlib import import_module

from django.apps import apps
from django.db import connection

from league.models import League, Team
from tests.factories import Town

MIGRATION = import_module("league.migrations.0026_fold_again")


def test_old_keys_are_made_anew_and_rows_that_are_one_name_now_stay_two(town: Town) -> None:
    first = Team.objects.create(league=town.league, name="O'Dowd Arms", slug="one")
    second = Team.objects.create(league=town.league, name="Cask & Crow", slug="two")
    # As before: the acute accent was a blank with an accent, and was taken off.
    Team.objects.filter(pk=second.pk).update(name="O\u00b4Dowd Arms", name_key="o dowd arms")
    League.objects.filter(pk=town.league.pk).update(name="Þorn League", name_key="þorn league")
    untouched = dict(Team.objects.exclude(pk=second.pk).values_list("pk", "name_key"))
    for _ in range(2):
        MIGRATION.fold_again(apps, connection.schema_editor())
        assert Team.objects.get(pk=second.pk).name_key == f"o'dowd arms  {second.pk}"
        assert Team.objects.get(pk=first.pk).name_key == "o'dowd arms"
        assert League.objects.get(pk=town.league.pk).name_key == "thorn league"
        assert dict(Team.objects.exclude(pk=second.pk).values_list("pk", "name_key")) == untouched
