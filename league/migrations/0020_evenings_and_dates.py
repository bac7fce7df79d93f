"""Let a season have one evening for everybody, half a round at its end, and dates that the secretary sets."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0019_team_codes'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='season',
            name='season_policies',
        ),
        migrations.AddField(
            model_name='season',
            name='evening',
            field=models.CharField(choices=[('own', 'Each home team’s own'), ('monday', 'Monday for everybody'), ('tuesday', 'Tuesday for everybody'), ('wednesday', 'Wednesday for everybody'), ('thursday', 'Thursday for everybody'), ('friday', 'Friday for everybody'), ('saturday', 'Saturday for everybody'), ('sunday', 'Sunday for everybody')], default='own', help_text="The evening of the fixtures: each home team's own, or one for everybody, then the home night of every team. Not of a published season.", max_length=10),
        ),
        migrations.AddField(
            model_name='season',
            name='last_round',
            field=models.CharField(choices=[('whole', 'Whole: every two teams meet in it'), ('half', 'Half: every team meets half of the others once more')], default='whole', help_text='Whether the last of several rounds is half a round, as in one and a half. Not of a published season.', max_length=10),
        ),
        migrations.AddField(
            model_name='season',
            name='new_dates',
            field=models.CharField(choices=[('agreed', 'The two captains, between them'), ('committee', 'The secretary, for the committee')], default='agreed', help_text='Who sets the new date of a postponed fixture: the captains, or the secretary for the committee.', max_length=10),
        ),
        migrations.AddConstraint(
            model_name='season',
            constraint=models.CheckConstraint(condition=models.Q(('catch_up__in', ['penultimate', 'last', 'named', 'none']), ('eligibility__in', ['block', 'warn']), ('evening__in', ['own', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']), ('guests__in', ['none', 'other-teams', 'free-agents', 'anybody']), ('last_round__in', ['whole', 'half']), ('new_dates__in', ['agreed', 'committee']), ('registration__in', ['required', 'open']), ('second_half__in', ['mirrored', 'french']), ('unplayed_policy__in', ['secretary', 'nil', 'awarded']), ('withdrawal_policy__in', ['void', 'void-before-half', 'stand'])), name='season_policies'),
        ),
    ]
