"""Totals of each team of a division: games, fixtures, points and form."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from operator import attrgetter
from typing import Any, Literal

from league.rules.match_terms import Terms
from league.rules.scheme import Outcome, PointsScheme, Share, Sources, WonBy, fixture_outcome, sources, walkover_to

# What a result tells of; `league.enums.ResultKind` has the same words, and a test holds the two together.
How = Literal["played", "walkover", "abandoned", "nobody", "void"]


@dataclass(frozen=True, slots=True)
class Entrant:
    id: int
    name: str


@dataclass(frozen=True, slots=True)
class FixtureTotals:
    """A confirmed result in totals.

    Attributes:
        home, away: the teams' ids.
        home_games: games of the home team, `home_awarded` of them without being pegged out.
        order: its place in time; any number that grows.
        how: a void one counts for nothing.
        finished: False where games of it were neither played nor awarded: its games count, but nobody has won it.
        tables: games of each match, in the order of the sheet; empty where no tie-break asks for them.
        matches_drawn, home_whole, home_lurches, home_double_lurches: level matches, matches won without losing a game,
            games won by a lurch, by a double one; 0 where the division gives no points for them.
        home_pegged: points in the games of which both sides' are known, awarded ones left out, of which there are
            `pegged_in`; 0 where no tie-break asks for them.
        play_off: in no table; only the order of its two teams may rest on it.
    """

    fixture_id: int
    home: int
    away: int
    home_games: int
    away_games: int
    home_matches: int
    away_matches: int
    home_awarded: int = 0
    away_awarded: int = 0
    order: int = 0
    how: How = "played"
    finished: bool = True
    tables: tuple[tuple[int, int], ...] = ()
    home_pegged: int = 0
    away_pegged: int = 0
    pegged_in: int = 0
    matches_drawn: int = 0
    home_whole: int = 0
    away_whole: int = 0
    home_lurches: int = 0
    away_lurches: int = 0
    home_double_lurches: int = 0
    away_double_lurches: int = 0
    play_off: bool = False

    @property
    def walkover_side(self) -> str:
        """The side of a walkover, or ""."""
        return walkover_to(self.home_games, self.away_games) if self.how == "walkover" else ""

    def outcome(self, won_by: WonBy, *, at_home: bool) -> Outcome:
        games, matches = (self.home_games, self.away_games), (self.home_matches, self.away_matches)
        if not at_home:
            games, matches = games[::-1], matches[::-1]
        return fixture_outcome(won_by, games, matches, finished=self.finished)

    def sources(self, scheme: PointsScheme) -> tuple[Sources, Sources]:
        to = self.walkover_side
        home = Share(
            games=self.home_games,
            against=self.away_games,
            matches=self.home_matches,
            matches_against=self.away_matches,
            matches_drawn=self.matches_drawn,
            whole_matches=self.home_whole,
            lurches=self.home_lurches,
            double_lurches=self.home_double_lurches,
            finished=self.finished,
            walkover=("to" if to == "home" else "against") if to else "",
            won_by=scheme.won_by,
        )
        away = Share(
            games=self.away_games,
            against=self.home_games,
            matches=self.away_matches,
            matches_against=self.home_matches,
            matches_drawn=self.matches_drawn,
            whole_matches=self.away_whole,
            lurches=self.away_lurches,
            double_lurches=self.away_double_lurches,
            finished=self.finished,
            walkover=("against" if to == "home" else "to") if to else "",
            won_by=scheme.won_by,
        )
        return sources(scheme, home), sources(scheme, away)


def match_counts(tables: Sequence[tuple[int, int]], terms: Terms) -> dict[str, int]:
    """Counts of matches by their games, as arguments of `FixtureTotals`; unfinished ones are left out."""
    over = [pair for number, pair in enumerate(tables, start=1) if terms.match(number).is_over(*pair)]
    return {
        "matches_drawn": sum(home == away for home, away in over),
        "home_whole": sum(home > away == 0 for home, away in over),
        "away_whole": sum(away > home == 0 for home, away in over),
    }


@dataclass(frozen=True, slots=True)
class Adjustment:
    entrant: int
    points: Fraction
    reason: str


@dataclass(frozen=True, slots=True)
class FormItem:
    outcome: Outcome
    fixture_id: int
    opponent: int


@dataclass(slots=True)
class Tally:
    """Totals of one team, added up while its fixtures are read.

    Attributes:
        away_won: of the fixtures won, those away from home.
        tables: its games at each table, the first match of the sheet first.
        pegged, pegged_against: points in the `pegged_in` games of which both sides' are known.
    """

    entrant: Entrant
    won: int = 0
    drawn: int = 0
    lost: int = 0
    abandoned: int = 0
    away_won: int = 0
    matches_won: int = 0
    tables: list[int] = field(default_factory=list)
    pegged: int = 0
    pegged_against: int = 0
    pegged_in: int = 0
    games_for: int = 0
    games_against: int = 0
    points: Fraction = Fraction(0)
    awarded: int = 0
    awarded_against: int = 0
    walkovers: int = 0
    no_shows: int = 0
    adjustment: Fraction = Fraction(0)
    form: list[FormItem] = field(default_factory=list)

    @property
    def difference(self) -> int:
        return self.games_for - self.games_against

    @property
    def spread(self) -> int:
        return self.pegged - self.pegged_against


# All of a fixture that its points rest on: fixtures that are the same in it bring the same.
_POINTS_REST_ON = attrgetter(
    "how", "finished", "home_games", "away_games", "home_matches", "away_matches", "matches_drawn", "home_whole",
    "away_whole", "home_lurches", "away_lurches", "home_double_lurches", "away_double_lurches",
)  # fmt: skip


def tally_up(
    entrants: Iterable[Entrant],
    fixtures: Iterable[FixtureTotals],
    scheme: PointsScheme,
    adjustments: Iterable[Adjustment],
) -> dict[int, Tally]:
    """Add up each entrant's totals in order of time, only between entrants."""
    tallies = {entrant.id: Tally(entrant) for entrant in entrants}
    rows = [(_POINTS_REST_ON(fixture), fixture) for fixture in fixtures]
    known: dict[Any, tuple[Fraction, Fraction]] = {}
    for facts, fixture in rows:
        if facts not in known:
            home, away = fixture.sources(scheme)
            known[facts] = (home.total, away.total)
    # Added up in whole parts of a point, which is quicker than fractions are.
    parts = lcm(*(points.denominator for pair in known.values() for points in pair))
    whole = {facts: (int(home * parts), int(away * parts)) for facts, (home, away) in known.items()}
    given = dict.fromkeys(tallies, 0)
    for facts, fixture in rows:
        for team, points, at_home in zip((fixture.home, fixture.away), whole[facts], (True, False), strict=True):
            given[team] += points
            _add(tallies[team], fixture, fixture.outcome(scheme.won_by, at_home=at_home), at_home=at_home)
    for team, points in given.items():
        tallies[team].points = Fraction(points, parts)
    for adjustment in adjustments:
        tally = tallies[adjustment.entrant]
        tally.adjustment += adjustment.points
        tally.points += adjustment.points
    return tallies


def _add(tally: Tally, fixture: FixtureTotals, outcome: Outcome, *, at_home: bool) -> None:
    own, others = fixture.home_games, fixture.away_games
    awarded, against, opponent = fixture.home_awarded, fixture.away_awarded, fixture.away
    if not at_home:
        own, others, awarded, against, opponent = others, own, against, awarded, fixture.home
    tally.won += outcome == "W"
    tally.drawn += outcome == "D"
    tally.lost += outcome == "L"
    tally.abandoned += outcome == "A"
    tally.games_for += own
    tally.games_against += others
    tally.awarded += awarded
    tally.awarded_against += against
    tally.walkovers += fixture.how == "walkover"
    tally.no_shows += fixture.walkover_side == ("away" if at_home else "home")
    tally.form.append(FormItem(outcome, fixture.fixture_id, opponent))
    _add_figures(tally, fixture, outcome, at_home=at_home)


def _add_figures(tally: Tally, fixture: FixtureTotals, outcome: Outcome, *, at_home: bool) -> None:
    tally.away_won += outcome == "W" and not at_home
    tally.matches_won += fixture.home_matches if at_home else fixture.away_matches
    tally.pegged += fixture.home_pegged if at_home else fixture.away_pegged
    tally.pegged_against += fixture.away_pegged if at_home else fixture.home_pegged
    tally.pegged_in += fixture.pegged_in
    tally.tables += [0] * (len(fixture.tables) - len(tally.tables))
    for table, (home, away) in enumerate(fixture.tables):
        tally.tables[table] += home if at_home else away
