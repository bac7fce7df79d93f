"""Entity tags of results: another one whenever the fixture rests on another version, or that has another state."""

import hashlib

from league.models import Fixture, Result


def tag_of(fixture: Fixture, live: Result | None) -> str:
    """The strong tag of a fixture's result; a fixture without one has a tag as well."""
    said = f"{fixture.uid}:{live.version if live else 0}:{live.state if live else 'none'}"
    return f'"{hashlib.sha256(said.encode()).hexdigest()[:32]}"'


def matches(said: str, tag: str) -> bool:
    """Whether a header lists the tag. Weak ones never match."""
    return tag in (part.strip() for part in said.split(","))
