"""A division's table with tonight's games and unconfirmed results.

A fixture still being played counts by its games; points for the whole fixture are added once it is over.
"""

import datetime as dt
from dataclasses import dataclass, replace

from league.enums import FixtureState, ResultState, Settlement
from league.models import Division, LiveScore, Result
from league.queries.live.scores import EVENING, JOINED, Scored
from league.queries.results.sheets import sheets_of
from league.queries.standings.figures import totals_of_sheet
from league.queries.standings.standings import DivisionTable, Remark, find, table_of
from league.queries.visibility import sides_shown
from league.rules.kept_formats import result_terms
from league.rules.tallies import FixtureTotals
from league.rules.weekly import places_moved


@dataclass(frozen=True, slots=True)
class AsItStands:
    """The table with what is not confirmed yet; `moved` compares with the table that counts."""

    table: DivisionTable
    live: tuple[Scored, ...]
    waiting: int
    moved: dict[int, int]


def as_it_stands(division: Division, *, now: dt.datetime) -> AsItStands | None:
    """Return the table as it stands; None without live scores (one query, else eight and those of tie-breaks).

    `division` has season and league joined.
    """
    tonight = LiveScore.objects.filter(fixture__division=division, changed_at__gte=now - EVENING)
    tonight = tonight.filter(sides_shown("fixture__"))
    scores = [Scored(live) for live in tonight.select_related(*JOINED).order_by("fixture__starts_at", "fixture_id")]
    shown = [one for one in scores if one.fixture.state != FixtureState.CANCELLED]
    if not any(one.begun or not one.live.going for one in shown):
        return None
    found = find([division])
    before = table_of(division, found)
    waiting = _waiting(division)
    live = [one for one in shown if one.live.going and one.begun and not one.fixture.play_off]
    added = [_so_far(one) for one in live if one.fixture.pk not in waiting] + list(waiting.values())
    found.results[division.pk] += [Remark(totals, Settlement.SECRETARY, "") for totals in added]
    counted = {totals.fixture_id for totals in added}
    found.left[division.pk] = [left for left in found.left[division.pk] if left.fixture not in counted]
    after = table_of(division, found)
    moved = places_moved(before.standings, after.standings)
    return AsItStands(after, tuple(live), len(waiting), dict(moved))


def _so_far(one: Scored) -> FixtureTotals:
    sheet = one.read.sheet
    return replace(totals_of_sheet(one.fixture, sheet, terms=one.terms), finished=one.all_in)


def _waiting(division: Division) -> dict[int, FixtureTotals]:
    """What unconfirmed results would count for, by fixture (four queries, or one)."""
    waits = Result.objects.filter(
        sides_shown("fixture__"),
        fixture__division=division,
        fixture__play_off=False,
        live=True,
        state=ResultState.SUBMITTED,
    ).exclude(fixture__state=FixtureState.CANCELLED)
    results = list(waits.select_related("fixture__division__season__league", "format"))
    sheets = sheets_of(results) if results else {}
    return {
        result.fixture_id: totals_of_sheet(result.fixture, sheets[result.pk], terms=result_terms(result))
        for result in results
    }
