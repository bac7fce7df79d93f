"""The moves of a person at a table, as the entries that follow from them.

Whatever the rules refuse is a `GameError`, with its number; nothing has changed then.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from cardroom.rules.play import machine
from cardroom.rules.play.entries import Entry, written
from cardroom.rules.play.next_action import ActionKind, NextAction, find_next_action, listener
from cardroom.rules.play.replay import Replay
from cardroom.rules.play.seats import Seat
from cardroom.rules.play.shuffle import IN_ORDER, order
from scoring import (
    Call,
    Card,
    Challenge,
    Cut,
    Game,
    GameError,
    Go,
    Irregularity,
    IrregularityKind,
    Lay,
    LayAway,
    Muggins,
    Reason,
    Remedy,
)
from scoring.course import impossible
from scoring.errors import ScoringError
from scoring.irregularities import kinds_of
from scoring.pack import Pack
from scoring.ruleset import CRIB_CARDS, LEAGUE
from scoring.text import N_, Text

MOST_TYPED = 3  # digits


@dataclass(frozen=True, slots=True)
class Move:
    """A move as it was typed or tapped.

    Attributes:
        do: its word, one of `MOVES`.
        cards: that are laid away or played.
        number: where the pack is cut, or how many points are counted; blank lets a count stand.
        kind, of, choice: of an irregularity: what it is, whose, and what their opponent chose.
    """

    do: str
    cards: tuple[str, ...] = ()
    number: str = ""
    kind: str = ""
    of: str = ""
    choice: str = ""


class Shuffle(NamedTuple):
    """A shuffle of the pack: its number at the table, its seed, and where the pack was cut, once it was."""

    number: int
    seed: str
    cut: int | None = None


class MoveRequest(NamedTuple):
    """A move, whose it is, and where the game stands."""

    course: Replay
    seats: Sequence[Seat]
    player: int
    move: Move
    shuffle: Shuffle


def entries_of(asked: MoveRequest) -> list[Entry]:
    """Return the entries of a move. Raises GameError, with the rule, where it cannot be made now."""
    wants, handler = MOVES.get(asked.move.do, (None, None))
    if handler is None:
        raise asked.course.game.refused("R16", N_("there is no such move"))
    if wants is not None:
        _require(asked, find_next_action(asked.course, asked.seats), wants)
    return handler(asked)


def _require(asked: MoveRequest, now: NextAction, wants: ActionKind) -> None:
    game = asked.course.game
    if now.wants is ActionKind.OVER:
        raise game.refused("R37", N_("the game is over"))
    if now.wants is not wants:
        raise game.refused("R16", Text(_NOT_NOW, what=SAID[now.wants]))
    if asked.player not in now.players:
        raise game.refused("R16", Text("it is {player}’s turn", player=game.names[now.players[0]]))


KINDS = tuple((kind.value, kind.text) for kind in kinds_of(LEAGUE))
"""The irregularities that can be called, each with its name (R47–R49); the table itself keeps turns and gos."""
REMEDIES = tuple((remedy.value, Text(remedy.value)) for remedy in Remedy)
_NOT_NOW = N_("that cannot be done now: {what}")
SAID = {
    ActionKind.JOIN: N_("somebody is still to sit down"),
    ActionKind.CUT: N_("next comes the cut for deal"),
    ActionKind.DEAL: N_("next the pack is cut and dealt"),
    ActionKind.AWAY: N_("next cards are laid away"),
    ActionKind.STARTER: N_("next the starter is cut"),
    ActionKind.PLAY: N_("next a card is played"),
    ActionKind.COUNT: N_("next a hand is counted"),
    ActionKind.ANSWER: N_("somebody is still to answer"),
    ActionKind.ON: N_("next the table moves on"),
    ActionKind.OVER: N_("the game is over"),
}


def _number(asked: MoveRequest, wrong: Text) -> int:
    said = asked.move.number.strip()
    if not (said.isascii() and said.isdigit() and len(said) <= MOST_TYPED):
        raise asked.course.game.refused("R36", wrong, asked.player)
    return int(said)


def _depth(asked: MoveRequest, cards: Sequence[Card]) -> int:
    """Return where the pack is cut. Raises GameError where a packet would have fewer than four cards (R3)."""
    depth = _number(asked, N_("says where to cut: a number of cards"))
    Pack(tuple(cards)).cut(depth)
    return depth


def _cut(asked: MoveRequest) -> list[Entry]:
    """R2 R3: a person lifts a packet; the card that shows is theirs. The last of the sides to cut ends it."""
    pack = order(asked.shuffle.seed)
    depth = _depth(asked, pack)
    if depth in {taken for taken, _ in asked.course.cuts.values()}:
        raise asked.course.game.refused("R2", N_("that card is cut already; cut elsewhere"), asked.player)
    return cut_entries(asked.course, asked.player, depth, pack[depth - 1], asked.shuffle)


def cut_entries(course: Replay, player: int, depth: int, card: Card, shuffle: Shuffle) -> list[Entry]:
    """Return the entry of a cut for deal, and the event of all cuts where it was the last."""
    said: list[Entry] = [{"t": "cut", "p": player, "depth": depth, "card": str(card), "s": shuffle.number}]
    cuts = {place: shown for place, (_, shown) in course.cuts.items()} | {player: card}
    if len(cuts) == len(course.game.scores):
        said.append(written(Cut([cuts[side] for side in sorted(cuts)])) | {"s": shuffle.number})
    return said


def _deal(asked: MoveRequest) -> list[Entry]:
    """R3 R4: the pack is cut, which enters the shuffle, and dealt."""
    depth = _depth(asked, IN_ORDER)
    event, _ = Pack(order(asked.shuffle.seed, depth)).deal(asked.course.game)
    return [written(event) | {"s": asked.shuffle.number, "cut": depth}]


def _lay_away(asked: MoveRequest) -> list[Entry]:
    return [written(LayAway(asked.player, asked.move.cards)) | {"by": asked.player}]


def _starter(asked: MoveRequest) -> list[Entry]:
    stock = machine.stock(asked.course, asked.shuffle)
    depth = _depth(asked, stock)
    return [written(Pack(stock).starter(depth)) | {"cut": depth}]


def _play(asked: MoveRequest) -> list[Entry]:
    """R16: a card, with the points that are claimed for it by whoever pegs by themselves."""
    game, by = asked.course.game, {"by": asked.player}
    lay = Lay(asked.player, asked.move.cards[0] if len(asked.move.cards) == 1 else "")
    step = game.apply(lay)
    made = sum(peg.points for peg in step.pegs if peg.player == asked.player)
    if asked.seats[asked.player].peg:
        return [written(lay) | by]
    claimed = _number(asked, N_("says how many points the card makes; 0 if none")) if asked.move.number else 0
    last = sum(peg.points for peg in step.pegs if peg.player == asked.player and peg.reason is Reason.LAST)
    # R27: the point for last is pegged for everybody. Whoever claims it too has not claimed too much.
    claimed += last if claimed <= made - last else 0
    if claimed == made or (claimed < made and step.game.winner is not None):
        return [written(lay) | by]
    if claimed < made and game.ruleset.muggins_in_play:
        opponent = (asked.player + 1) % len(asked.seats)
        if asked.seats[opponent].machine:
            return [written(Muggins(lay, claimed, Challenge(opponent, made))) | by]
        return [{"t": "claim", "p": asked.player, "of": written(lay), "declared": claimed, "asks": opponent, **by}]
    # R49: short, it is seen too late; too much, it is put right at once.
    kind = IrregularityKind.SHORT_PEGGING if claimed < made else IrregularityKind.OVER_PEGGING
    wrong = Irregularity(kind, asked.player, points=abs(made - claimed), in_time=claimed > made)
    return [written(lay) | by, written(wrong)] if step.game.winner is None else [written(lay) | by]


def _go(asked: MoveRequest) -> list[Entry]:
    return [written(Go(asked.player)) | {"by": asked.player}]


def _count(asked: MoveRequest) -> list[Entry]:
    """R28 R36: a person calls their hand or crib by themselves; an opponent may answer."""
    course, game = asked.course, asked.course.game
    declared = _number(asked, N_("says how many points the hand makes; 0 if none"))
    call = Call(asked.player, declared, crib=game.shown == len(game.names))
    _possible(game, declared, crib=call.crib)
    game.apply(call)
    answers = listener(course, asked.seats, asked.player)
    by = {"by": asked.player}
    if answers is not None:
        return [{"t": "count", "p": call.player, "declared": declared, "crib": call.crib, "asks": answers, **by}]
    challenge = machine.challenged(course, asked.seats, call, asked.shuffle.seed)
    return [written(Call(call.player, declared, crib=call.crib, challenge=challenge)) | by]


def _answer(asked: MoveRequest) -> list[Entry]:
    """R39–R45: what another counted stands, or another total is claimed."""
    said, by = asked.course.pending or {}, {"by": asked.player}
    if said["t"] == "wrong":
        return [said["of"] | by]
    claimed = None
    if asked.move.number.strip():
        claimed = _number(asked, N_("says what it is worth: a number of points"))
        if said["t"] == "count":
            _possible(asked.course.game, claimed, crib=said["crib"])
    challenge = None if claimed is None or claimed == said["declared"] else Challenge(asked.player, claimed)
    if said["t"] == "claim":
        of = said["of"]
        if challenge is None:
            short = asked.course.game.apply(Lay(of["p"], of["card"]))
            missed = sum(peg.points for peg in short.pegs if peg.player == of["p"]) - said["declared"]
            late = Irregularity(IrregularityKind.SHORT_PEGGING, of["p"], points=missed, in_time=False)
            return [of | by, written(late)]
        return [written(Muggins(Lay(of["p"], of["card"]), said["declared"], challenge)) | by]
    return [written(Call(said["p"], said["declared"], crib=said["crib"], challenge=challenge)) | by]


def _possible(game: Game, points: int, *, crib: bool) -> None:
    """Refuse what no hand or crib is worth, before anybody answers it (R35): “nineteen” for nothing is 0."""
    cards = CRIB_CARDS if crib else game.ruleset.hand_size
    wrong = impossible(points, N_("crib") if crib else N_("hand"), cards)
    if wrong is not None:
        raise game.refused("R35", wrong)


def _continue_play(asked: MoveRequest) -> list[Entry]:
    """Move on: the next hand is counted, right or by a machine that may miss something."""
    turn = asked.course.game.turn
    return [] if turn is None else machine.counted(asked.course, asked.seats, turn, asked.shuffle.seed)


def _resign(asked: MoveRequest) -> list[Entry]:
    if asked.course.is_over:
        raise asked.course.game.refused("R37", N_("the game is over"))
    if find_next_action(asked.course, asked.seats).wants is ActionKind.JOIN:  # nobody is there who could win
        raise asked.course.game.refused("R16", Text(_NOT_NOW, what=SAID[ActionKind.JOIN]))
    return [{"t": "resign", "side": asked.course.game.side_of(asked.player), "p": asked.player}]


def _undo(asked: MoveRequest) -> list[Entry]:
    """Take back one's last move in this deal, and what a machine answered; the pack stays as it is."""
    game = asked.course.game
    if sum(not seat.machine for seat in asked.seats) > 1:
        raise game.refused("R16", N_("between two people nothing is taken back"))
    made = asked.course.own.get(asked.player)
    if asked.course.is_over or made is None:
        raise game.refused("R16", N_("there is nothing of this deal to take back"))
    return [{"t": "undo", "to": made - 1}]


def _wrong(asked: MoveRequest) -> list[Entry]:
    """R47–R49: an irregularity is called, and put right once a person of the other side has agreed that it happened."""
    move, course, game = asked.move, asked.course, asked.course.game
    if course.pending is not None:
        raise game.refused("R16", Text(_NOT_NOW, what=SAID[ActionKind.ANSWER]))
    try:
        kind = next(kind for kind in kinds_of(LEAGUE) if kind == move.kind)
        choice = Remedy(move.choice) if move.choice else None
    except (StopIteration, ValueError):
        raise game.refused("R47", N_("choose what went wrong")) from None
    points = _number(asked, N_("says how many points were pegged wrong")) if move.number.strip() else 0
    of = int(move.of) if move.of.isascii() and move.of.isdigit() and len(move.of) == 1 else -1
    event = Irregularity(kind, of, choice, points)
    answers = _who_agrees(asked, of)
    try:
        game.apply(event)
    except GameError:  # says its rule
        raise
    except ScoringError as refused:
        raise game.refused("R47", refused.text) from None
    return [{"t": "wrong", "p": asked.player, "of": written(event), "asks": answers, "by": asked.player}]


def _who_agrees(asked: MoveRequest, of: int) -> int:
    """Return the person who says whether an irregularity happened: whose it is, or else the next of the other side."""
    seats, side_of = asked.seats, asked.course.game.side_of
    around = [(asked.player + step) % len(seats) for step in range(1, len(seats))]
    others = [place for place in around if not seats[place].machine and side_of(place) != side_of(asked.player)]
    if not others:
        raise asked.course.game.refused("R47", N_("no person plays on the other side, and machines break no rule"))
    if of in range(len(seats)) and seats[of].machine:
        raise asked.course.game.refused("R47", N_("machines break no rule"))
    return of if of in others else others[0]


def _deny(asked: MoveRequest) -> list[Entry]:
    """An irregularity that was called did not happen: nothing changes."""
    if (asked.course.pending or {}).get("t") != "wrong":
        raise asked.course.game.refused("R36", N_("says what it is worth: a number of points"), asked.player)
    return [{"t": "denied", "p": asked.player, "by": asked.player}]


MOVES: dict[str, tuple[ActionKind | None, Callable[[MoveRequest], list[Entry]]]] = {
    "cut": (ActionKind.CUT, _cut),
    "deal": (ActionKind.DEAL, _deal),
    "away": (ActionKind.AWAY, _lay_away),
    "starter": (ActionKind.STARTER, _starter),
    "play": (ActionKind.PLAY, _play),
    "go": (ActionKind.PLAY, _go),
    "count": (ActionKind.COUNT, _count),
    "answer": (ActionKind.ANSWER, _answer),
    "deny": (ActionKind.ANSWER, _deny),
    "on": (ActionKind.ON, _continue_play),
    "resign": (None, _resign),
    "undo": (None, _undo),
    "wrong": (None, _wrong),
}
"""The moves there are: what must be waited for, and how each is made."""
