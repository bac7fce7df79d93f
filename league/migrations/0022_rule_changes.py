"""Changes of what is played by while a season runs, for the rules page."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('league', "0021_player_note"),
    ]

    operations = [
        migrations.CreateModel(
            name='RuleChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('data', models.JSONField(help_text='Old and new value of each field, as the journal has them.')),
                ('reason', models.CharField(help_text='Public.', max_length=250)),
                ('made_at', models.DateTimeField()),
                ('division', models.ForeignKey(blank=True, help_text='The one that it is of; none where it holds for the whole season.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='rule_changes', to='league.division')),
                ('made_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rule_changes', to='league.season')),
            ],
            options={
                'verbose_name': 'rule change',
                'ordering': ('made_at', 'pk'),
                'constraints': [models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='rule_change_has_a_reason')],
            },
        ),
    ]
