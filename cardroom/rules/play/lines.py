"""The words of a table: each event as it is spoken there, for whoever looks on and whoever has it read to them.

Nothing here tells a card that is not on the table: what somebody lays away is told by its number.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from cardroom.rules.play.entries import Entry, event_of
from cardroom.rules.play.replay import Happened, Replay
from scoring import (
    Call,
    Cut,
    Deal,
    Event,
    Game,
    Go,
    Irregularity,
    Lay,
    LayAway,
    Muggins,
    Peg,
    Phase,
    Reason,
    Starter,
    spoken,
)
from scoring.text import N_, Text


@dataclass(frozen=True, slots=True)
class Line:
    """A line of what happened.

    Attributes:
        key: tells it from every other line of its game.
        who: the name of who speaks; empty where the table tells something.
        words: what is said.
        pegged: what is pegged upon it, such as "+2".
        sound: the word of the sound that goes with it: card, peg, go or win; empty for none.
        card: the card that was laid, by its code.
    """

    key: str
    who: str
    words: Text
    pegged: int = 0
    sound: str = ""
    card: str = ""


def lines_of(course: Replay) -> list[Line]:
    """Return what has happened in this deal, or in the cut for the first, in its order."""
    found = [line for happened in course.of_this_deal for line in lines_of_one(happened)]
    names = course.game.names
    found += [_cut(names[player], card.name, f"c{player}") for player, (_, card) in sorted(course.cuts.items())]
    if course.pending is not None:
        found.append(_announced(course.game, course.pending))
    if course.denied is not None:
        found.append(Line(f"{course.denied['n']}.d", course.game.names[course.denied["p"]], _NOT_SO))
    if course.resigned is not None:
        found.append(Line("resigned", "", given_up(course.game, course.resigned), sound="win"))
    elif course.game.winner is not None:
        won, pair = called(course.game, course.game.winner), len(course.game.players_of(course.game.winner)) > 1
        words = Text(_WON_BY_TWO if pair else _WON, player=won, score=_score(course.game))
        found.append(Line("won", "", words, sound="win"))
    return found


_NOT_SO = N_("that was not so; nothing changes")
_WON = N_("{player} wins the game: {score}.")
_WON_BY_TWO = N_("{player} win the game: {score}.")


def given_up(game: Game, side: int) -> Text:
    """Return that a side resigns."""
    who, pair = called(game, side), len(game.players_of(side)) > 1
    return Text("{player} resign.", player=who) if pair else Text("{player} resigns.", player=who)


def called(game: Game, side: int) -> Text:
    """Return the names of a side: a player's, or those of two partners."""
    names = [game.names[player] for player in game.players_of(side)]
    return Text("{one} and {other}", one=names[0], other=names[1]) if len(names) > 1 else Text("{one}", one=names[0])


def _score(game: Game) -> str:
    return "–".join(map(str, sorted(game.scores, reverse=True)))


def lines_of_one(happened: Happened) -> Iterator[Line]:
    """Yield what is said of one event."""
    before, step = happened.before, happened.step
    names, said = before.names, list(_event_sentences(happened))
    laid = step.event.of if isinstance(step.event, Muggins) else step.event
    words = [(names[one.player], one.words) for one in spoken(before, step)]
    lines: list[tuple[str, Text]] = [("", text) for text in said] + words
    pegged = sum(peg.points for peg in step.pegs if not _has_own_line(peg))
    # Whoever claims points missed has the last word, and what was pegged is another's.
    claims = isinstance(step.event, Muggins) or (isinstance(step.event, Call) and step.event.challenge is not None)
    for place, (who, text) in enumerate(lines):
        last = place == len(lines) - (2 if claims else 1)
        card = str(laid.card) if isinstance(laid, Lay) and who == names[laid.player] else ""
        yield Line(f"{happened.number}.{place}", who, text, pegged if last else 0, _sound(happened, pegged), card)
    if step.verdict is not None and step.verdict.reason:
        yield Line(f"{happened.number}.v", "", Text("{reason}", reason=step.verdict.reason))
    for place, peg in enumerate(peg for peg in step.pegs if _has_own_line(peg)):
        text = _apart_words(names[peg.player], peg)
        yield Line(f"{happened.number}.p{place}", "", text, peg.points, "peg")


def _apart_words(name: str, peg: Peg) -> Text:
    if peg.points < 0:
        return Text.plural("{player} loses {n} point.", "{player} loses {n} points.", n=-peg.points, player=name)
    return Text(_PEGS, player=name, points=peg.points, reason=Text(peg.reason.value))


_PEGS = N_("{player}: {points} for {reason}.")


def _has_own_line(peg: Peg) -> bool:
    """Return True of points that no card of the one who speaks makes, told in a line of their own."""
    return peg.reason in (Reason.MUGGINS, Reason.PENALTY, Reason.CORRECTION)


def _sound(happened: Happened, pegged: int) -> str:
    event = happened.step.event
    if isinstance(event, Go):
        return "go"
    if pegged:
        return "peg"
    return "card" if isinstance(event, Lay | Starter | Deal | Cut | LayAway) else ""


def _event_sentences(happened: Happened) -> Iterator[Text]:
    """Yield what the table tells of an event beside what is spoken."""
    game, event = happened.step.game, happened.step.event
    match event:
        case Cut():
            for side, card in enumerate(event.cards):
                yield _cut(game.names[side], card.name, "").words
            if game.phase is Phase.CUT:
                yield N_("The lowest cards are equal: cut again.")
            else:
                yield Text("{player} cut the lowest card and deals.", player=game.names[game.dealer])
        case Deal():
            yield Text("Deal {number}: {player} deals.", number=game.deal, player=game.names[game.dealer])
        case LayAway():
            laid, who = len(event.cards or ()), game.names[event.player]
            yield Text.plural("{player} lays away a card.", "{player} lays away {n} cards.", n=laid, player=who)
        case Starter():
            yield Text("The starter is the {card}.", card=event.card.name)
        case Irregularity():
            yield Text("{kind}: {player}.", kind=event.kind.text.capitalised(), player=game.names[event.player])
        case Call() if event.crib:
            yield Text("{player}’s crib:", player=game.names[event.player])


def _cut(name: str, card: Text, key: str) -> Line:
    return Line(key, "", Text("{player} cuts the {card}.", player=name, card=card), sound="card")


def _announced(game: Game, pending: Entry) -> Line:
    name = game.names[pending["p"]]
    if pending["t"] == "wrong":
        words = _called_wrong(game, event_of(pending["of"]))
    elif pending["t"] == "claim":
        words = Text("{points} for the card", points=pending["declared"])
    elif pending["crib"]:
        words = Text("my crib: {points}", points=pending["declared"])
    else:
        words = Text("my hand: {points}", points=pending["declared"])
    return Line(f"{pending['n']}.a", name, words)


def _called_wrong(game: Game, event: Event) -> Text:
    """Return what went wrong, as it was called: its kind, whose, and how many points."""
    assert isinstance(event, Irregularity)  # noqa: S101 - nothing else is called so
    said = {"kind": event.kind.text, "player": game.names[event.player]}
    if not event.points:
        return Text("{kind}, by {player}", **said)
    return Text.plural("{kind}, by {player}: {n} point", "{kind}, by {player}: {n} points", n=event.points, **said)
