"""The board on the bar: whoever scores a fixture live pegs a game of it by taps, and its score becomes that game."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from league.errors import LeagueError, NothingThere
from league.models import Fixture
from league.rules.formats import fixture_terms
from league.rules.live import SIDES, Scoreboard, entry_of, scoreboard, typed_peg
from league.rules.match_terms import MatchTerms
from league.rules.problems import Problem
from league.services.live import scoring
from league.translation import N_, Text, translated
from league.web.live.scoring import phone_of
from league.web.problems import problems_of, status_of
from league.web.requests import LeagueRequest, allow, fixture_or_404, in_league
from league.web.results import sheet_pages as pages

TAPS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 20, 24)  # the others are typed


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.view")
def board(request: LeagueRequest, fixture: int, match: int, game: int) -> HttpResponse:
    """Peg a game on the drawn board, by ?pegs= or, of a number that is typed, ?side= and ?points= with it.

    POST puts a finished one into the live score.
    """
    found = fixture_or_404(request, fixture)
    if signed_out := pages.sign_in_first(request):
        return signed_out
    allow(request, "live.score", found)
    terms = _terms_or_404(found, match, game)
    pegs = (request.POST if request.method == "POST" else request.GET).get("pegs", "")[:2000]
    said = scoreboard(pegs, (found.home.name, found.away.name), terms.target)
    if request.method != "POST" and not said.winner and request.GET.get("side") in SIDES:
        return _typed(request, found, match, game, said)
    refused: LeagueError | None = None
    if request.method == "POST" and said.winner:
        entry = entry_of(said, match, game, terms.target, winners=terms.written == "winners")
        try:
            scoring.write(found, entry, phone=phone_of(request), by=request.user, now=request.now)
        except LeagueError as late:
            refused = late
        else:
            told = Text("Match {match}, game {game} is in the live score.", match=match, game=game)
            messages.success(request, translated(told))
            return redirect("live-score", slug=request.league.slug, fixture=found.pk)
    context = _context(found, match, game, said) | {"problems": problems_of(refused) if refused else ()}
    return render(request, "league/live/board.html", context, status=status_of(refused))


def _typed(request: LeagueRequest, found: Fixture, match: int, game: int, said: Scoreboard) -> HttpResponse:
    """Peg a number that was typed; the address then has it like a tap, so that a reload pegs nothing."""
    side, typed = request.GET["side"], request.GET.get("points", "")[:40]
    pegs = typed_peg(said, side, typed)
    if isinstance(pegs, Problem):
        wrong = {"problems": (pegs,), "wrong": side, "typed": typed}
        return render(request, "league/live/board.html", _context(found, match, game, said) | wrong, status=422)
    return redirect(f"{request.path}?{urlencode({'pegs': pegs})}#board")


def _terms_or_404(fixture: Fixture, match: int, game: int) -> MatchTerms:
    terms = fixture_terms(fixture)
    if not 1 <= match <= len(terms.matches):
        raise NothingThere(N_("This fixture has no such match."))
    due = terms.match(match)
    if due.counted or not 1 <= game <= due.most:
        raise NothingThere(N_("This match has no such game."))
    return due


def _context(fixture: Fixture, match: int, game: int, said: Scoreboard) -> dict[str, Any]:
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
