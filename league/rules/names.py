"""Shorten names for public pages ("Olive B."), and fold names for comparison."""

import re
import unicodedata
from collections.abc import Hashable, Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import lru_cache
from typing import TypeVar

from rapidfuzz.distance import OSA

from league.rules.problems import Problem
from scoring.text import Text

LONGEST_NAME = 120
MOST_AT_ONCE = 60
# Of what cannot be seen, some scripts need these within a word, and pictures behind them.
_NEEDED = frozenset("\u200c\u200d\ufe0e\ufe0f")
# What programs leave in a text that is copied: the mark at a file's beginning, and where a word may be broken.
_LEFT_BEHIND = str.maketrans("", "", "\ufeff\u200b\u2060\u00ad")
# Apostrophes, quotation marks and dashes of other keyboards. A normal form would make blanks and accents of some.
_MARKS = str.maketrans(
    {
        **dict.fromkeys(
            "\u2018\u2019\u201a\u201b\u2032\u2035\u02b9\u02bb\u02bc\u02bd\u02be\u02bf\u02c8\u02ca\u02cb\u055a\u05f3"
            "\u1fbd\u1fbf\u1fef\u1ffd\u1ffe\ua78b\ua78c\uff07\uff40`\u00b4\u0374", "'"
        ),
        **dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u2036\u02ba\u02ee\u05f4\u00ab\u00bb\uff02", '"'),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\u2e3a\u2e3b\ufe58\ufe63\uff0d", "-"),
    }
)  # fmt: skip
# Letters whose stroke, or whose other half, no normal form takes off.
_LETTERS = str.maketrans(
    {
        "\u00f8": "o", "\u0142": "l", "\u0111": "d", "\u0127": "h", "\u0131": "i", "\u00e6": "ae", "\u0153": "oe",
        "\u00f0": "d", "\u00fe": "th", "\u0167": "t", "\u014b": "ng", "\u0138": "k",
    }
)  # fmt: skip
# Letters by their category, and drawn by no font: fillers, variation selectors, a blank of braille.
_UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0").union(
    map(chr, range(0xFE00, 0xFE10)), map(chr, range(0xE0100, 0xE01F0))
)
_DASH = re.compile(r" ?-(?: ?-)* ?")
_ABBREVIATED = re.compile(r"(?<!\w)st\.+(?!\w)")
_RUN_ON = re.compile(r"(?<!\w)st\.+(?=\w)")

Key = TypeVar("Key", bound=Hashable)


def short_name(name: str, letters: int = 1) -> str:
    """First name and so many letters of the last: "Olive B." for "Olive Mary Baker". One name alone stays."""
    first, *rest = name.split()
    if not rest or len(rest[-1]) <= letters:
        return name if not rest else f"{first} {rest[-1]}"
    return f"{first} {rest[-1][:letters]}."


def distinct_names(names: Mapping[Key, str], shorten: frozenset[Key]) -> dict[Key, str]:
    """Distinct names of a group: two Olive B.s are "Olive Ba." and "Olive Bl."; full names stay. Namesakes stay
    alike."""
    shown = {key: short_name(name) if key in shorten else name for key, name in names.items()}
    for letters in range(2, max((len(names[key]) for key in shorten), default=0) + 1):
        alike = [key for key in shorten if _is_ambiguous(key, names, shown)]
        if not alike:
            break
        shown.update({key: short_name(names[key], letters) for key in alike})
    return shown


def _is_ambiguous(key: Key, names: Mapping[Key, str], shown: Mapping[Key, str]) -> bool:
    return any(shown[other] == shown[key] and names[other] != names[key] for other in names if other != key)


# The names of a file stand there in every line.
@lru_cache(4096)
def folded(name: str) -> str:
    """Fold a name for comparison.

    Capitals, blanks, accents, invisible characters, kinds of apostrophe, quotation mark and dash, blanks around a dash
    and the full stop of "St." make no difference. Idempotent.
    """
    # Twice: what a normal form takes apart may have capitals, and capitals may be taken apart.
    plain = unicodedata.normalize("NFKD", name.translate(_MARKS)).casefold()
    plain = unicodedata.normalize("NFKD", plain).casefold().translate(_MARKS).translate(_LETTERS)
    seen = "".join(letter for letter in plain if not unicodedata.combining(letter) and not _is_unseen(letter))
    return _ABBREVIATED.sub("st", _RUN_ON.sub("st ", _DASH.sub("-", " ".join(seen.split()))))


def _is_unseen(letter: str) -> bool:
    return letter in _UNSEEN or unicodedata.category(letter) == "Cf"


def clean_line(text: str) -> str:
    """Clean a line for storage: accents composed, single blanks, no remains of copying."""
    return unicodedata.normalize("NFC", " ".join(text.translate(_LEFT_BEHIND).split()))


def _is_hidden(letter: str) -> bool:
    refused = unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Co") or letter in _UNSEEN
    return refused and letter not in _NEEDED


def without_hidden(text: str) -> str:
    """Remove the characters that `check_line` refuses, for rows that nobody can be asked about."""
    return clean_line("".join(letter for letter in text if letter.isspace() or not _is_hidden(letter)))


def hidden_message(text: str) -> Text | None:
    """Message for a clean line with an invisible character, by which it looks like another."""
    if text.isascii() and text.isprintable():
        return None
    blank = all(letter.isspace() or _is_unseen(letter) for letter in text)
    letter = text[0] if blank else next(filter(_is_hidden, text), None)
    if letter is None:
        return None
    return Text("Type this again: it has an invisible character ({code}).", code=f"U+{ord(letter):04X}")


def check_line(text: str, field: str) -> list[Problem]:
    message = hidden_message(text)
    return [] if message is None else [Problem("hidden-character", message, field)]


def check_name(text: str, field: str = "name") -> list[Problem]:
    """Problems of a person's name, as a clean line: too long, without a letter, an invisible character."""
    if hidden := check_line(text, field):
        return hidden
    if len(text) <= LONGEST_NAME and any(letter.isalpha() for letter in text):
        return []
    return [Problem("wrong-name", Text("Use a name of up to {most} letters.", most=LONGEST_NAME), field)]


def is_name(text: str) -> bool:
    return not check_name(text)


def read_names(text: str) -> tuple[dict[int, str], list[Problem]]:
    """Parse names, one a line, by line number; lines with a problem are left out."""
    lines = {number: clean_line(line) for number, line in enumerate(text.splitlines(), start=1)}
    lines = {number: line for number, line in lines.items() if line}
    if not 1 <= len(lines) <= MOST_AT_ONCE:
        message = Text("Write the names of 1 to {most} players, one a line.", most=MOST_AT_ONCE)
        return {}, [Problem("names", message, "names")]
    names: dict[int, str] = {}
    problems: list[Problem] = []
    first: dict[str, int] = {}
    for number, line in lines.items():
        wrong = None
        if refused := check_name(line):
            wrong = refused[0].message
        elif (before := first.setdefault(folded(line), number)) != number:
            wrong = Text("“{name}” stands in line {first} already.", name=line, first=before)
        if wrong is None:
            names[number] = line
        else:
            problems.append(Problem("line", wrong, "names", Text("line {number}", number=number)))
    return names, problems


def near(one: str, other: str) -> bool:
    """Whether two folded names may be one person's: a slip of the pen, exchanged words, or a first initial."""
    ours, theirs = _person_words(one), _person_words(other)
    one, other = " ".join(ours), " ".join(theirs)
    if sorted(ours) == sorted(theirs) or _initialled(ours, theirs):
        return True
    if abs(len(one) - len(other)) > 4:
        return False
    pairs = ((one, other), (" ".join(sorted(ours)), " ".join(sorted(theirs))))
    return any(few_slips(*pair) for pair in pairs)


def _person_words(name: str) -> list[str]:
    return [_SAME_WORDS.get(word, word) for word in name.replace(".", " ").split()]


def _initialled(one: list[str], other: list[str]) -> bool:
    """Whether the last names are equal and a first name abbreviates the other: B Ash, Bob Ash."""
    if len(one) < 2 or len(other) < 2 or one[-1] != other[-1]:
        return False
    short, long = sorted((one[0], other[0]), key=len)
    return len(short) == 1 and long.startswith(short)


def few_slips(one: str, other: str) -> bool:
    """Whether one slip, or two in long names, turns one into the other.

    A slip is a letter missing, too many, wrong, or exchanged with its neighbour.
    """
    slips = 1 if min(len(one), len(other)) < 8 else 2
    return OSA.distance(one, other, score_cutoff=slips) <= slips


def nearest_name(name: str, names: Iterable[str]) -> str:
    """The name most likely meant, or ""."""
    by_fold = {folded(one): one for one in names}
    near = get_close_matches(folded(name[:LONGEST_NAME]), by_fold, n=1, cutoff=0.6)
    return by_fold[near[0]] if near else ""


# What a venue's or a team's name may have or lack: "The Anchor Inn" is the Anchor.
_COMMON = frozenset({"the", "inn", "pub", "tavern", "hotel", "ph"})
MOST_COMPARED = 60
_SAME_WORDS = {"saint": "st", "&": "and", "+": "and"}


class NearThings:
    """An index of venue or team names that finds near ones: the Kings Arms, King's Arms, King Arms.

    Names that differ by a number or a letter alone are two: Bell A, Bell B. Lookup time does not grow with the index:
    of those that differ by the same word, `MOST_COMPARED` are compared.
    """

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._whole: dict[str, str] = {}
        self._by_rest: dict[tuple[str, ...], list[tuple[str, str]]] = {}
        for name in names:
            self.add(name)

    def add(self, name: str) -> None:
        words = _telling_words(folded(name))
        self._whole.setdefault("".join(words), name)
        for rest, word in _rests(words):
            alike = self._by_rest.setdefault(rest, [])
            if len(alike) < MOST_COMPARED:
                alike.append((word, name))

    def find(self, name: str) -> str | None:
        """A name that may be the same; none for one without letters or digits."""
        words = _telling_words(folded(name))
        if not words:
            return None
        if whole := self._whole.get("".join(words)):
            return whole
        return next(
            (
                other
                for rest, word in _rests(words)
                for one, other in self._by_rest.get(rest, ())
                if few_slips(word, one)
            ),
            None,
        )


def _rests(words: list[str]) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield each word that may have a slip, with the words around it and a gap."""
    for place, word in enumerate(words):
        if len(word) > 3 and word.isalpha():
            yield (*words[:place], "", *words[place + 1 :]), word


def _telling_words(name: str) -> list[str]:
    letters = name.replace("'", "").replace("&", " & ").replace("+", " + ")
    letters = "".join(letter if letter.isalnum() or letter in "&+" else " " for letter in letters)
    words = [_SAME_WORDS.get(word, word) for word in letters.split()]
    return [word for word in words if word not in _COMMON] or [word for word in words if word != "the"]
