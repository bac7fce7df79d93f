"""A team that has withdrawn keeps the policy it was withdrawn by; for those of before the journal has it."""

from django.db import migrations, models


def from_the_journal(apps, schema_editor):
    said = apps.get_model("league", "JournalEntry").objects.filter(kind="team-withdrawn")
    for entry in apps.get_model("league", "Entry").objects.exclude(withdrawn_on=None):
        told = said.filter(key=str(entry.pk), team=entry.team_id).order_by("number").last()
        policy = told.data.get("policy", "") if told is not None else ""
        if policy in ("void", "void-before-half", "stand"):
            entry.withdrawal_policy = policy
            entry.save(update_fields=["withdrawal_policy"])


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0009_people_change_while_named'),
    ]

    operations = [
        migrations.AddField(
            model_name='entry',
            name='withdrawal_policy',
            field=models.CharField(blank=True, choices=[('void', 'All its results are void'), ('void-before-half', 'Void before half-way; after it, only those of the second half'), ('stand', 'What was played stands')], help_text="What became of its results, whatever the season's policy is now.", max_length=20),
        ),
        migrations.RunPython(from_the_journal, migrations.RunPython.noop),
    ]
