"""The questions of lessons and trainers: each is a value that draws itself on a page and judges an answer.

A question's `kind` says how it is answered: `points` by a number, `some` by cards among those offered, `hand` by a
whole hand, `choice` by one of several sentences. `judge` returns an answer, or a problem where what was typed is none.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Literal, Protocol

from cardroom.rules.learn.answers import Answer, Laid, names, problem, read_cards, read_offered, read_points
from cardroom.rules.learn.skills import blamed, listed, missed, skills_in
from league.rules.problems import Problem
from scoring import LEAGUE, Card, Discard, Kind, Ruleset, adjudicate, discards, parse_cards, pegging_points, score_show
from scoring.show import hand_problems
from scoring.text import N_, NOTHING, Text

How = Literal["points", "some", "hand", "choice"]
THIRTY_ONE = 31
FIND_FIFTEEN = N_("Choose cards that add up to fifteen.")
PEG_THE_MOST = N_("It is your turn. Which card pegs the most?")
NEAR = Fraction(1, 10)  # a choice that gives away less than a tenth of a point is as good as the best


class Question(Protocol):
    """A question that the engine judges."""

    kind: ClassVar[How]

    @property
    def text(self) -> Text:
        """The question, in a sentence."""
        ...

    def judge(self, typed: str) -> Answer | Problem:
        """Return the judgement on what was typed, or what is wrong with it."""
        ...


@dataclass(frozen=True, slots=True)
class Count:
    """A hand, or a crib, that is to be counted."""

    hand: str
    starter: str
    crib: bool = False
    ruleset: Ruleset = LEAGUE
    asked: Text = NOTHING
    kind: ClassVar[How] = "points"

    @property
    def text(self) -> Text:
        if self.asked:
            return self.asked
        return N_("What is this crib worth?") if self.crib else N_("What is this hand worth?")

    def judge(self, typed: str) -> Answer | Problem:
        said = read_points(typed)
        if isinstance(said, Problem):
            return said
        show = score_show(self.hand, self.starter, crib=self.crib, ruleset=self.ruleset)
        right = said == show.points
        words = _counted(show.points) if right else _miscounted(said, show.points)
        overlooked = missed(show, said)
        if overlooked:
            words = Text("{said} Missed, it seems: {missed}.", said=words, missed=listed(overlooked))
        rule = "R33" if self.crib and not right else "R29"
        return Answer(right, words, rule, show, needed=skills_in(show), wrong=blamed(show, said))


def _counted(points: int) -> Text:
    return Text.plural("Right: {n} point.", "Right: {n} points.", n=points)


def _miscounted(said: int, points: int) -> Text:
    return Text.plural("Not {said}: it is {n} point.", "Not {said}: it is {n} points.", n=points, said=said)


@dataclass(frozen=True, slots=True)
class Called:
    """A count that somebody calls: right, or wrong by something that is easily missed."""

    hand: str
    starter: str
    called: int
    crib: bool = False
    asked: Text = NOTHING
    kind: ClassVar[How] = "points"

    @property
    def text(self) -> Text:
        if self.asked:
            return self.asked
        said = N_("Your opponent calls {called} for this crib. What is it worth?")
        if not self.crib:
            said = N_("Your opponent calls {called} for this hand. What is it worth?")
        return Text(said, called=self.called)

    def judge(self, typed: str) -> Answer | Problem:
        said = read_points(typed)
        if isinstance(said, Problem):
            return said
        # Whoever says what was called challenges nothing.
        claimed = None if said == self.called else said
        verdict = adjudicate(self.hand, self.starter, crib=self.crib, declared=self.called, claimed=claimed)
        show, right = verdict.show, said == verdict.true_points
        words = _counted(show.points) if right else _miscounted(said, show.points)
        return Answer(
            right, words, verdict.rule, show, verdict=verdict, needed=skills_in(show), wrong=blamed(show, said)
        )


@dataclass(frozen=True, slots=True)
class Fifteen:
    """Cards among which some make fifteen."""

    cards: str
    text: Text = FIND_FIFTEEN
    pick: ClassVar[int] = 0
    kind: ClassVar[How] = "some"

    @property
    def offered(self) -> tuple[Card, ...]:
        return parse_cards(self.cards)

    def judge(self, typed: str) -> Answer | Problem:
        chosen = read_offered(typed, self.offered)
        if isinstance(chosen, Problem):
            return chosen
        found = score_show(chosen, None).combinations
        right = any(one.kind is Kind.FIFTEEN and len(one.cards) == len(chosen) for one in found)
        total = sum(card.value for card in chosen)
        said = N_("Right: {cards} make fifteen.") if right else N_("{cards} make {total}, not fifteen.")
        words = Text(said, cards=names(chosen).capitalised() if not right else names(chosen), total=total)
        return Answer(right, words, "R1")


@dataclass(frozen=True, slots=True)
class Lay:
    """A position in the play: the card that pegs most is to be laid."""

    played: str
    cards: str
    text: Text = PEG_THE_MOST
    pick: ClassVar[int] = 1
    kind: ClassVar[How] = "some"

    @property
    def offered(self) -> tuple[Card, ...]:
        return parse_cards(self.cards)

    @property
    def on_the_table(self) -> tuple[Card, ...]:
        """The cards of the count so far."""
        return parse_cards(self.played)

    @property
    def total(self) -> int:
        """The running count."""
        return sum(card.value for card in self.on_the_table)

    @property
    def lays(self) -> tuple[Laid, ...]:
        """The cards that fit within thirty-one, those that peg most first."""
        table, total = self.on_the_table, self.total
        fitting = [card for card in self.offered if total + card.value <= THIRTY_ONE]
        found = [Laid(card, pegging_points((*table, card)), total + card.value) for card in fitting]
        return tuple(sorted(found, key=lambda one: (-one.points, one.card)))

    def judge(self, typed: str) -> Answer | Problem:
        chosen = read_offered(typed, self.offered, 1)
        if isinstance(chosen, Problem):
            return chosen
        (card,), lays = chosen, self.lays
        laid = next((one for one in lays if one.card is card), None)
        if laid is None:
            total = self.total + card.value
            return problem(
                Text("The {card} would make {total}; a count may not pass thirty-one.", card=card.name, total=total)
            )
        best = lays[0].points
        right = laid.points == best
        said = N_("Right: the {card} makes {total} and pegs {points}.")
        if not right:
            said = N_("The {card} makes {total} and pegs {points}; the {better} pegs {best}.")
        words = Text(said, card=card.name, total=laid.total, points=laid.points, better=lays[0].card.name, best=best)
        return Answer(right, words, "R25", lays=lays, lost=Fraction(best - laid.points))


@dataclass(frozen=True, slots=True)
class LayAway:
    """Six cards dealt, of which two go to the crib: judged by the exact means of hand and crib."""

    cards: str
    dealer: bool
    pick: ClassVar[int] = 2
    kind: ClassVar[How] = "some"

    @property
    def text(self) -> Text:
        if self.dealer:
            return N_("You deal, so the crib is yours. Which two cards do you lay away?")
        return N_("Your opponent deals, so the crib is theirs. Which two cards do you lay away?")

    @property
    def offered(self) -> tuple[Card, ...]:
        return parse_cards(self.cards)

    @property
    def ranked(self) -> tuple[Discard, ...]:
        """Everything that can be laid away, the best first."""
        return discards(self.cards, dealer=self.dealer)

    def judge(self, typed: str) -> Answer | Problem:
        chosen = read_offered(typed, self.offered, 2)
        if isinstance(chosen, Problem):
            return chosen
        ranked = self.ranked
        place = next(at for at, one in enumerate(ranked) if set(one.laid_away) == set(chosen))
        lost = ranked[0].total - ranked[place].total
        right, best = lost < NEAR, names(ranked[0].laid_away)
        if place == 0:
            words = N_("Right: nothing is worth more on average.")
        elif right:
            words = Text(
                "As good as the best, which is {cards}: the difference is under a tenth of a point.", cards=best
            )
        else:
            words = Text("{cards} would be better.", cards=best.capitalised())
        return Answer(right, words, "R13", discards=ranked, chosen=place + 1, lost=lost)


@dataclass(frozen=True, slots=True)
class Make:
    """A hand that is to be made of any cards of the pack: one of so many points."""

    points: int
    text: Text
    example: str = "AC 7D 8H 3S + 7C"
    ruleset: Ruleset = LEAGUE
    kind: ClassVar[How] = "hand"

    @property
    def size(self) -> int:
        """The number of cards, the starter counted."""
        return self.ruleset.hand_size + 1

    @property
    def hint(self) -> str:
        """Say how the cards are typed, by others."""
        return self.example

    def judge(self, typed: str) -> Answer | Problem:
        cards = read_cards(typed)
        if isinstance(cards, Problem):
            return cards
        hand, starter = cards[:-1], cards[-1] if cards else None
        wrong = hand_problems(hand, starter, crib=False, ruleset=self.ruleset)
        if wrong:
            said = N_("Enter {size} cards, the starter last, such as {example}; here are {n}.")
            return problem(Text(said, size=self.size, example=self.example, n=len(cards)))
        show = score_show(hand, starter, ruleset=self.ruleset)
        right = show.points == self.points
        words = _counted(show.points) if right else Text("This hand is worth {points}.", points=show.points)
        return Answer(right, words, "R35", show)


@dataclass(frozen=True, slots=True)
class Option:
    """One of the sentences to choose from."""

    code: str
    text: Text


@dataclass(frozen=True, slots=True)
class Choose:
    """A question with several answers, one of which is right."""

    text: Text
    options: tuple[Option, ...]
    right: str
    because: Text
    rule: str
    kind: ClassVar[How] = "choice"

    def judge(self, typed: str) -> Answer | Problem:
        if typed not in {option.code for option in self.options}:
            return problem(N_("Choose one of the answers."))
        right = typed == self.right
        said = N_("Right. {because}") if right else N_("No. {because}")
        return Answer(right, Text(said, because=self.because), self.rule)


@dataclass(frozen=True, slots=True)
class Number:
    """A number of points that the engine has worked out already: what a card or an event pegs."""

    text: Text
    right: int
    because: Text
    rule: str
    cards: str = ""
    kind: ClassVar[How] = "points"

    @property
    def on_the_table(self) -> tuple[Card, ...]:
        return parse_cards(self.cards)

    def judge(self, typed: str) -> Answer | Problem:
        said = read_points(typed)
        if isinstance(said, Problem):
            return said
        right = said == self.right
        head = _counted(self.right) if right else _miscounted(said, self.right)
        return Answer(right, Text("{head} {because}", head=head, because=self.because), self.rule)
