"""`manage.py import_season PATH`: load a season from the secretary's spreadsheets, a folder of them or one workbook."""

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.utils import timezone

from league.errors import Invalid, Suspended
from league.services.portability.imports import (
    HEADINGS,
    LEFT_OUT,
    Choice,
    Report,
    ensure_league,
    files_in,
    format_problem,
    import_season,
    season_named,
)


class Command(BaseCommand):
    help = "Load a season from the secretary's spreadsheets. Checks everything first; writes all of it or nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "folder",
            type=Path,
            metavar="PATH",
            help=f"a workbook (.xlsx, .ods, .xls), or a folder where {', '.join(HEADINGS)} are, or workbooks",
        )
        parser.add_argument(
            "--leave-out",
            action="append",
            default=[],
            metavar="SHEET",
            help="a sheet that is none of these, as a problem names it: Season.xlsx, Notes",
        )
        parser.add_argument("--league", help="its name or slug; needed only where there are several")
        parser.add_argument("--season", help="its name or slug; needed only where the files' dates leave it open")
        parser.add_argument("--check", action="store_true", help="only find what is wrong, write nothing")

    def handle(
        self, *args: Any, folder: Path, league: str | None, season: str | None, check: bool, **options: Any
    ) -> None:
        if not folder.exists():
            raise CommandError(f"{folder}: there is no such folder")
        files, unread = files_in(folder)
        for name in unread:
            self.stderr.write(f"{name}: not read; the names are {', '.join(HEADINGS)}")
        if not files:
            raise CommandError(f"{folder}: nothing was read; none of {', '.join(HEADINGS)} is here")
        try:
            report = self._load(files, league, season, check, options["leave_out"])
        except Suspended as refused:
            raise CommandError(refused.message) from None
        except Invalid as refused:
            for problem in refused.problems:
                self.stdout.write(format_problem(problem))
            count = len(refused.problems)
            self.stderr.write(f"{count} problem{'s' if count != 1 else ''}; nothing was written.")
            sys.exit(1)
        self._tell(report, check)

    def _load(
        self, files: dict[str, bytes], league: str | None, season: str | None, check: bool, without: list[str]
    ) -> Report:
        # One transaction with the import: a league made for files that are refused, or only checked, goes with them.
        with transaction.atomic():
            of = ensure_league(league)
            report = import_season(
                files,
                of,
                by=None,
                now=timezone.now(),
                season=season_named(of, season) if season else None,
                choices={place: Choice(LEFT_OUT) for place in without},
                check_only=check,
                progress=self._progress,
            )
            transaction.set_rollback(check)
        return report

    def _progress(self, text: str) -> None:
        self.stderr.write(f"  {text}")

    def _tell(self, report: Report, check: bool) -> None:
        for warning in report.warnings:
            self.stdout.write(f"warning: {format_problem(warning)}")
        for title, counts in (("new", report.created), ("changed", report.changed), ("unchanged", report.unchanged)):
            if counts:
                self.stdout.write(f"{title}: " + ", ".join(f"{kind} {count}" for kind, count in counts.items()))
        self.stdout.write(f"season: {report.season}")
        if not report.created and not report.changed:
            self.stdout.write("Everything was loaded already.")
        elif check:
            self.stdout.write("Checked only; nothing was written.")
