"""Tables of one kind of match from the same fixtures: singles alone, pairs alone.

They count what the division gives for games and matches, not points for whole fixtures, adjustments or lots. A walkover
counts where it is every game of the fixture; with other figures nobody can say which match they belong to.
"""

from collections import defaultdict
from dataclasses import dataclass, replace
from typing import Any

from league.models import Division, Match, Result
from league.queries.standings import figures
from league.queries.standings.figures import scheme_of
from league.queries.standings.standings import DivisionTable, find, table_of
from league.rules.formats import terms
from league.rules.match_terms import Kind, Terms
from league.rules.sheets import AWAY, HOME, SIDES, Side
from league.rules.tallies import FixtureTotals, match_counts

Place = tuple[int, int]


def kinds_of(division: Division) -> tuple[Kind, ...]:
    """Kinds of match that a division has a table of each for; none where it has but one kind."""
    kinds = tuple(dict.fromkeys(terms(division).format))
    return kinds if len(kinds) > 1 and scheme_of(division).of_matches.nonzero_parts else ()


def table_of_kind(division: Division, kind: Kind) -> DivisionTable:
    """Return a division's table of a kind (five queries, and what some points and tie-breaks cost)."""
    found = find([division])
    matches = _find(division, kind, found.played)
    found.adjustments.clear()
    found.lots, found.play_offs = {}, {}
    restricted = []
    for remark in found.results[division.pk]:
        totals = _restricted(remark.totals, found.played.terms(division.pk, remark.format_id), kind, matches)
        if totals is not None:
            restricted.append(replace(remark, totals=totals))
    found.results[division.pk] = restricted
    return table_of(division, found, kind=kind)


@dataclass(frozen=True, slots=True)
class _Matches:
    """Results of the matches of a kind, by fixture and number of the match.

    `awarded` counts games that were not pegged out, by the side given them; `more` are arguments of `FixtureTotals`.
    """

    games: dict[int, dict[int, Place]]
    awarded: dict[tuple[int, Side], int]
    more: figures.Figures


def _find(division: Division, kind: Kind, played: figures.PlayedBy) -> _Matches:
    counting = figures.COUNTING
    results = Result.objects.filter(counting, fixture__division=division)
    awarded: dict[tuple[int, Side], int] = defaultdict(int)
    games: dict[int, dict[int, Place]] = defaultdict(dict)
    rows = Match.objects.filter(result__in=results, kind=kind).order_by()
    columns = ("result__fixture_id", "number", "home_games", "away_games", "home_awarded", "away_awarded")
    for fixture, number, home, away, *given in rows.values_list(*columns):
        games[fixture][number] = (home, away)
        for side, n in zip(SIDES, given, strict=True):
            awarded[fixture, side] += n
    return _Matches(games, awarded, figures.figures_of([division], counting, kind=kind, played=played))


def _restricted(totals: FixtureTotals, whole: Terms, kind: Kind, found: _Matches) -> FixtureTotals | None:
    """Totals of a fixture's matches of a kind; None where nobody can say."""
    numbers = tuple(n for n, match in enumerate(whole.matches, start=1) if match.kind == kind)
    alone = replace(whole, matches=tuple(whole.match(n) for n in numbers))
    games = found.games.get(totals.fixture_id, {})
    tables: figures.Tables = tuple(games.get(n, (0, 0)) for n in numbers) if games else ()
    awarded = {side: found.awarded.get((totals.fixture_id, side), 0) for side in SIDES}
    if totals.how == "walkover":
        every = figures.of_walkover(whole, totals.home_games, totals.away_games)
        if not every:
            return None
        tables = tuple(every["tables"][n - 1] for n in numbers)
        awarded = {HOME: sum(home for home, _ in tables), AWAY: sum(away for _, away in tables)}
    over = [pair for number, pair in enumerate(tables, start=1) if alone.match(number).is_over(*pair)]
    more: dict[str, Any] = found.more.of_fixture(totals.fixture_id) | {"tables": tables, **match_counts(tables, alone)}
    return replace(
        totals,
        home_games=sum(home for home, _ in tables),
        away_games=sum(away for _, away in tables),
        home_matches=sum(home > away for home, away in over),
        away_matches=sum(away > home for home, away in over),
        home_awarded=awarded[HOME],
        away_awarded=awarded[AWAY],
        finished=totals.finished or len(over) == len(numbers),
        **more,
    )
