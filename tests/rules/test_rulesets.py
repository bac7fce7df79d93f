"""Rulesets of a league's own: every field is asked for, named, and changes a rule that can be read; examples follow."""

from dataclasses import fields, replace
from typing import Any

import pytest

import scoring
from league.rules import rulesets
from league.rules.rulesets import GROUPS, KINDS, NOT_ASKED, OPTIONS, difference, examples
from scoring import ACC, LEAGUE, Ruleset
from scoring.choices import Choice

ASKED = [name for group in GROUPS.values() for name in group]
# A field that says nothing by itself, with what it goes along with, and whatever else another value needs.
WITH: dict[str, dict[str, Any]] = {
    "lurch_below": {"lurch": True},
    "double_lurch_below": {"lurch": True, "lurch_below": 91},
    "lurch_points": {"lurch": True},
    "double_lurch_points": {"lurch": True, "lurch_below": 91, "double_lurch_below": 61},
    "dealt": {"doubles_dealt": 6},
    "laid_away": {"pack_to_crib": 2, "dealt": 5},
    "pack_to_crib": {"laid_away": 1, "dealt": 5},
    "doubles_dealt": {"dealt": 7},
}
OTHER: dict[str, Any] = {
    "target": 61, "lurch_below": 91, "double_lurch_below": 31, "game_points": 2, "lurch_points": 4,
    "double_lurch_points": 5, "dealt": 7, "laid_away": 1, "pack_to_crib": 2, "doubles_dealt": 6,
    "overpeg_penalty": 2, "persistent_threshold": 2,
}  # fmt: skip


def test_every_field_of_a_ruleset_is_asked_for_once() -> None:
    assert sorted(ASKED) == sorted({one.name for one in fields(Ruleset)} - NOT_ASKED)


def test_every_choice_has_a_name() -> None:
    choices = [kind for kind in KINDS.values() if issubclass(kind, Choice)]
    assert set(OPTIONS) == {option for kind in choices for option in kind}


def changed_fields(one: Ruleset, other: Ruleset) -> list[str]:
    """Fields in which two rulesets differ, but for names and versions."""
    return [f.name for f in fields(one) if f.name not in NOT_ASKED and getattr(one, f.name) != getattr(other, f.name)]


def two_that_differ(name: str) -> tuple[Ruleset, Ruleset]:
    """Two rulesets that differ in that field, and in what it cannot do without."""
    kind, usual = KINDS[name], getattr(LEAGUE, name)
    along = {key: value for key, value in WITH.get(name, {}).items() if key.startswith(("lurch", "double"))}
    if name in ("dealt", "laid_away", "pack_to_crib", "doubles_dealt"):
        along = {}
    before = replace(LEAGUE, **along)
    if kind is bool:
        return before, replace(before, **{name: not usual})
    if issubclass(kind, Choice):
        return before, replace(before, **{name: next(option for option in kind if option is not usual)})
    return before, replace(before, **{**WITH.get(name, {}), name: OTHER[name]})


# Where four lay away cards there is one way to make a crib of four.
@pytest.mark.parametrize("name", [name for name in ASKED if name != "doubles_laid_away"])
def test_every_field_changes_a_rule_that_can_be_read(name: str) -> None:
    before, after = two_that_differ(name)
    assert name in changed_fields(before, after)
    told = difference(before, after)
    assert told.new or told.gone
    assert set(told.new).isdisjoint(told.gone)


def test_the_same_rules_under_another_name_are_no_difference() -> None:
    told = difference(LEAGUE, replace(LEAGUE, name="ours", version=4, title="Ours"))
    assert (told.gone, told.new) == ((), ())


def text_of(rules: Ruleset, title: str) -> str:
    return next(str(one.text) for one in examples(rules) if one.title == title)


def test_examples_are_played_and_counted_by_the_engine() -> None:
    assert text_of(LEAGUE, "A run in the play") == "4, 6, 5: the last card pegs 5. 3, 4, 5: the last card pegs 3."
    upwards = replace(LEAGUE, runs_upwards=True)
    assert text_of(upwards, "A run in the play") == "4, 6, 5: the last card pegs 2. 3, 4, 5: the last card pegs 3."
    assert text_of(ACC, "A game") == "121–120 counts 2 for the winner, 121–30 counts 3."
    assert text_of(LEAGUE, "A game") == "121–120 counts 1 for the winner, 121–30 counts 1."
    assert "takes 2, the lesser of what they claimed" in text_of(ACC, "A challenger who counts wrong")
    assert "takes nothing" in text_of(LEAGUE, "A challenger who counts wrong")


@pytest.mark.parametrize("rules", scoring.RULESETS.values(), ids=str)
def test_every_ruleset_has_its_examples(rules: Ruleset) -> None:
    assert all(str(one.text).strip() for one in examples(rules))


def test_a_ruleset_is_read_with_every_problem_at_its_field() -> None:
    read, problems = rulesets.read_ruleset("ours", 1, " ", {"dealt": 9, "muggins": False, "muggins_in_play": True})
    assert read is None
    assert sorted(found.field for found in problems) == ["dealt", "doubles_dealt", "muggins_in_play", "title"]
    read, problems = rulesets.read_ruleset("ours", 1, "Ours", {"nothing": 1})
    assert (read, [found.field for found in problems]) == (None, ["nothing"])
    read, problems = rulesets.read_ruleset("ours", 3, " Ours ", {"runs_upwards": True})
    assert problems == []
    assert read == replace(LEAGUE, name="ours", version=3, title="Ours", runs_upwards=True)


def test_a_title_with_braces_stands_as_it_is() -> None:
    read, _ = rulesets.read_ruleset("ours", 1, "Ours {target} {", {})
    assert read is not None
    assert str(read.called) == "Ours {target} {"
    assert "Ours {target} {" in str(rulesets.sentences(read)[0])


def test_what_is_stored_is_read_back() -> None:
    assert rulesets.stored_ruleset(ACC.to_dict()) == ACC
    assert rulesets.check_value({}) == []
    assert rulesets.check_value(ACC.to_dict()) == []
    assert [found.code for found in rulesets.check_value([1])] == ["ruleset"]
    assert [found.field for found in rulesets.check_value({**ACC.to_dict(), "dealt": 40})] == [
        "dealt",
        "doubles_dealt",
    ]
    assert [found.field for found in rulesets.check_value({"name": "x"})] == ["version", "title"]


def test_a_form_says_which_numbers_are_none() -> None:
    sent = dict.fromkeys(ASKED, "1") | {"target": "many", "dealt": "６", "muggins": "", "lurch": "on"}
    said, problems = rulesets.typed_fields(sent)
    assert [found.field for found in problems] == ["target", "dealt"]
    assert (said["muggins"], said["lurch"], said["laid_away"]) == (False, True, 1)
