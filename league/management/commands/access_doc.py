"""Print docs/access.md as the code has it."""

from typing import Any

from django.core.management.base import BaseCommand

from league.management.access_doc import document


class Command(BaseCommand):
    help = "Print docs/access.md: who may do what, by which rule, and where. `make access-doc` writes it."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(document(), ending="")
