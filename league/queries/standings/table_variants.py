"""Variants of a table: of one kind of match, after each week, with imagined results, and what can still be reached.

Tables of one kind count what the division gives for games and matches, not points for whole fixtures, adjustments or
lots. A walkover counts where it is every game of the fixture; with other figures nobody can say which match they belong
to.

Only weeks with results are listed. A result counts in the week in which its fixture was played, or in which it was
given before that, as a walkover; adjustments, lots and play-offs count from the week of their date, or the next with
results. The last week is the table as it stands.

The places still possible follow from the table alone and are cached under its state: a result that counts makes another
key, so nothing needs invalidation. Nothing is stored.
"""

import datetime as dt
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final, NamedTuple, TypeVar

from django.db.models import Exists, OuterRef

from league.enums import FixtureState, Settlement
from league.models import Division, Fixture, Match, Result, Team, Week
from league.prepared import Prepared
from league.queries.standings import figures
from league.queries.standings.figures import COUNTING, order_of
from league.queries.standings.standings import (
    DivisionTable,
    Remark,
    TableData,
    division_table,
    read_table_data,
    standings_of,
    table_if,
    table_of,
)
from league.queries.visibility import sides_shown
from league.rules import formats
from league.rules.formats import terms
from league.rules.match_terms import Kind, Terms
from league.rules.possible_places import Budget, Places, Race, reachable
from league.rules.possible_results import LONGEST, Imagined, outcomes_of, scores_of
from league.rules.problems import Problem
from league.rules.prospects import Prospect, Zone, prospects
from league.rules.scheme_columns import stored_scheme
from league.rules.settings import usable_tie_breaks
from league.rules.sheets import AWAY, HOME, SIDES, Side
from league.rules.standings import Row, Standings, first_from, places_moved, week_of
from league.rules.tallies import FixtureTotals, match_counts
from league.rules.wording import place_in_words, points_told
from league.translation import N_, Text

Place = tuple[int, int]


def kinds_of(division: Division) -> tuple[Kind, ...]:
    """Kinds of match that a division has a table of each for; none where it has but one kind."""
    kinds = tuple(dict.fromkeys(terms(division).format))
    return kinds if len(kinds) > 1 and stored_scheme(division).of_matches.nonzero_parts else ()


def table_of_kind(division: Division, kind: Kind) -> DivisionTable:
    """Return a division's table of a kind (five queries, and what some points and tie-breaks cost)."""
    data = read_table_data([division])
    matches = _find(division, kind, data.played)
    data.adjustments.clear()
    data.lots, data.play_offs = {}, {}
    restricted = []
    for remark in data.results[division.pk]:
        totals = _restricted(remark.totals, data.played.terms(division.pk, remark.format_id), kind, matches)
        if totals is not None:
            restricted.append(replace(remark, totals=totals))
    data.results[division.pk] = restricted
    return table_of(division, data, kind=kind)


class _Matches(NamedTuple):
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


def _restricted(totals: FixtureTotals, whole: Terms, kind: Kind, data: _Matches) -> FixtureTotals | None:
    """Totals of a fixture's matches of a kind; None where nobody can say."""
    numbers = tuple(n for n, match in enumerate(whole.matches, start=1) if match.kind == kind)
    alone = replace(whole, matches=tuple(whole.match(n) for n in numbers))
    games = data.games.get(totals.fixture_id, {})
    if totals.how == "played" and numbers and not games:
        # A score alone, of which the card is to come.
        return None
    tables: figures.Tables = tuple(games.get(n, (0, 0)) for n in numbers) if games else ()
    awarded = {side: data.awarded.get((totals.fixture_id, side), 0) for side in SIDES}
    if totals.how == "walkover":
        every = figures.of_walkover(whole, totals.home_games, totals.away_games)
        if not every:
            return None
        tables = tuple(every["tables"][n - 1] for n in numbers)
        awarded = {HOME: sum(home for home, _ in tables), AWAY: sum(away for _, away in tables)}
    over = [pair for number, pair in enumerate(tables, start=1) if alone.match(number).is_over(*pair)]
    more: dict[str, Any] = data.more.of_fixture(totals.fixture_id) | {"tables": tables, **match_counts(tables, alone)}
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


Thing = TypeVar("Thing")


@dataclass(frozen=True, slots=True)
class WeekTable:
    """A division's table after a week with results.

    Attributes:
        number: of the weeks with results, from 1.
        rows: by the team's id, in the order of the table.
        moved: places each team has moved since the week before; empty in the first.
        played: how many fixtures of the week count.
    """

    number: int
    week: Week
    rows: Mapping[int, Row]
    moved: Mapping[int, int]
    played: int


class Weekly(NamedTuple):
    """A division's season so far: the table with movement, and weeks with results, the earliest first."""

    table: DivisionTable
    weeks: tuple[WeekTable, ...]


def tables_with_movement(divisions: Sequence[Division]) -> list[DivisionTable]:
    """Tables of a season's divisions with movement: a query more than those without."""
    data, weeks = read_table_data(divisions), _WEEKS(divisions[0].season_id) if divisions else []
    return [_with_movement(division, data, weeks) for division in divisions]


def weekly(division: Division) -> Weekly:
    """Return a division's table after each week with results (five queries, and those that a tie-break costs)."""
    data, weeks = read_table_data([division]), _WEEKS(division.season_id)
    table = table_of(division, data)
    calendar = _Calendar(division, data, weeks)
    week_tables: list[WeekTable] = []
    before: Standings | None = None
    for number, index in enumerate(calendar.used, start=1):
        last = index == calendar.used[-1]
        after = table.standings if last else calendar.table_after(index, table)
        week_tables.append(
            WeekTable(
                number=number,
                week=weeks[index],
                rows={row.entrant.id: row for row in after.rows},
                moved=places_moved(before, after) if before else {},
                played=calendar.played[index],
            )
        )
        before = after
    return Weekly(_moved(table, week_tables[-1].moved) if week_tables else table, tuple(week_tables))


_WEEKS = Prepared(lambda season: Week.objects.filter(season=season).select_related("round").order_by("starts_on"))


def _with_movement(division: Division, data: TableData, weeks: Sequence[Week]) -> DivisionTable:
    """A table with movement; of the earlier tables only the last is computed."""
    table = table_of(division, data)
    calendar = _Calendar(division, data, weeks)
    if len(calendar.used) < 2:
        return table
    return _moved(table, places_moved(calendar.table_after(calendar.used[-2], table), table.standings))


def _moved(table: DivisionTable, moved: Mapping[int, int]) -> DivisionTable:
    return replace(table, rows=tuple(replace(row, movement=moved.get(row.team.pk)) for row in table.rows))


class _Calendar:
    """What a table rests on, by the week from which it counts; `used` are the indices of weeks with results."""

    def __init__(self, division: Division, data: TableData, weeks: Sequence[Week]) -> None:
        self._division, self._data = division, data
        self._starts = [week.starts_on for week in weeks]
        tz = division.season.league.tz
        self._results = [
            (week_of(dt.datetime.fromtimestamp(result.since, tz).date(), self._starts), result)
            for result in data.results[division.pk]
        ]
        self.played = Counter(week for week, one in self._results if one.totals.how != "void")
        self.used = sorted(self.played)

    def table_after(self, index: int, now: DivisionTable) -> Standings:
        """The table after a week, with the teams of the present one."""
        pk, data = self._division.pk, self._data
        earlier = replace(
            data,
            results={pk: [one for week, one in self._results if week <= index]},
            adjustments={pk: self._known_by(index, data.adjustments[pk], lambda one: one.date)},
            lots={pk: self._known_by(index, data.lots.get(pk, ()), lambda one: one.drawn_on)},
            play_offs={pk: self._known_by(index, data.play_offs.get(pk, ()), lambda one: one.day)},
        )
        return standings_of(self._division, earlier, [row.row.entrant for row in now.rows], over=False)

    def _known_by(self, index: int, things: Iterable[Thing], day: Callable[[Thing], dt.date]) -> list[Thing]:
        return [thing for thing in things if first_from(week_of(day(thing), self._starts), self.used) <= index]


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
    data = read_table_data([division])
    before = table_of(division, data)
    terms = formats.terms(division)
    scores = scores_of(stored_scheme(division), terms)
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
        message = N_("One of these fixtures has a result by now, or is not of this division; it is left out.")
        problems.append(Problem("fixture", message))
    for fixture, one in read.items():
        totals = one.totals(fixture.pk, fixture.home_id, fixture.away_id, terms, order_of(fixture))
        data.results[division.pk].append(Remark(totals, Settlement.SECRETARY, ""))
    imagined = {fixture.pk for fixture in read}
    data.left[division.pk] = [left for left in data.left[division.pk] if left.fixture not in imagined]
    order = usable_tie_breaks(division.tie_breaks)
    kept = next((order[:n] for n, one in enumerate(order) if one in NOT_IMAGINED), order)
    later = copy(division)
    later.tie_breaks = [*kept] if kept == order else [*kept, "name"]
    return WhatIf(
        before, table_of(later, data), tuple(lines), len(read), tuple(problems), scores is None, kept != order
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
    outcomes = outcomes_of(stored_scheme(table.division), formats.terms(table.division))
    points = tuple((row.team.pk, row.row.points) for row in table.rows)
    there = {team for team, _ in points}
    left = tuple(game for game in table.left if there.issuperset(game))
    if not left or table.kind is not None:
        return ()
    names = tuple((row.team.pk, row.team.name) for row in table.rows)
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


class TeamMove(NamedTuple):
    """A team's place with a result and before it, and how far it is from the next team, without full stops."""

    team: Team
    place: Text
    gap: Text | None


def moves_of(result: Result, teams: Iterable[Team], totals: FixtureTotals | None = None) -> list[TeamMove]:
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
    moves = []
    for team in wanted:
        place = _describe_place(team, _row(before, team), _row(after, team))
        if place is not None:
            # A result that does not count yet leaves its own fixture among those to play.
            moves.append(TeamMove(team, place, _describe_gap(after, team, played=totals is not None)))
    return moves


def _row(table: DivisionTable, team: Team) -> Row | None:
    return next((row.row for row in table.rows if row.team.pk == team.pk), None)


def _describe_place(team: Team, before: Row | None, after: Row | None) -> Text | None:
    """Describe a team's place; not where it came from if it had not played: then everybody had one place."""
    if after is None:
        return None
    was = place_in_words(before.position, joint=before.joint) if before else ""
    params = {"team": team.name, "place": place_in_words(after.position, joint=after.joint), "before": was}
    if before is None or not before.played:
        return Text("{team} are {place}", **params)
    if before.position == after.position:
        return Text("{team} are still {place}", **params)
    if after.position < before.position:
        return Text("{team} are {place}, up from {before}", **params)
    return Text("{team} are {place}, down from {before}", **params)


def _describe_gap(table: DivisionTable, team: Team, *, played: bool) -> Text | None:
    """Describe the points between a team and the one above it, of the first team the one below."""
    at = next(place for place, row in enumerate(table.rows) if row.team.pk == team.pk)
    if len(table.rows) < 2:
        return None
    other = table.rows[at - 1 if at else 1]
    gap = abs(other.row.points - table.rows[at].row.points)
    left = table.rows[at].left - played
    rest = Text(" with {n} to play", n=left) if left else ""
    params = {"other": other.team.name, "points": points_told(gap), "rest": rest}
    if not gap:
        return Text("Level on points with {other}{rest}", **params)
    n = 1 if gap == 1 else 2
    if at:
        return Text.plural("{points} point behind {other}{rest}", "{points} points behind {other}{rest}", n=n, **params)
    return Text.plural("{points} point clear of {other}{rest}", "{points} points clear of {other}{rest}", n=n, **params)
