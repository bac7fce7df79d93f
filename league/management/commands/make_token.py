"""`manage.py make_token EMAIL NAME SCOPE…`: a token for a program, printed once, at the machine's own shell."""

import datetime as dt
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from league.enums import Scope
from league.errors import Invalid, NotAllowed
from league.models import User
from league.services.people.accounts.keys import make_token


class Command(BaseCommand):
    help = "Make a personal token for a program, and print it. It is shown this once."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email", help="whose token it is")
        parser.add_argument("name", help="what they know it by")
        parser.add_argument("scopes", nargs="+", metavar="scope", help=", ".join(Scope.values))
        parser.add_argument("--days", type=int, default=0, help="how long it lasts; until it is revoked, if not given")

    def handle(self, *args: Any, **options: Any) -> None:
        now = timezone.now()
        user = User.objects.filter(email=options["email"].strip().lower()).first()
        if user is None:
            raise CommandError(f"There is no user {options['email']}.")
        expires_at = now + dt.timedelta(days=options["days"]) if options["days"] else None
        try:
            _, secret = make_token(user, options["name"], options["scopes"], expires_at, now=now)
        except (Invalid, NotAllowed) as refused:
            raise CommandError(refused.message) from refused
        self.stdout.write(secret)
