"""`manage.py reset_factors ADDRESS --reason …`: the way back for somebody who has lost their second factor."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from league.errors import LeagueError
from league.models import User
from league.services.people.accounts.administration import reset_factors


class Command(BaseCommand):
    help = (
        "Remove every second factor of an account, end its sessions, write it into the journal of each league it has "
        "a role in, and tell its owner by mail. Make sure first that it is they who ask."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email", metavar="address", help="whose factors are lost")
        parser.add_argument("--reason", required=True, help="how you know that it is they; the journal keeps it")

    def handle(self, *args: Any, **options: Any) -> None:
        user = User.objects.filter(email__iexact=options["email"].strip()).first()
        if user is None:
            raise CommandError(f"There is no user {options['email']}.")
        try:
            removed = reset_factors(user, reason=options["reason"], now=timezone.now())
        except LeagueError as refused:
            raise CommandError(refused.message) from refused
        word = "factor" if removed == 1 else "factors"
        self.stdout.write(f"Removed {removed} {word} of {user.email} and ended their sessions.")
