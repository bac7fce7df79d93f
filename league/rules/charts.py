"""Line charts over consecutive places (weeks, deals) as SVG paths."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

ACROSS = 10  # of a drawing, from one place to the next
HIGH = 100  # of a drawing


@dataclass(frozen=True, slots=True)
class Chart:
    """A line chart, `HIGH` high and `ACROSS` a place wide."""

    path: str
    dots: str
    top: int
    columns: tuple[int, ...]

    @property
    def across(self) -> int:
        return max(len(self.columns) - 1, 1) * ACROSS


def chart(values: Sequence[Fraction | int | None], top: int) -> Chart:
    """Draw values, the greatest being `top`; None leaves a gap."""
    points = [
        (place * ACROSS, HIGH - round(HIGH * Fraction(value) / top))
        for place, value in enumerate(values)
        if value is not None
    ]
    path = "".join(f"{'L' if at else 'M'}{x} {y}" for at, (x, y) in enumerate(points))
    dots = "".join(f"M{x} {y}h0" for x, y in points)
    return Chart(path, dots, top, tuple(place * ACROSS for place in range(len(values))))
