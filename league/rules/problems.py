"""One thing that is wrong with what a person gave."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """What was wrong, where, and what would be right.

    Attributes:
        code: a stable word for machines.
        message: one sentence for a person.
        field: the form field it belongs to, e.g. ``m3-g2``.
        where: the place as a person names it, e.g. ``match 3, game 2``.
    """

    code: str
    message: str
    field: str = ""
    where: str = ""
