"""Make the draws of a cup again from what was published, and say whether they are what was drawn."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from league.models import Draw, KnockOut
from league.queries.cups import check_draw


class Command(BaseCommand):
    help = "Check the draws of a cup: the hash of each seed, and the order that follows from it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("league")
        parser.add_argument("cup")
        parser.add_argument("season")

    def handle(self, *args: Any, **options: Any) -> None:
        cup = KnockOut.objects.filter(
            competition__slug=options["cup"], competition__season__slug=options["season"],
            competition__season__league__slug=options["league"],
        ).first()  # fmt: skip
        if cup is None:
            raise CommandError("There is no such cup: give the league, the cup and the season as its address has them.")
        draws = list(Draw.objects.filter(knock_out=cup, drawn_at__isnull=False, void_because=""))
        if not draws:
            raise CommandError("Nothing has been drawn yet.")
        faults = [fault for row in draws for fault in check_draw(cup, row)]
        for fault in faults:
            self.stderr.write(str(fault))
        if faults:
            raise CommandError("The draw is not what was published.")
        self.stdout.write(f"{len(draws)} draw(s) checked: seed, hash and order agree.")
