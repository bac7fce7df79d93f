"""Hold matches to the way they end; the column that only knew three games is gone."""

import django.db.models.expressions
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0005_formats_filled_in'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='appearance',
            name='appearance_player_once_a_sheet',
        ),
        migrations.RemoveConstraint(
            model_name='appearance',
            name='appearance_seat',
        ),
        migrations.RemoveConstraint(
            model_name='game',
            name='game_score_makes_sense',
        ),
        migrations.RemoveConstraint(
            model_name='match',
            name='match_all_games_played',
        ),
        migrations.AddConstraint(
            model_name='appearance',
            constraint=models.UniqueConstraint(fields=('match', 'player'), name='appearance_player_once_a_match'),
        ),
        migrations.AddConstraint(
            model_name='appearance',
            constraint=models.CheckConstraint(condition=models.Q(('seat__gte', 1), ('seat__lte', 8)), name='appearance_seat'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('awarded', True), ('winner__in', ['home', 'away'])), models.Q(('away_score__isnull', False), ('home_score__isnull', False), ('target__isnull', False), ('away_score__gte', 0), ('away_score__lt', models.F('target')), ('home_score__gte', models.F('target')), ('winner', 'home')), models.Q(('away_score__isnull', False), ('home_score__isnull', False), ('target__isnull', False), ('away_score__gte', models.F('target')), ('home_score__gte', 0), ('home_score__lt', models.F('target')), ('winner', 'away')), models.Q(('away_score__isnull', True), ('home_score__isnull', True), ('target__isnull', True), ('winner', models.F('won')), ('winner__in', ['home', 'away'])), _connector='OR'), name='game_score_makes_sense'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(('won', ''), models.Q(('target__isnull', True), ('won__in', ['home', 'away'])), _connector='OR'), name='game_won'),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.CheckConstraint(condition=models.Q(('games_most__gte', django.db.models.expressions.CombinedExpression(models.F('home_games'), '+', models.F('away_games')))), name='match_no_game_too_many'),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.CheckConstraint(condition=models.Q(('finished', False), models.Q(('ends', 'all'), ('games_most', django.db.models.expressions.CombinedExpression(models.F('home_games'), '+', models.F('away_games')))), models.Q(('ends__in', ('best', 'first')), models.Q(('home_games__gte', models.F('games_needed')), ('away_games__gte', models.F('games_needed')), _connector='OR')), _connector='OR'), name='match_over_as_it_ends'),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.CheckConstraint(condition=models.Q(('games_needed__gte', 1), ('games_needed__lte', models.F('games_most'))), name='match_can_be_won'),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.CheckConstraint(condition=models.Q(('ends__in', ['all', 'best', 'first']), ('written__in', ['scores', 'winners'])), name='match_terms'),
        ),
        migrations.RemoveField(
            model_name='match',
            name='games_to_play',
        ),
    ]
