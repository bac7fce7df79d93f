"""A note of the secretary's on a team, which its page and the sheet show."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0024_guests_at_once")]

    operations = [
        migrations.AddField(
            model_name="team",
            name="note",
            field=models.CharField(
                blank=True,
                default="",
                help_text="Public: what the secretary wants known of it, such as a club or an age limit; nothing judges by it.",
                max_length=200,
            ),
            preserve_default=False,
        ),
    ]
