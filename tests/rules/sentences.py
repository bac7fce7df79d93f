"""What a rulebook says in all its sections, and what it says otherwise by other rules."""

from league.rules.rulebook import Section, rulebook
from scoring import Ruleset


def rules_named(sections: tuple[Section, ...]) -> set[str]:
    return {rule for section in sections for rule in section.rules}


def change(before: Ruleset, after: Ruleset, *, doubles: bool = False) -> tuple[set[str], set[str]]:
    """The sentences that go and those that come when one ruleset takes the place of another."""
    old, new = rules_named(rulebook(before, doubles=doubles)), rules_named(rulebook(after, doubles=doubles))
    return old - new, new - old
