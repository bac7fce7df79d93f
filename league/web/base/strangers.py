"""Pages as strangers read them: compressed, and kept in memory for as long as nothing in their league changes.

Every change that a page shows ends its transaction with an entry at the end of the league's journal, so the end of the
journal says in one read whether a page is still as it was; and what only time changes, changes on the minute. A page is
looked at anew then, never sent stale, and a browser or a proxy that has it already is told so in a line (304).
"""

import datetime as dt
import hashlib
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, TypeVar

from cachetools import LRUCache
from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.core.exceptions import MiddlewareNotUsed
from django.db import Error
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language

from league.queries.journal.history import end_of_journal
from league.web.base.frame import league_in

# Pages of what everybody may read, which depend on nothing but the league, their address and the minute.
PAGES = frozenset((
    "league", "following", "tables", "division", "season-tables", "archive", "receipt", "race", "merit", "cross-table",
    "meetings", "fixtures", "fixture", "team", "player", "honours", "rules", "news", "post", "own-page",
    "hand-page", "hand-preview", "table-picture", "result-picture", "put-on-site", "table-widget",
    "division-widget", "team-widget", "player-widget", "results-feed", "news-feed", "team-feed", "division-feed",
    "league-sitemap", "live", "live-parts", "live-tv",
))  # fmt: skip
LONGEST_ADDRESS = 500
# Somebody who has signed in, or has just signed out and is told so.
KNOWN = frozenset((settings.SESSION_COOKIE_NAME, CookieStorage.cookie_name))
# Tables and the like that each process keeps: those of so many divisions.
MOST_VALUES = 200
Value = TypeVar("Value")
Key = tuple[str, str, str, bool]
Stamp = tuple[str, dt.datetime]


@dataclass(frozen=True, slots=True)
class Page:
    """A page as it was sent: the state of the league that it shows, its bytes and headers."""

    stamp: Stamp
    etag: str
    body: bytes = field(repr=False)
    headers: tuple[tuple[str, str], ...]


@dataclass(slots=True)
class Values:
    """The values from which pages of a league are made, each with the state of the league that it was made from."""

    found: LRUCache[Hashable, tuple[Stamp, Any]] = field(default_factory=lambda: LRUCache(MOST_VALUES))
    lock: Lock = field(default_factory=Lock)

    def get(self, key: Hashable, stamp: Stamp, make: Callable[[], Value]) -> Value:
        """Return the value that was made from this state, or make it."""
        with self.lock:
            kept_from, value = self.found.get(key, (None, None))
        if kept_from != stamp:
            value = make()
            with self.lock:
                self.found[key] = (stamp, value)
        return value  # type: ignore[return-value]


def kept(request: Any, what: Hashable, make: Callable[[], Value]) -> Value:
    """Return a value from which a page of the request's league is made; from memory while nothing changes there.

    It is the same for every reader of a language, so that one who is signed in need not wait for what was made for
    another, and whoever is given it changes nothing in it. Where nothing is known of the league's state, it is made.

    Args:
        what: tells it from the league's other values.
    """
    values: Values | None = getattr(request, "kept_values", None)
    if values is None:
        return make()
    if not hasattr(request, "league_state"):
        request.league_state = _state(request.league.slug)
    stamp: Stamp | None = request.league_state
    return make() if stamp is None else values.get((request.league.pk, get_language(), what), stamp, make)


class KeptPages:
    """Answer strangers from memory. The memory is each process's own, and as large as `settings.KEPT_PAGES` bytes."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        if not settings.KEPT_PAGES:
            raise MiddlewareNotUsed
        self._get_response = get_response
        self._pages: LRUCache[Key, Page] = LRUCache(settings.KEPT_PAGES, getsizeof=lambda page: len(page.body) + 1000)
        self._lock = Lock()
        self._values = Values()

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.method in ("GET", "HEAD"):
            request.kept_values = self._values  # type: ignore[attr-defined]
        # What a page shows is at least as new as what is read of the journal before it is made.
        stamp = _stamp(request)
        if stamp is None:
            return self._get_response(request)
        request.league_state = stamp  # type: ignore[attr-defined]
        key = _key(request)
        with self._lock:
            page = self._pages.get(key)
        if page is None or page.stamp != stamp:
            response = self._get_response(request)
            page = _page(request, response, stamp)
            if page is None:
                return response
            with self._lock:
                self._pages[key] = page
        return _answer(request, page)


def _stamp(request: HttpRequest) -> Stamp | None:
    """Return the state of the league whose page a stranger asks for; None for whatever else is asked (one query)."""
    known = not KNOWN.isdisjoint(request.COOKIES) or "Authorization" in request.headers
    if known or request.method not in ("GET", "HEAD") or "HX-Request" in request.headers:
        return None
    slug = league_in(request.path_info)
    if not slug or len(request.get_full_path()) > LONGEST_ADDRESS:
        return None
    return _state(slug)


def _state(slug: str) -> Stamp | None:
    """Return the end of a league's journal and the minute (one query); None where it has none."""
    try:
        end = end_of_journal(slug)
    except Error:
        return None  # The page itself says that the database is away.
    return (end, timezone.now().replace(second=0, microsecond=0)) if end else None


def _key(request: HttpRequest) -> Key:
    host, packed = request.META.get("HTTP_HOST", ""), "gzip" in request.META.get("HTTP_ACCEPT_ENCODING", "")
    return request.scheme or "", host, request.get_full_path(), packed


def _page(request: HttpRequest, response: HttpResponseBase, stamp: Stamp) -> Page | None:
    """Return a page of ours as it is kept; None for one that is not the same for everybody, or was refused."""
    match = request.resolver_match
    if not isinstance(response, HttpResponse) or response.status_code != 200 or not match:
        return None
    # A view that says itself how long its answer may be kept, or a form with a visitor's own token.
    own = "Cache-Control" in response.headers or request.META.get("CSRF_COOKIE_NEEDS_UPDATE")
    if match.url_name not in PAGES or response.cookies or own:
        return None
    patch_vary_headers(response, ("Cookie", "Accept-Encoding"))
    headers = tuple((name, value) for name, value in response.items() if name != "Content-Length")
    etag = f'"{hashlib.blake2b(response.content, digest_size=12).hexdigest()}"'
    return Page(stamp, etag, response.content, headers)


def _answer(request: HttpRequest, page: Page) -> HttpResponseBase:
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
