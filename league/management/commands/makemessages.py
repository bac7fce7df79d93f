"""Django's makemessages, which finds the texts of the rules and of the engine too.

Catalogues name no place in the sources, so that only a change of texts changes them; where a text stands is found by
searching for it.
"""

from typing import Any

from django.core.management.commands import makemessages

OUTSIDE = ("tests/*", "var/*", "docs/*", "node_modules/*", "league/demo/*")
# `Text.plural` is known by its last word: xgettext reads no further.
KEYWORDS = ("--keyword=N_", "--keyword=Text", "--keyword=plural:1,2")


class Command(makemessages.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        # A guess would be shown as a translation once somebody forgets to look at it.
        self.msgmerge_options = [*self.msgmerge_options, "--no-fuzzy-matching"]
        self.xgettext_options = [*self.xgettext_options, *KEYWORDS]
        options["ignore_patterns"] = [*options["ignore_patterns"], *OUTSIDE]
        options |= {"no_location": True, "no_wrap": True, "no_obsolete": True}
        super().handle(*args, **options)
