"""Charges: fees, fines and pennies of teams and players, and the currency in which a league has them."""

import django.core.validators
import django.db.models.deletion
from decimal import Decimal
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0009_rulesets'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='league',
            name='league_second_factor_is_known',
        ),
        migrations.AddField(
            model_name='league',
            name='currency',
            field=models.CharField(choices=[('GBP', 'Pounds (£)'), ('EUR', 'Euros (€)'), ('USD', 'US dollars ($)'), ('CAD', 'Canadian dollars ($)'), ('AUD', 'Australian dollars ($)'), ('NZD', 'New Zealand dollars ($)')], default='GBP', help_text='The currency of all that the league charges.', max_length=3),
        ),
        migrations.AddConstraint(
            model_name='league',
            constraint=models.CheckConstraint(condition=models.Q(('appeals_by__in', ['secretary', 'committee', 'judges']), ('currency__in', ['GBP', 'EUR', 'USD', 'CAD', 'AUD', 'NZD']), ('second_factor__in', ['nobody', 'secretaries', 'officials'])), name='league_policies'),
        ),
        migrations.CreateModel(
            name='Charge',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('fee', 'Fee'), ('fine', 'Fine'), ('pennies', 'Pennies')], max_length=10)),
                ('amount', models.DecimalField(decimal_places=2, help_text='In the league’s currency.', max_digits=7, validators=[django.core.validators.MinValueValidator(Decimal('0.01')), django.core.validators.MaxValueValidator(Decimal('10000'))])),
                ('reason', models.CharField(max_length=250)),
                ('date', models.DateField(help_text='The day for which it is charged, by the league’s own clock.')),
                ('paid_on', models.DateField(blank=True, help_text='The day on which it was paid.', null=True)),
                ('made_at', models.DateTimeField()),
                ('cancelled_at', models.DateTimeField(blank=True, help_text='Since then it is owed no more.', null=True)),
                ('cancelled_because', models.CharField(blank=True, max_length=250)),
                ('made_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('player', models.ForeignKey(blank=True, help_text='The player who is charged; none where it is a team.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='charges', to='league.player')),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='charges', to='league.season')),
                ('team', models.ForeignKey(blank=True, help_text='The team that is charged; none where it is a player.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='charges', to='league.team')),
                ('through', models.ForeignKey(blank=True, help_text='The team that the player was registered for that day: its captain sees the charge.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='charges_of_players', to='league.team')),
            ],
            options={
                'ordering': ('date', 'pk'),
                'indexes': [models.Index(fields=['season', 'paid_on'], name='charge_of_a_season')],
                'constraints': [
                    models.CheckConstraint(condition=models.Q(models.Q(('player__isnull', True), ('team__isnull', False), ('through__isnull', True)), models.Q(('player__isnull', False), ('team__isnull', True)), _connector='OR'), name='charge_of_a_team_or_a_player'),
                    models.CheckConstraint(condition=models.Q(('kind__in', ['fee', 'fine', 'pennies'])), name='charge_kind'),
                    models.CheckConstraint(condition=models.Q(('amount__gte', Decimal('0.01')), ('amount__lte', Decimal('10000'))), name='charge_amount'),
                    models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='charge_has_a_reason'),
                    models.CheckConstraint(condition=models.Q(models.Q(('cancelled_at', None), ('cancelled_because', '')), models.Q(('cancelled_at__isnull', False), ('paid_on', None), models.Q(('cancelled_because', ''), _negated=True)), _connector='OR'), name='charge_cancelled_is_unpaid_and_says_why'),
                ],
            },
        ),
    ]
