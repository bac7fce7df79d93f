"""Count overcalls and false challenges by person and game (R41–R43). The count proposes; a referee decides."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from league.rules.sheet_places import place_of_game
from league.rules.sheets import SIDES, Side, other_side
from scoring.text import Text

RULE = "R43"


@dataclass(frozen=True, slots=True)
class _Errors:
    """Errors of one person in one game, or of a side where nobody was named."""

    fixture: int
    match_number: int
    game_number: int
    side: Side
    player: int | None
    overcalls: int = 0
    false_challenges: int = 0
    appealed: int = 0


@dataclass(frozen=True, slots=True)
class Noted(_Errors):
    """What one ruling noted; `appealed` notes count too."""


@dataclass(frozen=True, slots=True)
class Count(_Errors):
    """Totals of one person in one game."""

    @property
    def total(self) -> int:
        """Both together, as the rule counts them."""
        return self.overcalls + self.false_challenges

    @property
    def place(self) -> Text:
        return place_of_game(self.match_number, self.game_number)


def counted(noted: Iterable[Noted]) -> list[Count]:
    """Count by person and game, the highest first, then in the order of the sheet."""
    found: dict[tuple[int, int, int, Side, int | None], Count] = {}
    for one in noted:
        key = (one.fixture, one.match_number, one.game_number, one.side, one.player)
        so_far = found.get(key) or Count(*key)
        found[key] = replace(
            so_far,
            overcalls=so_far.overcalls + one.overcalls,
            false_challenges=so_far.false_challenges + one.false_challenges,
            appealed=so_far.appealed + one.appealed,
        )
    wrong = [count for count in found.values() if count.total]
    return sorted(
        wrong,
        key=lambda c: (-c.total, c.fixture, c.match_number, c.game_number, c.side == "away", c.player or 0),
    )


def proposals(counts: Iterable[Count], threshold: int) -> list[Count]:
    """Counts that reach the ruleset's `persistent_threshold`, for a referee to decide."""
    return [count for count in counts if count.total >= threshold]


def awarded_sides(offenders: Collection[Side]) -> tuple[Side, ...]:
    """Sides that R43 lets be awarded a game with these offenders: their opponents."""
    return tuple(side for side in SIDES if other_side(side) in offenders)
