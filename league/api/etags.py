"""Entity tags of results: another one whenever a fixture’s sheet has another version, or one of them has moved."""

import hashlib
from collections.abc import Iterable

from league.models import Fixture, Result


def tag_of(fixture: Fixture, versions: Iterable[Result]) -> str:
    """The strong tag of a fixture's result, by every version there is; a fixture without one has a tag as well."""
    said = [str(fixture.uid), *(f"{one.version} {one.state} {one.live}" for one in versions)]
    return f'"{hashlib.sha256(":".join(said).encode()).hexdigest()[:32]}"'


def matches(said: str, tag: str) -> bool:
    """Whether a header lists the tag. Weak ones never match."""
    return tag in (part.strip() for part in said.split(","))
