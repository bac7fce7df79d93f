"""Widgets for a club's own site: a division's table, fixtures and results of a division or a team, a player.

Each is a page of its own that any site may frame. It has no script, no form and no cookie, and its links open in the
whole window. Without ``?season=`` it shows the season of the day, so the line on the club's page is never changed.
"""

import datetime as dt
from collections.abc import Sequence
from typing import Any

from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import render

from league.access import may
from league.enums import FixtureState
from league.errors import NothingThere
from league.models import Division, Season
from league.queries import fixtures as fixture_queries
from league.queries import teams
from league.queries.fixtures import FixtureLine
from league.queries.people.personal_data import public_name
from league.queries.results.dashboards import EVENING
from league.queries.standings import standings
from league.translation import N_
from league.web import cards
from league.web.requests import LeagueRequest, of_slug, player_or_404, season_of, team_or_404
from league.web.sharing.shared import framed, theme_of
from league.web.standings import tables

# So many fixtures to come, and results.
COMING, LATEST = 6, 4
MATCHES = 5


@framed
def table(request: LeagueRequest, division: str) -> HttpResponse:
    found = _division(request, division)
    view = tables.table_view(standings.division_table(found), request.league)
    return _render_widget(request, "table", {"table": view, "division": found})


@framed
def division_fixtures(request: LeagueRequest, division: str) -> HttpResponse:
    found = _division(request, division)
    lines = fixture_queries.lines_of(request.league, Q(division=found))
    context = _lines(lines, request) | {"name": found.name, "url": cards.url_of("fixtures", request.league)}
    context["url"] += f"?season={found.season.slug}&division={found.slug}"
    return _render_widget(request, "fixtures", context)


@framed
def team_fixtures(request: LeagueRequest, team: str) -> HttpResponse:
    found = team_or_404(request, team)
    # A club's page goes on showing a team that was merged into another.
    found = found.merged_into or found
    lines = fixture_queries.fixtures_of_team(found, _season(request))
    url = cards.url_of("team", request.league, team=found.slug)
    return _render_widget(request, "fixtures", _lines(lines, request) | {"name": found.name, "url": url})


@framed
def player(request: LeagueRequest, player: int) -> HttpResponse:
    """Show a player's record of the season; nothing but their latest matches where they keep their averages off."""
    found = player_or_404(request, player)
    found = found.merged_into or found
    if found.erased_at is not None:
        raise NothingThere(N_("There is no such player in this league."))
    season = _season(request)
    record = teams.player_season(found, season)
    context = {
        "name": public_name(found, request.grants),
        "url": cards.url_of("player", request.league, player=found.pk),
        "season": season,
        "registrations": teams.teams_of(found, season),
        "told": may(request.grants, "player.averages", found),
        "record": record,
        "matches": record.matches[:MATCHES],
    }
    return _render_widget(request, "player", context)


def _render_widget(request: LeagueRequest, name: str, context: dict[str, Any]) -> HttpResponse:
    whole = {**context, "theme": theme_of(request), "league": request.league}
    return render(request, f"league/sharing/{name}_widget.html", whole)


def _season(request: LeagueRequest) -> Season:
    found = season_of(request)
    if found is None:
        raise NothingThere(N_("This league has no season yet."))
    return found


def _division(request: LeagueRequest, slug: str) -> Division:
    season = _season(request)
    found = of_slug(standings.divisions_of(season), slug)
    found.season = season
    return found


def _lines(lines: Sequence[FixtureLine], request: LeagueRequest) -> dict[str, Any]:
    """Return the fixtures to come and the latest results of a list, as cards."""
    played = [line for line in lines if line.result is not None and line.fixture.state != FixtureState.CANCELLED]
    coming = [line for line in lines if line.result is None and _is_coming(line, request.now)]
    shown = [*coming[:COMING], *reversed(played[-LATEST:])]
    found = cards.fixture_cards(shown, request.league, now=request.now)
    return {"coming": found[: len(coming[:COMING])], "played": found[len(coming[:COMING]) :]}


def _is_coming(line: FixtureLine, now: dt.datetime) -> bool:
    scheduled = line.fixture.state == FixtureState.SCHEDULED
    return scheduled and line.fixture.starts_at > now - EVENING
