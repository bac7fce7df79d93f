"""A line over what follows one another: weeks, deals. Values in, a drawing out, without a browser."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

ACROSS = 10  # of a drawing, from one place to the next
HIGH = 100  # of a drawing


@dataclass(frozen=True, slots=True)
class Chart:
    """A line over consecutive places, drawn `HIGH` high and `ACROSS` a place wide; the greatest value is at the top."""

    path: str
    dots: str
    top: int
    columns: tuple[int, ...]

    @property
    def across(self) -> int:
        """The width of the drawing."""
        return max(len(self.columns) - 1, 1) * ACROSS


def chart(values: Sequence[Fraction | int | None], top: int) -> Chart:
    """Draw values of consecutive places; a place without one is left out of the line.

    Args:
        top: the value at the top of the drawing.
    """
    points = [
        (place * ACROSS, HIGH - round(HIGH * Fraction(value) / top))
        for place, value in enumerate(values)
        if value is not None
    ]
    path = "".join(f"{'L' if at else 'M'}{x} {y}" for at, (x, y) in enumerate(points))
    dots = "".join(f"M{x} {y}h0" for x, y in points)
    return Chart(path, dots, top, tuple(place * ACROSS for place in range(len(values))))
