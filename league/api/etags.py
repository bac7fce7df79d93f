"""Entity tags: what a reader has seen, told back with the write that rests on it (If-Match).

The tag of a result has two parts: which versions of the sheet there are, and what its reader was answered.

A change rests on the first part alone (If-Match): whoever reads the same sheet with shortened names may answer it, and
so may one who read it before a player in it changed their name. What a reader has already (If-None-Match) goes by both.
"""

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rest_framework.renderers import JSONRenderer

from league.models import Fixture, Result

_NUMBER = re.compile(r"[0-9]{1,9}")
_TAG = re.compile(r'"([0-9a-f]{32})(?:-[0-9a-f]{32})?"')


def tag_of(fixture: Fixture, versions: Iterable[Result]) -> str:
    """Return the strong tag of a fixture's result, from all its versions; a fixture without one has a tag too."""
    parts = [str(fixture.uid), *(f"{version.version} {version.state} {version.live}" for version in versions)]
    return f'"{_short(":".join(parts).encode())}"'


def tag_of_answer(tag: str, answer: Any) -> str:
    """Return the tag of a result as it was answered to somebody: that of its versions, and of the body."""
    return f'{tag[:-1]}-{_short(JSONRenderer().render(answer))}"'


def rests_on(if_match: str, tag: str) -> bool:
    """Whether If-Match lists a tag of these versions, however answered. Weak ones never match."""
    matches = (_TAG.fullmatch(part.strip()) for part in if_match.split(","))
    return any(match is not None and f'"{match[1]}"' == tag for match in matches)


def has(if_none_match: str, tag: str) -> bool:
    """Whether If-None-Match lists this tag, or its weak form."""
    return tag in (part.strip().removeprefix("W/") for part in if_none_match.split(","))


@dataclass(frozen=True, slots=True)
class RestsOn:
    """The precondition of a write besides a result's: the tag of `of`, such as a fixture, tells it."""

    of: str  # the word of the address that names the thing
    needs: tuple[str, ...] = ()  # what must be told; `takes`: what is looked at where it is told
    takes: tuple[str, ...] = ()
    must_with: str = ""  # a field of the body; where it says something, what is taken must be told as well
    stamp: bool = False  # True where a tag tells a stamp; otherwise it tells whole numbers

    @property
    def names(self) -> tuple[str, ...]:
        return self.needs + self.takes

    def needed(self, body: Mapping[str, Any]) -> tuple[str, ...]:
        return self.names if self.must_with and body.get(self.must_with) else self.needs

    def read_tag(self, if_match: str, thing: object) -> dict[str, int | str] | None:
        """Return the values in an If-Match tag of a thing, by name; None where no tag has them."""
        state = state_in(if_match, f"{self.of}.{thing}", self.names)
        if state is None or self.stamp:
            return state  # type: ignore[return-value]
        numbers = {name: value for name, value in state.items() if _NUMBER.fullmatch(value)}
        return {name: int(value) for name, value in numbers.items()} if len(numbers) == len(state) else None


def tag_of_state(of: str, answer: Any, **state: object) -> str:
    """Return the strong tag of an answer, with the values (`said`) on which a write to `of` (``fixture.12``) rests."""
    parts = [f"of={of}", *(f"{name}={value}" for name, value in state.items())]
    return f'"{";".join(parts)};answer={_short(JSONRenderer().render(answer))}"'


def state_in(if_match: str, of: str, names: Sequence[str]) -> dict[str, str] | None:
    """Return the values of `names` in an If-Match tag of a thing; None where no tag has them all."""
    for part in if_match.split(","):
        tag = part.strip()
        if len(tag) > 2 and tag[0] == tag[-1] == '"':
            state = dict(piece.partition("=")[::2] for piece in tag[1:-1].split(";"))
            if state.get("of") == of and set(names) <= set(state):
                return {name: state[name] for name in names}
    return None


def tag_of_body(body: bytes) -> str:
    """Return the strong tag of an answer on which no write rests."""
    return f'"{_short(body)}"'


def _short(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:32]
