"""Django's migrate, one at a time: two deployments that begin together migrate once."""

from typing import Any

from django.core.management.commands import migrate

from league.services.ops.database import upgrade_lock


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        with upgrade_lock():
            super().handle(*args, **options)
