"""Tables of divisions, from confirmed live results, and their columns. Totals are on the result rows.

A cancelled fixture does not count, whatever result it has. A withdrawn team without a result that counts is left out.
The columns are declared once for pages, widgets, pictures, paper and spreadsheets; the API has the same rows under the
names of `TableRow` and `Row` (`api/standings.py`).
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple, cast

from django.db.models import Exists, OuterRef, Q, QuerySet

from league.enums import Detail, FixtureState, ResultState, Settlement
from league.models import Adjustment, Division, Entry, Fixture, Result, Season, Team
from league.prepared import Prepared
from league.queries.standings import figures
from league.queries.standings.figures import totals_of
from league.rules.cells import Cell
from league.rules.match_terms import Kind
from league.rules.scheme_columns import stored_scheme
from league.rules.settings import usable_tie_breaks
from league.rules.standings import Adjustment as Adjusted
from league.rules.standings import Entrant, FixtureTotals, Lots, PlayOff, Row, Standings, table
from league.rules.tallies import How
from league.rules.wording import points_told, signed_points
from league.translation import N_, Text

# Tie-breaks that belong to the table of all matches alone.
OF_ALL_MATCHES = ("lots", "play_off")


@dataclass(frozen=True, slots=True)
class TableRow:
    """A team's place: the team, and the row that the rules computed."""

    team: Team
    row: Row
    left: int = 0  # its fixtures without a confirmed result
    adjustments: tuple[Adjustment, ...] = ()  # of its points, by date
    movement: int | None = None  # places up since the week with results before the last; only `weekly` finds it


@dataclass(frozen=True, slots=True)
class Remark:
    """A note of the table on a result that is no ordinary one.

    Attributes:
        totals: of a walkover the games are all awarded to one side.
        note: public.
        format_id: the format that it was played by; None for the division's.
        since: the moment from which it counts: of its fixture, or of an earlier one at which it was given.
    """

    totals: FixtureTotals
    settlement: Settlement
    note: str
    format_id: int | None = None
    since: int = 0


# Tie-breaks that count matches or games, which a score alone does not tell.
ON_CARDS = {"matches_won", "count_back", "spread"}


@dataclass(frozen=True, slots=True)
class DivisionTable:
    """A division's table."""

    division: Division
    standings: Standings
    rows: tuple[TableRow, ...]
    teams: dict[int, Team]  # by id, withdrawn ones too
    waiting: int  # fixtures with an unconfirmed sheet
    remaining: int  # fixtures without a confirmed result, `waiting` ones too
    left: tuple[tuple[int, int], ...] = ()  # home and away teams of `remaining`
    withdrawn: tuple[Entry, ...] = ()
    remarks: tuple[Remark, ...] = ()  # results that the notes mention, by time
    adjustments: tuple[Adjustment, ...] = ()  # by date, with entry and team joined
    lots: tuple[Lots, ...] = ()  # that stand, whether they count now or not
    play_offs: tuple[PlayOff, ...] = ()  # not cancelled, played or not
    kind: Kind | None = None  # only matches of this kind count
    half: int = 0  # only fixtures of this half count, 1 or 2
    cards_to_come: int = 0  # results that are a score alone, of which neither names nor games are known yet

    @property
    def lacks_cards(self) -> bool:
        """Whether the table rests on matches or games that are still to come."""
        if not self.cards_to_come:
            return False
        return self.kind is not None or bool(ON_CARDS & set(usable_tie_breaks(self.division.tie_breaks)))

    @property
    def promoted(self) -> int:
        """How many of the first teams go up; 0 where there are no more teams than that."""
        return self._moving(self.division.promoted_teams)

    @property
    def relegated(self) -> int:
        """How many of the last teams go down; 0 likewise."""
        return self._moving(self.division.relegated_teams)

    def _moving(self, teams: int) -> int:
        return teams if self.kind is None and not self.half and teams < len(self.rows) else 0

    @property
    def settled(self) -> bool:
        """Whether nothing can change a place: no fixture, play-off or lots are due."""
        waits = [self.standings.awaiting(step) for step in OF_ALL_MATCHES]
        return not (self.remaining or any(waits) or not all(off.decided for off in self.play_offs))


class RemainingFixture(NamedTuple):
    """A fixture without a result that counts; `waiting` has an unconfirmed sheet."""

    fixture: int
    home: int
    away: int
    waiting: bool


@dataclass(slots=True)
class TableData:
    """The rows that the tables of some divisions are made from, each list by division."""

    entries: dict[int, list[Entry]] = field(default_factory=lambda: defaultdict(list))
    results: dict[int, list[Remark]] = field(default_factory=lambda: defaultdict(list))
    adjustments: dict[int, list[Adjustment]] = field(default_factory=lambda: defaultdict(list))
    left: dict[int, list[RemainingFixture]] = field(default_factory=lambda: defaultdict(list))
    lots: dict[int, list[Lots]] = field(default_factory=dict)
    play_offs: dict[int, list[PlayOff]] = field(default_factory=dict)
    cards: dict[int, set[int]] = field(default_factory=lambda: defaultdict(set))  # fixtures of which a score is known
    played: figures.PlayedBy = field(default_factory=lambda: figures.PlayedBy(()))


def season_tables(season: Season) -> list[DivisionTable]:
    """Tables of all divisions of a season, in their order (five queries, whatever its size).

    A tie-break or points scheme that needs more costs one more, here and below: points pegged, games by table, lurches,
    lots.
    """
    divisions = divisions_of(season)
    data = read_table_data(divisions)
    return [table_of(division, data) for division in divisions]


def division_table(division: Division) -> DivisionTable:
    """Table of one division, with its season joined (four queries)."""
    return table_of(division, read_table_data([division]))


def table_of_entrants(division: Division, entrants: Sequence[Entry]) -> DivisionTable:
    """Table of an individual league, all of whose fixtures are play-offs so that they hold no week (three queries).

    `entrants` stand for the entries of a division and are no rows.
    """
    data = TableData(played=figures.PlayedBy([division]))
    data.entries[division.pk] = list(entrants)
    _find_left([division], data, play_off=True)
    _find_results([division], data, play_off=True)
    return table_of(division, data)


def table_if(division: Division, changed: Mapping[int, FixtureTotals | None]) -> DivisionTable:
    """A division's table with other results (four queries): totals by fixture, None for none."""
    data = read_table_data([division])
    play_offs = data.play_offs.get(division.pk, [])
    won_by = stored_scheme(division).won_by
    data.play_offs[division.pk] = [figures.changed_play_off(off, changed, won_by) for off in play_offs]
    kept = [remark for remark in data.results[division.pk] if remark.totals.fixture_id not in changed]
    new = [Remark(totals, Settlement.SECRETARY, "") for totals in changed.values() if totals and not totals.play_off]
    data.results[division.pk] = [*kept, *new]
    return table_of(division, data)


def table_without(entry: Entry, void: Collection[int]) -> DivisionTable:
    """A division's table as if a team had withdrawn and these fixtures' results were void (four queries)."""
    data = read_table_data([entry.division])
    pk = entry.division.pk
    data.results[pk] = [remark for remark in data.results[pk] if remark.totals.fixture_id not in void]
    return table_of(entry.division, data, without=entry.pk)


def table_with(entry: Entry, results: Sequence[Result]) -> DivisionTable:
    """A division's table as if a team had not withdrawn and these results counted again (four queries).

    Each has its fixture and division joined.
    """
    data = read_table_data([entry.division])
    more = figures.figures_of([entry.division], Q(pk__in=[result.pk for result in results]))
    again = [
        Remark(
            totals_of(result, more.of_fixture(result.fixture_id)),
            Settlement(result.settlement),
            result.note,
            result.format_id,
        )
        for result in results
        if result.state == ResultState.CONFIRMED and not result.fixture.play_off
    ]
    data.results[entry.division.pk] = [*data.results[entry.division.pk], *again]
    return table_of(entry.division, data, back=entry.pk)


def read_table_data(divisions: Sequence[Division]) -> TableData:
    """Read everything that these divisions' tables rest on (four queries, and those that a tie-break costs)."""
    data = TableData(played=figures.PlayedBy(divisions))
    ids = [division.pk for division in divisions]
    for entry in _ENTRIES(ids):
        data.entries[entry.division_id].append(entry)
    for adjustment in _ADJUSTMENTS(ids):
        data.adjustments[adjustment.entry.division_id].append(adjustment)
    _find_left(divisions, data)
    data.lots = figures.lots_of(divisions)
    data.play_offs = figures.play_offs_of(divisions)
    _find_results(divisions, data)
    return data


_ENTRIES = Prepared(
    lambda divisions: Entry.objects.filter(division__in=divisions, team__hidden_at=None).select_related("team")
)
_ADJUSTMENTS = Prepared(
    lambda divisions: Adjustment.objects.filter(entry__division__in=divisions).select_related("entry__team")
)


@Prepared
def _confirmed_results(divisions: list[int], play_off: bool) -> QuerySet[Any, tuple[Any, ...]]:
    return (
        Result.objects.filter(figures.COUNTING, fixture__division__in=divisions, fixture__play_off=play_off)
        .exclude(fixture__state=FixtureState.CANCELLED)
        .order_by("fixture__starts_at", "fixture_id")
        .values_list(
            "fixture__division_id",
            "fixture_id",
            "fixture__home_id",
            "fixture__away_id",
            "home_games",
            "away_games",
            "home_matches",
            "away_matches",
            "home_awarded",
            "away_awarded",
            "fixture__starts_at",
            "kind",
            "finished",
            "format_id",
            "settlement",
            "note",
            "settled_at",
            "detail",
        )
    )


def _find_results(divisions: Sequence[Division], data: TableData, *, play_off: bool = False) -> None:
    more = figures.figures_of(divisions, played=data.played)
    for row in _confirmed_results([division.pk for division in divisions], play_off):
        division, counted = row[0], cast(tuple[int, int, int, int, int, int, int, int, int], row[1:10])
        starts_at, kind, finished, played, settlement, note, settled_at, detail = row[10:]
        if detail == Detail.SCORE:
            data.cards[division].add(row[1])
        terms = data.played.terms(division, played)
        totals = FixtureTotals(
            *counted,
            order=int(starts_at.timestamp()),
            how=cast(How, kind),
            finished=finished,
            **figures.of_result(terms, kind, row[4], row[5], more.of_fixture(row[1])),
        )
        since = int(min(starts_at, settled_at or starts_at).timestamp())
        data.results[division].append(Remark(totals, Settlement(settlement), note, played, since))


@Prepared
def _fixtures_left(divisions: list[int], play_off: bool) -> QuerySet[Any, tuple[Any, ...]]:
    live = Result.objects.filter(fixture=OuterRef("pk"), live=True)
    return (
        Fixture.objects.filter(division__in=divisions, play_off=play_off)
        .exclude(state=FixtureState.CANCELLED)
        .exclude(Exists(live.filter(state=ResultState.CONFIRMED)))
        .order_by("starts_at", "pk")
        .values_list("division_id", "pk", "home_id", "away_id", Exists(live))
    )


def _find_left(divisions: Sequence[Division], data: TableData, *, play_off: bool = False) -> None:
    for division_id, *said in _fixtures_left([division.pk for division in divisions], play_off):
        data.left[division_id].append(RemainingFixture(*said))


def table_of(
    division: Division,
    data: TableData,
    *,
    without: int = 0,
    back: int = 0,
    kind: Kind | None = None,
    half: int = 0,
) -> DivisionTable:
    """Build a division's table (no query), with entry `without` taken as withdrawn and `back` not.

    Restricted to matches of a `kind`, points for whole fixtures, lots and play-offs do not count; of a `half`, whose
    data is given, lots and play-offs do not.
    """
    entries, remarks = data.entries[division.pk], data.results[division.pk]
    totals = [remark.totals for remark in remarks]
    counting = {team for total in totals if total.how != "void" for team in (total.home, total.away)}
    left = {entry.pk for entry in entries if entry.withdrawn_on is not None} - {back} | {without}
    gone = tuple(entry for entry in entries if entry.pk in left)
    teams = {entry.team_id: entry.team for entry in entries}
    out = {entry.team_id for entry in gone} - counting
    left_to_play = data.left.get(division.pk, [])
    entrants = [Entrant(team.pk, team.name) for team in teams.values() if team.pk not in out]
    computed = standings_of(division, data, entrants, kind=kind, half=half, over=not left_to_play)
    left_of = Counter(team for fixture in left_to_play for team in (fixture.home, fixture.away))
    adjustments: dict[int, list[Adjustment]] = defaultdict(list)
    for made in data.adjustments[division.pk]:
        adjustments[made.entry.team_id].append(made)
    return DivisionTable(
        division=division,
        standings=computed,
        rows=tuple(
            TableRow(teams[row.entrant.id], row, left_of[row.entrant.id], tuple(adjustments[row.entrant.id]))
            for row in computed.rows
        ),
        teams=teams,
        waiting=sum(fixture.waiting for fixture in left_to_play),
        remaining=len(left_to_play),
        left=tuple((fixture.home, fixture.away) for fixture in left_to_play),
        withdrawn=gone,
        remarks=tuple(remark for remark in remarks if _remarkable(remark)),
        adjustments=tuple(data.adjustments[division.pk]),
        lots=tuple(data.lots.get(division.pk, ())),
        play_offs=tuple(data.play_offs.get(division.pk, ())),
        kind=kind,
        half=half,
        cards_to_come=len(data.cards[division.pk]),
    )


def standings_of(
    division: Division,
    data: TableData,
    entrants: Iterable[Entrant],
    *,
    kind: Kind | None = None,
    half: int = 0,
    over: bool,
) -> Standings:
    """Apply the rules to a division's rows (no query); `over` means nothing is left to be played or confirmed."""
    return table(
        entrants,
        [remark.totals for remark in data.results[division.pk]],
        scheme=stored_scheme(division).of_matches if kind else stored_scheme(division),
        tie_breaks=[
            one for one in usable_tie_breaks(division.tie_breaks) if not (kind or half) or one not in OF_ALL_MATCHES
        ],
        adjustments=[Adjusted(a.entry.team_id, Fraction(a.points), a.reason) for a in data.adjustments[division.pk]],
        lots=data.lots.get(division.pk, ()),
        play_offs=data.play_offs.get(division.pk, ()),
        over=over,
    )


def _remarkable(remark: Remark) -> bool:
    totals = remark.totals
    unusual = totals.how != "played" or totals.home_awarded or totals.away_awarded
    return bool(unusual) or remark.settlement == Settlement.DEADLINE


def divisions_of(season: Season) -> list[Division]:
    return list(season.divisions.order_by("order", "name"))


def adjustments_of(season: Season) -> list[Adjustment]:
    """Adjustments of a season, the latest first, with team and reversal joined (one query)."""
    adjustments = Adjustment.objects.filter(entry__season=season)
    return list(
        adjustments.select_related("entry__team", "entry__division", "made_by", "taken_back_by").order_by("-pk")
    )


def entries_of(season: Season) -> list[Entry]:
    """Teams of a season by division and name, joined as an adjustment needs (one query)."""
    entries = Entry.objects.filter(season=season).select_related("team", "division", "season__league")
    return list(entries.order_by("division__order", "division__name", "team__name"))


Show = Callable[[Any], Text | str]


def exact(points: Fraction) -> int | Decimal:
    """Return points as a whole number, or as the decimal that they are."""
    return points.numerator if points.denominator == 1 else Decimal(points.numerator) / Decimal(points.denominator)


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table.

    Attributes:
        title: in full; in small letters the heading in a spreadsheet.
        read: its value in a row.
        head: the heading where there is little room; "" for what only spreadsheets have.
        show: how a value is written for people.
        css: `num` aligns it on the right; `roomy` is dropped on a narrow screen.
    """

    title: str
    read: Callable[[TableRow], Any]
    head: str = ""
    show: Show = str
    css: str = "num"

    def text(self, row: TableRow) -> Text | str:
        return self.show(self.read(row))

    def cell(self, row: TableRow) -> Cell:
        value = self.read(row)
        return exact(value) if isinstance(value, Fraction) else value


def _points(value: float | Fraction) -> Text | str:
    return points_told(Fraction(value))


def _signed(value: float | Fraction) -> Text | str:
    return signed_points(Fraction(value))


COLUMNS: Mapping[str, Column] = {
    "place": Column(N_("Position"), lambda of: of.row.place, N_("Pos"), css="num pos"),
    "position": Column("Position", lambda of: of.row.position),
    "joint": Column("Joint", lambda of: "yes" if of.row.joint else ""),
    "team": Column(N_("Team"), lambda of: of.team.name, N_("Team"), css=""),
    "played": Column(N_("Played"), lambda of: of.row.played, N_("Pld")),
    "left": Column(N_("Fixtures left to play"), lambda of: of.left, N_("Left"), css="num roomy"),
    "won": Column(N_("Won"), lambda of: of.row.won, N_("W"), css="num roomy"),
    "drawn": Column(N_("Drawn"), lambda of: of.row.drawn, N_("D"), css="num roomy"),
    "lost": Column(N_("Lost"), lambda of: of.row.lost, N_("L"), css="num roomy"),
    "games_for": Column(N_("Games won"), lambda of: of.row.games_for, N_("GF"), _points, "num roomy"),
    "games_against": Column(N_("Games lost"), lambda of: of.row.games_against, N_("GA"), _points, "num roomy"),
    "games_difference": Column(N_("Games difference"), lambda of: of.row.games_difference, N_("+/−"), _signed),
    "points": Column(N_("Points"), lambda of: of.row.points, N_("Pts"), _points, "num pts"),
    "awarded": Column("Awarded", lambda of: of.row.awarded),
    "walkovers": Column("Walkovers", lambda of: of.row.walkovers),
    "abandoned": Column("Abandoned", lambda of: of.row.abandoned),
    "adjustment": Column("Adjustment", lambda of: of.row.adjustment),
    "adjusted_because": Column("Adjusted because", lambda of: "; ".join(map(_because, of.adjustments))),
    "decided_text": Column("Decided by", lambda of: of.row.decided_text),
}


def _because(made: Any) -> str:
    return f"{made.points:+f} on {made.date}: {made.reason}"


def columns(names: str) -> tuple[Column, ...]:
    return tuple(COLUMNS[name] for name in names.split())


# What is between the team and its points.
PAGE = columns("played left won drawn lost games_for games_against games_difference")
COMPACT = columns("played")
RECORD = columns("played won drawn lost")
PAPER = columns("played won drawn lost games_difference")
FILE = tuple(column for name, column in COLUMNS.items() if name not in ("place", "left"))
BEFORE, AFTER = columns("place team"), columns("points")
