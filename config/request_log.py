"""One log line a request. The outermost middleware: it sees what every other one refuses.

The line has neither address, browser nor question of the visitor, and of an address that is a key all but the key.
"""

import json
import logging
import re
import secrets
from collections.abc import Callable
from datetime import UTC, datetime
from functools import lru_cache
from time import perf_counter
from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import resolve
from django.utils.encoding import escape_uri_path
from django.utils.functional import SimpleLazyObject

from config.logging import REQUEST_ID
from config.redaction import redacted_address
from league.web.ops.operations import health_domain, metrics
from league.web.ops.request_metrics import count_request, league_of, route_of
from league.web.requests import has_metrics_token, is_passed_on

LONGEST_PATH = 300
_ID = re.compile(r"[A-Za-z0-9-]{8,64}")
log = logging.getLogger("muggins.request")


class RequestLog:
    """Answer with `X-Request-ID`, which stands in every line that is written meanwhile too.

    A proxy may set it; from anywhere else it is taken all the same, as letters and digits, and proves nothing.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        began = perf_counter()
        given = request.META.get("HTTP_X_REQUEST_ID", "")
        request_id = given if _ID.fullmatch(given) else secrets.token_hex(8)
        token = REQUEST_ID.set(request_id)
        try:
            response = _of_any_host(request) or self.get_response(request)
        finally:
            REQUEST_ID.reset(token)
        response.headers["X-Request-ID"] = request_id
        seconds = perf_counter() - began
        count_request(request, response.status_code, seconds)
        if log.isEnabledFor(logging.INFO):
            log.info(_line(request, response.status_code, seconds, request_id))
            # Django would write another for what is refused, when the id is forgotten.
            response._has_been_logged = True  # type: ignore[attr-defined]
        return response


def _of_any_host(request: HttpRequest) -> HttpResponseBase | None:
    """Answer under whatever host name whoever brings the token, and a proxy that asks for itself.

    Prometheus and the proxy ask each host by its address.
    """
    if request.path_info == "/metrics" and has_metrics_token(request.headers.get("Authorization", "")):
        view = metrics
    elif request.path_info == "/health/domain/" and not is_passed_on(request):
        view = health_domain
    else:
        return None
    request.resolver_match = resolve(request.path_info)
    return view(request)


def _line(request: HttpRequest, status: int, seconds: float, request_id: str) -> str:
    return json.dumps({
        "event": "request", "method": request.method, "path": _path(request.path[:LONGEST_PATH]),
        "route": route_of(request), "status": status, "ms": round(seconds * 1000, 1), "league": league_of(request),
        "account": _account(request), "request_id": request_id, "level": "info", "logger": log.name,
        "timestamp": datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
    })  # fmt: skip


@lru_cache(maxsize=2048)
def _path(path: str) -> str:
    return redacted_address(escape_uri_path(path))


def _account(request: HttpRequest) -> int | None:
    """Return who is signed in, where the answer asked that: the line asks no query of its own."""
    user: Any = request.__dict__.get("user")
    if isinstance(user, SimpleLazyObject):
        user = request.__dict__.get("_cached_user")
    return getattr(user, "pk", None)
