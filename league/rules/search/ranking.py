"""Rank names against a search: the name itself, its beginning, its words, a part of it, or nearly so."""

from enum import IntEnum
from functools import lru_cache

from league.rules.names import few_slips, folded

# Shorter words are too alike for a slip to be told from another word: Ann, Ian.
LEAST_FOR_A_SLIP = 4
# A word that is not typed to its end can have a slip too, where so much of it is there.
LEAST_OF_A_BEGINNING = 5
LEAST_PART = 3


class Rank(IntEnum):
    """The order of hits; within a rank names are sorted."""

    EXACT = 0
    BEGINNING = 1
    WORDS = 2
    PART = 3
    NEAR = 4


@lru_cache(maxsize=16_384)
def as_sought(name: str) -> str:
    """Normalise for search, without capitals, accents and punctuation: "O'Brien" is "obrien". Cached."""
    letters = (letter if letter.isalnum() else " " for letter in folded(name).replace("'", ""))
    return " ".join("".join(letters).split())


def rank(sought: str, name: str) -> Rank | None:
    """Rank a name against a search, both normalised; None where it does not match."""
    if not sought or not name:
        return None
    if sought == name:
        return Rank.EXACT
    if name.startswith(sought):
        return Rank.BEGINNING
    asked, words = sought.split(), name.split()
    if all(any(word.startswith(one) for word in words) for one in asked):
        return Rank.WORDS
    if len(sought) >= LEAST_PART and sought in name:
        return Rank.PART
    return Rank.NEAR if _near(sought, name) or _words_near(asked, words) else None


def best(sought: str, *names: str) -> Rank | None:
    """The best rank of several names of one thing."""
    return min((found for found in (rank(sought, name) for name in names) if found is not None), default=None)


def _near(sought: str, name: str) -> bool:
    """Whether slips of the pen, or missing blanks, turn one into the other."""
    close, whole = sought.replace(" ", ""), name.replace(" ", "")
    if len(close) > 1 and whole.startswith(close):
        return True
    return min(len(close), len(whole)) >= LEAST_FOR_A_SLIP and few_slips(sought, name)


def _words_near(asked: list[str], words: list[str]) -> bool:
    """Whether each typed word begins one of the name's, or nearly."""
    return all(any(word.startswith(one) or _word_near(one, word) for word in words) for one in asked)


def _word_near(one: str, word: str) -> bool:
    if min(len(one), len(word)) < LEAST_FOR_A_SLIP:
        return False
    begun = len(one) >= LEAST_OF_A_BEGINNING and len(word) > len(one)
    return few_slips(one, word) or (begun and few_slips(one, word[: len(one)]))
