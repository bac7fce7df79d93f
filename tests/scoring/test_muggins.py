"""Calls and challenges: every branch of R45, and what holds for all of them."""

import json
from dataclasses import FrozenInstanceError, replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import (
    FIVE_CARD,
    HOYLE,
    LEAGUE,
    SEVEN_CARD,
    Card,
    Ruleset,
    ScoringError,
    Verdict,
    adjudicate,
    parse_card,
    parse_cards,
)
from scoring.errors import Problem
from scoring.ruleset import FalseMuggins, WrongClaim
from scoring.show import highest_points
from tests.scoring import oracle, truth
from tests.scoring.strategies import CLAIMED, LESSER, NO_MUGGINS, deals

HAND, STARTER = parse_cards("AC 7D 8H 3S"), parse_card("7C")
TRUTH = truth.rows("verdicts.csv")
SHORT = "The hand is worth 8 and was called 6, so the player pegs 6"
OVER = "The hand is worth 8 and was called 9"
Calling = tuple[tuple[Card, ...], Card, bool, Ruleset, int, int | None, bool]


def _points(text: str) -> int | None:
    return int(text) if text else None


@pytest.mark.parametrize("row", TRUTH, ids=lambda row: f"{row['ruleset']}: {row['source']}")
def test_verdict_follows_r45(row: dict[str, str]) -> None:
    hand, starter, crib, rules = truth.deal(row)
    assert starter
    verdict = adjudicate(
        hand,
        starter,
        crib=crib,
        declared=int(row["declared"]),
        claimed=_points(row["claimed"]),
        takes=row["takes"] == "yes",
        ruleset=rules,
    )
    assert (verdict.counter_pegs, verdict.challenger_pegs) == (int(row["counter"]), int(row["challenger"]))
    assert (verdict.overcall, verdict.false_challenge) == (row["overcall"] == "yes", row["false_challenge"] == "yes")
    assert verdict.rule == row["rule"]


@st.composite
def callings(draw: st.DrawFn) -> Calling:
    """A deal and a call near the truth, where the branches of R45 lie."""
    hand, starter, crib, rules = draw(deals())
    assert starter
    rules = replace(rules, overpeg_penalty=draw(st.sampled_from((0, 2))))
    true = oracle.points([str(c) for c in hand], str(starter), crib=crib)
    highest = highest_points(crib=crib, ruleset=rules)
    points = near(true, highest)
    return hand, starter, crib, rules, draw(points), draw(st.none() | points), draw(st.booleans())


@cache
def near(true: int, highest: int) -> st.SearchStrategy[int]:
    """Points as they may be called, often two or less from the truth."""
    return st.integers(max(0, true - 2), min(highest, true + 2)) | st.integers(0, highest)


@pytest.mark.long
@settings(max_examples=1000)
@given(callings())
def test_verdict_agrees_with_the_oracle_and_keeps_its_promises(calling: Calling) -> None:
    hand, starter, crib, rules, declared, claimed, takes = calling
    true = oracle.points([str(c) for c in hand], str(starter), crib=crib)
    verdict = adjudicate(hand, starter, crib=crib, declared=declared, claimed=claimed, takes=takes, ruleset=rules)
    assert verdict.true_points == true
    expected = oracle.pegs(
        true,
        declared,
        claimed,
        takes,
        muggins=rules.muggins,
        lesser=rules.muggins_wrong_claim is WrongClaim.LESSER,
        false_penalty=rules.false_muggins_penalty is FalseMuggins.CLAIMED,
    )
    found = (verdict.counter_pegs, verdict.challenger_pegs, verdict.overcall, verdict.false_challenge)
    assert found == expected
    # Nobody pegs more than there is, but by an overcall left standing or a penalty.
    if not verdict.overcall:
        assert verdict.counter_pegs + verdict.challenger_pegs - verdict.penalty <= true
    assert verdict.counter_pegs - verdict.penalty <= declared
    assert (verdict.penalty > 0) <= (verdict.false_challenge and takes)
    assert not (verdict.overcall and verdict.false_challenge)
    assert verdict.reason.endswith(".")
    assert verdict.reason.count(".") == 1  # one sentence
    assert Verdict.from_dict(json.loads(json.dumps(verdict.to_dict()))) == verdict


def test_a_call_is_of_a_hand_in_the_league_and_a_challenger_takes_unless_told_otherwise() -> None:
    said = adjudicate(HAND, STARTER, crib=False, declared=6, claimed=8, takes=True, ruleset=LEAGUE)
    assert adjudicate(HAND, STARTER, declared=6, claimed=8) == said
    assert (said.counter_pegs, said.challenger_pegs) == (6, 2)
    assert adjudicate(HAND, STARTER, declared=6).claimed is None


def test_verdict_names_its_ruleset_and_version() -> None:
    verdict = adjudicate(HAND, STARTER, declared=8, ruleset=replace(LEAGUE, name="house", version=7))
    assert (verdict.ruleset_name, verdict.ruleset_version) == ("house", 7)


@pytest.mark.parametrize(
    ("declared", "claimed", "takes", "rules", "reason"),
    [
        (8, None, True, LEAGUE, "The hand is worth 8, as it was called, and the player pegs 8."),
        (8, 8, True, LEAGUE, "The hand is worth 8, as it was called, and the player pegs 8."),
        (
            8,
            9,
            True,
            LEAGUE,
            (
                "The hand is worth 8, as it was called, so the player pegs 8 and the challenge of 9 gains nothing and "
                "is recorded as a false challenge."
            ),
        ),
        (6, None, True, LEAGUE, f"{SHORT} and, as nobody claimed more, the 2 missed is lost."),
        (6, 8, True, LEAGUE, f"{SHORT} and the challenger takes the 2 missed."),
        (6, 8, False, LEAGUE, f"{SHORT} and the challenger, who was right, leaves the 2 missed."),
        (6, 8, True, NO_MUGGINS, f"{SHORT} and, as muggins is not played, nobody takes the 2 missed."),
        (6, 7, True, LEAGUE, f"{SHORT} and the challenger, who said 7 and so miscounted too, takes nothing."),
        (6, 9, False, LEAGUE, f"{SHORT} and the challenger, who said 9 and so miscounted too, takes nothing."),
        (
            6,
            7,
            True,
            LESSER,
            f"{SHORT} and the challenger, who said 7, takes 1, the lesser of what they claimed and the 2 missed.",
        ),
        (
            6,
            9,
            True,
            LESSER,
            f"{SHORT} and the challenger, who said 9, takes 2, the lesser of what they claimed and the 2 missed.",
        ),
        (6, 6, True, LESSER, f"{SHORT} and the challenger, who said 6 and so miscounted too, takes nothing."),
        (6, 5, True, LESSER, f"{SHORT} and the challenger, who said 5 and so miscounted too, takes nothing."),
        (6, 7, False, LESSER, f"{SHORT} and the challenger, who said 7 and so miscounted too, takes nothing."),
        (9, None, True, LEAGUE, f"{OVER}, but nobody challenged it, so the 9 stands and is recorded as an overcall."),
        (9, 8, True, LEAGUE, f"{OVER}, so it is corrected to 8 and recorded as an overcall."),
        (9, 8, True, HOYLE, f"{OVER}, so it is corrected to 8 and recorded as an overcall."),
        (
            9,
            7,
            True,
            LEAGUE,
            (
                f"{OVER}, so it is corrected to 8 and recorded as an overcall, and the challenger, who said 7, gains "
                "nothing."
            ),
        ),
        (
            9,
            9,
            True,
            HOYLE,
            (
                f"{OVER}, so it is corrected to 8 and recorded as an overcall, and the challenger, who said 9, gains "
                "nothing."
            ),
        ),
    ],
)
def test_reason_is_a_sentence_for_a_captain(
    declared: int, claimed: int | None, takes: bool, rules: Ruleset, reason: str
) -> None:
    for crib, what in ((False, "hand"), (True, "crib")):  # the words differ, the judgement does not
        verdict = adjudicate(HAND, STARTER, crib=crib, declared=declared, claimed=claimed, takes=takes, ruleset=rules)
        assert verdict.reason == reason.replace("hand", what)


@pytest.mark.parametrize("penalty", [0, 2])
@pytest.mark.parametrize("claimed", [7, 8, 9, 10, None])
def test_nobody_pegs_for_another_s_overcall_r45(penalty: int, claimed: int | None) -> None:
    """The penalty for over-pegging is for moving the peg further than one's own announced score (R49)."""
    for rules in (replace(LEAGUE, overpeg_penalty=penalty), replace(HOYLE, overpeg_penalty=penalty)):
        for takes in (True, False):
            verdict = adjudicate(HAND, STARTER, declared=9, claimed=claimed, takes=takes, ruleset=rules)
            assert (verdict.counter_pegs, verdict.challenger_pegs) == (9 if claimed is None else 8, 0)


def test_hoyle_corrects_an_overcall_and_pegs_nothing_for_it_d() -> None:
    verdict = adjudicate(parse_cards("4C 5D 5H 5S"), parse_card("3C"), declared=20, claimed=17, ruleset=HOYLE)
    assert (verdict.true_points, verdict.counter_pegs, verdict.challenger_pegs) == (17, 17, 0)


def test_a_false_challenge_gives_the_points_claimed_where_the_rules_say_so_acc_10_4a() -> None:
    verdict = adjudicate(HAND, STARTER, declared=8, claimed=10, ruleset=CLAIMED)
    assert (verdict.counter_pegs, verdict.penalty, verdict.challenger_pegs, verdict.rule) == (10, 2, 0, "R42")
    assert verdict.reason == (
        "The hand is worth 8, as it was called, so the player pegs 8 and the 2 claimed besides, and the challenge of "
        "10 is recorded as a false challenge."
    )


def test_a_verdict_stored_when_an_overcall_had_its_penalty_reads_as_it_was_given() -> None:
    stored = adjudicate(HAND, STARTER, declared=9, claimed=8, ruleset=HOYLE).to_dict() | {"challenger_pegs": 2}
    assert Verdict.from_dict(stored).challenger_pegs == 2
    assert "penalty" not in stored


@pytest.mark.parametrize(("declared", "overcall"), [(7, False), (8, False), (9, True)])
@pytest.mark.parametrize("claimed", [None, 0, 7, 8, 9, 29])
def test_what_is_recorded_against_whom_r41_r42(declared: int, overcall: bool, claimed: int | None) -> None:
    verdict = adjudicate(HAND, STARTER, declared=declared, claimed=claimed)
    assert verdict.overcall is overcall
    assert verdict.false_challenge is (declared == 8 and claimed in (0, 7, 9, 29))


@pytest.mark.parametrize(
    ("cards", "crib", "rules", "highest"),
    [
        ("JH 5C 5D 5S 5H", False, LEAGUE, 29),
        ("5C 5D 5H 5S", False, FIVE_CARD, 20),
        ("JH 5C 5D 5S 5H", True, FIVE_CARD, 29),
        ("4C 4D 5C 5D 6C 6D", False, SEVEN_CARD, 46),
        ("JH 5C 5D 5S 5H", True, SEVEN_CARD, 29),
    ],
)
def test_only_points_within_reach_are_a_call_r35(cards: str, crib: bool, rules: Ruleset, highest: int) -> None:
    *hand, starter = parse_cards(cards)
    assert adjudicate(hand, starter, crib=crib, declared=highest, ruleset=rules).rule == "R45"
    with pytest.raises(ScoringError) as caught:
        adjudicate(hand, starter, crib=crib, declared=highest + 1, claimed=-1, ruleset=rules)
    worth = f"a {'crib' if crib else 'hand'} in {rules.title} is worth 0 to {highest}"
    assert caught.value.problems == (
        Problem("declared", f"declared {highest + 1} is impossible: {worth}"),
        Problem("claimed", f"claimed -1 is impossible: {worth}"),
    )


def test_the_lowest_and_the_highest_may_be_called_and_claimed_r35() -> None:
    for points in (0, 29):
        verdict = adjudicate(HAND, STARTER, declared=points, claimed=points)
        assert (verdict.declared, verdict.claimed) == (points, points)
    for points in (-1, 30):
        with pytest.raises(ScoringError) as caught:
            adjudicate(HAND, STARTER, declared=points, claimed=points)
        assert [problem.field for problem in caught.value.problems] == ["declared", "claimed"]


def test_points_are_whole_numbers() -> None:
    for declared, claimed in ((None, "8"), (True, 8.0)):
        with pytest.raises(ScoringError) as caught:
            adjudicate(HAND, STARTER, declared=declared, claimed=claimed)  # type: ignore[arg-type]
        assert caught.value.problems == (
            Problem("declared", f"declared {declared!r} is not a number of points; it must be a whole number"),
            Problem("claimed", f"claimed {claimed!r} is not a number of points; it must be a whole number"),
        )


def test_a_verdict_cannot_be_changed() -> None:
    verdict = adjudicate(HAND, STARTER, declared=8)
    with pytest.raises(FrozenInstanceError):
        verdict.counter_pegs = 9  # type: ignore[misc]


def test_problems_of_cards_and_call_come_together() -> None:
    with pytest.raises(ScoringError) as caught:
        adjudicate([HAND[0], HAND[0]], None, declared=-1, claimed=30)  # type: ignore[arg-type]
    assert caught.value.problems == (
        Problem("hand", "the hand has 2 cards; in League rules it has 4, the starter not among them"),
        Problem("hand", "the ace of clubs is 2 times in the hand; a pack has one"),
        Problem("starter", "there is no starter; a call is made with one"),
        Problem("declared", "declared -1 is impossible: a hand in League rules is worth 0 to 29"),
        Problem("claimed", "claimed 30 is impossible: a hand in League rules is worth 0 to 29"),
    )


SAYS = "the stored verdict says {}; by its cards and call it is {}".format
MUST = "the stored verdict's {} is {}; it must be {}".format


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"true_points": 9}, Problem("true_points", SAYS("true_points 9", 8))),
        ({"true_points": 7}, Problem("true_points", SAYS("true_points 7", 8))),
        ({"crib": True}, Problem("crib", SAYS("crib True", False))),
        ({"overcall": True}, Problem("overcall", SAYS("overcall True", False))),
        ({"false_challenge": True}, Problem("false_challenge", SAYS("false_challenge True", False))),
        ({"declared": True}, Problem("declared", MUST("declared", True, "int"))),
        ({"claimed": "8"}, Problem("claimed", MUST("claimed", "'8'", "int or NoneType"))),
        ({"takes": None}, Problem("takes", MUST("takes", None, "bool"))),
        ({"counter_pegs": "6"}, Problem("counter_pegs", MUST("counter_pegs", "'6'", "int"))),
        ({"challenger_pegs": 2.0}, Problem("challenger_pegs", MUST("challenger_pegs", 2.0, "int"))),
        ({"rule": 39}, Problem("rule", MUST("rule", 39, "str"))),
        ({"reason": None}, Problem("reason", MUST("reason", None, "str"))),
        ({"ruleset_name": 1}, Problem("ruleset_name", MUST("ruleset_name", 1, "str"))),
        ({"ruleset_version": "1"}, Problem("ruleset_version", MUST("ruleset_version", "'1'", "int"))),
    ],
)
def test_a_stored_verdict_that_contradicts_itself_is_refused(change: dict[str, object], problem: Problem) -> None:
    stored = adjudicate(HAND, STARTER, declared=6, claimed=8).to_dict()
    with pytest.raises(ScoringError) as caught:
        Verdict.from_dict(stored | change)
    assert caught.value.problems == (problem,)


def test_a_stored_verdict_without_its_show_is_refused() -> None:
    stored = adjudicate(HAND, STARTER, declared=6, claimed=8).to_dict()
    with pytest.raises(ScoringError) as caught:
        Verdict.from_dict(stored | {"show": {}})
    assert [problem.field for problem in caught.value.problems] == ["show"]


def test_a_stored_verdict_without_its_fields_is_refused() -> None:
    stored = adjudicate(HAND, STARTER, declared=6).to_dict()
    with pytest.raises(ScoringError) as caught:
        Verdict.from_dict({"declared": 6})
    assert set(caught.value.problems) == {
        Problem(key, f"the stored verdict has no {key}; to_dict writes one") for key in stored if key != "declared"
    }
