"""Matches that end otherwise than after three games, of which less than the scores is written down: new columns.

The columns are filled in by the next migration and held by the one after it.
"""

import league.models.checked
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0003_the_journal_stands'),
    ]

    operations = [
        migrations.AddField(
            model_name='game',
            name='won',
            field=models.CharField(blank=True, choices=[('home', 'Home'), ('away', 'Away')], help_text='Who won it, where no more than that is written down.', max_length=4),
        ),
        migrations.AddField(
            model_name='match',
            name='ends',
            field=models.CharField(choices=[('all', 'All its games are played'), ('best', 'Best of so many'), ('first', 'First to win so many')], default='all', max_length=5),
        ),
        migrations.AddField(
            model_name='match',
            name='finished',
            field=models.BooleanField(default=True, help_text='It was played to its end; not where both sides had nobody, or in an abandoned fixture.'),
        ),
        migrations.AddField(
            model_name='match',
            name='games_most',
            field=models.PositiveSmallIntegerField(default=3, help_text='The most games that it can have.'),
        ),
        migrations.AddField(
            model_name='match',
            name='games_needed',
            field=models.PositiveSmallIntegerField(default=3, help_text='Whoever has won so many has won it.'),
        ),
        migrations.AddField(
            model_name='match',
            name='written',
            field=models.CharField(choices=[('scores', 'The loser’s score'), ('winners', 'Who won it'), ('totals', 'How many each side won'), ('pegged', 'How many each side won, and the points pegged')], default='scores', max_length=8),
        ),
        migrations.AddField(
            model_name='result',
            name='finished',
            field=models.BooleanField(default=True, help_text='Every match is over; where not, its games count, but nobody has won the fixture.'),
        ),
        migrations.AlterField(
            model_name='division',
            name='fixture_format',
            field=models.CharField(help_text='The matches of a fixture in order: S singles, D doubles, T trebles, 6P six a side. S5: five games; Sb3: the best of three; Sf2: until one side has won two; a w behind it: only winners are written down, a t: only how many games each side won, a p: and the points it pegged. D@five-card: that match by another ruleset. 6E1: six a side, each plays each of the other side. Behind a slash how often one player may play: 1S 1D, and what a short side does: short-twice.', max_length=400, validators=[league.models.checked.is_format]),
        ),
        migrations.AlterField(
            model_name='game',
            name='target',
            field=models.PositiveSmallIntegerField(blank=True, default=121, null=True),
        ),
        migrations.AlterField(
            model_name='match',
            name='kind',
            field=models.CharField(choices=[('singles', 'Singles'), ('doubles', 'Doubles'), ('trebles', 'Trebles'), ('team', 'Team match')], max_length=8),
        ),
    ]
