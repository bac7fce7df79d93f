"""The rules page of a league in plain words, made from the values that the software itself plays by.

Nothing here is a text that somebody keeps up to date: each sentence that depends on a field of the `Ruleset` or on a
division's terms is built from it, so the page cannot say one thing and the engine do another. Numbers such as R31 in
the comments are those of docs/scoring-rules.md.
"""

from league.rules.rulebook.game import Section, rule_on_conduct, rulebook
from league.rules.rulebook.of_the_league import amount, league_rules

__all__ = [
    "Section",
    "amount",
    "league_rules",
    "rule_on_conduct",
    "rulebook",
]
