"""The trainers: endless questions, each from a word that gives the same question every time."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from cardroom.rules.learn.dealing import chance, dealt_show, seed_with, shuffled
from cardroom.rules.learn.questions import Called, Count, Lay, LayAway, Question
from cardroom.rules.learn.skills import Skill, misses_in
from scoring import Card, Show, pegging_points
from scoring.text import N_, Text

LONGEST_SEED = 40
THIRTY_ONE = 31
TRIES = 400  # puzzles dealt until one has a single best card
LEAST_PLAYED, MOST_PLAYED = 2, 5
IN_HAND = 4


class TrainerName(StrEnum):
    """The words of the trainers in addresses and rows."""

    COUNT = "count"
    DISCARDS = "discards"
    MISCOUNT = "miscount"
    PEGGING = "pegging"


@dataclass(frozen=True, slots=True)
class Trainer:
    """A trainer.

    Attributes:
        question: makes the question that belongs to a word.
        by_skill: it asks again for the kinds of combination that were got wrong.
        by_loss: its choices are measured by what they give away.
    """

    name: TrainerName
    title: Text
    lead: Text
    question: Callable[[str], Question]
    by_skill: bool = False
    by_loss: bool = False

    def seed(self, word: str, skill: Skill | None) -> str:
        """Return a word whose question needs a skill, where this trainer asks by skill."""
        return seed_with(word, skill) if self.by_skill else word


def count(seed: str) -> Count:
    """Return a hand or a crib to be counted."""
    show = dealt_show(seed)
    return Count(_codes(show.hand), str(show.starter), crib=show.crib)


def discard(seed: str) -> LayAway:
    """Return six cards of which two are to be laid away, as dealer or as the other player."""
    return LayAway(_codes(sorted(shuffled(seed)[:6])), dealer=chance(f"{seed}:dealer", 2) == 0)


def miscount(seed: str) -> Called:
    """Return a call of a hand: right one time in three, and otherwise wrong by something that is easily missed."""
    show = dealt_show(seed)
    return Called(_codes(show.hand), str(show.starter), _call(seed, show), crib=show.crib)


def _call(seed: str, show: Show) -> int:
    misses = misses_in(show)
    if chance(f"{seed}:right", 3) == 0:
        return show.points
    suits = [card.suit for card in show.hand]
    if show.crib and len(set(suits)) == 1 and not any(miss.skill is Skill.FLUSH for miss in misses):
        return show.points + len(suits)  # R33: the flush that is none in a crib
    if not misses:
        return 2  # a fifteen seen where there is none
    return show.points - misses[chance(f"{seed}:miss", len(misses))].points


def pegging(seed: str) -> Lay:
    """Return a position in the play in which one card pegs more than any other."""
    for number in range(TRIES):
        puzzle = _position(f"{seed}.{number}")
        if puzzle is not None:
            return puzzle
    return Lay("7D 8S", "9H KC 2D AS")


def _position(seed: str) -> Lay | None:
    """Return a position if one of its cards pegs the most, and at least two; None for others."""
    cards = shuffled(seed)
    hand, rest = cards[:IN_HAND], cards[IN_HAND:]
    played: list[Card] = []
    total = 0
    # Cards that lead to something are laid rather than any: people do play near each other.
    for card in rest[: MOST_PLAYED + LEAST_PLAYED]:
        if total + card.value > THIRTY_ONE - 1 or len(played) == LEAST_PLAYED + chance(seed, MOST_PLAYED - 1):
            continue
        played.append(card)
        total += card.value
    if len(played) < LEAST_PLAYED:
        return None
    points = sorted(
        (pegging_points((*played, card)) for card in hand if total + card.value <= THIRTY_ONE), reverse=True
    )
    if len(points) < LEAST_PLAYED or points[0] < 2 or points[0] == points[1]:
        return None
    return Lay(_codes(played), _codes(sorted(hand)))


def _codes(cards: tuple[Card, ...] | list[Card]) -> str:
    return " ".join(map(str, cards))


TRAINERS: Mapping[str, Trainer] = MappingProxyType(
    {
        trainer.name.value: trainer
        for trainer in (
            Trainer(
                TrainerName.COUNT,
                N_("Count hands"),
                N_("Against the clock. What you get wrong comes round again sooner."),
                count,
                by_skill=True,
            ),
            Trainer(
                TrainerName.DISCARDS,
                N_("Lay away two"),
                N_("Six cards, two to give away: measured by what hand and crib are worth on average."),
                discard,
                by_loss=True,
            ),
            Trainer(
                TrainerName.MISCOUNT,
                N_("Spot the miscount"),
                N_("Your opponent calls a hand. Is it right, or is there something for muggins?"),
                miscount,
                by_skill=True,
            ),
            Trainer(
                TrainerName.PEGGING,
                N_("Peg the most"),
                N_("A position in the play, and one card that pegs more than the others."),
                pegging,
                by_loss=True,
            ),
        )
    }
)
