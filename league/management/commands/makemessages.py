"""Django's makemessages, which finds the texts of the rules and of the engine too."""

from typing import Any

from django.core.management.commands import makemessages

OUTSIDE = ("tests/*", "var/*", "docs/*", "node_modules/*", "league/demo/*")
# `Text.plural` is known by its last word: xgettext reads no further.
KEYWORDS = ("--keyword=N_", "--keyword=Text", "--keyword=plural:1,2")


class Command(makemessages.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        self.xgettext_options = [*self.xgettext_options, *KEYWORDS]
        options["ignore_patterns"] = [*options["ignore_patterns"], *OUTSIDE]
        super().handle(*args, **options)
