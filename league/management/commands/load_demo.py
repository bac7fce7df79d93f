"""`manage.py load_demo`: load the demo league, once, and print how to sign in."""

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format

from league.errors import NotAllowed
from league.services.portability.demo import PASSWORD, load_demo


class Command(BaseCommand):
    help = "Load the demo league if it is not there yet, and print its sign-ins."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--migrate", action="store_true", help="first make the database, or bring it up to date")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["migrate"]:
            call_command("migrate", verbosity=0, skip_checks=False)
        now = timezone.now()
        try:
            demo = load_demo(now=now)
        except NotAllowed as refused:
            raise CommandError(refused.message) from refused
        self.stdout.write(f"{demo.league} is {'loaded' if demo.fresh else 'there, as you left it'}.")
        self.stdout.write(f"\nSign in with any of these; the password is {PASSWORD}\n")
        for account in demo.sign_ins:
            self.stdout.write(f"  {account.email:28} {account.role:14} {account.what}")
        if demo.evening:
            path = reverse("sheet", kwargs={"slug": demo.league.slug, "fixture": demo.evening.pk})
            began, zone = demo.evening.starts_at, demo.league.tz
            tonight = began.astimezone(zone).date() == now.astimezone(zone).date()
            when = "Tonight" if tonight else f"Of {date_format(began.astimezone(zone), 'l j F')}"
            self.stdout.write(f"\n{when}: {demo.evening}, to be entered by the captain at {path}")
            if not tonight:
                self.stdout.write("The demo begins afresh, with fixtures of today, after: make demo-reset")
