"""`manage.py drill`: back up, restore into a new database, and compare."""

import os
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError
from django.utils import timezone

from league.errors import LeagueError
from league.services.ops.backups.backup import drill


class Command(BaseCommand):
    help = "Back up, restore into a new database and compare tables, counts and journals. Both are removed afterwards."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            picture = drill(now=timezone.now(), environment=os.environ)
        except (LeagueError, DatabaseError) as refused:
            raise CommandError(str(refused).strip()) from refused
        self.stdout.write(f"Equal: {picture}.")
