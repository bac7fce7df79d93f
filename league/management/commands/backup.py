"""`manage.py backup [--to FOLDER]`: write the whole installation into one file, read back before it gets its name."""

import os
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError
from django.utils import timezone

from league.errors import LeagueError
from league.services.ops.backups.backup import back_up_to
from league.services.ops.backups.remote import PREFIX


class Command(BaseCommand):
    help = "Write the database, photographs included, into one file; manage.py restore takes it in on an empty one."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--to", default=settings.BACKUPS, help="a folder, or rclone:remote:folder; MUGGINS_BACKUPS if not named"
        )
        parser.add_argument(
            "--recipient", action="append", metavar="age1…", help="encrypt for this public key of age; may be repeated"
        )
        parser.add_argument("--keep", type=int, metavar="DAYS", help="then remove all but the newest so many days")
        parser.add_argument("--with-secrets", action="store_true", help="include the settings; needs a recipient")

    def handle(
        self, *args: Any, to: str, recipient: list[str] | None, keep: int | None, with_secrets: bool, **options: Any
    ) -> None:
        try:
            written = back_up_to(
                str(to),
                now=timezone.now(),
                recipients=recipient or settings.BACKUP_RECIPIENTS,
                keep=keep,
                environment=os.environ,
                with_secrets=with_secrets,
            )
        except (LeagueError, DatabaseError) as refused:
            raise CommandError(str(refused).strip()) from refused
        manifest = written.manifest
        self.stdout.write(
            f"{written.path}: {written.size / 1e6:.1f} MB, {sum(manifest.counts.values())} rows of "
            f"{len(manifest.counts)} tables, {len(manifest.journals)} journals; read back."
        )
        if manifest.left_out:
            self.stdout.write(f"Not in it: {', '.join(manifest.left_out)}. Keep these elsewhere.")
        if str(to).startswith(PREFIX) and not written.path.name.endswith(".age"):
            self.stdout.write("It is not encrypted: whoever may read there reads all of it. Name a --recipient.")
        for name in written.removed:
            self.stdout.write(f"Removed {name}.")
