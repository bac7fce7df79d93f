"""The play and whole games against magmacrunch-cribbage, the fastest game that was found to count right.

The games are its own: it plays them against itself, they are written down as events, and both sides then play them
again. So the scores of two engines that share no line are compared on the way.
"""

from collections.abc import Callable
from random import Random
from types import ModuleType
from typing import Any

import pytest

from scoring import PACK, Call, Card, Deal, Game, Go, Lay, LayAway, Peg, Phase, Rank, Starter, Suit, pegging_points
from scoring.events import Event
from tests.bench.peers import SEED, hold, peer

pytestmark = pytest.mark.bench

GAMES = 10
TIMES = 5  # that ours plays them again in one turn, so that a turn is long enough for the clock
SUITS = {"clubs": Suit.CLUBS, "diamonds": Suit.DIAMONDS, "hearts": Suit.HEARTS, "spades": Suit.SPADES}
RANKS = dict(zip(["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"], Rank, strict=True))
NAMES = ("player", "ai")


def _ours(card: Any) -> Card:
    return Card(RANKS[card.rank], SUITS[card.suit])


def _cards(cards: Any) -> tuple[Card, ...]:
    return tuple(map(_ours, cards))


def test_points_of_a_card_in_the_play() -> None:
    theirs = peer("cribbage.cards")
    counts: list[tuple[Card, ...]] = []
    random = Random(SEED)
    while len(counts) < 1000:
        count: tuple[Card, ...] = ()
        for card in random.sample(PACK, 8):
            if sum(c.value for c in count) + card.value > 31:
                break
            count = (*count, card)
            counts.append(count)
    their_card = {_ours(card): card for card in theirs.Deck().cards}
    their_counts = [([their_card[c] for c in count[:-1]], their_card[count[-1]]) for count in counts]
    assert [pegging_points(count) for count in counts] == [
        theirs.score_pegging_play(card, before).points for before, card in their_counts
    ]
    hold(
        "points of a card in the play",
        lambda: [pegging_points(count) for _ in range(TIMES) for count in counts],
        lambda: [theirs.score_pegging_play(card, before) for before, card in their_counts],
        at_least=10,
        pieces=TIMES * len(counts),
        their_pieces=len(counts),
    )


def test_whole_games_played_again() -> None:
    game = peer("cribbage.game")
    written = [_written_down(game, seed) for seed in range(GAMES)]
    start = Game.start(NAMES, dealer=0)
    for events, scores in written:
        run = start.through(events)
        assert (run.error, run.game.phase) == (None, Phase.OVER)
        # Up to the target: they leave out the last card's point when another point of it has won already.
        assert [min(score, 121) for score in run.game.scores] == [min(score, 121) for score in scores]

    def ours() -> None:
        for _ in range(TIMES):
            for events, _ in written:
                start.through(events)

    def theirs() -> None:
        for seed in range(GAMES):
            _play(game, seed, lambda _: None)

    what = "a whole game, every card checked"
    hold(what, ours, theirs, at_least=14, pieces=TIMES * GAMES, their_pieces=GAMES)


def _play(game: ModuleType, seed: int, look: Callable[[Any], None]) -> Any:
    """One of their games, moved on as their own screen does it; `look` sees it after each move."""
    table = game.Game(rand=Random(seed).random)
    while table.phase != game.GAME_OVER:
        if table.phase == game.CRIB_SELECTION:
            for card in table.player_hand[:2]:
                table.select_for_crib(card)
            table.confirm_crib()
        elif table.phase == game.STARTER_CUT:
            table.cut()
        elif table.waiting_on_player:
            table.play(table.playable(game.PLAYER)[0], game.PLAYER)
        else:
            game.step(table)
        look(table)
    return table


class _Scribe:
    """Writes a game of theirs down as events, each go too that they leave unsaid."""

    def __init__(self, module: ModuleType) -> None:
        self.module = module
        self.game = Game.start(NAMES, dealer=0)
        self.events: list[Event] = []
        self.plays = 0

    def note(self, event: Event) -> tuple[Peg, ...]:
        step = self.game.apply(event)
        self.events.append(event)
        self.game = step.game
        return step.pegs

    def look(self, table: Any) -> None:
        """Note whatever happened since the last look."""
        if table.phase == self.module.CRIB_SELECTION and self.game.phase in (Phase.DEAL, Phase.SHOW):
            self.show()
            self.note(Deal((_cards(table.player_hand), _cards(table.ai_hand))))
        elif self.game.phase is Phase.LAY_AWAY:
            thrown = _cards(table.crib)
            self.note(LayAway(0, thrown[:2]))
            self.note(LayAway(1, thrown[2:]))
        elif self.game.phase is Phase.STARTER:
            self.note(Starter(_ours(table.starter)))
        for play in table.log[self.plays :]:
            if play.card is not None:
                self.lay(0 if play.who == self.module.PLAYER else 1, _ours(play.card))
        self.plays = len(table.log)
        if table.phase == self.module.GAME_OVER:
            self.show()

    def lay(self, player: int, card: Card) -> None:
        """A card, after the gos that they leave unsaid: of whoever is in turn and does not lay it."""
        while self.game.play is not None and (self.game.turn != player or self.game.play.total + card.value > 31):
            self.note(Go(self.game.turn or 0))
        self.note(Lay(player, card))

    def show(self) -> None:
        """The hands and the crib, each called right; none once the game is over."""
        while self.game.phase is Phase.PLAY and self.game.turn is not None:
            self.note(Go(self.game.turn))
        while self.game.phase is Phase.SHOW and self.game.turn is not None:
            crib = self.game.shown == len(NAMES)
            for declared in range(30):
                step = self.game.apply(Call(self.game.turn, declared, crib=crib))
                if step.verdict is None:
                    self.note(Call(self.game.turn, declared, crib=crib))
                    break


def _written_down(module: ModuleType, seed: int) -> tuple[list[Event], tuple[int, int]]:
    """The events of one of their games, and its score."""
    scribe = _Scribe(module)
    table = _play(module, seed, scribe.look)
    return scribe.events, (table.scores[module.PLAYER], table.scores[module.AI])
