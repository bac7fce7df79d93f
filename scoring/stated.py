"""Points that somebody wrote behind a card or a go of the play, against what it pegged (R18 R21–R27)."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scoring.course import Spot
from scoring.events import Peg
from scoring.text import N_, Text
from scoring.written import Fault


class Stated(NamedTuple):
    """A card or a go of a count: what it pegged, what pegged by gos supplied after it, and what was written."""

    spot: Spot
    what: str  # a card, or the word for a go
    is_go: bool
    pegs: tuple[Peg, ...]
    points: int | None
    after: tuple[Peg, ...] = ()


def stated_faults(turn: Sequence[Stated], *, loose: bool) -> Iterator[Fault]:
    """Yield what is wrong with the points written behind a card and the gos that follow it.

    The point for the last card may stand at the card or at a go, once; points behind the card alone count it. `loose`:
    what followed is not known, so the point may have been there.
    """
    later: tuple[Peg, ...] = ()  # what gos pegged after each
    claims = 0  # how often that was written
    gone = False  # a go is written after it, and may tell of the point
    for each in reversed(turn):
        later = each.after + later
        own = _points(each.pegs)
        last = _points(later)
        right = {own + (last or loose)} | ({own} if gone or loose or not last else set())
        if each.points is not None and each.points not in right:
            pegs = each.pegs + later
            rule = pegs[0].rule if pegs else "R25"
            yield each.spot.fault(
                rule,
                Text("{what} pegs {pegged}, not {points}", what=each.what, pegged=_pegged(pegs), points=each.points),
            )
        elif each.points and (each.is_go or each.points > own):
            claims += 1
        if each.is_go:
            later = each.pegs + later
            gone = True
    if claims > 1:
        yield turn[-1].spot.fault("R18", N_("the point for the last card is written twice; once is enough"))


def _points(pegs: tuple[Peg, ...]) -> int:
    return sum(peg.points for peg in pegs)


def _pegged(pegs: tuple[Peg, ...]) -> Text:
    if not pegs:
        return N_("nothing")
    each = (Text("{reason} {points}", reason=peg.reason.text, points=peg.points) for peg in pegs)
    return Text("{points} ({pegs})", points=_points(pegs), pegs=Text.joined(", ", each))
