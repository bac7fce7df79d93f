"""Read who decides an appeal, and the votes of a committee or of judges on it."""

import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0007_lots'),
    ]

    operations = [
        migrations.CreateModel(
            name='AppealVote',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('allow', models.BooleanField(help_text='Whether the ruling is to be revoked.')),
                ('reason', models.TextField(help_text='Told with the decision, without a name, if it agrees with that.')),
                ('voted_at', models.DateTimeField(help_text='When it was last given or changed.')),
            ],
            options={
                'ordering': ('voted_at', 'pk'),
            },
        ),
        migrations.RemoveConstraint(
            model_name='league',
            name='league_second_factor_is_known',
        ),
        migrations.RemoveConstraint(
            model_name='league',
            name='league_hours_and_days',
        ),
        migrations.AddField(
            model_name='appeal',
            name='decided_as',
            field=models.CharField(blank=True, choices=[('secretary', 'A secretary'), ('committee', 'The committee'), ('chair', 'The chair of the committee'), ('longest', 'The longest-serving member of the committee'), ('judges', 'The judges')], help_text='As what they did; blank while it is open.', max_length=12),
        ),
        migrations.AddField(
            model_name='appeal',
            name='goes_to',
            field=models.CharField(choices=[('secretary', 'The secretary'), ('committee', 'A committee, by more than half of its votes'), ('judges', 'Two judges, and a third where they differ')], default='secretary', help_text='Who decides it, as it was when made.', max_length=12),
        ),
        migrations.AddField(
            model_name='appeal',
            name='vote_days',
            field=models.PositiveSmallIntegerField(default=7, help_text='Days to vote on it, as they were when made.'),
        ),
        migrations.AddField(
            model_name='league',
            name='appeals_by',
            field=models.CharField(choices=[('secretary', 'The secretary'), ('committee', 'A committee, by more than half of its votes'), ('judges', 'Two judges, and a third where they differ')], default='secretary', help_text='Who decides appeals that are made from now on.', max_length=12),
        ),
        migrations.AddField(
            model_name='league',
            name='vote_days',
            field=models.PositiveSmallIntegerField(default=7, help_text='Days after an appeal within which a committee or judges vote on it.', validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(90)]),
        ),
        migrations.AddConstraint(
            model_name='appeal',
            constraint=models.CheckConstraint(condition=models.Q(('goes_to__in', ['secretary', 'committee', 'judges'])), name='appeal_goes_to_somebody'),
        ),
        migrations.AddConstraint(
            model_name='league',
            constraint=models.CheckConstraint(condition=models.Q(('appeals_by__in', ['secretary', 'committee', 'judges']), ('second_factor__in', ['nobody', 'secretaries', 'officials'])), name='league_second_factor_is_known'),
        ),
        migrations.AddConstraint(
            model_name='league',
            constraint=models.CheckConstraint(condition=models.Q(('result_hours__gte', 1), ('result_hours__lte', 672), ('confirm_hours__gte', 1), ('confirm_hours__lte', 672), ('dispute_days__gte', 1), ('dispute_days__lte', 90), ('appeal_days__gte', 1), ('appeal_days__lte', 90), ('vote_days__gte', 1), ('vote_days__lte', 90)), name='league_hours_and_days'),
        ),
        migrations.AddField(
            model_name='appealvote',
            name='appeal',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='votes', to='league.appeal'),
        ),
        migrations.AddField(
            model_name='appealvote',
            name='user',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddConstraint(
            model_name='appealvote',
            constraint=models.UniqueConstraint(fields=('appeal', 'user'), name='appeal_vote_of_a_member_once'),
        ),
        migrations.AddConstraint(
            model_name='appealvote',
            constraint=models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='appeal_vote_has_a_reason'),
        ),
    ]
