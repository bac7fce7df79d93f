"""The seats at the table: sides, partners, and how a player is called in an error (R4 R11 R12)."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

from scoring.cards import Card
from scoring.errors import Problem
from scoring.game_error import GameError
from scoring.ruleset import Ruleset
from scoring.text import N_, Text

T = TypeVar("T")
PARTNERS = 4
"""The number of players at which those opposite each other are partners."""


SIDES = {2: (0, 1), 3: (0, 1, 2), PARTNERS: (0, 1, 0, 1)}
"""The side of each player, by the number of players: partners of four sit opposite each other."""


def side_of(player: int, players: int) -> int:
    return SIDES[players][player]


def sides(players: int) -> int:
    return 2 if players == PARTNERS else players


def seating_problems(names: Sequence[str], ruleset: Ruleset, dealer: int | None) -> Iterator[Problem]:
    """Every reason why these players cannot sit down to a game by `ruleset`, `dealer` (if any) dealing first."""
    if len(names) not in (2, 3, 4):
        yield Problem("names", Text("R4: there are {n} players; two, three or four play", n=len(names)))
    if len(names) == 3 and not ruleset.three_players:
        yield Problem("names", Text("R12: three do not play {title}; two or four do", title=ruleset.called))
    if not all(names):
        yield Problem("names", N_("R4: a player has no name"))
    called = [name.casefold() for name in names]  # as a record reads them
    for name in sorted({name for name in called if name and called.count(name) > 1}):
        yield Problem("names", Text("R4: two players are called {name}; tell them apart", name=name))
    if dealer is not None and dealer not in range(len(names)):
        yield Problem(
            "dealer", Text("R2: player {dealer} is to deal; there are {n}, from 0", dealer=dealer, n=len(names))
        )


def replace_at(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """`values`, one a player or a side, with another at `place`."""
    if len(values) == 2:
        return (values[0], value) if place else (value, values[1])
    return (*values[:place], value, *values[place + 1 :])


def refused(
    names: Sequence[str], rule: str, wrong: Text, player: int | None = None, card: Card | None = None
) -> GameError:
    """The error for something that `player` may not do; it calls them by their name."""
    if player is None:
        message = Text("{rule}: {wrong}", rule=rule, wrong=wrong)
    else:
        who = names[player] if player in range(len(names)) else Text("player {number}", number=player)
        message = Text("{rule}: {player}: {wrong}", rule=rule, player=who, wrong=wrong)
    return GameError(Problem("event", message), rule=rule, player=player, card=card)
