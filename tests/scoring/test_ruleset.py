"""Rulesets: what the named ones say, their round trip, and what nobody can play."""

import json
from dataclasses import FrozenInstanceError, replace
from typing import Any

import pytest

from league.enums import RulesetName
from scoring import (
    ACC,
    FIVE_CARD,
    FIVE_CARD_STARTER_FIRST,
    HOME_COMPUTER,
    HOME_COMPUTER_61,
    HOYLE,
    HOYLE_61,
    LEAGUE,
    RULESETS,
    SEVEN_CARD,
    SIX_CARD,
    SIX_CARD_61,
    THREE_HANDED,
    Ruleset,
    ScoringError,
    ruleset,
)
from scoring.ruleset import (
    AnnouncementOrder,
    Choice,
    FalseMuggins,
    GoContinuation,
    Misdeal,
    NextGameDealer,
    RuleBook,
    StarterCutter,
    WrongClaim,
)
from tests.scoring.strategies import RULES


def test_rulesets_are_found_by_name() -> None:
    assert dict(RULESETS) == {
        "league": LEAGUE,
        "hoyle": HOYLE,
        "hoyle-61": HOYLE_61,
        "six-card": SIX_CARD,
        "six-card-61": SIX_CARD_61,
        "five-card": FIVE_CARD,
        "five-card-starter-first": FIVE_CARD_STARTER_FIRST,
        "seven-card": SEVEN_CARD,
        "three-handed": THREE_HANDED,
        "home-computer": HOME_COMPUTER,
        "home-computer-61": HOME_COMPUTER_61,
        "acc": ACC,
    }
    assert [ruleset(name) for name in RULESETS] == list(RULESETS.values())


def test_the_league_offers_exactly_the_named_rulesets() -> None:
    assert set(RulesetName.values) == set(RULESETS)


def test_unknown_name_lists_the_names_there_are() -> None:
    with pytest.raises(ScoringError) as caught:
        ruleset("house")
    assert str(caught.value) == "no ruleset is called 'house'; there are " + ", ".join(sorted(RULESETS))


def test_league_is_the_default_ruleset_e() -> None:
    assert Ruleset(name="league", version=1, title="League rules") == LEAGUE
    assert LEAGUE.to_dict() == {
        "name": "league",
        "version": 1,
        "title": "League rules",
        "dealt": 6,  # R51
        "laid_away": 2,
        "pack_to_crib": 0,
        "doubles_dealt": 5,
        "doubles_laid_away": 1,
        "three_players": False,
        "target": 121,
        "three_for_last": False,
        "one_count": False,
        "starter_first": False,
        "starter_cutter": "non-dealer",
        "next_game_dealer": "alternate",
        "irregularities": "hoyle",
        "misdeal": "redeal",
        "go_continuation": "must",
        "go_when_said": False,
        "lone_player_scores": True,
        "runs_upwards": False,
        "announcement_order": "runs-first",
        "muggins": True,
        "muggins_in_play": False,
        "muggins_wrong_claim": "nothing",
        "false_muggins_penalty": "none",
        "overpeg_penalty": 0,
        "persistent_threshold": 3,
        "lurch": False,
        "lurch_below": 0,
        "double_lurch_below": 0,
        "game_points": 1,
        "lurch_points": 2,
        "double_lurch_points": 3,
        "cap_at_target": False,
    }


def _difference(rules: Ruleset) -> dict[str, Any]:
    league = LEAGUE.to_dict()
    named = {"name", "version", "title"}
    return {key: value for key, value in rules.to_dict().items() if key not in named and value != league[key]}


def test_hoyle_differs_from_the_league_as_d_does() -> None:
    assert _difference(HOYLE) == {
        "three_players": True,
        "misdeal": "choice",
        "muggins": False,
        "overpeg_penalty": 2,
        "lurch": True,
    }


def test_six_card_differs_from_the_league_as_a_does() -> None:
    assert _difference(SIX_CARD) == {"three_players": True, "go_continuation": "one", "muggins": False}


def test_five_card_differs_from_the_league_as_a_does() -> None:
    assert _difference(FIVE_CARD) == {
        "dealt": 5,
        "doubles_dealt": 4,
        "target": 61,
        "three_for_last": True,
        "one_count": True,
        "go_continuation": "one",
        "muggins": False,
    }


def test_six_card_may_be_61_up_d() -> None:
    assert _difference(SIX_CARD_61) == _difference(SIX_CARD) | {"target": 61}


def test_five_card_starter_first_differs_as_c_does() -> None:
    a = {key: value for key, value in _difference(FIVE_CARD).items() if key != "muggins"}
    assert _difference(FIVE_CARD_STARTER_FIRST) == a | {
        "starter_first": True,
        "go_continuation": "may",
        "announcement_order": "pairs-first",
    }


def test_seven_card_differs_from_the_league_as_a_does() -> None:
    assert _difference(SEVEN_CARD) == {
        "dealt": 7,
        "doubles_dealt": 6,
        "target": 181,
        "go_continuation": "one",
        "muggins": False,
    }


def test_three_handed_differs_in_its_players_r12() -> None:
    assert _difference(THREE_HANDED) == {"three_players": True}


def test_home_computer_differs_from_the_league_as_b_does() -> None:
    assert _difference(HOME_COMPUTER) == {
        "starter_cutter": "dealer",
        "go_when_said": True,
        "lone_player_scores": False,
        "muggins": False,
        "lurch": True,
    }


@pytest.mark.parametrize(("once", "twice"), [(HOYLE_61, HOYLE), (HOME_COMPUTER_61, HOME_COMPUTER)])
def test_once_around_is_to_61_with_the_lurch_under_31_b_d(once: Ruleset, twice: Ruleset) -> None:
    assert _difference(once) == _difference(twice) | {"target": 61}
    assert (once.lurched_below, twice.lurched_below) == (31, 61)


def test_the_american_cribbage_congress_differs_in_irregularities_muggins_and_the_skunk_acc() -> None:
    assert _difference(ACC) == {
        "irregularities": "acc",
        "muggins_in_play": True,
        "muggins_wrong_claim": "lesser",
        "false_muggins_penalty": "claimed",
        "lurch": True,
        "lurch_below": 91,
        "double_lurch_below": 61,
        "game_points": 2,
        "lurch_points": 3,
    }


def test_a_name_that_stands_for_something_else_than_before_has_a_higher_version_r55() -> None:
    assert {rules.name: rules.version for rules in RULESETS.values() if rules.version > 1} == {
        "hoyle": 2,
        "six-card": 2,
        "six-card-61": 2,
        "five-card": 2,
        "five-card-starter-first": 2,
        "seven-card": 2,
        "home-computer": 2,
        "acc": 2,
    }


def test_kept_is_three_four_or_five_r7() -> None:
    assert [rules.hand_size for rules in (FIVE_CARD, SIX_CARD, SEVEN_CARD)] == [3, 4, 5]


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.name)
def test_ruleset_round_trips(rules: Ruleset) -> None:
    assert Ruleset.from_dict(json.loads(json.dumps(rules.to_dict()))) == rules
    assert eval(repr(rules)) == rules  # noqa: S307  our own repr


def test_every_choice_round_trips() -> None:
    fields: dict[str, type[Choice]] = {
        "starter_cutter": StarterCutter,
        "next_game_dealer": NextGameDealer,
        "go_continuation": GoContinuation,
        "muggins_wrong_claim": WrongClaim,
        "announcement_order": AnnouncementOrder,
        "false_muggins_penalty": FalseMuggins,
        "misdeal": Misdeal,
        "irregularities": RuleBook,
    }
    for key, choices in fields.items():
        for choice in choices:
            change: dict[str, Any] = {key: choice}
            rules = replace(LEAGUE, **change)
            assert rules.to_dict()[key] == choice.value
            assert Ruleset.from_dict(rules.to_dict()) == rules


def test_ruleset_is_frozen() -> None:
    with pytest.raises(FrozenInstanceError):
        LEAGUE.target = 61  # type: ignore[misc]
    with pytest.raises(TypeError):
        RULESETS["house"] = LEAGUE  # type: ignore[index]


def test_a_field_an_older_writer_did_not_know_takes_its_default() -> None:
    stored = HOYLE.to_dict()
    del stored["cap_at_target"]
    assert Ruleset.from_dict(stored) == HOYLE


# What `to_dict` gave when there were no fields but these; rulings keep such values.
OF_OLD = {
    "name": "hoyle",
    "version": 1,
    "title": "According to Hoyle",
    "dealt": 6,
    "laid_away": 2,
    "doubles_dealt": 5,
    "doubles_laid_away": 1,
    "three_players": True,
    "target": 121,
    "three_for_last": False,
    "one_count": False,
    "starter_first": False,
    "starter_cutter": "non-dealer",
    "next_game_dealer": "alternate",
    "misdeal": "choice",
    "go_continuation": "must",
    "lone_player_scores": True,
    "muggins": False,
    "muggins_wrong_claim": "nothing",
    "overpeg_penalty": 2,
    "persistent_threshold": 3,
    "lurch": True,
    "cap_at_target": False,
}


def test_a_ruleset_stored_before_the_later_fields_reads_as_it_was_played() -> None:
    rules = Ruleset.from_dict(OF_OLD)
    assert {key: rules.to_dict()[key] for key in OF_OLD} == OF_OLD
    later = {key: value for key, value in rules.to_dict().items() if key not in OF_OLD}
    assert later == {key: LEAGUE.to_dict()[key] for key in later}


@pytest.mark.parametrize(("target", "below"), [(121, 61), (61, 31), (181, 91), (31, 16)])
def test_a_lurch_stored_as_yes_is_half_of_the_way_r38(target: int, below: int) -> None:
    assert Ruleset.from_dict(OF_OLD | {"target": target}).lurched_below == below


def test_a_lurch_may_be_at_other_scores_r38() -> None:
    rules = replace(LEAGUE, lurch=True, lurch_below=91, double_lurch_below=61)
    assert (rules.lurched_below, rules.double_lurch_below) == (91, 61)


def test_five_may_be_dealt_and_two_go_from_the_pack_to_the_crib() -> None:
    rules = replace(LEAGUE, dealt=5, laid_away=1, pack_to_crib=2)
    assert rules.hand_size == 4
    assert [rules.pack_to_crib_of(players) for players in (2, 3, 4)] == [2, 1, 0]
    assert [LEAGUE.pack_to_crib_of(players) for players in (2, 3, 4)] == [0, 1, 0]


def test_from_dict_names_every_problem() -> None:
    with pytest.raises(ScoringError) as caught:
        Ruleset.from_dict({"name": "house", "version": 1, "jokers": 2, "misdeal": "shrug"})
    fields = [problem.field for problem in caught.value.problems]
    assert fields == ["jokers", "title", "misdeal"]
    assert caught.value.problems[2].message == "misdeal: 'shrug' is not a choice; there are choice, redeal"


@pytest.mark.parametrize(
    ("changes", "fields"),
    [
        ({"name": "House Rules"}, ["name"]),
        ({"title": " "}, ["title"]),
        ({"version": 0}, ["version"]),
        ({"target": 0}, ["target"]),
        ({"persistent_threshold": 0}, ["persistent_threshold"]),
        ({"overpeg_penalty": -2}, ["overpeg_penalty"]),
        ({"muggins": False, "muggins_wrong_claim": WrongClaim.LESSER}, ["muggins_wrong_claim"]),
        ({"muggins": False, "false_muggins_penalty": FalseMuggins.CLAIMED}, ["false_muggins_penalty"]),
        ({"muggins": False, "muggins_in_play": True}, ["muggins_in_play"]),
        ({"game_points": 0}, ["game_points"]),
        ({"lurch_below": 61}, ["lurch_below"]),
        ({"double_lurch_below": 31}, ["double_lurch_below"]),
        ({"lurch": True, "lurch_below": 121}, ["lurch_below"]),
        ({"lurch": True, "lurch_below": -1, "double_lurch_below": 200}, ["lurch_below", "double_lurch_below"]),
        ({"lurch": True, "double_lurch_below": 61}, ["double_lurch_below"]),
        ({"lurch": True, "lurch_below": 91, "double_lurch_below": 91}, ["double_lurch_below"]),
        ({"lurch": True, "game_points": 3}, ["lurch_points"]),
        (
            {"lurch": True, "lurch_points": 4, "double_lurch_below": 31, "double_lurch_points": 3},
            ["double_lurch_points"],
        ),
        ({"dealt": 5, "laid_away": 1}, ["laid_away"]),
        ({"pack_to_crib": 2}, ["laid_away"]),
        ({"pack_to_crib": 2, "laid_away": 1}, ["doubles_dealt"]),
        ({"pack_to_crib": 1}, ["pack_to_crib"]),
        ({"pack_to_crib": 4, "laid_away": 1, "dealt": 5}, ["pack_to_crib", "laid_away"]),
        ({"pack_to_crib": 2, "dealt": 5, "laid_away": 3}, ["laid_away", "dealt", "doubles_dealt"]),
        ({"doubles_dealt": 6, "doubles_laid_away": 2}, ["doubles_laid_away"]),
        ({"dealt": 8, "doubles_dealt": 7}, ["dealt"]),
        ({"dealt": 4, "doubles_dealt": 3}, ["dealt"]),
        ({"dealt": 5}, ["doubles_dealt"]),
        ({"dealt": 5, "doubles_dealt": 4, "three_players": True}, ["three_players"]),
        ({"dealt": "6"}, ["dealt"]),
        ({"target": True, "muggins": 1, "misdeal": "redeal"}, ["target", "misdeal", "muggins"]),
        (
            {"version": 0, "target": -1, "title": "", "dealt": 9},
            ["title", "version", "target", "dealt", "doubles_dealt"],
        ),
    ],
)
def test_what_nobody_can_play_is_refused_with_every_reason(changes: dict[str, Any], fields: list[str]) -> None:
    with pytest.raises(ScoringError) as caught:
        replace(LEAGUE, **changes)
    assert [problem.field for problem in caught.value.problems] == fields
    assert [p.field for p in caught.value.problems if not p.message.startswith(p.field)] == []
