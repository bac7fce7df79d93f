"""The words said aloud at the table for each event of a game, and by whom (R14 R16–R18 R36).

A card of the play is called with the new count (D E) and what it pegs; how is the ruleset's `announcement_order`. With
pairs first it is as C writes it: “fifteen-two”, “thirty-one-two”, “pair-two”, “three for a run”. With runs first the
words are those of a show: “fifteen two”, “twenty, a run of three is three”; D and E tell of the count alone.
"""

from collections.abc import Iterator
from typing import NamedTuple

from scoring.announcement import in_words, of_length
from scoring.cards import Card, cards_of
from scoring.events import Call, Deal, Go, Lay, Muggins, Peg, Reason, Starter
from scoring.game import Game, Step
from scoring.ruleset import AnnouncementOrder
from scoring.show import score_show
from scoring.text import N_, Text


class SpokenWords(NamedTuple):
    """Something said: by whom, a place at the table from 0, and the words."""

    player: int
    words: Text


_GO = N_("go")
_SHORT = {
    Reason.PAIR: N_("pair-{points}"),
    Reason.PAIR_ROYAL: N_("pair royal-{points}"),
    Reason.DOUBLE_PAIR_ROYAL: N_("double pair royal-{points}"),
    Reason.RUN: N_("{points} for a run"),
}
_LONG = {
    Reason.PAIR: N_("a pair"),
    Reason.PAIR_ROYAL: N_("a pair royal"),
    Reason.DOUBLE_PAIR_ROYAL: N_("a double pair royal"),
}
_AT_ONCE = {
    Reason.HEELS: N_("{points} for his heels"),
    Reason.THREE_FOR_LAST: N_("{points} for last"),
    Reason.LAST: N_("{points} for last"),
}
_COUNTS = (Reason.FIFTEEN, Reason.THIRTY_ONE)


def spoken(before: Game, step: Step) -> tuple[SpokenWords, ...]:
    """Return what is said for a step of the game `before`, in its order; nothing where nobody need speak."""
    return tuple(_spoken(before, step))


def _spoken(before: Game, step: Step) -> Iterator[SpokenWords]:
    event, pegs = step.event, step.pegs
    match event:
        case Lay():
            total = event.card.value + (before.play.total if before.play else 0)
            yield SpokenWords(event.player, _count(total, pegs, before.ruleset.announcement_order))
        case Go():
            yield SpokenWords(event.player, _GO)
            yield from _at_once(pegs)
        case Deal() | Starter():
            yield from _at_once(pegs)
        case Call():
            yield SpokenWords(event.player, _called(before, event))
            if event.challenge is not None:
                yield _claimed(event.challenge.player, event.challenge.claimed, takes=event.challenge.takes)
        case Muggins():
            yield from _missed(before, event)


def _at_once(pegs: tuple[Peg, ...]) -> Iterator[SpokenWords]:
    """Yield what is said for points that no card of the play makes."""
    for peg in pegs:
        yield SpokenWords(peg.player, Text(_AT_ONCE[peg.reason], points=in_words(peg.points)))


def _count(total: int, pegs: tuple[Peg, ...], order: AnnouncementOrder) -> Text:
    """Say the new count and what the card pegs."""
    short = order is AnnouncementOrder.PAIRS_FIRST
    counted = sum(peg.points for peg in pegs if peg.reason in _COUNTS)
    words: list[Text] = [in_words(total)]
    if counted:
        sentence = N_("{count}-{points}") if short else N_("{count} {points}")
        words = [Text(sentence, count=in_words(total), points=in_words(counted))]
    so_far = counted
    for peg in pegs:
        if peg.reason in _COUNTS:
            continue
        so_far += peg.points
        words.append(_short(peg) if short or peg.reason is Reason.LAST else _long(peg, so_far))
    return Text.joined(", ", words)


def _short(peg: Peg) -> Text:
    return Text({**_SHORT, **_AT_ONCE}[peg.reason], points=in_words(peg.points))


def _long(peg: Peg, so_far: int) -> Text:
    phrase = of_length(N_("a run of {length}"), len(peg.cards)) if peg.reason is Reason.RUN else _LONG[peg.reason]
    sentence = N_("{phrase} is {points}") if so_far == peg.points else N_("{phrase} makes {points}")
    return Text(sentence, phrase=phrase, points=in_words(so_far))


def _called(before: Game, event: Call) -> Text:
    """Say a hand or crib as it is counted, where it was called right; else the points that were called."""
    cards = event.cards or _cards_called(before, event)
    starter = before.table.starter if before.table else None
    show = score_show(cards, starter, crib=event.crib, ruleset=before.ruleset)
    return show.announcement if show.points == event.declared else in_words(event.declared)


def _cards_called(before: Game, event: Call) -> tuple[Card, ...]:
    if event.crib:
        return before.table.crib if before.table else ()
    return cards_of(before.play.held[event.player]) if before.play else ()


def _claimed(player: int, points: int, *, takes: bool) -> SpokenWords:
    sentence = N_("muggins: {points}") if takes else N_("{points}, and I leave it")
    return SpokenWords(player, Text(sentence, points=in_words(points)))


def _missed(before: Game, event: Muggins) -> Iterator[SpokenWords]:
    """Yield the card or go of which points were missed, with what was pegged, and the claim (R43a)."""
    if isinstance(event.of, Go):
        yield SpokenWords(event.of.player, _GO)
    else:
        total = in_words(event.of.card.value + (before.play.total if before.play else 0))
        pegged = Text("{count}, {points}", count=total, points=in_words(event.declared)) if event.declared else total
        yield SpokenWords(event.of.player, pegged)
    yield _claimed(event.challenge.player, event.challenge.claimed, takes=event.challenge.takes)
