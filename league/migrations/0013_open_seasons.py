"""A season in which no player need be registered: a new name is written on the sheet."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0012_own_rulesets'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='season',
            name='season_policies',
        ),
        migrations.AddField(
            model_name='season',
            name='registration',
            field=models.CharField(choices=[('required', 'Players who are registered'), ('open', 'Anybody: a new name is written on the sheet')], default='required', help_text='Whether a player has to be registered before they play.', max_length=10),
        ),
        migrations.AddConstraint(
            model_name='season',
            constraint=models.CheckConstraint(condition=models.Q(('catch_up__in', ['penultimate', 'last', 'named', 'none']), ('eligibility__in', ['block', 'warn']), ('guests__in', ['none', 'other-teams', 'anybody']), ('registration__in', ['required', 'open']), ('second_half__in', ['mirrored', 'french']), ('unplayed_policy__in', ['secretary', 'nil', 'awarded']), ('withdrawal_policy__in', ['void', 'void-before-half', 'stand'])), name='season_policies'),
        ),
    ]
