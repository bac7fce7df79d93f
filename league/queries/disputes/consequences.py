"""Consequences of replacing a result: game, match, fixture, and places in the table.

Shown before somebody signs; `stamp` tells whether they are still the same then.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from hashlib import sha256

from league.enums import FixtureState, ResultKind, ResultState
from league.models import Fixture, Result
from league.queries.results.sheets import sheet_of
from league.queries.standings.figures import of_sheet, scheme_of, totals_of, totals_of_sheet
from league.queries.standings.standings import DivisionTable, division_table, table_if
from league.rules.formats import result_terms
from league.rules.rulings import game_in, match_in
from league.rules.sheets import AWAY, HOME, GameScore, Pegged, ResultSheet, Totals
from league.rules.standings import FixtureTotals
from league.rules.wording import ordinal
from league.translation import Text

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Standing:
    """A sheet before or after, its totals, and whether the table rests on it."""

    sheet: ResultSheet
    totals: FixtureTotals
    counts: bool

    @property
    def void(self) -> bool:
        return self.totals.how == "void"

    @property
    def games(self) -> Pair:
        return self.totals.home_games, self.totals.away_games


def as_ruled(fixture: Fixture, sheet: ResultSheet, *, counts: bool, kind: ResultKind = ResultKind.PLAYED) -> Standing:
    return Standing(sheet, totals_of_sheet(fixture, sheet, kind), counts)


@dataclass(frozen=True, slots=True)
class GameChange:
    """A game that is written otherwise afterwards, and its match in games won.

    Of a match whose games are only counted, game number 0 stands for all of them.
    """

    match_number: int
    game_number: int
    before: GameScore | Totals
    after: GameScore | Totals
    match_before: Pair
    match_after: Pair

    @property
    def points(self) -> tuple[Pegged, Pegged] | None:
        """Points pegged in all its games, before and after, where they change."""
        if isinstance(self.before, GameScore) or isinstance(self.after, GameScore):
            return None
        return (self.before.pegged, self.after.pegged) if self.before.pegged != self.after.pegged else None


@dataclass(frozen=True, slots=True)
class PlaceChange:
    """A team that stands elsewhere in the table afterwards, or with other points."""

    team: str
    before: str
    after: str
    points_before: Fraction
    points_after: Fraction

    @property
    def moves(self) -> bool:
        return self.before != self.after


@dataclass(frozen=True, slots=True)
class Consequences:
    """The consequences of replacing a result."""

    games: tuple[GameChange, ...]
    score_before: Pair | None  # games won
    score_after: Pair | None
    points_before: tuple[Fraction, Fraction]  # home, away; 0 where the sheet does not count
    points_after: tuple[Fraction, Fraction]
    places: tuple[PlaceChange, ...]  # that change, from the top
    counts_before: bool  # the table rests on the sheet
    counts_after: bool
    void: bool
    stamp: str  # differs as soon as any of this, or the live sheet, does
    reopens: bool = False

    @property
    def nothing(self) -> bool:
        same = self.counts_before == self.counts_after and not self.void and not self.reopens
        return same and not self.games and not self.places


def standing_of(result: Result | None) -> Standing | None:
    """A stored version's standing (three queries; none without one)."""
    if result is None:
        return None
    sheet = sheet_of(result)
    terms = result_terms(result)
    return Standing(
        sheet, totals_of(result, of_sheet(sheet, terms)), result.live and result.state == ResultState.CONFIRMED
    )


def consequences(
    fixture: Fixture, live: Result | None, after: Standing | None, *, reopens: bool = False
) -> Consequences:
    """Return the consequences of `after` (None: no change) standing instead of the live result (a dozen queries)."""
    before = standing_of(live)
    if fixture.state == FixtureState.CANCELLED:
        # No result of it counts, whatever it says.
        before, after = _not_counting(before), _not_counting(after)
    then = after or before
    table = division_table(fixture.division)
    changed = (
        table if after is None else table_if(fixture.division, {fixture.pk: after.totals if after.counts else None})
    )
    games = _games(before, then)
    places = places_changed(table, changed)
    of_version = (live.version, live.state) if live else ()
    # Everything the reader is shown, and the version it is about.
    shown = (of_version, games, places, before and before.games, then and then.games, then and then.counts, reopens)
    return Consequences(
        games=games,
        score_before=before.games if before else None,
        score_after=then.games if then else None,
        points_before=_points(fixture, before),
        points_after=_points(fixture, then),
        places=places,
        counts_before=bool(before and before.counts),
        counts_after=bool(then and then.counts),
        void=bool(after and after.void and not (before and before.void)),
        stamp=sha256(repr(shown).encode()).hexdigest()[:16],
        reopens=reopens,
    )


def _not_counting(standing: Standing | None) -> Standing | None:
    return replace(standing, counts=False) if standing is not None else None


def _points(fixture: Fixture, standing: Standing | None) -> tuple[Fraction, Fraction]:
    if standing is None or not standing.counts or standing.void or fixture.play_off:
        return Fraction(0), Fraction(0)
    home, away = standing.totals.sources(scheme_of(fixture.division))
    return home.total, away.total


def _games(before: Standing | None, after: Standing | None) -> tuple[GameChange, ...]:
    if before is None or after is None or before.sheet == after.sheet:
        return ()
    found = []
    for match in before.sheet.matches:
        then = match_in(after.sheet, match.number)
        if then is None:
            continue
        won = ((match.games_won(HOME), match.games_won(AWAY)), (then.games_won(HOME), then.games_won(AWAY)))
        if match.totals:
            totals, others = match.counted, then.counted
            if totals != others:
                found.append(GameChange(match.number, 0, totals, others, *won))
            continue
        for number, game in enumerate(match.games, start=1):
            other = game_in(after.sheet, match.number, number)
            if other is not None and other != game:
                found.append(GameChange(match.number, number, game, other, *won))
    return tuple(found)


def places_changed(before: DivisionTable, after: DivisionTable) -> tuple[PlaceChange, ...]:
    """Return teams whose place or points differ between two tables (no query)."""
    then: Mapping[int, tuple[Text, Fraction]] = _by_team(after)
    now = _by_team(before)
    names = {row.team.pk: row.team.name for row in (*before.rows, *after.rows)}
    return tuple(
        PlaceChange(names[team], place, then[team][0], points, then[team][1])
        for team, (place, points) in now.items()
        if team in then and then[team] != (place, points)
    )


def _by_team(table: DivisionTable) -> dict[int, tuple[Text, Fraction]]:
    return {
        found.team.pk: (_describe_place(found.row.position, joint=found.row.joint), found.row.points)
        for found in table.rows
    }


def _describe_place(position: int, *, joint: bool) -> Text:
    place = ordinal(position)
    return Text("joint {place}", place=place) if joint else place
