"""Irregularities: what R47–R49 prescribe, in every branch, and which arguments make none."""

from dataclasses import FrozenInstanceError, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import ACC, HOYLE, LEAGUE, RULESETS, ScoringError
from scoring import irregularities as module
from scoring.irregularities import IrregularityKind, Redress, Remedy, kinds_of, redress
from scoring.ruleset import Misdeal
from tests.scoring import truth

TRUTH = truth.rows("irregularities.csv")
WITH_POINTS = (
    IrregularityKind.SHORT_PEGGING,
    IrregularityKind.OVER_PEGGING,
    IrregularityKind.RENEGE,
    IrregularityKind.FALSE_CLAIM,
)


@pytest.mark.parametrize("row", TRUTH, ids=lambda row: f"{row['kind']} in {row['ruleset']}: {row['source']}")
def test_redress_follows_the_sources(row: dict[str, str]) -> None:
    found = redress(
        IrregularityKind(row["kind"]),
        choice=Remedy(row["choice"]) if row["choice"] else None,
        points=int(row["points"]),
        in_time=row["in_time"] == "yes",
        asked=row["asked"] == "yes",
        ruleset=RULESETS[row["ruleset"]],
    )
    assert found == Redress(
        IrregularityKind(row["kind"]),
        row["new_deal"] == "yes",
        int(row["offender"]),
        int(row["opponent"]),
        row["rule"],
        found.reason,
        retracts_play=row["rule"] == "ACC 4.4" and row["kind"] != "wrong deal",
        dealer_leads=row["kind"] == "wrong lead" and row["in_time"] == "no",
    )


def test_every_kind_has_its_truth() -> None:
    assert {row["kind"] for row in TRUTH} == set(IrregularityKind)


@pytest.mark.parametrize(
    ("kind", "options", "reason"),
    [
        (
            IrregularityKind.FACED_CARD,
            {},
            "A card lay face up in the pack, so the same dealer deals again, without penalty.",
        ),
        (
            IrregularityKind.EXPOSED_CARD,
            {},
            "A card was exposed in dealing, so the same dealer deals again, without penalty.",
        ),
        (
            IrregularityKind.IMPERFECT_PACK,
            {},
            "The pack is imperfect, so the same dealer deals again, without penalty.",
        ),
        (
            IrregularityKind.WRONG_DEAL,
            {},
            "The wrong number of cards was dealt, so the same dealer deals again, without penalty.",
        ),
        (
            IrregularityKind.WRONG_HAND,
            {},
            "A hand has the wrong number of cards, so the same dealer deals again, without penalty.",
        ),
        (
            IrregularityKind.WRONG_HAND,
            {"ruleset": HOYLE, "choice": Remedy.NEW_DEAL},
            (
                "A hand has the wrong number of cards and the crib is right, and the opponent chose that the same "
                "dealer deals again."
            ),
        ),
        (
            IrregularityKind.WRONG_HAND,
            {"ruleset": HOYLE, "choice": Remedy.RECTIFY},
            (
                "A hand has the wrong number of cards and the crib is right, and the opponent chose that the hand is "
                "corrected and pegs 2."
            ),
        ),
        (
            IrregularityKind.WRONG_CRIB,
            {},
            "The crib has the wrong number of cards, so the same dealer deals again, without penalty.",
        ),
        (
            IrregularityKind.WRONG_CRIB,
            {"ruleset": HOYLE},
            (
                "The crib has the wrong number of cards and the hands are right, so the crib is corrected and the "
                "non-dealer pegs 2."
            ),
        ),
        (
            IrregularityKind.SHORT_PEGGING,
            {"points": 3},
            "3 points too few were pegged and it was seen before the next card or cut, so the player puts it right.",
        ),
        (
            IrregularityKind.SHORT_PEGGING,
            {"points": 1, "in_time": False},
            "1 point too few was pegged and it was seen only after the next card or cut, so the player loses it.",
        ),
        (
            IrregularityKind.SHORT_PEGGING,
            {"points": 2, "in_time": False},
            "2 points too few were pegged and it was seen only after the next card or cut, so the player loses them.",
        ),
        (
            IrregularityKind.OVER_PEGGING,
            {"points": 2, "asked": False},
            "2 points too many were pegged and nobody asked for a correction, so they stand.",
        ),
        (
            IrregularityKind.OVER_PEGGING,
            {"points": 1, "in_time": False},
            "1 point too many was pegged and a correction was asked for only after the next cut, so it stands.",
        ),
        (
            IrregularityKind.OVER_PEGGING,
            {"points": 2},
            (
                "2 points too many were pegged and a correction was asked for before the next cut, so the player gives "
                "them up."
            ),
        ),
        (
            IrregularityKind.OVER_PEGGING,
            {"points": 1, "ruleset": HOYLE},
            (
                "1 point too many was pegged and a correction was asked for before the next cut, so the player gives "
                "it up and the opponent pegs 2."
            ),
        ),
    ],
)
def test_reason_is_a_sentence_for_a_captain(kind: IrregularityKind, options: dict[str, Any], reason: str) -> None:
    assert redress(kind, **options).reason == reason


@pytest.mark.parametrize("penalty", [0, 1, 2, 5])
def test_the_opponent_of_over_pegging_pegs_the_penalty_of_the_ruleset_r49(penalty: int) -> None:
    found = redress(IrregularityKind.OVER_PEGGING, points=3, ruleset=replace(LEAGUE, overpeg_penalty=penalty))
    assert (found.offender_pegs, found.opponent_pegs) == (0, penalty)


@st.composite
def irregularities(draw: st.DrawFn) -> tuple[IrregularityKind, dict[str, Any]]:
    rules = draw(st.sampled_from(list(RULESETS.values())))
    kind = draw(st.sampled_from(kinds_of(rules)))
    free = kind is IrregularityKind.WRONG_HAND and rules.misdeal is Misdeal.CHOICE
    return kind, {
        "choice": draw(st.sampled_from(Remedy)) if free else None,
        "points": draw(st.integers(1, 60)) if kind in WITH_POINTS else 0,
        "in_time": draw(st.booleans()),
        "asked": draw(st.booleans()),
        "ruleset": rules,
    }


@given(irregularities())
def test_what_holds_for_every_redress(irregularity: tuple[IrregularityKind, dict[str, Any]]) -> None:
    kind, options = irregularity
    found = redress(kind, **options)
    assert found.kind is kind
    assert eval(repr(found), vars(module)) == found  # noqa: S307  our own repr
    # A deal that is void leaves both scores alone; only pegging changes the offender's, by no more than the error.
    if found.new_deal:
        assert (found.offender_pegs, found.opponent_pegs) == (0, 0)
    assert abs(found.offender_pegs) in (0, 15 if kind is IrregularityKind.FALSE_CLAIM else options["points"])
    assert found.opponent_pegs >= 0
    assert found.reason.endswith(".")
    assert found.reason.count(".") == 1  # one sentence


@pytest.mark.parametrize(
    ("kind", "options", "messages"),
    [
        (
            IrregularityKind.WRONG_HAND,
            {"ruleset": HOYLE},
            [
                (
                    "wrong hand: no choice was made; in According to Hoyle the opponent chooses a new deal or to "
                    "rectify the hand (R48)"
                )
            ],
        ),
        (
            IrregularityKind.WRONG_HAND,
            {"choice": Remedy.RECTIFY},
            ["wrong hand: “rectify” was chosen, but in League rules there is no choice for it; leave it out"],
        ),
        (
            IrregularityKind.WRONG_CRIB,
            {"choice": Remedy.NEW_DEAL, "points": 2, "ruleset": HOYLE},
            [
                "wrong crib: “new deal” was chosen, but in According to Hoyle there is no choice for it; leave it out",
                "wrong crib: 2 points were given, but nothing was pegged wrong; leave them out",
            ],
        ),
        (
            IrregularityKind.FACED_CARD,
            {"points": -1},
            ["faced card: -1 points were given, but nothing was pegged wrong; leave them out"],
        ),
        (
            IrregularityKind.SHORT_PEGGING,
            {},
            ["short pegging: 0 points are impossible; say how many were pegged wrong, 1 or more"],
        ),
        (
            IrregularityKind.OVER_PEGGING,
            {"points": -2, "choice": Remedy.NEW_DEAL},
            [
                "over-pegging: “new deal” was chosen, but in League rules there is no choice for it; leave it out",
                "over-pegging: -2 points are impossible; say how many were pegged wrong, 1 or more",
            ],
        ),
        (
            IrregularityKind.OVER_PEGGING,
            {"points": True, "choice": "new deal"},
            [
                "'new deal' is not a choice; the opponent chooses a new deal or to rectify the hand",
                "True is not a number of points; write a whole number",
            ],
        ),
        (
            IrregularityKind.RENEGE,
            {"points": 2},
            ["League rules says nothing about a renege"],
        ),
        (
            IrregularityKind.FALSE_CLAIM,
            {"ruleset": ACC},
            ["false claim: 0 points are impossible; say how many were missing to the game, 1 or more"],
        ),
        (
            "misdeal",
            {},
            [
                (
                    "'misdeal' is not an irregularity; there are faced card, exposed card, imperfect pack, wrong deal, "
                    "wrong hand, wrong crib, short pegging, over-pegging, wrong lead, renege, false claim"
                )
            ],
        ),
    ],
)
def test_what_makes_no_irregularity_is_refused_with_every_reason(
    kind: IrregularityKind, options: dict[str, Any], messages: list[str]
) -> None:
    with pytest.raises(ScoringError) as caught:
        redress(kind, **options)
    assert [problem.message for problem in caught.value.problems] == messages


@pytest.mark.parametrize(
    ("kind", "options", "fields"),
    [
        ("misdeal", {"points": 1}, ["kind"]),
        (IrregularityKind.FACED_CARD, {"choice": Remedy.RECTIFY, "points": 1}, ["choice", "points"]),
        (IrregularityKind.WRONG_HAND, {"ruleset": HOYLE, "points": 1}, ["choice", "points"]),
        (IrregularityKind.SHORT_PEGGING, {"choice": "rectify", "points": 0}, ["choice", "points"]),
        (IrregularityKind.OVER_PEGGING, {"points": "3"}, ["points"]),
    ],
)
def test_problems_name_their_arguments(kind: IrregularityKind, options: dict[str, Any], fields: list[str]) -> None:
    with pytest.raises(ScoringError) as caught:
        redress(kind, **options)
    assert [problem.field for problem in caught.value.problems] == fields


def test_a_redress_cannot_be_changed() -> None:
    found = redress(IrregularityKind.FACED_CARD)
    with pytest.raises(FrozenInstanceError):
        found.offender_pegs = 2  # type: ignore[misc]
