"""What a side does that is short of players, each way a word of the fixture format.

A match that a side has nobody for is left empty, and its games are awarded to the other side.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from scoring.text import N_, Text


@dataclass(frozen=True, slots=True)
class ShortSide:
    """A way of playing short.

    Attributes:
        sentence: for the rules page; None where only games are awarded.
        again: its players may play twice as often as others.
        dummy: a seat beside a partner may stay empty.
        leaves: which of its matches of a kind it leaves empty; blank: any.
    """

    label: Text
    sentence: Text | None = None
    again: bool = False
    dummy: bool = False
    leaves: Literal["", "first", "last"] = ""


# The kinds of match in which two are partners; beside others of a team somebody may have a dummy, too.
PARTNERS: Final = ("doubles", "trebles")
WITH_PARTNERS: Final = (*PARTNERS, "team")
# Stands for the missing partner where players are written by their names, as in results.csv.
DUMMY: Final = "dummy"
AWARDED: Final = "awarded"
# Stands before the word for one in a format.
SHORT: Final = "short-"
SHORT_SIDES: Final[Mapping[str, ShortSide]] = {
    AWARDED: ShortSide(N_("The games of whoever is missing are awarded to the other side")),
    "twice": ShortSide(
        N_("A player may play twice"),
        N_(
            "A player of a team that is short may play twice as often as others, in the place of somebody who is "
            "missing."
        ),
        again=True,
    ),
    "last": ShortSide(
        N_("The last match is lost"),
        N_("A team that is short leaves the last match empty; where there are several kinds, the last of a kind."),
        leaves="last",
    ),
    "first": ShortSide(
        N_("The first match is lost"),
        N_("A team that is short leaves the first match empty; where there are several kinds, the first of a kind."),
        leaves="first",
    ),
    "dummy": ShortSide(
        N_("A partner may be a dummy"),
        N_(
            "In pairs, trebles and team matches a team that is short may have a dummy in the place of a partner; "
            "whoever is there plays without them."
        ),
        dummy=True,
    ),
}
