"""`manage.py restore FILE`: take a backup in on an empty database; `--release-mail` lets its mail go later."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError
from django.utils import timezone

from league.errors import LeagueError
from league.services.mail.hold import release_mail
from league.services.ops.backups.backup import restore_from


class Command(BaseCommand):
    help = "Restore a backup into an empty database and compare. Its mail is held until --release-mail."
    # The tables are not there yet.
    requires_migrations_checks = False
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        choice = parser.add_mutually_exclusive_group(required=True)
        choice.add_argument("file", nargs="?", help="what manage.py backup wrote: a file, or rclone:remote:folder/file")
        choice.add_argument("--release-mail", action="store_true", help="send what has waited since the restore")
        choice.add_argument(
            "--discard-mail", action="store_true", help="never mail what waited in the backup; send what came since"
        )
        parser.add_argument("--identity", type=Path, metavar="FILE", help="the secret key of age, for an encrypted one")
        parser.add_argument("--settings-to", type=Path, metavar="FILE", help="write the settings in it to a new file")

    def handle(self, *args: Any, file: str | None, **options: Any) -> None:
        if file is None:
            self._release(discard=options["discard_mail"])
            return
        try:
            restored = restore_from(
                file, now=timezone.now(), identity=options["identity"], settings_to=options["settings_to"]
            )
        except (LeagueError, DatabaseError) as refused:
            raise CommandError(str(refused).strip()) from refused
        manifest = restored.manifest
        self.stdout.write(
            f"Restored: {sum(manifest.counts.values())} rows of {len(manifest.counts)} tables, as they were at "
            f"{manifest.taken_at}; {restored.chains} of {len(manifest.journals)} journals followed to their ends."
        )
        if manifest.left_out:
            self.stdout.write(f"Not in the backup: {', '.join(manifest.left_out)}. Set them as they were.")
        if restored.pending:
            self.stdout.write(f"To be migrated: {', '.join(restored.pending)}. Then run manage.py verify_journal.")
        if manifest.engine == "postgresql":
            self.stdout.write("Run bin/migrate next: it lets the runtime user in.")
        self.stdout.write(
            f"Mail is held; {restored.waiting} messages wait, which may have gone since the backup. Then run manage.py "
            "restore --release-mail to send them, or --discard-mail not to."
        )

    def _release(self, *, discard: bool) -> None:
        count = release_mail(discard=discard)
        if count is None:
            raise CommandError("Mail is not held.")
        messages = "1 message" if count == 1 else f"{count} messages"
        self.stdout.write(f"{messages} discarded; mail goes again." if discard else f"Mail goes again: {messages}.")
