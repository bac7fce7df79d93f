"""The bracket of a knock-out: its rounds of ties, where each side of a tie comes from, and who it is by now.

A bracket is made for places, and drawn afterwards: it may stand before anybody knows who enters. A place lies in the
round in which its entrant first plays; whoever has a bye in a round has a place in the next one. Ties against nobody
are not in it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

LEAST_ENTRANTS, MOST_ENTRANTS = 2, 512


class Source(StrEnum):
    """Where a side of a tie comes from."""

    PLACE = "place"
    WINNER = "winner"
    LOSER = "loser"


@dataclass(frozen=True, slots=True)
class Side:
    """A side of a tie: the entrant of a place, or the winner or loser of an earlier tie; `number` is whose."""

    source: Source
    number: int

    def __str__(self) -> str:
        return f"{self.source[0].upper()}{self.number}"

    @classmethod
    def parse(cls, text: str) -> "Side":
        """Read what `str` writes: "P3", "W12", "L30"; ValueError for another text."""
        return cls(next(source for source in Source if source[0] == text[:1].lower()), int(text[1:]))


@dataclass(frozen=True, slots=True)
class Tie:
    """Two sides that meet. Numbers begin at 1 and follow the rounds, from the top of the bracket down.

    Attributes:
        round: from 1, the first.
        third_place: it is for the third place, between the losers of the semi-finals.
    """

    number: int
    round: int
    top: Side
    bottom: Side
    third_place: bool = False

    @property
    def sides(self) -> tuple[Side, Side]:
        return self.top, self.bottom


@dataclass(frozen=True, slots=True)
class Bracket:
    """Attributes:
    places: the round in which each place first plays, from place 1, the best: seed 1's.
    """

    places: tuple[int, ...]
    ties: tuple[Tie, ...]

    @property
    def rounds(self) -> int:
        return max(tie.round for tie in self.ties)

    @property
    def final(self) -> Tie:
        return next(tie for tie in reversed(self.ties) if not tie.third_place)

    def ties_of(self, number: int) -> list[Tie]:
        """Return a round's ties, from the top down, the one for the third place last."""
        return [tie for tie in self.ties if tie.round == number]

    def next_tie(self, tie: Tie) -> Tie | None:
        """Return where a tie's winner plays next; None after the final and the tie for the third place."""
        wanted = Side(Source.WINNER, tie.number)
        return next((later for later in self.ties if wanted in later.sides), None)


def seeds_in_order(leaves: int) -> list[int]:
    """Return the seeds 1 to `leaves`, a power of two, from the top of a bracket down.

    Seeds 1 and 2 can only meet in the final, 1 to 4 not before the semi-finals, and so on.
    """
    order = [1]
    while len(order) < leaves:
        whole = 2 * len(order) + 1
        order = [seed for top in order for seed in (top, whole - top)]
    return order


def make_bracket(entering: Sequence[int], *, third_place: bool = False) -> Bracket:
    """Return the bracket of so many places.

    The first round has as many byes as are missing to the next power of two; the best places have them.

    Args:
        entering: the round in which each place first plays, from place 1; 1 for each is a knock-out in which all
            begin together. A place that enters later stands for the entrants who would have played for it.
        third_place: with a tie between the losers of the semi-finals, where there are two.

    Raises:
        ValueError: fewer than two places.
    """
    if len(entering) < LEAST_ENTRANTS:
        raise ValueError("a knock-out has two entrants at least")
    leaves = _leaves(entering)
    ties: list[Tie] = []
    sides: list[Side | None] = [
        Side(Source.PLACE, place) if place else None for place in _place_on_leaves(entering, leaves)
    ]
    level = 0
    while len(sides) > 1:
        level += 1
        later: list[Side | None] = []
        for top, bottom in zip(sides[::2], sides[1::2], strict=True):
            if top is None or bottom is None:
                later.append(top or bottom)
                continue
            ties.append(Tie(len(ties) + 1, level, top, bottom))
            later.append(Side(Source.WINNER, len(ties)))
        sides = later
    first = min(tie.round for tie in ties)
    ties = [Tie(tie.number, tie.round - first + 1, tie.top, tie.bottom) for tie in ties]
    final = ties[-1]
    if third_place and {side.source for side in final.sides} == {Source.WINNER}:
        top, bottom = (Side(Source.LOSER, side.number) for side in final.sides)
        ties = [*ties[:-1], Tie(final.number, final.round, top, bottom, third_place=True)]
        ties.append(Tie(final.number + 1, final.round, *final.sides))
    rounds = {side.number: tie.round for tie in ties for side in tie.sides if side.source is Source.PLACE}
    return Bracket(tuple(rounds[place] for place in range(1, len(entering) + 1)), tuple(ties))


def byes(entrants: int) -> int:
    """Return how many have no opponent in the first round: what is missing to the next power of two."""
    return (1 << (entrants - 1).bit_length()) - entrants


def _leaves(entering: Sequence[int]) -> int:
    weight = sum(1 << (number - 1) for number in entering)
    return 1 << max(weight - 1, 1).bit_length()


def _place_on_leaves(entering: Sequence[int], leaves: int) -> list[int]:
    """Return the place at each leaf, 0 where there is none: who enters latest chooses first, the best before others.

    A place that enters in round r has 2^(r-1) leaves to itself.
    """
    at = [0] * leaves
    taken = [False] * leaves
    for number in sorted(set(entering), reverse=True):
        width = 1 << (number - 1)
        order = seeds_in_order(leaves // width)
        free = sorted(
            (rank, node) for node, rank in enumerate(order) if not any(taken[node * width : (node + 1) * width])
        )
        mine = [place for place, round_ in enumerate(entering, start=1) if round_ == number]
        for place, (_, node) in zip(mine, free, strict=False):
            at[node * width] = place
            taken[node * width : (node + 1) * width] = [True] * width
    return at


@dataclass(frozen=True, slots=True)
class Decided:
    """How a tie ended: the winner's key, and whether it was played (not a walkover, a bye or a decision)."""

    winner: int
    played: bool = True


@dataclass(frozen=True, slots=True)
class Meeting:
    """A tie with whom it is between by now: an entrant's key each, None while it is not known."""

    tie: Tie
    top: int | None
    bottom: int | None
    decided: Decided | None

    @property
    def loser(self) -> int | None:
        if self.decided is None:
            return None
        return self.bottom if self.decided.winner == self.top else self.top

    @property
    def ready(self) -> bool:
        return self.top is not None and self.bottom is not None and self.decided is None


def meetings(bracket: Bracket, entrants: Sequence[int], decided: Mapping[int, Decided]) -> list[Meeting]:
    """Return every tie with its sides.

    Args:
        entrants: who has each place, from place 1; empty before the draw.
        decided: how ties ended, by their number.

    Raises:
        ValueError: a tie was won by somebody who was not in it.
    """
    found: dict[int, Meeting] = {}
    for tie in sorted(bracket.ties, key=lambda tie: (tie.round, tie.number)):
        top, bottom = (_who(side, entrants, found) for side in tie.sides)
        outcome = decided.get(tie.number)
        if outcome is not None and outcome.winner not in {top, bottom} - {None}:
            raise ValueError(f"tie {tie.number} was won by somebody who was not in it")
        found[tie.number] = Meeting(tie, top, bottom, outcome)
    return list(found.values())


def _who(side: Side, entrants: Sequence[int], found: Mapping[int, Meeting]) -> int | None:
    if side.source is Source.PLACE:
        return entrants[side.number - 1] if entrants else None
    earlier = found[side.number]
    if earlier.decided is None:
        return None
    return earlier.decided.winner if side.source is Source.WINNER else earlier.loser


def depends_on(bracket: Bracket, number: int) -> Iterator[int]:
    """Yield the ties that a tie's result decides about, however far: their sides change with it."""
    for later in bracket.ties:
        if any(side.source is not Source.PLACE and side.number == number for side in later.sides):
            yield later.number
            yield from depends_on(bracket, later.number)


@dataclass(frozen=True, slots=True)
class Plate:
    """Who plays for the plate: those whose first tie was lost; `complete` once nobody is still to play theirs."""

    entrants: tuple[int, ...]
    complete: bool


def find_plate_entrants(found: Sequence[Meeting], left: frozenset[int] = frozenset()) -> Plate:
    """Return who lost the first tie they played in, in the order of the ties.

    A bye is no tie: whoever had one and loses the next tie is in. `left` have withdrawn, and are not.
    """
    begun: set[int] = set()
    entrants: list[int] = []
    complete = True
    for meeting in sorted(found, key=lambda meeting: (meeting.tie.round, meeting.tie.number)):
        new = {who for who in (meeting.top, meeting.bottom) if who is not None} - begun
        fresh = any(side.source is Source.PLACE for side in meeting.tie.sides)
        if meeting.decided is None:
            complete = complete and not fresh
            continue
        begun |= new
        if meeting.loser in new and meeting.loser not in left:
            entrants.append(meeting.loser)
    return Plate(tuple(entrants), complete)
