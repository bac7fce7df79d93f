"""A game that is over: its record to read, to step through and to take along. Its address may be handed on.

A deal that is over, checked: the seed, its hash, the cut, and the cards that follow from them.

A game looked through: of a table, for whoever has its address; a written one, for whoever sees its dispute.

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
from django.views.decorators.http import require_http_methods, require_safe

from cardroom.models import GameAnalysis, PlayGame, PlayShuffle
from cardroom.queries import (
    analysis_of_game,
    analysis_of_record,
    find_record,
    find_shared_game,
    revealed_shuffles,
    sitting_of,
)
from cardroom.rules.play.advice import of_step
from cardroom.rules.play.analysis import Played, looked_through, played_course
from cardroom.rules.play.review import looked_back, record_of, rules_file
from cardroom.rules.play.shuffle import prove
from cardroom.services.analysis import analyse_game, analyse_record, played_evidence
from cardroom.web.tables import table_or_404
from league.errors import NothingThere, WrongState
from league.models import Dispute, Evidence
from league.queries.disputes.disputes import find_dispute
from league.translation import N_, translated
from league.web.forms import problems_of
from league.web.request_limits import too_often
from league.web.requests import LeagueRequest, allow, in_league


def game_or_404(share: str) -> PlayGame:
    """Raises Http404 where there is no such game, or it goes on."""
    game = find_shared_game(share)
    if game is None:
        raise NothingThere(N_("There is no such game, or it still goes on."))
    return game


@never_cache
@require_safe
def game(request: HttpRequest, share: str) -> HttpResponse:
    game_row = game_or_404(share)
    sitting = sitting_of(game_row.table, game_row)
    wanted = request.GET.get("step", "")
    step = int(wanted) if wanted.isascii() and wanted.isdigit() and len(wanted) < 5 else None
    back = looked_back(sitting.course, step)
    context: dict[str, Any] = {"game": game_row, "replay_view": back, "course": sitting.course}
    if "think" in request.GET:
        if waits := too_often(request, "advice-address"):
            return waits
        opinion = of_step(sitting.course, back.step)
        context |= {"thought": True, "advised": opinion.advised, "claim": opinion.claim}
    return render(request, "cardroom/play/game.html", context)


@never_cache
@require_safe
def written(request: HttpRequest, share: str, name: str, form: str) -> HttpResponse:
    game = game_or_404(share)
    sitting = sitting_of(game.table, game)
    files = {
        "game.txt": (record_of, "text/plain"),
        f"{sitting.course.game.ruleset.name}.json": (rules_file, "application/json"),
    }
    file = f"{name}.{form}"
    if file not in files:
        raise NothingThere(N_("There is no such file of this game."))
    make, kind = files[file]
    answer = HttpResponse(make(sitting.course), content_type=f"{kind}; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{file}"'
    return answer


@never_cache
@require_safe
def deal(request: HttpRequest, table: str, game: int, shuffle: int) -> HttpResponse:
    """Show what one shuffle made, computed again from its seed and the cut, beside what was dealt."""
    table_row = table_or_404(table)
    of_game = table_row.games.filter(number=game).first()
    if of_game is None:
        raise NothingThere(N_("There is no such game at this table."))
    sitting = sitting_of(table_row, of_game)
    rows: dict[int, PlayShuffle] = {
        revealed_shuffle.number: revealed_shuffle for revealed_shuffle in revealed_shuffles(sitting)
    }
    if shuffle not in rows:
        raise NothingThere(N_("This deal is still played, or there is none: its seed is told once it is over."))
    row = rows[shuffle]
    entries = list(of_game.entries.order_by("number").values_list("said", flat=True))
    proof = prove(sitting.course.start, entries, row.number, row.seed)
    context: dict[str, Any] = {
        "table": table_row, "game": of_game, "shuffle": row, "proof": proof, "revealed_deals": sorted(rows),
        "names": sitting.course.game.names,
    }  # fmt: skip
    return render(request, "cardroom/play/deal.html", context)


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
        return _analyse_once(request, kept, lambda: analyse_game(game, now=timezone.now()), context)
    return _page(request, kept, lambda: played_course(sitting_of(game.table, game).course), context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.view")
def of_record(request: LeagueRequest, dispute: int, evidence: int) -> HttpResponse:
    """Show a written game of a dispute looked through, to whoever sees the dispute. POST looks it through, once."""
    try:
        dispute_row = find_dispute(request.league, dispute)
        allow(request, "dispute.see", dispute_row)
        record = find_record(dispute_row, evidence)
    except (Dispute.DoesNotExist, Evidence.DoesNotExist) as missing:
        raise NothingThere(N_("There is no such written game in this league.")) from missing
    context: dict[str, Any] = {"dispute": dispute_row, "fixture": dispute_row.fixture, "evidence": record}
    kept = analysis_of_record(record)
    if request.method == "POST":
        return _analyse_once(
            request, kept, lambda: analyse_record(dispute_row, record, by=request.user, now=request.now), context
        )
    return _page(request, kept, lambda: played_evidence(dispute_row, record), context)


def _analyse_once(
    request: HttpRequest, kept: GameAnalysis | None, look: Callable[[], GameAnalysis], context: dict[str, Any]
) -> HttpResponse:
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
        context["analysis"] = looked_through(kept.found, played())
    return render(request, "cardroom/play/analysis.html", context)
