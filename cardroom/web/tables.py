"""The things a browser keeps in its session: keys of its seats, by which each of two people is known; its switches.

The start of a game: with whom, by which rules, and how strong the machines are. No account is needed.

The table: a page that shows it as one seat sees it, and takes that seat's moves.

Every move is a form, and the machines answer within the request. A script fetches the same answer as a part of the page
(`static/js/play.js`); what it gets is made of a `SeatView`, which holds no card that the seat may not see.
"""

import json
from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from cardroom.access import LOOKS_ON, seat_at
from cardroom.models import PlayTable
from cardroom.queries import Sitting, find_table, records_of, revealed_shuffles, sitting_at, tables_of
from cardroom.rules.play.moves import KINDS, REMEDIES, Move
from cardroom.rules.play.seat_view import SeatView, seat_view
from cardroom.rules.play.seats import LENGTHS, MODES, PACES, STRENGTHS, Switches, Wish, kept_switches
from cardroom.services.moves import ANYWHERE, act
from cardroom.services.tables import open_table, rematch, sit_down, switch
from league.enums import RulesetName
from league.errors import Invalid, LeagueError, NotAllowed, NothingThere, WrongState
from league.models import League
from league.queries.leagues import current_season
from league.queries.seasons.rulesets import Countable, counted_by, named_rulesets
from league.rules.rulebook import rulebook
from league.rules.rulesets import stored_ruleset
from league.rules.verifiable_shuffle import commitment
from league.translation import N_, translated
from league.web.forms import problem_context, problems_of, status_of
from league.web.request_limits import too_often
from league.web.requests import LeagueRequest, in_league

KEYS = "play-keys"
MOST = 50
SWITCHES = "play-switches"


def key_at(request: HttpRequest, slug: str) -> str:
    return str(request.session.get(KEYS, {}).get(slug, ""))


def remember_key(request: HttpRequest, slug: str, key: str) -> None:
    """Keep a key; of many the oldest goes."""
    keys = {one: kept for one, kept in request.session.get(KEYS, {}).items() if one != slug} | {slug: key}
    request.session[KEYS] = dict(list(keys.items())[-MOST:])


def switches_here(request: HttpRequest) -> Switches | None:
    return kept_switches(request.session.get(SWITCHES, {}))


def remember_switches(request: HttpRequest, switches: Switches) -> None:
    request.session[SWITCHES] = switches.stored()


FIELDS = ("ruleset", "mode", "strength", "name", "length", "muggins", "lurch")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def any_start(request: HttpRequest) -> HttpResponse:
    return _start(request, named_rulesets())


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.view")
def league_start(request: LeagueRequest) -> HttpResponse:
    season = current_season(request.league, now=request.now)
    return _start(request, counted_by(request.league, season), request.league)


def _start(request: HttpRequest, rulesets: Sequence[Countable], league: League | None = None) -> HttpResponse:
    wish = _read_wish(request)
    refused: Invalid | None = None
    if request.method == "POST":
        if waits := too_often(request, "table-address"):
            return waits
        by = request.user if request.user.is_authenticated else None
        try:
            table, key = open_table(wish, league=league, by=by, kept=switches_here(request), now=timezone.now())
        except Invalid as error:
            refused = error
        else:
            if not all(seat["taken"] for seat in table.seats):
                remember_key(request, table.slug, key)
            return redirect("play-table", table=table.slug)
    problems = refused.problems if refused else ()
    user = request.user if request.user.is_authenticated else None
    slugs = request.session.get(KEYS, {})
    games, tables = tables_of(user, slugs) if user or slugs else ([], [])
    context: dict[str, Any] = {
        "wish": wish, "rulesets": rulesets, "modes": MODES.items(), "lengths": LENGTHS,
        "strengths": [(str(strength.level), strength.text) for strength in STRENGTHS], **problem_context(problems),
        "games": games, "tables": tables,
        "records": records_of(user) if user else [],
        "changed": request.method == "POST" or any(field in request.GET for field in FIELDS),
    }  # fmt: skip
    return render(request, "cardroom/play/start.html", context, status=422 if problems else 200)


def _read_wish(request: HttpRequest) -> Wish:
    params = request.POST if request.method == "POST" else request.GET
    name = request.user.get_short_name() if request.user.is_authenticated else ""
    usual = {"ruleset": RulesetName.LEAGUE.value, "mode": "1", "strength": "3", "name": name}
    return Wish(**{field: str(params.get(field, usual.get(field, "")))[:60] for field in FIELDS})


# The section of the rules that tells of what is due, by its place in the rulebook.
HELP = {"cut": 1, "deal": 1, "away": 2, "starter": 2, "play": 3, "count": 4, "answer": 5, "on": 4, "over": 0, "join": 0}


def table_or_404(slug: str) -> PlayTable:
    """Raises Http404 where there is no such table, or it was purged."""
    table = find_table(slug)
    if table is None:
        raise NothingThere(N_("There is no such table. A table that nobody uses is thrown away after 30 days."))
    return table


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def table(request: HttpRequest, table: str) -> HttpResponse:
    """Show a table as it stands, or take a move and show how it stands then."""
    table_row = table_or_404(table)
    if request.method != "POST":
        if request.GET.get("v") == str(table_row.version):
            return HttpResponse(status=204)
        return _page(request, table_row)
    if waits := too_often(request, "move-address"):
        return waits
    try:
        _handle_post(request, table_row)
    except (Invalid, WrongState) as refused:
        return _page(request, table_or_404(table), refused)
    if request.htmx:  # type: ignore[attr-defined]
        return _page(request, table_or_404(table))
    return redirect("play-table", table=table)


def _handle_post(request: HttpRequest, table: PlayTable) -> None:
    params, now, does = request.POST, timezone.now(), request.POST.get("do", "")
    by = request.user if request.user.is_authenticated else None
    if does == "sit":
        key = sit_down(table, params.get("name", "")[:60], by=by, kept=switches_here(request), now=now)
        remember_key(request, table.slug, key)
        return
    me = seat_at(table.seats, key_at(request, table.slug))
    if me is None:
        raise NotAllowed(LOOKS_ON)
    if does == "switch":
        on = {name: name in params for name in ("count", "peg", "sound")}
        remember_switches(request, switch(table, me, **on, pace=params.get("pace", ""), by=by, now=now))
    elif does == "rematch":
        rematch(table, after=_read_number(params.get("game", "")), now=now)
    else:
        act(table, me, _read_move(request, does), seen=_read_number(params.get("seen", "")), now=now)


def _read_move(request: HttpRequest, does: str) -> Move:
    params = request.POST
    cards = tuple(card[:4] for card in params.getlist("cards")[:8])
    number = "" if "right" in params else params.get("number", "")[:8]
    if "any" in params:  # from a browser with a place of its own choice
        number = f"{ANYWHERE}{number if params['any'] == 'here' else ''}"
    return Move(does, cards, number, *(params.get(name, "")[:40] for name in ("kind", "of", "choice")))


def _read_number(said: str) -> int:
    return int(said) if said.isascii() and said.isdigit() and len(said) < 8 else -1


def _page(request: HttpRequest, table: PlayTable, refused: LeagueError | None = None) -> HttpResponse:
    sitting = sitting_at(table)
    me = seat_at(table.seats, key_at(request, table.slug))
    view = seat_view(sitting.course, sitting.seats, me)
    context = _context(sitting, view) | {
        "problems": [translated(problem.message) for problem in problems_of(refused)] if refused else [],
        "rule": getattr(refused, "rule", ""),
    }
    part = request.htmx and not request.htmx.boosted  # type: ignore[attr-defined]
    if not part:
        ruleset = stored_ruleset(table.ruleset)
        sections = rulebook(ruleset, doubles=len(sitting.seats) == 4)
        context |= {"sections": sections, "link": request.build_absolute_uri(request.path)}
    template = "cardroom/play/_table_state.html" if part else "cardroom/play/table.html"
    return render(request, template, context, status=status_of(refused))


def _context(sitting: Sitting, view: SeatView) -> dict[str, Any]:
    table, shuffle = sitting.table, sitting.shuffles[-1]
    told = revealed_shuffles(sitting)
    pegs = [
        {"front": track.side.front, "back": track.side.back, "points": track.side.points,
         "gained": translated(track.side.gained)}
        for track in view.board.tracks
    ]  # fmt: skip
    own = sitting.seats[view.me] if view.me is not None else None
    people = sum(not seat.machine for seat in sitting.seats)
    return {
        "table": table, "game": sitting.game, "seat_view": view, "own": own, "paces": PACES,
        "pegs": json.dumps(pegs), "kinds": KINDS, "remedies": REMEDIES,
        "two": people > 1, "follows": people > 1 and (not view.mine or view.wants in ("on", "over")),
        "commitment": commitment(shuffle.seed), "shuffle": shuffle, "told": told[-1] if told else None,
        "tally": list(zip([track.side.name for track in view.board.tracks], table.tally, strict=True)),
        "help": HELP[view.wants], "steps": range(view.depths[0], view.depths[1] + 1),
        "middle": sum(view.depths) // 2, "pack": view.depths[1] + view.depths[0],
    }  # fmt: skip
