"""Changed details and settings have kinds of their own; why a correction was refused is not public any more."""

from django.db import migrations, models


def without_reasons(apps, schema_editor):
    refused = apps.get_model("league", "Result").objects.filter(state="rejected", note__startswith="Not accepted: ")
    refused.update(note="Not accepted.")


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0011_sheets_that_only_the_secretary_confirms'),
    ]

    operations = [
        migrations.AlterField(
            model_name='journalentry',
            name='kind',
            field=models.CharField(choices=[('season-imported', 'Season imported'), ('result-submitted', 'Result submitted'), ('result-confirmed', 'Result confirmed'), ('result-disputed', 'Result disputed'), ('dispute-settled', 'Dispute settled'), ('walkover-given', 'Walkover given'), ('fixture-postponed', 'Fixture postponed'), ('postponement-requested', 'Postponement asked for'), ('postponement-answered', 'Postponement answered with other dates'), ('postponement-agreed', 'New date agreed'), ('postponement-refused', 'Postponement refused'), ('postponement-withdrawn', 'Postponement taken back'), ('postponement-placed', 'Placed in the catch-up week'), ('postponement-lapsed', 'Not played in time'), ('fixture-moved', 'Fixture moved'), ('fixture-cancelled', 'Fixture cancelled'), ('season-made', 'Season made'), ('season-changed', 'Season’s settings changed'), ('timetable-published', 'Timetable published'), ('team-added', 'Team added'), ('team-withdrawn', 'Team withdrawn'), ('call-ruled', 'Call ruled on'), ('game-awarded', 'Game awarded'), ('correction-proposed', 'Correction proposed'), ('correction-answered', 'Correction answered'), ('result-corrected', 'Result corrected'), ('result-decided', 'Result decided by the secretary'), ('points-adjusted', 'Points adjusted'), ('dispute-opened', 'Dispute opened'), ('dispute-assigned', 'Dispute assigned'), ('dispute-withdrawn', 'Dispute taken back'), ('evidence-added', 'Evidence added'), ('appeal-opened', 'Appeal made'), ('appeal-decided', 'Appeal decided'), ('conduct-proposed', 'Conduct to decide about'), ('conduct-decided', 'Conduct decided'), ('player-registered', 'Player registered'), ('player-transferred', 'Player transferred'), ('player-released', 'Registration ended'), ('role-given', 'Role given'), ('role-ended', 'Role ended'), ('invited', 'Invited'), ('settings-changed', 'Settings changed'), ('person-changed', 'Personal details changed'), ('person-exported', "A person's data exported"), ('person-erased', 'A person erased'), ('league-exported', 'League exported'), ('league-imported', 'League imported')], max_length=30),
        ),
        migrations.RunPython(without_reasons, migrations.RunPython.noop),
    ]
