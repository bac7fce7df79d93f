"""Possible scores of a hand or crib, and problems of one that is claimed.

Scores that no cards make follow from the show (R29–R35); tests count every choice of ranks.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from league.rules.problems import Problem
from scoring import Ruleset, ScoringError, parse_cards
from scoring.ruleset import CRIB_CARDS
from scoring.show import HIGHEST as HIGHEST_OF
from scoring.text import N_, Text, join_names

# The least that a league may call a high hand, and the most that any hand is worth.
LEAST, HIGHEST = 12, max(HIGHEST_OF.values())
# As many scores are named in a sentence, and have a button each.
FEW = 6
# By the cards that are kept, the starter not among them.
IMPOSSIBLE: Mapping[int, frozenset[int]] = MappingProxyType(
    {3: frozenset({16, 17, 18, 19}), 4: frozenset({19, 25, 26, 27}), 5: frozenset({35, 41, 42, 43, 44, 45})}
)


class Typed(NamedTuple):
    """A high hand typed into one field: a score alone, or the cards with the starter last."""

    points: int | None = None
    cards: str = ""
    starter: str = ""


def read_typed(text: str) -> Typed:
    """Parse ``29``, or ``5H 5C 5S JD 5D`` with the starter last. Anything else comes back as cards, to be refused."""
    said = text.strip()
    if said.isascii() and said.isdigit() and len(said) <= 3:
        return Typed(points=int(said))
    try:
        *hand, starter = parse_cards(said)
    except (ScoringError, ValueError):
        first, _, last = said.rpartition(" ")
        return Typed(cards=first.strip(), starter=last) if first else Typed(cards=said)
    return Typed(cards=" ".join(map(str, hand)), starter=str(starter))


def in_order(cards: str) -> str:
    """Sort a hand's cards by rank and suit, so that the same hand reads the same."""
    return " ".join(str(card) for card in sorted(parse_cards(cards)))


def most_cards(ruleset: Ruleset) -> int:
    """The most cards of a hand or crib, with the starter."""
    return max(ruleset.hand_size, CRIB_CARDS) + 1


def scores_from(least: int, ruleset: Ruleset, *, crib: bool | None = None) -> list[int]:
    """Possible scores from `least` on; `crib` None: of hand and crib."""
    kept = {CRIB_CARDS if crib else ruleset.hand_size} if crib is not None else {CRIB_CARDS, ruleset.hand_size}
    found = {score for n in kept for score in range(least, HIGHEST_OF[n] + 1) if score not in IMPOSSIBLE[n]}
    return sorted(found)


def score_problems(points: int, least: int, ruleset: Ruleset, *, crib: bool | None = None) -> list[Problem]:
    """Problems of a score claimed without cards: no cards make it, or it is too low."""
    possible = scores_from(0, ruleset, crib=crib)
    if points not in possible:
        message = Text("{points} is impossible: no cards make it.", points=points)
        high = [str(score) for score in possible if score >= least]
        if len(high) <= FEW:
            sentence = N_("{points} is impossible: no cards make it. A high hand here is worth {scores}.")
            message = Text(sentence, points=points, scores=join_names(high))
        return [Problem("impossible-points", message, "points")]
    return low_problems(points, least)


def low_problems(points: int, least: int) -> list[Problem]:
    """The problem of a score below the league's high hands."""
    if points >= least:
        return []
    message = Text("A high hand is worth {least} or more in this league; this one is worth {points}.",
                   least=least, points=points)  # fmt: skip
    return [Problem("low-points", message, "points")]


def differing(claimed: int, counted: int) -> list[Problem]:
    """The problem of a score that its cards do not make."""
    if claimed == counted:
        return []
    message = Text(
        "These cards make {counted}, not {claimed}. Check the cards, or leave the score out.",
        counted=counted, claimed=claimed,
    )  # fmt: skip
    return [Problem("points-differ", message, "points")]


@dataclass(frozen=True, slots=True)
class Recorded:
    """What identifies a high hand of a player in a fixture."""

    points: int
    cards: str = ""
    starter: str = ""
    match_number: int | None = None


def repeated(new: Recorded, known: Iterable[Recorded], *, again: int) -> list[Problem]:
    """Why a hand may be recorded already: refused if it must be, else asked.

    The same cards are the same hand. Equal scores without cards of both may be: the recorder says that there are
    `again` alike, and a repeated press says too few.
    """
    recorded = list(known)
    if new.cards and any((one.cards, one.starter) == (new.cards, new.starter) for one in recorded):
        return [Problem("recorded", N_("This hand is recorded already: the same cards of the same player."), "cards")]
    alike = [one for one in recorded if one.points == new.points and not _are_different(one, new)]
    if not alike or again == len(alike):
        return []
    message = Text.plural(
        "This player has a {points} on record tonight already. Is this another one?",
        "This player has {n} hands worth {points} on record tonight already. Is this another one?",
        n=len(alike), points=new.points,
    )  # fmt: skip
    return [Problem("again", message, "again", choices=((len(alike), ""),))]


def _are_different(one: Recorded, other: Recorded) -> bool:
    """Whether two are different for sure: of other matches, or by differing cards."""
    if None not in (one.match_number, other.match_number) and one.match_number != other.match_number:
        return True
    return bool(one.cards and other.cards) and (one.cards, one.starter) != (other.cards, other.starter)
