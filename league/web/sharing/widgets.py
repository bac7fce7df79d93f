"""Widgets for a club's own site, and the page with the line of HTML that shows one.

Each is a page of its own that any site may frame. It has no script, no form and no cookie, and its links open in the
whole window. Without ``?season=`` it shows the season of the day, so the line on the club's page is never changed.
"""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any
from urllib.parse import urlencode

from csp.constants import SELF
from csp.decorators import csp_update
from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from league.access import anybody, may
from league.enums import FixtureState
from league.errors import NothingThere
from league.models import Division, Season
from league.queries import fixtures as fixture_queries
from league.queries import teams
from league.queries.fixtures import FixtureLine
from league.queries.leagues import current_season
from league.queries.people.personal_data import public_name
from league.queries.results.dashboards import EVENING
from league.queries.standings import standings
from league.queries.visibility import players_for, teams_for
from league.translation import N_, Text, translated
from league.web import cards
from league.web.home import empty_league
from league.web.requests import LeagueRequest, in_league, of_slug, player_or_404, season_of, team_or_404
from league.web.sharing.shared import build_url, framed, theme_of
from league.web.standings import tables

# So many fixtures to come, and results.
COMING, LATEST = 6, 4
MATCHES = 5


@framed
def table(request: LeagueRequest, division: str) -> HttpResponse:
    division_row = _division(request, division)
    view = tables.table_view(standings.division_table(division_row), request.league)
    return _render_widget(request, "table", {"table": view, "division": division_row})


@framed
def division_fixtures(request: LeagueRequest, division: str) -> HttpResponse:
    division_row = _division(request, division)
    lines = fixture_queries.lines_of(request.league, Q(division=division_row))
    context = _lines(lines, request) | {"name": division_row.name, "url": cards.url_of("fixtures", request.league)}
    context["url"] += f"?season={division_row.season.slug}&division={division_row.slug}"
    return _render_widget(request, "fixtures", context)


@framed
def team_fixtures(request: LeagueRequest, team: str) -> HttpResponse:
    team_row = team_or_404(request, team)
    # A club's page goes on showing a team that was merged into another.
    team_row = team_row.merged_into or team_row
    lines = fixture_queries.fixtures_of_team(team_row, _season(request))
    url = cards.url_of("team", request.league, team=team_row.slug)
    return _render_widget(request, "fixtures", _lines(lines, request) | {"name": team_row.name, "url": url})


@framed
def player(request: LeagueRequest, player: int) -> HttpResponse:
    """Show a player's record of the season; nothing but their latest matches where they keep their averages off."""
    player_row = player_or_404(request, player)
    player_row = player_row.merged_into or player_row
    if player_row.erased_at is not None:
        raise NothingThere(N_("There is no such player in this league."))
    season = _season(request)
    record = teams.player_season(player_row, season)
    context = {
        "name": public_name(player_row, request.grants),
        "url": cards.url_of("player", request.league, player=player_row.pk),
        "season": season,
        "registrations": teams.teams_of(player_row, season),
        "shows_averages": may(request.grants, "player.averages", player_row),
        "record": record,
        "matches": record.matches[:MATCHES],
    }
    return _render_widget(request, "player", context)


def _render_widget(request: LeagueRequest, name: str, context: dict[str, Any]) -> HttpResponse:
    whole = {**context, "theme": theme_of(request), "league": request.league}
    return render(request, f"league/sharing/{name}_widget.html", whole)


def _season(request: LeagueRequest) -> Season:
    season = season_of(request)
    if season is None:
        raise NothingThere(N_("This league has no season yet."))
    return season


def _division(request: LeagueRequest, slug: str) -> Division:
    season = _season(request)
    division = of_slug(standings.divisions_of(season), slug)
    division.season = season
    return division


def _lines(lines: Sequence[FixtureLine], request: LeagueRequest) -> dict[str, Any]:
    played = [line for line in lines if line.result is not None and line.fixture.state != FixtureState.CANCELLED]
    coming = [line for line in lines if line.result is None and _is_coming(line, request.now)]
    shown = [*coming[:COMING], *reversed(played[-LATEST:])]
    cards_row = cards.fixture_cards(shown, request.league, now=request.now)
    return {"coming": cards_row[: len(coming[:COMING])], "played": cards_row[len(coming[:COMING]) :]}


def _is_coming(line: FixtureLine, now: dt.datetime) -> bool:
    scheduled = line.fixture.state == FixtureState.SCHEDULED
    return scheduled and line.fixture.starts_at > now - EVENING


# As high as six fixtures and four results, or a player with five matches, at a usual width; and a table's rows.
FIXTURES_HEIGHT, PLAYER_HEIGHT = 640, 460
TABLE_HEIGHT, ROW_HEIGHT = 120, 46


@dataclass(frozen=True, slots=True)
class Widget:
    title: str
    address: str  # its path, to be shown on the page itself
    height: int
    html: str  # the line to copy


LINE = '<iframe src="{}" title="{}" width="100%" height="{}" loading="lazy" style="border:0"></iframe>'


@require_safe
@csp_update({"frame-src": [SELF]})
@in_league("league.view")
def put_on_site(request: LeagueRequest) -> HttpResponse:
    season = season_of(request)
    if season is None:
        return empty_league(request)
    divisions = standings.divisions_of(season)
    of_season = teams.teams_of_season(season)
    choice, widgets = _chosen_widgets(request, season, divisions)
    context = {
        "season": season,
        "divisions": divisions,
        "teams": of_season,
        "choice": choice,
        "widgets": widgets,
        "themes": _themes(request),
        "theme": theme_of(request),
    }
    return render(request, "league/sharing/put_on_site.html", context)


def _themes(request: LeagueRequest) -> list[tuple[str, str, bool]]:
    kept = {name: request.GET.get(name, "") for name in ("season", "division", "team", "player")}
    words = (("", N_("As the reader’s device")), ("light", N_("Light")), ("dark", N_("Dark")))
    chosen = theme_of(request)
    return [(word, request.path + _widget_query({**kept, "theme": theme}), theme == chosen) for theme, word in words]


def _widget_query(asked: dict[str, str]) -> str:
    said = urlencode({name: value for name, value in asked.items() if value})
    return f"?{said}" if said else ""


def _chosen_widgets(request: LeagueRequest, season: Season, divisions: list[Division]) -> tuple[str, list[Widget]]:
    params = request.GET
    if number := params.get("player", ""):
        widget = _player_widget(request, number)
        return widget[0], [widget[1]]
    if slug := params.get("team", ""):
        shown = teams_for(request.league, anybody(request.league)).filter(hidden_at=None)
        team = get_object_or_404(shown, slug=slug[:50])
        title = translated(Text("Fixtures of {team}", team=team.name))
        return team.name, [_make_widget(request, "team-widget", title, FIXTURES_HEIGHT, team=team.slug)]
    division = of_slug(divisions, params["division"]) if params.get("division") else next(iter(divisions), None)
    if division is None:
        return "", []
    rows = division.entries.count()
    named = {"division": division.name}
    table, fixtures = (
        translated(Text("Table of {division}", **named)),
        translated(Text("Fixtures of {division}", **named)),
    )
    return division.name, [
        _make_widget(request, "table-widget", table, TABLE_HEIGHT + ROW_HEIGHT * rows, division=division.slug),
        _make_widget(request, "division-widget", fixtures, FIXTURES_HEIGHT, division=division.slug),
    ]


def _player_widget(request: LeagueRequest, number: str) -> tuple[str, Widget]:
    if not (number.isascii() and number.isdigit() and len(number) < 10):
        raise NothingThere(N_("There is no such player in this league."))
    # What is copied is for everybody.
    shown = players_for(request.league, anybody(request.league)).select_related("league")
    player = get_object_or_404(shown, pk=int(number), erased_at=None, merged_into=None)
    name = public_name(player, anybody(request.league))
    return name, _make_widget(request, "player-widget", name, PLAYER_HEIGHT, player=player.pk)


def _make_widget(request: LeagueRequest, name: str, title: str, height: int, **params: Any) -> Widget:
    # A widget shows the season of the day unless it is told another.
    now = current_season(request.league, now=request.now)
    wanted = {"season": request.GET.get("season", ""), "theme": theme_of(request)}
    if now is not None and now.slug == wanted["season"]:
        wanted["season"] = ""
    address = cards.url_of(name, request.league, **params) + _widget_query(wanted)
    message = translated(Text("{title}, {league}", title=title, league=request.league.name))
    # Escaped for the page it is pasted into, and once more by the template for ours.
    line = LINE.format(escape(build_url(address, request.league)), escape(message), height)
    return Widget(title, address, height, line)
