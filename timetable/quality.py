"""The quality sheet of a timetable, and all that it does not keep, of any list of meetings: made or changed by hand."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from timetable.bounds import fewest_breaks
from timetable.checks import Of, meetings_of, violations_of
from timetable.circle import circle
from timetable.values import Brief, Division, Meeting, Method, Quality, Timetable, Violation
from timetable.weeks import Half

Byes = tuple[tuple[str, int, int, str], ...]


class Proof(NamedTuple):
    """The facts proven of a brief beside a timetable of it.

    Attributes:
        least: the fewest breaks of each division by name, where more than its bound is shown.
        together: no timetable that keeps all conditions has fewer breaks in all divisions.
        fewest: no timetable has fewer violations than this.
        conflicts: sets of conditions that contradict each other.
    """

    least: Mapping[str, int] = {}
    together: int = 0
    fewest: int = 0
    conflicts: tuple[tuple[str, ...], ...] = ()
    method: Method = "solver"
    notes: tuple[str, ...] = ()


def assess(brief: Brief, meetings: Sequence[Meeting], *, proof: Proof | None = None) -> Timetable:
    """A timetable of these meetings, in the order of a timetable, with its quality sheet and its violations.

    Any meetings of the brief's teams will do. `proof` is what is known of the brief; without it the plain bounds are
    all that anything is measured against, and violations count as avoidable.
    """
    known = proof or Proof()
    divisions = [division.name for division in brief.divisions]
    ordered = tuple(sorted(meetings, key=lambda m: (m.date, _place(divisions, m.division), m.home, m.away)))
    violations, of = violations_of(brief, ordered), meetings_of(brief, ordered)
    sheets = tuple(_sheet(brief, division, ordered, of, violations, known) for division in brief.divisions)
    breaks, least = sum(sheet.breaks for sheet in sheets), sum(sheet.least for sheet in sheets)
    proven = len(violations) == known.fewest if violations else breaks == max(least, known.together)
    return Timetable(
        ordered,
        sheets,
        byes=_byes(brief, ordered),
        violations=violations,
        conflicts=known.conflicts[0] if known.conflicts else (),
        further_conflicts=known.conflicts[1:],
        proven=proven,
        method=known.method,
        notes=known.notes,
    )


def carry_over_of(half: Half) -> int:
    """The sum of squares of a round's carry-over matrix, the first week following the last.

    How often one team meets next whoever has just met another: the more evenly spread, the less the sum.
    """
    count: Counter[Pair] = Counter()
    facing = [{a: b for pairing in week for a, b in (pairing, pairing[::-1])} for week in half]
    for before, after in pairwise([*facing, *facing[:1]]):
        count.update((other, after[team]) for team, other in before.items() if team in after)
    return sum(times * times for times in count.values())


Pair = tuple[int, int]


def _sheet(
    brief: Brief, division: Division, meetings: Sequence[Meeting], of: Of, violations: Sequence[Violation], known: Proof
) -> Quality:
    names = [team.name for team in division.teams]
    own = [meeting for meeting in meetings if meeting.division == division.name]
    rows = [[placed[1].home == name for placed in of[name]] for name in names]
    breaks = sum(before == after for row in rows for before, after in pairwise(row))
    bound = fewest_breaks(len(names), brief.rounds, brief.second_half, brief.half)
    least = max(bound, known.least.get(division.name, 0))
    whole = range(1, brief.rounds + (0 if brief.half else 1))
    concerned = {index for index, meeting in enumerate(meetings) if meeting.division == division.name}
    return Quality(
        division=division.name,
        teams=len(names),
        breaks=breaks,
        bound=bound,
        least=least,
        proven=breaks == least,
        balance=max((_balance(of, name, number) for name in names for number in whole), default=0),
        home_run=_longest(rows, at_home=True),
        away_run=_longest(rows, at_home=False),
        carry_over=carry_over_of(_first_round(names, own)),
        carry_over_circle=carry_over_of(circle(len(names))),
        gap=_gap(own),
        violations=sum(
            violation.division == division.name or not concerned.isdisjoint(violation.where) for violation in violations
        ),
        spread=max((abs(2 * sum(row) - len(row)) for row in rows), default=0) if brief.half else None,
    )


def _balance(of: Of, team: str, number: int) -> int:
    at_home = [placed[1].home == team for placed in of[team] if placed[1].round == number]
    return abs(2 * sum(at_home) - len(at_home))


def _longest(rows: Sequence[Sequence[bool]], *, at_home: bool) -> int:
    return max((len(list(run)) for row in rows for side, run in groupby(row) if side == at_home), default=0)


def _first_round(names: Sequence[str], meetings: Sequence[Meeting]) -> Half:
    number = {name: place for place, name in enumerate(names)}
    first = [meeting for meeting in meetings if meeting.round == 1 and {meeting.home, meeting.away} <= number.keys()]
    weeks = groupby(sorted(first, key=lambda meeting: meeting.week), key=lambda meeting: meeting.week)
    return tuple(tuple((number[m.home], number[m.away]) for m in week) for _, week in weeks)


def _gap(meetings: Sequence[Meeting]) -> int:
    """The fewest weeks of play from one meeting of a pair to its next; 0 where none meets twice."""
    weeks = {key: place for place, key in enumerate(sorted({(m.round, m.week) for m in meetings}))}
    met: dict[frozenset[str], list[int]] = {}
    for meeting in meetings:
        met.setdefault(frozenset((meeting.home, meeting.away)), []).append(weeks[meeting.round, meeting.week])
    return min((after - before for when in met.values() for before, after in pairwise(sorted(when))), default=0)


def _byes(brief: Brief, meetings: Sequence[Meeting]) -> Byes:
    """Who has a week free in which others of the division play."""
    byes = []
    for division in brief.divisions:
        playing: dict[tuple[int, int], set[str]] = {}
        for meeting in meetings:
            if meeting.division == division.name:
                playing.setdefault((meeting.round, meeting.week), set()).update((meeting.home, meeting.away))
        for (number, week), teams in sorted(playing.items()):
            free = [team.name for team in division.teams if team.name not in teams]
            byes += [(division.name, number, week, name) for name in free]
    return tuple(byes)


def _place(names: Sequence[str], name: str) -> int:
    return names.index(name) if name in names else len(names)
