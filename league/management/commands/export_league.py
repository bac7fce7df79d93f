"""`manage.py export_league SLUG --out FILE.zip`: everything that belongs to a league, in one file."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from league.errors import Invalid
from league.models import League
from league.services.portability.exports import Written, export_league
from league.services.portability.imports import format_problem
from league.services.portability.league_import import check_file


class Command(BaseCommand):
    help = "Write everything that belongs to a league into one file, which import_league takes in on another server."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("league", help="the slug of the league, as in its address")
        parser.add_argument("--out", type=Path, required=True, help="the file to write; it must not be there yet")
        parser.add_argument("--check", action="store_true", help="read the file again once it is written")

    def handle(self, *args: Any, league: str, out: Path, check: bool, **options: Any) -> None:
        row = League.objects.filter(slug=league).first()
        if row is None:
            slugs = ", ".join(League.objects.values_list("slug", flat=True)) or "none at all"
            raise CommandError(f"There is no league “{league}” here; there is {slugs}.")
        if out.exists():
            raise CommandError(f"{out} is there already.")
        # Whole or not at all: what stands under its name can be relied on.
        part = out.with_name(f"{out.name}.part")
        try:
            written = self._write(row, part, check)
            part.rename(out)
        except OSError as refused:
            raise CommandError(f"{out} cannot be written: {refused.strerror}") from refused
        finally:
            part.unlink(missing_ok=True)
        self.stdout.write(", ".join(f"{table} {count}" for table, count in written.rows.items() if count))
        self.stdout.write(f"{row} is in {out}: {out.stat().st_size / 1e6:.1f} MB.")

    def _write(self, league: League, part: Path, check: bool) -> Written:
        with part.open("w+b") as file:
            written = export_league(league, file, by=None, now=timezone.now())
            if check:
                try:
                    check_file(file)
                except Invalid as refused:
                    for problem in refused.problems:
                        self.stderr.write(format_problem(problem))
                    raise CommandError("The file is not in order; it was not kept.") from refused
        return written
