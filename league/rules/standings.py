"""A division's table (LEAGUES: points, order of tie-breaks).

Points decide first. Level teams are separated by the tie-breaks in the division's order; each row says which one did
it. A tie that remains is a joint place, never broken at random: `name` only orders the listing. When a tie-break splits
a group, those that follow are applied to what remains level; the ones before it are not begun again.
"""

import datetime as dt
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby
from typing import Literal

from league.rules.scheme import Outcome, PointsScheme
from league.rules.tallies import Adjustment, Entrant, FixtureTotals, FormItem, Tally, tally_up
from league.rules.tie_breaks import (
    DEFAULT_TIE_BREAKS,
    TIE_BREAKS,
    Awaited,
    Group,
    Key,
    Lots,
    PlayOff,
    TieBreak,
    TieFacts,
    check_tie_breaks,
)
from league.rules.wording import plain
from scoring.text import N_, NOTHING, Text, join_names

__all__ = [
    "DEFAULT_TIE_BREAKS",
    "TIE_BREAKS",
    "Adjustment",
    "Entrant",
    "FixtureTotals",
    "FormItem",
    "Lots",
    "Outcome",
    "PlayOff",
    "Row",
    "Standings",
    "Tie",
    "TieBreak",
    "TieStep",
    "check_tie_breaks",
    "table",
]

FORM_LENGTH = 5
MOST_NAMES = 3


@dataclass(frozen=True, slots=True)
class Row:
    position: int  # from 1; shared where `joint`
    joint: bool
    entrant: Entrant
    played: int
    won: int
    drawn: int
    lost: int
    games_for: int
    games_against: int
    points: Fraction
    awarded: int  # of `games_for`
    awarded_against: int  # of `games_against`
    walkovers: int
    no_shows: int  # of `walkovers`: those against it
    abandoned: int  # of `played`: nobody won, drew or lost
    adjustment: Fraction
    form: tuple[FormItem, ...]  # the last five fixtures, the oldest first
    decided_by: str = ""  # the last tie-break that separated it from a level team
    decided_text: Text = NOTHING  # every step of that, in one sentence

    @property
    def place(self) -> str:
        """``3``, or ``=3`` where it is joint."""
        return f"{'=' if self.joint else ''}{self.position}"

    @property
    def games_difference(self) -> int:
        return self.games_for - self.games_against


Verdict = Literal["parted", "level", "not-met", "awaited"]


@dataclass(frozen=True, slots=True)
class TieStep:
    """One tie-break as applied to level teams.

    Attributes:
        teams: best first after it.
        figures: higher is better; empty where it had no effect.
        verdict: it parted some; it left them level; no effect, as they have not all met; or people must still decide
            it, and nothing after it is tried.
        told: what it rests on, beyond the figures.
        awaited: what the rows say until people have decided it.
    """

    tie_break: str
    teams: tuple[int, ...]
    figures: Mapping[int, Key]
    verdict: Verdict
    told: Text = NOTHING
    awaited: Awaited | None = None

    @property
    def label(self) -> Text:
        return TIE_BREAKS[self.tie_break].label

    def figure(self, team: int) -> Text:
        """A team's figure in words; "" where the step had no effect."""
        return TIE_BREAKS[self.tie_break].figure(self.figures[team]) if self.figures else NOTHING

    @property
    def why(self) -> Text:
        """What the tie-break did, in one sentence without the teams."""
        if self.told:
            return self.told
        if self.verdict == "not-met" and len(self.teams) == 2:
            return N_("Has no effect: it does not count until they have met.")
        if self.verdict == "not-met":
            return N_("Has no effect: it does not count until all of them have met.")
        if self.verdict == "level":
            return N_("Leaves them level.")
        places = len(set(self.figures.values()))
        return N_("Parts them.") if places == len(self.teams) else N_("Separates some of them; the others stay level.")


@dataclass(frozen=True, slots=True)
class Tie:
    """Teams level on points, in order, and every step by which they were parted, or not."""

    points: Fraction
    teams: tuple[int, ...]
    steps: tuple[TieStep, ...]


@dataclass(frozen=True, slots=True)
class Standings:
    """The rows from the top, and the ties, those of more points first.

    Teams that are level because none of them has played are no tie.
    """

    rows: tuple[Row, ...]
    ties: tuple[Tie, ...] = ()

    def tie_of(self, team: int) -> Tie | None:
        return next((tie for tie in self.ties if team in tie.teams), None)

    def awaiting(self, tie_break: str) -> tuple[tuple[int, ...], ...]:
        """Groups of teams that share a place until this is decided."""
        steps = (step for tie in self.ties for step in tie.steps)
        return tuple(step.teams for step in steps if step.tie_break == tie_break and step.verdict == "awaited")

    @property
    def drawn(self) -> frozenset[frozenset[int]]:
        return self._placed_by("lots")

    @property
    def played_off(self) -> frozenset[frozenset[int]]:
        """Groups of teams whose play-offs are all decided and count."""
        return self._placed_by("play_off")

    def _placed_by(self, tie_break: str) -> frozenset[frozenset[int]]:
        steps = (step for tie in self.ties for step in tie.steps)
        return frozenset(frozenset(step.teams) for step in steps if step.tie_break == tie_break and step.figures)


@dataclass(frozen=True, slots=True)
class _Level:
    """Teams level on points, and the steps applied so far."""

    group: Group
    known: TieFacts
    steps: list[TieStep] = field(default_factory=list)


def table(
    entrants: Iterable[Entrant],
    fixtures: Iterable[FixtureTotals],
    *,
    scheme: PointsScheme,
    tie_breaks: Sequence[str] = DEFAULT_TIE_BREAKS,
    adjustments: Iterable[Adjustment] = (),
    lots: Iterable[Lots] = (),
    play_offs: Iterable[PlayOff] = (),
    over: bool = True,
) -> Standings:
    """The table of a division; it does not depend on the order of its input.

    Args:
        entrants: the teams of the division, whether they have played or not.
        fixtures: confirmed results; void ones, and those with a withdrawn team, do not count.
        tie_breaks: valid keys of `TIE_BREAKS` (`check_tie_breaks`).
        adjustments: count before any tie-break, and in none.
        lots, play_offs: count where exactly their teams are level.
        over: no other fixture is still to be played or confirmed.
    """
    teams = list(entrants)
    ids = {entrant.id for entrant in teams}
    counted = [f for f in fixtures if f.home in ids and f.away in ids and f.how != "void"]
    played = sorted(counted, key=lambda f: (f.order, f.fixture_id))
    tallies = tally_up(teams, played, scheme, [a for a in adjustments if a.entrant in ids])
    by_points = sorted(tallies.values(), key=lambda t: (-t.points, *_by_name(t)))
    known = TieFacts(played, scheme, tuple(lots), tuple(play_offs), over)
    rows: list[Row] = []
    ties: list[Tie] = []
    for points, group in groupby(by_points, key=lambda t: t.points):
        level = _Level(list(group), known)
        begun = any(tally.form for tally in level.group)
        places = _separate(level, level.group, tuple(tie_breaks) if begun else ())
        for shared in places:
            position = len(rows) + 1
            rows += [_row(tally, position, level if begun else None, shared) for tally in shared]
        if begun and len(level.group) > 1:
            order = tuple(tally.entrant.id for shared in places for tally in shared)
            ties.append(Tie(points, order, tuple(level.steps)))
    return Standings(tuple(rows), tuple(ties))


def _by_name(tally: Tally) -> tuple[str, int]:
    return tally.entrant.name.casefold(), tally.entrant.id


def _separate(level: _Level, group: Group, tie_breaks: tuple[str, ...]) -> list[list[Tally]]:
    """Split level teams into groups that share a place, best first, and record each step."""
    if len(group) == 1 or not tie_breaks:
        return [sorted(group, key=_by_name)]
    name, rest = tie_breaks[0], tie_breaks[1:]
    tie_break = TIE_BREAKS[name]
    keys = tie_break.measure(group, level.known)
    by_name = sorted(group, key=_by_name)
    ids = tuple(tally.entrant.id for tally in by_name)
    if keys is None and tie_break.awaited:
        awaited = tie_break.awaited(group, level.known)
        level.steps.append(TieStep(name, ids, {}, "awaited", awaited.why, awaited))
        return [by_name]
    if keys is None or len(set(keys.values())) == 1:
        if name != "name":
            level.steps.append(TieStep(name, ids, keys or {}, "not-met" if keys is None else "level"))
        return _separate(level, group, rest)
    ordered = sorted(by_name, key=lambda t: keys[t.entrant.id], reverse=True)
    told = tie_break.explained(group, level.known) if tie_break.explained else NOTHING
    level.steps.append(TieStep(name, tuple(t.entrant.id for t in ordered), keys, "parted", told))
    return [
        shared
        for _, equal in groupby(ordered, key=lambda t: keys[t.entrant.id])
        for shared in _separate(level, list(equal), rest)
    ]


_BEHIND = N_("behind on {tie_break}, {mine} to {theirs}")
_BEHIND_NAMED = N_("behind {teams} on {tie_break}, {mine} to {theirs}")
_AHEAD = N_("ahead on {tie_break}, {mine} to {theirs}")
_AHEAD_NAMED = N_("ahead of {teams} on {tie_break}, {mine} to {theirs}")


def _step(level: _Level, step: TieStep, team: int) -> Text:
    """What one tie-break did for a team: "ahead of Ship on games difference, +12 to +5".

    The nearest rival's figure is given. Rivals who are all of the level teams need not be named again.
    """
    label = step.label
    if step.verdict == "not-met" and len(step.teams) == 2:
        return Text("{tie_break} does not count until they have met", tie_break=label)
    if step.verdict == "not-met":
        return Text("{tie_break} does not count until all of them have met", tie_break=label)
    tie_break, own = TIE_BREAKS[step.tie_break], step.figures[team]
    among = [tally for tally in level.group if tally.entrant.id in step.figures]
    behind = [tally for tally in among if step.figures[tally.entrant.id] > own]
    ahead = [tally for tally in among if step.figures[tally.entrant.id] < own]
    clauses = []
    for rivals, nearest, alone, named in (
        (behind, min, _BEHIND, _BEHIND_NAMED),
        (ahead, max, _AHEAD, _AHEAD_NAMED),
    ):
        if not rivals:
            continue
        label, mine, theirs = tie_break.describe_difference(
            own, nearest(step.figures[tally.entrant.id] for tally in rivals)
        )
        everybody = len(rivals) == len(level.group) - 1
        names = {} if everybody else {"teams": _names(rivals)}
        clauses.append(Text(alone if everybody else named, tie_break=label, mine=mine, theirs=theirs, **names))
    return clauses[0] if len(clauses) == 1 else Text("{behind}, and {ahead}", behind=clauses[0], ahead=clauses[1])


def _names(group: Iterable[Tally]) -> Text:
    names = [tally.entrant.name for tally in sorted(group, key=_by_name)]
    if len(names) > MOST_NAMES:
        return Text("{n} teams", n=len(names))
    return join_names(names)


def _sentence(tally: Tally, level: _Level, shared: Group) -> Text:
    rivals = [other for other in level.group if other is not tally]
    if not rivals:
        return NOTHING
    team = tally.entrant.id
    told = [_opening(tally, rivals)]
    steps = [step for step in level.steps if team in step.teams]
    told += [_step(level, step, team) for step in steps if step.verdict in ("parted", "not-met")]
    awaited = steps[-1].awaited if steps else None
    joint = [other for other in shared if other is not tally]
    if joint and len(joint) < len(rivals):
        named = awaited.joint_with if awaited else N_("joint with {teams}")
        told.append(Text(named, teams=_names(joint)))
    elif joint:
        told.append(awaited.joint if awaited else N_("joint, as no tie-break separates them"))
    return Text("{clauses}.", clauses=Text.joined("; ", told))


def _opening(tally: Tally, rivals: Group) -> Text:
    points, teams = plain(tally.points), _names(rivals)
    if abs(tally.points) == 1:
        return Text("Level on {points} point with {teams}", points=points, teams=teams)
    return Text("Level on {points} points with {teams}", points=points, teams=teams)


def _decided_by(tally: Tally, level: _Level) -> str:
    """The last tie-break that separated a team from one level on points."""
    parting = [s.tie_break for s in level.steps if s.verdict == "parted" and tally.entrant.id in s.teams]
    return parting[-1] if parting else ""


def _row(tally: Tally, position: int, level: _Level | None, shared: Group) -> Row:
    return Row(
        position=position,
        joint=len(shared) > 1,
        entrant=tally.entrant,
        played=tally.won + tally.drawn + tally.lost + tally.abandoned,
        won=tally.won,
        drawn=tally.drawn,
        lost=tally.lost,
        games_for=tally.games_for,
        games_against=tally.games_against,
        points=tally.points,
        awarded=tally.awarded,
        awarded_against=tally.awarded_against,
        walkovers=tally.walkovers,
        no_shows=tally.no_shows,
        abandoned=tally.abandoned,
        adjustment=tally.adjustment,
        form=tuple(tally.form[-FORM_LENGTH:]),
        decided_by=_decided_by(tally, level) if level else "",
        decided_text=_sentence(tally, level, shared) if level else NOTHING,
    )


def week_of(day: dt.date, starts: Sequence[dt.date]) -> int:
    """The index of the week of a day; `starts` ascending, at least one."""
    return max(bisect_right(starts, day) - 1, 0)


def first_from(week: int, weeks: Sequence[int]) -> int:
    """The first of some weeks from `week` on, or the last of them."""
    return next((one for one in weeks if one >= week), weeks[-1])


def places_moved(before: Standings, after: Standings) -> dict[int, int]:
    """Places that each team in both tables has moved: 2 is up two, -1 down one."""
    was = {row.entrant.id: row.position for row in before.rows}
    return {row.entrant.id: was[row.entrant.id] - row.position for row in after.rows if row.entrant.id in was}
