"""The ways to separate teams that are level on points (LEAGUES: order of tie-breaks).

Head-to-head among several teams is a mini-league of just those teams (points by the division's scheme, then difference
in games) and has no effect unless every one of them has met every other.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import combinations

from league.rules.points import PointsScheme
from league.rules.problems import Problem
from league.rules.tallies import FixtureTotals, Tally, tally_up
from scoring.text import N_, Text

Group = Sequence[Tally]
Key = tuple[Fraction, ...]
# For a group of level teams: each one's key, higher is better; None where the tie-break has no effect on this group.
Measure = Callable[[Group, Sequence[FixtureTotals], PointsScheme], Mapping[int, Key] | None]


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A way to separate level teams.

    Attributes:
        label: its name; `what` what it counts, a sentence that begins with a small letter.
        words: how each part of its key is worded; `units` what each is called, where there are several.
    """

    label: Text
    what: Text
    measure: Measure
    words: tuple[Callable[[Fraction], str], ...] = ()
    units: tuple[Text, ...] = ()

    def told(self, own: Key, nearest: Key) -> tuple[str, str]:
        """The two figures that differ, in words: the first parts of two keys that are not the same."""
        part = next(i for i, (a, b) in enumerate(zip(own, nearest, strict=True)) if a != b)
        return self.words[part](own[part]), self.words[part](nearest[part])

    def figure(self, key: Key) -> Text:
        """A whole key in words: ``+12``, or ``points 9, games +3``."""
        said = [word(part) for word, part in zip(self.words, key, strict=True)]
        parts = [Text(unit, figure=text) for unit, text in zip(self.units, said, strict=True)] if self.units else said
        return Text.joined(", ", parts)


def signed(figure: Fraction | Decimal) -> str:
    """A difference for a person: ``+12``, ``−2.5``, ``0``."""
    text = plain(Fraction(figure))
    return f"+{text}" if figure > 0 else text


def plain(figure: Fraction) -> str:
    """A number of points for a person: ``54``, ``4.5``, to two places at most."""
    hundredths = round(abs(figure) * 100)
    text = f"{hundredths // 100}.{hundredths % 100:02d}".rstrip("0").rstrip(".")
    return f"−{text}" if figure < 0 and hundredths else text


def _head_to_head(group: Group, fixtures: Sequence[FixtureTotals], scheme: PointsScheme) -> Mapping[int, Key] | None:
    ids = {tally.entrant.id for tally in group}
    among = [f for f in fixtures if f.home in ids and f.away in ids]
    met = {frozenset((f.home, f.away)) for f in among}
    if any(frozenset(pair) not in met for pair in combinations(ids, 2)):
        return None
    mini = tally_up([tally.entrant for tally in group], among, scheme, ())
    return {entrant: (tally.points, Fraction(tally.difference)) for entrant, tally in mini.items()}


TIE_BREAKS: Mapping[str, TieBreak] = {
    "games_difference": TieBreak(
        N_("games difference"),
        N_("games won less games lost."),
        lambda group, _f, _s: {t.entrant.id: (Fraction(t.difference),) for t in group},
        (signed,),
    ),
    "head_to_head": TieBreak(
        N_("head-to-head"),
        N_("a table of just the teams that are level, once each of them has met every other."),
        _head_to_head,
        (plain, signed),
        (N_("points {figure}"), N_("games {figure}")),
    ),
    "fixtures_won": TieBreak(
        N_("fixtures won"),
        N_("the number of fixtures won."),
        lambda group, _f, _s: {t.entrant.id: (Fraction(t.won),) for t in group},
        (plain,),
    ),
    "games_won": TieBreak(
        N_("games won"),
        N_("the number of games won."),
        lambda group, _f, _s: {t.entrant.id: (Fraction(t.games_for),) for t in group},
        (plain,),
    ),
    "name": TieBreak(
        N_("name"),
        N_("teams that are still level share the place and are listed by name."),
        lambda group, _f, _s: None,
    ),
}
DEFAULT_TIE_BREAKS = ("games_difference", "head_to_head", "fixtures_won", "name")


def check_tie_breaks(keys: Sequence[str]) -> list[Problem]:
    """Return what is wrong with an order of tie-breaks: words that are none, and words that come twice."""
    known = ", ".join(TIE_BREAKS)
    wrong = [
        Text("“{key}” is not a tie-break; there are {known}", key=key, known=known)
        for key in dict.fromkeys(keys)
        if key not in TIE_BREAKS
    ]
    twice = [Text("“{key}” comes twice", key=key) for key in dict.fromkeys(keys) if keys.count(key) > 1]
    return [Problem("tie-break", message, "tie_breaks") for message in wrong + twice]
