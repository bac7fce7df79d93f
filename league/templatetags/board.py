"""The cribbage board as SVG: streets of thirty holes in groups of five, a lane a side, and a peg in each."""

from collections.abc import Iterator
from math import ceil

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from league.translation import Text, translated

STREET = 30
GROUP = 5
STEP = 10.0
GROUP_GAP = 4.0
LANE = 11.0
STREET_GAP = 9.0
MARGIN = 13.0
HOLE = 2.1
PEG = 4.2
SIDES = ("home", "away")
Circle = tuple[str, str, str, str]  # classes, cx, cy, r


def _x(index: int) -> float:
    return MARGIN + index * STEP + index // GROUP * GROUP_GAP


def _spot(point: int, side: str, target: int) -> tuple[float, float]:
    """Where the hole of a point lies; nought is the start, left of the first, and `target` ends the last street."""
    street, index = divmod(max(point, 1) - 1, STREET)
    if point == target > 1:
        street, index = divmod(target - 2, STREET)
        index += 1
    y = MARGIN + street * (2 * LANE + STREET_GAP) + SIDES.index(side) * LANE
    return _x(index) - (STEP if point < 1 else 0), y


def _holes(side: str, reached: int, target: int) -> Iterator[Circle]:
    for point in range(1, target + 1):
        x, y = _spot(point, side, target)
        kind = " passed" if point < reached else " last" if point == target else ""
        yield f"hole{kind} {side}", f"{x:g}", f"{y:g}", f"{HOLE:g}"


def _peg(side: str, x: float, y: float) -> Circle:
    return f"peg {side}", f"{x:g}", f"{y:g}", f"{PEG:g}"


def full(*, home: int, away: int, target: int, home_label: str, away_label: str) -> SafeString:
    """Every hole of a game to `target`, both pegs where the sides stand, and the score in words."""
    scores = {"home": min(max(home, 0), target), "away": min(max(away, 0), target)}
    holes = [hole for side in SIDES for hole in _holes(side, scores[side], target)]
    pegs = [_peg(side, *_spot(scores[side], side, target)) for side in SIDES]
    width = _x(STREET) + MARGIN
    height = 2 * MARGIN + ceil(max(target - 1, 1) / STREET) * (2 * LANE + STREET_GAP) - STREET_GAP - LANE
    said = {"home": home_label, "home_points": home, "away": away_label, "away_points": away, "target": target}
    sentence = Text("{home} {home_points}, {away} {away_points}; the game is to {target}.", **said)
    track = _track(width, height, holes + pegs, sentence)
    return _figure("board", track, (home_label, home), (away_label, away))


def slim(*, home: int, away: int, target: int, home_label: str, away_label: str) -> SafeString:
    """One street on which the pegs stand to scale: how far each side is on its way to `target`."""
    last = STREET - 1
    circles: list[Circle] = []
    pegs: list[Circle] = []
    for lane, (side, score) in enumerate(zip(SIDES, (home, away), strict=True)):
        y = MARGIN + lane * LANE
        reached = round(last * min(max(score, 0), target) / target) if target else 0
        for i in range(STREET):
            circles.append((f"hole{' passed' if i < reached else ''} {side}", f"{_x(i):g}", f"{y:g}", f"{HOLE:g}"))
        pegs.append(_peg(side, _x(reached), y))
    said = {"home": home_label, "home_points": home, "away": away_label, "away_points": away, "target": target}
    sentence = Text("{home} {home_points}, {away} {away_points}, of {target}.", **said)
    track = _track(_x(last) + MARGIN, 2 * MARGIN + LANE, circles + pegs, sentence)
    return _figure("board board-slim", track, (home_label, home), (away_label, away))


def _track(width: float, height: float, circles: list[Circle], sentence: Text) -> SafeString:
    drawn = format_html_join("", '<circle class="{}" cx="{}" cy="{}" r="{}"/>', circles)
    return format_html(
        '<svg class="board-track" viewBox="0 0 {} {}" role="img" aria-label="{}">{}</svg>',
        f"{width:g}",
        f"{height:g}",
        translated(sentence),
        drawn,
    )


def _figure(classes: str, track: SafeString, home: tuple[str, int], away: tuple[str, int]) -> SafeString:
    return format_html(
        '<figure class="{}">{}<figcaption class="board-caption" aria-hidden="true">'
        '<span class="board-side"><span class="peg-dot home"></span>{} <b>{}</b></span>'
        '<span class="board-side"><span class="peg-dot away"></span>{} <b>{}</b></span>'
        "</figcaption></figure>",
        classes,
        track,
        *home,
        *away,
    )
