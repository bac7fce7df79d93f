"""A note of the secretary's on a player, which captains read on the sheet."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0020_evenings_and_dates")]

    operations = [
        migrations.AddField(
            model_name="player",
            name="note",
            field=models.CharField(
                blank=True,
                default="",
                help_text="What the secretary wants captains to know on the sheet, such as an age; nothing judges by it.",
                max_length=200,
            ),
            preserve_default=False,
        ),
    ]
