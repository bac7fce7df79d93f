"""A game written down: its events as the record that a person would have noted, which `scoring.replay` reads back."""

from collections.abc import Iterable

from scoring.cards import Card, cards_of
from scoring.events import Call, Cut, Deal, Event, Go, Irregularity, Lay, LayAway, Muggins, Starter
from scoring.game import Game, Step
from scoring.record import (
    Claim,
    DealRecord,
    Entry,
    HeldCards,
    Holding,
    Move,
    Moves,
    Objection,
    Oddity,
    Record,
    Result,
    Score,
    ShownHand,
    Turn,
    Turned,
    Word,
)


def transcribe(start: Game, events: Iterable[Event]) -> Record:
    """The record of a game from its `start`, with the points behind each card and the score after each deal.

    What the events leave unknown is not written. Raises GameError where an event cannot happen, and RecordError for
    names that cannot be written.
    """
    writer = _Writer(start)
    for event in events:
        writer.add(writer.game.apply(event))
    return writer.record(start)


class _Writer:
    def __init__(self, start: Game) -> None:
        self.game = start
        self.names = start.names
        self.cuts: list[tuple[Card, ...]] = []
        self.deals: list[tuple[Entry, ...]] = []
        self.entries: list[Entry] | None = None
        self.moves: list[Move] = []

    def add(self, step: Step) -> None:
        event, before = step.event, self.game
        if not isinstance(event, Lay | Go | Muggins):
            self._end_moves()
        if isinstance(event, Cut):
            self.cuts.append(event.cards)
        elif isinstance(event, Deal):
            self._end_deal()
            self.entries = self._dealt(event)
        elif isinstance(event, Lay | Go):
            what: Card | Word = event.card if isinstance(event, Lay) else Word.GO
            self.moves.append(Move(what, sum(peg.points for peg in step.pegs) or None))
        elif isinstance(event, Muggins):
            self._claimed(event)
        elif self.entries is not None:
            self.entries += self._entry(event, before)
        self.game = step.game

    def _dealt(self, event: Deal) -> list[Entry]:
        hands = zip(self.names, event.hands or (), strict=False)
        entries: list[Entry] = [HeldCards(Holding.DEALT, name, hand) for name, hand in hands if hand is not None]
        return [*entries, Turn(Turned.EXTRA, event.extra)] if event.extra else entries

    def _entry(self, event: Event, before: Game) -> list[Entry]:
        match event:
            case LayAway(cards=tuple(cards)):
                return [HeldCards(Holding.LAID_AWAY, self.names[event.player], cards)]
            case Starter():
                return [Turn(Turned.STARTER, (event.card,))]
            case Call():
                return [self._shown_entry(event, before)]
            case Irregularity():
                name = self.names[event.player]
                return [Oddity(event.kind, name, event.points, event.choice, event.in_time, event.asked)]
        return []

    def _shown_entry(self, event: Call, before: Game) -> ShownHand:
        cards = event.cards
        if cards is None and before.table is not None and before.play is not None:
            cards = tuple(sorted(before.table.crib)) if event.crib else cards_of(before.play.held[event.player])
        objection = None
        if event.challenge is not None:
            challenge = event.challenge
            objection = Objection(self.names[challenge.player], challenge.claimed, challenge.takes)
        return ShownHand(self.names[event.player], cards or (), event.declared, event.crib, objection)

    def _claimed(self, event: Muggins) -> None:
        """A card or a go with the points that were pegged for it, and the challenge in the line below."""
        self.moves.append(Move(event.of.card if isinstance(event.of, Lay) else Word.GO, event.declared))
        self._end_moves()
        if self.entries is not None:
            challenge = event.challenge
            self.entries.append(Claim(self.names[challenge.player], challenge.claimed, challenge.takes))

    def _end_moves(self) -> None:
        if self.moves and self.entries is not None:
            self.entries.append(Moves(tuple(self.moves)))
        self.moves = []

    def _end_deal(self) -> None:
        if self.entries is not None:
            self.deals.append((*self.entries, Score(self.game.scores)))

    def record(self, start: Game) -> Record:
        self._end_moves()
        self._end_deal()
        result = None
        if self.game.winner is not None:
            result = Result(self.game.scores, self.names[self.game.winner])
        dealer = None if self.cuts or start.first_dealer is None else self.names[start.first_dealer]
        deals = tuple(DealRecord(entries, number) for number, entries in enumerate(self.deals, start=1))
        return Record(self.names, start.ruleset.name, dealer, tuple(self.cuts), deals, result)
