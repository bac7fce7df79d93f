"""Makes the tables of some games, or of all: `bin/strategy-tables [GAME ...]`; `--help` tells the rest."""

from __future__ import annotations

import argparse
import sys
import time
from random import Random

from ..kinds import KINDS, Kind
from .claims import balks, leads
from .deals import Dealing, learn
from .making import boards, count, worked_out, written

LEARNING = ((0.2, 3.0), (0.3, 1.5), (0.5, 0.7))
"""The rounds in which the players learn: their share of the deals, and how far laying away strays, in points."""
RUN = 20_000  # deals that are counted between one writing of the tables and the next


def main() -> None:
    """Make the tables that the command line names."""
    parser = argparse.ArgumentParser(prog="strategy-tables", description="Makes the tables of scoring.strategy.")
    parser.add_argument("games", nargs="*", help=f"of {', '.join(KINDS)}; all where none is named")
    parser.add_argument(
        "--deals", type=int, default=1_000_000, help="how many deals are counted, on top of those that are"
    )
    parser.add_argument("--learn", type=int, default=200_000, help="how many deals the players learn from; 0: no more")
    parser.add_argument("--plays", action="store_true", help="work out the play of every hand anew, without learning")
    parser.add_argument("--boards", action="store_true", help="only work out the chances to win from the deals counted")
    parser.add_argument("--claims", type=int, metavar="N", help="only put the claims of books to N deals (two players)")
    options = parser.parse_args()
    for name in options.games or KINDS:
        kind = KINDS[name]
        if options.claims:
            _claims(kind, options.claims)
            continue
        if options.boards:
            boards(kind, _say)
            continue
        own, plays = kind.like == name, kind.players == 2 and (options.learn or options.plays)
        if options.learn and own:
            _learn(kind, options.learn)
        if plays and own:
            worked_out(kind, _say)
        for done in range(0, options.deals, RUN):
            count(kind, min(RUN, options.deals - done), _say)
        if plays and not own:  # its tables begin with the counting
            worked_out(kind, _say)


def _claims(kind: Kind, deals: int) -> None:
    """Write each lead with its points, and each two cards laid away with the crib they leave, the best first."""
    began = time.monotonic()
    if kind.players == 2:
        for lead, tried, net, above in leads(kind.name, deals):
            _say(
                f"{kind.name}: lead {lead}: {tried:,} times, {net:+.3f}, against the hand's other leads {above:+.3f}",
                began,
            )
        for away, crib in balks(kind.name):
            _say(f"{kind.name}: lay away {away}: crib {crib:.2f}", began)


def _learn(kind: Kind, deals: int) -> None:
    dealing = Dealing(kind, Random(f"learn {kind.name}"))
    for share, noise in LEARNING:
        began = time.monotonic()
        found = learn(dealing, int(deals * share), noise)
        pegged = ", ".join(f"{sum(seat.values()) / found.deals:.2f}" for seat in found.pegged)
        crib = sum(found.crib[0].values()) / found.deals
        _say(f"{kind.name}: learned from {found.deals:,} deals: play {pegged}; crib {crib:.2f}", began)
    written(dealing, found)


def _say(what: str, began: float) -> None:
    sys.stdout.write(f"{what} ({time.monotonic() - began:.0f} s)\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
