"""Names as public pages give them where they are shortened: "Olive B."; and names as they are compared."""

import unicodedata
from collections.abc import Hashable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import TypeVar

from rapidfuzz.distance import OSA

from league.rules.problems import Problem
from scoring.text import Text

LONGEST_NAME = 120
MOST_AT_ONCE = 60
# Of what cannot be seen, some scripts need these within a name. What else there is makes one name look like another:
# it turns the direction of the letters behind it, or is a blank without a width.
_JOINERS = frozenset("\u200c\u200d")
# What programs leave in a text that is copied: the mark at a file's beginning, and where a word may be broken.
_LEFT_BEHIND = str.maketrans("", "", "\ufeff\u200b\u2060\u00ad")
# Apostrophes and hyphens of other keyboards.
_ALIKE = str.maketrans("\u2018\u2019`\u00b4\u2010\u2011\u2013", "''''---")

Key = TypeVar("Key", bound=Hashable)


def short_name(name: str, letters: int = 1) -> str:
    """The first name and so many letters of the last: "Olive B." for "Olive Mary Baker". One name alone stays."""
    first, *rest = name.split()
    if not rest or len(rest[-1]) <= letters:
        return name if not rest else f"{first} {rest[-1]}"
    return f"{first} {rest[-1][:letters]}."


def told_apart(names: Mapping[Key, str], shorten: frozenset[Key]) -> dict[Key, str]:
    """Each name as it is shown beside the others: two Olive B.s of one team are "Olive Ba." and "Olive Bl.".

    Args:
        shorten: whose names are shortened; the others' are given in full. People of one and the same name stay alike.
    """
    shown = {key: short_name(name) if key in shorten else name for key, name in names.items()}
    for letters in range(2, max((len(names[key]) for key in shorten), default=0) + 1):
        alike = [key for key in shorten if _taken(key, names, shown)]
        if not alike:
            break
        shown.update({key: short_name(names[key], letters) for key in alike})
    return shown


def _taken(key: Key, names: Mapping[Key, str], shown: Mapping[Key, str]) -> bool:
    return any(shown[other] == shown[key] and names[other] != names[key] for other in names if other != key)


def listed(names: Sequence[str]) -> Text:
    """Names in a sentence: ``A, B and C``."""
    if len(names) < 2:
        return Text.joined("", names)
    return Text("{names} and {last}", names=Text.joined(", ", names[:-1]), last=names[-1])


def folded(name: str) -> str:
    """Return a name as names are compared: whatever its capitals, blanks, accents and kind of apostrophe."""
    apart = unicodedata.normalize("NFKD", name.translate(_ALIKE).casefold())
    seen = (letter for letter in apart if not unicodedata.combining(letter) and unicodedata.category(letter) != "Cf")
    return " ".join("".join(seen).split())


def is_name(text: str) -> bool:
    """Return True if a text can be a person's name: not too long, with a letter, and nothing that cannot be seen."""
    controls = any(
        unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Co") and letter not in _JOINERS for letter in text
    )
    return len(text) <= LONGEST_NAME and any(letter.isalpha() for letter in text) and not controls


def read_names(text: str) -> tuple[dict[int, str], list[Problem]]:
    """Return the names of a list, one a line, by the number of their line; and every problem, about the field `names`.

    Blanks around and within a name do not count, and a line without one says nothing. A line with a problem is left
    out.
    """
    written = text.translate(_LEFT_BEHIND).splitlines()
    lines = {number: " ".join(line.split()) for number, line in enumerate(written, start=1)}
    lines = {number: line for number, line in lines.items() if line}
    if not 1 <= len(lines) <= MOST_AT_ONCE:
        said = Text("Write the names of 1 to {most} players, one a line.", most=MOST_AT_ONCE)
        return {}, [Problem("names", said, "names")]
    names: dict[int, str] = {}
    problems: list[Problem] = []
    first: dict[str, int] = {}
    for number, line in lines.items():
        wrong = None
        if not is_name(line):
            wrong = Text("This is not a name of {most} letters at most.", most=LONGEST_NAME)
        elif (before := first.setdefault(folded(line), number)) != number:
            wrong = Text("“{name}” stands in line {first} already.", name=line, first=before)
        if wrong is None:
            names[number] = line
        else:
            problems.append(Problem("line", wrong, "names", Text("line {number}", number=number)))
    return names, problems


def near(one: str, other: str) -> bool:
    """Return True if two folded names may be one person's: a slip of the pen, words exchanged, or a first initial."""
    ours, theirs = one.replace(".", " ").split(), other.replace(".", " ").split()
    if sorted(ours) == sorted(theirs) or _initialled(ours, theirs):
        return True
    if abs(len(one) - len(other)) > 4:
        return False
    pairs = ((" ".join(ours), " ".join(theirs)), (" ".join(sorted(ours)), " ".join(sorted(theirs))))
    return any(few_slips(*pair) for pair in pairs)


def _initialled(one: list[str], other: list[str]) -> bool:
    """Return True if the last names are the same and a first name stands for the other: B Ash, Bob Ash."""
    if len(one) < 2 or len(other) < 2 or one[-1] != other[-1]:
        return False
    short, long = sorted((one[0], other[0]), key=len)
    return len(short) == 1 and long.startswith(short)


def few_slips(one: str, other: str) -> bool:
    """Return True if few slips make one of the other: one, or two where both are long enough to be told apart.

    A slip is a letter that is missing, too many, wrong, or exchanged with its neighbour.
    """
    slips = 1 if min(len(one), len(other)) < 8 else 2
    return OSA.distance(one, other, score_cutoff=slips) <= slips


def nearest_name(name: str, names: Iterable[str]) -> str:
    """Return the name that was most likely meant, or nothing where none is near."""
    by_fold = {folded(one): one for one in names}
    near = get_close_matches(folded(name[:LONGEST_NAME]), by_fold, n=1, cutoff=0.6)
    return by_fold[near[0]] if near else ""
