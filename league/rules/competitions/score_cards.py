"""Cards of players who meet once a game each: what two cards say together, and the standing of a night or a season.

The American Cribbage Congress's tournament rules, rule 12.2 (two cards that differ) and its cross-checking guidelines
(order of the standing): two game points for a win, three for one by 31 or more, none for a loss.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.text import N_, Text

WIN, SKUNK_WIN = 2, 3
SKUNKED_BY = 31
MOST_SPREAD = 121
HIGH_CARD = 22


@dataclass(frozen=True, slots=True)
class Line:
    """A game as one of its players wrote it.

    Attributes:
        points: game points: 0, 2 or 3.
        spread: the pegging points it was won or lost by; None where it was left blank.
        plus: the column that the spread stands in.
    """

    points: int
    spread: int | None
    plus: bool

    @property
    def won(self) -> bool:
        return self.points > 0


@dataclass(frozen=True, slots=True)
class Settled:
    """A game's two lines as they count, and what was changed on them, in words."""

    lines: tuple[Line, Line]
    changes: tuple[Text, ...] = ()


def make_line(margin: int) -> Line:
    """Return the line of a game won by so many points, lost where they are negative."""
    points = (SKUNK_WIN if margin >= SKUNKED_BY else WIN) if margin > 0 else 0
    return Line(points, abs(margin), plus=margin > 0)


def settle_cards(one: Line, other: Line) -> Settled:
    """Return what two cards say together.

    Neither player is asked (12.2): a spread on one card only counts for both; of two winners, or two losers, the one
    with the spread in the plus column has won; with both in the same column both have lost. A spread that differs goes
    against each player: the smaller counts for the winner and the greater for the loser. A win by 31 or more is a skunk
    on both cards, or on none.
    """
    changes: list[Text] = []
    lines = [one, other]
    if one.spread is None or other.spread is None:
        known = one.spread if one.spread is not None else other.spread
        if one.spread != other.spread:
            changes.append(N_("The spread stood on one card only: it counts for both."))
        lines = [replace(line, spread=known or 0) for line in lines]
    if one.won == other.won:
        lines, said = _settle_winner(lines)
        changes.append(said)
    elif one.plus == other.plus:
        changes.append(N_("Both spreads stood in one column: the win stands."))
        lines = [replace(line, plus=line.won) for line in lines]
    elif one.plus != one.won:
        changes.append(N_("The spreads stood in each other’s column: the win stands."))
        lines = [replace(line, plus=line.won) for line in lines]
    spreads = sorted(line.spread or 0 for line in lines)
    if spreads[0] != spreads[1]:
        changes.append(N_("The spreads differ: the smaller counts for the winner, the greater for the loser."))
        lines = [replace(line, spread=spreads[0] if line.won else spreads[1]) for line in lines]
    worth = [(SKUNK_WIN if (line.spread or 0) >= SKUNKED_BY else WIN) if line.won else 0 for line in lines]
    if any(line.won and line.points != points for line, points in zip(lines, worth, strict=True)):
        changes.append(N_("A win by 31 or more counts three points, any other two."))
    lines = [replace(line, points=points) for line, points in zip(lines, worth, strict=True)]
    return Settled((lines[0], lines[1]), tuple(changes))


def _settle_winner(lines: Sequence[Line]) -> tuple[list[Line], Text]:
    """Return the lines of a game that both cards say was won, or lost: 12.2 d and e."""
    if lines[0].plus == lines[1].plus:
        said = N_("Both cards claim a win: both lose.") if lines[0].won else N_("Both cards say it was lost: it was.")
        return [Line(0, line.spread, plus=False) for line in lines], said
    said = N_("Both cards say the same: the spread’s column tells who won.")
    return [Line(WIN if line.plus else 0, line.spread, plus=line.plus) for line in lines], said


@dataclass(frozen=True, slots=True)
class CardTotal:
    """A player's card of a night, or several added up: what decides, in its order."""

    points: int = 0
    won: int = 0
    spread: int = 0
    plus: int = 0
    games: int = 0
    cards: int = 0
    high_cards: int = 0

    @property
    def order(self) -> tuple[int, int, int, int]:
        return -self.points, -self.won, -self.spread, -self.plus


def total_card(lines: Iterable[Line]) -> CardTotal:
    """Add up a night's card."""
    played = list(lines)
    plus = sum(line.spread or 0 for line in played if line.plus)
    minus = sum(line.spread or 0 for line in played if not line.plus)
    points = sum(line.points for line in played)
    won = sum(line.won for line in played)
    return CardTotal(points, won, plus - minus, plus, len(played), 1, int(points >= HIGH_CARD))


def total_season(cards: Iterable[CardTotal], best: int | None = None) -> CardTotal:
    """Add up a player's nights, the `best` of them only; None: all. High cards count wherever they were made."""
    nights = sorted(cards, key=lambda card: card.order)
    counted = nights if best is None else nights[:best]
    columns = ("points", "won", "spread", "plus", "games", "cards")
    sums = {name: sum(getattr(card, name) for card in counted) for name in columns}
    return CardTotal(**sums, high_cards=sum(card.high_cards for card in nights))


def rank_totals(totals: Mapping[int, CardTotal]) -> list[tuple[int, int]]:
    """Return each player's place and key, the best first: points, games won, net spread, plus points.

    Who is level in all of them shares the place, and stands by key.
    """
    order = sorted(totals, key=lambda key: (totals[key].order, key))
    places: list[tuple[int, int]] = []
    for number, key in enumerate(order, start=1):
        level = places and totals[order[number - 2]].order == totals[key].order
        places.append((places[-1][0] if level else number, key))
    return places
