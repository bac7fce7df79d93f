"""A game on its way: every rule of what may happen next, and what it pegs (R2–R49).

`scoring.game` has games as values; each step of one, and a row of events at once, goes through a `Sitting`, which
changes in place. What it refuses changes nothing. Its fields are those of `Game`.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from scoring.cards import Card, Rank, bits, cards_of
from scoring.errors import Problem, ScoringError
from scoring.events import Call, Cut, Deal, Event, Go, Irregularity, Lay, LayAway, Muggins, Peg, Phase, Reason, Starter
from scoring.game_error import GameError
from scoring.hands import Dealt, KnownCards, Table, add_seen, from_the_pack, shown_cards
from scoring.irregularities import IrregularityKind, redress
from scoring.muggins import Verdict, adjudicate
from scoring.muggins_in_play import challenged_pegs, tried
from scoring.pegging import Play, Playing
from scoring.playable import THREE_FOR_LAST
from scoring.ruleset import CRIB_CARDS, RuleBook, Ruleset
from scoring.seats import SIDES, refused, side_of
from scoring.show import CRIB, HAND, show_points
from scoring.text import N_, Text

# Looking a member up on its class is slow, and a game asks two hundred times.
_CUT, _DEAL, _LAY_AWAY, _STARTER, _PLAY, _SHOW, _OVER = tuple(Phase)
_JACK = Rank.JACK
_HAND, _CRIB = Reason.HAND, Reason.CRIB
_new = tuple.__new__


class Sitting:
    """The game that is being played, between two events."""

    __slots__ = (
        "away", "deal", "dealer", "dealt", "first_dealer", "in_play", "names", "phase", "players", "playing",
        "ruleset", "scores", "shown", "size", "target", "verdict", "winner",
    )  # fmt: skip

    def __init__(
        self,
        ruleset: Ruleset,
        names: tuple[str, ...],
        first_dealer: int | None,
        dealer: int,
        deal: int,
        table: Table | None,
        play: Play | None,
        shown: int,
        phase: Phase,
        scores: tuple[int, ...],
        winner: int | None,
        in_play: tuple[int, ...],
    ) -> None:
        self.ruleset, self.names, self.players, self.target = ruleset, names, len(names), ruleset.target
        self.size, self.away = ruleset.dealt_to(len(names)), ruleset.laid_away_by(len(names))
        self.first_dealer, self.dealer, self.deal = first_dealer, dealer, deal
        self.shown, self.phase = shown, phase
        self.dealt = None if table is None else Dealt.from_table(table)
        self.playing = None if play is None else Playing.from_play(play)
        self.scores, self.winner = list(scores), winner
        self.in_play = in_play
        self.verdict: Verdict | None = None
        """On the last call, where it needed one."""

    @property
    def fields(self) -> tuple[Any, ...]:
        """Return the present state, in the order of the arguments that made the sitting."""
        play = None if self.playing is None else self.playing.play
        table = None if self.dealt is None else self.dealt.table
        deal = self.first_dealer, self.dealer, self.deal, table, play, self.shown
        return (self.ruleset, self.names, *deal, self.phase, tuple(self.scores), self.winner, self.in_play)

    def take(self, events: Iterable[Event], pegged: list[tuple[Peg, ...]]) -> None:
        """`events` happen one after the other; what each pegs is put to `pegged`.

        Raises GameError as `Game.after` does; what came before has happened.
        """
        put, handler, unknown = pegged.append, _HANDLERS.get, Sitting._unknown
        for event in events:
            if type(event) is not Lay:
                put(handler(type(event), unknown)(self, event))
                continue
            # R16–R27: a card of the play. Every other event is one, so it is not sent for.
            playing = self.playing
            if self.phase is not _PLAY or playing is None:
                raise self._not_now("R16", N_("play a card"), event.player)
            pegs = playing.lay(event.player, event.card)
            if playing.turn is None:
                self.phase = _SHOW
            if pegs:
                pegs = self._pegged_in_play(pegs) if self.in_play else self._pegged(pegs)
            put(pegs)

    def _unknown(self, event: object) -> tuple[Peg, ...]:
        raise GameError(Problem("event", Text("{event} is not an event of a game", event=repr(event))), rule="")

    def _cut(self, event: Cut) -> tuple[Peg, ...]:
        """R2: the lowest card deals; equal lowest cards are cut again."""
        if self.phase is not _CUT:
            raise self._not_now("R2", N_("cut for deal"))
        sides = len(self.scores)
        if len(event.cards) != sides:
            raise self._refused(
                "R2", Text("{n} cards were cut; each side cuts one, {sides} in all", n=len(event.cards), sides=sides)
            )
        add_seen(event.cards, 0, None, self._refused)
        ranks = [card.rank for card in event.cards]
        if ranks.count(min(ranks)) == 1:
            self.first_dealer = self.dealer = ranks.index(min(ranks))
            self.phase = _DEAL
        return ()

    def _deal(self, event: Deal) -> tuple[Peg, ...]:
        """R4 R5 R11 R12: each hand gets its cards, as far as they are known."""
        if self.phase is not _DEAL:
            raise self._not_now("R4", N_("deal"))
        players, ruleset = self.players, self.ruleset
        hands = (None,) * players if event.hands is None else event.hands
        if len(hands) != players:
            raise self._refused(
                "R4", Text("{n} hands were dealt; there are {players} players", n=len(hands), players=players)
            )
        from_pack = ruleset.pack_to_crib_of(players)
        if event.extra and len(event.extra) != from_pack:
            raise self._refused("R12", from_the_pack(from_pack, len(event.extra)), card=event.extra[-1])
        self.dealt = Dealt(hands, event.extra, self.size, from_pack, self._refused)
        self.playing = None
        self.shown = 0
        self.in_play = (0,) * len(self.scores) if ruleset.irregularities is RuleBook.ACC else ()
        self.deal += 1
        self.phase = _STARTER if ruleset.starter_first else _LAY_AWAY
        if not ruleset.three_for_last or self.deal > 1:
            return ()
        return self._pegged((self._peg((self.dealer + 1) % players, THREE_FOR_LAST, Reason.THREE_FOR_LAST, "R9"),))

    def _lay_away(self, event: LayAway) -> tuple[Peg, ...]:
        """R6 R11: a player lays their cards away to the crib."""
        player, players, dealt = event.player, self.players, self.dealt
        if self.phase is not _LAY_AWAY or dealt is None or not 0 <= player < players:
            raise self._not_now("R6", N_("lay away"), player)
        dealt.lay_away(player, event.cards, event.kept, self.away, self._refused)
        if dealt.laid == (1 << players) - 1:
            if dealt.starter is None:
                self.phase = _STARTER
            else:
                self._begin_play(dealt)
        return ()

    def _turn_starter(self, event: Starter) -> tuple[Peg, ...]:
        """R14 R15: the starter is turned; a jack pegs his heels."""
        card, dealt = event.card, self.dealt
        if self.phase is not _STARTER or dealt is None:
            raise self._not_now("R14", N_("turn the starter"))
        dealt.turn(card, self._refused)
        if self.ruleset.starter_first:
            self.phase = _LAY_AWAY
        else:
            self._begin_play(dealt)
        if card.rank is not _JACK:
            return ()
        return self._pegged((self._peg(self.dealer, 2, Reason.HEELS, "R14", (card,)),))

    def _begin_play(self, dealt: Dealt) -> None:
        leader = (self.dealer + 1) % self.players
        self.playing = Playing(self.ruleset, self.names, dealt.held, dealt.hidden, dealt.seen, leader)
        self.phase = _PLAY

    def _go(self, event: Go) -> tuple[Peg, ...]:
        """R17 R18: a go."""
        playing = self.playing
        if self.phase is not _PLAY or playing is None:
            raise self._not_now("R17", N_("say go"), event.player)
        pegs = playing.go(event.player)
        if playing.turn is None:
            self.phase = _SHOW
        if not pegs:
            return pegs
        return self._pegged_in_play(pegs) if self.in_play else self._pegged(pegs)

    def _muggins(self, event: Muggins) -> tuple[Peg, ...]:
        """R43a: a card or a go whose points an opponent claims to have been missed."""
        playing, challenge = self.playing, event.challenge
        if self.phase is not _PLAY or playing is None:
            raise self._not_now("R43a", N_("call muggins"), challenge.player)
        found = tried(playing.play, event.of)
        self._require_opponent(challenge.player, found.counter)
        try:
            pegs = challenged_pegs(found, event, self.ruleset)
        except ScoringError as error:
            raise self._refused("R43a", error.text, challenge.player) from None
        self.playing = found.playing
        if found.playing.turn is None:
            self.phase = _SHOW
        return self._pegged_in_play(pegs)

    def _call(self, event: Call) -> tuple[Peg, ...]:
        """R28 R36–R46: a hand or the crib is shown and called, and perhaps challenged."""
        player, players, dealt, playing = event.player, self.players, self.dealt, self.playing
        if self.phase is not _SHOW or dealt is None or playing is None:
            raise self._not_now("R28", N_("call a hand"), player)
        starter = dealt.starter
        crib = self.shown == players
        due = self.dealer if crib else (self.dealer + 1 + self.shown) % players
        if player != due or event.crib is not crib:
            sentence = (
                N_("it is {player}’s crib that is called now")
                if crib
                else N_("it is {player}’s hand that is called now")
            )
            raise self._refused("R28", Text(sentence, player=self.names[due]), player)
        cards, known = self._find_shown_cards(event.cards, dealt, playing, player, crib)
        ruleset = self.ruleset
        if event.challenge is None and event.declared == show_points(cards, starter, crib=crib, ruleset=ruleset):
            verdict, rule, counted = None, "R45", event.declared  # as mostly: the call is right, and stands
        else:
            verdict = self._judged(event, cards, starter)
            rule, counted = verdict.rule, verdict.counter_pegs - verdict.penalty
        pegs: tuple[Peg, ...] = ()
        if counted:
            side = SIDES[players][player]
            pegs = (_new(Peg, (player, side, counted, _CRIB if crib else _HAND, cards, rule)),)
        if verdict is not None and verdict.penalty:
            pegs += (self._peg(player, verdict.penalty, Reason.PENALTY, rule, cards),)
        if verdict is not None and verdict.challenger_pegs and event.challenge is not None:
            pegs += (self._peg(event.challenge.player, verdict.challenger_pegs, Reason.MUGGINS, rule, cards),)
        if not known:
            playing.seen |= bits(cards)
        self.verdict = verdict
        self.shown += 1
        pegs = self._pegged(pegs)
        if crib and self.winner is None:
            self._to_next_deal((self.dealer + 1) % players)
        return pegs

    def _to_next_deal(self, dealer: int) -> None:
        self.dealt = self.playing = None
        self.shown = 0
        self.in_play = (0,) * len(self.in_play)
        self.dealer = dealer
        self.phase = _DEAL

    def _find_shown_cards(
        self, given: tuple[Card, ...] | None, dealt: Dealt, playing: Playing, player: int, crib: bool
    ) -> tuple[tuple[Card, ...], bool]:
        """The cards of the hand or crib that is shown now, and whether they were all known before (R28)."""
        if not (dealt.crib_hidden if crib else dealt.hidden[player]):
            kept = dealt.crib if crib else dealt.hands[player]
            # As mostly: they are those that were kept. Who shows others is told what is wrong with them.
            if given is None or (len(given) == len(kept) and bits(given) == bits(kept)):
                return given or kept, True
        return shown_cards(given, self._facts_of_show(dealt, playing, player, crib), player, self._refused), False

    def _facts_of_show(self, dealt: Dealt, playing: Playing, player: int, crib: bool) -> KnownCards:
        """What is known of the hand or crib that is shown now."""
        if crib:
            return KnownCards(CRIB, CRIB_CARDS, dealt.crib, dealt.crib_hidden, playing.seen, 0)
        held = cards_of(playing.held[player])
        return KnownCards(
            HAND, self.ruleset.hand_size, held, playing.hidden[player], playing.seen, playing.shut[player]
        )

    def _judged(self, event: Call, cards: tuple[Card, ...], starter: Card | None) -> Verdict:
        """The verdict on a call (R39–R45)."""
        challenge = event.challenge
        if challenge is not None:
            self._require_opponent(challenge.player, event.player)
        try:
            return adjudicate(
                cards,
                starter,
                crib=event.crib,
                declared=event.declared,
                claimed=challenge.claimed if challenge else None,
                takes=challenge.takes if challenge else True,
                ruleset=self.ruleset,
            )
        except ScoringError as error:
            claimed = challenge is not None and all(problem.field == "claimed" for problem in error.problems)
            raise self._refused(
                "R35", error.text, challenge.player if challenge and claimed else event.player
            ) from None

    def _require_opponent(self, challenger: int, counter: int) -> None:
        """Raises the error of a challenger who does not sit at the table, or on the counter's own side (R39)."""
        if challenger not in range(self.players):
            wrong = Text("nobody sits there; there are {n} players, from 0", n=self.players)
            raise self._refused("R4", wrong, challenger)
        if self._side_of(challenger) == self._side_of(counter):
            raise self._refused("R39", N_("challenges their own side; an opponent may"), challenger)

    def _go_wrong(self, event: Irregularity) -> tuple[Peg, ...]:
        """R47–R49: what the ruleset prescribes. What was pegged before in the deal stands."""
        kind, player, players = event.kind, event.player, self.players
        if self.winner is not None or player not in range(players):
            raise self._not_now("R47", Text("have a {kind}", kind=kind.text), player)
        try:
            found = redress(
                kind,
                choice=event.choice,
                points=event.points,
                in_time=event.in_time,
                asked=event.asked,
                ruleset=self.ruleset,
            )
        except ScoringError as error:
            raise self._refused(_RULES.get(kind, "R47"), error.text, player) from None
        if not self._timely(kind):
            raise self._refused(
                found.rule,
                Text("there can be no {kind} now: next comes the {phase}", kind=kind.text, phase=self.phase.text),
                player,
            )
        if event.points > self.target:
            raise self._refused(
                found.rule,
                Text("{points} points cannot be pegged wrong, {target} up", points=event.points, target=self.target),
                player,
            )
        self._require_case(event, found.rule)
        score = self.scores[self._side_of(player)]
        if kind is IrregularityKind.FALSE_CLAIM:  # back to the start at the most
            found = replace(found, offender_pegs=max(found.offender_pegs, -score))
        if score + found.offender_pegs < 0:
            raise self._refused(
                "R49",
                Text("has {score} points and cannot lose {value}", score=score, value=-found.offender_pegs),
                player,
            )
        opponent = (self.dealer + 1) % players if kind is IrregularityKind.WRONG_CRIB else (player + 1) % players
        pegs: tuple[Peg, ...] = (
            self._peg(player, found.offender_pegs, Reason.CORRECTION, found.rule),
            self._peg(opponent, found.opponent_pegs, Reason.PENALTY, found.rule),
        )
        if found.dealer_leads and self.playing is not None:
            self.playing.turn = self.playing.last = self.dealer
        if found.retracts_play:
            # The player of a side's number is of that side.
            lost = enumerate(self.in_play)
            pegs = tuple(self._peg(side, -points, Reason.CORRECTION, found.rule) for side, points in lost)
        if found.new_deal:
            self._to_next_deal(self.dealer)  # R47: the same
        return self._pegged(tuple(peg for peg in pegs if peg.points))

    def _require_case(self, event: Irregularity, rule: str) -> None:
        """Raises the error of a wrong lead that is not the dealer's, or a false claim of more than is missing."""
        if event.kind is IrregularityKind.WRONG_LEAD and event.player != self.dealer:
            raise self._refused(rule, N_("does not deal; only the dealer can lead wrongly"), event.player)
        missing = self.target - self.scores[self._side_of(event.player)]
        if event.kind is IrregularityKind.FALSE_CLAIM and event.points > missing:
            wrong = Text("claims {points} too many; {missing} are missing", points=event.points, missing=missing)
            raise self._refused(rule, wrong, event.player)

    def _timely(self, kind: IrregularityKind) -> bool:
        """Whether it can be found now: in dealing, after laying away, or in pegging once there was a deal."""
        if kind in (IrregularityKind.SHORT_PEGGING, IrregularityKind.OVER_PEGGING, IrregularityKind.FALSE_CLAIM):
            return self.deal > 0
        if kind in (IrregularityKind.WRONG_LEAD, IrregularityKind.RENEGE):
            begun = self.playing is not None and bool(self.playing.cards or self.playing.held != self.playing.left)
            # The play as it was put right may be over: a go said with one's last card.
            over = self.phase is _SHOW and self.shown == 0
            if kind is IrregularityKind.RENEGE:
                return over or (self.phase is _PLAY and begun)
            return self.phase is _PLAY and not begun
        if self.dealt is None:
            return False
        if kind in (IrregularityKind.FACED_CARD, IrregularityKind.EXPOSED_CARD):
            return self.dealt.starter is None
        if kind is IrregularityKind.WRONG_DEAL:
            return not self.dealt.all_laid
        return kind is IrregularityKind.IMPERFECT_PACK or self.dealt.all_laid

    def _pegged_in_play(self, pegs: tuple[Peg, ...]) -> tuple[Peg, ...]:
        """`pegs` of a card or a go, noted where the rules may take them back (ACC 4.4.d9)."""
        pegs = self._pegged(pegs)
        if self.in_play:
            points = list(self.in_play)
            for peg in pegs:
                points[peg.side] += peg.points
            self.in_play = tuple(points)
        return pegs

    def _pegged(self, pegs: tuple[Peg, ...]) -> tuple[Peg, ...]:
        """`pegs` in their order, to the winning one, which ends the game (R37).

        What one side pegs by one event it pegs whole.
        """
        scores, target = self.scores, self.target
        for peg in pegs:
            side = peg[1]
            if self.winner is not None and side != self.winner:
                return pegs[: pegs.index(peg)]
            scores[side] += peg[2]  # its points
            if scores[side] >= target:
                self.winner, self.phase = side, _OVER
        return pegs

    def _peg(self, player: int, points: int, reason: Reason, rule: str, cards: Iterable[Card] = ()) -> Peg:
        return _new(Peg, (player, side_of(player, self.players), points, reason, tuple(cards), rule))

    def _side_of(self, player: int) -> int:
        return side_of(player, self.players)

    def _refused(self, rule: str, wrong: Text, player: int | None = None, card: Card | None = None) -> GameError:
        return refused(self.names, rule, wrong, player, card)

    def _not_now(self, rule: str, what: Text, player: int | None = None) -> GameError:
        """Why this is not the time for `what`, or `player` none of those at the table."""
        if player is not None and player not in range(self.players):
            return self._refused(
                "R4", Text("nobody sits there; there are {players} players, from 0", players=self.players), player
            )
        if self.winner is not None:
            won = " and ".join(name for place, name in enumerate(self.names) if self._side_of(place) == self.winner)
            return self._refused(
                "R37", Text("the game is over: {won} won it, and nothing counts after the winning peg", won=won)
            )
        return self._refused(
            rule, Text("cannot {what} now: next comes the {phase}", what=what, phase=self.phase.text), player
        )


_RULES = {
    IrregularityKind.WRONG_HAND: "R48",
    IrregularityKind.WRONG_CRIB: "R48",
    IrregularityKind.SHORT_PEGGING: "R49",
    IrregularityKind.OVER_PEGGING: "R49",
}
_HANDLERS: dict[type, Callable[[Sitting, Any], tuple[Peg, ...]]] = {
    Cut: Sitting._cut,
    Deal: Sitting._deal,
    LayAway: Sitting._lay_away,
    Starter: Sitting._turn_starter,
    Go: Sitting._go,
    Muggins: Sitting._muggins,
    Call: Sitting._call,
    Irregularity: Sitting._go_wrong,
}
