"""The table: a page that shows it as one seat sees it, and takes that seat's moves.

Every move is a form, and the machines answer within the request. A script fetches the same answer as a part of the page
(`static/js/play.js`); what it gets is made of a `SeatView`, which holds no card that the seat may not see.
"""

import json
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from cardroom.access import LOOKS_ON, seat_at
from cardroom.models import PlayTable
from cardroom.queries.play.tables import Sitting, sitting_at, table_called, told_shuffles
from cardroom.rules.play.acting import KINDS, REMEDIES, Move
from cardroom.rules.play.seat_view import SeatView, seat_view
from cardroom.rules.play.shuffle import commitment
from cardroom.rules.play.switches import PACES
from cardroom.services.play.acting import ANYWHERE, act
from cardroom.services.play.opening import rematch, sit_down, switch
from cardroom.web.play.keys import key_at, remember_key, remember_switches, switches_here
from league.errors import Invalid, LeagueError, NotAllowed, NothingThere, WrongState
from league.rules.rulebook import rulebook
from league.rules.stored_rulesets import stored_ruleset
from league.translation import N_, translated
from league.web.base.limits import too_often
from league.web.base.problems import problems_of, status_of

# The section of the rules that tells of what is due, by its place in the rulebook.
HELP = {"cut": 1, "deal": 1, "away": 2, "starter": 2, "play": 3, "count": 4, "answer": 5, "on": 4, "over": 0, "join": 0}


def table_or_404(slug: str) -> PlayTable:
    """Return the table at an address.

    Raises:
        Http404: there is none, or it was thrown away.
    """
    found = table_called(slug)
    if found is None:
        raise NothingThere(N_("There is no such table. A table that nobody uses is thrown away after 30 days."))
    return found


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def table(request: HttpRequest, table: str) -> HttpResponse:
    """Show a table as it stands, or take a move and show how it stands then."""
    found = table_or_404(table)
    if request.method != "POST":
        if request.GET.get("v") == str(found.version):
            return HttpResponse(status=204)
        return _page(request, found)
    if waits := too_often(request, "move-address"):
        return waits
    try:
        _do(request, found)
    except (Invalid, WrongState) as refused:
        return _page(request, table_or_404(table), refused)
    if request.htmx:  # type: ignore[attr-defined]
        return _page(request, table_or_404(table))
    return redirect("play-table", table=table)


def _do(request: HttpRequest, found: PlayTable) -> None:
    said, now, does = request.POST, timezone.now(), request.POST.get("do", "")
    by = request.user if request.user.is_authenticated else None
    if does == "sit":
        key = sit_down(found, said.get("name", "")[:60], by=by, kept=switches_here(request), now=now)
        remember_key(request, found.slug, key)
        return
    me = seat_at(found.seats, key_at(request, found.slug))
    if me is None:
        raise NotAllowed(LOOKS_ON)
    if does == "switch":
        on = {name: name in said for name in ("count", "peg", "sound")}
        remember_switches(request, switch(found, me, **on, pace=said.get("pace", ""), by=by, now=now))
    elif does == "rematch":
        rematch(found, after=_whole(said.get("game", "")), now=now)
    else:
        act(found, me, _move(request, does), seen=_whole(said.get("seen", "")), now=now)


def _move(request: HttpRequest, does: str) -> Move:
    said = request.POST
    cards = tuple(card[:4] for card in said.getlist("cards")[:8])
    number = "" if "right" in said else said.get("number", "")[:8]
    if "any" in said:  # from a browser with a place of its own choice
        number = f"{ANYWHERE}{number if said['any'] == 'here' else ''}"
    return Move(does, cards, number, *(said.get(name, "")[:40] for name in ("kind", "of", "choice")))


def _whole(said: str) -> int:
    return int(said) if said.isascii() and said.isdigit() and len(said) < 8 else -1


def _page(request: HttpRequest, found: PlayTable, refused: LeagueError | None = None) -> HttpResponse:
    sitting = sitting_at(found)
    me = seat_at(found.seats, key_at(request, found.slug))
    sight = seat_view(sitting.course, sitting.seats, me)
    context = _context(sitting, sight) | {
        "problems": [translated(problem.message) for problem in problems_of(refused)] if refused else [],
        "rule": getattr(refused, "rule", ""),
    }
    part = request.htmx and not request.htmx.boosted  # type: ignore[attr-defined]
    if not part:
        ruleset = stored_ruleset(found.ruleset)
        sections = rulebook(ruleset, doubles=len(sitting.seats) == 4)
        context |= {"sections": sections, "link": request.build_absolute_uri(request.path)}
    template = "cardroom/play/_now.html" if part else "cardroom/play/table.html"
    return render(request, template, context, status=status_of(refused))


def _context(sitting: Sitting, sight: SeatView) -> dict[str, Any]:
    table, shuffle = sitting.table, sitting.shuffles[-1]
    told = told_shuffles(sitting)
    pegs = [
        {"front": track.side.front, "back": track.side.back, "points": track.side.points,
         "gained": translated(track.side.gained)}
        for track in sight.board.tracks
    ]  # fmt: skip
    own = sitting.seats[sight.me] if sight.me is not None else None
    people = sum(not seat.machine for seat in sitting.seats)
    return {
        "table": table, "game": sitting.game, "sight": sight, "own": own, "paces": PACES,
        "pegs": json.dumps(pegs), "kinds": KINDS, "remedies": REMEDIES,
        "two": people > 1, "follows": people > 1 and (not sight.mine or sight.wants in ("on", "over")),
        "commitment": commitment(shuffle.seed), "shuffle": shuffle, "told": told[-1] if told else None,
        "tally": list(zip([track.side.name for track in sight.board.tracks], table.tally, strict=True)),
        "help": HELP[sight.wants], "steps": range(sight.depths[0], sight.depths[1] + 1),
        "middle": sum(sight.depths) // 2, "pack": sight.depths[1] + sight.depths[0],
    }  # fmt: skip
