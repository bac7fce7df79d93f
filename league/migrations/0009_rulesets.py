"""The rulesets that a division may be played by: three more names (decision 44)."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0008_appeal_votes'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='division',
            name='division_rulesets',
        ),
        migrations.AddConstraint(
            model_name='division',
            constraint=models.CheckConstraint(condition=models.Q(('doubles_ruleset__in', ['league', 'hoyle', 'hoyle-61', 'six-card', 'six-card-61', 'five-card', 'five-card-starter-first', 'seven-card', 'three-handed', 'home-computer', 'home-computer-61', 'acc']), ('singles_ruleset__in', ['league', 'hoyle', 'hoyle-61', 'six-card', 'six-card-61', 'five-card', 'five-card-starter-first', 'seven-card', 'three-handed', 'home-computer', 'home-computer-61', 'acc'])), name='division_rulesets'),
        ),
    ]
