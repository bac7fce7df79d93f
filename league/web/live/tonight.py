"""Tonight's fixtures as a page, the same on a screen for the pub, and the parts of pages that ask by themselves."""

from typing import Any

from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.queries.live import tonight as evening_of
from league.web.live.fragments import MOST_PARTS, evening_context, parts_of
from league.web.live.stream_address import asking_url, stream_url
from league.web.requests import LeagueRequest, in_league


@require_safe
@in_league("live.follow")
def tonight(request: LeagueRequest) -> HttpResponse:
    """Show the fixtures of the evening, each with its games as they come in."""
    return _page(request, "tonight")


@require_safe
@in_league("live.follow")
def screen(request: LeagueRequest) -> HttpResponse:
    """Show the same on a screen across the room: nothing to press, and it turns its pages itself."""
    return _page(request, "tv")


def _page(request: LeagueRequest, part: str) -> HttpResponse:
    context = evening_context(request.league, evening_of(request.league, now=request.now))
    return render(request, f"league/live/{part}.html", {**context, **follow_context(request, [part])})


def follow_context(request: LeagueRequest, parts: list[str]) -> dict[str, Any]:
    """Return the two addresses by which a page follows some parts of it."""
    return {"stream_url": stream_url(request, parts), "asking_url": asking_url(request, parts)}


@require_safe
@in_league("live.follow")
def parts(request: LeagueRequest) -> JsonResponse:
    """Return parts of pages as they are now, for a page that nothing is streamed to."""
    asked = list(dict.fromkeys(request.GET.getlist("of")))[:MOST_PARTS]
    found = parts_of(request.league, asked, now=request.now)
    told = [
        {"part": part.name, "html": part.html, "digest": part.digest, "said": part.said, "turn": part.turn}
        for part in found.values()
    ]
    return JsonResponse({"parts": told})
