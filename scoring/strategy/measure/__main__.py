"""`bin/match [RULESET] [PAIRS] [GAMES] [SEED]`: each strength against the one below, and what a deal brings."""

import sys
from collections.abc import Sequence

from scoring.ruleset import ruleset
from scoring.strategy.decision import Strength
from scoring.strategy.measure.match import ladder, means


def main(arguments: Sequence[str]) -> None:
    """Play the matches and write a line for each; then what a deal between the strongest brings in so many games.

    There are as many games as pairs unless told otherwise; where there are none of either, it is left out.
    """
    rules = ruleset(arguments[0] if arguments else "acc")
    pairs, games, seed = _numbers(arguments[1:])
    for played in ladder(rules, pairs=pairs, seed=seed) if pairs else ():
        _say(str(played))
    if games:
        found = means(rules, Strength.STRONGEST, games=games, seed=seed)
        _say(
            f"strongest against itself, {found.deals} deals: pone play {found.pone_play:.2f} "
            f"hand {found.pone_hand:.2f}; dealer play {found.dealer_play:.2f} hand {found.dealer_hand:.2f} "
            f"crib {found.crib:.2f}"
        )


def _numbers(said: Sequence[str]) -> tuple[int, int, int]:
    pairs = int(said[0]) if said else 100
    return pairs, int(said[1]) if len(said) > 1 else pairs, int(said[2]) if len(said) > 2 else 1


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
