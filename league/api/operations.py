"""What an operation says about itself: the action it asks `access` for, a token's scope, and every answer it gives."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers

from league.access import ACTIONS, anyone
from league.api.examples import examples_of
from league.enums import Scope

View = TypeVar("View", bound=Callable[..., Any])


class ProblemShape(serializers.Serializer[Any]):
    """One thing that is wrong."""

    code = serializers.CharField(help_text="A stable word for machines.")
    message = serializers.CharField(help_text="One sentence for a person: what was wrong, and what would be right.")
    field = serializers.CharField(allow_blank=True, help_text="The field it belongs to, or empty.")
    where = serializers.CharField(allow_blank=True, help_text="The place as a person names it: match 3, game 2.")


class Errors(serializers.Serializer[Any]):
    """Everything that is wrong, at once. Every error has this shape."""

    errors = ProblemShape(many=True)  # type: ignore[assignment]


WHEN = {
    400: "The body is no JSON.",
    401: "Nobody is signed in, or the token is no good.",
    403: "This person may not do this, the token has not the scope for it, or the session’s CSRF token is missing.",
    404: "There is no such thing in this league.",
    406: "Only JSON is spoken here.",
    409: "Not as things stand now; or the same request is being answered at this moment.",
    412: "It has changed since it was read: read it again.",
    413: "The body is larger than is taken.",
    415: "Only JSON is read here.",
    422: "Something in it is wrong; every problem is told at once.",
    428: "Send If-Match with the ETag that you read.",
    429: "Too many requests; Retry-After says for how many seconds.",
}
ALWAYS = (401, 403, 404, 406, 422, 429)
WRITING = (400, 409, 413, 415)
CONDITIONAL = (412, 428)
KEY = OpenApiParameter(
    "Idempotency-Key",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="Of your own making, such as a UUID: the same request sent again with it gets the first answer "
    "(24 hours), with `Idempotent-Replayed: true`.",
)
IF_MATCH = OpenApiParameter(
    "If-Match", OpenApiTypes.STR, OpenApiParameter.HEADER, required=True, description="The ETag of what you read."
)
IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match", OpenApiTypes.STR, OpenApiParameter.HEADER, description="The ETag that you have: 304 if it holds."
)
SEASON = OpenApiParameter("season", OpenApiTypes.STR, description="A season’s slug; the current one, if not told.")
ETAG = OpenApiParameter(
    "ETag", OpenApiTypes.STR, OpenApiParameter.HEADER, response=[200], description="For If-Match on the next write."
)


@dataclass(frozen=True, slots=True)
class Operation:
    """What is asked of whoever calls an operation.

    Attributes:
        action: a key of `access.ACTIONS`.
        scope: what a token must be good for.
        kept: whether its answer is kept for whoever sends the request again with the same Idempotency-Key.
        media_type: of its answer; errors are JSON all the same.
        body: the shape of what is sent; None where nothing is.
    """

    id: str
    action: str
    scope: Scope
    kept: bool = True
    media_type: str = "application/json"
    body: Any = None

    @property
    def public(self) -> bool:
        """Whether it is open to people who have not signed in."""
        return ACTIONS[self.action][0] is anyone


def operation(
    name: str,
    summary: str,
    *,
    action: str,
    scope: Scope = Scope.READ,
    answer: Any,
    status: int = 200,
    body: Any = None,
    if_match: bool = False,
    etag: bool = False,
    or_action: str = "",
    kept: bool = True,
    media_type: str = "application/json",
    also: Sequence[int] = (),
    parameters: Sequence[Any] = (),
    description: str = "",
    tag: str,
) -> Callable[[View], View]:
    """Make a method of a view an operation of the API.

    Args:
        name: its id in the schema.
        answer: the shape of its answer; None for an empty one.
        body: the shape of what is sent.
        if_match: it wants the ETag of what it changes; `etag`: its answer has one.
        or_action: another that serves as well.
        kept: False where the answer is a file, or is to be nowhere but with whoever asked: there is no Idempotency-Key.
        media_type: of the answer, where it is not JSON.
        also: statuses that not every operation of its method answers.
    """
    ACTIONS[action]

    def decorate(view: View) -> View:
        writes = view.__name__ != "get"
        statuses = {*ALWAYS, *(WRITING if writes else ()), *(CONDITIONAL if if_match else ()), *also}
        extras = [*parameters, *([KEY] if writes and kept else []), *([IF_MATCH] if if_match else [])]
        extras += [ETAG] if etag else []
        responses: dict[Any, Any] = {code: OpenApiResponse(Errors, WHEN[code]) for code in statuses}
        responses[(status, media_type)] = answer if answer is not None else OpenApiResponse(None, "Done.")
        if etag and not writes:
            extras.append(IF_NONE_MATCH)
            responses[304] = OpenApiResponse(None, "It is as you have it.")
        wrapped = extend_schema(
            operation_id=name,
            summary=summary,
            description=description or f"{ACTIONS[action][1]} Scope of a token: `{scope.value}`.",
            request=body,
            responses=responses,
            parameters=extras,
            examples=list(examples_of(name)),
            tags=[tag],
            extensions={"x-actions": [name for name in (action, or_action) if name], "x-scope": scope.value},
        )(view)
        wrapped.operation = Operation(name, action, scope, kept, media_type, body)  # type: ignore[attr-defined]
        return wrapped

    return decorate
