"""Words by which a match of a format names a ruleset of its own, and why one of them cannot be.

``five-card`` comes with the engine; ``house-rules:2`` is the second version of one that the league made. Whether the
league has made it, the rules cannot know: `services` ask.
"""

import re

import scoring
from scoring.text import Text

_WORD = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*(?P<own>:[1-9][0-9]{0,3})?")


def is_own(word: str) -> bool:
    """Return True of a word for one of the league's own rulesets."""
    return ":" in word


def word_of(ruleset: scoring.Ruleset) -> str:
    """Return the name of a ruleset with its version: ``league:1``."""
    return f"{ruleset.name}:{ruleset.version}"


def wrong_name(said: str, word: str) -> Text | None:
    """Return why a match cannot be played by the ruleset of that word; None where it can, if the league has made it.

    Args:
        said: the whole of what stands in the format.
    """
    if _WORD.fullmatch(word) is None:
        return Text(
            "“{word}”: behind the @ stands the name of a ruleset, like five-card, or house-rules:2 of your own",
            word=said,
        )
    if is_own(word):
        return None
    if word not in scoring.RULESETS:
        known = ", ".join(name for name, one in scoring.RULESETS.items() if _for_a_match(one))
        return Text(
            "“{word}”: there is no such ruleset; there are {known}, and your own with a version, like house-rules:2",
            word=said,
            known=known,
        )
    if not _for_a_match(scoring.RULESETS[word]):
        return Text("“{word}”: that is a game for three, and no match is played by three; choose another", word=said)
    return None


def _for_a_match(ruleset: scoring.Ruleset) -> bool:
    """Return False of a game for three alone: in a match each side has as many players as the other."""
    return ruleset != scoring.THREE_HANDED
