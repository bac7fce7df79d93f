import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from django.db.models import F, OuterRef, Prefetch, Q, QuerySet, Subquery

from league.access import Grants
from league.enums import CompetitionKind, DisputeState, DisputeSubject, FixtureState, ResultState, WeekKind
from league.models import (
    Appearance,
    Dispute,
    Division,
    Fixture,
    Game,
    KnockOutRound,
    League,
    Match,
    Player,
    Result,
    Season,
    Team,
    TeamCode,
    Week,
)
from league.prepared import Prepared
from league.queries.dates.postponements import PostponementView, history_of, last_day_told
from league.queries.dates.postponements import calendar_of as season_calendar_of
from league.queries.teams import newcomers_among
from league.queries.visibility import is_public, public, sides_shown


@dataclass(frozen=True, slots=True)
class FixtureLine:
    """A fixture for lists, with its live result, if any; of a cup tie, `play_by` is its round's last day."""

    fixture: Fixture
    result: Result | None
    play_by: dt.date | None = None

    @property
    def confirmed(self) -> bool:
        return self.result is not None and self.result.state == ResultState.CONFIRMED


def last_day_of(fixture: Fixture) -> dt.date | None:
    """The last day of the round of a tie's fixture (one query; none for another fixture)."""
    return last_days_of(fixture.tie_id).first() if fixture.tie_id is not None else None


def last_days_of(tie: int | OuterRef) -> QuerySet[KnockOutRound, dt.date | None]:
    """The last day of a tie's round; of an `OuterRef`, for a subquery."""
    rounds = KnockOutRound.objects.filter(knock_out__ties=tie, number=F("knock_out__ties__round"))
    return rounds.values_list("play_by", flat=True)


def _fixtures(league: League | int, *, hidden_teams: bool = False) -> QuerySet[Fixture]:
    fixtures = Fixture.objects.filter(Q() if hidden_teams else sides_shown(), division__season__league=league)
    return _with_result(fixtures.select_related("division__season", "home", "away", "venue", "week"))


def _with_result(fixtures: QuerySet[Fixture]) -> QuerySet[Fixture]:
    live = Result.objects.filter(live=True)
    fixtures = fixtures.annotate(tie_play_by=Subquery(last_days_of(OuterRef("tie"))[:1]))
    return fixtures.prefetch_related(Prefetch("results", queryset=live, to_attr="live_results"))


def _published(league: League | int) -> QuerySet[Fixture]:
    return _fixtures(league).filter(public("division__season__"))


def _line(fixture: Fixture) -> FixtureLine:
    results: list[Result] = fixture.live_results  # type: ignore[attr-defined]
    return FixtureLine(fixture, results[0] if results else None, fixture.tie_play_by)  # type: ignore[attr-defined]


def lines_of(league: League, which: Q, *, hidden_teams: bool = False) -> list[FixtureLine]:
    """Fixtures of a league that match, in order (two queries); with `hidden_teams`, never for a page."""
    found = _fixtures(league, hidden_teams=hidden_teams).filter(which)
    return [_line(fixture) for fixture in found.order_by("starts_at", "pk")]


def lines_by_number(league: League, numbers: Sequence[int]) -> list[FixtureLine]:
    """Fixtures of a league by their ids, in order (two queries)."""
    return [_line(fixture) for fixture in _seen_fixtures(league.pk, numbers)]


@Prepared
def _seen_fixtures(league: int, numbers: list[int]) -> QuerySet[Fixture]:
    found = _fixtures(league).filter(pk__in=numbers)
    return found.order_by("starts_at", "pk")


def lines_between(league: League, start: dt.datetime, end: dt.datetime) -> list[FixtureLine]:
    """Dated fixtures in [start, end), in order (two queries)."""
    dated = Q(state="scheduled", starts_at__gte=start, starts_at__lt=end)
    return lines_of(league, dated & public("division__season__"))


def week_of(day: dt.date) -> dt.date:
    return day - dt.timedelta(days=day.weekday())


def fixtures_of_week(league: League, monday: dt.date) -> list[FixtureLine]:
    """Fixtures from a Monday to its Sunday, without postponed and cancelled ones (two queries)."""
    start = dt.datetime.combine(monday, dt.time(), tzinfo=league.tz)
    end = dt.datetime.combine(monday + dt.timedelta(weeks=1), dt.time(), tzinfo=league.tz)
    return [_line(fixture) for fixture in _fixtures_between(league.pk, start, end)]


@Prepared
def _fixtures_between(league: int, start: dt.datetime, end: dt.datetime) -> QuerySet[Fixture]:
    found = _published(league).filter(starts_at__gte=start, starts_at__lt=end, state="scheduled")
    # Nobody goes to see a game that two players arranged between them.
    found = found.exclude(division__kind=CompetitionKind.INDIVIDUAL)
    return found.order_by("starts_at", "division__order", "home__name")


def latest_results(league: League, *, count: int, now: dt.datetime) -> list[FixtureLine]:
    """Past fixtures with a confirmed result, the last played first (four queries).

    Separate queries for what is visible, the last ids, and their joins: planning one query takes longer than these.
    """
    divisions = list(Division.objects.filter(public("season__"), season__league=league).values_list("pk", flat=True))
    order = _last_fixtures(divisions, now, f"{count}")
    found = {fixture.pk: fixture for fixture in _fixtures_by_number(order)}
    return [_line(found[key]) for key in order]


@Prepared
def _last_fixtures(divisions: list[int], now: dt.datetime, most: str) -> QuerySet[Any, int]:
    last = (
        Fixture.objects.filter(sides_shown(), division__in=divisions, starts_at__lte=now)
        .filter(results__live=True, results__state=ResultState.CONFIRMED)
        .exclude(state=FixtureState.CANCELLED)
        .order_by("-starts_at", "division__order", "home__name")
    )
    return last.values_list("pk", flat=True)[: int(most)]


@Prepared
def _fixtures_by_number(numbers: list[int]) -> QuerySet[Fixture]:
    found = Fixture.objects.select_related("division", "home", "away", "venue", "week").filter(pk__in=numbers)
    return _with_result(found).order_by()


def fixtures_of_team(team: Team, season: Season) -> list[FixtureLine]:
    """A team's fixtures of a season in order (two queries)."""
    return lines_of(team.league, Q(division__season=season) & (Q(home=team) | Q(away=team)))


@dataclass(frozen=True, slots=True)
class WeekLines:
    """A week of the calendar; a folded one has its `count` and no lines."""

    week: Week
    lines: tuple[FixtureLine, ...]
    count: int
    current: bool
    open: bool

    @property
    def catch_up(self) -> bool:
        return self.week.kind == WeekKind.CATCH_UP

    @property
    def no_play(self) -> bool:
        return self.week.kind == WeekKind.NO_PLAY

    @property
    def ends_on(self) -> dt.date:
        return self.week.starts_on + dt.timedelta(days=6)


EVERY_WEEK: Final = "all"
# The Monday of the one week to open, or `EVERY_WEEK`; None: those that a visitor looks for.
WantedWeek = dt.date | Literal["all"] | None


def calendar_of(
    season: Season, *, division: Division | None = None, now: dt.datetime, wanted: WantedWeek = None
) -> list[WeekLines]:
    """Return every week of a season, open or folded, narrowed to a division (four queries).

    A fixture is in the week in which it is played, or, undated or outside the weeks, in that of the timetable. Without
    `wanted`, this week and the next are open, or out of season the last that has begun and has fixtures.
    """
    tz = season.league.tz
    weeks = list(Week.objects.filter(season=season).select_related("round").order_by("starts_on"))
    mondays = {week.starts_on: week.pk for week in weeks}
    which = sides_shown() & Q(division__season=season) & (Q(division=division) if division else Q())
    held: dict[int, int] = {}
    brief = Fixture.objects.filter(which).order_by().values_list("pk", "week_id", "state", "starts_at")
    for pk, week_id, state, starts_at in brief:
        dated = state == FixtureState.SCHEDULED
        held[pk] = mondays.get(week_of(starts_at.astimezone(tz).date()), week_id) if dated else week_id
    counts = Counter(held.values())
    monday = week_of(now.astimezone(tz).date())
    opened = _opened(weeks, monday, wanted, counts)
    shown = which if wanted == EVERY_WEEK else Q(pk__in=[pk for pk, week in held.items() if week in opened])
    lines: dict[int, list[FixtureLine]] = defaultdict(list)
    for fixture in _fixtures(season.league).filter(shown).order_by("starts_at", "division__order", "home__name"):
        lines[held.get(fixture.pk, fixture.week_id)].append(_line(fixture))
    return [
        WeekLines(week, tuple(lines[week.pk]), counts[week.pk], week.starts_on == monday, week.pk in opened)
        for week in weeks
    ]


def _opened(weeks: Sequence[Week], monday: dt.date, wanted: WantedWeek, counts: Mapping[int, int]) -> set[int]:
    if wanted == EVERY_WEEK:
        return {week.pk for week in weeks}
    if wanted is not None:
        return {week.pk for week in weeks if week.starts_on == wanted}
    now = [number for number, week in enumerate(weeks) if week.starts_on == monday]
    if now:
        return {week.pk for week in weeks[now[0] : now[0] + 2]}
    begun = [week.pk for week in weeks if week.starts_on < monday and counts.get(week.pk)]
    return set(begun[-1:]) or {week.pk for week in weeks[:1]}


def meetings_of(fixture: Fixture, *, count: int) -> list[FixtureLine]:
    """Last fixtures between the two teams of a fixture with a confirmed result, the latest first (two queries)."""
    both = (fixture.home_id, fixture.away_id)
    found = _published(fixture.league).filter(home__in=both, away__in=both)
    found = found.filter(results__live=True, results__state=ResultState.CONFIRMED)
    found = found.exclude(state=FixtureState.CANCELLED).exclude(pk=fixture.pk).select_related("division__season")
    return [_line(each) for each in found.order_by("-starts_at", "-pk")[:count]]


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A match of a sheet with its players by side; newcomers are players by this sheet alone."""

    match: Match
    home_players: tuple[Player, ...]
    away_players: tuple[Player, ...]
    games: tuple[Game, ...]
    guests: frozenset[int] = frozenset()
    newcomers: frozenset[int] = frozenset()

    @property
    def nobody(self) -> bool:
        return self.match.gameless and not self.home_players and not self.away_players


@dataclass(frozen=True, slots=True)
class FixtureSheet:
    """A fixture with everything its page shows.

    Attributes:
        versions: how many there are, counter-sheets included.
        proposed: the correction that waits for an answer.
        history: postponements, the latest first.
        catch_up: the blank week by which it is to be played if it is postponed; `last_day` in it, or of a tie's round.
        takes_code: the side to answer has printed codes.
    """

    fixture: Fixture
    result: Result | None
    matches: tuple[MatchLine, ...]
    versions: int
    proposed: Result | None
    dispute: Dispute | None
    history: list[PostponementView]
    catch_up: Week | None
    last_day: dt.date | None
    takes_code: bool = False

    @property
    def play_by(self) -> dt.date | None:
        """The last day where it is not the end of the catch-up week."""
        return last_day_told(self.catch_up, self.last_day)

    @property
    def open_postponement(self) -> PostponementView | None:
        """The postponement that needs an answer."""
        return next((postponement for postponement in self.history if postponement.open), None)


def matches_of(result: Result) -> tuple[MatchLine, ...]:
    """Matches of one version of a sheet (three queries; four where no player need be registered)."""
    people = Appearance.objects.select_related("player").order_by("side", "seat")
    found = Match.objects.filter(result=result).select_related("result__format")
    found = found.prefetch_related(Prefetch("appearances", queryset=people), "games")
    matches = list(found)
    newcomers = newcomers_among(result.fixture, {a.player_id for match in matches for a in match.appearances.all()})
    return tuple(
        MatchLine(
            match,
            tuple(a.player for a in match.appearances.all() if a.side == "home"),
            tuple(a.player for a in match.appearances.all() if a.side == "away"),
            tuple(match.games.all()),
            frozenset(a.player_id for a in match.appearances.all() if a.guest),
            newcomers,
        )
        for match in matches
    )


_FIXTURE = ("division__season", "division__format", "format", "home", "away", "venue", "week__round")
_fixture = Prepared(lambda pk: Fixture.objects.filter(pk=pk).select_related(*_FIXTURE))


def find_fixture(league: League, pk: int) -> Fixture:
    for fixture in _fixture(pk):
        if fixture.division.season.league_id == league.pk:
            fixture.division.season.league = league
            return fixture
    raise Fixture.DoesNotExist


def find_seen_fixture(league: League, pk: int, held: Grants) -> Fixture:
    """Return a fixture that somebody may see (drafts and hidden teams only the secretary); raise
    Fixture.DoesNotExist."""
    fixture = find_fixture(league, pk)
    if not (is_public(fixture) or held.secretary):
        raise Fixture.DoesNotExist
    return fixture


def fixture_sheet(fixture: Fixture) -> FixtureSheet:
    """A fixture's page (ten queries at most, whatever its format)."""
    versions = list(
        Result.objects.filter(fixture=fixture).select_related("settled_by", "submitted_by").order_by("version")
    )
    for version in versions:
        version.fixture = fixture
    result = next((version for version in versions if version.live), None)
    proposed = next((version for version in versions if version.state == ResultState.PROPOSED), None)
    calendar = season_calendar_of(fixture.division.season)
    is_tie = fixture.tie_id is not None
    return FixtureSheet(
        fixture=fixture,
        result=result,
        matches=matches_of(result) if result else (),
        versions=len(versions),
        proposed=proposed,
        dispute=_latest_dispute(fixture),
        history=history_of(fixture),
        catch_up=None if is_tie else calendar.catch_up(fixture),
        last_day=last_day_of(fixture) if is_tie else calendar.last_day(fixture),
        takes_code=_takes_code(fixture, result, proposed),
    )


def has_codes(fixture: Fixture, side: str) -> bool:
    """Whether a side has a usable printed code (one query)."""
    unused = TeamCode.objects.filter(used_at=None, revoked_at=None, season=fixture.division.season_id)
    return unused.filter(team=fixture.team_id(side)).exists()


def _takes_code(fixture: Fixture, result: Result | None, proposed: Result | None) -> bool:
    waits = result if result is not None and result.state == ResultState.SUBMITTED else proposed
    if waits is None or not waits.side or fixture.state == FixtureState.CANCELLED:
        return False
    return has_codes(fixture, "away" if waits.side == "home" else "home")


def _latest_dispute(fixture: Fixture) -> Dispute | None:
    of_a_sheet = Dispute.objects.filter(fixture=fixture, subject=DisputeSubject.SHEET)
    return _with_fixture(fixture, of_a_sheet.select_related("result", "counter_result").order_by("-opened_at").first())


def _with_fixture(fixture: Fixture, dispute: Dispute | None) -> Dispute | None:
    if dispute is not None:
        dispute.fixture = fixture
        if dispute.result is not None:
            dispute.result.fixture = fixture
    return dispute


def open_dispute(fixture: Fixture) -> Dispute | None:
    """The open dispute about a fixture's sheet, with both sheets (one query)."""
    disputes = Dispute.objects.filter(fixture=fixture, state=DisputeState.OPEN, subject=DisputeSubject.SHEET)
    return _with_fixture(
        fixture, disputes.select_related("result__submitted_by", "counter_result__submitted_by", "opened_by").first()
    )
