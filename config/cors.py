"""Scripts of other sites read what everybody reads: public operations of the API and files, by anonymous GETs alone.

The answer to somebody who is known, by a token or a session, is never shared, and no script of another site writes.
What is open to everybody is said by the operation itself (`public`), and by the view of a file (`read_by_scripts`), so
that no list here can fall behind.
"""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers

API = "/api/"
READING = ("GET", "HEAD")
METHODS = "GET, HEAD, OPTIONS"
# What a browser asks leave for before it sends it. No Authorization: a token is for programs, not for other sites.
HEADERS = "Accept, If-None-Match"
EXPOSED = "ETag, Link, RateLimit, RateLimit-Policy, Retry-After"
A_DAY = "86400"


class PublicReads:
    """Let every origin read the answer to a stranger's GET of a public operation, and ask for leave beforehand."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if not _is_public(request):
            return response
        # What lies between must not hand the answer for a stranger to anybody who is known, nor the other way round.
        patch_vary_headers(response, ("Authorization", "Cookie"))
        if _is_strangers(request) and (request.method in READING or _is_preflight(request)):
            response.headers["Access-Control-Allow-Origin"] = "*"
            response.headers["Access-Control-Expose-Headers"] = EXPOSED
        return response

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        operation = getattr(getattr(getattr(view, "cls", None), "get", None), "operation", None)
        public = request.path_info.startswith(API) and operation is not None and operation.public
        public = public or getattr(view, "read_by_scripts", False)
        request.public_reading = public  # type: ignore[attr-defined]
        if not (public and _is_preflight(request)):
            return None
        allowed = {"Access-Control-Allow-Methods": METHODS, "Access-Control-Allow-Headers": HEADERS}
        return HttpResponse(status=204, headers={**allowed, "Access-Control-Max-Age": A_DAY, "Allow": METHODS})


def _is_public(request: HttpRequest) -> bool:
    return bool(getattr(request, "public_reading", False))


def _is_preflight(request: HttpRequest) -> bool:
    """Return True if a browser asks whether a script may read this address."""
    wanted = request.headers.get("Access-Control-Request-Method", "")
    return request.method == "OPTIONS" and wanted.upper() in READING


def _is_strangers(request: HttpRequest) -> bool:
    return "Authorization" not in request.headers and settings.SESSION_COOKIE_NAME not in request.COOKIES
