"""`bin/match [RULESET] [PAIRS]`: each strength against the one below, and what a deal between the strongest brings."""

import sys
from collections.abc import Sequence

from scoring.ruleset import ruleset
from scoring.strategy.decision import Strength
from scoring.strategy.measure.match import ladder, means


def main(arguments: Sequence[str]) -> None:
    """Play the matches and write a line for each."""
    rules = ruleset(arguments[0] if arguments else "acc")
    pairs = int(arguments[1]) if len(arguments) > 1 else 100
    for played in ladder(rules, pairs=pairs):
        _say(str(played))
    found = means(rules, Strength.STRONGEST, games=pairs)
    _say(
        f"strongest against itself, {found.deals} deals: pone play {found.pone_play:.2f} hand {found.pone_hand:.2f}; "
        f"dealer play {found.dealer_play:.2f} hand {found.dealer_hand:.2f} crib {found.crib:.2f}"
    )


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
