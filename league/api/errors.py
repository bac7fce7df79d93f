"""Errors under /api/, in one shape: `{"errors": [{"code", "message", "field", "where"}]}`, and that of
RFC 9457 around it for whoever asks for it (`details`).

`handle` maps what the services raise and what the framework raises; `not_found` and its like are Django's own last
resorts, which answer in this shape too where a program asked.
"""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from http.client import responses
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict, UnreadablePostError
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers
from django.views import defaults
from django.views.decorators.csrf import requires_csrf_token
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.response import Response

from league.errors import Changed, Invalid, LeagueError, NotAllowed, NothingThere, WrongState
from league.queries.ops import HEADERS, why_unavailable
from league.rules.problems import Problem
from league.translation import N_, translated

ROOT = "/api/"
CHALLENGE = 'Bearer realm="Muggins"'
NO_ONE = N_("Nobody is signed in. Send a token as “Authorization: Bearer …”, or sign in.")
# A page tells what to open again; a program reads it again.
CHANGED = N_("This has changed since you read it. Read it again, then decide.")
STATUS: dict[type[LeagueError], int] = {NotAllowed: 403, WrongState: 409, Changed: 409, Invalid: 422}


class Stale(LeagueError):
    """What the request rests on has changed since it was read (412)."""

    code = "stale"


class NoPrecondition(LeagueError):
    """The request must send If-Match (428)."""

    code = "precondition-required"


class WrongScope(LeagueError):
    code = "scope"


class TooLarge(LeagueError):
    code = "too-large"


OWN: dict[type[LeagueError], int] = {Stale: 412, NoPrecondition: 428, WrongScope: 403, TooLarge: 413}
CODES: dict[int, str] = {
    400: "bad-request",
    401: "not-authenticated",
    403: "not-allowed",
    404: "not-found",
    405: "method-not-allowed",
    406: "not-acceptable",
    411: "length-required",
    413: "too-large",
    415: "unsupported-media-type",
    429: "throttled",
    500: "server-error",
    503: "unavailable",
}


@dataclass(frozen=True, slots=True)
class Answer:
    """An error, before it has one of the two shapes."""

    status: int
    problems: Sequence[Problem]
    headers: Mapping[str, str] = field(default_factory=dict)


def handle(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """Return the response to an exception of a view; None for a fault of ours."""
    request = context["request"]
    answer = _answer_to(error, request)
    if answer is None:
        return None
    body, media_type = render_problems(request._request, answer.status, answer.problems)
    content_type = media_type if media_type == PROBLEM else None
    return Response(body, status=answer.status, headers=dict(answer.headers), content_type=content_type)


def _answer_to(error: Exception, request: Request) -> Answer | None:
    if isinstance(error, Http404):
        return Answer(404, [Problem("not-found", _why(error))])
    if isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
    if isinstance(error, RequestDataTooBig):
        error = TooLarge(translated(N_("The body is larger than is taken here.")))
    if isinstance(error, SuspiciousOperation | UnreadablePostError):
        error = exceptions.ParseError(translated(N_("This request cannot be read.")))
    if isinstance(error, LeagueError):
        return _refused(error, request.user.is_authenticated)
    if isinstance(error, exceptions.ValidationError):
        return Answer(422, list(problems_in(error.detail)))
    if isinstance(error, exceptions.APIException):
        return _framework(error)
    if why := why_unavailable(error):
        leave_session(request)
        return Answer(503, [Problem(CODES[503], why)], HEADERS)
    return None


def _why(error: Http404) -> str:
    return error.message if isinstance(error, NothingThere) else N_("There is no such thing here.")


def _refused(error: LeagueError, signed_in: bool) -> Answer:
    if isinstance(error, NotAllowed) and not signed_in:
        return Answer(401, [Problem("not-authenticated", NO_ONE)], {"WWW-Authenticate": CHALLENGE})
    problems = error.problems if isinstance(error, Invalid) else ()
    status = next((code for kind, code in (OWN | STATUS).items() if isinstance(error, kind)), 422)
    return Answer(status, list(problems) or [Problem(error.code, message_of(error), error.field)])


def message_of(error: LeagueError) -> str:
    """Return an error's message without what to do on a page."""
    return CHANGED if error.code == Changed.code else error.plain


def _framework(error: exceptions.APIException) -> Answer:
    headers = {}
    if getattr(error, "auth_header", None):
        headers["WWW-Authenticate"] = str(error.auth_header)  # type: ignore[attr-defined]
    if isinstance(error, exceptions.Throttled):
        # A wait of none is still a wait: at least a second, so that nobody asks again at once.
        headers["Retry-After"] = str(max(1, int(getattr(error, "wait", None) or 1)))
    code = error.get_codes()
    own = code if isinstance(code, str) and code in ("csrf", "token", "parse_error") else ""
    return Answer(
        error.status_code,
        [Problem(own.replace("_", "-") or CODES.get(error.status_code, "error"), str(error.detail))],
        headers,
    )


def point_to(at: str, name: str | int) -> str:
    """Return the JSON pointer (RFC 6901) of a key or an index within another."""
    return f"{at}/{str(name).replace('~', '~0').replace('/', '~1')}"


def problems_in(detail: Any, at: str = "") -> Iterator[Problem]:
    """Yield the problems of a serializer, each with its JSON pointer: ``/matches/0/games/2/home``."""
    if isinstance(detail, dict):
        for name, inner in detail.items():
            yield from problems_in(inner, at if name == "non_field_errors" else point_to(at, name))
    elif isinstance(detail, list) and any(isinstance(inner, dict | list) for inner in detail):
        for place, inner in enumerate(detail):
            yield from problems_in(inner, point_to(at, place))
    elif isinstance(detail, list):
        for inner in detail:
            yield from problems_in(inner, at)
    else:
        yield Problem(str(getattr(detail, "code", "invalid")).replace("_", "-"), str(detail), at)


def _plainly(request: HttpRequest, status: int, message: str, headers: Mapping[str, str] | None = None) -> HttpResponse:
    body, media_type = render_problems(request, status, [Problem(CODES[status], message)])
    answer = JsonResponse(body, status=status, content_type=media_type, headers=headers)
    patch_vary_headers(answer, ["Accept"])
    return answer


def unavailable(request: HttpRequest, message: str, headers: Mapping[str, str]) -> HttpResponse:
    """Answer 503 where no view was reached."""
    return _plainly(request, 503, message, headers)


Page = Callable[..., HttpResponse]


def _last_resort(status: int, message: str, page: Page) -> Page:
    """Make Django's answer where no view was reached: our shape for a program, a page for a person."""

    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.path_info.startswith(ROOT):
            return page(request, *args, **kwargs)
        return _plainly(request, status, message)

    return answer


_bad_request = _last_resort(400, N_("This request cannot be read."), defaults.bad_request)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Answer a request that cannot be read: too large (413), of no length (411), or wrong (400)."""
    status = 413 if isinstance(exception, RequestDataTooBig) else 411 if _lacks_length(request) else 400
    if status == 400:
        # A form that cannot be read is not read again for its CSRF token.
        request.POST = QueryDict()
        return _bad_request(request, exception=exception)
    if request.path_info.startswith(ROOT):
        return _plainly(request, status, str(exception))
    return render(request, "413.html", {"message": str(exception), "status": status}, status=status)


def _lacks_length(request: HttpRequest) -> bool:
    return bool(request.META.get("HTTP_TRANSFER_ENCODING")) and not request.META.get("CONTENT_LENGTH")


permission_denied = _last_resort(403, N_("This is not allowed."), defaults.permission_denied)


@requires_csrf_token
def _no_page(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    why = exception.message if isinstance(exception, NothingThere) else ""
    return render(request, "404.html", {"why": why}, status=404)


_no_address = N_("There is nothing at this address. Every address of the API ends in a slash.")
not_found = _last_resort(404, _no_address, _no_page)
_broken = _last_resort(500, N_("Something went wrong on our side; it has been noted."), defaults.server_error)


def leave_session(request: Any) -> None:
    """Keep a session as it is stored: what was begun with it is not finished."""
    if hasattr(request, "session"):
        request.session.modified = False


def server_error(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
    """Answer 503 where the database is away or the disk is full, else 500."""
    why = why_unavailable(sys.exception())
    if not why:
        return _broken(request, *args, **kwargs)
    leave_session(request)
    if request.path_info.startswith(ROOT):
        return _plainly(request, 503, why, HEADERS)
    # Without the request: who is reading cannot be asked.
    return HttpResponse(render_to_string("503.html", {"why": why}), status=503, headers=HEADERS)


JSON = "application/json"
PROBLEM = "application/problem+json"


def shape(problems: Sequence[Problem]) -> dict[str, list[dict[str, Any]]]:
    return {"errors": [_shape(problem) for problem in problems]}


def _shape(problem: Problem) -> dict[str, Any]:
    payload = {
        "code": problem.code,
        "message": translated(problem.message),
        "field": problem.field,
        "where": translated(problem.where),
    }
    # Those who may be meant; somebody new has no id.
    players = [{"player": number, "name": name} for number, name in problem.choices if number]
    return {**payload, "choices": players} if players else payload


def details(status: int, problems: Sequence[Problem]) -> dict[str, Any]:
    """Return an RFC 9457 document. Its `code` is the one its problems share, else `invalid`."""
    codes = {problem.code for problem in problems}
    code = codes.pop() if len(codes) == 1 else "invalid"
    return {
        "type": f"{settings.BASE_URL}/api/v1/docs/#{code}",
        "title": responses.get(status, "Error"),
        "status": status,
        "detail": " ".join(translated(problem.message) for problem in problems),
        "code": code,
        **shape(problems),
    }


def render_problems(request: HttpRequest, status: int, problems: Sequence[Problem]) -> tuple[Mapping[str, Any], str]:
    """Return the body of an error as this request wants it, and its content type."""
    if wants_details(request):
        return details(status, problems), PROBLEM
    return shape(problems), JSON


def wants_details(request: HttpRequest) -> bool:
    """Whether Accept names problem+json itself, and likes it no less than JSON."""
    liked = {str(one).partition(";")[0].strip().lower(): one.quality for one in request.accepted_types}
    return liked.get(PROBLEM, 0.0) > 0 and liked[PROBLEM] >= liked.get(JSON, 0.0)
