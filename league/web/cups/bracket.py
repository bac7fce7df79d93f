"""The picture of a bracket: every round a column, every side of a tie a line with its name on it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from league.queries.cups import CupView, Sign, describe_source
from league.rules.competitions.brackets import Bracket, Tie
from league.rules.competitions.rounds import Position, place_ties
from league.rules.competitions.ties import format_points
from league.translation import N_, Text, translated

COLUMN, ROW, GAP = 210, 34, 26
HEAD = 40
LONGEST = 24


@dataclass(frozen=True, slots=True)
class Label:
    x: float
    y: float
    text: str
    points: str = ""
    won: bool = False
    known: bool = True

    @property
    def end(self) -> float:
        return self.x + COLUMN - GAP


@dataclass(slots=True)
class Picture:
    """Sizes in units of an SVG; `lines` are paths."""

    width: float
    height: float
    heads: list[Label] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)


def draw_cup(view: CupView) -> Picture | None:
    """The picture of a cup that is drawn once; None for another, and where nothing can be shown yet."""
    if view.bracket is None:
        return None
    disputed = {shown.tie.number for round_ in view.rounds for shown in round_.ties if shown.disputed}
    signs = {shown.tie.number: shown.sides for round_ in view.rounds for shown in round_.ties}
    labels = {round_.number: round_.label for round_ in view.rounds}
    return draw_bracket(view.bracket, labels, signs, view.champion.team.name if view.champion else "", disputed)


def draw_bracket(
    bracket: Bracket, labels: Mapping[int, Text | str], signs: Mapping[int, tuple[Sign, Sign]], champion: str,
    disputed: Collection[int] = (),
) -> Picture:  # fmt: skip
    """Draw a knock-out.

    Args:
        labels: what its rounds are called.
        signs: the sides of each tie by its number; empty before the draw.
        champion: blank until there is one.
        disputed: numbers of ties whose result is disputed: the winner's line says so.
    """
    positions = place_ties(bracket)
    rows = max(position.bottom for position in positions.values()) + 1
    picture = Picture(COLUMN * (bracket.rounds + 1), HEAD + ROW * rows)
    for number in range(1, bracket.rounds + 1):
        picture.heads.append(Label(COLUMN * (number - 1), 18, translated(labels[number]) if number in labels else ""))
    for tie in bracket.ties:
        sources = (Sign(describe_source(tie.top)), Sign(describe_source(tie.bottom)))
        _draw_tie(picture, tie, positions[tie.number], signs.get(tie.number, sources), tie.number in disputed)
    x, y = COLUMN * bracket.rounds, HEAD + ROW * (positions[bracket.final.number].middle + 0.5)
    picture.lines.append(f"M{x} {y}H{x + COLUMN - GAP}")
    if champion:
        picture.labels.append(Label(x, y, _shorten(champion), won=True))
    return picture


def _draw_tie(picture: Picture, tie: Tie, position: Position, signs: tuple[Sign, Sign], disputed: bool) -> None:
    x = COLUMN * position.column
    end = x + COLUMN - GAP
    tops = [HEAD + ROW * (place + 0.5) for place in (position.top, position.bottom)]
    for y, sign in zip(tops, signs, strict=True):
        text = _shorten(translated(sign.name)) if sign.key is not None or position.column == 0 else ""
        points = translated(N_("disputed")) if disputed and sign.won else format_points(sign.points)
        picture.labels.append(Label(x, y, text, points, sign.won, sign.key is not None))
        picture.lines.append(f"M{x} {y}H{end}")
    middle = sum(tops) / 2
    if tie.third_place:
        picture.labels.append(Label(x, tops[0] - ROW * 0.75, translated(N_("Third place")), known=False))
    picture.lines.append(f"M{end} {tops[0]}V{tops[1]}" + ("" if tie.third_place else f"M{end} {middle}H{end + GAP}"))


def _shorten(text: str | Text) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
