"""`manage.py grant_runtime ROLE`: let the database's runtime user do what the site does, and no more."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from league.errors import Invalid
from league.services.ops.database import grant_runtime, upgrade_lock


class Command(BaseCommand):
    help = "Grant a database role what the site needs while it runs. Run it as the owner, after every migration."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("role", help="the role of MUGGINS_DATABASE_URL; this is run with the owner's")

    def handle(self, *args: Any, role: str, **options: Any) -> None:
        try:
            with upgrade_lock():
                tables = grant_runtime(role)
        except Invalid as refused:
            raise CommandError("\n".join(problem.message for problem in refused.problems)) from refused
        self.stdout.write(f"{role} may use {tables} tables, and only add to the journal.")
