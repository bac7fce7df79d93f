"""The search page: one box over teams, players, fixtures, venues, rules, lessons and pages of a league."""

from typing import Any
from urllib.parse import quote_plus

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from league.errors import NothingThere
from league.models import League
from league.queries.fixtures import FixtureLine
from league.rules.problems import Problem
from league.rules.search import LONGEST_SEARCH, Help
from league.services.search import SearchResults, find, read_typed
from league.translation import N_, Text
from league.web import cards
from league.web.public import MAP
from league.web.request_limits import too_often
from league.web.requests import LeagueRequest, in_league

# Of each kind: on the page of all kinds, and on the page of one.
MOST, MOST_OF_ONE = 8, 50
TITLES = {
    "teams": N_("Teams"),
    "players": N_("Players"),
    "fixtures": N_("Fixtures"),
    "venues": N_("Venues"),
    "rules": N_("Rules"),
    "lessons": N_("Lessons"),
    "pages": N_("Pages"),
}


@require_safe
@in_league("league.view")
def search(request: LeagueRequest) -> HttpResponse:
    """Show the box, and what was results. Who asks more often than anybody types is told to wait."""
    text, only = request.GET.get("q", ""), request.GET.get("kind", "")
    if only and only not in TITLES:
        raise NothingThere(N_("There is no such page."))
    context: dict[str, Any] = {"text": text.strip()[:LONGEST_SEARCH], "longest": LONGEST_SEARCH, "only": only}
    sought = read_typed(text, today=request.today)
    if isinstance(sought, Problem):
        return _render_search(request, context | {"problems": [sought]}, status=422)
    if sought is not None:
        if refused := too_often(request, "search-address"):
            return refused
        most = MOST_OF_ONE if only else MOST
        results = find(request.league, sought, request.grants, now=request.now, most=most)
        groups = _groups(results, request, only)
        context |= {
            "search_query": sought,
            "results": results,
            "groups": groups,
            "count": sum(group["count"] for group in groups),
        }
    return _render_search(request, context)


def _render_search(request: LeagueRequest, context: dict[str, Any], *, status: int = 200) -> HttpResponse:
    answer = render(request, "league/search/search.html", context, status=status)
    answer["X-Robots-Tag"] = "noindex"
    return answer


def _groups(results: SearchResults, request: LeagueRequest, only: str) -> list[dict[str, Any]]:
    book = cards.url_of("rules", request.league)
    rows = {
        "teams": [
            _row(hit.name, hit.about, cards.url_of("team", request.league, team=hit.thing.slug))
            for hit in results.teams.hits
        ],
        "players": [
            _row(hit.name, hit.about, cards.url_of("player", request.league, player=hit.thing.pk))
            for hit in results.players.hits
        ],
        "fixtures": _fixture_cards(results, request),
        "venues": [
            _row(hit.name, hit.about, "")
            | {
                "map": MAP.format(where=quote_plus(hit.thing.where)),
                "calendar": cards.url_of("venue-calendar", request.league, venue=hit.thing.pk),
            }
            for hit in results.venues.hits
        ],
        "rules": [
            _row(
                one.text, Text.joined(" · ", [part for part in (one.number, one.under) if part]), f"{book}#{one.anchor}"
            )
            | {"number": one.number}
            for one in results.rules.hits
        ],
        "lessons": [
            _row(one.title, one.lead, reverse("lesson", kwargs={"lesson": one.slug})) for one in results.lessons.hits
        ],
        "pages": [_row(one.title, one.about, _page(one, request.league)) for one in results.pages.hits],
    }
    groups = []
    for kind, title in TITLES.items():
        group = getattr(results, kind)
        if group.count and only in ("", kind):
            groups.append({"kind": kind, "title": title, "rows": rows[kind], "count": group.count, "more": group.more})
    return groups


def _row(title: Any, about: Any, url: str) -> dict[str, Any]:
    return {"title": title, "about": about, "url": url}


def _fixture_cards(results: SearchResults, request: LeagueRequest) -> list[cards.FixtureCard]:
    lines = [FixtureLine(hit, next(iter(hit.live_results), None)) for hit in results.fixtures.hits]  # type: ignore[attr-defined]
    return cards.fixture_cards(lines, request.league, now=request.now)


def _page(one: Help, league: League) -> str:
    address = cards.url_of(one.page, league) if one.of_league else reverse(one.page)
    return f"{address}#{one.fragment}" if one.fragment else address
