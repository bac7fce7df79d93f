"""A table as one seat sees it: plain values, made of nothing but what that seat may know.

A page is made of a `SeatView` alone. So a card that a seat may not see can reach no browser: it is not in it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from cardroom.rules.play.lines import Line, called, given_up, lines_of
from cardroom.rules.play.next_action import ActionKind, NextAction, find_next_action
from cardroom.rules.play.replay import Replay
from cardroom.rules.play.seats import Seat
from cardroom.rules.play.shuffle import depths
from league.rules.drawings import Board, Side, draw_board
from scoring import Call, Card, Game, Lay, Muggins, Phase, score_show
from scoring.cards import cards_of
from scoring.text import N_, NOTHING, Text

PACK = 52


@dataclass(frozen=True, slots=True)
class HeldCard:
    """A card in one's own hand: its code, and whether it may be chosen now."""

    code: str
    name: Text
    fits: bool


@dataclass(frozen=True, slots=True)
class LaidCard:
    """A card of the play: whose it is, and the count with it."""

    code: str
    player: int
    who: str
    total: int


@dataclass(frozen=True, slots=True)
class ShownHand:
    """A hand or crib that was counted, with its cards and the starter: as it was called, and what it was worth."""

    who: str
    crib: bool
    cards: tuple[str, ...]
    starter: str
    declared: int
    announcement: Text = NOTHING
    reason: str = ""


@dataclass(frozen=True, slots=True)
class SeatSight:
    """A seat as another sees it: how many cards it holds, never which."""

    number: int
    name: str
    mine: bool
    strength: Text
    dealer: bool
    turn: bool
    cards: int
    partner: bool = False


@dataclass(frozen=True, slots=True)
class SeatView:
    """A table as a seat sees it.

    Attributes:
        last: the number of the last entry; a move rests on it.
        mine: it is this seat's turn.
        hand: one's own cards, as far as they are still held.
        counts: the counts of this deal's play, each its cards; the last is the present one while the play goes on,
            empty where the next is still to be led.
        shown: the hands that were counted in this deal.
        announced: the hand that is being counted, and waits for an answer.
        crib: the number of cards in the crib.
        depths: where the pack may be cut, first and last.
        denies: what waits for an answer is a called irregularity, which happened or did not.
        state: who leads and needs what, in one sentence.
        asks: what is waited for, in one sentence.
    """

    last: int
    title: Text
    next_action: NextAction
    mine: bool
    seats: tuple[SeatSight, ...]
    me: int | None
    deal: int
    phase: str
    hand: tuple[HeldCard, ...]
    starter: str
    total: int
    counts: tuple[tuple[LaidCard, ...], ...]
    shown: tuple[ShownHand, ...]
    announced: ShownHand | None
    crib: int
    crib_of: str
    lays_away: int
    can_go: bool
    must_go: bool
    depths: tuple[int, int]
    board: Board
    scores: tuple[int, ...]
    state: Text
    asks: Text
    lines: list[Line] = field(default_factory=list)
    over: bool = False
    won: bool = False
    can_undo: bool = False
    marked: bool = False
    worth: int = 0
    muggins: bool = False
    denies: bool = False

    @property
    def wants(self) -> str:
        return self.next_action.wants.value

    @property
    def turned_down(self) -> bool:
        """A count is over, and the next is not led yet."""
        return bool(self.counts) and not self.counts[-1]

    @property
    def felt(self) -> tuple[LaidCard, ...]:
        """The cards of the present count; of the last one until the next is led, so that its end is seen."""
        return next((cards for cards in reversed(self.counts) if cards), ())


def seat_view(course: Replay, seats: Sequence[Seat], me: int | None) -> SeatView:
    """Return a table as the seat `me` sees it; None: as somebody who looks on."""
    game, now = course.game, find_next_action(course, seats)
    table, play = game.table, game.play
    mine = me is not None and me in now.players
    fits = _fitting(course, now, me) if mine else frozenset()
    hand = _hand(game, me)
    can_go = mine and now.wants is ActionKind.PLAY and play is not None and me is not None and play.may_go(me)
    return SeatView(
        last=course.last,
        title=game.ruleset.called,
        next_action=now,
        mine=mine,
        seats=tuple(_seat(course, seats, place, me, now) for place in range(len(seats))),
        me=me,
        deal=game.deal,
        phase=game.phase.value,
        hand=tuple(HeldCard(str(card), card.name, card in fits) for card in hand),
        starter=str(table.starter) if table and table.starter else "",
        total=play.total if play else 0,
        counts=_counts(course),
        shown=_shown_hands(course),
        announced=_announced(course, now),
        crib=_crib(course),
        crib_of=game.names[game.dealer] if game.deal else "",
        lays_away=game.ruleset.laid_away_by(len(seats)),
        can_go=can_go,
        must_go=can_go and not fits,
        depths=_depths(course, now),
        board=_board(course),
        scores=game.scores,
        state=_state(course, me),
        asks=_asks(course, now, me),
        lines=lines_of(course),
        over=course.is_over,
        won=course.is_over and me is not None and course.winner == game.side_of(me),
        can_undo=me is not None and not course.is_over and me in course.own and sum(not s.machine for s in seats) == 1,
        marked=course.marked,
        worth=course.worth,
        muggins=game.ruleset.muggins,
        denies=course.pending is not None and course.pending["t"] == "wrong",
    )


def _hand(game: Game, me: int | None) -> tuple[Card, ...]:
    if me is None or game.table is None or game.phase is Phase.SHOW or game.phase is Phase.OVER:
        return ()
    held = game.table.hands[me] if game.play is None else cards_of(game.play.left[me])
    return tuple(sorted(held))


def _fitting(course: Replay, now: NextAction, me: int | None) -> frozenset[Card]:
    game = course.game
    if me is None:
        return frozenset()
    if now.wants is ActionKind.AWAY and game.table is not None:
        return frozenset(game.table.hands[me])
    if now.wants is ActionKind.PLAY and game.play is not None:
        return frozenset(game.play.legal(me))
    return frozenset()


def _seat(course: Replay, seats: Sequence[Seat], place: int, me: int | None, now: NextAction) -> SeatSight:
    game, seat = course.game, seats[place]
    left = 0
    if game.table is not None:
        left = len(game.table.hands[place]) if game.play is None else game.play.left[place].bit_count()
    partner = me is not None and place != me and game.side_of(place) == game.side_of(me)
    turn = place in now.players and now.wants not in (ActionKind.ON, ActionKind.OVER)
    strength = seat.level.text if seat.machine else NOTHING
    dealer = game.first_dealer is not None and place == game.dealer
    return SeatSight(place, seat.name, place == me, strength, dealer, turn, left, partner)


def _counts(course: Replay) -> tuple[tuple[LaidCard, ...], ...]:
    """The cards of the play by their counts, as everybody has seen them laid; a count that is over is turned down."""
    counts: list[list[LaidCard]] = []
    for happened in course.of_this_deal:
        event = happened.step.event
        lay = event.of if isinstance(event, Muggins) else event
        play = happened.before.play
        if not isinstance(lay, Lay) or play is None:
            continue
        if not play.cards:
            counts.append([])
        who = course.game.names[lay.player]
        counts[-1].append(LaidCard(str(lay.card), lay.player, who, play.total + lay.card.value))
    play = course.game.play
    if counts and course.game.phase is Phase.PLAY and play is not None and not play.cards:
        counts.append([])
    return tuple(map(tuple, counts))


def _shown_hands(course: Replay) -> tuple[ShownHand, ...]:
    found = []
    for happened in course.of_this_deal:
        event, before = happened.step.event, happened.before
        if isinstance(event, Call):
            hand = _called_hand(before, event.player, crib=event.crib, declared=event.declared)
            verdict = happened.step.verdict
            found.append(replace(hand, reason=verdict.reason if verdict is not None else ""))
    return tuple(found)


def _announced(course: Replay, now: NextAction) -> ShownHand | None:
    """The hand that waits for an answer, or is one's own to count next."""
    game, pending = course.game, course.pending
    if pending is not None and pending["t"] == "count":
        hand = _called_hand(game, pending["p"], crib=pending["crib"], declared=pending["declared"])
        # Its right count is for whoever answers to find.
        return ShownHand(hand.who, hand.crib, hand.cards, hand.starter, hand.declared)
    return next_hand(course) if now.wants is ActionKind.COUNT else None


def next_hand(course: Replay) -> ShownHand | None:
    """Return the hand or crib that is counted next, on the table but not told: its cards, and nothing of its worth."""
    game, turn = course.game, course.game.turn
    if game.phase is not Phase.SHOW or turn is None:
        return None
    hand = _called_hand(game, turn, crib=game.shown == len(game.names), declared=0)
    return ShownHand(hand.who, hand.crib, hand.cards, hand.starter, 0)


def _called_hand(game: Game, player: int, *, crib: bool, declared: int) -> ShownHand:
    cards = (game.table.crib if game.table else ()) if crib else cards_of(game.play.held[player]) if game.play else ()
    starter = game.table.starter if game.table else None
    show = score_show(cards, starter, crib=crib, ruleset=game.ruleset)
    turned = str(starter) if starter else ""
    return ShownHand(game.names[player], crib, tuple(map(str, sorted(cards))), turned, declared, show.announcement)


def _crib(course: Replay) -> int:
    table = course.game.table
    return 0 if table is None else len(table.crib) + table.crib_hidden


def _depths(course: Replay, now: NextAction) -> tuple[int, int]:
    cards = PACK
    if now.wants is ActionKind.STARTER and course.game.table is not None:
        cards -= course.game.table.seen.bit_count()
    within = depths(cards)
    return within[0], within[-1]


def _board(course: Replay) -> Board:
    game = course.game
    sides = []
    for side, pegs in enumerate(course.board.sides):
        gained = Text("+{points}", points=pegs.last) if pegs.last > 0 else NOTHING
        sides.append(Side(called(game, side), pegs.front, pegs.back, str(game.scores[side]), gained))
    return draw_board(sides, game.ruleset.target)


def _state(course: Replay, me: int | None) -> Text:
    """Say who leads and needs what."""
    game, own = course.game, None if me is None else course.game.side_of(me)
    if course.is_over:
        return _won(course, own)
    needs = [max(0, game.ruleset.target - score) for score in game.scores]
    best = max(game.scores)
    if game.scores.count(best) > 1:
        return Text("Level at {score}: {needs} to go.", score=best, needs=min(needs))
    leader = game.scores.index(best)
    other = max((side for side in range(len(needs)) if side != leader), key=lambda side: game.scores[side])
    said = {"n": best - game.scores[other], "needs": needs[leader], "others": needs[other]}
    you, they_and_you, they = _OF_TWO if len(game.players_of(leader)) > 1 else _OF_ONE
    if leader == own:
        return Text(you, **said, other=called(game, other))
    if other == own:
        return Text(they_and_you, **said, leader=called(game, leader))
    return Text(they, **said, leader=called(game, leader), other=called(game, other))


# Of a side of one player, and of one of two partners.
_OF_ONE = (
    N_("You lead by {n} and need {needs}; {other} needs {others}."),
    N_("{leader} leads by {n} and needs {needs}; you need {others}."),
    N_("{leader} leads by {n} and needs {needs}; {other} needs {others}."),
)
_OF_TWO = (
    N_("You lead by {n} and need {needs}; {other} need {others}."),
    N_("{leader} lead by {n} and need {needs}; you need {others}."),
    N_("{leader} lead by {n} and need {needs}; {other} need {others}."),
)


def _won(course: Replay, own: int | None) -> Text:
    """Say who has won, whether by a lurch, and who has given up."""
    if course.resigned is None:
        return _result(course, own)
    resigns = N_("You resign.") if course.resigned == own else given_up(course.game, course.resigned)
    return Text("{resigns} {result}", resigns=resigns, result=_result(course, own))


def _result(course: Replay, own: int | None) -> Text:
    game, winner = course.game, course.winner
    if winner is None:
        return N_("Nobody has won this game.")
    score = "–".join(map(str, sorted(game.scores, reverse=True)))
    if course.resigned is not None:
        score = "–".join(map(str, (game.scores[winner], game.scores[1 - winner])))
    said = Text("You won, {score}.", score=score)
    if winner != own:
        said = Text("{player} won, {score}.", player=called(game, winner), score=score)
    if any(game.double_lurched):
        return Text("{result} A double lurch!", result=said)
    return Text("{result} A lurch!", result=said) if any(game.lurched) else said


def _asks(course: Replay, now: NextAction, me: int | None) -> Text:
    """Say what is waited for."""
    game, mine = course.game, me is not None and me in now.players
    if now.wants is ActionKind.OVER:
        return N_("The game is over.")
    if now.wants is ActionKind.JOIN:
        return N_("A seat is free: sit down to play.") if me is None else N_("Waiting for somebody to sit down.")
    if now.wants is ActionKind.ON:
        return _next_count(course)
    if not mine:
        return Text("Waiting for {player}.", player=game.names[now.players[0]])
    if now.wants is ActionKind.AWAY:
        number, crib = game.ruleset.laid_away_by(len(game.names)), _crib_owner(game, me)
        return Text.plural("Lay away a card to {crib}.", "Lay away {n} cards to {crib}.", n=number, crib=crib)
    if now.wants is ActionKind.PLAY:
        fits = game.play is not None and me is not None and game.play.legal(me)
        return N_("Your turn: play a card.") if fits else N_("No card fits: say go.")
    if now.wants is ActionKind.COUNT:
        return N_("Count your crib.") if game.shown == len(game.names) else N_("Count your hand.")
    return _MINE[now.wants]


_MINE = {
    ActionKind.CUT: N_("Cut for deal: the lowest card deals."),
    ActionKind.DEAL: N_("Cut the pack for the deal."),
    ActionKind.STARTER: N_("Cut for the starter."),
    ActionKind.ANSWER: N_("Is that right?"),
}


def _crib_owner(game: Game, me: int | None) -> Text:
    if game.dealer == me:
        return N_("your own crib")
    return Text("{player}’s crib", player=game.names[game.dealer])


def _next_count(course: Replay) -> Text:
    game = course.game
    who = game.names[game.turn or 0]
    if game.shown == len(game.names):
        return Text("Next: {player}’s crib is counted.", player=who)
    return Text("Next: {player}’s hand is counted.", player=who)


def hidden_from(course: Replay, me: int | None) -> frozenset[str]:
    """Return the cards that a seat may not see now: what the tests look for on its page, in vain."""
    game, table = course.game, course.game.table
    told = {card.code for count in _counts(course) for card in count}
    told |= {code for hand in _shown_hands(course) for code in hand.cards}
    announced = next_hand(course)
    told |= set(announced.cards) if announced else set()
    if table is None:
        return frozenset()
    if me is not None:
        told |= {str(card) for card in table.hands[me]} | {str(card) for card in course.away.get(me, ())}
        told |= {str(card) for card in cards_of(game.play.held[me])} if game.play else set()
    told |= {str(table.starter)} if table.starter else set()
    return frozenset(str(card) for card in cards_of((1 << PACK) - 1)) - told
