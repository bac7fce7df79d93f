"""The switches of a person at a table: it counts, pegs, moves on by itself, is heard; as chosen last, or as usual."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from scoring import FIVE_CARD, SEVEN_CARD, SIX_CARD, SIX_CARD_61, Ruleset

PACES = ("off", "1", "3")
# Source A of docs/scoring-rules.md is a computer's cribbage with these three switches; six-card-61 is A's form too.
SOURCE_A = frozenset(rules.name for rules in (FIVE_CARD, SIX_CARD, SIX_CARD_61, SEVEN_CARD))


@dataclass(frozen=True, slots=True)
class Switches:
    """A person's switches at a table.

    Attributes:
        count: their hands are counted for them.
        peg: what their cards make in the play is pegged for them.
        pace: after how many seconds the table moves on by itself; "off": when they say so.
        sound: cards and pegs are heard.
        chosen: when they chose so, as ISO 8601 in UTC; empty: they never did.
    """

    count: bool = True
    peg: bool = True
    pace: str = "off"
    sound: bool = False
    chosen: str = ""

    def stored(self) -> dict[str, Any]:
        return asdict(self)


def usual_switches(rules: Ruleset) -> Switches:
    """Return the switches of somebody who never chose: by the rules of source A all three are on."""
    return Switches(pace="3") if rules.name in SOURCE_A else Switches()


def kept_switches(stored: Mapping[str, Any]) -> Switches | None:
    """Return switches that were kept, of a seat or by themselves; None where nobody chose them."""
    if not stored.get("chosen"):
        return None
    return Switches(**{field.name: stored[field.name] for field in fields(Switches) if field.name in stored})


def chosen_last(*kept: Switches | None) -> Switches | None:
    """Return the switches that were chosen last, or None."""
    return max(filter(None, kept), key=lambda one: one.chosen, default=None)
