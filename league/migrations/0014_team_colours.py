"""A team may have a colour. SQLite makes the table of teams anew for it, and with it loses the triggers of 0007_search:
what they keep is made again around it.
"""

from importlib import import_module

from django.db import migrations, models

SEARCH = import_module("league.migrations.0007_search")


def unindex(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        SEARCH.unindex(apps, schema_editor)


def index(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        SEARCH.index(apps, schema_editor)


class Migration(migrations.Migration):
    dependencies = [("league", "0013_speed")]

    operations = [
        migrations.RunPython(unindex, index),
        migrations.AddField(
            model_name="team",
            name="colour",
            field=models.CharField(
                blank=True,
                choices=[
                    ("red", "Red"),
                    ("orange", "Orange"),
                    ("yellow", "Yellow"),
                    ("green", "Green"),
                    ("teal", "Teal"),
                    ("blue", "Blue"),
                    ("purple", "Purple"),
                    ("pink", "Pink"),
                    ("brown", "Brown"),
                    ("grey", "Grey"),
                ],
                default="",
                help_text="Blank: none.",
                max_length=6,
            ),
        ),
        migrations.AddConstraint(
            model_name="team",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "colour__in",
                        ("", "red", "orange", "yellow", "green", "teal", "blue", "purple", "pink", "brown", "grey"),
                    )
                ),
                name="team_colour_known",
            ),
        ),
        migrations.RunPython(index, unindex),
    ]
