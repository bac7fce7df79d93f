"""`bin/match [RULESET] [PAIRS] [GAMES] [SEED] [--against COMMAND]`: each strength against the one below, and what a
deal brings; or the strongest against another program. `--answer STRENGTH` answers as such a program does.
"""

import argparse
import sys
from collections.abc import Sequence

from scoring.ruleset import ruleset
from scoring.strategy.decision import Strength
from scoring.strategy.measure.match import ladder, match, means
from scoring.strategy.measure.program import Program, answer_all


def main(arguments: Sequence[str]) -> None:
    """Play the matches and write a line for each; then what a deal between the strongest brings in so many games.

    There are as many games as pairs unless told otherwise; where there are none of either, it is left out. Against
    another program only that match is played.
    """
    asked = _parse_arguments(arguments)
    if asked.answer:
        answer_all(Strength(asked.answer))
        return
    rules = ruleset(asked.ruleset)
    if asked.against:
        with Program(asked.against) as program:
            _say(str(match(rules, Strength.STRONGEST, program, pairs=asked.pairs, seed=asked.seed)))
        return
    for played in ladder(rules, pairs=asked.pairs, seed=asked.seed) if asked.pairs else ():
        _say(str(played))
    games = asked.pairs if asked.games is None else asked.games
    if games:
        found = means(rules, Strength.STRONGEST, games=games, seed=asked.seed)
        _say(
            f"strongest against itself, {found.deals} deals: pone play {found.pone_play:.2f} "
            f"hand {found.pone_hand:.2f}; dealer play {found.dealer_play:.2f} hand {found.dealer_hand:.2f} "
            f"crib {found.crib:.2f}"
        )


def _parse_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="match", description="Measures the computer's players.")
    parser.add_argument("ruleset", nargs="?", default="acc")
    parser.add_argument("pairs", nargs="?", type=int, default=100, help="pairs of games on the same cards")
    parser.add_argument("games", nargs="?", type=int, help="games of the strongest against itself; as many as pairs")
    parser.add_argument("seed", nargs="?", type=int, default=1)
    parser.add_argument("--against", metavar="COMMAND", help="a program that answers one line a decision")
    parser.add_argument("--answer", metavar="STRENGTH", choices=[*Strength], help="answer lines as such a player")
    return parser.parse_args(arguments)


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
