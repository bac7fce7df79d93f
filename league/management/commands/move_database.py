"""`manage.py move_database URL`: everything into another, empty database, compared before it counts."""

import shlex
import sys
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError, connection
from django.utils import timezone

from league.errors import LeagueError
from league.rules.chain import Broken
from league.services.ops.moves.move import Moved, move_database


class Command(BaseCommand):
    help = (
        "Copy everything from the database of the settings into an empty one, SQLite or PostgreSQL, and compare both. "
        "The old one stays, and its mail is held."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "url",
            help="postgresql://owner:password@host/name or sqlite:////folder/file.sqlite3; - reads it from the input, "
            "which no list of processes shows",
        )

    def handle(self, *args: Any, url: str, **options: Any) -> None:
        try:
            moved = move_database(sys.stdin.readline() if url == "-" else url, now=timezone.now())
        except (LeagueError, DatabaseError) as refused:
            raise CommandError(str(refused).strip()) from refused
        self.stdout.write(f"Equal: {moved.picture}.")
        for slug, chain in moved.picture.journals.items():
            if isinstance(chain, Broken):
                self.stdout.write(f"The journal of {slug} was broken before: entry {chain.number}: {chain.message}")
        self.stdout.write(
            f"The old database stays as it was, but sends no mail any more: {moved.waiting} messages wait in the new "
            "one alone. Next:"
        )
        for step in (*_key_steps(moved), *_database_steps(moved)):
            self.stdout.write(f"- {step}")


def _key_steps(moved: Moved) -> list[str]:
    """How the secret key goes along; it is not printed."""
    if moved.key_file is not None:
        if moved.key_file.is_file() and moved.key_file.read_text().strip() == settings.SECRET_KEY:
            return [f"The secret key is in {moved.key_file}; links and sessions go on."]
        return [f"{moved.key_file} holds another key. Put that of these settings there, or links and sessions end."]
    if connection.vendor == "sqlite":
        file = shlex.quote(f"{connection.settings_dict['NAME']}.secret-key")
        into = f"""printf 'MUGGINS_SECRET_KEY=%s\\n' "$(cat {file})" >> .env"""
        return [f"Keep the secret key, or links and sessions end: {into}"]
    return ["MUGGINS_SECRET_KEY stays as it is."]


def _database_steps(moved: Moved) -> list[str]:
    if moved.vendor == "sqlite":
        return [f"Start with MUGGINS_SQLITE={moved.where} and DJANGO_SETTINGS_MODULE=config.settings.local."]
    return [
        "Put this address into MUGGINS_OWNER_DATABASE_URL, and that of the runtime user into MUGGINS_DATABASE_URL.",
        "Run bin/migrate, which lets the runtime user in, and start everything.",
    ]
