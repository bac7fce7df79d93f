from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from league.models import Fixture, Player
from league.queries.honours.high_hands import Squads, players_of
from league.rules.formats import fixture_terms
from league.rules.high_hands import FEW, most_cards, scores_from
from league.rules.match_terms import KIND_NAMES
from league.rules.problems import Problem
from league.translation import Text, translated


@dataclass(frozen=True, slots=True)
class TypedHand:
    """A high hand as typed; `text` is the cards, the starter last, or a score; `score` is of the button pressed."""

    player: int = 0
    text: str = ""
    score: int | None = None
    crib: bool = False
    match_number: int | None = None
    again: int = 0


@dataclass(frozen=True, slots=True)
class HandForm:
    """The form for a high hand of a fixture.

    Attributes:
        sides: the players of the night by team.
        cards: the most that a hand and its starter have.
        scores: those that have a button: what cards can be worth from the league's high hands on, where they are few.
        again: how many alike there are already, where that is asked.
    """

    fixture: Fixture
    sides: Sequence[tuple[str, Sequence[Player]]]
    scores: Sequence[int]
    matches: Sequence[tuple[int, Text]]
    cards: int
    least: int
    typed: TypedHand = TypedHand()
    wrong: Mapping[str, list[str]] = field(default_factory=dict)
    again: int = 0


_SHORT = {"cards": "hand", "starter": "hand", "points": "hand", "match_number": "match"}
FIELDS = {"player": "hand-player", "cards": "hand", "starter": "hand", "points": "hand", "match_number": "hand-match"}


NOTHING_TYPED = TypedHand()


def hand_form(
    fixture: Fixture,
    typed: TypedHand = NOTHING_TYPED,
    problems: Sequence[Problem] = (),
    *,
    squads: Squads | None = None,
) -> HandForm:
    """Return the form, as it was filled in (three queries at most)."""
    home, away = players_of(fixture, squads)
    terms = fixture_terms(fixture)
    rulesets = {terms.ruleset(number) for number in range(len(terms.matches) + 1)}
    scores = sorted({score for one in rulesets for score in scores_from(fixture.league.high_hand, one)})
    wrong: dict[str, list[str]] = {}
    for problem in problems:
        wrong.setdefault(_SHORT.get(problem.field, problem.field), []).append(translated(problem.message))
    return HandForm(
        fixture,
        [(fixture.home.name, home), (fixture.away.name, away)],
        scores if len(scores) <= FEW else (),
        [(number, Text("Match {number}, {kind}", number=number, kind=KIND_NAMES[match.kind]))
         for number, match in enumerate(terms.matches, start=1)],
        max(most_cards(one) for one in rulesets),
        fixture.league.high_hand,
        typed,
        wrong,
        next((choice for one in problems if one.code == "again" for choice, _ in one.choices), 0),
    )  # fmt: skip
