"""One written deal gone through: its lines become events, and what nobody wrote because the cards show it is supplied.

That is a go that must have been said, the cards that were laid away where a hand shows the others, and the order of
those who lay away.
"""

from collections.abc import Iterator
from itertools import zip_longest

from scoring.cards import PACK, Card, cards_of
from scoring.counts import THIRTY_ONE
from scoring.course import Course, Spot, bare, differences, numbers
from scoring.events import Call, Challenge, Deal, Go, Lay, LayAway, Muggins, Phase, Starter
from scoring.game import Game, Step
from scoring.game_error import GameError
from scoring.irregularities import IrregularityKind
from scoring.loose_deal import may_have_said_go
from scoring.pegging import Play
from scoring.record import Claim, DealRecord, Entry, Move, Moves, Oddity, Score, ShownHand, Turn, Turned, Unread, Word
from scoring.revealed import player_called
from scoring.show_replay import ShowReplay
from scoring.stated import Stated, stated_faults
from scoring.text import N_, Text
from scoring.written import LONGEST_TEXT, TextPosition, listed

LAST = TextPosition(LONGEST_TEXT, 0)  # after everything written
_AFTER_LAYING = (IrregularityKind.WRONG_HAND, IrregularityKind.WRONG_CRIB)


class DealReplay(ShowReplay):
    """Goes through one deal on a course."""

    def __init__(self, course: Course, deal: DealRecord, number: int) -> None:
        super().__init__(course, deal, number)
        self.played = 0  # cards
        self.claim: Claim | None = None  # of the last move of the line that is gone through
        self.last_move: Move | None = None
        self.stated: list[Stated] = []  # of the last card and the gos after it
        # What nobody knows of the cards may stand in a line that is not good, which is a fault already.
        self.spoilt = bool(self.revealed.bad) or any(isinstance(entry, Unread) for entry in deal.entries)

    def run(self) -> None:
        """Every line of the deal in its order, with every fault in it."""
        course, entries = self.course, self.deal.entries
        course.faults += self.revealed.faults
        if not course.loose:
            hands = tuple(self._dealt(player) for player in range(len(self.names)))
            course.do(Deal(hands, self.revealed.extra), Spot(self.deal.at, self.number, "deal"))
        for entry, following in zip_longest(entries, entries[1:]):
            if entry.at in self.revealed.bad or isinstance(entry, Unread):
                course.lose()
            self._entry(entry, following)

    def _dealt(self, player: int) -> tuple[Card, ...] | None:
        held = self.revealed.dealt.get(player)
        return None if held is None else held.cards

    def _entry(self, entry: Entry, following: Entry | None) -> None:
        if isinstance(entry, Moves):
            self._moves(entry, following if isinstance(following, Claim) else None)
            return
        if self.course.loose:
            self._loosely(entry)
            return
        match entry:
            case Turn(what=Turned.STARTER):
                self._turned(entry)
            case ShownHand() if entry.declared is not None:
                self._replay_show(entry)
            case Score():
                self._score(entry)
            case Claim() if entry is not self.claim:
                wrong = N_("nothing was played in the line before; write it below the card or go it is about")
                self.course.fault(self._spot(entry), "R43a", wrong)
            case Oddity():
                self._oddity(entry)

    # The starter and what is laid away before it

    def _turned(self, entry: Turn) -> None:
        if self.course.game.ruleset.starter_first or self._lay_away():
            self.course.do(Starter(entry.card), self._spot(entry))
            self.starter = entry.card

    def _lay_away(self) -> bool:
        """Everybody lays away who has not; whether nothing was wrong with it."""
        game = self.course.game
        if game.phase is not Phase.LAY_AWAY or game.table is None:
            return True
        players = [(self.dealer + place) % len(self.names) for place in range(1, len(self.names) + 1)]
        written = self.revealed.places
        for player in sorted(players, key=lambda player: written.get(("away", player), LAST)):
            if not game.table.laid >> player & 1 and not self._lays_away(player):
                return False
        return True

    def _lays_away(self, player: int) -> bool:
        found = self.revealed
        away = found.away.get(player)
        kept = () if player in found.dealt else found.kept.get(player, ())
        what = next((key for key in ("away", "hand", "dealt") if (key, player) in found.places), None)
        at = self.deal.at if what is None else found.places[what, player]
        name = self.names[player]
        said = {
            "away": Text("laid away by {player}", player=name),
            "hand": Text("hand of {player}", player=name),
            "dealt": Text("dealt to {player}", player=name),
        }
        spot = Spot(at, self.number, "deal" if what is None else said[what])
        if away is None and player in found.dealt:
            if self.spoilt:  # that is why
                self.course.lose()
                return False
            hint = Text(
                "nobody knows what {name} laid away; write it (laid away {name}: …) or the hand that was shown",
                name=name,
            )
            self.course.refuse(spot, "R6", hint)
            return False
        return self.course.do(LayAway(player, away, kept), spot) is not None

    # The play

    def _moves(self, entry: Moves, claim: Claim | None) -> None:
        if not self.course.loose:
            self._lay_away()
        last = entry.moves[-1] if entry.moves else None
        self.claim = None if last is None or last.what is Word.NEW_COUNT else claim
        self.last_move = last
        for move in entry.moves:
            card = isinstance(move.what, Card)
            spot = Spot(
                move.at,
                self.number,
                Text("play {number}", number=self.played + 1) if card else self._describe_place(move),
            )
            self.played += card
            if move.at in self.revealed.bad:
                self.course.lose()
            if self.course.loose:
                self.course.sure = False
            elif isinstance(move.what, Card):
                self._card(move.what, move, spot)
            elif move.what is Word.GO:
                self._go(move, spot)
            else:
                self._new_count(spot)

    def _describe_place(self, move: Move) -> Text:
        if not self.played:
            return N_("go before play 1") if move.what is Word.GO else N_("new count before play 1")
        sentence = N_("go after play {number}") if move.what is Word.GO else N_("new count after play {number}")
        return Text(sentence, number=self.played)

    def _card(self, card: Card, move: Move, spot: Spot) -> None:
        """The card, and before it every go that must have been said."""
        gos: list[Step] = []
        game = self.course.game
        while game.phase is Phase.PLAY and game.play is not None and not self._could_lay(game.play, card):
            if self._may_lay(game.play) and not self._proves_go(game.play, card):
                break
            try:
                step = game.apply(Go(game.turn or 0))
            except GameError:
                break
            gos.append(step)
            game = step.game
        if game.phase is not Phase.PLAY or game.play is None or not self._could_lay(game.play, card):
            self._no_card(card, spot, game)
            return
        self._supplied(gos)
        self.settle()
        self._played(Lay(game.turn or 0, card), move, spot, str(card))

    def _could_lay(self, play: Play, card: Card) -> bool:
        """Whether the player whose turn it is may be laying `card`."""
        player = play.turn or 0
        if play.total + card.value > 31:
            return False
        if play.left[player] & card.bit:
            return True
        hidden = play.hidden[player] and not play.seen & card.bit and card.value > play.shut[player]
        return bool(hidden) and self.revealed.owner.get(card, player) == player

    def _proves_go(self, play: Play, card: Card) -> bool:
        """Return True if `card` shows that the player in turn said go: it passes 31, or another holds it."""
        return card.value > THIRTY_ONE - play.total or self.revealed.owner.get(card, play.turn) != play.turn

    def _no_card(self, card: Card, spot: Spot, tried: Game) -> None:
        """The card cannot be: why, and what could be played instead by the one who could not say go."""
        game = self.course.game
        try:
            step = game.apply(Lay(self.revealed.owner.get(card, game.turn or 0), card))
        except GameError as error:
            turn = tried.turn or 0
            legal = tried.play.legal(turn) if tried.phase is Phase.PLAY and tried.play else ()
            wrong = bare(error)
            if legal:
                wrong = Text(
                    "{wrong}; {player} can play {cards}", wrong=wrong, player=self.names[turn], cards=listed(legal)
                )
            elif may_have_said_go(tried):
                wrong = Text("{wrong}; write go where it was said", wrong=wrong)
            self.course.refuse(spot, error.rule, self._shown_later(error.player, wrong))
        else:
            self.course.take([step])

    def _shown_later(self, player: int | None, wrong: Text) -> Text:
        """Say what is wrong, and where somebody’s cards are known from, if it is from their hand alone."""
        line = self.revealed.places.get(("hand", player)) if player is not None else None
        if line is None or player in self.revealed.dealt or player not in self.revealed.kept:
            return wrong
        cards = listed(self.revealed.kept[player])
        return Text("{wrong}; the hand is in line {line}: {cards}", wrong=wrong, line=line.line, cards=cards)

    def _go(self, move: Move, spot: Spot) -> None:
        self._played(Go(self.course.game.turn or 0), move, spot, N_("the go"))

    def _played(self, event: Lay | Go, move: Move, spot: Spot, what: str) -> None:
        """A card or a go, and the challenge in the line below it: then what is written behind it was pegged (R43a)."""
        claim = self.claim
        if claim is None or move is not self.last_move:
            pegs = self.course.do(event, spot)
            if pegs is not None:
                self.stated.append(Stated(spot, what, isinstance(event, Go), pegs, move.points))
            return
        challenge = Challenge(player_called(claim.player, self.names) or 0, claim.claimed, claim.takes)
        if self.course.do(Muggins(event, move.points or 0, challenge), self._spot(claim)) is not None:
            self.stated.append(Stated(spot, what, isinstance(event, Go), (), None))

    def _supplied(self, gos: list[Step]) -> None:
        """Gos that nobody wrote. What they peg belongs to the card or go before them."""
        self.course.take(gos)
        pegs = tuple(peg for step in gos for peg in step.pegs)
        if pegs and self.stated:
            self.stated[-1] = self.stated[-1]._replace(after=self.stated[-1].after + pegs)

    def _new_count(self, spot: Spot) -> None:
        """A bar: the count before it is over, by gos if need be."""
        gos: list[Step] = []
        game = self.course.game
        while game.phase is Phase.PLAY and game.play is not None and game.play.cards:
            try:
                step = game.apply(Go(game.turn or 0))
            except GameError as error:
                self.course.refuse(spot, error.rule, Text("the count is not over: {wrong}", wrong=bare(error)))
                return
            gos.append(step)
            game = step.game
        self._supplied(gos)

    def settle(self) -> None:
        """Compare what was written behind the cards and gos of this turn with what they pegged."""
        stated, self.stated = self.stated, []
        self.course.faults += stated_faults(stated, loose=self.course.loose)

    # The show

    def _replay_show(self, entry: ShownHand) -> None:
        spot = self._spot(entry)
        if not self._play_over(spot):
            return
        self.settle()
        game = self.course.game
        player = game.dealer if entry.player is None else player_called(entry.player, self.names)
        challenge = None
        if entry.objection is not None:
            challenger = player_called(entry.objection.player, self.names)
            challenge = Challenge(challenger or 0, entry.objection.claimed, entry.objection.takes)
        if player is not None and self._passed_over(player, crib=entry.crib):
            return
        cards = entry.cards or None
        call = Call(player or 0, entry.declared or 0, cards, entry.crib, challenge)
        if self.course.do(call, spot) is not None:
            if not self._impossible(entry, call.declared):
                self._remarked(entry, spot)
            self._missed(entry, spot)

    def unfinished(self) -> None:
        """Another deal follows: what is missing in this one is a fault, at its last line."""
        last = self.deal.entries[-1] if self.deal.entries else None
        spot = Spot(self.deal.at, self.number, "deal") if last is None else self._spot(last)
        if self.course.game.phase is Phase.PLAY and not self._play_over(spot):
            return
        game = self.course.game
        if game.phase is not Phase.SHOW:
            self.course.refuse(
                spot,
                "R4",
                Text("the deal is not over, and another follows: next comes the {phase}", phase=game.phase.text),
            )
        elif not self._passed_over(-1, crib=False):
            player, crib = self._next_to_show(game)
            name = self.names[player]
            sentence = (
                N_("{player}’s crib is not called, and another deal follows; write crib: … = and the call")
                if crib
                else N_(
                    "{player}’s hand is not called, and another deal follows; write hand {player}: … = and the call"
                )
            )
            self.course.refuse(spot, "R28", Text(sentence, player=name))

    def _play_over(self, spot: Spot) -> bool:
        """Whether the play is over, once every go has been said that must have been."""
        gos = list(self._gos(self.course.game, over=True))
        after = gos[-1].game if gos else self.course.game
        if after.phase is not Phase.PLAY:
            self._supplied(gos)
            return True
        turn = self.names[after.turn or 0]
        holds = after.play.left[after.turn or 0] if after.play else 0
        wrong = (
            Text(
                "the play is not over: it is the turn of {player}, who still holds {cards}",
                player=turn,
                cards=listed(cards_of(holds)),
            )
            if holds
            else Text("the play is not over: it is the turn of {player}, who still holds cards", player=turn)
        )
        if may_have_said_go(after):
            wrong = Text("{wrong}; write go where it was said", wrong=wrong)
        self.course.refuse(spot, "R19", wrong)
        return False

    def _gos(self, game: Game, *, over: bool = False) -> Iterator[Step]:
        """The gos that must be said now, as the cards show; those too that may be said where the play is `over`."""
        while game.phase is Phase.PLAY and game.play is not None:
            turn = game.turn or 0
            if self._may_lay(game.play) or (game.play.legal(turn) and not over):
                return
            try:
                step = game.apply(Go(turn))
            except GameError:
                return
            yield step
            game = step.game

    def _may_lay(self, play: Play) -> bool:
        """Return True if the player in turn may hold an unknown card that fits: then nothing shows their go."""
        player = play.turn or 0
        if self.spoilt or not play.hidden[player]:
            return False
        fitting = range(play.shut[player] + 1, THIRTY_ONE - play.total + 1)
        return any(card.value in fitting and not play.seen & card.bit for card in PACK)

    # Scores and irregularities

    def _score(self, entry: Score) -> None:
        course = self.course
        if len(entry.points) != len(course.game.scores):
            self._wrong_length(entry)
            return
        if not course.sure:
            if max(entry.points) < course.game.ruleset.target:
                course.adopt(entry.points)
            return
        if self._differences(entry.points) != course.drift:
            self.say_last_gos(entry.points)
        drift = self._differences(entry.points)
        before, course.drift = course.drift, drift
        if any(drift) and drift != before:
            right, said = numbers(course.game.scores), numbers(entry.points)
            course.fault(self._spot(entry), "R37", Text("the score is {right}, not {said}", right=right, said=said))

    def _differences(self, points: tuple[int, ...]) -> tuple[int, ...]:
        return differences(points, self.course.game.scores, self.course.game.ruleset)

    def say_last_gos(self, points: tuple[int, ...] | None = None) -> None:
        """The gos that the cards show, if they end the count; with `points`, only if those are the score then."""
        gos = list(self._gos(self.course.game))
        while gos and not gos[-1].pegs:
            gos.pop()
        if gos and (
            points is None or differences(points, gos[-1].game.scores, gos[-1].game.ruleset) == self.course.drift
        ):
            self._supplied(gos)

    def _oddity(self, entry: Oddity) -> None:
        if entry.kind in _AFTER_LAYING and not self._lay_away():
            return
        self.course.do(self._irregularity(entry), self._spot(entry))
        self.new_deal = self.new_deal or (self.course.game.phase is Phase.DEAL and not self.course.game.shown)
