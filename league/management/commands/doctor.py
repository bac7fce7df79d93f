"""`manage.py doctor`: one list of everything wrong or doubtful about this installation."""

import json
from argparse import ArgumentTypeError
from collections import Counter
from dataclasses import asdict
from typing import Any
from urllib.parse import urlsplit

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.core.validators import validate_email
from django.utils import timezone

from league.services.ops.doctor import Examination, Finding, Level, examine

DOUBTFUL, WRONG = 1, 2


def email_address(text: str) -> str:
    try:
        validate_email(text)
    except ValidationError:
        raise ArgumentTypeError(f"“{text}” is no email address; write one like name@example.org") from None
    return text


def site_address(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/"):
        raise ArgumentTypeError(f"“{text}” is no site's address; write one like https://league.example.org")
    return f"{parts.scheme}://{parts.netloc}"


class Command(BaseCommand):
    help = (
        "List what is ok, doubtful or wrong about this installation, and what to do. "
        "Exits with 2 if anything is wrong, with --strict with 1 if anything is doubtful, else with 0."
    )
    # The list holds them, and goes on after them.
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--strict", action="store_true", help="exit with 1 if anything is doubtful")
        parser.add_argument("--json", action="store_true", help="print one JSON document")
        parser.add_argument("--mail-to", metavar="ADDRESS", type=email_address, help="send a trial message")
        parser.add_argument("--url", type=site_address, help="ask the site through its proxy, by this address")
        parser.add_argument("--journal", action="store_true", help="follow each league's journal too; takes a while")

    def handle(self, *args: Any, **options: Any) -> None:
        asked = Examination(
            timezone.now(), url=options["url"] or "", mail_to=options["mail_to"] or "", journal=options["journal"]
        )
        findings = examine(asked)
        counts = Counter(finding.level for finding in findings)
        if options["json"]:
            self._print_json(findings)
        else:
            self._print_lines(findings, quiet=options["verbosity"] == 0)
        summary = ", ".join(f"{counts[level]} {level}" for level in reversed(Level))
        if counts[Level.WRONG]:
            raise CommandError(f"{summary}.", returncode=WRONG)
        if counts[Level.DOUBTFUL] and options["strict"]:
            raise CommandError(f"{summary}.", returncode=DOUBTFUL)
        if not options["json"] and options["verbosity"]:
            self.stdout.write(f"{summary}.")

    def _print_lines(self, findings: list[Finding], *, quiet: bool) -> None:
        styles = {Level.OK: self.style.SUCCESS, Level.DOUBTFUL: self.style.WARNING, Level.WRONG: self.style.ERROR}
        for finding in findings:
            if finding.level != Level.OK or not quiet:
                self.stdout.write(styles[finding.level](str(finding)))

    def _print_json(self, findings: list[Finding]) -> None:
        wrong = any(finding.level == Level.WRONG for finding in findings)
        document = {"ok": not wrong, "findings": [asdict(finding) for finding in findings]}
        self.stdout.write(json.dumps(document, ensure_ascii=False, indent=2))
