"""A written deal that cannot be followed any more: what can still be said of its lines, and what they peg."""

from scoring.cards import Card, Rank
from scoring.course import Course, Spot, counted, impossible
from scoring.errors import ScoringError
from scoring.events import Irregularity
from scoring.game import Game
from scoring.irregularities import IrregularityKind, redress
from scoring.muggins import adjudicate
from scoring.record import DealRecord, Entry, Oddity, Score, ShownHand, Turn, Turned
from scoring.revealed import place_of, player_called, reveal
from scoring.ruleset import CRIB_CARDS
from scoring.show import CRIB, HAND, show_points
from scoring.text import Text

A_JOKE = 19  # R35: what a hand of nothing is called, as no hand is worth so many


class LooseDeal:
    """One deal on a course, by its lines. `new_deal` is whether it was void, so that the same dealer deals again."""

    def __init__(self, course: Course, deal: DealRecord, number: int) -> None:
        self.course, self.deal, self.number = course, deal, number
        self.names = course.game.names
        self.revealed = reveal(deal, number, self.names, course.game.ruleset)
        self.dealer = course.game.dealer
        self.new_deal = False
        self.starter: Card | None = None

    def _spot(self, entry: Entry) -> Spot:
        return Spot(entry.at, self.number, place_of(entry, self.names))

    def _wrong_length(self, entry: Score) -> None:
        sides = len(self.course.game.scores)
        self.course.fault(
            self._spot(entry),
            "R4",
            counted(len(entry.points), sides),
        )

    def _irregularity(self, entry: Oddity) -> Irregularity:
        player = self.dealer if entry.player is None else player_called(entry.player, self.names) or 0
        return Irregularity(entry.kind, player, entry.choice, entry.points, entry.in_time, entry.asked)

    def _loosely(self, entry: Entry) -> None:
        """What can still be said of a line: its points, and what it adds to the score."""
        course = self.course
        match entry:
            case Turn(what=Turned.STARTER):
                self.starter = None if entry.at in self.revealed.bad else entry.card
                if entry.card.rank is Rank.JACK:
                    course.add(course.game.side_of(self.dealer), 2)
            case Score() if len(entry.points) != len(course.game.scores):
                self._wrong_length(entry)
            case Score():
                course.adopt(entry.points)
            case ShownHand() if entry.declared is not None:
                self._called_loosely(entry, entry.declared)
            case Oddity():
                self._redressed_loosely(entry)

    def _called_loosely(self, entry: ShownHand, declared: int) -> None:
        course = self.course
        player = self.dealer if entry.player is None else player_called(entry.player, self.names)
        if self._impossible(entry, declared) or player is None:
            course.sure = False
            return
        course.add(course.game.side_of(player), self._pegged_loosely(entry, declared))

    def _impossible(self, entry: ShownHand, declared: int) -> bool:
        """Whether a call or a claim is a total that there is not, which is then a fault (R35)."""
        what, cards = (CRIB, CRIB_CARDS) if entry.crib else (HAND, self.course.game.ruleset.hand_size)
        totals = [declared] if entry.objection is None else [declared, entry.objection.claimed]
        wrong = [(points, impossible(points, what, cards)) for points in totals]
        for points, message in wrong:
            if message:
                if points == A_JOKE:
                    message = Text("{wrong}; for a {show} of nothing write = 0", wrong=message, show=what)
                self.course.fault(self._spot(entry), "R35", message)
        return any(message for _, message in wrong)

    def _pegged_loosely(self, entry: ShownHand, declared: int) -> int:
        """What the player of a call pegs, as far as its cards and the starter are known; the challenger’s come too."""
        game = self.course.game
        if entry.at in self.revealed.bad or not entry.cards or self.starter is None:
            return declared
        if entry.objection is None:
            true = show_points(entry.cards, self.starter, crib=entry.crib, ruleset=game.ruleset)
            self.course.remark(self._spot(entry), CRIB if entry.crib else HAND, declared, true)
            return declared
        verdict = adjudicate(
            entry.cards,
            self.starter,
            crib=entry.crib,
            declared=declared,
            claimed=entry.objection.claimed,
            takes=entry.objection.takes,
            ruleset=game.ruleset,
        )
        challenger = player_called(entry.objection.player, self.names)
        if challenger is not None and verdict.challenger_pegs:
            self.course.add(game.side_of(challenger), verdict.challenger_pegs)
        return verdict.counter_pegs

    def _redressed_loosely(self, entry: Oddity) -> None:
        fields = self._irregularity(entry)
        try:
            found = redress(
                fields.kind,
                choice=fields.choice,
                points=fields.points,
                in_time=fields.in_time,
                asked=fields.asked,
                ruleset=self.course.game.ruleset,
            )
        except ScoringError as error:
            self.course.fault(self._spot(entry), "R48", error.text)
            return
        self.new_deal = self.new_deal or found.new_deal
        if found.retracts_play:  # of a deal that cannot be followed nobody knows how much that was
            self.course.sure = False
        first = self.dealer if entry.kind is IrregularityKind.WRONG_CRIB else fields.player
        opponent = (first + 1) % len(self.names)
        self.course.add(self.course.game.side_of(fields.player), found.offender_pegs)
        self.course.add(self.course.game.side_of(opponent), found.opponent_pegs)


def may_have_said_go(game: Game) -> bool:
    """Return True if a go may have been said by somebody whose cards are not known."""
    play = game.play
    return bool(play and play.hidden[play.turn or 0] and play.may_go(play.turn or 0))
