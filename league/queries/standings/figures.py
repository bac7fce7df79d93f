"""Totals that a fixture counts for, and figures that only some tie-breaks and points need, queried only then.

Those are games by table, lurches, points pegged, lots and play-offs. The database adds up points; of the games it keeps
a total for each match, and a match is a table.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

from django.db.models import Count, Exists, F, OuterRef, Prefetch, Q, Sum

from league.enums import FixtureState, ResultKind, ResultState
from league.models import Division, Fixture, FixtureFormat, Game, Lot, Match, Player, Result
from league.rules import formats
from league.rules.formats import fixture_terms, kept_terms, result_terms
from league.rules.match_terms import Kind, MatchTerms, Terms
from league.rules.names import short_name
from league.rules.scheme import Outcome, WonBy
from league.rules.scheme_columns import stored_scheme
from league.rules.settings import usable_tie_breaks
from league.rules.sheets import AWAY, HOME, ResultSheet, Side
from league.rules.tallies import FixtureTotals, How, match_counts
from league.rules.tie_breaks import Lots, Need, PlayOff, needed

Tables = tuple[tuple[int, int], ...]
TOTALS = ("games", "matches", "awarded")
PEGGED = ("home_pegged", "away_pegged", "pegged_in")
# A game whose scores count; and a match whose points in all its games do, since none that was played is awarded.
KNOWN = Q(awarded=False, home_score__isnull=False, away_score__isnull=False)
KNOWN_TOGETHER = Q(
    home_pegged__isnull=False,
    home_games=F("home_played") + F("home_awarded"),
    away_games=F("away_played") + F("away_awarded"),
)
COUNTING = Q(live=True, state=ResultState.CONFIRMED)


@dataclass(frozen=True, slots=True)
class Figures:
    """Figures of some fixtures, by id.

    Attributes:
        tables: home and away games of each match, in the order of the sheet.
        pegged: home and away points of the games of which both are known, those awarded left out, and how many games.
        counts: matches and games that the division gives points for.
    """

    tables: Mapping[int, Tables] = field(default_factory=dict)
    pegged: Mapping[int, tuple[int, int, int]] = field(default_factory=dict)
    counts: Mapping[int, Mapping[str, int]] = field(default_factory=dict)

    def of_fixture(self, fixture_id: int) -> dict[str, Any]:
        """A fixture's figures as arguments of `FixtureTotals`."""
        pegged = dict(zip(PEGGED, self.pegged.get(fixture_id, (0, 0, 0)), strict=True))
        said: dict[str, Any] = {"tables": self.tables.get(fixture_id, ()), **pegged}
        return said | dict(self.counts.get(fixture_id, {}))


class PlayedBy:
    """The terms that results of some divisions were played on: the division's, or an earlier format's (one query,
    lazily)."""

    def __init__(self, divisions: Iterable[Division]) -> None:
        self._divisions = list(divisions)
        self._now = {division.pk: formats.terms(division) for division in self._divisions}
        self._kept = {
            division.format_id: self._now[division.pk] for division in self._divisions if division.format_id is not None
        }
        self._read = False

    def terms(self, division: int, played: int | None) -> Terms:
        """Terms of a fixture by its division and the number of its format, None for the division's."""
        if played is None:
            return self._now[division]
        if played not in self._kept:
            self.earlier()
        return self._kept[played]

    def earlier(self) -> Iterable[Terms]:
        if not self._read:
            used = Result.objects.filter(fixture__division__in=self._divisions, live=True).order_by()
            rows = FixtureFormat.objects.filter(pk__in=used.exclude(format__in=self._kept).values("format"))
            self._kept |= {row.pk: kept_terms(row) for row in rows}
            self._read = True
        return [*self._now.values(), *self._kept.values()]


def needing(divisions: Iterable[Division], need: Need) -> list[Division]:
    """Divisions whose order of tie-breaks needs this (no query)."""
    return [division for division in divisions if need in needed(usable_tie_breaks(division.tie_breaks))]


def figures_of(
    divisions: Sequence[Division],
    which: Q = COUNTING,
    *,
    kind: Kind | None = None,
    played: PlayedBy | None = None,
) -> Figures:
    """Return the figures that these divisions' tie-breaks need.

    A query each for tables and points, two for lurches, or none; one more where a format has changed.

    Args:
        which: the condition on the results, one a fixture at most.
        kind: of the matches that points pegged and lurches are counted of; None: all of them.
        played: the terms of these divisions, where they are known already.
    """
    by_match = [one for one in divisions if "matches" in stored_scheme(one).needs]
    by_table = [one for one in divisions if one in by_match or one in needing([one], "tables")]
    rows = _tables(which & Q(fixture__division__in=by_table)) if by_table else {}
    by_points = needing(divisions, "points")
    of_games = Q() if kind is None else Q(match__kind=kind)
    pegged = _pegged(which & Q(fixture__division__in=by_points), kind) if by_points else {}
    played = played or PlayedBy(divisions)
    matches = {one.pk for one in by_match}
    counts = {
        fixture: dict(match_counts(games, played.terms(division, by)))
        for (division, by, fixture), games in rows.items()
        if division in matches
    }
    for fixture, lurches in _lurches(which, divisions, played, of_games).items():
        counts[fixture] = counts.get(fixture, {}) | lurches
    return Figures({fixture: games for (_, _, fixture), games in rows.items()}, pegged, counts)


def _of_result(which: Q) -> Q:
    return Q(result__in=Result.objects.filter(which))


def _tables(which: Q) -> dict[tuple[int, int, int], Tables]:
    """Games by table, by division, format and fixture."""
    found: dict[tuple[int, int, int], dict[int, tuple[int, int]]] = defaultdict(dict)
    rows = Match.objects.filter(_of_result(which)).order_by()
    place = ("result__fixture__division_id", "result__format_id", "result__fixture_id")
    for *at, number, home, away in rows.values_list(*place, "number", "home_games", "away_games"):
        division, played, fixture = at
        found[division, played, fixture][number] = (home, away)
    return {place: _in_order(games) for place, games in found.items()}


def _lurches(which: Q, divisions: Iterable[Division], played: PlayedBy, of_games: Q) -> dict[int, dict[str, int]]:
    """Games won by a lurch, by fixture (two queries; none where no division gives points for them)."""
    asked = [one.pk for one in divisions if "lurches" in stored_scheme(one).needs]
    most = max((match.lurch for terms in played.earlier() for match in terms.matches), default=0) if asked else 0
    if not most:
        return {}
    by_far = Q(home_score__lt=most) | Q(away_score__lt=most)
    games = Game.objects.filter(KNOWN & by_far & of_games, match__in=Match.objects.filter(_of_result(which)))
    games = games.filter(match__result__fixture__division__in=asked).order_by()
    found: dict[int, dict[str, int]] = defaultdict(dict)
    result, scores = "match__result__", ("home_score", "away_score")
    names = (f"{result}fixture__division_id", f"{result}format_id", f"{result}fixture_id", "match__number")
    for division, by, fixture, number, home, away in games.values_list(*names, *scores):
        _add_lurch(found[fixture], played.terms(division, by).match(number), home, away)
    return found


def _add_lurch(counts: dict[str, int], terms: MatchTerms, home: int, away: int) -> None:
    winner, lost = (HOME, away) if home > away else (AWAY, home)
    for what, below in (("lurches", terms.lurch), ("double_lurches", terms.double_lurch)):
        if lost < below:
            counts[f"{winner}_{what}"] = counts.get(f"{winner}_{what}", 0) + 1


def _in_order(games: Mapping[int, tuple[int, int]]) -> Tables:
    """Games by match number, without gaps: a match that was not begun has none."""
    return tuple(games.get(number, (0, 0)) for number in range(1, max(games, default=0) + 1))


def _pegged(which: Q, kind: Kind | None) -> dict[int, tuple[int, int, int]]:
    """Points pegged by both sides and in how many games, by fixture (one query)."""
    matches = Match.objects.filter(_of_result(which) & (Q() if kind is None else Q(kind=kind))).order_by()
    games = Game.objects.filter(KNOWN, match__in=matches).order_by().values_list("match__result__fixture_id")
    one_by_one = games.annotate(Sum("home_score"), Sum("away_score"), Count("pk"))
    together = matches.filter(KNOWN_TOGETHER).values_list("result__fixture_id")
    played = Sum(F("home_played") + F("away_played"))
    rows = one_by_one.union(together.annotate(Sum("home_pegged"), Sum("away_pegged"), played=played), all=True)
    found: dict[int, tuple[int, int, int]] = {}
    for fixture, *more in rows:
        home, away, n = (a + b for a, b in zip(found.get(fixture, (0, 0, 0)), more, strict=True))
        found[fixture] = home, away, n
    return found


def of_sheet(sheet: ResultSheet, terms: Terms) -> dict[str, Any]:
    """Figures of a sheet as arguments of `FixtureTotals`."""
    games = [(match, game) for match in sheet.matches for game in match.games if game.awarded is None]
    known = [
        (terms.match(match.number), game.home, game.away)
        for match, game in games
        if game.home is not None and game.away is not None
    ]
    tables = _in_order({match.number: (match.games_won(HOME), match.games_won(AWAY)) for match in sheet.matches})
    lurches: dict[str, int] = {}
    for one, home, away in known:
        _add_lurch(lurches, one, home, away)
    counted = [match.counted for match in sheet.matches if match.counted.games_with_points]
    pegged = [(home, away, 1) for _, home, away in known]
    pegged += [(one.pegged[0] or 0, one.pegged[1] or 0, one.games_with_points) for one in counted]
    return {
        "tables": tables,
        "home_pegged": sum(home for home, _, _ in pegged),
        "away_pegged": sum(away for _, away, _ in pegged),
        "pegged_in": sum(n for _, _, n in pegged),
        **match_counts(tables, terms),
        **lurches,
    }


def of_walkover(terms: Terms, home: int, away: int) -> dict[str, Any]:
    """Figures of a walkover, as arguments of `FixtureTotals`.

    Where one side has every game, every match and table is that side's. With other figures nobody can say which match
    the games belong to.
    """
    if sorted((home, away)) != [0, terms.games]:
        return {}
    tables = tuple((match.needed, 0) if home else (0, match.needed) for match in terms.matches)
    return {"tables": tables, **match_counts(tables, terms)}


def of_result(terms: Terms, how: str, home: int, away: int, figures: dict[str, Any]) -> dict[str, Any]:
    """A stored result's figures; a walkover has no match of its own."""
    return figures | of_walkover(terms, home, away) if how == ResultKind.WALKOVER else figures


def lots_of(divisions: Sequence[Division]) -> dict[int, list[Lots]]:
    """Standing lots by division (one query; none where no order has them), with the recorder's public name."""
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
    return {division: [_read_lots(lots) for lots in drawn.values()] for division, drawn in found.items()}


def _read_lots(lots: Sequence[Any]) -> Lots:
    first = lots[0]
    name = first.drawn.recorded_by.name if first.drawn.recorded_by else ""
    who = short_name(name) if first.short or first.shorten_names else name
    return Lots(tuple(lot.team_id for lot in lots), first.drawn.drawn_on, who, first.drawn.note)


def play_offs_of(divisions: Sequence[Division]) -> dict[int, list[PlayOff]]:
    """Play-offs that are not cancelled, by division (two queries; none where neither ties nor halves ask for them)."""
    by_order = needing(divisions, "play_offs")
    asked = [division for division in divisions if division in by_order or division.season.halves]
    if not asked:
        return {}
    counting = Prefetch("results", Result.objects.filter(COUNTING), to_attr="counting")
    rows = Fixture.objects.filter(division__in=asked, play_off=True).exclude(state=FixtureState.CANCELLED)
    won_by = {division.pk: stored_scheme(division).won_by for division in asked}
    zones = {division.pk: division.season.league.tz for division in asked}
    found: dict[int, list[PlayOff]] = defaultdict(list)
    for row in rows.prefetch_related(counting).order_by("pk"):
        day = row.starts_at.astimezone(zones[row.division_id]).date()
        play_off = PlayOff(row.pk, row.home_id, row.away_id, day)
        results: list[Result] = row.counting
        found[row.division_id].append(_decided(play_off, results[0], won_by[row.division_id]) if results else play_off)
    return found


def _decided(play_off: PlayOff, result: Result, won_by: WonBy) -> PlayOff:
    games = result.home_games, result.away_games
    return _ended(play_off, result.kind, games, result.ended(won_by, at_home=True))


def changed_play_off(play_off: PlayOff, changed: Mapping[int, FixtureTotals | None], won_by: WonBy) -> PlayOff:
    if play_off.fixture not in changed:
        return play_off
    totals = changed[play_off.fixture]
    if totals is None:
        return PlayOff(play_off.fixture, play_off.home, play_off.away, play_off.day)
    games = totals.home_games, totals.away_games
    return _ended(play_off, totals.how, games, totals.outcome(won_by, at_home=True))


def _ended(play_off: PlayOff, how: str, games: tuple[int, int], outcome: Outcome) -> PlayOff:
    """Return a play-off as it ended: level, where nobody has won it."""
    if outcome == "A" or not any(games) or how not in (ResultKind.PLAYED, ResultKind.WALKOVER, ResultKind.ABANDONED):
        games, outcome = (0, 0), "D"
    return replace(play_off, decided=True, home_games=games[0], away_games=games[1], outcome=outcome)


def totals_of_sheet(
    fixture: Fixture, sheet: ResultSheet, kind: ResultKind = ResultKind.PLAYED, *, terms: Terms | None = None
) -> FixtureTotals:
    """Return what a sheet of a fixture would count for, with its division joined; `terms` default to its present
    ones."""
    terms = terms or fixture_terms(fixture)
    home, away = sheet.games(HOME), sheet.games(AWAY)
    return FixtureTotals(
        fixture.pk, fixture.home_id, fixture.away_id, home, away,
        sheet.matches_won(HOME, by=terms), sheet.matches_won(AWAY, by=terms), sheet.awarded(HOME), sheet.awarded(AWAY),
        order=order_of(fixture), play_off=fixture.play_off, how=cast(How, kind.value),
        finished=kind != ResultKind.ABANDONED or sheet.finished(terms),
        **of_sheet(sheet, terms),
    )  # fmt: skip


def totals_of(result: Result, more: dict[str, Any] | None = None) -> FixtureTotals:
    """Return what a stored version counts for, or would; `more` is what only some tie-breaks need, from `figures`."""
    fixture, kind = result.fixture, ResultKind(result.kind)
    return FixtureTotals(
        fixture.pk, fixture.home_id, fixture.away_id, result.home_games, result.away_games,
        result.home_matches, result.away_matches, result.home_awarded, result.away_awarded,
        order=order_of(fixture), play_off=fixture.play_off, how=cast(How, kind.value),
        finished=result.finished,
        **of_result(result_terms(result), kind, result.home_games, result.away_games, more or {}),
    )  # fmt: skip


def totals_of_walkover(fixture: Fixture, to: Side) -> FixtureTotals:
    totals: dict[str, Any] = walkover_totals(fixture, to)
    return FixtureTotals(
        fixture.pk, fixture.home_id, fixture.away_id, **totals, order=order_of(fixture),
        how="walkover", play_off=fixture.play_off,
        **of_walkover(fixture_terms(fixture), totals["home_games"], totals["away_games"]),
    )  # fmt: skip


def walkover_totals(fixture: Fixture, to: Side) -> dict[str, int]:
    """Totals of a walkover by its division's figures and format, as columns of a result."""
    terms = fixture_terms(fixture)
    games, against = stored_scheme(fixture.division).walkover.games_of(terms)
    won, lost = (games, len(terms.matches), games), (against, 0, against)
    sides = {HOME: won if to == HOME else lost, AWAY: lost if to == HOME else won}
    return {f"{side}_{what}": n for side, totals in sides.items() for what, n in zip(TOTALS, totals, strict=True)}


def order_of(fixture: Fixture) -> int:
    return int(fixture.starts_at.timestamp())
