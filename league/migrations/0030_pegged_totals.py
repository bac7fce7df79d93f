"""Let a match keep the points that each side pegged in all its games."""

import django.db.models.expressions
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0029_play_offs'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='match',
            name='match_terms',
        ),
        migrations.RemoveConstraint(
            model_name='match',
            name='match_totals_add_up',
        ),
        migrations.AddField(
            model_name='match',
            name='away_pegged',
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='match',
            name='home_pegged',
            field=models.PositiveIntegerField(blank=True, help_text='Points of the home side in all its games as they were played, where written.', null=True),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.CheckConstraint(condition=models.Q(('ends__in', ['all', 'best', 'first']), ('written__in', ['scores', 'winners', 'totals', 'pegged'])), name='match_terms'),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(models.Q(('written__in', ('totals', 'pegged')), _negated=True), ('away_played__isnull', True), ('home_played__isnull', True)), models.Q(('away_played__isnull', False), ('home_played__isnull', False), ('written__in', ('totals', 'pegged')), ('games_most__gte', django.db.models.expressions.CombinedExpression(models.F('home_played'), '+', models.F('away_played'))), ('away_games__lte', django.db.models.expressions.CombinedExpression(models.F('away_played'), '+', models.F('away_awarded'))), ('home_games__lte', django.db.models.expressions.CombinedExpression(models.F('home_played'), '+', models.F('home_awarded'))), ('away_played__lte', django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(models.F('away_games'), '-', models.F('away_awarded')), '+', models.F('home_awarded'))), ('home_played__lte', django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(models.F('home_games'), '-', models.F('home_awarded')), '+', models.F('away_awarded')))), _connector='OR'), name='match_totals_add_up'),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('away_pegged__isnull', True), ('home_pegged__isnull', True), models.Q(models.Q(('written', 'pegged'), _negated=True), models.Q(('away_played', 0), ('home_played', 0)), _connector='OR')), models.Q(('away_pegged__isnull', False), ('home_pegged__isnull', False), ('written', 'pegged'), models.Q(('home_played__gt', 0), ('away_played__gt', 0), _connector='OR'), ('away_pegged__gte', models.F('away_played')), ('home_pegged__gte', models.F('home_played'))), _connector='OR'), name='match_points_of_games'),
        ),
    ]
