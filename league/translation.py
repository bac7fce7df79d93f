"""The way from a text of the rules to the language of whoever reads it.

The rules and the engine say everything in English, as `Text`; pages, mails and the API turn it into their reader's
language here, when they show it. What is stored is English, for there it has many readers.
"""

from django.utils.translation import gettext, ngettext

from scoring.text import Text


def translated(text: str) -> str:
    """Return a text in the language that is active; a plain `str` as it is."""
    return text.rendered(gettext, ngettext) if isinstance(text, Text) else text
