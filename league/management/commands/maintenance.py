"""`manage.py maintenance`: begin or end planned maintenance, or make the page that a proxy shows without a server."""

import datetime as dt
import re
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.template.loader import render_to_string
from django.utils import timezone

from league.errors import WrongState
from league.queries.maintenance import BACK_SOON, current_maintenance
from league.services.ops.maintenance import begin_maintenance, end_maintenance
from league.translation import N_, speaking, translated

LONGEST = 300
AWAY = (
    BACK_SOON,
    N_("The site is being updated, or has just stopped. This page tries again every half minute."),
    N_("If you were sending something, go back and send it again then."),
)


class Command(BaseCommand):
    help = "Let people read but not enter anything (on), enter again (off), or say what is (status); asks no database."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("what", choices=("on", "off", "status", "page"), nargs="?", default="status")
        parser.add_argument("--until", help="when it should be over, in UTC: 21:30, or 2026-12-01T21:30")
        parser.add_argument("--reason", default="", help="a sentence for everybody")
        parser.add_argument("--closed", action="store_true", help="show no pages either")
        parser.add_argument("--to", type=Path, help="page: the file to write, in place of printing it")

    def handle(self, *args: Any, what: str, **options: Any) -> None:
        try:
            getattr(self, f"_{what}")(timezone.now(), options)
        except WrongState as refused:
            raise CommandError(refused.message) from refused

    def _on(self, now: dt.datetime, options: dict[str, Any]) -> None:
        if len(options["reason"]) > LONGEST:
            raise CommandError(f"Give the reason in up to {LONGEST} letters.")
        until = _moment(options["until"], now) if options["until"] else None
        begin_maintenance(until=until, reason=options["reason"].strip(), closed=options["closed"], now=now)
        self._status(now, options)

    def _off(self, now: dt.datetime, options: dict[str, Any]) -> None:
        self.stdout.write("It is over: people can enter again." if end_maintenance() else "There was none.")

    def _status(self, now: dt.datetime, options: dict[str, Any]) -> None:
        maintenance = current_maintenance()
        if maintenance is None:
            self.stdout.write("No maintenance.")
            return
        until = f"until {maintenance.until:%Y-%m-%d %H:%M} UTC" if maintenance.until else "for a time that was not told"
        self.stdout.write(
            f"Maintenance since {maintenance.since:%Y-%m-%d %H:%M} UTC, {until}; people are told: "
            f"{maintenance.message(now)}"
        )

    def _page(self, now: dt.datetime, options: dict[str, Any]) -> None:
        texts: list[tuple[str, tuple[str, ...]]] = []
        for language, _ in settings.LANGUAGES:
            with speaking(language):
                text = tuple(map(translated, AWAY))
            if text not in [known for _, known in texts]:
                texts.append((language, text))
        tokens = (settings.STYLES / "tokens.css").read_text()
        # No fonts: where the site is away, so are its files.
        tokens = re.sub(r"/\*.*?\*/|@font-face \{.*?\}\s*", "", tokens, flags=re.DOTALL)
        page = render_to_string("league/ops/maintenance.html", {"texts": texts, "tokens": tokens.strip()})
        if options["to"]:
            options["to"].write_text(page)
        else:
            self.stdout.write(page, ending="")


def _moment(text: str, now: dt.datetime) -> dt.datetime:
    """Read a moment in UTC; a time of day is the next one."""
    try:
        if re.fullmatch(r"\d{1,2}:\d\d", text):
            hour, minute = map(int, text.split(":"))
            moment = now.replace(hour=hour, minute=minute, second=0, microsecond=0)
            return moment if moment > now else moment + dt.timedelta(days=1)
        moment = dt.datetime.fromisoformat(text)
    except ValueError as error:
        raise CommandError(f"“{text}” is no moment: write 21:30, or 2026-12-01T21:30.") from error
    return moment if moment.tzinfo else moment.replace(tzinfo=dt.UTC)
