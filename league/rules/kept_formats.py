"""Stored formats: a text, and the whole rulesets that its matches were played by.

A fixture with a result keeps the format of that result, however its division plays since.
"""

from collections.abc import Mapping
from typing import Any, Final, Protocol, cast

import scoring
from league.rules.formats import Played, resolved, terms
from league.rules.match_terms import PLAYERS, Kind, Terms, plays_alone
from league.rules.problems import Problem
from league.rules.stored_rulesets import check_value, stored_ruleset
from scoring.text import N_

KINDS: Final = ("singles", "doubles")
# Rulesets that matches name for themselves, by their words.
NAMED: Final = "named"


class KeptFormat(Protocol):
    text: str
    value: Mapping[str, Any]


class PlayedDivision(Played, Protocol):
    """A division and its stored format, if any."""

    @property
    def format_id(self) -> int | None: ...


class PlayedFixture(Protocol):
    @property
    def division(self) -> PlayedDivision: ...
    @property
    def format_id(self) -> int | None: ...
    @property
    def format(self) -> KeptFormat | None: ...


class PlayedResult(Protocol):
    @property
    def fixture(self) -> PlayedFixture: ...
    @property
    def format_id(self) -> int: ...
    @property
    def format(self) -> KeptFormat: ...


class KeptResult(Protocol):
    @property
    def format(self) -> KeptFormat: ...


class KeptMatch(Protocol):
    number: int
    kind: str

    @property
    def result(self) -> KeptResult: ...


def players_a_side(match: KeptMatch) -> int:
    """Players a side of a stored match; for a team match its result's format must be joined."""
    return PLAYERS.get(cast(Kind, match.kind)) or kept_terms(match.result.format).match(match.number).players


def fixture_terms(fixture: PlayedFixture) -> Terms:
    """Terms of a fixture: of its result, else of its division. Both must be joined."""
    if fixture.format_id is None or fixture.format_id == fixture.division.format_id:
        return terms(fixture.division)
    kept = fixture.format
    return terms(fixture.division) if kept is None else kept_terms(kept)


def result_terms(result: PlayedResult) -> Terms:
    """Terms of one version of a sheet; its fixture's division must be joined."""
    same = result.format_id == result.fixture.division.format_id
    return terms(result.fixture.division) if same else kept_terms(result.format)


def kept_terms(kept: KeptFormat) -> Terms:
    said = {kind: stored_ruleset(kept.value[kind]) for kind in KINDS if kind in kept.value}
    # A kind of match that the text has and the value lacks: no row that was made here is so.
    singles, doubles = (said.get(kind, scoring.LEAGUE) for kind in KINDS)
    named = sorted(kept.value.get(NAMED, {}).items())
    return resolved(kept.text, 3, singles, doubles, tuple((word, stored_ruleset(value)) for word, value in named))


def kept_value(said: Terms) -> dict[str, dict[str, Any]]:
    """Values stored beside the text: the rulesets of singles, of the others, and those named."""
    found: dict[str, dict[str, Any]] = {}
    for match in said.matches:
        if match.rules is None:
            continue
        if match.ruleset:
            found.setdefault(NAMED, {})[match.ruleset] = match.rules.to_dict()
        else:
            found["singles" if plays_alone(match.kind) else "doubles"] = match.rules.to_dict()
    return {part: dict(sorted(found[part].items())) for part in sorted(found)}


def check_kept(value: Any) -> list[Problem]:
    """Problems of a value that `kept_value` would not give."""
    wrong = [Problem("format", N_("The rulesets of a format are a table by kind of match."))]
    if not isinstance(value, dict) or not value or not value.keys() <= {*KINDS, NAMED}:
        return wrong
    if not all(value.values()):
        return wrong
    problems = [problem for kind in KINDS if kind in value for problem in check_value(value[kind])]
    return problems or check_named(value.get(NAMED, {}))


def check_named(value: Any) -> list[Problem]:
    """Problems of a table of rulesets by the words of matches."""
    if not isinstance(value, dict) or not all(value.values()):
        return [Problem("format", N_("The rulesets that matches name are a table by their words."))]
    return [problem for said in value.values() for problem in check_value(said)]
