"""The models that were the league's until its 0027: their tables stay as they are, and so do their permissions."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from league.migrations._together import CreateModels

NAMES = (
    "playtable playgame playentry playshuffle gameanalysis practice practiceweek lessondone dailyvote dailyname".split()
)
# Permissions and the admin's log name a model by its content type; an empty database has none yet.
MOVE_CONTENT_TYPES = "UPDATE django_content_type SET app_label = '{new}' WHERE app_label = '{old}' AND model IN ({names})"


def _move(old, new):
    return MOVE_CONTENT_TYPES.format(old=old, new=new, names=", ".join(f"'{name}'" for name in NAMES))


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('contenttypes', '0002_remove_content_type_name'),
        ('league', '0027_cardroom'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(state_operations=[
            CreateModels([
                migrations.CreateModel(
                    name='PlayTable',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('slug', models.CharField(help_text='Its address, which nobody can guess.', max_length=32, unique=True)),
                        ('ruleset', models.JSONField(help_text='The rules that were agreed.')),
                        ('seats', models.JSONField(help_text='By seat, clockwise: name, strength of a machine, key of a person, switches.')),
                        ('tally', models.JSONField(default=list, help_text='By side: what was won in this sitting.')),
                        ('version', models.PositiveIntegerField(default=1, help_text='Grows with every change that its pages show.')),
                        ('created_at', models.DateTimeField()),
                        ('used_at', models.DateTimeField(db_index=True)),
                        ('owner', models.ForeignKey(blank=True, help_text='Whoever opened it while signed in: it is kept for them.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='play_tables', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'db_table': 'league_playtable',
                    },
                ),
                migrations.CreateModel(
                    name='PlayGame',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('number', models.PositiveIntegerField(help_text='In the sitting, from 1.')),
                        ('share', models.CharField(help_text='The address of its record, once it is over.', max_length=32, unique=True)),
                        ('dealer', models.PositiveSmallIntegerField(blank=True, help_text='The first; blank: it is cut for.', null=True)),
                        ('marked', models.BooleanField(default=False, help_text='Something was taken back: it is in no statistics.')),
                        ('winner', models.PositiveSmallIntegerField(blank=True, help_text='The side that won.', null=True)),
                        ('worth', models.PositiveSmallIntegerField(default=0, help_text='What it counted for the winner.')),
                        ('begun_at', models.DateTimeField()),
                        ('ended_at', models.DateTimeField(blank=True, null=True)),
                        ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='games', to='cardroom.playtable')),
                    ],
                    options={
                        'db_table': 'league_playgame',
                    },
                ),
                migrations.CreateModel(
                    name='Practice',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('trainer', models.CharField(max_length=10)),
                        ('boxes', models.JSONField(default=dict, help_text='As `rules.learn.leitner` writes them.')),
                        ('last', models.CharField(blank=True, help_text='The question answered last: sent again, it counts once.', max_length=40)),
                        ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='practice', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'db_table': 'league_practice',
                    },
                ),
                migrations.CreateModel(
                    name='PracticeWeek',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('trainer', models.CharField(max_length=10)),
                        ('starts_on', models.DateField(help_text='Its Monday.')),
                        ('answered', models.PositiveIntegerField(default=0)),
                        ('right', models.PositiveIntegerField(default=0)),
                        ('timed', models.PositiveIntegerField(default=0, help_text='Answers that were timed.')),
                        ('seconds', models.PositiveIntegerField(default=0, help_text='What these took together.')),
                        ('lost', models.PositiveIntegerField(default=0, help_text='Hundredths of a point given away by choices.')),
                        ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='practice_weeks', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'db_table': 'league_practiceweek',
                        'ordering': ('starts_on',),
                    },
                ),
                migrations.CreateModel(
                    name='DailyName',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('since', models.DateTimeField()),
                        ('league', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='daily_names', to='league.league')),
                        ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='daily_names', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'db_table': 'league_dailyname',
                        'constraints': [models.UniqueConstraint(fields=('league', 'user'), name='daily_name_once')],
                    },
                ),
                migrations.CreateModel(
                    name='DailyVote',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('day', models.DateField(help_text='Of the league’s own clock.')),
                        ('laid_away', models.CharField(help_text='As the engine writes cards, sorted.', max_length=5)),
                        ('points', models.PositiveSmallIntegerField(help_text='What it earned: 3 for the best, 2, 1 or 0.')),
                        ('voted_at', models.DateTimeField()),
                        ('league', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='daily_votes', to='league.league')),
                        ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='daily_votes', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'db_table': 'league_dailyvote',
                        'ordering': ('day', 'pk'),
                        'constraints': [models.UniqueConstraint(fields=('league', 'day', 'user'), name='daily_vote_once'), models.CheckConstraint(condition=models.Q(('points__lte', 3)), name='daily_vote_points')],
                    },
                ),
                migrations.CreateModel(
                    name='LessonDone',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('lesson', models.CharField(max_length=40)),
                        ('done_at', models.DateTimeField()),
                        ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='lessons_done', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'db_table': 'league_lessondone',
                        'ordering': ('done_at', 'pk'),
                        'constraints': [models.UniqueConstraint(fields=('user', 'lesson'), name='lesson_done_once')],
                    },
                ),
                migrations.CreateModel(
                    name='PlayEntry',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('number', models.PositiveIntegerField(help_text='In the game, from 1.')),
                        ('said', models.JSONField()),
                        ('at', models.DateTimeField()),
                        ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='cardroom.playgame')),
                    ],
                    options={
                        'db_table': 'league_playentry',
                        'constraints': [models.UniqueConstraint(fields=('game', 'number'), name='play_entry_number_once')],
                    },
                ),
                migrations.CreateModel(
                    name='GameAnalysis',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('found', models.JSONField(help_text='As `rules.play.analysis` keeps it: players by number, nobody by name.')),
                        ('made_at', models.DateTimeField()),
                        ('evidence', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='analysis', to='league.evidence')),
                        ('game', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='analysis', to='cardroom.playgame')),
                    ],
                    options={
                        'verbose_name_plural': 'game analyses',
                        'db_table': 'league_gameanalysis',
                        'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('evidence__isnull', True), ('game__isnull', False)), models.Q(('evidence__isnull', False), ('game__isnull', True)), _connector='OR'), name='game_analysis_of_one_game')],
                    },
                ),
                migrations.CreateModel(
                    name='PlayShuffle',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('number', models.PositiveIntegerField(help_text='In the game, from 1.')),
                        ('deal', models.PositiveSmallIntegerField(help_text='The deal that it is for; 0: the cut for deal.')),
                        ('seed', models.CharField(max_length=64)),
                        ('cut', models.PositiveSmallIntegerField(blank=True, help_text='Where the pack was cut before the deal.', null=True)),
                        ('used', models.BooleanField(default=False, help_text='Cards of it have been dealt, or cut for deal.')),
                        ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='shuffles', to='cardroom.playgame')),
                    ],
                    options={
                        'db_table': 'league_playshuffle',
                        'constraints': [models.UniqueConstraint(fields=('game', 'number'), name='play_shuffle_number_once')],
                    },
                ),
            ]),
            migrations.AddConstraint(
                model_name='playgame',
                constraint=models.UniqueConstraint(fields=('table', 'number'), name='play_game_number_once'),
            ),
            migrations.AddConstraint(
                model_name='playgame',
                constraint=models.CheckConstraint(condition=models.Q(('ended_at__isnull', False), models.Q(('winner__isnull', True), ('worth', 0)), _connector='OR'), name='play_game_won_is_ended'),
            ),
            migrations.AddConstraint(
                model_name='practice',
                constraint=models.UniqueConstraint(fields=('user', 'trainer'), name='practice_once'),
            ),
            migrations.AddConstraint(
                model_name='practice',
                constraint=models.CheckConstraint(condition=models.Q(('trainer__in', ['count', 'discards', 'miscount', 'pegging'])), name='practice_trainer'),
            ),
            migrations.AddConstraint(
                model_name='practiceweek',
                constraint=models.UniqueConstraint(fields=('user', 'trainer', 'starts_on'), name='practice_week_once'),
            ),
            migrations.AddConstraint(
                model_name='practiceweek',
                constraint=models.CheckConstraint(condition=models.Q(('right__lte', models.F('answered')), ('timed__lte', models.F('answered'))), name='practice_week_adds_up'),
            ),
            migrations.AddConstraint(
                model_name='practiceweek',
                constraint=models.CheckConstraint(condition=models.Q(('trainer__in', ['count', 'discards', 'miscount', 'pegging'])), name='practice_week_trainer'),
            ),
        ]),
        migrations.RunSQL(_move('league', 'cardroom'), _move('cardroom', 'league')),
    ]
