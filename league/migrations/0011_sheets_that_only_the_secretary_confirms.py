"""A sheet whose sender speaks for both sides goes to the secretary: how it is told, and how it comes to count."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0010_the_policy_of_a_withdrawal'),
    ]

    operations = [
        migrations.AlterField(
            model_name='notice',
            name='kind',
            field=models.CharField(choices=[('result-to-confirm', 'A result to confirm'), ('result-unanswerable', 'A sheet that only the secretary can confirm'), ('result-confirmed', 'Result confirmed'), ('result-disputed', 'Result disputed'), ('dispute-settled', 'Dispute settled'), ('ruling-made', 'A ruling on your fixture'), ('captain-informed', 'The captain is informed'), ('fixture-reminder', 'A fixture is coming'), ('result-due', 'A result is due'), ('result-overdue', 'A result is overdue'), ('postponement-asked', 'A postponement is asked for'), ('postponement-agreed', 'A new date is agreed'), ('postponement-placed', 'A fixture was placed in the catch-up week'), ('postponement-refused', 'A postponement is refused or taken back'), ('postponement-owed', 'A fixture has no date'), ('fixture-moved', 'A fixture was moved'), ('fixture-cancelled', 'A fixture will not be played'), ('timetable-published', 'The timetable is published'), ('correction-to-confirm', 'A correction to confirm'), ('correction-answered', 'A correction was answered'), ('result-decided', 'The secretary decided about a result'), ('points-adjusted', 'Points were given or taken'), ('dispute-opened', 'A dispute was opened'), ('dispute-assigned', 'A dispute for you to rule on'), ('appeal-opened', 'An appeal was made'), ('appeal-decided', 'An appeal was decided'), ('conduct-proposed', 'Conduct to decide about'), ('invitation', 'An invitation')], max_length=30),
        ),
        migrations.AlterField(
            model_name='preference',
            name='kind',
            field=models.CharField(choices=[('result-to-confirm', 'A result to confirm'), ('result-unanswerable', 'A sheet that only the secretary can confirm'), ('result-confirmed', 'Result confirmed'), ('result-disputed', 'Result disputed'), ('dispute-settled', 'Dispute settled'), ('ruling-made', 'A ruling on your fixture'), ('captain-informed', 'The captain is informed'), ('fixture-reminder', 'A fixture is coming'), ('result-due', 'A result is due'), ('result-overdue', 'A result is overdue'), ('postponement-asked', 'A postponement is asked for'), ('postponement-agreed', 'A new date is agreed'), ('postponement-placed', 'A fixture was placed in the catch-up week'), ('postponement-refused', 'A postponement is refused or taken back'), ('postponement-owed', 'A fixture has no date'), ('fixture-moved', 'A fixture was moved'), ('fixture-cancelled', 'A fixture will not be played'), ('timetable-published', 'The timetable is published'), ('correction-to-confirm', 'A correction to confirm'), ('correction-answered', 'A correction was answered'), ('result-decided', 'The secretary decided about a result'), ('points-adjusted', 'Points were given or taken'), ('dispute-opened', 'A dispute was opened'), ('dispute-assigned', 'A dispute for you to rule on'), ('appeal-opened', 'An appeal was made'), ('appeal-decided', 'An appeal was decided'), ('conduct-proposed', 'Conduct to decide about'), ('invitation', 'An invitation')], max_length=30),
        ),
        migrations.AlterField(
            model_name='result',
            name='settlement',
            field=models.CharField(blank=True, choices=[('other-side', 'Confirmed by the other side'), ('accepted', "The other side's sheet was accepted"), ('ruling', 'By a ruling'), ('secretary', 'Entered by the secretary'), ('imported', "Loaded from the secretary's spreadsheet"), ('policy', "By the league's rule about unplayed fixtures"), ('agreed', 'Both captains sent the same sheet'), ('deadline', 'By the deadline: the other side said nothing'), ('upheld', 'Confirmed by the secretary: the other side did not answer'), ('appeal', 'By an appeal')], max_length=12),
        ),
    ]
