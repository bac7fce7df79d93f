"""The draw of a knock-out: who has which place. Anybody can make it again from what was published.

Before the draw the hash of a secret seed and the list of entrants are published. At the draw something is said in
public that nobody could know beforehand, such as the numbers of a lottery; it enters the shuffle with the list. Then
the seed is told.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from league.rules.competitions.brackets import (
    LEAST_ENTRANTS,
    MOST_ENTRANTS,
    Bracket,
    Side,
    Source,
    make_bracket,
)
from league.rules.problems import Problem
from league.rules.verifiable_shuffle import next_below, numbers, shuffled
from scoring.text import N_, Text

LATEST_ROUND = 6


@dataclass(frozen=True, slots=True)
class Entrant:
    """Attributes:
    key: whom it is, of all entrants.
    seed: 1 for the best; None: drawn.
    group: whom it is kept apart from: a key of its pub or club; None: from nobody.
    enters: the round in which it first plays.
    """

    key: int
    seed: int | None = None
    group: int | None = None
    enters: int = 1


@dataclass(frozen=True, slots=True)
class Draw:
    """A bracket, who has each of its places, from place 1, and the ties whose lower side was drawn first."""

    bracket: Bracket
    entrants: tuple[int, ...]
    reversed_ties: frozenset[int]


def check_entrants(entrants: Sequence[Entrant], names: dict[int, str]) -> list[Problem]:
    """Everything that stands against a draw of these entrants."""
    problems = []
    if len(entrants) < LEAST_ENTRANTS:
        problems.append(Problem("too-few", N_("A knock-out needs two entrants at least: enter more."), "entrants"))
    if len(entrants) > MOST_ENTRANTS:
        message = Text("A knock-out has {most} entrants at most: {n} are entered.", most=MOST_ENTRANTS, n=len(entrants))
        problems.append(Problem("too-many", message, "entrants"))
    for key, times in Counter(entrant.key for entrant in entrants).items():
        if times > 1:
            message = Text("{name} is entered {n} times: strike out the others.", name=names[key], n=times)
            problems.append(Problem("twice", message, "entrants"))
    seeds = Counter(entrant.seed for entrant in entrants if entrant.seed is not None)
    for seed, times in sorted(seeds.items()):
        if times > 1:
            problems.append(Problem("seed", Text("Seed {seed} is given {n} times.", seed=seed, n=times), "seed"))
    missing = sorted(set(range(1, len(seeds) + 1)) - set(seeds))
    if missing and not any(times > 1 for times in seeds.values()):
        message = Text("Seeds go from 1 on without a gap: seed {seed} is missing.", seed=missing[0])
        problems.append(Problem("seed", message, "seed"))
    problems += _check_rounds(entrants, names)
    return problems


def _check_rounds(entrants: Sequence[Entrant], names: dict[int, str]) -> Iterator[Problem]:
    for entrant in entrants:
        if not 1 <= entrant.enters <= LATEST_ROUND:
            message = Text("{name} may enter in rounds 1 to {last}.", name=names[entrant.key], last=LATEST_ROUND)
            yield Problem("enters", message, "enters")
    if entrants and all(entrant.enters > 1 for entrant in entrants):
        yield Problem("enters", N_("Nobody plays in the first round: let somebody enter in it."), "enters")


def bracket_for(entrants: Sequence[Entrant], *, third_place: bool = False) -> Bracket:
    """Return the bracket that so many entrants need; whoever enters late has a place from which that follows."""
    return make_bracket(_entering(entrants), third_place=third_place)


def _entering(entrants: Sequence[Entrant]) -> list[int]:
    """Return in which round each place enters, the seeds' first."""
    seeds = sorted((entrant for entrant in entrants if entrant.seed is not None), key=lambda entrant: entrant.seed or 0)
    others = sorted((entrant.enters for entrant in entrants if entrant.seed is None), reverse=True)
    return [entrant.enters for entrant in seeds] + others


def list_digest(entrants: Sequence[Entrant]) -> str:
    """Return the SHA-256 of a list of entrants as JSON: key, seed, group and round of each, by their keys."""
    rows = [[one.key, one.seed, one.group, one.enters] for one in sorted(entrants, key=lambda one: one.key)]
    return hashlib.sha256(json.dumps(rows, separators=(",", ":")).encode()).hexdigest()


def draw(entrants: Sequence[Entrant], *, seed: str, said: str, third_place: bool = False) -> Draw:
    """Return who has which place.

    Seeds have the places of their number. The others are drawn: without groups every order is as likely; members of a
    group are spread over the halves, quarters and so on of the bracket as evenly as its places allow, so that they meet
    as late as can be. Who is drawn first of two, and so at home, is drawn too.

    Args:
        seed: the server's, whose hash was published.
        said: what was said in public.
    """
    stream = numbers(seed, f"{list_digest(entrants)} {said.strip()}")
    bracket = bracket_for(entrants, third_place=third_place)
    filled: dict[int, Entrant] = {one.seed: one for one in entrants if one.seed is not None}
    order = shuffled(sorted((one for one in entrants if one.seed is None), key=lambda one: one.key), stream)
    # Not the bracket's rounds: a place with a bye stands for an entrant of the round before.
    entering = _entering(entrants)
    _fill(_plant(bracket, entering, filled), bracket.final.number, order, stream)
    flipped = frozenset(tie.number for tie in bracket.ties if next_below(stream, 2))
    return Draw(bracket, tuple(filled[place].key for place in range(1, len(entering) + 1)), flipped)


def draw_round(entrants: Sequence[Entrant], *, seed: str, said: str) -> Draw:
    """Return the draw of a round, where each is drawn anew: of its bracket only the first round counts."""
    return draw([replace(one, enters=1) for one in entrants], seed=seed, said=said)


@dataclass(frozen=True, slots=True)
class _Tree:
    """A bracket whose places are being filled; `below` are the places from which each tie can be reached."""

    bracket: Bracket
    entering: tuple[int, ...]
    filled: dict[int, Entrant]
    below: dict[int, list[int]]

    def places_of(self, side: Side) -> list[int]:
        return [side.number] if side.source is Source.PLACE else self.below[side.number]


def _plant(bracket: Bracket, entering: Sequence[int], filled: dict[int, Entrant]) -> _Tree:
    tree = _Tree(bracket, tuple(entering), filled, {})
    for tie in bracket.ties:
        tree.below[tie.number] = [place for side in tie.sides for place in tree.places_of(side)]
    return tree


def _fill(tree: _Tree, number: int, drawn: Sequence[Entrant], stream: Iterator[int]) -> None:
    """Give the entrants the free places below a tie: half by half, groups evenly over both."""
    tie = tree.bracket.ties[number - 1]
    sides = [tree.places_of(side) for side in tie.sides]
    free = [Counter(tree.entering[place - 1] for place in places if place not in tree.filled) for places in sides]
    groups = [Counter(tree.filled[place].group for place in places if place in tree.filled) for places in sides]
    halves = _split(drawn, free, groups, stream)
    for side, places, mine in zip(tie.sides, sides, halves, strict=True):
        if side.source is Source.PLACE:
            for entrant in mine:
                tree.filled[places[0]] = entrant
        else:
            _fill(tree, side.number, mine, stream)


def _split(
    drawn: Sequence[Entrant], free: list[Counter[int]], groups: list[Counter[int | None]], stream: Iterator[int]
) -> tuple[list[Entrant], list[Entrant]]:
    """Return who goes to either side: the largest groups first, each member to the side that has fewer of its group.

    Whoever is of no group, or its only member, is drawn in the end from all that is left, each as likely.
    """
    sizes: Counter[int | None] = Counter(one.group for one in drawn if one.group is not None)
    sizes.update(group for side in groups for group in side.elements() if group in sizes)
    together = [one for one in drawn if one.group is not None and sizes[one.group] > 1]
    # The order in which they were drawn decides between groups of a size, and within each.
    first_of = {one.group: place for place, one in reversed(list(enumerate(together)))}
    together.sort(key=lambda one: (-sizes[one.group], first_of[one.group]))
    halves: tuple[list[Entrant], list[Entrant]] = ([], [])
    for one in together:
        side = _side_for(one, free, groups, stream)
        halves[side].append(one)
        free[side][one.enters] -= 1
        groups[side][one.group] += 1
    placed = {one.key for one in together}
    for one in shuffled([one for one in drawn if one.key not in placed], stream):
        side = 0 if free[0][one.enters] > 0 else 1
        halves[side].append(one)
        free[side][one.enters] -= 1
    return halves


def _side_for(one: Entrant, free: list[Counter[int]], groups: list[Counter[int | None]], stream: Iterator[int]) -> int:
    if min(free[0][one.enters], free[1][one.enters]) == 0:
        return 0 if free[0][one.enters] else 1
    if groups[0][one.group] != groups[1][one.group]:
        return 0 if groups[0][one.group] < groups[1][one.group] else 1
    # The side with more room takes the odd one, so that the next group finds room on both.
    if free[0].total() != free[1].total():
        return 0 if free[0].total() > free[1].total() else 1
    return next_below(stream, 2)
