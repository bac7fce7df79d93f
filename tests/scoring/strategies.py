"""Rulesets beyond the named ones, and what hypothesis draws from."""

from dataclasses import replace
from functools import cache

from hypothesis import strategies as st

from scoring import LEAGUE, PACK, RULESETS, Card, Ruleset
from scoring.ruleset import AnnouncementOrder, FalseMuggins, WrongClaim

LESSER = replace(LEAGUE, name="lesser", muggins_wrong_claim=WrongClaim.LESSER)
NO_MUGGINS = replace(LEAGUE, name="no-muggins", muggins=False)
CLAIMED = replace(LEAGUE, name="claimed", false_muggins_penalty=FalseMuggins.CLAIMED)
PAIRS_FIRST = replace(LEAGUE, name="pairs-first", announcement_order=AnnouncementOrder.PAIRS_FIRST)
RULES = (*RULESETS.values(), LESSER, NO_MUGGINS, CLAIMED, PAIRS_FIRST)
BY_NAME = {rules.name: rules for rules in RULES}

# Often from few ranks or one suit: runs, pairs royal and flushes are rare among 52.
SOME = (PACK, [c for c in PACK if 3 <= c.rank <= 7], [c for c in PACK if c.suit == "H" or c.rank == 11])

rulesets = st.sampled_from(RULES)


@cache
def some_cards(some: int, number: int) -> st.SearchStrategy[list[Card]]:
    """So many cards out of one of SOME."""
    return st.lists(st.sampled_from(SOME[some]), min_size=number, max_size=number, unique=True)


@st.composite
def deals(draw: st.DrawFn, starter: bool = True) -> tuple[tuple[Card, ...], Card | None, bool, Ruleset]:
    """A hand or crib, its starter (None too where `starter` is false), which of the two it is, and the ruleset."""
    rules, crib = draw(rulesets), draw(st.booleans())
    size = 4 if crib else rules.hand_size
    cards = draw(some_cards(draw(st.sampled_from(range(len(SOME)))), size + 1))
    turned = cards.pop()
    return tuple(cards), (turned if starter or draw(st.booleans()) else None), crib, rules
