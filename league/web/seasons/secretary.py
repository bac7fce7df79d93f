"""The secretary's first page: what wants their eye."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.access import may
from league.queries import leagues
from league.queries.ops.desk import Oversight, oversight_of
from league.queries.seasons.drafts import drafts_of
from league.web.base.scope import LeagueRequest, in_league


@require_safe
@in_league("league.oversee")
def overview(request: LeagueRequest) -> HttpResponse:
    """Show what is late, disputed, owed, or will not fit."""
    season = leagues.current_season(request.league, now=request.now)
    seen = oversight_of(request.league, season, now=request.now)
    late = seen.not_entered or seen.not_confirmed or seen.corrections or seen.late_cards or seen.play_offs
    quiet = not (late or seen.faults or seen.disputes or seen.appeals or seen.cases or seen.owed or seen.crowded)
    decided_here = {one.appeal.pk for one in seen.appeals if may(request.grants, "appeal.decide", one.appeal)}
    context: dict[str, Any] = {
        "season": season,
        "seen": seen,
        "quiet": quiet,
        "upheld_here": _may_uphold(request, seen),
    }
    context["decided_here"] = decided_here
    if season is None:
        context["drafts"] = drafts_of(request.league)
    return render(request, "league/seasons/secretary.html", context)


def _may_uphold(request: LeagueRequest, seen: Oversight) -> set[int]:
    """The fixtures whose waiting sheet this secretary may confirm themselves."""
    waiting = [late for late in seen.not_confirmed if may(request.grants, "result.uphold", late.result)]
    return {late.fixture.pk for late in waiting}
