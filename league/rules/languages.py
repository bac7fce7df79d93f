"""Languages of the site: British English, and those with a catalogue in `locale/`; and French elision.

Adding one is adding a folder (docs/translating.md); its own name is in the catalogue's header `X-Language-Name`.
"""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from league.rules.problems import Problem
from scoring.text import N_, Text

ENGLISH: Final = "en-gb"
FOLDER: Final = Path(__file__).parents[2] / "locale"
LONGEST_LANGUAGE: Final = 16
_CODE: Final = re.compile(r"[a-z]{2,3}(?:-[a-z0-9]{2,8})*")
_NAME: Final = re.compile(r'^"X-Language-Name: (.+)\\n"$', re.MULTILINE)


def read_languages(folder: Path) -> dict[str, str]:
    catalogues = sorted(folder.glob("*/LC_MESSAGES/django.mo"))
    named = {_code(path): _name(path.with_suffix(".po")) for path in catalogues}
    return {ENGLISH: "British English", **{code: name or code for code, name in named.items() if is_language(code)}}


def _code(path: Path) -> str:
    """The language code of a catalogue: "en-us" of `en_US`."""
    return path.parts[-3].replace("_", "-").lower()


def _name(path: Path) -> str:
    head = path.read_text(encoding="utf-8").partition("\n\n")[0] if path.exists() else ""
    match = _NAME.search(head)
    return match[1].strip() if match else ""


def is_language(code: str) -> bool:
    """Whether it has the form of a lower-case language code, "fr" or "en-us"."""
    return len(code) <= LONGEST_LANGUAGE and _CODE.fullmatch(code) is not None


LANGUAGES: Final = read_languages(FOLDER)


def spoken(wishes: Iterable[str]) -> str:
    """The first of some languages that the site has, or British English."""
    return next((code for code in wishes if code in LANGUAGES), ENGLISH)


def tag_of(code: str) -> str:
    """The language tag for HTML and HTTP: "en-GB" of "en-gb"."""
    language, _, rest = code.partition("-")
    return "-".join([language, *(part.upper() if len(part) == 2 else part for part in rest.split("-") if part)])


def check_language(code: str, field: str) -> list[Problem]:
    if code in LANGUAGES:
        return []
    names = Text.joined("; ", LANGUAGES)
    return [Problem("language", Text("Choose one of these: {labels}.", labels=names), field)]


def check_code(code: str) -> list[Problem]:
    """Problems of a stored language: another server may have more of them."""
    return [] if is_language(code) else [Problem("language", N_("Write a language like fr or en-us."), "language")]


# Before a vowel that is heard, of a word with more letters: "d’Anchor", but "de onze", "de York", "de A à H", and
# whatever an h is. An address of mail is no word.
_ELIDED = re.compile(
    r"(?<![\w’'])(d|qu|lorsqu|puisqu|jusqu)e[ \xa0]((?:<[^<>]*>)?(?!onz|oui)[aeiouàâäéèêëîïôöùûüæœ][\w’'](?!\S*@))",
    re.IGNORECASE,
)


def elide(sentence: str) -> str:
    """Elide "de" and "que" before a vowel, which a catalogue cannot know: "la feuille d’Anchor"."""
    return _ELIDED.sub(r"\1’\2", sentence)
