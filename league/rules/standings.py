"""A division's table (LEAGUES: points, order of tie-breaks).

Points decide first. Teams level on points are separated by the tie-breaks in the division's order; each row says which
one did it. A tie that remains is a joint place, never broken at random: `name` only orders the listing.

Head-to-head among several teams is a mini-league of just those teams (points by the division's scheme, then difference
in games) and has no effect unless every one of them has met every other. When a tie-break splits a group, those that
follow are applied to what remains level; the ones before it are not begun again.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, groupby
from typing import Literal

from league.rules.points import PointsScheme, fixture_points

FORM_LENGTH = 5
Outcome = Literal["W", "D", "L"]


@dataclass(frozen=True, slots=True)
class Entrant:
    """A team of the division."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class FixtureTotals:
    """A confirmed result in totals.

    Attributes:
        home: the home team's id; `away` likewise.
        home_games: games that are the home team's, `home_awarded` of them without being pegged out.
        order: its place in time; any number that grows.
        walkover: nothing was played.
    """

    fixture_id: int
    home: int
    away: int
    home_games: int
    away_games: int
    home_matches: int
    away_matches: int
    home_awarded: int = 0
    away_awarded: int = 0
    order: int = 0
    walkover: bool = False


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points given or taken by the league, with the reason."""

    entrant: int
    points: Fraction
    reason: str


@dataclass(frozen=True, slots=True)
class FormItem:
    """How one fixture ended for a team."""

    outcome: Outcome
    fixture_id: int
    opponent: int


@dataclass(frozen=True, slots=True)
class Row:
    """A team's line of the table.

    Attributes:
        position: 1 is the top; teams that share it are `joint`.
        awarded: of `games_for`, those awarded to the team; `awarded_against` likewise.
        form: the last five fixtures, the oldest first.
        decided_by: the tie-break that separated the team from one level on points with it, or "".
        decided_text: the same in a sentence, or "".
    """

    position: int
    joint: bool
    entrant: Entrant
    played: int
    won: int
    drawn: int
    lost: int
    games_for: int
    games_against: int
    points: Fraction
    awarded: int
    awarded_against: int
    walkovers: int
    adjustment: Fraction
    form: tuple[FormItem, ...]
    decided_by: str = ""
    decided_text: str = ""

    @property
    def games_difference(self) -> int:
        return self.games_for - self.games_against


@dataclass(frozen=True, slots=True)
class Standings:
    """The rows from the top."""

    rows: tuple[Row, ...]


@dataclass(slots=True)
class _Tally:
    """What is added up for one team while its fixtures are read."""

    entrant: Entrant
    won: int = 0
    drawn: int = 0
    lost: int = 0
    games_for: int = 0
    games_against: int = 0
    points: Fraction = Fraction(0)
    awarded: int = 0
    awarded_against: int = 0
    walkovers: int = 0
    adjustment: Fraction = Fraction(0)
    form: list[FormItem] = field(default_factory=list)

    @property
    def difference(self) -> int:
        return self.games_for - self.games_against


Group = Sequence[_Tally]
Key = tuple[Fraction, ...]
# For a group of level teams: each one's key, higher is better; None where the tie-break has no effect on this group.
Measure = Callable[[Group, Sequence[FixtureTotals], PointsScheme], Mapping[int, Key] | None]


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A way to separate level teams: its name, what it does, how it measures, and how it words a figure."""

    label: str
    sentence: str
    measure: Measure
    word: Callable[[Key], str]


def _signed(key: Key) -> str:
    return f"{int(key[0]):+d}".replace("-", "−")


def _plain(key: Key) -> str:
    return str(key[0])


def _head_to_head(group: Group, fixtures: Sequence[FixtureTotals], scheme: PointsScheme) -> Mapping[int, Key] | None:
    ids = {tally.entrant.id for tally in group}
    among = [f for f in fixtures if f.home in ids and f.away in ids]
    met = {frozenset((f.home, f.away)) for f in among}
    if any(frozenset(pair) not in met for pair in combinations(ids, 2)):
        return None
    mini = _tallies([tally.entrant for tally in group], among, scheme, ())
    return {entrant: (tally.points, Fraction(tally.difference)) for entrant, tally in mini.items()}


TIE_BREAKS: Mapping[str, TieBreak] = {
    "games_difference": TieBreak(
        "games difference",
        "Games won less games lost.",
        lambda group, _f, _s: {t.entrant.id: (Fraction(t.difference),) for t in group},
        _signed,
    ),
    "head_to_head": TieBreak(
        "head-to-head",
        "A table of just the teams that are level, once each of them has met every other.",
        _head_to_head,
        _plain,
    ),
    "fixtures_won": TieBreak(
        "fixtures won",
        "The number of fixtures won.",
        lambda group, _f, _s: {t.entrant.id: (Fraction(t.won),) for t in group},
        _plain,
    ),
    "games_won": TieBreak(
        "games won",
        "The number of games won.",
        lambda group, _f, _s: {t.entrant.id: (Fraction(t.games_for),) for t in group},
        _plain,
    ),
    "name": TieBreak(
        "name",
        "Teams that are still level share the place and are listed by name.",
        lambda group, _f, _s: None,
        _plain,
    ),
}
DEFAULT_TIE_BREAKS = ("games_difference", "head_to_head", "fixtures_won", "name")


@dataclass(frozen=True, slots=True)
class _Placed:
    """A team with the tie-break, if any, that separated it, and the sentence about it."""

    tally: _Tally
    tied_with: int
    decided_by: str = ""
    decided_text: str = ""


def table(
    entrants: Iterable[Entrant],
    fixtures: Iterable[FixtureTotals],
    *,
    scheme: PointsScheme,
    tie_breaks: Sequence[str] = DEFAULT_TIE_BREAKS,
    adjustments: Iterable[Adjustment] = (),
) -> Standings:
    """The table of a division.

    Args:
        fixtures: confirmed results between these entrants, in any order.
        tie_breaks: keys of `TIE_BREAKS` in the order in which they are tried.
        adjustments: points given or taken; they count before any tie-break.
    """
    played = sorted(fixtures, key=lambda f: (f.order, f.fixture_id))
    tallies = _tallies(entrants, played, scheme, adjustments)
    by_points = sorted(tallies.values(), key=lambda t: (-t.points, *_by_name(t)))
    groups: list[list[_Placed]] = []
    for _, level in groupby(by_points, key=lambda t: t.points):
        groups += _separate(list(level), tuple(tie_breaks), played, scheme, "", "")
    rows: list[Row] = []
    for group in groups:
        position = len(rows) + 1
        rows += [_row(placed, position, joint=len(group) > 1) for placed in group]
    return Standings(tuple(rows))


def _by_name(tally: _Tally) -> tuple[str, int]:
    return tally.entrant.name.casefold(), tally.entrant.id


def _tallies(
    entrants: Iterable[Entrant],
    fixtures: Iterable[FixtureTotals],
    scheme: PointsScheme,
    adjustments: Iterable[Adjustment],
) -> dict[int, _Tally]:
    tallies = {entrant.id: _Tally(entrant) for entrant in entrants}
    for fixture in fixtures:
        home_points, away_points = fixture_points(
            scheme,
            home_games=fixture.home_games,
            away_games=fixture.away_games,
            home_matches=fixture.home_matches,
            away_matches=fixture.away_matches,
        )
        _add(tallies[fixture.home], fixture, home_points, at_home=True)
        _add(tallies[fixture.away], fixture, away_points, at_home=False)
    for adjustment in adjustments:
        tally = tallies[adjustment.entrant]
        tally.adjustment += adjustment.points
        tally.points += adjustment.points
    return tallies


def _add(tally: _Tally, fixture: FixtureTotals, points: Fraction, *, at_home: bool) -> None:
    own, others = fixture.home_games, fixture.away_games
    awarded, against, opponent = fixture.home_awarded, fixture.away_awarded, fixture.away
    if not at_home:
        own, others, awarded, against, opponent = others, own, against, awarded, fixture.home
    outcome: Outcome = "D" if own == others else "W" if own > others else "L"
    tally.won += outcome == "W"
    tally.drawn += outcome == "D"
    tally.lost += outcome == "L"
    tally.games_for += own
    tally.games_against += others
    tally.awarded += awarded
    tally.awarded_against += against
    tally.walkovers += fixture.walkover
    tally.points += points
    tally.form.append(FormItem(outcome, fixture.fixture_id, opponent))


def _separate(
    level: list[_Tally],
    tie_breaks: tuple[str, ...],
    fixtures: Sequence[FixtureTotals],
    scheme: PointsScheme,
    decided_by: str,
    text: str,
) -> list[list[_Placed]]:
    """Split teams that are level into groups that share a place, best first."""
    if len(level) == 1 or not tie_breaks:
        return [[_Placed(tally, len(level), decided_by, text) for tally in sorted(level, key=_by_name)]]
    name, rest = tie_breaks[0], tie_breaks[1:]
    keys = TIE_BREAKS[name].measure(level, fixtures, scheme)
    if keys is None or len(set(keys.values())) == 1:
        return _separate(level, rest, fixtures, scheme, decided_by, text)
    ordered = sorted(level, key=lambda t: keys[t.entrant.id], reverse=True)
    groups: list[list[_Placed]] = []
    for _, equal in groupby(ordered, key=lambda t: keys[t.entrant.id]):
        part = list(equal)
        groups += _separate(part, rest, fixtures, scheme, name, _sentence(name, part, level, keys))
    return groups


def _sentence(name: str, part: Group, level: Group, keys: Mapping[int, Key]) -> str:
    """Why these teams stand where they do among those level with them on points."""
    own = keys[part[0].entrant.id]
    rivals = [t for t in level if keys[t.entrant.id] != own]
    names = ", ".join(t.entrant.name for t in sorted(rivals, key=_by_name))
    tie_break = TIE_BREAKS[name]
    figures = [tie_break.word(keys[t.entrant.id]) for t in sorted(rivals, key=_by_name)]
    points = _points(part[0].points)
    told = f"{tie_break.word(own)} to {', '.join(figures)}"
    return f"Level on {points} with {names}; placed by {tie_break.label}, {told}."


def _points(points: Fraction) -> str:
    whole = str(points) if points.denominator == 1 else f"{float(points):g}"
    return f"{whole} point" if points == 1 else f"{whole} points"


def _row(placed: _Placed, position: int, *, joint: bool) -> Row:
    tally = placed.tally
    return Row(
        position=position,
        joint=joint,
        entrant=tally.entrant,
        played=tally.won + tally.drawn + tally.lost,
        won=tally.won,
        drawn=tally.drawn,
        lost=tally.lost,
        games_for=tally.games_for,
        games_against=tally.games_against,
        points=tally.points,
        awarded=tally.awarded,
        awarded_against=tally.awarded_against,
        walkovers=tally.walkovers,
        adjustment=tally.adjustment,
        form=tuple(tally.form[-FORM_LENGTH:]),
        decided_by=placed.decided_by,
        decided_text=placed.decided_text,
    )
