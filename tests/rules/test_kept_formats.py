"""Formats as they are kept: what is read again is what was played."""

import dataclasses
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scoring
from league.models import Division
from league.rules.formats import terms
from league.rules.kept_formats import check_kept, fixture_terms, kept_terms, kept_value, result_terms
from scoring import RULESETS

LEAGUE = scoring.LEAGUE.to_dict()
MATCHES = ("S", "D", "T", "6P", "S5", "Db3w", "Sf2t", "3E1w", "S@acc", "T1@five-card", "Dt@house-rules:2")
OWN = scoring.Ruleset(name="house-rules", version=2, title="House", target=91, muggins=False)


@dataclass
class Kept:
    text: str
    value: dict[str, Any] = field(default_factory=dict)
    pk: int = 7


def division(text: str, **said: Any) -> Division:
    return Division(fixture_format=text, **said)


@given(
    st.lists(st.sampled_from(MATCHES), min_size=1, max_size=6).map(" ".join),
    st.integers(1, 9),
    st.sampled_from(sorted(RULESETS)),
    st.sampled_from(sorted(RULESETS)),
)
def test_a_kept_format_says_what_its_division_said(text: str, games: int, singles: str, doubles: str) -> None:
    rulesets = {"singles_ruleset": singles, "doubles_ruleset": doubles, "match_rules": {"house-rules:2": OWN.to_dict()}}
    said = terms(division(text, games_per_match=games, **rulesets))
    if not said.matches:
        return
    kept = Kept(str(said), kept_value(said))
    assert kept_terms(kept) == said
    assert check_kept(kept.value) == []
    assert len(kept.text) <= 600


def test_a_format_of_singles_alone_keeps_no_ruleset_of_pairs() -> None:
    assert kept_value(terms(division("S S", doubles_ruleset="acc"))) == {"singles": scoring.LEAGUE.to_dict()}


def test_a_format_keeps_the_rulesets_that_its_matches_name() -> None:
    said = terms(division("S D@acc D@house-rules:2", match_rules={"house-rules:2": OWN.to_dict()}))
    assert kept_value(said) == {
        "named": {"acc": scoring.ACC.to_dict(), "house-rules:2": OWN.to_dict()}, "singles": scoring.LEAGUE.to_dict(),
    }  # fmt: skip


def test_a_kept_ruleset_holds_whatever_the_engine_has_under_that_name_since() -> None:
    old = dataclasses.replace(scoring.ACC, version=7, target=100)
    found = kept_terms(Kept("S@acc D", {"named": {"acc": old.to_dict()}, "doubles": OWN.to_dict()}))
    assert [found.ruleset(number) for number in (1, 2)] == [old, OWN]
    assert [match.target for match in found.matches] == [100, 91]


@dataclass
class Played:
    division: Any
    format: Any = None

    @property
    def format_id(self) -> int | None:
        return self.format.pk if self.format else None


def test_a_fixture_without_a_result_is_played_as_its_division_plays() -> None:
    assert fixture_terms(Played(division("S D"))) == terms(division("S D"))


def test_a_fixture_with_a_result_keeps_what_it_was_played_by() -> None:
    old = terms(division("D D", doubles_ruleset="acc"))
    kept = Kept(str(old), kept_value(old))
    fixture = Played(division("S D"), kept)
    assert fixture_terms(fixture) == old
    result: Any = type("Version", (), {"fixture": fixture, "format": kept, "format_id": kept.pk})()
    assert result_terms(result) == old


@pytest.mark.parametrize(
    "value",
    [
        None, [], {}, {"trebles": LEAGUE}, {"singles": None}, {"singles": {}}, {"singles": {"target": 121}},
        {"singles": {"target": 121, "lurch": 0, "double_lurch": 0}}, {"singles": LEAGUE | {"target": 0}},
        {"singles": LEAGUE | {"lurch": 1}}, {"singles": LEAGUE | {"target": 10**9}}, {"named": []}, {"named": {}},
        {"singles": LEAGUE, "named": {"acc": {}}}, {"singles": LEAGUE, "named": {"acc": {"name": "x"}}},
    ],
)  # fmt: skip
def test_what_is_no_table_of_rulesets_is_refused(value: Any) -> None:
    assert check_kept(value)
