"""The way from a text to the language of whoever reads it.

Rules, services and the engine say everything in English, as `Text`; pages, mails and the API turn it into their
reader's language here, when they show it. What is stored is English, for there it has many readers.
"""

from django.utils.translation import gettext, ngettext

from scoring.text import N_, Text

__all__ = ["N_", "Text", "translated"]


def translated(text: str) -> str:
    """Return a text in the language that is active; a plain `str` as it is."""
    return text.rendered(gettext, ngettext) if isinstance(text, Text) else text
