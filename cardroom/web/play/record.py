"""A game that is over: its record to read, to step through and to take along. Its address may be handed on."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from cardroom.models import PlayGame
from cardroom.queries.play.tables import shared_game, sitting_of
from cardroom.rules.play.advice import of_step
from cardroom.rules.play.looking_back import looked_back, record_of, rules_file
from league.errors import NothingThere
from league.translation import N_
from league.web.base.limits import too_often


def game_or_404(share: str) -> PlayGame:
    """Return the game that an address shares.

    Raises:
        Http404: there is none, or it still goes on.
    """
    found = shared_game(share)
    if found is None:
        raise NothingThere(N_("There is no such game, or it still goes on."))
    return found


@never_cache
@require_safe
def game(request: HttpRequest, share: str) -> HttpResponse:
    """Show a game that is over: each of its deals, step by step, on the board."""
    found = game_or_404(share)
    sitting = sitting_of(found.table, found)
    asked = request.GET.get("step", "")
    step = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 5 else None
    back = looked_back(sitting.course, step)
    context: dict[str, Any] = {"game": found, "back": back, "course": sitting.course}
    if "think" in request.GET:
        if waits := too_often(request, "advice-address"):
            return waits
        opinion = of_step(sitting.course, back.step)
        context |= {"thought": True, "advised": opinion.advised, "claim": opinion.claim}
    return render(request, "cardroom/play/game.html", context)


@never_cache
@require_safe
def written(request: HttpRequest, share: str, name: str, form: str) -> HttpResponse:
    """Return a game as a file: the record that the engine replays, or the rules that were agreed for it."""
    found = game_or_404(share)
    sitting = sitting_of(found.table, found)
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
