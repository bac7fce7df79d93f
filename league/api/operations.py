"""Operations and their description: the action it asks `access` for, a token's scope, and every answer it gives."""

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers

from league.access import ACTIONS, anyone
from league.api import conventions
from league.api.errors import JSON, PROBLEM
from league.api.etags import RestsOn
from league.enums import Scope

Method = TypeVar("Method", bound=Callable[..., Any])


class ChoiceShape(serializers.Serializer[Any]):
    """A player whom a written name may mean."""

    player = serializers.IntegerField()
    name = serializers.CharField()


class ProblemShape(serializers.Serializer[Any]):
    """One thing that is wrong."""

    code = serializers.CharField(help_text="A stable word for machines.")
    message = serializers.CharField(help_text="One sentence for a person: what was wrong, and what would be right.")
    field = serializers.CharField(
        allow_blank=True,
        help_text="The JSON pointer of the place in the body, such as `/matches/0/kind`; or the name of the query "
        "parameter or the header; or empty.",
    )
    where = serializers.CharField(allow_blank=True, help_text="The place as a person names it: match 3, game 2.")
    choices = ChoiceShape(many=True, required=False, help_text="Of `which-player`: those whom a written name may mean.")


class Errors(serializers.Serializer[Any]):
    """Everything that is wrong, at once. Every error has this shape."""

    errors = ProblemShape(many=True)  # type: ignore[assignment]


class ProblemDetails(Errors):
    """The same as RFC 9457 has it: for whoever names `application/problem+json` in Accept."""

    type = serializers.URLField(help_text="An address that names the kind of problem: it ends in its code.")
    title = serializers.CharField(help_text="What the status means.")
    status = serializers.IntegerField(min_value=400, max_value=599)
    detail = serializers.CharField(help_text="Every problem’s sentence.")
    code = serializers.CharField(help_text="The word that its problems share, or `invalid`.")


WHEN = {
    400: "The body is not JSON.",
    401: "Nobody is signed in, or the token is not valid.",
    403: "This person may not do this (`not-allowed`) or not without a second factor (`second-factor`), the token "
    "has not the scope for it (`scope`), the session’s sign-in is too long ago (`fresh-sign-in`), or its CSRF token is "
    "missing.",
    404: "There is no such thing in this league.",
    406: "Only JSON is spoken here.",
    409: "Not possible in the current state; or the same request is being answered at this moment.",
    411: "The body does not say how long it is: send a Content-Length.",
    412: "It has changed since it was read: read it again.",
    413: "The body is larger than is taken.",
    415: "Only JSON is read here.",
    422: "Something in it is wrong; every problem is listed.",
    428: "Send If-Match with the ETag that you read.",
    429: "Too many requests; Retry-After says for how many seconds.",
}
ALWAYS = (401, 403, 404, 406, 422, 429)
WRITING = (400, 409, 411, 413, 415)
CONDITIONAL = (412, 428)


def _header(name: str, about: str, kind: OpenApiTypes = OpenApiTypes.STR, **options: Any) -> OpenApiParameter:
    return OpenApiParameter(name, kind, OpenApiParameter.HEADER, description=about, **options)


KEY = _header(
    "Idempotency-Key",
    "Of your own making, such as a UUID: once it is done, the same request sent again with it gets the first answer "
    "(24 hours), with `Idempotent-Replayed: true`. A refusal leaves the key free.",
)
IF_MATCH = _header("If-Match", "The ETag of what you read.", required=True)
IF_READ = _header("If-Match", "The ETag of what you read; it may be left out.")
IF_NONE_MATCH = _header("If-None-Match", "The ETag that you have: 304 if it holds.")
SEASON = OpenApiParameter("season", OpenApiTypes.STR, description="A season’s slug; the current one, if not given.")
READ_ETAG = _header("ETag", "Another as soon as the answer is.", response=[200])
ETAG = _header("ETag", "For If-Match on the next write.", response=[200])
LIMITS = (
    _header(
        "RateLimit-Policy",
        "The limits that this request counts against: requests (q) in so many seconds (w).",
        response=True,
    ),
    _header(
        "RateLimit",
        "How many requests are left of each (r), and in how many seconds there will be more (t).",
        response=True,
    ),
    _header("Retry-After", "In how many seconds to ask again.", OpenApiTypes.INT, response=[429]),
)


@dataclass(frozen=True, slots=True)
class Operation:
    """The demands of an operation on whoever calls it."""

    id: str  # its name in the description
    action: str  # a key of `access.ACTIONS`
    scope: Scope  # what a token must be good for
    kept: bool = True  # whether its answer is kept for whoever sends the request again with the same Idempotency-Key
    media_type: str = "application/json"  # of its answer; errors are JSON all the same
    answer: Any = None  # the shape of its answer; None where it is empty
    status: int = 200  # of an answer that is no error
    body: Any = None  # the shape of what is sent; None where nothing is
    # Whether a session must have signed in lately (`access.freshness`). A token's scope is enough without.
    fresh: bool = False
    query: tuple[str, ...] = ()  # the names of its own query parameters
    listed: bool = False  # whether it reads a list: in pages, and by the filters of its view

    @property
    def public(self) -> bool:
        """Return True if it is open to people who have not signed in."""
        return ACTIONS[self.action][0] is anyone


class _Described:
    """A method of a view that becomes an operation once its view is known: by its name, module and methods."""

    def __init__(self, method: Callable[..., Any], describe: Callable[[Callable[..., Any], type], Any]) -> None:
        self.method, self.describe = method, describe

    def __set_name__(self, view: type, name: str) -> None:
        setattr(view, name, self.describe(self.method, view))


def operation(
    action: str,
    *,
    name: str = "",
    scope: Scope | None = None,
    answer: Any = None,
    status: int = 200,
    body: Any = None,
    if_match: bool = False,
    etag: bool = False,
    or_action: str = "",
    kept: bool = True,
    fresh: bool = False,
    media_type: str = "application/json",
    also: Sequence[int] = (),
    parameters: Sequence[Any] = (),
    description: str = "",
) -> Callable[[Method], Method]:
    """Make a method of a view an operation of the API: its docstring is the summary, its module's tag its tag.

    It is given what its address names (`ApiView.resolve_address`) and returns what `answer` shows, or a response.

    Args:
        name: its id in the schema, where it is not the one that `conventions.name_of` derives.
        scope: what a token must be good for, where it is not what `conventions.SCOPES` has for the action.
        answer: the shape of its answer; None for an empty one (204).
        body: the shape of what is sent.
        if_match: it wants the ETag of what it changes; `etag`: its answer has one.
        or_action: another that serves as well.
        kept: False where the answer is a file, or is to be nowhere but with whoever asked: there is no Idempotency-Key.
            Also where the account's owner is told by mail, which waits for no transaction of the answer's.
        fresh: True for what would let a stolen session take something away: a session must have signed in lately.
        media_type: of the answer, where it is not JSON.
        also: statuses that not every operation of its method answers.
    """
    if answer is None:
        status = 204

    def describe(method: Callable[..., Any], view: type) -> Any:
        verb = method.__name__
        writes = verb != "get"
        listed = not writes and isinstance(answer, serializers.ListSerializer)
        wanted_scope = scope or conventions.scope_of(verb, action)
        named = name or conventions.name_of(view, verb, action, listed=listed)
        rests = getattr(body, "rests_on", None)
        wanted = if_match or (isinstance(rests, RestsOn) and bool(rests.needs))
        statuses = {*ALWAYS, *(WRITING if writes else ()), *(CONDITIONAL if wanted or rests else ()), *also}
        extras = [
            *parameters,
            *([KEY] if writes and kept else []),
            *([IF_MATCH] if wanted else [IF_READ] if rests else []),
        ]
        read = not writes and media_type == JSON
        extras += [ETAG] if etag else [READ_ETAG] if read else []
        extras += LIMITS
        responses: dict[Any, Any] = {
            (code, kind): OpenApiResponse(error_shape, WHEN[code])
            for code in sorted(statuses)
            for kind, error_shape in ((JSON, Errors), (PROBLEM, ProblemDetails))
        }
        responses[(status, media_type)] = answer if answer is not None else OpenApiResponse(None, "Done.")
        if read:
            extras.append(IF_NONE_MATCH)
            responses[304] = OpenApiResponse(None, "It is as you have it.")
        described = extend_schema(
            operation_id=named,
            summary=" ".join(inspect.cleandoc(method.__doc__ or "").split()).removesuffix("."),
            description=description or f"{ACTIONS[action][1]} Scope of a token: `{wanted_scope.value}`.",
            request=body,
            responses=responses,
            parameters=extras,
            tags=[conventions.tag_of_view(view)],
            extensions={
                "x-actions": [one for one in (action, or_action) if one],
                "x-scope": wanted_scope.value,
                **({"x-fresh-sign-in": True} if fresh else {}),
            },
        )(method)
        query = tuple(one.name for one in parameters if one.location == OpenApiParameter.QUERY)
        described.operation = Operation(  # type: ignore[attr-defined]
            named, action, wanted_scope, kept, media_type, answer, status, body, fresh, query, listed
        )
        return described

    def decorate(method: Method) -> Method:
        return cast("Method", _Described(method, describe))

    return decorate
