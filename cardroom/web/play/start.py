"""The start of a game: with whom, by which rules, and how strong the machines are. No account is needed."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from cardroom.queries.play.progress import records_of, tables_of
from cardroom.rules.play.seats import LENGTHS, MODES, STRENGTHS, Wish
from cardroom.services.play.opening import open_table
from cardroom.web.play.keys import remember_key, switches_here
from league.enums import RulesetName
from league.errors import Invalid
from league.models import League
from league.queries.leagues import current_season
from league.queries.seasons.rulesets import Countable, counted_by, named_rulesets
from league.web.base.limits import too_often
from league.web.base.problems import wrong
from league.web.base.scope import LeagueRequest, in_league

FIELDS = ("ruleset", "mode", "strength", "name", "length", "muggins", "lurch")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def any_start(request: HttpRequest) -> HttpResponse:
    """The start screen without a league: the rulesets that come with the engine. POST opens a table."""
    return _start(request, named_rulesets())


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.view")
def league_start(request: LeagueRequest) -> HttpResponse:
    """The start screen of a league, with the rulesets of its own that are played. POST opens a table."""
    season = current_season(request.league, now=request.now)
    return _start(request, counted_by(request.league, season), request.league)


def _start(request: HttpRequest, rulesets: Sequence[Countable], league: League | None = None) -> HttpResponse:
    wish = _wish(request)
    refused: Invalid | None = None
    if request.method == "POST":
        if waits := too_often(request, "table-address"):
            return waits
        by = request.user if request.user.is_authenticated else None
        try:
            table, key = open_table(wish, league=league, by=by, kept=switches_here(request), now=timezone.now())
        except Invalid as found:
            refused = found
        else:
            if not all(seat["taken"] for seat in table.seats):
                remember_key(request, table.slug, key)
            return redirect("play-table", table=table.slug)
    problems = refused.problems if refused else ()
    context: dict[str, Any] = {
        "wish": wish, "rulesets": rulesets, "modes": MODES.items(), "lengths": LENGTHS,
        "strengths": [(str(strength.level), strength.text) for strength in STRENGTHS], **wrong(problems),
    }  # fmt: skip
    if request.user.is_authenticated:
        context |= {"tables": tables_of(request.user), "records": records_of(request.user)}
    return render(request, "cardroom/play/start.html", context, status=422 if problems else 200)


def _wish(request: HttpRequest) -> Wish:
    said = request.POST if request.method == "POST" else request.GET
    name = request.user.get_short_name() if request.user.is_authenticated else ""
    usual = {"ruleset": RulesetName.LEAGUE.value, "mode": "1", "strength": "3", "name": name}
    return Wish(**{field: str(said.get(field, usual.get(field, "")))[:60] for field in FIELDS})
