"""Fixtures with what stands about them: lists by week, and one with its score sheet."""

import datetime as dt
from dataclasses import dataclass

from django.db.models import Prefetch, Q, QuerySet

from league.access import Grants
from league.enums import DisputeState, DisputeSubject, FixtureState, ResultState, WeekKind
from league.models import (
    Appearance,
    Dispute,
    Division,
    Fixture,
    Game,
    League,
    Match,
    Player,
    Result,
    Season,
    Team,
    TeamCode,
    Week,
)
from league.queries.dates.play_by import calendar_of as season_calendar_of
from league.queries.dates.play_by import last_day_told
from league.queries.dates.postponements import Asked, history_of
from league.queries.players import newcomers_among
from league.queries.shown import is_public, public, sides_shown


@dataclass(frozen=True, slots=True)
class FixtureLine:
    """A fixture as lists show it: with the result it rests on, if there is one."""

    fixture: Fixture
    result: Result | None

    @property
    def confirmed(self) -> bool:
        """Return True if the fixture's result is confirmed, so that it counts."""
        return self.result is not None and self.result.state == ResultState.CONFIRMED


def _fixtures(league: League, *, hidden_teams: bool = False) -> QuerySet[Fixture]:
    live = Result.objects.filter(live=True)
    return (
        Fixture.objects.filter(Q() if hidden_teams else sides_shown(), division__season__league=league)
        .select_related("division", "home", "away", "venue", "week")
        .prefetch_related(Prefetch("results", queryset=live, to_attr="live_results"))
    )


def _published(league: League) -> QuerySet[Fixture]:
    """Those that anybody may see: a draft of a season is the secretary's alone."""
    return _fixtures(league).filter(public("division__season__"))


def _line(fixture: Fixture) -> FixtureLine:
    found: list[Result] = fixture.live_results  # type: ignore[attr-defined]
    return FixtureLine(fixture, found[0] if found else None)


def lines_of(league: League, which: Q, *, hidden_teams: bool = False) -> list[FixtureLine]:
    """The fixtures of a league that match, in the order they are played (two queries).

    Args:
        hidden_teams: those of a team that is hidden too; never for a page.
    """
    found = _fixtures(league, hidden_teams=hidden_teams).filter(which)
    return [_line(fixture) for fixture in found.order_by("starts_at", "pk")]


def lines_between(league: League, start: dt.datetime, end: dt.datetime) -> list[FixtureLine]:
    """The dated fixtures that begin from `start` until before `end`, in order (two queries)."""
    dated = Q(state="scheduled", starts_at__gte=start, starts_at__lt=end)
    return lines_of(league, dated & public("division__season__"))


def week_of(day: dt.date) -> dt.date:
    """The Monday of a day's week."""
    return day - dt.timedelta(days=day.weekday())


def fixtures_of_week(league: League, monday: dt.date) -> list[FixtureLine]:
    """Return the scheduled fixtures from a Monday to its Sunday, without postponed and cancelled ones (two queries)."""
    start = dt.datetime.combine(monday, dt.time(), tzinfo=league.tz)
    end = dt.datetime.combine(monday + dt.timedelta(weeks=1), dt.time(), tzinfo=league.tz)
    found = _published(league).filter(starts_at__gte=start, starts_at__lt=end, state="scheduled")
    return [_line(fixture) for fixture in found.order_by("starts_at", "division__order", "home__name")]


def latest_results(league: League, *, count: int) -> list[FixtureLine]:
    """The fixtures with a confirmed result, the last played first (two queries)."""
    found = _published(league).filter(results__live=True, results__state=ResultState.CONFIRMED)
    found = found.exclude(state=FixtureState.CANCELLED)
    return [_line(fixture) for fixture in found.order_by("-starts_at", "division__order", "home__name")[:count]]


def fixtures_of_team(team: Team, season: Season) -> list[FixtureLine]:
    """A team's fixtures of a season in the order they are played (two queries)."""
    return lines_of(team.league, Q(division__season=season) & (Q(home=team) | Q(away=team)))


@dataclass(frozen=True, slots=True)
class WeekLines:
    """A week of the calendar and its fixtures, each under the week the timetable gave it."""

    week: Week
    lines: tuple[FixtureLine, ...]
    current: bool

    @property
    def catch_up(self) -> bool:
        return self.week.kind == WeekKind.CATCH_UP

    @property
    def no_play(self) -> bool:
        return self.week.kind == WeekKind.NO_PLAY

    @property
    def ends_on(self) -> dt.date:
        return self.week.starts_on + dt.timedelta(days=6)


def calendar_of(season: Season, *, division: Division | None = None, now: dt.datetime) -> list[WeekLines]:
    """Every week of a season with its fixtures, narrowed to a division (three queries)."""
    found = _fixtures(season.league).filter(division__season=season)
    if division is not None:
        found = found.filter(division=division)
    by_week: dict[int, list[FixtureLine]] = {}
    for fixture in found.order_by("starts_at", "division__order", "home__name"):
        by_week.setdefault(fixture.week_id, []).append(_line(fixture))
    monday = week_of(now.astimezone(season.league.tz).date())
    weeks = Week.objects.filter(season=season).select_related("round").order_by("starts_on")
    return [WeekLines(week, tuple(by_week.get(week.pk, ())), week.starts_on == monday) for week in weeks]


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A match of a sheet with its players by side.

    Attributes:
        guests: the ids of those who played as guests.
        newcomers: the ids of those who are players of the league by this sheet alone.
    """

    match: Match
    home_players: tuple[Player, ...]
    away_players: tuple[Player, ...]
    games: tuple[Game, ...]
    guests: frozenset[int] = frozenset()
    newcomers: frozenset[int] = frozenset()

    @property
    def nobody(self) -> bool:
        """Return True if both sides had nobody for it: it has neither players nor games."""
        return self.match.gameless and not self.home_players and not self.away_players


@dataclass(frozen=True, slots=True)
class FixtureSheet:
    """A fixture with everything its page says.

    Attributes:
        result: the live version; None where nothing was sent yet.
        versions: how many versions there are, counter-sheets included.
        proposed: the correction that waits for an answer.
        history: what came of its date, the latest first.
        catch_up: the blank week by which it is to be played if it is postponed; None where it has none.
        last_day: the last day for that; None where nobody has said.
        takes_code: the side that is asked about the sheet, or about the correction, has printed codes to answer with.
    """

    fixture: Fixture
    result: Result | None
    matches: tuple[MatchLine, ...]
    versions: int
    proposed: Result | None
    dispute: Dispute | None
    history: list[Asked]
    catch_up: Week | None
    last_day: dt.date | None
    takes_code: bool = False

    @property
    def play_by(self) -> dt.date | None:
        """The last day where it is not the end of the catch-up week."""
        return last_day_told(self.catch_up, self.last_day)

    @property
    def asked(self) -> Asked | None:
        """The postponement that wants something done."""
        return next((asked for asked in self.history if asked.open), None)


def matches_of(result: Result) -> tuple[MatchLine, ...]:
    """The matches of one version of a sheet (three queries; four where no player need be registered)."""
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


def find_fixture(league: League, pk: int) -> Fixture:
    """A fixture of this league.

    Raises:
        Fixture.DoesNotExist: there is none of that number here.
    """
    joined = ("division__season__league", "format", "home", "away", "venue", "week__round")
    return Fixture.objects.select_related(*joined).get(pk=pk, division__season__league=league)


def find_seen_fixture(league: League, pk: int, held: Grants) -> Fixture:
    """Return a fixture of this league that somebody may see: a draft season's, and a hidden team's, is the secretary's.

    Raises:
        Fixture.DoesNotExist: there is none of that number here, or they may not see it.
    """
    found = find_fixture(league, pk)
    if not (is_public(found) or held.secretary):
        raise Fixture.DoesNotExist
    return found


def fixture_sheet(fixture: Fixture) -> FixtureSheet:
    """A fixture's page (ten queries at the most, whatever its format)."""
    versions = list(
        Result.objects.filter(fixture=fixture).select_related("settled_by", "submitted_by").order_by("version")
    )
    for version in versions:
        version.fixture = fixture
    result = next((version for version in versions if version.live), None)
    proposed = next((version for version in versions if version.state == ResultState.PROPOSED), None)
    calendar = season_calendar_of(fixture.division.season)
    return FixtureSheet(
        fixture=fixture,
        result=result,
        matches=matches_of(result) if result else (),
        versions=len(versions),
        proposed=proposed,
        dispute=_latest_dispute(fixture),
        history=history_of(fixture),
        catch_up=calendar.catch_up(fixture),
        last_day=calendar.last_day(fixture),
        takes_code=_takes_code(fixture, result, proposed),
    )


def has_codes(fixture: Fixture, side: str) -> bool:
    """Return True if a side of a fixture has a printed code that can be used (one query)."""
    unused = TeamCode.objects.filter(used_at=None, revoked_at=None, season=fixture.division.season_id)
    return unused.filter(team=fixture.team_id(side)).exists()


def _takes_code(fixture: Fixture, result: Result | None, proposed: Result | None) -> bool:
    waits = result if result is not None and result.state == ResultState.SUBMITTED else proposed
    if waits is None or not waits.side or fixture.state == FixtureState.CANCELLED:
        return False
    return has_codes(fixture, "away" if waits.side == "home" else "home")


def _latest_dispute(fixture: Fixture) -> Dispute | None:
    of_a_sheet = Dispute.objects.filter(fixture=fixture, subject=DisputeSubject.SHEET)
    return _of(fixture, of_a_sheet.select_related("result", "counter_result").order_by("-opened_at").first())


def _of(fixture: Fixture, dispute: Dispute | None) -> Dispute | None:
    """The dispute with its fixture as it was read already."""
    if dispute is not None:
        dispute.fixture = fixture
        if dispute.result is not None:
            dispute.result.fixture = fixture
    return dispute


def open_dispute(fixture: Fixture) -> Dispute | None:
    """The open dispute about a fixture's sheet, with both sheets (one query)."""
    found = Dispute.objects.filter(fixture=fixture, state=DisputeState.OPEN, subject=DisputeSubject.SHEET)
    return _of(
        fixture, found.select_related("result__submitted_by", "counter_result__submitted_by", "opened_by").first()
    )
