"""The largest request that each address takes: told by its length before a byte of it is read.

A body that nobody has measured is spooled to the temporary disk before the view, or the check of its CSRF token, sees
it: sixty megabytes of anybody's. `BodyLimits` answers 413 from the header alone. What is taken fits into memory
(FILE_UPLOAD_HANDLERS), so no upload leaves a file behind, however it ends.

How often one may write is counted as a person and from an address, at rates that are settings (REST_FRAMEWORK,
DEFAULT_THROTTLE_RATES), as the API's are. A draft is saved by the page itself, with each pause in the typing, and
counted apart; a page that is told to wait keeps it on the phone and sends it again.
"""

import math
from collections.abc import Callable
from typing import IO, Any

from django.core.exceptions import RequestDataTooBig, SuspiciousOperation
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render

from league.services.ops.rates import RateLimit
from league.translation import N_, Text, translated

MB = 1024 * 1024
# A sheet of nine matches is 10 KB, a written game 20.
LIMIT = 1 * MB
# A photograph of 8 MB with its form's other fields; in base64 it is longer by a third.
_PHOTOGRAPH, _PHOTOGRAPH_IN_JSON = 9 * MB, 12 * MB
# A larger photograph, where a page without a script could not shrink it, is read from people who have signed in, and
# dropped as it comes: so the page can say so at its field, and keeps what else was typed.
LARGEST_READ = 64 * MB
# All spreadsheets of a season at once, each of which may be 5 MB.
_SPREADSHEETS = 16 * MB
LIMITS = {
    "leagues/<slug:slug>/disputes/<int:dispute>/": _PHOTOGRAPH,
    "leagues/<slug:slug>/fixtures/<int:fixture>/card-photographs/": _PHOTOGRAPH,
    "leagues/<slug:slug>/fixtures/<int:fixture>/score/": _PHOTOGRAPH,
    "leagues/<slug:slug>/secretary/import/": _SPREADSHEETS,
    "leagues/<slug:slug>/secretary/make-season/": _SPREADSHEETS,
    "api/v1/leagues/<slug:league>/disputes/<int:dispute>/evidence/": _PHOTOGRAPH_IN_JSON,
    "api/v1/leagues/<slug:league>/fixtures/<int:fixture>/card-photographs/": _PHOTOGRAPH_IN_JSON,
    "api/v1/leagues/<slug:league>/import/": _SPREADSHEETS,
    "api/v1/leagues/<slug:league>/seasons/": _SPREADSHEETS,
}
LARGEST = max(LIMITS.values())
# Letters in all the fields of a form, files not counted: a list of teams or a written game is 20,000. A form that is
# refused comes back with what was typed, so this is the most that a page repeats.
MOST_TEXT = 100_000


class LengthRequired(SuspiciousOperation):
    """411."""


class BodyLimits:
    """Refuse a body that is too long for its address, or of unknown length, before anything reads it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> None:
        length = request.META.get("CONTENT_LENGTH") or ""
        if not length and request.META.get("HTTP_TRANSFER_ENCODING"):
            message = N_("This request does not say how long it is. Send it with a Content-Length.")
            raise LengthRequired(translated(message))
        match = request.resolver_match
        limit = LIMITS.get(match.route, LIMIT) if match else LIMIT
        if limit == _PHOTOGRAPH and request.user.is_authenticated:
            limit = LARGEST_READ
        if length.isdecimal() and int(length[:20]) > limit:
            message = Text("You sent more than {size} MB. Choose something smaller.", size=limit // MB)
            raise RequestDataTooBig(translated(message))


def is_file_dropped(request: HttpRequest) -> bool:
    """Whether a form was too large for its files to be kept; its other fields were read."""
    length = request.META.get("CONTENT_LENGTH") or ""
    return length.isdecimal() and int(length[:20]) > _PHOTOGRAPH


class WholeBody:
    """The stream of a body that ends in an error where it is cut off: half a spreadsheet must not be loaded."""

    def __init__(self, stream: IO[bytes], length: int) -> None:
        self._stream, self._left = stream, length

    def read(self, size: int = -1) -> bytes:
        return self._counted(self._stream.read(size), size)

    def readline(self, size: int = -1) -> bytes:
        return self._counted(self._stream.readline(size), 1)

    def _counted(self, got: bytes, wanted: int) -> bytes:
        self._left -= len(got)
        if self._left > 0 and wanted != 0 and (wanted < 0 or len(got) < wanted):
            raise OSError("the request was cut off")
        return got


def with_whole_bodies(application: Callable[..., Any]) -> Callable[..., Any]:
    def whole(environ: dict[str, Any], start_response: Any) -> Any:
        length = environ.get("CONTENT_LENGTH") or ""
        if length.isdecimal() and len(length) < 20:
            environ["wsgi.input"] = WholeBody(environ["wsgi.input"], int(length))
        return application(environ, start_response)

    return whole


SAFE = ("GET", "HEAD", "OPTIONS", "TRACE")
API = "api/"
# What is saved with each pause in the typing, or tapped name after name as people come in.
QUICK = ("draft", "sitting-players")
# Pages that read spreadsheets, the largest of which take seconds.
SPREADSHEETS = ("import", "season-new")
# Moves of a game, which are counted at a rate of their own.
MOVES = "play-table"


class PageRate(RateLimit):
    def __init__(self, scope: str) -> None:
        self.scope = scope
        super().__init__()

    def get_cache_key(self, request: Any, view: Any) -> str | None:
        if str(self.scope).endswith("-address"):
            return f"throttle:{self.scope}:{self.line_of(request)}"
        return f"throttle:{self.scope}:{request.user.pk}" if request.user.is_authenticated else None


class PageWrites:
    """Answer 429, with Retry-After, to whoever writes more often than anybody does by hand, before a body is read."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        match = request.resolver_match
        if request.method in SAFE or match is None or match.route.startswith(API) or match.url_name == MOVES:
            return None
        scopes = ["page-address", "draft-user" if match.url_name in QUICK else "page-user"]
        if match.url_name in SPREADSHEETS:
            scopes.append("spreadsheet-user")
        for scope in scopes:
            if refused := too_often(request, scope):
                return refused
        return None


class FormText:
    """Refuse a form with more text than anybody types (413). Stands behind the CSRF check, which has read the form."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> None:
        match = request.resolver_match
        if request.method in SAFE or match is None or match.route.startswith(API):
            return
        if sum(len(value) for _, values in request.POST.lists() for value in values) > MOST_TEXT:
            told = Text("This form takes up to {most} letters. Shorten what you typed.", most=MOST_TEXT)
            raise RequestDataTooBig(translated(told))


def too_often(request: HttpRequest, scope: str) -> HttpResponse | None:
    """Count a request by a rate, and return the answer that says how long to wait, if there were too many."""
    wait = _wait(request, scope)
    if not wait:
        return None
    answer = render(request, "429.html", {"wait": wait}, status=429)
    answer["Retry-After"] = str(wait)
    return answer


def _wait(request: HttpRequest, scope: str) -> int:
    """Return how many seconds somebody must wait, 0 where they need not; this request is counted."""
    rate = PageRate(scope)
    return 0 if rate.allow_request(request, None) else max(1, math.ceil(rate.wait() or 1))
