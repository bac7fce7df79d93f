"""The way from a text to the language of whoever reads it.

Rules, services and the engine say everything in English, as `Text`; pages, mails and the API turn it into their
reader's language here, when they show it. What is stored is English, for there it has many readers, and beside it what
it was made of (`kept`), so that it can be shown as the text it was (`read_back`).
"""

from django.utils.translation import gettext, ngettext

from league.rules.kept import kept, read_back
from scoring.text import N_, Text

__all__ = ["N_", "Text", "kept", "read_back", "translated"]


def translated(text: str) -> str:
    """Return a text in the language that is active; a plain `str` as it is."""
    if not isinstance(text, Text):
        return text
    try:
        return text.rendered(gettext, ngettext)
    except (LookupError, ValueError):
        # A translation with another gap than its sentence: no page is to be lost over it.
        return str(text)
