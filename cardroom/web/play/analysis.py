"""A game looked through: of a table, for whoever has its address; a written one, for whoever sees its dispute.

To look a game through takes some seconds. It is done when somebody presses the button and kept, one at a time in each
process; an address that asks too often, and whoever would wait too long, is told to come back.
"""

from collections.abc import Callable
from threading import BoundedSemaphore
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from cardroom.models import GameAnalysis
from cardroom.queries.play.analyses import analysis_of_game, analysis_of_record, find_record
from cardroom.queries.play.tables import sitting_of
from cardroom.rules.play.analysing import Played, looked_through, played_course
from cardroom.services.play.analysing import analyse_game, analyse_record, played_evidence
from cardroom.web.play.record import game_or_404
from league.errors import NothingThere, WrongState
from league.models import Dispute, Evidence
from league.queries.disputes.disputes import find_dispute
from league.translation import N_, translated
from league.web.base.limits import too_often
from league.web.base.problems import problems_of
from league.web.base.scope import LeagueRequest, allow, in_league

PATIENCE = 5  # seconds until the one before is looked through
_turn = BoundedSemaphore(1)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def of_game(request: HttpRequest, share: str) -> HttpResponse:
    """Show a finished game of a table looked through. POST looks it through, once."""
    game = game_or_404(share)
    context: dict[str, Any] = {"share": share, "game": game}
    kept = analysis_of_game(game)
    if request.method == "POST":
        return _look(request, kept, lambda: analyse_game(game, now=timezone.now()), context)
    return _page(request, kept, lambda: played_course(sitting_of(game.table, game).course), context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.view")
def of_record(request: LeagueRequest, dispute: int, evidence: int) -> HttpResponse:
    """Show a written game of a dispute looked through, to whoever sees the dispute. POST looks it through, once."""
    try:
        found = find_dispute(request.league, dispute)
        allow(request, "dispute.see", found)
        record = find_record(found, evidence)
    except (Dispute.DoesNotExist, Evidence.DoesNotExist) as missing:
        raise NothingThere(N_("There is no such written game in this league.")) from missing
    context: dict[str, Any] = {"dispute": found, "fixture": found.fixture, "evidence": record}
    kept = analysis_of_record(record)
    if request.method == "POST":
        return _look(request, kept, lambda: analyse_record(found, record, by=request.user, now=request.now), context)
    return _page(request, kept, lambda: played_evidence(found, record), context)


def _look(
    request: HttpRequest, kept: GameAnalysis | None, look: Callable[[], GameAnalysis], context: dict[str, Any]
) -> HttpResponse:
    """Look a game through unless that is done, and lead to its page."""
    if kept is None:
        if waits := too_often(request, "advice-address"):
            return waits
        if not _turn.acquire(timeout=PATIENCE):
            answer = render(request, "cardroom/play/analysis.html", context | {"busy": True}, status=503)
            answer["Retry-After"] = str(PATIENCE)
            return answer
        try:
            look()
        except WrongState as late:
            problems = [translated(problem.message) for problem in problems_of(late)]
            return render(request, "cardroom/play/analysis.html", context | {"refused": problems}, status=409)
        finally:
            _turn.release()
    return redirect(request.path)


def _page(
    request: HttpRequest, kept: GameAnalysis | None, played: Callable[[], Played], context: dict[str, Any]
) -> HttpResponse:
    if kept is not None:
        context["found"] = looked_through(kept.found, played())
    return render(request, "cardroom/play/analysis.html", context)
