"""The machines at a table: what each does when it is its turn, from what its seat may know.

Its chance belongs to the seed of the shuffle, as the cards do: once the seed is told, anybody can see that nothing was
drawn later (docs/play.md).
"""

from collections.abc import Sequence
from random import Random
from typing import Protocol

from cardroom.rules.play.entries import Entry, written
from cardroom.rules.play.next_action import listener
from cardroom.rules.play.replay import Replay
from cardroom.rules.play.seats import Seat
from cardroom.rules.play.shuffle import chance, depths, drawn, order
from scoring import Call, Card, Challenge, Phase
from scoring.pack import Pack
from scoring.strategy import challenge, decide


class Shuffled(Protocol):
    """The shuffle that a machine plays with: `moves.Shuffle` is one."""

    @property
    def seed(self) -> str: ...  # pragma: no cover

    @property
    def cut(self) -> int | None: ...  # pragma: no cover


def stock(course: Replay, shuffle: Shuffled) -> tuple[Card, ...]:
    """Return what is left of the pack once the cards are dealt: what the starter is cut from."""
    seen = course.game.table.seen if course.game.table else 0
    return tuple(card for card in order(shuffle.seed, shuffle.cut) if not seen & card.bit)


def cut_for_deal(course: Replay, player: int, seed: str) -> tuple[int, Card]:
    """Return where a machine cuts for deal, and its card: not where somebody has cut already."""
    pack, taken = order(seed), {depth for depth, _ in course.cuts.values()}
    within, again = depths(len(pack)), 0
    while (depth := drawn(seed, f"cut of {player} {again}", within[0], within[-1])) in taken:
        again += 1
    return depth, pack[depth - 1]


def moved(course: Replay, seats: Sequence[Seat], player: int, shuffle: Shuffled) -> Entry:
    """Return what a machine does whose turn it is: it lays away, cuts the starter, plays or says go."""
    game = course.game
    if game.phase is Phase.STARTER:
        left = stock(course, shuffle)
        within = depths(len(left))
        depth = drawn(shuffle.seed, "starter", within[0], within[-1])
        return written(Pack(left).starter(depth)) | {"cut": depth}
    decision = decide(
        game,
        player,
        strength=seats[player].level,
        chance=_chance(course, shuffle.seed, player),
        laid_away=course.away.get(player, ()),
    )
    return written(decision.event)


def counted(course: Replay, seats: Sequence[Seat], player: int, seed: str) -> list[Entry]:
    """Return how the hand or crib that is due is counted: right, unless a machine tells it to a person who listens."""
    game = course.game
    crib = game.shown == len(game.names)
    answers = listener(course, seats, player)
    if seats[player].machine and answers is not None:
        said = decide(
            game, player, strength=seats[player].level, chance=_chance(course, seed, player),
            laid_away=course.away.get(player, ()),
        ).event  # fmt: skip
        if isinstance(said, Call):
            return [{"t": "count", "p": player, "declared": said.declared, "crib": crib, "asks": answers}]
    (right,) = game.legal_events()
    return [written(right)]


def challenged(course: Replay, seats: Sequence[Seat], call: Call, seed: str) -> Challenge | None:
    """Return the challenge of the first machine, clockwise, that says something else than a person who counted."""
    for step in range(1, len(seats)):
        player = (call.player + step) % len(seats)
        if seats[player].machine:
            strength, luck = seats[player].level, _chance(course, seed, player)
            found = challenge(course.game, player, call, strength=strength, chance=luck)
            if found is not None and found.claimed != call.declared:
                return found
    return None


def _chance(course: Replay, seed: str, player: int) -> Random:
    return chance(seed, f"player {player} after {len(course.happened)}")
