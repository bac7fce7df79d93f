import re

# Before a vowel that is heard, of a word with more letters: "d’Anchor", but "de onze", "de York", "de A à H", and
# whatever an h is. An address of mail is no word.
_ELIDED = re.compile(
    r"(?<![\w’'])(d|qu|lorsqu|puisqu|jusqu)e[ \xa0]((?:<[^<>]*>)?(?!onz|oui)[aeiouàâäéèêëîïôöùûüæœ][\w’'](?!\S*@))",
    re.IGNORECASE,
)


def elide(sentence: str) -> str:
    """Elide "de" and "que" before a vowel, which a catalogue cannot know: "la feuille d’Anchor"."""
    return _ELIDED.sub(r"\1’\2", sentence)
