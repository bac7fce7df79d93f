"""Scoring a fixture live: begin, write game by game, take over, make it the result; and pegging a game by taps.

One device writes. A word in its session, which no page shows, identifies it.
"""

import hashlib
import json
import secrets
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from league.access import may
from league.errors import Invalid, LeagueError, NothingThere, WrongState
from league.models import Fixture
from league.queries import availability
from league.queries.live import Scored, live_of, not_scorable
from league.queries.people.people import squads
from league.queries.results import dashboards, eligibility
from league.rules.formats import fixture_terms
from league.rules.live import SIDES, Scoreboard, entry_of, scoreboard, typed_peg
from league.rules.match_terms import MatchTerms
from league.rules.problems import Problem
from league.rules.sheet_fields import SEATED, Fields, laid_over, longest_at
from league.services import idempotency
from league.services import live as scoring
from league.services.results import submit
from league.translation import N_, Text, translated
from league.web import cards
from league.web.forms import clip_text, problems_of, read_number, status_of
from league.web.live.following import follow_context, live_views, render_parts
from league.web.navigation import reader_of
from league.web.requests import LeagueRequest, allow, fixture_or_404, in_league, redirect_with
from league.web.results import sheet_pages as pages
from league.web.results.sheet_form import Filled, fields_from, sheet_form

PHONE = "live-phone"


def phone_of(request: HttpRequest) -> str:
    """Return the word by which this device's session is known again; one is made where it has none."""
    if PHONE not in request.session:
        request.session[PHONE] = secrets.token_urlsafe(24)
    return str(request.session[PHONE])


def _writes(request: LeagueRequest, scored: Scored) -> bool:
    return scored.live.phone == request.session.get(PHONE) and scored.live.writer_id == request.user.pk


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.view")
def score(request: LeagueRequest, fixture: int) -> HttpResponse:
    fixture_row = fixture_or_404(request, fixture)
    if signed_out := pages.sign_in_first(request):
        return signed_out
    allow(request, "live.score", fixture_row)
    if request.method == "POST":
        return _do(request, fixture_row)
    scored = live_of(fixture_row)
    refused = not_scorable(fixture_row, now=request.now)
    if refused:
        messages.info(request, translated(refused))
        return pages.redirect_to(request, fixture_row)
    if scored is None:
        return render(request, "league/live/begin.html", {"fixture": fixture_row})
    if not _writes(request, scored):
        return render(request, "league/live/watch.html", _watching(request, scored))
    return _form(request, scored)


def _do(request: LeagueRequest, fixture: Fixture) -> HttpResponse:
    does = request.POST.get("do")
    try:
        if does == "begin":
            scoring.begin(
                fixture, phone=phone_of(request), line_up=_line_up(request, fixture), by=request.user, now=request.now
            )
        elif does == "take-over":
            turn = read_number(request.POST, "turn")
            scoring.take_over(fixture, turn=turn, phone=phone_of(request), by=request.user, now=request.now)
            messages.success(request, translated(N_("You are scoring now. The former scorer’s page says so.")))
        elif does == "result":
            return _make_result(request, fixture)
        else:
            return _save(request, fixture)
    except WrongState as late:
        messages.warning(request, translated(late.message))
    return redirect("live-score", slug=request.league.slug, fixture=fixture.pk)


def _line_up(request: LeagueRequest, fixture: Fixture) -> Fields:
    """Return the line-up of the reader's draft, or the one they chose. A merely suggested one is not published."""
    draft = dashboards.draft_of(fixture, request.user)
    if draft is not None:
        return {name: said for name, said in fields_from(draft.sheet).items() if SEATED.fullmatch(name)}
    own, played = pages.own_sides(request, fixture), availability.played_before(fixture)
    suggested = availability.suggested_line_ups(fixture, played, squads(fixture), own)
    return {name: said for name, said in suggested.fields.items() if name in suggested.chosen}


def _make_result(request: LeagueRequest, fixture: Fixture) -> HttpResponse:
    scored = live_of(fixture)
    if scored is None:
        messages.info(request, translated(N_("Nobody is scoring this fixture live any more.")))
        return pages.redirect_to(request, fixture)
    mine = fields_from(request.POST) if _writes(request, scored) else {}
    draft = dashboards.draft_of(fixture, request.user)
    fields = laid_over(draft.sheet if draft else {}, mine or scored.live.fields)
    submit.save_draft(fixture, fields, by=request.user, now=request.now)
    messages.info(request, translated(N_("Filled in from the live score. Check it, then send it as the result.")))
    return pages.redirect_to(request, fixture, "sheet")


def _save(request: LeagueRequest, fixture: Fixture) -> HttpResponse:
    """Write the whole form, for want of a script; what is refused comes back with what is wrong."""
    scored = live_of(fixture)
    fields = fields_from(request.POST)
    blanks = dict.fromkeys(scored.live.fields, "") if scored else {}
    try:
        scoring.write(fixture, {**blanks, **fields}, phone=phone_of(request), by=request.user, now=request.now)
    except Invalid as refused:
        if scored is None:
            raise
        return _form(request, scored, fields, refused)
    return redirect("live-score", slug=request.league.slug, fixture=fixture.pk)


def _form(
    request: LeagueRequest, scored: Scored, fields: Fields | None = None, refused: Invalid | None = None
) -> HttpResponse:
    fixture, problems = scored.fixture, refused.problems if refused else ()
    registered, played = squads(fixture), availability.played_before(fixture)
    filled = Filled(fixture, scored.live.fields if fields is None else fields)
    context = {
        **_common(request, scored),
        "form": sheet_form(
            filled,
            squads=played.ordered(registered),
            problems=problems,
            besides=eligibility.candidates(fixture),
            breaches=submit.breaches_of(fixture, filled.fields),
        ),
        "problems": problems,
        "written": json.dumps(scored.live.fields) if problems else "",
        "all_in": scored.is_complete,
    }
    return render(request, "league/live/score.html", context, status=422 if problems else 200)


def _common(request: LeagueRequest, scored: Scored) -> dict[str, Any]:
    name = f"fixture-{scored.fixture.pk}"
    part = render_parts(request.league, [name], now=request.now)[name]
    return {"fixture": scored.fixture, "scored": scored, "part": part, **follow_context(request, [name])}


def _watching(request: LeagueRequest, scored: Scored) -> dict[str, Any]:
    own = scored.live.writer_id == request.user.pk
    name = scored.live.writer.name if scored.live.writer else ""
    return {**_common(request, scored), "writer": name, "own": own, "live": live_views([scored], request.league)[0]}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.view")
def entry(request: LeagueRequest, fixture: int) -> HttpResponse:
    """Say who writes, and give a token; take in an entry of the score, once, from a page or from a device's outbox."""
    if not request.user.is_authenticated:
        return JsonResponse({"state": "signed-out"}, status=401)
    fixture_row = fixture_or_404(request, fixture)
    allow(request, "live.score", fixture_row)
    if request.method != "POST":
        return JsonResponse(_state(request, fixture_row))
    besides = ("basis", "seen", "csrfmiddlewaretoken")
    given = {name: clip_text(said, longest_at(name)) for name, said in request.POST.items() if name not in besides}
    told = hashlib.blake2b(json.dumps(given, sort_keys=True).encode(), digest_size=16).hexdigest()

    def answer() -> tuple[int, bytes]:
        status, said = _enter(request, fixture_row, given)
        return status, json.dumps(said).encode()

    key, owner = request.headers.get("Idempotency-Key", ""), idempotency.owner_of(request.user)
    try:
        status, body = idempotency.replay_or_answer(
            owner, key, f"live {fixture_row.pk} {told}", answer, now=request.now
        )
    except Invalid as refused:
        return JsonResponse(_refused(refused.problems), status=422)
    except WrongState as busy:
        return JsonResponse({"state": "waiting", "message": translated(busy.message)}, status=409)
    return HttpResponse(body, status=status, content_type="application/json")


def _state(request: LeagueRequest, fixture: Fixture) -> dict[str, Any]:
    scored = live_of(fixture)
    params: dict[str, Any] = {"reader": reader_of(request.user), "token": get_token(request), "mine": False}
    if scored is None:
        return params | {"message": translated(N_("The live score is over."))}
    writer = scored.live.writer
    params |= {"mine": _writes(request, scored), "turn": scored.live.turn}
    taken = Text("{name} has taken over scoring.", name=writer.name if writer else N_("Somebody else"))
    if writer is not None and writer.pk == request.user.pk:
        taken = N_("You have taken over scoring on another device.")
    return params | {"message": translated(taken)}


def _enter(request: LeagueRequest, fixture: Fixture, given: dict[str, str]) -> tuple[int, dict[str, Any]]:
    try:
        live = scoring.write(fixture, given, phone=phone_of(request), by=request.user, now=request.now)
    except Invalid as refused:
        return 422, _refused(refused.problems) | {"ways": _ways(request, fixture)}
    except scoring.Overtaken as lost:
        return 409, _conflict(request, fixture, lost)
    except WrongState as late:
        return 409, {"state": "conflict", "message": translated(late.message), "ways": _ways(request, fixture)}
    message = translated(Text("In the live score: {home}–{away}.", home=live.home_games, away=live.away_games))
    payload = {"state": "sent", "message": message, "sequence": live.sequence, "all_in": Scored(live).is_complete}
    return 200, payload | {"ways": _ways(request, fixture)}


def _conflict(request: LeagueRequest, fixture: Fixture, lost: scoring.Overtaken) -> dict[str, Any]:
    views = cards.difference_views(lost.apart, squads(fixture))
    texts = [
        {"where": translated(view.where), "mine": translated(view.mine), "theirs": translated(view.theirs)}
        for view in views
    ]
    return {
        "state": "conflict",
        "message": translated(lost.message),
        "differences": texts,
        "ways": _ways(request, fixture),
    }


def _ways(request: LeagueRequest, fixture: Fixture) -> list[dict[str, str]]:
    page = "live-score" if may(request.grants, "live.score", fixture) else "fixture"
    url = cards.url_of(page, request.league, fixture=fixture.pk)
    return [{"label": translated(N_("Open the live score")), "url": url}]


def _refused(problems: tuple[Problem, ...]) -> dict[str, Any]:
    return {
        "state": "refused",
        "problems": [_spelled(problem) for problem in problems],
        "fields": {problem.field: translated(problem.message) for problem in problems},
    }


def _spelled(problem: Problem) -> str:
    text = (
        f"{translated(problem.where)}: {translated(problem.message)}" if problem.where else translated(problem.message)
    )
    return text[:1].upper() + text[1:]


TAPS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 20, 24)  # the others are typed


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.view")
def board(request: LeagueRequest, fixture: int, match: int, game: int) -> HttpResponse:
    """Peg a game by ?pegs=, or a typed number by ?side= and ?points=. POST writes a finished game to the score."""
    fixture_row = fixture_or_404(request, fixture)
    if signed_out := pages.sign_in_first(request):
        return signed_out
    allow(request, "live.score", fixture_row)
    terms = _terms_or_404(fixture_row, match, game)
    pegs = (request.POST if request.method == "POST" else request.GET).get("pegs", "")[:2000]
    said = scoreboard(pegs, (fixture_row.home.name, fixture_row.away.name), terms.target)
    if request.method != "POST" and not said.winner and request.GET.get("side") in SIDES:
        return _peg_typed_points(request, fixture_row, match, game, said)
    refused: LeagueError | None = None
    if request.method == "POST" and said.winner:
        entry = entry_of(said, match, game, terms.target, winners=terms.written == "winners")
        try:
            scoring.write(fixture_row, entry, phone=phone_of(request), by=request.user, now=request.now)
        except LeagueError as late:
            refused = late
        else:
            return redirect_with(
                request,
                Text("Match {match}, game {game} is in the live score.", match=match, game=game),
                "live-score",
                fixture=fixture_row.pk,
            )
    context = _board_context(fixture_row, match, game, said) | {"problems": problems_of(refused) if refused else ()}
    return render(request, "league/live/board.html", context, status=status_of(refused))


def _peg_typed_points(
    request: LeagueRequest, fixture: Fixture, match: int, game: int, said: Scoreboard
) -> HttpResponse:
    """Peg a number that was typed; the address then has it like a tap, so that a reload pegs nothing."""
    side, typed = request.GET["side"], request.GET.get("points", "")[:40]
    pegs = typed_peg(said, side, typed)
    if isinstance(pegs, Problem):
        wrong = {"problems": (pegs,), "wrong": side, "typed": typed}
        return render(request, "league/live/board.html", _board_context(fixture, match, game, said) | wrong, status=422)
    return redirect(f"{request.path}?{urlencode({'pegs': pegs})}#board")


def _terms_or_404(fixture: Fixture, match: int, game: int) -> MatchTerms:
    terms = fixture_terms(fixture)
    if not 1 <= match <= len(terms.matches):
        raise NothingThere(N_("This fixture has no such match."))
    due = terms.match(match)
    if due.counted or not 1 <= game <= due.most:
        raise NothingThere(N_("This match has no such game."))
    return due


def _board_context(fixture: Fixture, match: int, game: int, said: Scoreboard) -> dict[str, Any]:
    sides = [
        (side, team.name, score, [(points, said.with_peg(side, points)) for points in TAPS])
        for side, team, score in zip(("home", "away"), (fixture.home, fixture.away), said.scores, strict=True)
    ]
    places = [
        (number, one)
        for number, due in enumerate(fixture_terms(fixture).matches, start=1)
        if not due.counted
        for one in range(1, due.most + 1)
    ]
    return {"fixture": fixture, "match": match, "game": game, "said": said, "sides": sides, "places": places}
