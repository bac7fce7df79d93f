"""The card room as Django knows it. When it is ready, the league exports, erases, purges and finds what it keeps."""

from django.apps import AppConfig


class CardroomConfig(AppConfig):
    name = "cardroom"

    def ready(self) -> None:
        # Models can be loaded from here on and not before.
        from cardroom.queries import export_practice
        from cardroom.rules.learn.course import LESSONS
        from cardroom.services.personal_data import erase_account, leave_league, rename_at_tables
        from cardroom.services.tables import delete_unused_tables
        from league import hooks

        hooks.personal_data.append(hooks.PersonalData(export_practice, leave_league, erase_account, rename_at_tables))
        hooks.purges.append(hooks.Purge("tables to play at", lambda now: delete_unused_tables(now=now)))
        hooks.lessons.extend(
            hooks.SearchableLesson(lesson.slug, lesson.title, lesson.lead, tuple(step.title for step in lesson.steps))
            for lesson in LESSONS
        )
