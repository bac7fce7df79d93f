"""Ranks of names that answer what was typed: the name itself, its beginning, its words, a part of it, or nearly so."""

from enum import IntEnum
from functools import lru_cache

from league.rules.names import few_slips, folded

# Shorter words are too alike for a slip to be told from another word: Ann, Ian.
LEAST_FOR_A_SLIP = 4
# A word that is not typed to its end can have a slip too, where so much of it is there.
LEAST_OF_A_BEGINNING = 5
LEAST_PART = 3


class Rank(IntEnum):
    """The order in which hits are shown; the names of one rank go by the alphabet."""

    EXACT = 0
    BEGINNING = 1
    WORDS = 2
    PART = 3
    NEAR = 4


@lru_cache(maxsize=16_384)
def as_sought(name: str) -> str:
    """Return a name as it is searched for: whatever its capitals, accents and punctuation ("O'Brien": "obrien").

    The names of a league, and the sentences of its rules, are the same from search to search.
    """
    letters = (letter if letter.isalnum() else " " for letter in folded(name).replace("'", ""))
    return " ".join("".join(letters).split())


def rank(sought: str, name: str) -> Rank | None:
    """Return how well a name answers what is sought, both as `as_sought` gives them; None where it does not."""
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
    """Return the best of the ranks of several names of one thing."""
    return min((found for found in (rank(sought, name) for name in names) if found is not None), default=None)


def _near(sought: str, name: str) -> bool:
    """Return True if slips of the pen, or blanks left out, make one of the other."""
    close, whole = sought.replace(" ", ""), name.replace(" ", "")
    if len(close) > 1 and whole.startswith(close):
        return True
    return min(len(close), len(whole)) >= LEAST_FOR_A_SLIP and few_slips(sought, name)


def _words_near(asked: list[str], words: list[str]) -> bool:
    """Return True if each word that was typed begins one of the name's, or nearly is or begins one."""
    return all(any(word.startswith(one) or _word_near(one, word) for word in words) for one in asked)


def _word_near(one: str, word: str) -> bool:
    if min(len(one), len(word)) < LEAST_FOR_A_SLIP:
        return False
    begun = len(one) >= LEAST_OF_A_BEGINNING and len(word) > len(one)
    return few_slips(one, word) or (begun and few_slips(one, word[: len(one)]))
