"""Let a match keep how many games each side won and no more, and each match how many of its games were awarded."""

import django.db.models.expressions
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0014_points_in_parts'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='dispute',
            name='dispute_says_of_what',
        ),
        migrations.RemoveConstraint(
            model_name='match',
            name='match_terms',
        ),
        migrations.AddField(
            model_name='match',
            name='away_awarded',
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='match',
            name='away_played',
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='match',
            name='home_awarded',
            field=models.PositiveSmallIntegerField(default=0, help_text='Of home_games, those not pegged out.'),
        ),
        migrations.AddField(
            model_name='match',
            name='home_played',
            field=models.PositiveSmallIntegerField(blank=True, help_text='Games won by the home side as they were played, where only totals are kept.', null=True),
        ),
        migrations.AddConstraint(
            model_name='dispute',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('call__isnull', True), ('result__isnull', False), ('subject', 'sheet'), ('game_number__isnull', True), ('match_number__isnull', True)), models.Q(('call__isnull', True), ('result__isnull', False), ('subject', 'game'), ('game_number__gte', 0), ('game_number__isnull', False), ('match_number__gte', 1), ('match_number__isnull', False)), models.Q(('call__isnull', False), ('subject', 'call'), ('game_number__gte', 1), ('game_number__isnull', False), ('match_number__gte', 1), ('match_number__isnull', False)), _connector='OR'), name='dispute_says_of_what'),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.CheckConstraint(condition=models.Q(('ends__in', ['all', 'best', 'first']), ('written__in', ['scores', 'winners', 'totals'])), name='match_terms'),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.CheckConstraint(condition=models.Q(('away_awarded__lte', models.F('away_games')), ('home_awarded__lte', models.F('home_games'))), name='match_awarded_games_are_games'),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(models.Q(('written', 'totals'), _negated=True), ('away_played__isnull', True), ('home_played__isnull', True)), models.Q(('away_played__isnull', False), ('home_played__isnull', False), ('written', 'totals'), ('games_most__gte', django.db.models.expressions.CombinedExpression(models.F('home_played'), '+', models.F('away_played'))), ('away_games__lte', django.db.models.expressions.CombinedExpression(models.F('away_played'), '+', models.F('away_awarded'))), ('home_games__lte', django.db.models.expressions.CombinedExpression(models.F('home_played'), '+', models.F('home_awarded'))), ('away_played__lte', django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(models.F('away_games'), '-', models.F('away_awarded')), '+', models.F('home_awarded'))), ('home_played__lte', django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(models.F('home_games'), '-', models.F('home_awarded')), '+', models.F('away_awarded')))), _connector='OR'), name='match_totals_add_up'),
        ),
    ]
