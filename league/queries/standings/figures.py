"""The figures that only some tie-breaks need: games by table, points pegged, lots drawn. They are asked for only then.

The database adds up points; of the games it keeps a total for each match, and a match is a table.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, Sum

from league.enums import ResultKind, ResultState
from league.models import Division, Game, Lot, Match, Player, Result
from league.rules import formats
from league.rules.names import short_name
from league.rules.settings import usable_tie_breaks
from league.rules.sheets import AWAY, HOME, ResultSheet, Side
from league.rules.tie_breaks import Lots, Need, needed

Tables = tuple[tuple[int, int], ...]
COUNTING = Q(live=True, state=ResultState.CONFIRMED)


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of some fixtures, by id; of a fixture that has none they are empty or 0.

    Attributes:
        tables: home and away games of each match, in the order of the sheet.
        pegged: home and away points of the games of which both scores are known, those awarded left out.
    """

    tables: Mapping[int, Tables] = field(default_factory=dict)
    pegged: Mapping[int, tuple[int, int]] = field(default_factory=dict)

    def of(self, fixture_id: int) -> dict[str, Any]:
        """Return a fixture's figures as arguments of `FixtureTotals`."""
        home, away = self.pegged.get(fixture_id, (0, 0))
        return {"tables": self.tables.get(fixture_id, ()), "home_pegged": home, "away_pegged": away}


def needing(divisions: Iterable[Division], need: Need) -> list[Division]:
    """Return the divisions whose order of tie-breaks needs this (no query)."""
    return [division for division in divisions if need in needed(usable_tie_breaks(division.tie_breaks))]


def figures_of(divisions: Sequence[Division], which: Q = COUNTING) -> Figures:
    """Return the figures that the tie-breaks of these divisions need (a query each for tables and points, or none).

    Args:
        which: the condition on the results, one a fixture at most.
    """
    return Figures(
        _tables(which & Q(fixture__division__in=by_table)) if (by_table := needing(divisions, "tables")) else {},
        _pegged(which & Q(fixture__division__in=by_score)) if (by_score := needing(divisions, "scores")) else {},
    )


def _of_result(which: Q) -> Q:
    """A condition on results, as one on their matches."""
    return Q(result__in=Result.objects.filter(which))


def _tables(which: Q) -> dict[int, Tables]:
    found: dict[int, dict[int, tuple[int, int]]] = defaultdict(dict)
    rows = Match.objects.filter(_of_result(which)).order_by()
    for fixture, number, home, away in rows.values_list("result__fixture_id", "number", "home_games", "away_games"):
        found[fixture][number] = (home, away)
    return {fixture: _in_order(games) for fixture, games in found.items()}


def _in_order(games: Mapping[int, tuple[int, int]]) -> Tables:
    """Games by the number of their match, as a row without a gap: a match that was not begun has none."""
    return tuple(games.get(number, (0, 0)) for number in range(1, max(games, default=0) + 1))


def _pegged(which: Q) -> dict[int, tuple[int, int]]:
    known = Q(awarded=False, home_score__isnull=False, away_score__isnull=False)
    games = Game.objects.filter(known, match__in=Match.objects.filter(_of_result(which)))
    added = games.order_by().values_list("match__result__fixture_id").annotate(Sum("home_score"), Sum("away_score"))
    return {fixture: (home, away) for fixture, home, away in added}


def of_sheet(sheet: ResultSheet) -> dict[str, Any]:
    """Return the figures of a sheet as arguments of `FixtureTotals`."""
    games = [game for match in sheet.matches for game in match.games if game.awarded is None]
    known = [(game.home, game.away) for game in games if game.home is not None and game.away is not None]
    return {
        "tables": _in_order({match.number: (match.games_won(HOME), match.games_won(AWAY)) for match in sheet.matches}),
        "home_pegged": sum(home for home, _ in known),
        "away_pegged": sum(away for _, away in known),
    }


def tables_of_walkover(division: Division, to: Side) -> Tables:
    """Return the games of each match of a walkover: all of them are one side's."""
    games = [match.needed for match in formats.terms(division).matches]
    return tuple((won, 0) if to == HOME else (0, won) for won in games)


def of_result(division: Division, how: str, home_games: int, figures: dict[str, Any]) -> dict[str, Any]:
    """Return a stored result's figures; a walkover has no match of its own, and each of its tables is the winner's."""
    if how != ResultKind.WALKOVER or not needing([division], "tables"):
        return figures
    return figures | {"tables": tables_of_walkover(division, HOME if home_games else AWAY)}


def lots_of(divisions: Sequence[Division]) -> dict[int, list[Lots]]:
    """Return the lots that stand, by division (one query; none where no order has them).

    Who recorded them is told as everybody may read it: shortened where their league or they themselves wish it.
    """
    asked = needing(divisions, "lots")
    if not asked:
        return {}
    found: dict[int, dict[int, list[Lot]]] = defaultdict(lambda: defaultdict(list))
    league = "drawn__division__season__league"
    shortened = Player.objects.filter(user=OuterRef("drawn__recorded_by"), league=OuterRef(league), shorten_name=True)
    rows = Lot.objects.filter(drawn__division__in=asked, drawn__withdrawn_at=None)
    rows = rows.annotate(short=Exists(shortened), shorten_names=F(f"{league}__shorten_names"))
    for lot in rows.select_related("drawn__recorded_by").order_by("drawn_id", "place"):
        found[lot.drawn.division_id][lot.drawn_id].append(lot)
    return {division: [_told(lots) for lots in drawn.values()] for division, drawn in found.items()}


def _told(lots: Sequence[Any]) -> Lots:
    first = lots[0]
    name = first.drawn.recorded_by.name if first.drawn.recorded_by else ""
    who = short_name(name) if first.short or first.shorten_names else name
    return Lots(tuple(lot.team_id for lot in lots), first.drawn.drawn_on, who, first.drawn.note)
