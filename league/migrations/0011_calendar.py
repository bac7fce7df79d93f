"""Let a season say which weeks are left blank, and by when postponed fixtures are played."""

import django.core.validators
import league.models.checked
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0010_charges'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='season',
            name='season_numbers',
        ),
        migrations.RemoveConstraint(
            model_name='season',
            name='season_policies',
        ),
        migrations.AddField(
            model_name='season',
            name='catch_up',
            field=models.CharField(choices=[('penultimate', 'The penultimate week of each round'), ('last', 'The last week of the season'), ('named', 'The weeks named below'), ('none', 'None')], default='penultimate', help_text='Which weeks are left blank for postponed fixtures. Not of a published season: its weeks are laid out.', max_length=12),
        ),
        migrations.AddField(
            model_name='season',
            name='catch_up_weeks',
            field=models.JSONField(blank=True, default=list, help_text='The weeks left blank where they are named, each by its Monday. Not of a published season.', validators=[league.models.checked.are_weeks]),
        ),
        migrations.AddField(
            model_name='season',
            name='play_until',
            field=models.DateField(blank=True, help_text='The last day on which a postponed fixture is played.', null=True),
        ),
        migrations.AddField(
            model_name='season',
            name='play_within',
            field=models.PositiveSmallIntegerField(blank=True, default=None, help_text='Days after its first date within which a postponed fixture is played; empty: any number.', null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(365)]),
        ),
        migrations.AddField(
            model_name='season',
            name='weeks_apart',
            field=models.PositiveSmallIntegerField(default=1, help_text='Weeks from one league week to the next: 1 weekly, 2 fortnightly. Not of a published season.', validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(4)]),
        ),
        migrations.AddConstraint(
            model_name='season',
            constraint=models.CheckConstraint(condition=models.Q(('weeks_apart__gte', 1), ('weeks_apart__lte', 4), models.Q(models.Q(('play_within__gte', 1), ('play_within__lte', 365)), ('play_within__isnull', True), _connector='OR'), ('short_notice_hours__gte', 0), ('short_notice_hours__lte', 336), ('place_days__gte', 0), ('place_days__lte', 28), ('registration_days__gte', 0), ('registration_days__lte', 365), models.Q(models.Q(('transfer_limit__gte', 0), ('transfer_limit__lte', 20)), ('transfer_limit__isnull', True), _connector='OR'), models.Q(models.Q(('guest_limit__gte', 0), ('guest_limit__lte', 200)), ('guest_limit__isnull', True), _connector='OR')), name='season_numbers'),
        ),
        migrations.AddConstraint(
            model_name='season',
            constraint=models.CheckConstraint(condition=models.Q(('catch_up__in', ['penultimate', 'last', 'named', 'none']), ('eligibility__in', ['block', 'warn']), ('guests__in', ['none', 'other-teams', 'anybody']), ('second_half__in', ['mirrored', 'french']), ('unplayed_policy__in', ['secretary', 'nil', 'awarded']), ('withdrawal_policy__in', ['void', 'void-before-half', 'stand'])), name='season_policies'),
        ),
    ]
