"""Answers that are the same for everybody, whoever asks: pictures, feeds and widgets, which other sites show.

Whoever is signed in is taken for a stranger here. So a page of another site that holds such an answer learns nothing
about its visitor, nothing that only some may read is ever in it, and it sets no cookie.
"""

import hashlib
from functools import wraps
from typing import Any

from csp.constants import NONE
from csp.decorators import csp_replace
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from league.models import League
from league.queries.domains import base_url_of
from league.web.requests import View, in_league

# By whom a widget may be framed, and that it neither runs nor sends anything.
FRAMED = {"frame-ancestors": ["*"], "script-src": [NONE], "connect-src": [NONE], "form-action": [NONE]}
CORP, ANYWHERE = "Cross-Origin-Resource-Policy", "cross-origin"
THEMES = ("light", "dark")


def shared(view: View) -> View:
    """Make `view(request: LeagueRequest, **kwargs)` one of a league that other sites show, the same for everybody."""
    of_league = in_league("league.view")(view)

    @require_safe
    @wraps(of_league)
    def answered(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponseBase:
        request.user = AnonymousUser()
        response = of_league(request, slug=slug, **kwargs)
        response.headers[CORP] = ANYWHERE
        return response

    return answered


def framed(view: View) -> View:
    """Make a view a widget that every site may frame, in a theme (``?theme=dark``); its 404 is a page of the frame."""
    of_league = shared(view)

    @xframe_options_exempt
    @csp_replace(FRAMED)  # type: ignore[arg-type]
    @wraps(of_league)
    def widget(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponseBase:
        request.user = AnonymousUser()
        try:
            return of_league(request, slug=slug, **kwargs)
        except Http404:
            response = render(request, "league/sharing/gone.html", {"theme": theme_of(request)}, status=404)
            response.headers[CORP] = ANYWHERE
            return response

    return widget


def theme_of(request: HttpRequest) -> str:
    """Return the theme that an address asks for; blank where the reader's own device decides."""
    wanted = request.GET.get("theme", "")
    return wanted if wanted in THEMES else ""


def build_url(path: str, league: League | None = None) -> str:
    """Return the whole address of a path of ours, of a league's where its links lead: never what the visitor typed."""
    return f"{base_url_of(league) if league else settings.BASE_URL}{path}"


def conditional(request: HttpRequest, content: bytes, media_type: str) -> HttpResponseBase:
    """Return content with an ETag of its bytes, or 304 to whoever has it already."""
    etag = f'"{hashlib.blake2b(content, digest_size=12).hexdigest()}"'
    response = HttpResponse(content, content_type=media_type, headers={"ETag": etag})
    return get_conditional_response(request, etag=etag, response=response) or response
