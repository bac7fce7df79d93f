"""Tables to play at and what people learn are models of the card room from here on. No table is touched."""

from django.db import migrations

MODELS = (
    "GameAnalysis",
    "PlayEntry",
    "PlayShuffle",
    "PlayGame",
    "PlayTable",
    "DailyName",
    "DailyVote",
    "LessonDone",
    "Practice",
    "PracticeWeek",
)


class Migration(migrations.Migration):
    dependencies = [("league", "0026_fold_again")]

    operations = [
        migrations.SeparateDatabaseAndState(state_operations=[migrations.DeleteModel(name) for name in MODELS]),
    ]
