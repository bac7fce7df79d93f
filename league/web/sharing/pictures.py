"""Pictures of tables, results and verified hands, for whoever shows a link to one of these pages.

No player is named on the picture of a result, and on that of a hand as strangers read the name. What is hidden, or of a
season that is not published, has no picture, as it has no page. Typst draws them, 1200 by 630 pixels, once for whatever
stands on them; one is drawn at a time in each process, and whoever waits too long is told to come back.
"""

import json
from collections.abc import Mapping
from threading import BoundedSemaphore, Lock
from typing import Any

from cachetools import LRUCache
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from league.access import anybody
from league.enums import FixtureState
from league.errors import NothingThere
from league.models import Fixture, HighHand, League, Result
from league.queries.fixtures import FixtureLine
from league.queries.honours.high_hands import JOINED, counting
from league.queries.people.personal_data import public_name
from league.queries.sharing import live_result_of
from league.queries.standings import standings
from league.queries.standings.standings import AFTER, RECORD, DivisionTable
from league.rules.wording import clock
from league.translation import N_, Text, dated
from league.web import cards
from league.web.honours.high_hands import drawing, place_of, title_of
from league.web.portability.paper.typesetting import handed, png
from league.web.request_limits import too_often
from league.web.requests import LeagueRequest, division_or_404, fixture_or_404, in_league
from league.web.sharing.shared import conditional, shared

WIDTH, HEIGHT = 1200, 630
# A page of 1200 by 630 points at one pixel a point.
PPI = 72
PATIENCE = 5  # seconds until the one before is drawn
LONGEST_NAME = 48

_drawn: LRUCache[tuple[str, str], bytes] = LRUCache(
    settings.KEPT_PICTURES, getsizeof=lambda picture: len(picture) + 500
)
_lock = Lock()
_turn = BoundedSemaphore(1)


def picture_answer(request: HttpRequest, name: str, data: Mapping[str, Any]) -> HttpResponseBase:
    """Return the picture of a template in `templates/paper/pictures/`, filled with data, or why there is none now."""
    key = name, json.dumps(handed(data), ensure_ascii=False)
    with _lock:
        picture = _drawn.get(key)
    if picture is None:
        if refused := too_often(request, "picture-address"):
            return refused
        picture = _draw_and_cache(key, data)
    if picture is None:
        return HttpResponse(status=503, headers={"Retry-After": str(PATIENCE)})
    return conditional(request, picture, "image/png")


def _draw_and_cache(key: tuple[str, str], data: Mapping[str, Any]) -> bytes | None:
    """Draw a picture and keep it; None if the ones before take too long."""
    if not _turn.acquire(timeout=PATIENCE):
        return None
    try:
        with _lock:
            picture = _drawn.get(key)
        if picture is None:
            picture = png(f"pictures/{key[0]}", data, ppi=PPI)[0]
            with _lock:
                # One that is larger than all that is kept is drawn each time.
                if len(picture) + 500 <= _drawn.maxsize:
                    _drawn[key] = picture
        return picture
    finally:
        _turn.release()


def shorten(text: str) -> str:
    return text if len(text) <= LONGEST_NAME else f"{text[: LONGEST_NAME - 1]}…"


ROWS = 10
COLUMNS = (*RECORD, *AFTER)


@shared
def table(request: LeagueRequest, season: str, division: str) -> HttpResponseBase:
    division_row = division_or_404(request, season, division)
    return picture_answer(request, "table", table_data(standings.division_table(division_row)))


@shared
def result(request: LeagueRequest, fixture: int) -> HttpResponseBase:
    fixture_row = fixture_or_404(request, fixture)
    return picture_answer(request, "result", result_data(fixture_row, live_result_of(fixture_row), request))


@shared
def hand(request: LeagueRequest, hand: int) -> HttpResponseBase:
    hand_row = _hand_or_404(request, hand)
    name = public_name(hand_row.player, anybody(request.league))
    return picture_answer(request, "hand", hand_data(hand_row, name, request.league))


@require_safe
@in_league("league.view")
def hand_page(request: LeagueRequest, hand: int) -> HttpResponse:
    """Show a verified hand on a page of its own, to be sent on: as everybody reads it, whoever opens it."""
    hand_row = _hand_or_404(request, hand)
    name = public_name(hand_row.player, anybody(request.league))
    context = {
        "hand": hand_row,
        "name": name,
        "title": title_of(hand_row, name),
        "place": place_of(hand_row, request.league),
    }
    return render(request, "league/sharing/hand.html", context)


def table_data(table: DivisionTable) -> dict[str, Any]:
    rows = [
        [row.row.place, shorten(row.team.name), *(column.text(row) for column in COLUMNS)] for row in table.rows[:ROWS]
    ]
    more = len(table.rows) - len(rows)
    season = table.division.season
    return {
        "league": shorten(season.league.name),
        "title": shorten(table.division.name),
        "season": shorten(season.name),
        "heads": [column.head for column in COLUMNS],
        "rows": rows,
        "note": Text.plural("and {n} more team", "and {n} more teams", n=more) if more else "",
        "none": N_("No teams yet"),
    }


def result_data(fixture: Fixture, result: Result | None, request: LeagueRequest) -> dict[str, Any]:
    scored = result is not None and result.scored
    badge = cards.fixture_badge(FixtureLine(fixture, result), now=request.now)
    return {
        "league": shorten(fixture.league.name),
        "title": Text(
            "{division}, {season}",
            division=shorten(fixture.division.name),
            season=shorten(fixture.division.season.name),
        ),
        "home": shorten(fixture.home.name),
        "away": shorten(fixture.away.name),
        "scored": scored,
        "home_games": str(result.home_games) if result is not None and scored else "",
        "away_games": str(result.away_games) if result is not None and scored else "",
        "when": _time_and_place(fixture, result),
        "badge": badge.text if badge else "",
    }


def hand_data(hand: HighHand, name: str, league: League) -> dict[str, Any]:
    return {
        "league": shorten(league.name),
        "points": str(hand.points),
        "name": shorten(name),
        "where": place_of(hand, league),
        # Drawings of ours, handed over as they are.
        "drawings": [drawing(code) for code in hand.codes],
    }


def _hand_or_404(request: LeagueRequest, pk: int) -> HighHand:
    hand = get_object_or_404(counting(request.league).select_related(*JOINED), pk=pk)
    if not hand.verified:
        raise NothingThere(N_("The cards of this hand are not known."))
    return hand


def _time_and_place(fixture: Fixture, result: Result | None) -> str | Text:
    if fixture.state != FixtureState.SCHEDULED:
        return ""
    local = fixture.starts_at.astimezone(fixture.league.tz)
    day = dated(local, "l j F Y")
    if result is not None and result.not_played:
        return Text("Not played; it was set for {day}", day=day)
    return Text("{day}, {time}, {venue}", day=day, time=clock(local.time()), venue=shorten(fixture.venue.name))
