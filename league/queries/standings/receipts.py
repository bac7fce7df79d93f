"""A team's receipt: where each of its points comes from, and each step by which it was placed.

Users take an unexplained tie-break for a bug (LEAGUES 4). Every line that the table adds up is here, with what was left
out and why; the lines add up to the table's points. Plain values, for pages and the API.
"""

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Q

from league.enums import FixtureState, ResultKind, ResultState, Settlement
from league.models import Adjustment, Division, Fixture, Result, Team
from league.queries.standings import figures
from league.queries.standings.figures import Figures, totals_of
from league.queries.standings.standings import DivisionTable, division_table
from league.rules.scheme import PointsScheme, Sources
from league.rules.scheme_columns import stored_scheme
from league.rules.sheets import AWAY, HOME, Side
from league.rules.standings import Row, Tie, TieStep
from league.translation import N_, Text

NOTHING = Sources()


@dataclass(frozen=True, slots=True)
class FixtureLine:
    """The line of one fixture: what it gave a team."""

    fixture_id: int
    date: dt.datetime
    opponent: str
    opponent_slug: str
    side: Side
    kind: ResultKind
    counts: bool
    why_not: str
    games_for: int
    games_against: int
    awarded_for: int  # of `games_for`
    awarded_against: int
    matches_won: int
    sources: Sources
    points: Fraction
    total: Fraction  # with this line
    settlement: Settlement | None  # None while it waits
    settled_how: str
    settled_at: dt.datetime | None
    version: int
    note: str

    @property
    def scored(self) -> bool:
        return self.kind in (ResultKind.PLAYED, ResultKind.ABANDONED)

    @property
    def told(self) -> tuple[Text, ...]:
        """What its points are for, each in a few words: "6 games: 6", "the win: 2"."""
        return tuple(source.told for source in self.sources.parts)


@dataclass(frozen=True, slots=True)
class AdjustmentLine:
    """Points given or taken; `total` is the team's points with this line."""

    points: Fraction
    reason: str
    date: dt.date
    total: Fraction  # with this line
    takes_back: dt.date | None = None  # the day of the adjustment that this one reverses
    taken_back: dt.date | None = None  # the day on which it was reversed


@dataclass(frozen=True, slots=True)
class Figure:
    """A team's figure in a tie-break, in words; "" where the step had no effect."""

    team: str
    figure: str


@dataclass(frozen=True, slots=True)
class StepLine:
    """One tie-break as it was applied to the teams still level, best first after it."""

    tie_break: str
    label: str
    figures: tuple[Figure, ...]
    verdict: str
    why: str


@dataclass(frozen=True, slots=True)
class TieLine:
    """The tie-break of the teams level on points, in the order of the table."""

    points: Fraction
    teams: tuple[str, ...]
    steps: tuple[StepLine, ...]
    conclusion: str


@dataclass(frozen=True, slots=True)
class Receipt:
    """The sources of a team's points, one by one."""

    league: str
    season: str
    division: str
    team: str
    team_slug: str
    position: int | None  # None once withdrawn; the points are 0 then
    joint: bool
    points: Fraction
    scheme: PointsScheme
    fixtures: tuple[FixtureLine, ...]  # by time, those that do not count too
    adjustments: tuple[AdjustmentLine, ...]  # by date, after the fixtures
    remaining: int
    tie: TieLine | None
    idle_lots: tuple[str, ...]  # a sentence each: drawn, and no longer counting
    as_of: dt.datetime

    @property
    def from_fixtures(self) -> Fraction:
        return sum((line.points for line in self.fixtures), Fraction(0))


def receipt_of(division: Division, team: Team, *, now: dt.datetime) -> Receipt:
    """A team's receipt in a division with season and league joined (six queries, and what some points cost)."""
    table = division_table(division)
    row = next((found.row for found in table.rows if found.team.pk == team.pk), None)
    fixtures = _fixtures(division, team)
    results = {
        result.fixture_id: result
        for result in Result.objects.filter(fixture__in=[fixture.pk for fixture in fixtures], live=True).select_related(
            "format"
        )
    }
    more = figures.figures_of([division], figures.COUNTING & Q(fixture__in=[fixture.pk for fixture in fixtures]))
    lines = tuple(_fixture_lines(fixtures, results, table, team, more))
    total = lines[-1].total if lines else Fraction(0)
    return Receipt(
        league=division.season.league.name,
        season=division.season.name,
        division=division.name,
        team=team.name,
        team_slug=team.slug,
        position=row.position if row else None,
        joint=row.joint if row else False,
        points=row.points if row else Fraction(0),
        scheme=stored_scheme(division),
        fixtures=lines,
        adjustments=tuple(_adjustment_lines(table, team, total)) if row else (),
        remaining=sum(f.state != FixtureState.CANCELLED and not _settled(results.get(f.pk)) for f in fixtures),
        tie=_tie_line(table, table.standings.tie_of(team.pk), row),
        idle_lots=tuple(_idle_lots(table, team)),
        as_of=now,
    )


def _fixtures(division: Division, team: Team) -> list[Fixture]:
    found = Fixture.objects.filter(Q(home=team) | Q(away=team), division=division, play_off=False).select_related(
        "home", "away"
    )
    fixtures = list(found.order_by("starts_at", "pk"))
    for fixture in fixtures:
        fixture.division = division
    return fixtures


def _settled(result: Result | None) -> bool:
    return result is not None and result.state == ResultState.CONFIRMED


def _fixture_lines(
    fixtures: list[Fixture], results: dict[int, Result], table: DivisionTable, team: Team, more: Figures
) -> Iterator[FixtureLine]:
    total, scheme = Fraction(0), stored_scheme(table.division)
    placed = {row.team.pk for row in table.rows}
    for fixture in fixtures:
        result = results.get(fixture.pk)
        if result is None:
            continue
        result.fixture = fixture
        why_not = _why_not(result, {fixture.home_id, fixture.away_id} <= placed)
        at_home = fixture.home_id == team.pk
        totals = totals_of(result, more.of_fixture(fixture.pk))
        sources = NOTHING if why_not else totals.sources(scheme)[0 if at_home else 1]
        total += sources.total
        yield _fixture_line(result, HOME if at_home else AWAY, sources, total, why_not)


def _why_not(result: Result, placed: bool) -> str:
    """Why a live result does not count; blank where it does."""
    if result.fixture.state == FixtureState.CANCELLED or not placed:
        return N_("It is cancelled: what was played counts no longer.")
    if result.state == ResultState.SUBMITTED:
        return N_("It is awaiting confirmation.")
    if result.state == ResultState.DISPUTED:
        return N_("It is disputed.")
    return N_("It is void.") if result.kind == ResultKind.VOID else ""


def _fixture_line(result: Result, side: Side, sources: Sources, total: Fraction, why_not: str) -> FixtureLine:
    fixture = result.fixture
    theirs: Side = AWAY if side == HOME else HOME
    opponent = fixture.away if side == HOME else fixture.home
    return FixtureLine(
        fixture_id=fixture.pk,
        date=fixture.starts_at,
        opponent=opponent.name,
        opponent_slug=opponent.slug,
        side=side,
        kind=ResultKind(result.kind),
        counts=not why_not,
        why_not=why_not,
        games_for=getattr(result, f"{side}_games"),
        games_against=getattr(result, f"{theirs}_games"),
        awarded_for=getattr(result, f"{side}_awarded"),
        awarded_against=getattr(result, f"{theirs}_awarded"),
        matches_won=getattr(result, f"{side}_matches"),
        sources=sources,
        points=sources.total,
        total=total,
        settlement=Settlement(result.settlement) if result.settlement else None,
        settled_how=result.settled_how,
        settled_at=result.settled_at,
        version=result.version,
        note=result.note,
    )


def _adjustment_lines(table: DivisionTable, team: Team, total: Fraction) -> Iterator[AdjustmentLine]:
    own = [made for made in table.adjustments if made.entry.team_id == team.pk]
    by_id: dict[int, Adjustment] = {made.pk: made for made in own}
    taken_back = {made.takes_back_id: made.date for made in own if made.takes_back_id is not None}
    for made in own:
        total += Fraction(made.points)
        before = by_id.get(made.takes_back_id or 0)
        yield AdjustmentLine(
            points=Fraction(made.points),
            reason=made.reason,
            date=made.date,
            total=total,
            takes_back=before.date if before else None,
            taken_back=taken_back.get(made.pk),
        )


def _tie_line(table: DivisionTable, tie: Tie | None, row: Row | None) -> TieLine | None:
    if tie is None or row is None:
        return None
    names = {pk: team.name for pk, team in table.teams.items()}
    return TieLine(
        points=tie.points,
        teams=tuple(names[team] for team in tie.teams),
        steps=tuple(_step_line(step, names) for step in tie.steps),
        conclusion=row.decided_text,
    )


def _idle_lots(table: DivisionTable, team: Team) -> Iterator[Text]:
    for lots in table.lots:
        shown = table.teams.keys() >= set(lots.teams)
        if shown and team.pk in lots.teams and frozenset(lots.teams) not in table.standings.drawn:
            teams = Text.joined(", ", [table.teams[drawn].name for drawn in lots.teams])
            order = Text("They have no effect unless just these teams are level, in this order: {teams}.", teams=teams)
            yield Text("{drawn} {order}", drawn=lots.sentence, order=order)


def _step_line(step: TieStep, names: dict[int, str]) -> StepLine:
    figures = tuple(Figure(names[team], step.figure(team)) for team in step.teams)
    return StepLine(step.tie_break, step.label, figures, step.verdict, step.why)
