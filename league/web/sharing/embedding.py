"""The page that shows the line of HTML with which a club puts a table, fixtures or a player on its own site."""

from dataclasses import dataclass
from html import escape
from typing import Any
from urllib.parse import urlencode

from csp.constants import SELF
from csp.decorators import csp_update
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from league.access import anybody
from league.errors import NothingThere
from league.models import Division, Season
from league.queries import teams
from league.queries.leagues import current_season
from league.queries.people.personal_data import public_name
from league.queries.standings import standings
from league.queries.visibility import players_for, teams_for
from league.translation import N_, Text, translated
from league.web import cards
from league.web.home import empty_league
from league.web.requests import LeagueRequest, in_league, of_slug, season_of
from league.web.sharing.shared import theme_of, whole

# As high as six fixtures and four results, or a player with five matches, at a usual width; and a table's rows.
FIXTURES_HEIGHT, PLAYER_HEIGHT = 640, 460
TABLE_HEIGHT, ROW_HEIGHT = 120, 46


@dataclass(frozen=True, slots=True)
class Widget:
    """A widget with the line of HTML that shows it."""

    title: str
    address: str  # its path, to be shown on the page itself
    height: int
    html: str  # the line to copy


LINE = '<iframe src="{}" title="{}" width="100%" height="{}" loading="lazy" style="border:0"></iframe>'


@require_safe
@csp_update({"frame-src": [SELF]})
@in_league("league.view")
def put_on_site(request: LeagueRequest) -> HttpResponse:
    """Show the lines of a division (``?division=``), a team (``?team=``) or a player (``?player=``)."""
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
    """Return the themes to choose from: each in a word, with its address, and whether it is chosen."""
    kept = {name: request.GET.get(name, "") for name in ("season", "division", "team", "player")}
    words = (("", N_("As the reader’s device")), ("light", N_("Light")), ("dark", N_("Dark")))
    chosen = theme_of(request)
    return [(word, request.path + _query({**kept, "theme": theme}), theme == chosen) for theme, word in words]


def _query(asked: dict[str, str]) -> str:
    """Return the end of an address that asks for these, without those that are blank."""
    said = urlencode({name: value for name, value in asked.items() if value})
    return f"?{said}" if said else ""


def _chosen_widgets(request: LeagueRequest, season: Season, divisions: list[Division]) -> tuple[str, list[Widget]]:
    """Return what was chosen, as its name, and its widgets; the first division where nothing was."""
    asked = request.GET
    if number := asked.get("player", ""):
        found = _player(request, number)
        return found[0], [found[1]]
    if slug := asked.get("team", ""):
        shown = teams_for(request.league, anybody(request.league)).filter(hidden_at=None)
        team = get_object_or_404(shown, slug=slug[:50])
        title = translated(Text("Fixtures of {team}", team=team.name))
        return team.name, [_widget(request, "team-widget", title, FIXTURES_HEIGHT, team=team.slug)]
    division = of_slug(divisions, asked["division"]) if asked.get("division") else next(iter(divisions), None)
    if division is None:
        return "", []
    rows = division.entries.count()
    named = {"division": division.name}
    table, fixtures = (
        translated(Text("Table of {division}", **named)),
        translated(Text("Fixtures of {division}", **named)),
    )
    return division.name, [
        _widget(request, "table-widget", table, TABLE_HEIGHT + ROW_HEIGHT * rows, division=division.slug),
        _widget(request, "division-widget", fixtures, FIXTURES_HEIGHT, division=division.slug),
    ]


def _player(request: LeagueRequest, number: str) -> tuple[str, Widget]:
    if not (number.isascii() and number.isdigit() and len(number) < 10):
        raise NothingThere(N_("There is no such player in this league."))
    # What is copied is for everybody.
    shown = players_for(request.league, anybody(request.league)).select_related("league")
    found = get_object_or_404(shown, pk=int(number), erased_at=None, merged_into=None)
    name = public_name(found, anybody(request.league))
    return name, _widget(request, "player-widget", name, PLAYER_HEIGHT, player=found.pk)


def _widget(request: LeagueRequest, name: str, title: str, height: int, **which: Any) -> Widget:
    # A widget shows the season of the day unless it is told another.
    now = current_season(request.league, now=request.now)
    asked = {"season": request.GET.get("season", ""), "theme": theme_of(request)}
    if now is not None and now.slug == asked["season"]:
        asked["season"] = ""
    address = cards.url_of(name, request.league, **which) + _query(asked)
    said = translated(Text("{title}, {league}", title=title, league=request.league.name))
    # Escaped for the page it is pasted into, and once more by the template for ours.
    line = LINE.format(escape(whole(address)), escape(said), height)
    return Widget(title, address, height, line)
