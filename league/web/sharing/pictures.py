"""Pictures of tables, results and verified hands, for whoever shows a link to one of these pages.

No player is named on the picture of a result, and on that of a hand as strangers read the name. What is hidden, or of a
season that is not published, has no picture, as it has no page.
"""

from typing import Any

from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from league.access import anybody
from league.enums import FixtureState
from league.errors import NothingThere
from league.models import Division, Fixture, HighHand, League, Result
from league.queries.fixtures import FixtureLine
from league.queries.honours.high_hands import JOINED, counting
from league.queries.people.personal_data import public_name
from league.queries.sharing import live_result_of
from league.queries.standings import standings
from league.queries.standings.standings import AFTER, RECORD, DivisionTable
from league.queries.visibility import public
from league.rules.wording import clock
from league.translation import N_, Text, dated
from league.web import cards
from league.web.honours.pictures import drawing, place_of, title_of
from league.web.requests import LeagueRequest, fixture_or_404, in_league
from league.web.sharing.drawing import cut, picture_answer
from league.web.sharing.shared import shared

ROWS = 10
COLUMNS = (*RECORD, *AFTER)


@shared
def table(request: LeagueRequest, season: str, division: str) -> HttpResponseBase:
    """Its first ten teams."""
    found = get_object_or_404(
        Division.objects.select_related("season__league"), public("season__"), season__league=request.league,
        season__slug=season, slug=division,
    )  # fmt: skip
    return picture_answer(request, "table", table_data(standings.division_table(found)))


@shared
def result(request: LeagueRequest, fixture: int) -> HttpResponseBase:
    """Send a fixture as a picture: its teams, and the score once there is one."""
    found = fixture_or_404(request, fixture)
    return picture_answer(request, "result", result_data(found, live_result_of(found), request))


@shared
def hand(request: LeagueRequest, hand: int) -> HttpResponseBase:
    found = _hand(request, hand)
    name = public_name(found.player, anybody(request.league))
    return picture_answer(request, "hand", hand_data(found, name, request.league))


@require_safe
@in_league("league.view")
def hand_page(request: LeagueRequest, hand: int) -> HttpResponse:
    """Show a verified hand on a page of its own, to be sent on: as everybody reads it, whoever opens it."""
    found = _hand(request, hand)
    name = public_name(found.player, anybody(request.league))
    context = {
        "hand": found,
        "name": name,
        "told": title_of(found, name),
        "where": place_of(found, request.league),
    }
    return render(request, "league/sharing/hand.html", context)


def table_data(table: DivisionTable) -> dict[str, Any]:
    rows = [[row.row.place, cut(row.team.name), *(column.text(row) for column in COLUMNS)] for row in table.rows[:ROWS]]
    more = len(table.rows) - len(rows)
    season = table.division.season
    return {
        "league": cut(season.league.name),
        "title": cut(table.division.name),
        "season": cut(season.name),
        "heads": [column.head for column in COLUMNS],
        "rows": rows,
        "note": Text.plural("and {n} more team", "and {n} more teams", n=more) if more else "",
        "none": N_("No teams yet"),
    }


def result_data(fixture: Fixture, result: Result | None, request: LeagueRequest) -> dict[str, Any]:
    scored = result is not None and result.scored
    badge = cards.fixture_badge(FixtureLine(fixture, result), now=request.now)
    return {
        "league": cut(fixture.league.name),
        "title": Text(
            "{division}, {season}", division=cut(fixture.division.name), season=cut(fixture.division.season.name)
        ),
        "home": cut(fixture.home.name),
        "away": cut(fixture.away.name),
        "scored": scored,
        "home_games": str(result.home_games) if result is not None and scored else "",
        "away_games": str(result.away_games) if result is not None and scored else "",
        "when": _time_and_place(fixture, result),
        "badge": badge.text if badge else "",
    }


def hand_data(hand: HighHand, name: str, league: League) -> dict[str, Any]:
    return {
        "league": cut(league.name),
        "points": str(hand.points),
        "name": cut(name),
        "where": place_of(hand, league),
        # Drawings of ours, handed over as they are.
        "drawings": [drawing(code) for code in hand.codes],
    }


def _hand(request: LeagueRequest, pk: int) -> HighHand:
    found = get_object_or_404(counting(request.league).select_related(*JOINED), pk=pk)
    if not found.verified:
        raise NothingThere(N_("The cards of this hand are not known."))
    return found


def _time_and_place(fixture: Fixture, result: Result | None) -> str | Text:
    """Return when and where a fixture is played, or was to be; nothing while it has no date."""
    if fixture.state != FixtureState.SCHEDULED:
        return ""
    local = fixture.starts_at.astimezone(fixture.league.tz)
    day = dated(local, "l j F Y")
    if result is not None and result.not_played:
        return Text("Not played; it was set for {day}", day=day)
    return Text("{day}, {time}, {venue}", day=day, time=clock(local.time()), venue=cut(fixture.venue.name))
