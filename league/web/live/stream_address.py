"""The address at which live scores are streamed: below that of the pages, or on another port of the same host."""

from collections.abc import Iterable
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.urls import reverse
from django.utils.translation import get_language

from league.translation import addressed_in
from league.web.requests import LeagueRequest

EVENTS = "events/"


def stream_url(request: LeagueRequest, parts: Iterable[str]) -> str:
    """Return where a page of a league listens for changes of some parts of it.

    A stream knows no session: the page says in which language it is, and with which its addresses begin.
    """
    with addressed_in(""):
        path = reverse("live", kwargs={"slug": request.league.slug}) + EVENTS
    spoken = [("in", get_language() or ""), ("below", getattr(request, "asked_language", ""))]
    question = urlencode([*(("of", part) for part in parts), *(pair for pair in spoken if pair[1])])
    host = ""
    if settings.LIVE_PORT is not None:
        name = urlsplit(f"//{request.get_host()}").hostname or ""
        host = f"{request.scheme}://{f'[{name}]' if ':' in name else name}:{settings.LIVE_PORT}"
    return f"{host}{path}?{question}"


def asking_url(request: LeagueRequest, parts: Iterable[str]) -> str:
    """Return where a page asks for them by itself, every half minute, while nothing is streamed."""
    path = reverse("live-parts", kwargs={"slug": request.league.slug})
    return f"{path}?{urlencode([('of', part) for part in parts])}"
