"""Pages as strangers read them: compressed, and kept in memory for as long as nothing in their league changes.

Every change that a page shows ends its transaction with an entry at the end of the league's journal, so the end of the
journal says in one read whether a page is still as it was; and what only time changes, changes on the minute, or with
the league's day. A page is looked at anew then, never sent stale, and a browser or a proxy that has it already is told
so in a line (304). However many wait for a page that must be made anew, one of them makes it.
"""

import hashlib
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.urls import Resolver404, resolve
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language

from league.services.ops.memory import MINUTE, QUARTER, Answer, Memory, stamp_of, state_of
from league.web.navigation import league_in

# Pages and files of what everybody may read, which depend on nothing but the league, their address and the time: those
# that show what the clock changes (a fixture has begun), and those that change with the league's day at most.
BY_THE_CLOCK = frozenset((
    "league", "following", "fixtures", "fixture", "team", "receipt", "result-picture", "division-widget", "team-widget",
    "live", "live-parts", "live-tv",
))  # fmt: skip
BY_THE_DAY = frozenset((
    "tables", "division", "season-tables", "archive", "race", "merit", "cross-table", "meetings", "player", "honours",
    "rules", "more", "news", "post", "own-page", "hand-page", "hand-preview", "table-picture", "put-on-site",
    "table-widget", "player-widget", "results-feed", "news-feed", "team-feed", "division-feed", "league-sitemap",
    "division-file", "season-file",
))  # fmt: skip
PAGES = {**dict.fromkeys(BY_THE_CLOCK, MINUTE), **dict.fromkeys(BY_THE_DAY, QUARTER)}
LONGEST_ADDRESS = 500
# Somebody who has signed in, or has just signed out and is told so.
KNOWN = frozenset((settings.SESSION_COOKIE_NAME, CookieStorage.cookie_name))
# Tables and the like that each process keeps: those of so many divisions.
MOST_VALUES = 200
Value = TypeVar("Value")


def cached_value(request: Any, what: Hashable, make: Callable[[], Value], *, minutes: int = QUARTER) -> Value:
    """Return a value from memory until the league's journal moves on; made each time where its state is unknown.

    It is shared by all readers of a language: nobody may change it.

    Args:
        minutes: how long it holds; `MINUTE` for what the clock changes.
    """
    values: Memory[Any] | None = getattr(request, "kept_values", None)
    if values is None:
        return make()
    if not hasattr(request, "league_state"):
        request.league_state = state_of(request.league.slug)
    if not request.league_state:
        return make()
    key = (request.league.pk, get_language(), what)
    return values.get(key, stamp_of(request.league_state, minutes), make)  # type: ignore[return-value]


class KeptPages:
    """Answer strangers from memory. The memory is each process's own, and as large as `settings.KEPT_PAGES` bytes."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        if not settings.KEPT_PAGES:
            raise MiddlewareNotUsed
        self._get_response = get_response
        self._pages: Memory[Answer] = Memory(settings.KEPT_PAGES, lambda page: page.weight)
        self._values: Memory[Any] = Memory(MOST_VALUES)

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.method in ("GET", "HEAD"):
            request.kept_values = self._values  # type: ignore[attr-defined]
            # For the API, which knows who asks and what may be kept.
            request.kept_answers = self._pages  # type: ignore[attr-defined]
        minutes = _minutes(request)
        # What a page shows is at least as new as what is read of the journal before it is made.
        state = state_of(league_in(request.path_info)) if minutes else ""
        if not state:
            return self._get_response(request)
        request.league_state = state  # type: ignore[attr-defined]
        made: list[HttpResponseBase] = []

        def make() -> Answer | None:
            made.append(self._get_response(request))
            return _page(request, made[0])

        page = self._pages.get(_key(request), stamp_of(state, minutes), make)
        return _answer(request, page) if page is not None else made[0]


def _minutes(request: HttpRequest) -> int:
    """Return for how many minutes a page holds that a stranger asks for; 0 for whatever else is asked."""
    known = not KNOWN.isdisjoint(request.COOKIES) or "Authorization" in request.headers
    if known or request.method not in ("GET", "HEAD") or "HX-Request" in request.headers:
        return 0
    if len(request.get_full_path()) > LONGEST_ADDRESS or not league_in(request.path_info):
        return 0
    try:
        return PAGES.get(resolve(request.path_info).url_name or "", 0)
    except Resolver404:
        return 0


def _key(request: HttpRequest) -> Hashable:
    host, packed = request.META.get("HTTP_HOST", ""), "gzip" in request.META.get("HTTP_ACCEPT_ENCODING", "")
    return request.scheme or "", host, request.get_full_path(), packed


def _page(request: HttpRequest, response: HttpResponseBase) -> Answer | None:
    """Return a page of ours as it is kept; None for one that is not the same for everybody, or was refused."""
    if not isinstance(response, HttpResponse) or response.status_code != 200:
        return None
    # A view that says itself how long its answer may be kept, or a form with a visitor's own token.
    own = "Cache-Control" in response.headers or request.META.get("CSRF_COOKIE_NEEDS_UPDATE")
    if response.cookies or own:
        return None
    patch_vary_headers(response, ("Cookie", "Accept-Encoding"))
    headers = tuple((name, value) for name, value in response.items() if name != "Content-Length")
    etag = f'"{hashlib.blake2b(response.content, digest_size=12).hexdigest()}"'
    return Answer(etag, response.content, headers)


def _answer(request: HttpRequest, page: Answer) -> HttpResponseBase:
    headers = dict(page.headers)
    # Whoever keeps it asks before it is used again.
    headers |= {"ETag": page.etag, "Cache-Control": "public, no-cache", "Content-Length": str(len(page.body))}
    response = HttpResponse(page.body, headers=headers)
    return get_conditional_response(request, etag=page.etag, response=response) or response


class CompressForStrangers(GZipMiddleware):
    """Compress what is sent to a visitor without an account, where it holds no secret.

    A body that mixes a secret, such as a form's token, with words that others choose tells by its compressed length
    what the secret is (BREACH): a page for somebody signed in, or with a form that is posted, is sent as it is. Of the
    others nothing need hide the length, so the same page has the same bytes for everybody.
    """

    max_random_bytes = 0

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        known = settings.SESSION_COOKIE_NAME in request.COOKIES or "Authorization" in request.headers
        if known or request.META.get("CSRF_COOKIE_NEEDS_UPDATE"):
            return response
        return super().process_response(request, response)
