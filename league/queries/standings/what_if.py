"""A division's table as it might be: with imagined results, what can still be reached, and what one result moves.

Nothing is stored. The places still possible follow from the table alone and are cached under its state: a result that
counts makes another key, so nothing needs invalidation.
"""

import time
from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from django.db.models import Exists, OuterRef

from league.enums import FixtureState, Settlement
from league.models import Division, Fixture, Result, Team
from league.queries.standings.figures import COUNTING, order_of, scheme_of
from league.queries.standings.standings import DivisionTable, Remark, division_table, find, table_if, table_of
from league.queries.visibility import sides_shown
from league.rules import formats
from league.rules.possible_places import Budget, Places, Race, reachable
from league.rules.possible_results import LONGEST, Imagined, outcomes_of, scores_of
from league.rules.problems import Problem
from league.rules.prospects import Prospect, Zone, prospects
from league.rules.settings import usable_tie_breaks
from league.rules.standings import FixtureTotals, Row
from league.rules.wording import ordinal
from league.translation import N_, Text

# Tie-breaks that look at single matches or at points pegged, which nobody has imagined.
NOT_IMAGINED: Final = ("matches_won", "count_back", "spread")
MOST = 400


@dataclass(frozen=True, slots=True)
class ImaginedLine:
    """A fixture to come and the score imagined, as typed; with a problem it does not count."""

    fixture: Fixture
    said: str = ""
    problem: Problem | None = None


@dataclass(frozen=True, slots=True)
class WhatIf:
    """A division's table as it is and as it would be.

    Attributes:
        lines: fixtures still to come, in order of time.
        imagined: how many of them count.
        open: the division's points are too varied for scores to be imagined.
        cut: level teams stay level where a tie-break would look at what is not imagined.
    """

    before: DivisionTable
    after: DivisionTable
    lines: tuple[ImaginedLine, ...]
    imagined: int
    problems: tuple[Problem, ...]
    open: bool
    cut: bool


def what_if(division: Division, said: Mapping[str, str]) -> WhatIf:
    """Return a division's table with imagined results (five queries, and those that a tie-break costs).

    `said` has scores as typed, by fixture; blank ones are skipped.
    """
    said = {number.strip(): text.strip() for number, text in list(said.items())[:MOST] if text.strip()}
    found = find([division])
    before = table_of(division, found)
    terms = formats.terms(division)
    scores = scores_of(scheme_of(division), terms)
    lines, read, problems = [], dict[Fixture, Imagined](), []
    for fixture in _remaining_fixtures(division):
        text = said.pop(str(fixture.pk), "")
        one = scores.read(text, f"f{fixture.pk}") if scores is not None and text else None
        if isinstance(one, Imagined):
            read[fixture] = one
        elif one is not None:
            problems.append(one)
        lines.append(ImaginedLine(fixture, text[:LONGEST], one if isinstance(one, Problem) else None))
    if said:
        told = N_("One of these fixtures has a result by now, or is not of this division; it is left out.")
        problems.append(Problem("fixture", told))
    for fixture, one in read.items():
        totals = one.totals(fixture.pk, fixture.home_id, fixture.away_id, terms, order_of(fixture))
        found.results[division.pk].append(Remark(totals, Settlement.SECRETARY, ""))
    imagined = {fixture.pk for fixture in read}
    found.left[division.pk] = [left for left in found.left[division.pk] if left.fixture not in imagined]
    order = usable_tie_breaks(division.tie_breaks)
    kept = next((order[:n] for n, one in enumerate(order) if one in NOT_IMAGINED), order)
    later = copy(division)
    later.tie_breaks = [*kept] if kept == order else [*kept, "name"]
    return WhatIf(
        before, table_of(later, found), tuple(lines), len(read), tuple(problems), scores is None, kept != order
    )


def _remaining_fixtures(division: Division) -> list[Fixture]:
    """Fixtures without a result that counts, in order of time."""
    counting = Result.objects.filter(COUNTING, fixture=OuterRef("pk"))
    rows = Fixture.objects.filter(sides_shown(), ~Exists(counting), division=division, play_off=False)
    rows = rows.exclude(state=FixtureState.CANCELLED).select_related("home", "away")
    return list(rows.order_by("starts_at", "pk"))


SECONDS = 2.0


def still_possible(table: DivisionTable) -> tuple[Prospect, ...]:
    """What each team can still reach, in the table's order; none when the division is over (no query).

    Withdrawn teams in the table have a place there and are counted like the others.
    """
    outcomes = outcomes_of(scheme_of(table.division), formats.terms(table.division))
    points = tuple((found.team.pk, found.row.points) for found in table.rows)
    there = {team for team, _ in points}
    left = tuple(game for game in table.left if there.issuperset(game))
    if not left or table.kind is not None:
        return ()
    names = tuple((found.team.pk, found.team.name) for found in table.rows)
    if outcomes is None:
        return tuple(Prospect(team, None) for team, _ in names)
    race = Race(points, tuple(sorted(left)), outcomes)
    return _prospects(race, names, Zone(table.promoted, table.relegated))


@lru_cache(maxsize=512)
def _prospects(race: Race, names: tuple[tuple[int, str], ...], zone: Zone) -> tuple[Prospect, ...]:
    return prospects(race, dict(_worked_out(race)), dict(names), zone)


@lru_cache(maxsize=512)
def _worked_out(race: Race) -> tuple[tuple[int, Places | None], ...]:
    """Reachable places; that it took too long is cached too."""
    budget = Budget(time.monotonic() + SECONDS, time.monotonic)
    return tuple(reachable(race, budget).items())


def moves_of(result: Result, teams: Iterable[Team], totals: FixtureTotals | None = None) -> list[Text]:
    """Describe each team's place with a result of its division (eight queries; none of a play-off).

    `totals` are what it would count for, where it does not count yet.
    """
    fixture: Fixture = result.fixture
    wanted = list(teams)
    if fixture.play_off or not wanted:
        return []
    table = division_table(fixture.division)
    changed = table_if(fixture.division, {fixture.pk: totals})
    before, after = (table, changed) if totals is not None else (changed, table)
    said = (_describe_move(team, _row(before, team), _row(after, team), counts=totals is None) for team in wanted)
    return [sentence for sentence in said if sentence is not None]


def _row(table: DivisionTable, team: Team) -> Row | None:
    return next((found.row for found in table.rows if found.team.pk == team.pk), None)


def _describe_move(team: Team, before: Row | None, after: Row | None, *, counts: bool) -> Text | None:
    """Describe a team's move; only its place if it had not played before: then everybody had one place."""
    if after is None:
        return None
    said = {"team": team.name, "place": _format_place(after), "before": _format_place(before) if before else ""}
    if before is None or not before.played:
        told = N_("{team}: {place} in the table.") if counts else N_("{team}: {place} in the table once it counts.")
    elif before.position == after.position:
        told = N_("{team}: still {place}.") if counts else N_("{team}: still {place} once it counts.")
    elif after.position < before.position:
        told = N_("{team}: up from {before} to {place}.")
        if not counts:
            told = N_("{team}: up from {before} to {place} once it counts.")
    else:
        told = N_("{team}: down from {before} to {place}.")
        if not counts:
            told = N_("{team}: down from {before} to {place} once it counts.")
    return Text(told, **said)


def _format_place(row: Row) -> Text:
    place = ordinal(row.position)
    return Text("joint {place}", place=place) if row.joint else place
