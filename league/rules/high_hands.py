"""High hands: which scores a hand or crib can have, and what is wrong with one that somebody claims.

Scores that no cards make follow from the counting of the show (R29–R35); tests count every choice of ranks.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

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


@dataclass(frozen=True, slots=True)
class Typed:
    """A high hand as it was typed into one field: a score alone, or the cards with the starter last."""

    points: int | None = None
    cards: str = ""
    starter: str = ""


def read_typed(text: str) -> Typed:
    """Read ``29``, or ``5H 5C 5S JD 5D`` with the starter last. What is neither comes back as cards, to be refused.

    So are cards that cannot be, one of them twice or no card at all: with the last piece as their starter, so that what
    is said about them is what is wrong with them.
    """
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
    """Return a hand's cards in one order, by rank and suit, so that the same hand reads the same."""
    return " ".join(str(card) for card in sorted(parse_cards(cards)))


def most_cards(ruleset: Ruleset) -> int:
    """Return how many cards a hand or a crib can have, the starter among them."""
    return max(ruleset.kept, CRIB_CARDS) + 1


def scores_from(least: int, ruleset: Ruleset, *, crib: bool | None = None) -> list[int]:
    """Return the scores from `least` on that cards can make, in order.

    Args:
        crib: None: a hand's and a crib's.
    """
    kept = {CRIB_CARDS if crib else ruleset.kept} if crib is not None else {CRIB_CARDS, ruleset.kept}
    found = {score for n in kept for score in range(least, HIGHEST_OF[n] + 1) if score not in IMPOSSIBLE[n]}
    return sorted(found)


def score_problems(points: int, least: int, ruleset: Ruleset, *, crib: bool | None = None) -> list[Problem]:
    """Return what is wrong with a score that is claimed without cards: no cards make it, or it is not high enough."""
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
    """Return the problem of a score below what the league calls a high hand."""
    if points >= least:
        return []
    message = Text("A high hand is worth {least} or more in this league; this one is worth {points}.",
                   least=least, points=points)  # fmt: skip
    return [Problem("low-points", message, "points")]


def differing(claimed: int, counted: int) -> list[Problem]:
    """Return the problem of a score that is not what its cards make."""
    if claimed == counted:
        return []
    message = Text(
        "These cards make {counted}, not {claimed}. Check the cards, or leave the score out.",
        counted=counted, claimed=claimed,
    )  # fmt: skip
    return [Problem("points-differ", message, "points")]


@dataclass(frozen=True, slots=True)
class Recorded:
    """A high hand of a player in a fixture, as far as it tells two apart."""

    points: int
    cards: str = ""
    starter: str = ""
    match_number: int | None = None


def repeated(new: Recorded, known: Iterable[Recorded], *, again: int) -> list[Problem]:
    """Return why a hand may be in the records of its player and fixture already: refused if it must be, else asked.

    The very same cards are the same hand. Of one score, without the cards of both, nobody can tell: whoever records
    it says that it is another.

    Args:
        again: as many alike as whoever records it says there are already; the press that is repeated says too few.
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
    """Return True if two are known to be different hands: of other matches, or by cards that differ."""
    if None not in (one.match_number, other.match_number) and one.match_number != other.match_number:
        return True
    return bool(one.cards and other.cards) and (one.cards, one.starter) != (other.cards, other.starter)
