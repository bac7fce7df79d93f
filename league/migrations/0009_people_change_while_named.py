"""What changes of a person is part of no key: rows that name him need not wait for it (docs/people.md)."""

import django.db.models.functions.text
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0008_the_journal_stands'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='player',
            name='player_user_once',
        ),
        migrations.AlterField(
            model_name='user',
            name='email',
            field=models.EmailField(db_index=True, max_length=254),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.UniqueConstraint(condition=models.Q(('user', None), _negated=True), fields=('league', 'user'), name='player_user_once'),
        ),
        migrations.AlterConstraint(
            model_name='user',
            name='user_email_any_case_once',
            constraint=models.UniqueConstraint(django.db.models.functions.text.Lower('email'), name='user_email_any_case_once', violation_error_message='This address has an account already.'),
        ),
    ]
