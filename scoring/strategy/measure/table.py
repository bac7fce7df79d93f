"""A game from its first deal to its winning peg, by players of given strengths who each see only their own cards."""

from collections.abc import Sequence
from random import Random

from scoring.cards import PACK, Card
from scoring.events import Call, Deal, Event, LayAway, Phase, Starter
from scoring.game import Game
from scoring.ruleset import Ruleset
from scoring.strategy.calling import challenge
from scoring.strategy.decision import Strength
from scoring.strategy.measure.program import Program
from scoring.strategy.player import decide

NAMES = ("North", "East", "South", "West")


Player = Strength | Program


class Table:
    """A game on its way: the pack, who laid which cards away, and everything that has happened."""

    def __init__(self, ruleset: Ruleset, strengths: Sequence[Player], *, dealer: int, cards: str, chance: Random):
        self.names = NAMES[: len(strengths)]
        self.start = self.game = Game.start(self.names, ruleset=ruleset, dealer=dealer)
        self.strengths, self.cards, self.chance = strengths, cards, chance
        self.events: list[Event] = []
        self.away: dict[int, tuple[Card, ...]] = {}
        self.pack: list[Card] = []

    def played(self, *, deals: int | None = None) -> Game:
        """Play the game to its end, or to the end of so many deals, and return it."""
        while self.game.winner is None:
            if deals is not None and self.game.phase is Phase.DEAL and self.game.deal >= deals:
                break
            event = self._next()
            self.events.append(event)
            self.game = self.game.apply(event).game
        return self.game

    def _next(self) -> Event:
        game = self.game
        match game.phase:
            case Phase.DEAL:
                return self._deal()
            case Phase.STARTER:
                return Starter(self.pack.pop())
            case Phase.LAY_AWAY:
                laid = game.table.laid if game.table else 0
                return self._decided(next(player for player in range(len(self.names)) if not laid >> player & 1))
        player = game.turn or 0
        event = self._decided(player)
        return self._answered(event) if isinstance(event, Call) else event

    def _decided(self, player: int) -> Event:
        away, strength = self.away.get(player, ()), self.strengths[player]
        if isinstance(strength, Program):
            event = self._by_program(strength, player, away)
        else:
            event = decide(self.game, player, strength=strength, chance=self.chance, laid_away=away).event
        if isinstance(event, LayAway):
            self.away[player] = event.cards or ()
        return event

    def _by_program(self, program: Program, player: int, away: tuple[Card, ...]) -> Event:
        """Ask another program, but for its hands: the engine counts them."""
        if self.game.phase is Phase.SHOW:
            return decide(self.game, player, strength=Strength.STRONGEST, chance=self.chance).event
        return program.decide(self.game, player, away)

    def _answered(self, said: Call) -> Event:
        for player, strength in enumerate(self.strengths):
            level = Strength.STRONGEST if isinstance(strength, Program) else strength
            answer = challenge(self.game, player, said, strength=level, chance=self.chance)
            if answer is not None:
                return Call(said.player, said.declared, said.cards, said.crib, answer)
        return said

    def _deal(self) -> Deal:
        players, ruleset = len(self.names), self.game.ruleset
        self.pack = list(PACK)
        Random(f"{self.cards} {self.game.deal}").shuffle(self.pack)  # noqa: S311
        self.away = {}
        hands = [[self.pack.pop() for _ in range(ruleset.dealt_to(players))] for _ in range(players)]
        return Deal(hands, [self.pack.pop() for _ in range(ruleset.pack_to_crib_of(players))])
