"""Entity tags of results. A tag has two parts: which versions of the sheet there are, and what its reader was answered.

A change rests on the first part alone (If-Match): whoever reads the same sheet with shortened names may answer it, and
so may one who read it before a player in it changed his name. What a reader has already (If-None-Match) goes by both.
"""

import hashlib
import re
from collections.abc import Iterable
from typing import Any

from rest_framework.renderers import JSONRenderer

from league.models import Fixture, Result

_TAG = re.compile(r'"([0-9a-f]{32})(?:-[0-9a-f]{32})?"')


def tag_of(fixture: Fixture, versions: Iterable[Result]) -> str:
    """The strong tag of a fixture's result, by every version there is; a fixture without one has a tag as well."""
    said = [str(fixture.uid), *(f"{one.version} {one.state} {one.live}" for one in versions)]
    return f'"{_short(":".join(said).encode())}"'


def tag_of_answer(tag: str, answer: Any) -> str:
    """The tag of a result as it was answered to somebody.

    Args:
        tag: of its versions, from `tag_of`.
        answer: the body, before it is made JSON.
    """
    return f'{tag[:-1]}-{_short(JSONRenderer().render(answer))}"'


def rests_on(said: str, tag: str) -> bool:
    """Whether If-Match lists a tag of these versions, however it was answered. Weak ones never match."""
    found = (_TAG.fullmatch(part.strip()) for part in said.split(","))
    return any(match is not None and f'"{match[1]}"' == tag for match in found)


def has(said: str, tag: str) -> bool:
    """Whether If-None-Match lists this very tag; as HTTP has it, a weak one will do here."""
    return tag in (part.strip().removeprefix("W/") for part in said.split(","))


def _short(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:32]
