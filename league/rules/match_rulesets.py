"""Words for the ruleset of a match: ``five-card`` of the engine, ``house-rules:2`` a league's second version.

Whether the league has it, services check.
"""

import re

import scoring
from scoring.text import Text

_WORD = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*(?P<own>:[1-9][0-9]{0,3})?")


def is_own(word: str) -> bool:
    return ":" in word


def word_of(ruleset: scoring.Ruleset) -> str:
    """A ruleset's name with its version: ``league:1``."""
    return f"{ruleset.name}:{ruleset.version}"


def wrong_name(said: str, word: str) -> Text | None:
    """Why a match cannot be played by that ruleset, if the league has it; `said` is the whole word in the format."""
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
    """Whether it is a game for two sides: not one for three alone."""
    return ruleset != scoring.THREE_HANDED
