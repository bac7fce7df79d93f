"""Calls and challenges: every branch of R45, and what holds for all of them."""

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import FIVE_CARD, HOYLE, LEAGUE, Card, Ruleset, ScoringError, Verdict, adjudicate, parse_card, parse_cards
from scoring.ruleset import WrongClaim
from scoring.show import highest_points
from tests.scoring import oracle, truth
from tests.scoring.strategies import SEVEN_CARD, deals

HAND, STARTER = parse_cards("AC 7D 8H 3S"), parse_card("7C")
TRUTH = truth.rows("verdicts.csv")
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
    near = st.integers(max(0, true - 2), min(highest, true + 2))
    points = near | st.integers(0, highest)
    return hand, starter, crib, rules, draw(points), draw(st.none() | points), draw(st.booleans())


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
        penalty=rules.overpeg_penalty,
    )
    found = (verdict.counter_pegs, verdict.challenger_pegs, verdict.overcall, verdict.false_challenge)
    assert found == expected
    # Nobody pegs more than there is, but by an overcall left standing or a penalty.
    if not verdict.overcall:
        assert verdict.counter_pegs + verdict.challenger_pegs <= true
    assert verdict.counter_pegs <= declared
    assert not (verdict.overcall and verdict.false_challenge)
    assert verdict.reason.endswith(".")
    assert verdict.reason.count(".") == 1  # one sentence
    assert Verdict.from_dict(json.loads(json.dumps(verdict.to_dict()))) == verdict


def test_verdict_names_its_ruleset_and_version() -> None:
    verdict = adjudicate(HAND, STARTER, declared=8, ruleset=replace(LEAGUE, name="house", version=7))
    assert (verdict.ruleset_name, verdict.ruleset_version) == ("house", 7)


@pytest.mark.parametrize(
    ("declared", "claimed", "rules", "reason"),
    [
        (8, None, LEAGUE, "The hand is worth 8, as it was called, and the player pegs 8."),
        (8, 9, LEAGUE, "… the challenge of 9 gains nothing and is recorded as a false challenge."),
        (6, 8, LEAGUE, "… called 6, so the player pegs 6 and the challenger takes the 2 missed."),
        (6, 7, LEAGUE, "… and the challenger, who said 7 and so miscounted too, takes nothing."),
        (9, 8, LEAGUE, "… called 9, so it is corrected to 8 and recorded as an overcall."),
        (9, 8, HOYLE, "… recorded as an overcall, and the challenger pegs 2 for it."),
        (9, None, LEAGUE, "… nobody challenged it, so the 9 stands and is recorded as an overcall."),
    ],
)
def test_reason_is_a_sentence_for_a_captain(declared: int, claimed: int | None, rules: Ruleset, reason: str) -> None:
    verdict = adjudicate(HAND, STARTER, declared=declared, claimed=claimed, ruleset=rules)
    assert verdict.reason.startswith("The hand is worth 8")
    assert verdict.reason.endswith(reason.removeprefix("…"))


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
    assert [problem.field for problem in caught.value.problems] == ["declared", "claimed"]
    assert str(caught.value).endswith(f"is worth 0 to {highest}")


def test_problems_of_cards_and_call_come_together() -> None:
    with pytest.raises(ScoringError) as caught:
        adjudicate([HAND[0], HAND[0]], None, declared=-1, claimed=30)  # type: ignore[arg-type]
    assert [problem.field for problem in caught.value.problems] == ["hand", "hand", "starter", "declared", "claimed"]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"true_points": 9}, "true_points"),
        ({"overcall": True}, "overcall"),
        ({"counter_pegs": "6"}, "counter_pegs"),
        ({"takes": None}, "takes"),
        ({"show": {}}, "show"),
    ],
)
def test_a_stored_verdict_that_contradicts_itself_is_refused(change: dict[str, object], field: str) -> None:
    stored = adjudicate(HAND, STARTER, declared=6, claimed=8).to_dict()
    with pytest.raises(ScoringError) as caught:
        Verdict.from_dict(stored | change)
    assert [problem.field for problem in caught.value.problems] == [field]


def test_a_stored_verdict_without_its_fields_is_refused() -> None:
    with pytest.raises(ScoringError) as caught:
        Verdict.from_dict({"declared": 6})
    assert len(caught.value.problems) == len(adjudicate(HAND, STARTER, declared=6).to_dict()) - 1
