"""A league's home page, which begins with what is the reader's own: their place, their next fixture, their record; for
a stranger that of the team or player whom they follow.

Whom a stranger follows is known to their device alone: it asks for that team by its address, and keeps nothing else.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.access import may
from league.errors import NothingThere
from league.models import HighHand, Player, Season, Sitting, Team, Week
from league.queries import fixtures as fixture_queries
from league.queries import leagues
from league.queries.availability import next_fixture_of
from league.queries.competitions.sittings import list_open_sittings
from league.queries.honours.high_hands import best_of
from league.queries.news import HomeNews, home_news
from league.queries.people.personal_data import public_name
from league.queries.results import dashboards
from league.queries.seasons.closing import champions_of, honours_of
from league.queries.seasons.drafts import drafts_of
from league.queries.standings.standings import DivisionTable, divisions_of
from league.queries.standings.table_variants import tables_with_movement
from league.services.ops.memory import MINUTE
from league.translation import N_
from league.web import cards
from league.web.actions_due import list_actions_due
from league.web.page_cache import cached_of_divisions, cached_value
from league.web.requests import LeagueRequest, in_league, season_of
from league.web.results.offline_sheets import everybodys
from league.web.standings import tables
from league.web.standings.tables import StandingsRow

LATEST = 6
# What a home page shows at most: of the latest results, of the next evening's fixtures, and of what is due.
MOST_LATEST, MOST_FIXTURES, MOST_DUE = 3, 4, 4


@dataclass(frozen=True, slots=True)
class Panel:
    """`components/team_now.html` for a team; `other` is the row of its next opponent."""

    team: str
    url: str
    division: str
    division_url: str
    size: int
    row: StandingsRow | None
    next: cards.FixtureCard | None
    side: str
    other: StandingsRow | None
    last: cards.FixtureCard | None


def season_tables(request: LeagueRequest, season: Season) -> Sequence[DivisionTable]:
    def make() -> Sequence[DivisionTable]:
        divisions = cached_value(request, ("divisions", season.pk), lambda: divisions_of(season), by_results=False)
        return cached_of_divisions(request, "table", divisions, tables_with_movement)

    return cached_value(request, ("tables", season.pk), make)


def current_season(request: LeagueRequest) -> Season | None:
    def make() -> Season | None:
        return leagues.current_season(request.league, now=request.now)

    return cached_value(request, "season", make, by_results=False)


def empty_league(request: LeagueRequest) -> HttpResponse:
    drafts = drafts_of(request.league) if may(request.grants, "season.make") else []
    return render(request, "league/empty_league.html", {"drafts": drafts})


@require_safe
@in_league("league.view")
def league_home(request: LeagueRequest) -> HttpResponse:
    season = current_season(request)
    if season is None:
        return empty_league(request)
    tables_row = season_tables(request, season)
    shared = cached_value(request, ("home", season.pk), lambda: _shared(request, season), minutes=MINUTE)
    context: dict[str, Any] = {
        "season": season,
        "week": shared.week,
        "evening": _next_evening(request, shared),
        "this_week": len(shared.this_week),
        "tables": [tables.leader_view(table, request.league) for table in tables_row],
        "waiting": sum(table.waiting for table in tables_row),
        "best": shared.best,
        "news": shared.news,
        "open_nights": shared.open_nights,
        "tonight": _tonight(request, shared),
        "offline_bundle": everybodys(request),
        "champions": _champions(season, tables_row),
        "cup_champions": _cup_champions(season, tables_row),
        **own_context(request, season, tables_row),
    }
    own_divisions = {panel.division for panel in context["panels"]}
    latest = sorted(shared.latest, key=lambda line: line.fixture.division.name not in own_divisions)[:MOST_LATEST]
    context["latest"] = cards.fixture_cards(latest, request.league, now=request.now)
    return render(request, "league/home.html", context)


def _champions(season: Season, tables_of_season: Sequence[DivisionTable]) -> list[tuple[DivisionTable, list[Team]]]:
    """The champions of each division, until the next season begins; none of a season that goes on."""
    if season.closed_at is None:
        return []
    return [(one, [team for place, team in honours_of(one) if place == 1]) for one in tables_of_season]


def _cup_champions(season: Season, tables_of_season: Sequence[DivisionTable]) -> list[tuple[str, str, list[str]]]:
    """Slug, name and winners of the other competitions of a closed season."""
    if season.closed_at is None:
        return []
    divisions = {one.division.name for one in tables_of_season}
    return [(slug, name, names) for (slug, name), names in champions_of(season).items() if name not in divisions]


@dataclass(frozen=True, slots=True)
class Shared:
    week: Week | None
    this_week: Sequence[fixture_queries.FixtureLine]
    latest: Sequence[fixture_queries.FixtureLine]
    best: HighHand | None
    news: HomeNews
    open_nights: Sequence[Sitting]


def _shared(request: LeagueRequest, season: Season) -> Shared:
    league, monday = request.league, fixture_queries.week_of(request.today)
    return Shared(
        week=cached_value(request, ("week", monday), lambda: [leagues.week_at(season, monday)], by_results=False)[0],
        this_week=fixture_queries.fixtures_of_week(league, monday),
        latest=fixture_queries.latest_results(league, count=LATEST, now=request.now),
        best=best_of(season),
        news=cached_value(request, "news", lambda: home_news(league), by_results=False),
        open_nights=list_open_sittings(league),
    )


def _next_evening(request: LeagueRequest, shared: Shared) -> cards.DayView | None:
    """Today's fixtures, or this week's next; without those that are among the latest results."""
    days = cards.folded_days(shared.this_week, request.league, now=request.now)
    evening = next((day for day in days if day.open), None)
    if evening is None or evening.date is None or evening.date < request.today:
        return None
    told = {line.fixture.pk for line in shared.latest[:MOST_LATEST]}
    left = [card for card in evening.cards if card.line.fixture.pk not in told][:MOST_FIXTURES]
    return replace(evening, cards=left)


def _tonight(request: LeagueRequest, shared: Shared) -> int:
    """Count today's fixtures, without a query. The page is cached for a minute, so the day's end shows."""
    tz = request.league.tz
    today = request.now.astimezone(tz).date()
    return sum(line.fixture.starts_at.astimezone(tz).date() == today for line in shared.this_week)


@require_safe
@in_league("league.view")
def following(request: LeagueRequest) -> HttpResponse:
    """Render the part about a followed team (?team=slug) or player (?player=number), for a script that fetches it.

    Raises:
        Http404: no such team or player in this season; the page then asks anew whom to follow.
    """
    season = current_season(request)
    followed = _followed(request, season) if season else None
    if season is None or followed is None:
        raise NothingThere(N_("Nobody of that name plays in this season."))
    player, teams = followed
    context = _panels(request, season, season_tables(request, season), teams, player)
    return render(request, "league/people/_dashboard.html", context | {"season": season, "followed": True})


def own_context(request: LeagueRequest, season: Season, tables_of_season: Sequence[DivisionTable]) -> dict[str, Any]:
    followed = _followed(request, season)
    if followed is not None:
        player, teams = followed
        return _panels(request, season, tables_of_season, teams, player) | {"followed": True}
    teams = dashboards.teams_of_visitor(request.grants)
    own = dashboards.own_player(request.grants, season) if request.grants.players else None
    context = _panels(request, season, tables_of_season, teams, own.player if own else None, own)
    can_play = next_fixture_of(request.league, request.grants, now=request.now) if teams else None
    due = list_actions_due(request, can_play)
    context |= {"can_play": can_play, "due": due[:MOST_DUE], "more_due": max(0, len(due) - MOST_DUE)}
    if not context["panels"] and not due:
        # Whom to follow: every team of the season.
        context["choices"] = [(table.division.name, [row.team for row in table.rows]) for table in tables_of_season]
    return context


def _followed(request: LeagueRequest, season: Season) -> tuple[Player | None, list[int]] | None:
    slug, number = request.GET.get("team", ""), request.GET.get("player", "")
    if slug:
        team = dashboards.followed_team(request.league, slug, season)
        return (None, [team]) if team else None
    if number.isascii() and number.isdigit() and len(number) < 10:
        return dashboards.followed_player(request.league, int(number), season)
    return None


def _panels(
    request: LeagueRequest, season: Season, tables_of_season: Sequence[DivisionTable], teams: Sequence[int],
    player: Player | None, own: dashboards.PlayerDashboard | None = None,
) -> dict[str, Any]:  # fmt: skip
    context: dict[str, Any] = {
        "panels": [
            panel_of(each, request)
            for each in dashboards.team_dashboards(season, teams, tables_of_season, now=request.now)
        ]
    }
    if player is not None:
        # The season is kept from this reader where the player keeps their averages off public pages.
        shown = may(request.grants, "player.averages", player)
        context["own"] = {
            "name": public_name(player, request.grants),
            "url": cards.url_of("player", request.league, player=player.pk),
            "dashboard": (own or dashboards.player_dashboard(player, season)) if shown else None,
        }
    return context


def panel_of(dashboard: dashboards.TeamDashboard, request: LeagueRequest) -> Panel:
    league, now = request.league, request.now
    view = tables.table_view(dashboard.table, league)
    rows = {row.line.team.pk: row for row in view.rows}
    coming, last = dashboard.next, dashboard.last
    side = "home" if coming and coming.fixture.home_id == dashboard.team.pk else "away"
    opponent = 0 if coming is None else coming.fixture.away_id if side == "home" else coming.fixture.home_id
    return Panel(
        team=dashboard.team.name,
        url=cards.url_of("team", league, team=dashboard.team.slug),
        division=view.name,
        division_url=view.url,
        size=len(view.rows),
        row=rows.get(dashboard.team.pk),
        next=cards.fixture_card(coming, league, now=now) if coming else None,
        side=side,
        other=rows.get(opponent),
        last=cards.fixture_card(last, league, now=now) if last else None,
    )


@require_safe
@in_league("league.view")
def all_tables(request: LeagueRequest) -> HttpResponse:
    season = season_of(request)
    if season is None:
        return empty_league(request)
    tables_row = season_tables(request, season)
    own = set(dashboards.teams_of_visitor(request.grants))
    ordered = sorted(tables_row, key=lambda table: not own & table.teams.keys())
    context = {
        "season": season,
        "seasons": leagues.seasons_of(request.league),
        "tables": [tables.table_view(table, request.league) for table in ordered],
        "own_teams": own,
    }
    return render(request, "league/standings/tables.html", context)
