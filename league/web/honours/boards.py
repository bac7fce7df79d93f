"""The honours board, and verified hands as pictures to share."""

from hashlib import sha256

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.http import quote_etag
from django.views.decorators.http import require_safe

from league.access import anybody
from league.queries import leagues
from league.queries.honours.high_hands import JOINED, counting, honours_board
from league.queries.people.personal_data import public_name, public_names
from league.web.honours.pictures import hand_picture
from league.web.requests import LeagueRequest, in_league, season_of

ALL = "all"


@require_safe
@in_league("league.view")
def honours(request: LeagueRequest) -> HttpResponse:
    every = request.GET.get("of") == ALL
    season = None if every else season_of(request)
    board = honours_board(request.league, season)
    people = [hand.player for some in board.hands for hand in some.hands] + [one.player for one in board.nights]
    context = {
        "board": board,
        "season": season,
        "every": every,
        "seasons": leagues.seasons_of(request.league),
        "names": public_names(people, request.grants),
        "least": request.league.high_hand,
    }
    return render(request, "league/honours/honours.html", context)


@require_safe
@in_league("league.view")
def picture(request: LeagueRequest, hand: int) -> HttpResponse:
    """A high hand that counts and whose cards are known, as a picture with the name that strangers read.

    The ETag is made of what is drawn: the hand that is removed, or whose player is erased, is not shown again.
    """
    found = get_object_or_404(counting(request.league).select_related(*JOINED), pk=hand)
    if not found.verified:
        raise Http404
    drawn = hand_picture(found, public_name(found.player, anybody(request.league)), request.league)
    etag = quote_etag(sha256(drawn.encode()).hexdigest()[:32])
    answer = get_conditional_response(request, etag=etag)
    if answer is None:
        answer = HttpResponse(drawn, content_type="image/svg+xml; charset=utf-8")
    answer["ETag"], answer["Cache-Control"] = etag, "public, no-cache"
    patch_vary_headers(answer, ["Accept-Language"])
    return answer
