from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Merit:
    """A player's figures in a division, awarded games not among them."""

    player_id: int
    games: int
    won: int
    pegged: int = 0  # points, in the `scores` games whose both scores are known
    scores: int = 0
    position: int | None = None  # None: fewer games than a place takes
    joint: bool = False

    @property
    def lost(self) -> int:
        return self.games - self.won

    @property
    def share(self) -> Fraction:
        return Fraction(self.won, self.games) if self.games else Fraction(0)

    @property
    def percentage(self) -> int:
        """Percentage of games won, rounded half up."""
        return int(self.share * 100 + Fraction(1, 2))

    @property
    def average(self) -> Fraction | None:
        """Points pegged a game with known points."""
        return Fraction(self.pegged, self.scores) if self.scores else None


def ranked(lines: Iterable[Merit], minimum: int) -> list[Merit]:
    """Rank by share, then number of games won; equal ones share a place, and who played under `minimum` games has
    none."""

    def key(line: Merit) -> tuple[Fraction, int]:
        return line.share, line.won

    everybody = sorted(
        (line for line in lines if line.games), key=lambda line: (key(line), -line.player_id), reverse=True
    )
    placed = [line for line in everybody if line.games >= minimum]
    others = [line for line in everybody if line.games < minimum]
    keys = [key(line) for line in placed]
    with_place = [replace(line, position=keys.index(key(line)) + 1, joint=keys.count(key(line)) > 1) for line in placed]
    return with_place + others
