import datetime as dt
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, Max, Min

from league.enums import FixtureState
from league.models import Division, Fixture, FixtureFormat, Result
from league.rules.formats import kept_terms, terms
from league.rules.match_terms import Terms
from league.rules.problems import Problem
from league.rules.tie_breaks import check_tie_breaks
from league.translation import Text


@dataclass(frozen=True, slots=True)
class EarlierFormat:
    """A former format of a division that fixtures with a result keep: how many, and when they were played."""

    format: FixtureFormat
    fixtures: int
    first: dt.date
    last: dt.date


def earlier_formats(divisions: Iterable[Division]) -> dict[int, tuple[EarlierFormat, ...]]:
    """Earlier formats of divisions of one season, the oldest first, by division.

    Two queries; none where no format has changed. Season and league must be joined.
    """
    changed = {one.pk: one for one in divisions if one.format_since is not None}
    if not changed:
        return {}
    kept = Result.objects.filter(live=True, fixture__division__in=changed).order_by()
    counted = kept.values_list("fixture__division_id", "format_id").annotate(
        Count("pk"), Min("fixture__starts_at"), Max("fixture__starts_at")
    )
    rows = [row for row in counted if row[1] != changed[row[0]].format_id]
    formats = FixtureFormat.objects.in_bulk([row[1] for row in rows])
    found: dict[int, list[EarlierFormat]] = defaultdict(list)
    for division, played, fixtures, first, last in sorted(rows, key=lambda row: (row[3], row[1])):
        zone = changed[division].season.league.tz
        days = first.astimezone(zone).date(), last.astimezone(zone).date()
        found[division].append(EarlierFormat(formats[played], fixtures, *days))
    return {division: tuple(earlier) for division, earlier in found.items()}


def format_impact(division: Division) -> list[Text]:
    """Say how many fixtures another format or ruleset holds for, and how many keep theirs (two queries)."""
    fixtures = Fixture.objects.filter(division=division).exclude(state=FixtureState.CANCELLED)
    played = fixtures.filter(results__live=True).count()
    to_play = fixtures.exclude(results__live=True).count()
    sentence = Text(
        "Fixtures without a result, played like that from now on: {to_play}. Fixtures with a result, which keep what "
        "they were played by: {played}.",
        to_play=to_play,
        played=played,
    )
    return [sentence] if played or to_play else []


def played_by(division: Division) -> list[Terms]:
    """Terms of a division and of all its results that count (one query)."""
    kept = FixtureFormat.objects.filter(results__live=True, results__fixture__division=division).distinct()
    return [terms(division), *map(kept_terms, kept)]


def check_tie_breaks_of(division: Division) -> list[Problem]:
    """Problems of tie-breaks that need points which the division's sheets do not have, or had not (one query)."""
    known = all(match.points_known for one in played_by(division) for match in one.matches)
    return check_tie_breaks(division.tie_breaks, written=("tables", "points", "lots") if known else ("tables", "lots"))
