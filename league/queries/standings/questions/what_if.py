"""A division's table with results that somebody imagines. Nothing is stored."""

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from typing import Final

from django.db.models import Exists, OuterRef

from league.enums import FixtureState, Settlement
from league.models import Division, Fixture, Result
from league.queries.standings.figures import COUNTING, order_of, scheme_of
from league.queries.standings.standings import DivisionTable, Remark, find, table_of
from league.queries.visibility import sides_shown
from league.rules import formats
from league.rules.possible.imagined import LONGEST, Imagined, scores_of
from league.rules.problems import Problem
from league.rules.settings import usable_tie_breaks
from league.translation import N_

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
