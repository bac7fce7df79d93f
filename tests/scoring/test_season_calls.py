"""A season's six hundred calls, each judged by the engine and by the oracle."""

from collections import Counter

from scoring import adjudicate, parse_card, parse_cards
from tests.scoring import oracle, truth


def _claimed(row: dict[str, str]) -> int | None:
    return int(row["challenger claims"]) if row["challenger claims"] else None


def test_every_call_of_the_season_is_judged_by_r45() -> None:
    rows = truth.rows("calls.csv")
    outcomes: Counter[str] = Counter()
    for row in rows:
        crib, takes = row["kind"] == "crib", row["takes"] != "no"
        true = oracle.points(row["cards"].split(), row["starter"], crib=crib)
        declared, claimed = int(row["declared"]), _claimed(row)
        verdict = adjudicate(
            parse_cards(row["cards"]),
            parse_card(row["starter"]),
            crib=crib,
            declared=declared,
            claimed=claimed,
            takes=takes,
        )
        found = (verdict.counter_pegs, verdict.challenger_pegs, verdict.overcall, verdict.false_challenge)
        assert (verdict.true_points, *found) == (true, *oracle.pegs(true, declared, claimed, takes)), row["call"]
        outcomes["overcall"] += verdict.overcall
        outcomes["false challenge"] += verdict.false_challenge
        outcomes["muggins taken"] += verdict.challenger_pegs > 0
        outcomes["points taken"] += verdict.challenger_pegs
    assert len(rows) == 600
    # Counted with the oracle alone.
    assert outcomes == {"overcall": 75, "false challenge": 79, "muggins taken": 31, "points taken": 55}
