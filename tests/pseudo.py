"""A language that nobody speaks: every text that is translated comes out accented, and every other stays as it is.

"Send result" is "Šéñđ řéšüłŧ". What stands on a page without accents was never looked up in a catalogue. The language
takes the place of English, so dates, numbers and addresses are written as ever.
"""

import re
from collections.abc import Iterator
from gettext import NullTranslations

import pytest
from django.conf import settings
from django.utils.translation import trans_real

PLAIN = "abcdefghijklmnopqrstuvwxyz"
ACCENTED = "åƀçđéƒğħîĵķłɱñøƥɋřšŧüṽŵẋýž"
_TO = str.maketrans(PLAIN + PLAIN.upper(), ACCENTED + ACCENTED.upper())
_FROM = str.maketrans(ACCENTED + ACCENTED.upper(), PLAIN + PLAIN.upper())
# Gaps, tags and entities are not words.
_KEPT = re.compile(r"(\{[^{}]*\}|%\(\w+\)[a-z]|%[a-z%]|<[^<>]*>|&#?\w+;)")
_CONTEXT = "\x04"


def accented(msgid: str) -> str:
    """Return a text in the pseudo-language, its gaps and tags as they were."""
    return "".join(part if _KEPT.fullmatch(part) else part.translate(_TO) for part in _KEPT.split(msgid))


def unaccented(text: str) -> str:
    """Return the English of a text in the pseudo-language."""
    return text.translate(_FROM)


class PseudoLanguage(NullTranslations):
    """A catalogue that has every text."""

    def __init__(self, code: str) -> None:
        super().__init__()
        self.code = code

    def gettext(self, message: str) -> str:
        context, _, text = message.rpartition(_CONTEXT)
        # The order of a day's parts is written in letters, but is no text.
        return text if context == "date" else accented(text)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    def language(self) -> str:
        """Return the code, as Django asks for it."""
        return self.code

    to_language = language


@pytest.fixture
def pseudo(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Everything is shown in the pseudo-language."""
    code = settings.LANGUAGE_CODE
    language = PseudoLanguage(code)
    monkeypatch.setitem(trans_real._translations, code, language)
    monkeypatch.setattr(trans_real, "_default", language)
    before = getattr(trans_real._active, "value", None)
    trans_real._active.value = language
    yield
    if before is None:
        del trans_real._active.value
    else:
        trans_real._active.value = before
