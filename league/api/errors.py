"""Whatever goes wrong under /api/ has one shape: `{"errors": [{"code", "message", "field", "where"}]}`.

`handle` maps what the services raise and what the framework raises; `not_found` and its like are Django's own last
resorts, which answer in this shape too where a program asked.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views import defaults
from rest_framework import exceptions
from rest_framework.response import Response

from league.errors import Invalid, LeagueError, NotAllowed, WrongState
from league.rules.problems import Problem

ROOT = "/api/"
CHALLENGE = 'Bearer realm="Muggins"'
STATUS: dict[type[LeagueError], int] = {NotAllowed: 403, WrongState: 409, Invalid: 422}


class Stale(LeagueError):
    """What the request rests on has changed since it was read (412)."""

    code = "stale"


class NoPrecondition(LeagueError):
    """The request must say what it rests on (428)."""

    code = "precondition-required"


class WrongScope(LeagueError):
    """The token may not be used for this (403)."""

    code = "scope"


class TooLarge(LeagueError):
    """The body is larger than is taken (413)."""

    code = "too-large"


OWN: dict[type[LeagueError], int] = {Stale: 412, NoPrecondition: 428, WrongScope: 403, TooLarge: 413}
CODES: dict[int, str] = {
    400: "bad-request",
    401: "not-authenticated",
    403: "not-allowed",
    404: "not-found",
    405: "method-not-allowed",
    406: "not-acceptable",
    413: "too-large",
    415: "unsupported-media-type",
    429: "throttled",
    500: "server-error",
}


def shape(problems: list[Problem]) -> dict[str, list[dict[str, str]]]:
    """Problems as every error is told."""
    return {
        "errors": [{"code": p.code, "message": p.message, "field": p.field, "where": p.where} for p in problems],
    }


def handle(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """The answer to whatever a view raised; None for what is a fault of ours."""
    if isinstance(error, Http404):
        return _answer(404, [Problem("not-found", _told(error) or "There is no such thing here.")])
    if isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
    if isinstance(error, RequestDataTooBig):
        error = TooLarge("The body is larger than is taken here.")
    if isinstance(error, SuspiciousOperation):
        error = exceptions.ParseError("This request cannot be read.")
    if isinstance(error, LeagueError):
        return _refused(error, context["request"].user.is_authenticated)
    if isinstance(error, exceptions.ValidationError):
        return _answer(422, list(problems_in(error.detail)))
    if isinstance(error, exceptions.APIException):
        return _framework(error)
    return None


def _told(error: Http404) -> str:
    return error.args[0] if error.args and isinstance(error.args[0], str) else ""


def _answer(status: int, problems: list[Problem], headers: Mapping[str, str] | None = None) -> Response:
    return Response(shape(problems), status=status, headers=dict(headers or {}))


def _refused(error: LeagueError, signed_in: bool) -> Response:
    if isinstance(error, NotAllowed) and not signed_in:
        return _answer(401, [Problem("not-authenticated", error.message)], {"WWW-Authenticate": CHALLENGE})
    problems = error.problems if isinstance(error, Invalid) else ()
    status = OWN.get(type(error)) or STATUS.get(type(error), 422)
    return _answer(status, list(problems) or [Problem(error.code, error.message, error.field)])


def _framework(error: exceptions.APIException) -> Response:
    headers = {}
    if getattr(error, "auth_header", None):
        headers["WWW-Authenticate"] = str(error.auth_header)  # type: ignore[attr-defined]
    if isinstance(error, exceptions.Throttled):
        # A wait of none is still a wait: at least a second, so that nobody asks again at once.
        headers["Retry-After"] = str(max(1, int(getattr(error, "wait", None) or 1)))
    code = error.get_codes()
    own = code if isinstance(code, str) and code in ("csrf", "token", "parse_error") else ""
    return _answer(
        error.status_code,
        [Problem(own.replace("_", "-") or CODES.get(error.status_code, "error"), str(error.detail))],
        headers,
    )


def problems_in(detail: Any, field: str = "") -> Iterator[Problem]:
    """What a serializer found, each at its field: ``matches.0.games.2.home``."""
    if isinstance(detail, dict):
        for name, inner in detail.items():
            own = "" if name == "non_field_errors" else str(name)
            yield from problems_in(inner, ".".join(part for part in (field, own) if part))
    elif isinstance(detail, list) and any(isinstance(inner, dict | list) for inner in detail):
        for place, inner in enumerate(detail):
            yield from problems_in(inner, f"{field}.{place}" if field else str(place))
    elif isinstance(detail, list):
        for inner in detail:
            yield from problems_in(inner, field)
    else:
        yield Problem(str(getattr(detail, "code", "invalid")).replace("_", "-"), str(detail), field)


Page = Callable[..., HttpResponse]


def _last_resort(status: int, message: str, page: Page) -> Page:
    """Django's answer where no view was reached: in our shape for a program, as a page for a person."""

    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.path_info.startswith(ROOT):
            return page(request, *args, **kwargs)
        return JsonResponse(shape([Problem(CODES[status], message)]), status=status)

    return answer


bad_request = _last_resort(400, "This request cannot be read.", defaults.bad_request)
permission_denied = _last_resort(403, "This is not allowed.", defaults.permission_denied)
not_found = _last_resort(
    404, "There is nothing at this address. Every address of the API ends in a slash.", defaults.page_not_found
)
server_error = _last_resort(500, "Something went wrong on our side; it has been noted.", defaults.server_error)
