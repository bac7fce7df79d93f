"""The one-time code of an empty server's first visit."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0016_awarded_filled_in"),
    ]

    operations = [
        migrations.CreateModel(
            name="FirstCode",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("code_hash", models.CharField(blank=True, max_length=64)),
                ("expires_at", models.DateTimeField(blank=True, null=True)),
                (
                    "used_at",
                    models.DateTimeField(blank=True, help_text="From then on no code opens anything.", null=True),
                ),
            ],
            options={
                "constraints": [models.CheckConstraint(condition=models.Q(("pk", 1)), name="first_code_one_row")],
            },
        ),
    ]
