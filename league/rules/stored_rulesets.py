"""Rulesets that a league made: parsing and checking values."""

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import scoring
from league.rules.names import check_line
from league.rules.problems import Problem
from scoring import Ruleset
from scoring.text import N_, Text

LONGEST_TITLE = 60
# Nobody plays a game of a thousand, and scores are kept in small numbers.
MOST = 999
_OURS = ("name", "version", "title")


def hand_size(name: str) -> int:
    """Cards a hand by a ruleset of the engine (R7)."""
    return scoring.RULESETS[name].kept


def read_ruleset(name: str, version: int, title: str, said: Mapping[str, Any]) -> tuple[Ruleset | None, list[Problem]]:
    """Parse a ruleset, with every problem at its field; missing fields are as the league plays by default."""
    problems = [*check_title(title), *check_line(title, "title"), *_out_of_reach(said)]
    problems += [
        Problem("ruleset", Text("{field}: follows from the title and the versions there are.", field=name), name)
        for name in _OURS
        if name in said
    ]
    try:
        ruleset = Ruleset.from_dict({**said, "name": name, "version": version, "title": title.strip() or "-"})
    except scoring.RulesetError as refused:
        problems += [Problem("ruleset", _sentence(found), found.field) for found in refused.problems]
        return None, problems
    return (None if problems else ruleset), problems


def _out_of_reach(said: Mapping[str, Any]) -> list[Problem]:
    return [
        Problem("ruleset", Text("{field}: no more than {most}.", field=name, most=MOST), name)
        for name, value in said.items()
        if isinstance(value, int) and value > MOST
    ]


def _sentence(found: scoring.Problem) -> Text:
    return Text("{problem}.", problem=found.message.capitalised())


def check_title(title: str) -> list[Problem]:
    if not title.strip():
        return [Problem("title", N_("Give it a title, such as the league’s name."), "title")]
    if len(title.strip()) > LONGEST_TITLE:
        return [Problem("title", Text("No more than {most} characters.", most=LONGEST_TITLE), "title")]
    return []


def check_value(value: Any) -> list[Problem]:
    """Problems of a stored ruleset; an empty value is none."""
    if value == {}:
        return []
    if not isinstance(value, dict) or not all(isinstance(key, str) for key in value):
        return [Problem("ruleset", N_("A ruleset is a table of its fields."))]
    try:
        Ruleset.from_dict(value)
    except scoring.RulesetError as refused:
        return [Problem("ruleset", _sentence(found), found.field) for found in refused.problems]
    return [*check_title(value["title"]), *_out_of_reach(value)]


def stored_ruleset(value: Mapping[str, Any]) -> Ruleset:
    """Read a stored ruleset; RulesetError if it is none."""
    return _stored(json.dumps(value, sort_keys=True))


@lru_cache(maxsize=256)
def _stored(text: str) -> Ruleset:
    return Ruleset.from_dict(json.loads(text))


def named_ruleset(name: str) -> Ruleset:
    """A ruleset of the engine; RulesetError for an unknown name."""
    return scoring.ruleset(name)
