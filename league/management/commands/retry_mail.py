"""`manage.py retry_mail --all`: try again whatever the mail server refused, once it takes mail again."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from league.models import League
from league.services.mail.preferences import retry_all


class Command(BaseCommand):
    help = "Try again the messages that the mail server refused, given up or not; beat sends them within seconds."

    def add_arguments(self, parser: CommandParser) -> None:
        choice = parser.add_mutually_exclusive_group(required=True)
        choice.add_argument("--all", action="store_true", help="of every league")
        choice.add_argument("--league", metavar="SLUG", help="of the league with this address")

    def handle(self, *args: Any, **options: Any) -> None:
        slug = options["league"]
        league = League.objects.filter(slug=slug).first() if slug else None
        if slug and league is None:
            raise CommandError(f"There is no league “{slug}”.")
        count = retry_all(league, now=timezone.now())
        self.stdout.write(f"{count} message{'' if count == 1 else 's'} will be tried again.")
