"""The tables of a game: what its players have learned, and what came of the deals that they then played.

The players are written first, and those who play the deals that are counted are read back, so that what is counted is
the play of the players that ship. More deals can be counted later, on top of those there are.
"""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable, Iterable
from random import Random
from typing import Any

from ..kinds import KINDS, Kind
from ..knowledge import Knowledge
from ..ranks import choices, code
from ..store import FOLDER, SHARES, SIXTEENTHS, packed, path_of
from .deals import Dealing, Learned, Outcome
from .plays import plays
from .wins import Boards, Worth, expected

Say = Callable[[str, float], None]
Rows = dict[str, "array[Any]"]
# What a lurch counts (R38), by game, target, name of the table: one more below half of the target, whatever game and
# length are agreed on at a table; and as the ACC has it.
LENGTHS = (61, 121, 181)
LURCHES = (
    *(
        (kind.name, target, f"lurch-{target}", Worth(target, 1, 2, (target + 1) // 2))
        for kind in KINDS.values()
        if kind.players != 3
        for target in LENGTHS
    ),
    *((game, 121, "acc-121", Worth(121, 2, 3, 91, 3, 61)) for game in ("six", "six-partners")),
    *(
        (game, target, f"acc-{target}", Worth(target, 2, 3, (target + 1) // 2))
        for game in ("six", "six-partners")
        for target in (61, 181)
    ),
)


class Tally:
    """The points of the deals that are counted."""

    def __init__(self, players: int) -> None:
        self.deals = 0
        self.pegged = [0] * players
        self.hands = [[0] * 64 for _ in range(players)]
        self.cribs = [0] * 64
        self.pegs = [[0] * 64 for _ in range(64)]  # in the play, by the dealer's side's, then the others'

    def add(self, found: Outcome) -> None:
        """Count one deal."""
        self.deals += 1
        own = [0] * len(self.pegged)
        for who, points in found.pegs:
            own[who] += points
        for seat, points in enumerate(own):
            self.pegged[seat] += points
            self.hands[seat][found.hands[seat]] += 1
        self.cribs[found.crib] += 1
        dealers = own[0] if len(own) == 3 else sum(own[::2])
        self.pegs[min(63, dealers)][min(63, sum(own) - dealers)] += 1

    def rows(self) -> Rows:
        """Return what is counted, as it is stored."""
        rows: Rows = {f"hand points {seat}": array("I", row) for seat, row in enumerate(self.hands)}
        rows["crib points"] = array("I", self.cribs)
        rows["pegs"] = array("I", [number for row in self.pegs for number in row])
        return rows


def written(dealing: Dealing, learned: Learned) -> None:
    """Write what the players have learned, with no deal counted yet."""
    kind, player = dealing.kind, dealing.player
    rows: Rows = {}
    known = [state for state in range(len(player.count) // 2) if sum(player.count_seen[2 * state : 2 * state + 2])]
    rows["count keys"] = array("I", [player.counts.key(state) for state in known])
    rows["count worth"] = _pack_worths(worth for state in known for worth in player.count[2 * state : 2 * state + 2])
    rows["hand worth"] = _pack_worths(player.hand)
    aways = [code(ranks) for ranks in choices(kind.away)]
    keeps = [code(ranks) for ranks in choices(kind.hand_size)]
    for seat in range(kind.players):
        rows[f"away {seat}"] = array("I", [learned.away[seat].get(number, 0) for number in aways])
        rows[f"kept {seat}"] = array("I", [learned.kept[seat].get(number, 0) for number in keeps])
        rows[f"crib {seat}"] = array("h", [round(SHARES * dealing.crib_worth[seat][number]) for number in aways])
        rows[f"play {seat}"] = array("h", [round(SHARES * dealing.play_worth[seat][number]) for number in keeps])
        for name, told in (("pegged", learned.pegged[seat]), ("against", learned.against[seat])):
            mean = sum(told.values()) / learned.deals
            times = learned.kept[seat]
            means = [(told.get(number, 0) + 10 * mean) / (times.get(number, 0) + 10) for number in keeps]
            rows[f"{name} {seat}"] = array("h", [round(SHARES * points) for points in means])
    facts = {"game": kind.name, "learned": learned.deals, "deals": 0, "runs": [], "target": kind.target}
    FOLDER.mkdir(exist_ok=True)
    path_of(kind.name).write_bytes(packed(facts, rows))


def worked_out(kind: Kind, say: Say) -> None:
    """Work out the play of every hand that two players may keep, and write it in the place of what deals told."""
    began = time.monotonic()
    told = Knowledge(kind)
    path_of(kind.name).write_bytes(packed(told.facts, told.rows | plays(told)))
    say(f"{kind.name}: worked out the play of {len(told.keeps[0]):,} hands", began)


def boards(kind: Kind, say: Say) -> None:
    """Work out the chances to win, and what is expected with lurch, anew from the deals that are counted."""
    began = time.monotonic()
    told = Knowledge(kind)
    if kind.players != 3:
        _wins(kind, Boards.from_rows(kind.players, told.facts["deals"], told.rows), told.facts, told.rows)
        path_of(kind.name).write_bytes(packed(told.facts, told.rows))
        lurches = ", ".join(f"{name} {told.facts[name]:+.4f}" for game, _, name, _ in LURCHES if game == kind.name)
        say(f"{kind.name}: the first dealer wins {told.facts['first dealer']:.4f}; expects {lurches}", began)


def read(kind: Kind, seed: str) -> tuple[Dealing, Knowledge]:
    """Return the players of a game as they are stored."""
    told = Knowledge(kind, stored=kind.name if path_of(kind.name).exists() else kind.like)
    dealing = Dealing(kind, Random(seed))
    dealing.player = told.player
    for seat in range(kind.players):
        dealing.crib_worth[seat] = told.cribs[seat]
        dealing.play_worth[seat] = told.play[seat]
    return dealing, told


def count(kind: Kind, deals: int, say: Say) -> None:
    """Play so many deals more and count them into the tables of the game."""
    began = time.monotonic()
    dealing, told = read(kind, "")
    facts, rows = told.facts, told.rows
    if facts["game"] != kind.name:  # the players of another game
        facts = {"game": kind.name, "learned": facts["learned"], "deals": 0, "runs": [], "target": kind.target}
        rows = {
            name: row for name, row in rows.items() if name.partition(" ")[0] in _OF_PLAYERS and "points" not in name
        }
    dealing.chance = Random(f"{kind.name} {facts['deals']}")
    tally, boards = Tally(kind.players), Boards(kind.players)
    for _ in range(deals):
        found = dealing.deal()
        tally.add(found)
        if kind.players != 3:
            boards.add(found)
    new = tally.rows()
    if kind.players != 3:
        run = _first(expected(boards, kind.target, Worth(kind.target)), kind.target)
        facts["runs"] = [*facts["runs"], [deals, run]]
        new |= boards.rows()
    for name, row in new.items():
        rows[name] = array("I", map(sum, zip(row, rows[name]))) if name in rows else row
    pegged = facts.get("pegged", [0.0] * kind.players)
    before, facts["deals"] = facts["deals"], facts["deals"] + deals
    facts["pegged"] = [(old * before + more) / facts["deals"] for old, more in zip(pegged, tally.pegged)]
    facts["hands"] = [_mean(rows[f"hand points {seat}"]) for seat in range(kind.players)]
    facts["crib"] = _mean(rows["crib points"])
    if kind.players != 3:
        _wins(kind, Boards.from_rows(kind.players, facts["deals"], rows), facts, rows)
    path_of(kind.name).write_bytes(packed(facts, rows))
    means = ", ".join(f"{points:.3f}" for points in facts["pegged"])
    first = f"; the first dealer wins {facts['first dealer']:.4f}" if "first dealer" in facts else ""
    say(f"{kind.name}: {facts['deals']:,} deals: play {means}; crib {facts['crib']:.3f}{first}", began)


_OF_PLAYERS = ("count", "hand", "away", "kept", "crib", "play", "pegged", "against")


def _mean(row: Iterable[int]) -> float:
    numbers = list(row)
    return sum(points * number for points, number in enumerate(numbers)) / max(1, sum(numbers))


def _pack_worths(worths: Iterable[float]) -> array[Any]:
    return array("b", [max(-127, min(127, round(SIXTEENTHS * worth))) for worth in worths])


def _wins(kind: Kind, boards: Boards, facts: dict[str, Any], rows: Rows) -> None:
    """Put the chances to win and, with lurch, the expected games to `rows`, and the first of each to `facts`."""
    table = expected(boards, kind.target, Worth(kind.target))
    rows["wins"] = array("H", [round(65535 * (1 + worth) / 2) for row in table[1:] for worth in row[1:]])
    facts["first dealer"] = _first(table, kind.target)
    for game, goal, name, worth in LURCHES:
        if game == kind.name:
            games = expected(boards, goal, worth)
            rows[name] = array("h", [round(10000 * one) for row in games[1:] for one in row[1:]])
            facts[name] = games[goal][goal]


def _first(table: list[list[float]], target: int) -> float:
    return (1 + table[target][target]) / 2
