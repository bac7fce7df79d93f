"""The kinds of combination that a count may miss, told from a counted hand, and which of them a wrong count missed.

A count that is wrong by some points says what was overlooked where one plausible miss explains it; else the whole hand
is to be practised again.
"""

from collections.abc import Iterable
from enum import StrEnum
from itertools import combinations
from typing import NamedTuple

from scoring import Combination, Kind, Show
from scoring.text import N_, Text


class Skill(StrEnum):
    """Kinds of combination that are practised, in the order in which a beginner meets them."""

    FIFTEEN = "fifteen"
    PAIR = "pair"
    RUN = "run"
    DOUBLE_RUN = "double-run"
    PAIR_ROYAL = "pair-royal"
    FLUSH = "flush"
    NOB = "nob"

    @property
    def label(self) -> Text:
        """Its name for a person."""
        return _LABELS[self]


_LABELS = {
    Skill.FIFTEEN: N_("Fifteens"),
    Skill.PAIR: N_("Pairs"),
    Skill.RUN: N_("Runs"),
    Skill.DOUBLE_RUN: N_("Double runs"),
    Skill.PAIR_ROYAL: N_("Pairs royal"),
    Skill.FLUSH: N_("Flushes"),
    Skill.NOB: N_("His nob"),
}


class Miss(NamedTuple):
    """Points that are easily overlooked in a hand: of which skill, how many, and by which words."""

    skill: Skill
    points: int
    said: Text
    combinations: tuple[Combination, ...]


def skills_in(show: Show) -> frozenset[Skill]:
    """Return the skills that counting this hand needs; none for a hand worth nothing."""
    kinds = [combination.kind for combination in show.combinations]
    runs = kinds.count(Kind.RUN)
    found = {
        Skill.FIFTEEN: Kind.FIFTEEN in kinds,
        Skill.PAIR: Kind.PAIR in kinds,
        Skill.RUN: runs == 1,
        Skill.DOUBLE_RUN: runs > 1,
        Skill.PAIR_ROYAL: Kind.PAIR_ROYAL in kinds or Kind.DOUBLE_PAIR_ROYAL in kinds,
        Skill.FLUSH: Kind.FLUSH in kinds,
        Skill.NOB: Kind.NOB in kinds,
    }
    return frozenset(skill for skill, there in found.items() if there)


def misses_in(show: Show) -> tuple[Miss, ...]:
    """Return what a player might overlook in this hand, one thing each."""
    of: dict[Kind, list[Combination]] = {}
    for combination in show.combinations:
        of.setdefault(combination.kind, []).append(combination)
    found = [*_fifteens(of.get(Kind.FIFTEEN, [])), *_runs(of.get(Kind.RUN, [])), *_pairs(of)]
    for kind, skill, said in _WHOLE:
        found += [Miss(skill, one.points, said, (one,)) for one in of.get(kind, [])]
    return tuple(found)


_WHOLE = (
    (Kind.FLUSH, Skill.FLUSH, N_("the flush")),
    (Kind.NOB, Skill.NOB, N_("his nob")),
)


def _fifteens(found: list[Combination]) -> list[Miss]:
    """One of the fifteens: the one of most cards, which is seen last."""
    if not found:
        return []
    hidden = max(found, key=lambda one: len(one.cards))
    return [Miss(Skill.FIFTEEN, 2, N_("a fifteen"), (hidden,))]


def _runs(found: list[Combination]) -> list[Miss]:
    if len(found) == 1:
        return [Miss(Skill.RUN, found[0].points, N_("the run"), tuple(found))]
    # A double run that is counted as one run, and no further.
    return [Miss(Skill.DOUBLE_RUN, one.points, N_("the second run"), (one,)) for one in found[-1:]]


def _pairs(of: dict[Kind, list[Combination]]) -> list[Miss]:
    found = [Miss(Skill.PAIR, one.points, N_("the pair"), (one,)) for one in of.get(Kind.PAIR, [])[:1]]
    royal = N_("a pair royal: three of a kind are three pairs, six points")
    double = N_("a double pair royal: four of a kind are six pairs, twelve points")
    found += [Miss(Skill.PAIR_ROYAL, 4, royal, (one,)) for one in of.get(Kind.PAIR_ROYAL, [])]
    found += [Miss(Skill.PAIR_ROYAL, 6, double, (one,)) for one in of.get(Kind.DOUBLE_PAIR_ROYAL, [])]
    return found


def missed(show: Show, declared: int) -> tuple[Miss, ...]:
    """Return the fewest plausible misses that explain a count that is too low; none where none do."""
    short = show.points - declared
    if short <= 0:
        return ()
    candidates = misses_in(show)
    for size in (1, 2):
        for chosen in combinations(candidates, size):
            if sum(miss.points for miss in chosen) == short:
                return chosen
    return ()


def blamed(show: Show, declared: int) -> frozenset[Skill]:
    """Return the skills that a count got wrong: those it missed, or where nothing explains it all that the hand needs.

    A hand worth nothing that was called more asks for fifteens again, which are most often seen where none are.
    """
    if declared == show.points:
        return frozenset()
    explained = frozenset(miss.skill for miss in missed(show, declared))
    return explained or skills_in(show) or frozenset({Skill.FIFTEEN})


def listed(misses: Iterable[Miss]) -> Text:
    """Return the words of some misses in one row."""
    return Text.joined(", ", [miss.said for miss in misses])
