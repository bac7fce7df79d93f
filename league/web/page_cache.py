"""Pages as strangers read them: compressed, and kept in memory for as long as nothing in their league changes.

Every change that a page shows ends its transaction with an entry at the end of the league's journal, so the end of the
journal says in one read whether a page is still as it was; and what only time changes, changes on the minute, or with
the league's day. A page is looked at anew then, never sent stale, and a browser or a proxy that has it already is told
so in a line (304). However many wait for a page that must be made anew, one of them makes it.
"""

import hashlib
import zlib
from collections.abc import Callable, Hashable, Sequence
from typing import Any, TypeVar

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.core.exceptions import DisallowedHost, MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.urls import Resolver404, ResolverMatch, resolve
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language

from league.models import Division
from league.queries.domains import host_league, host_of_slug
from league.queries.honours.nights import CleanNights
from league.services.ops.memory import MINUTE, QUARTER, Answer, DivisionStates, KeptNights, Memory, stamp_of, state_of
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
# Of these what no other division's results change: of the season and the division that their address names.
OF_A_DIVISION = frozenset((
    "division", "race", "merit", "cross-table", "receipt", "division-feed", "division-file", "table-picture",
))  # fmt: skip
PAGES = {**dict.fromkeys(BY_THE_CLOCK, MINUTE), **dict.fromkeys(BY_THE_DAY, QUARTER)}
LONGEST_ADDRESS = 500
# Somebody who has signed in, or has just signed out and is told so.
KNOWN = frozenset((settings.SESSION_COOKIE_NAME, CookieStorage.cookie_name))
# Tables and the like that each process keeps: those of so many divisions.
MOST_VALUES = 400
Value = TypeVar("Value")


def cached_value(
    request: Any, what: Hashable, make: Callable[[], Value], *, minutes: int = QUARTER, by_results: bool = True
) -> Value:
    """Return a value from memory until the league's journal moves on; made each time where its state is unknown.

    It is shared by all readers of a language: nobody may change it.

    Args:
        minutes: how long it holds; `MINUTE` for what the clock changes.
        by_results: False for what no result or date of a fixture changes.
    """
    values: Memory[Any] | None = getattr(request, "kept_values", None)
    if values is None or not _read_state(request):
        return make()
    key = (request.league.pk, get_language(), what)
    state = request.league_state
    if not by_results:
        state = request.division_states.state_of(request.league.slug, None, state)
    return values.get(key, stamp_of(state, minutes), make)  # type: ignore[return-value]


def cached_of_divisions(
    request: Any, what: str, divisions: Sequence[Division], make: Callable[[Sequence[Division]], Sequence[Value]]
) -> list[Value]:
    """Return a value for each division, which holds until an entry of the journal can have changed that division.

    Those not in memory are made in one go. Nobody may change them.
    """
    values: Memory[Any] | None = getattr(request, "kept_values", None)
    if values is None or not _read_state(request):
        return list(make(divisions))
    league, states = request.league, request.division_states
    keys = []
    for one in divisions:
        state = states.state_of(league.slug, (one.season.slug, one.slug), request.league_state)
        keys.append(((league.pk, get_language(), what, one.pk), stamp_of(state, QUARTER)))
    return values.get_each(keys, lambda places: make([divisions[place] for place in places]))


def cached_file(
    request: Any, what: Hashable, make: Callable[[], bytes], *, division: tuple[str, str] | None = None
) -> bytes:
    """`cached_value` for a large body: it is stored compressed, and weighs among the pages.

    Args:
        division: the slugs of a season and of the only division of it that the file is about.
    """
    pages: Memory[Answer] | None = getattr(request, "kept_answers", None)
    if pages is None or not _read_state(request):
        return make()
    state = request.league_state
    if division is not None:
        state = request.division_states.state_of(request.league.slug, division, state)
    key = (request.league.pk, get_language(), what)
    made = pages.get(key, stamp_of(state, QUARTER), lambda: Answer("", zlib.compress(make(), 1), ()))
    return zlib.decompress(made.body)  # type: ignore[union-attr]


def nights_of(request: Any) -> CleanNights | None:
    """Return the nights of the league on which players won every game; None where none are kept."""
    nights: KeptNights | None = getattr(request, "kept_nights", None)
    return nights.get(request.league, request.league_state) if nights and _read_state(request) else None


def _read_state(request: Any) -> str:
    if not hasattr(request, "league_state"):
        request.league_state = state_of(request.league.slug)
    return str(request.league_state)


class KeptPages:
    """Answer strangers from memory. The memory is each process's own, and as large as `settings.KEPT_PAGES` bytes."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        if not settings.KEPT_PAGES:
            raise MiddlewareNotUsed
        self._get_response = get_response
        self._pages: Memory[Answer] = Memory(settings.KEPT_PAGES, lambda page: page.weight)
        self._values: Memory[Any] = Memory(MOST_VALUES)
        self._states = DivisionStates()
        self._nights = KeptNights(self._states)

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.method in ("GET", "HEAD"):
            request.kept_values = self._values  # type: ignore[attr-defined]
            request.division_states = self._states  # type: ignore[attr-defined]
            request.kept_nights = self._nights  # type: ignore[attr-defined]
            # For the API, which knows who asks and what may be kept.
            request.kept_answers = self._pages  # type: ignore[attr-defined]
        page_match = _page_match(request)
        # What a page shows is at least as new as what is read of the journal before it is made.
        slug = league_in(request.path_info) if page_match else ""
        state = state_of(slug) if slug else ""
        if page_match is None or not state:
            return self._get_response(request)
        # A league of that name exists: its journal has an end.
        request.league_state, request.league_slug = state, slug  # type: ignore[attr-defined]
        minutes = PAGES[page_match.url_name or ""]
        if page_match.url_name in OF_A_DIVISION:
            division = page_match.kwargs["season"], page_match.kwargs["division"]
            # A division's page shows its live scores too.
            state = f"{self._states.state_of(slug, division, state)}.{state.partition('.')[2]}"
        made: list[HttpResponseBase] = []

        def make() -> Answer | None:
            made.append(self._get_response(request))
            return _page(request, made[0])

        page = self._pages.get(_key(request), stamp_of(state, minutes), make)
        request.from_memory = page is not None and not made  # type: ignore[attr-defined]
        return _answer(request, page) if page is not None else made[0]


def _page_match(request: HttpRequest) -> ResolverMatch | None:
    """Return which of `PAGES` a stranger asks for; None for whatever else is asked."""
    known = not KNOWN.isdisjoint(request.COOKIES) or "Authorization" in request.headers
    if known or request.method not in ("GET", "HEAD") or "HX-Request" in request.headers:
        return None
    slug = league_in(request.path_info)
    if len(request.get_full_path()) > LONGEST_ADDRESS or not slug or not _is_answered(request, slug):
        return None
    try:
        match = request.resolver_match = resolve(request.path_info)
    except Resolver404:
        return None
    return match if match.url_name in PAGES else None


def _is_answered(request: HttpRequest, slug: str) -> bool:
    """Whether the host that was asked is one of ours, and has this league: a domain may be gone since."""
    try:
        return bool(request.get_host()) and host_league(request) in ("", slug)
    except DisallowedHost:
        return False


def _key(request: HttpRequest) -> Hashable:
    host, packed = request.META.get("HTTP_HOST", ""), "gzip" in request.META.get("HTTP_ACCEPT_ENCODING", "")
    # Its links lead to the league's domain, which another process may have changed.
    links = host_of_slug(league_in(request.path_info))
    return request.scheme or "", host, host_league(request), links, request.get_full_path(), packed


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


# What a reader who is signed in has compressed too: pages whose only secret is the token of their forms.
COMPRESSED_FOR_READERS = {*PAGES, "my-fixtures", "sheet", "secretary", "desk-section", "journal"}


class _SameForAll(GZipMiddleware):
    max_random_bytes = 0


class CompressPages(GZipMiddleware):
    """Compress what is sent to a visitor, where its length tells nobody a secret.

    A body that mixes a secret, such as a key in an address, with words that others choose tells by its compressed
    length what the secret is (BREACH). A stranger's page has none, so it has the same bytes for everybody. That of
    somebody signed in has the token of its forms, which is masked anew on each page; the pages on a list are
    compressed, by Django with some random bytes more, and whatever shows another key is sent as it is.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        super().__init__(get_response)
        self._strangers = _SameForAll(get_response)

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if settings.SESSION_COOKIE_NAME in request.COOKIES:
            match = request.resolver_match
            listed = match is not None and match.url_name in COMPRESSED_FOR_READERS
            html = response.headers.get("Content-Type", "").startswith("text/html")
            return super().process_response(request, response) if listed and html else response
        if "Authorization" in request.headers or request.META.get("CSRF_COOKIE_NEEDS_UPDATE"):
            return response
        return self._strangers.process_response(request, response)
