"""The chance to win by the score and the deal: tables worked out from deals that were played (docs/strategy.md).

Two players, or two sides of two. With lurch there is a second table, of expected games: by it is chosen, so that a
lurch weighs what it counts (R38).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from scoring.ruleset import GoContinuation, Ruleset
from scoring.strategy.kernel.knowledge import Knowledge, knowledge

Worth = Callable[[int, int, bool], float]
"""By a side's score, the other's, and whether the first deals next: what the first expects."""
_OF_TWO = {5: "five", 6: "six", 7: "seven"}
_OF_FOUR = {4: "five-partners", 5: "six-partners", 6: "seven-partners"}
_BY_KEPT = {3: "five", 4: "six", 5: "seven"}
_CERTAIN, _GAMES = 65535, 10000
_APART = 1024  # no score is so high
_MOST = 30_000  # places that are kept, some six megabytes: a decision asks the same few hundred again and again


def win_probability(ruleset: Ruleset, own: int, theirs: int, *, dealer: bool, players: int = 2) -> float:
    """Return the chance to win from a score before a deal, 0 to 1, where both sides play alike.

    `own` and `theirs` are points, of which both may be past the target; then `own` came first. `dealer` says whether
    the deal is one's own. A ruleset that nobody here has played is taken for the nearest that somebody has.
    """
    return board(ruleset, players).win(own, theirs, dealer)


def load_knowledge(ruleset: Ruleset, players: int) -> Knowledge:
    """Return what is known of the game that so many players have by `ruleset`, or of the nearest."""
    if players == 3:
        return knowledge("three")
    if players == 4:
        return knowledge(_OF_FOUR.get(ruleset.doubles_dealt, "six-partners"))
    name = _OF_TWO.get(ruleset.dealt, "six")
    if ruleset.hand_size != ruleset.dealt - 2:
        name = _BY_KEPT[ruleset.hand_size]
    if name == "six" and not ruleset.lone_player_scores:
        name = "six-home"
    elif name == "six" and ruleset.go_continuation is GoContinuation.ONE:
        name = "six-one"
    return knowledge(name)


class Board:
    """The tables of a ruleset and so many players."""

    def __init__(self, ruleset: Ruleset, players: int) -> None:
        self.target = ruleset.target
        told = load_knowledge(ruleset, players)
        self.wins = told.board("wins")
        self.size = int(told.facts.get("target", 0))
        self.lurches = told.board(_lurch(ruleset))
        self.ruleset = ruleset
        self.load_knowledge: dict[int, tuple[float, float]] = {}

    def win(self, own: int, theirs: int, deals: bool) -> float:
        """Return the chance to win, 0 to 1; points past the target win, one's own first."""
        x, y = self.target - own, self.target - theirs
        if x <= 0 or y <= 0:
            return 1.0 if x <= 0 else 0.0
        if self.wins is None:
            return 0.5
        if x > self.size or y > self.size:
            x, y = _nearer(x, y, self.size)
        number: int = self.wins[(x - 1) * self.size + y - 1 if deals else (y - 1) * self.size + x - 1]
        return (number if deals else _CERTAIN - number) / _CERTAIN

    def both(self, own: int, theirs: int, deals: bool) -> tuple[float, float]:
        """Return the expected games and the chance to win."""
        key = (_APART * own + theirs) * 2 + deals
        found = self.load_knowledge.get(key)
        if found is None:
            if len(self.load_knowledge) > _MOST:
                self.load_knowledge.clear()
            found = self.load_knowledge[key] = self.worth(own, theirs, deals), self.win(own, theirs, deals)
        return found

    def worth(self, own: int, theirs: int, deals: bool) -> float:
        """Return the expected games, won less lost; without lurch it goes with the chance to win."""
        x, y = self.target - own, self.target - theirs
        rules = self.ruleset
        if self.lurches is None:
            return rules.game_points * (2 * self.win(own, theirs, deals) - 1)
        if x <= 0 or y <= 0:
            return self._counts(theirs) if x <= 0 else -self._counts(own)
        table, size = self.lurches, self.target
        expected: int = table[(x - 1) * size + y - 1] if deals else -table[(y - 1) * size + x - 1]
        return expected / _GAMES

    def _counts(self, loser: int) -> float:
        rules = self.ruleset
        if loser < rules.double_lurch_below:
            return float(rules.double_lurch_points)
        return float(rules.lurch_points if loser < rules.lurched_below else rules.game_points)


@lru_cache(maxsize=16)
def board(ruleset: Ruleset, players: int) -> Board:
    """Return the board of a ruleset and so many players."""
    return Board(ruleset, players)


def _nearer(x: int, y: int, size: int) -> tuple[int, int]:
    """Further to go than any ruleset here has: as far apart, a little nearer the end."""
    over = max(x, y) - size
    return max(1, x - over), max(1, y - over)


def _lurch(ruleset: Ruleset) -> str:
    """Return the name of the table of a ruleset's lurch, empty where it has none or another than those made."""
    counts = (ruleset.game_points, ruleset.lurch_points, ruleset.lurched_below, ruleset.double_lurch_below)
    half = (ruleset.target + 1) // 2
    if not ruleset.lurch:
        return ""
    if counts in ((2, 3, 91, 61), (2, 3, half, 0)):
        return f"acc-{ruleset.target}"
    return f"lurch-{ruleset.target}" if counts == (1, 2, half, 0) else ""
