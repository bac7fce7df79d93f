"""`manage.py import_league FILE.zip`: take in a league that another server exported."""

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.utils import timezone

from league.errors import Invalid
from league.services.portability.imports import format_problem
from league.services.portability.league_import import Report, import_league
from league.services.seasons.suspension import resume_moved


class Command(BaseCommand):
    help = "Take in a league that another server exported. Checks everything first; writes all of it or nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="what export_league, or the secretary's page, has written")
        parser.add_argument("--check", action="store_true", help="only find what is wrong, write nothing")
        parser.add_argument("--name", help="what the league is to be called here")
        parser.add_argument("--slug", help="its part of the addresses here")
        parser.add_argument(
            "--same-person", action="append", default=[], metavar="ADDRESS",
            help="whoever has confirmed this address here is the file's person of that address; may be given again",
        )  # fmt: skip
        parser.add_argument(
            "--same-people", action="store_true",
            help="so is everybody whose number agrees too: only for a file that you have exported yourself",
        )  # fmt: skip

    def handle(self, *args: Any, file: Path, check: bool, name: str | None, slug: str | None, **options: Any) -> None:
        try:
            # In one transaction: nothing is decided by a clock in between.
            with file.open("rb") as opened, transaction.atomic():
                now = timezone.now()
                report = import_league(
                    opened, now=now, name=name, slug=slug, same_people=options["same_person"],
                    all_same=options["same_people"], check_only=check, progress=self._progress,
                )  # fmt: skip
                if report.league is not None:
                    resume_moved(report.league, now=now)
        except OSError as refused:
            raise CommandError(f"{file} cannot be read: {refused.strerror}") from refused
        except Invalid as refused:
            for problem in refused.problems:
                self.stdout.write(format_problem(problem))
            count = len(refused.problems)
            self.stderr.write(f"{count} problem{'s' if count != 1 else ''}; nothing was written.")
            sys.exit(1)
        self._tell(report)

    def _progress(self, text: str) -> None:
        self.stderr.write(f"  {text}")

    def _tell(self, report: Report) -> None:
        self.stdout.write(", ".join(f"{table} {count}" for table, count in report.rows.items()))
        if report.known:
            has = "has an account" if report.known == 1 else "have accounts"
            self.stdout.write(f"{report.known} of its people {has} here already and kept it.")
        self._tell_apart(report)
        if report.league is None:
            self.stdout.write("Checked only; nothing was written.")
        else:
            self.stdout.write(f"{report.league} is here now, at /leagues/{report.league.slug}/.")

    def _tell_apart(self, report: Report) -> None:
        for sentence in report.apart:
            self.stdout.write(sentence)
        if report.apart and report.league is None:
            self.stdout.write("Whoever of these is the same person as here: name their address with --same-person.")
        elif report.apart:
            self.stdout.write("The secretary can invite whoever of these is the same person, under People.")
        if not report.led:
            self.stdout.write("Nobody can sign in as its secretary.")
