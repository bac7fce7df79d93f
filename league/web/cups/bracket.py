"""The picture of a bracket: every round a column, every side of a tie a line with its name on it."""

from dataclasses import dataclass, field

from league.queries.cups import CupView, Sign, describe_source
from league.rules.competitions.brackets import Bracket
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


def draw_bracket(view: CupView) -> Picture | None:
    """The picture of a bracket that is drawn once; None for another, and where nothing can be shown yet."""
    if view.bracket is None or not view.positions:
        return None
    rounds = view.bracket.rounds
    rows = max(position.bottom for position in view.positions.values()) + 1
    picture = Picture(COLUMN * rounds + COLUMN, HEAD + ROW * rows)
    labels = {round_.number: round_.label for round_ in view.rounds}
    for number in range(1, rounds + 1):
        text = translated(labels.get(number, "")) if number in labels else ""
        picture.heads.append(Label(COLUMN * (number - 1), 18, text))
    signs = _signs(view)
    for tie in view.bracket.ties:
        _draw_tie(picture, view, tie.number, signs[tie.number])
    champion = view.champion
    final = view.positions[view.bracket.final.number]
    y = HEAD + ROW * (final.middle + 0.5)
    x = COLUMN * rounds
    picture.lines.append(f"M{x} {y}H{x + COLUMN - GAP}")
    if champion is not None:
        picture.labels.append(Label(x, y, _cut(champion.team.name), won=True))
    return picture


def _signs(view: CupView) -> dict[int, tuple[Sign, Sign]]:
    drawn = {shown.tie.number: shown.sides for round_ in view.rounds for shown in round_.ties}
    return drawn or _empty_signs(view.bracket) if view.bracket is not None else {}


def _empty_signs(bracket: Bracket) -> dict[int, tuple[Sign, Sign]]:
    return {
        tie.number: (
            Sign(describe_source(tie.top), None, None, won=False),
            Sign(describe_source(tie.bottom), None, None, won=False),
        )
        for tie in bracket.ties
    }


def _draw_tie(picture: Picture, view: CupView, number: int, signs: tuple[Sign, Sign]) -> None:
    position = view.positions[number]
    x = COLUMN * position.column
    end = x + COLUMN - GAP
    tops = [HEAD + ROW * (place + 0.5) for place in (position.top, position.bottom)]
    for y, sign in zip(tops, signs, strict=True):
        text = _cut(translated(sign.name)) if sign.entrant is not None or position.column == 0 else ""
        picture.labels.append(Label(x, y, text, format_points(sign.points), sign.won, sign.entrant is not None))
        picture.lines.append(f"M{x} {y}H{end}")
    middle = sum(tops) / 2
    third = view.bracket is not None and view.bracket.ties[number - 1].third_place
    if third:
        picture.labels.append(Label(x, tops[0] - ROW * 0.75, translated(N_("Third place")), known=False))
    picture.lines.append(f"M{end} {tops[0]}V{tops[1]}" + ("" if third else f"M{end} {middle}H{end + GAP}"))


def _cut(text: str | Text) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
