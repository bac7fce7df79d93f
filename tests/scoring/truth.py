"""Files of truth: each row is a case, with where it comes from in its `source` column."""

import csv
from pathlib import Path

from scoring import Card, Ruleset, parse_card, parse_cards
from tests.scoring.strategies import BY_NAME

DATA = Path(__file__).parent / "data"


def rows(name: str) -> list[dict[str, str]]:
    return list(csv.DictReader((DATA / name).read_text(encoding="utf-8").splitlines()))


def deal(row: dict[str, str]) -> tuple[tuple[Card, ...], Card | None, bool, Ruleset]:
    """The hand, its starter, whether it is the crib, and the ruleset that a row names."""
    starter = parse_card(row["starter"]) if row["starter"] else None
    return parse_cards(row["hand"]), starter, row["crib"] == "yes", BY_NAME[row["ruleset"]]
