"""Names as public pages give them where they are shortened: "Olive B."."""

from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

from scoring.text import Text

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
