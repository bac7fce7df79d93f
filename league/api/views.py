"""The way into the API: who asks, whether their token is good for it, and the write that is answered once."""

import datetime as dt
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial as with_arguments
from itertools import islice
from typing import Any

from django.conf import settings
from django.db import transaction
from django.http import HttpResponse, HttpResponseBase
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.crypto import salted_hmac
from django.utils.translation import get_language
from rest_framework.exceptions import NotAcceptable
from rest_framework.generics import GenericAPIView
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import ListSerializer
from rest_framework.throttling import BaseThrottle

from league.access import ACTIONS, is_fresh
from league.api.authentication import AddressThrottle, Throttle, TokenThrottle, UserThrottle, rate_limits
from league.api.bodies import MOST_UNKNOWN, Check, point_in_body, read_body, unknown_key, unknown_keys
from league.api.errors import NoPrecondition, Stale, WrongScope, message_of
from league.api.etags import RestsOn, has, tag_of_body, tag_of_state
from league.api.filters import check
from league.api.operations import Operation
from league.errors import Changed, Invalid, LeagueError, NotAllowed, NotFresh
from league.models import ApiToken, IdempotencyKey, User
from league.queries.domains import base_url_of, host_league
from league.rules.problems import Problem
from league.services import idempotency
from league.services.ops.memory import MINUTE, Answer, Memory, stamp_of
from league.translation import N_, Text

SAFE = ("GET", "HEAD", "OPTIONS")
KEPT_HEADERS = ("Content-Type", "ETag", "Location", "WWW-Authenticate")
BESIDE = N_("Leave this out. Send the ETag of what you read as If-Match.")


class ApiView(GenericAPIView[Any]):
    """Every address of the API; `now` is the moment of the request."""

    throttle_classes: tuple[type[Throttle], ...] = (UserThrottle, TokenThrottle)
    filter_backends: Any = ()
    http_method_names = ("get", "head", "post", "put", "patch", "delete")
    now: dt.datetime
    limits: list[Throttle]
    by_tag = False
    # Of the league that an answer is about, where it is the same for every stranger.
    league_state = ""

    def dispatch(self, request: Any, *args: Any, **kwargs: Any) -> HttpResponseBase:
        self.args, self.kwargs = args, kwargs
        self.request = request = self.initialize_request(request, *args, **kwargs)
        self.headers = self.default_response_headers
        self.now = timezone.now()
        self.limits = []
        try:
            self.initial(request, *args, **kwargs)
            answer = self._answer_once(request)
        except Exception as error:  # noqa: BLE001 - as the framework does: the handler decides, or raises it again
            answer = self.handle_exception(error)
        self.response = self.finalize_response(request, answer, *args, **kwargs)
        return self.response

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        first = AddressThrottle()
        self.limits = [first]
        if not first.allow_request(request, self):
            self.throttled(request, first.wait())  # type: ignore[arg-type]
        super().initial(request, *args, **kwargs)
        if request.method not in SAFE:
            # Read whole at once: too large a body is refused here, and the key below is of all of it.
            _ = request._request.body
        operation = self.operation
        if operation is None:
            return
        if isinstance(request.auth, ApiToken) and operation.scope not in request.auth.scopes:
            raise WrongScope(
                Text("This token was not made for this: it needs the scope “{scope}”.", scope=operation.scope.value)
            )
        if not operation.public and not request.user.is_authenticated:
            raise NotAllowed(ACTIONS[operation.action][1])
        check(request, self, operation)
        if operation.fresh and request.user.is_authenticated and not isinstance(request.auth, ApiToken):
            self._need_fresh(request)
        if operation.body is None and request.method not in SAFE and request._request.body:
            self._need_no_body(request.data)

    def _need_no_body(self, sent: Any) -> None:
        """Raise Invalid for each key sent to an operation that reads nothing."""
        keys = sent if isinstance(sent, dict) else {}
        if keys:
            raise Invalid(unknown_key(name, ()) for name in islice(keys, MOST_UNKNOWN))

    def _need_fresh(self, request: Request) -> None:
        """Raise NotFresh for a session signed in too long ago. A token was made freshly, and for its scope."""
        if not is_fresh(request._request):
            # There they are signed in.
            where = request.build_absolute_uri(reverse("account_reauthenticate"))
            raise NotFresh(
                Text("You signed in some time ago. Prove that it is you at {where}, then ask again.", where=where)
            )

    def get_throttles(self) -> list[BaseThrottle]:
        throttles = super().get_throttles()
        self.limits += [throttle for throttle in throttles if isinstance(throttle, Throttle)]
        return throttles

    def perform_content_negotiation(self, request: Request, force: bool = False) -> Any:
        try:
            return super().perform_content_negotiation(request, force)
        except NotAcceptable:
            operation = self.operation
            if operation is None or not request._request.accepts(operation.media_type):
                raise
            # A file as it is, or what is wrong with the request, as JSON.
            return JSONRenderer(), JSONRenderer.media_type

    @property
    def operation(self) -> Operation | None:
        name = "get" if self.request.method == "HEAD" else str(self.request.method).lower()
        return getattr(getattr(self, name, None), "operation", None)

    def prepare(self) -> None:
        """Do what of a write takes long and writes nothing, such as decoding a picture.

        Runs before the transaction in which an answer is kept, so that no other write waits for it.
        """

    def _prepare(self, request: Request) -> None:
        if request.method not in SAFE and self.operation is not None:
            with timezone.override(self.time_zone), self._pointing_in_body():
                self.prepare()

    def _answer(self, request: Request) -> HttpResponseBase:
        name = str(request.method).lower()
        handler = getattr(self, name, None) if name in self.http_method_names else None
        with timezone.override(self.time_zone), self._pointing_in_body():
            if handler is None:
                return self.http_method_not_allowed(request)
            answer = handler(**self.resolve_address())
            return answer if isinstance(answer, HttpResponseBase) else self.respond(answer)

    @contextmanager
    def _pointing_in_body(self) -> Iterator[None]:
        """Translate the fields of raised problems to pointers into this body."""
        try:
            yield
        except LeagueError as error:
            body = self.operation.body if self.operation is not None else None
            if body is not None:
                fields = (body() if isinstance(body, type) else body).fields
                point = with_arguments(point_in_body, fields=fields, body=self.request.data)
                error.field = point(error.field)
                if isinstance(error, Invalid):
                    error.problems = tuple(
                        # A filter's is the name of a parameter.
                        one if one.code == "filter" else replace(one, field=point(one.field))
                        for one in error.problems
                    )
            raise

    @property
    def time_zone(self) -> dt.tzinfo:
        return dt.UTC

    def resolve_address(self) -> dict[str, Any]:
        """Return what the address names, by its words: each found by the view's `find_…`, or as it is written."""
        words = {word: value for word, value in self.kwargs.items() if word != "league"}
        return {word: getattr(self, f"find_{word}", _as_written)(value) for word, value in words.items()}

    def _answer_read(self, request: Request) -> HttpResponseBase:
        """Answer a read with its ETag, or 304; a stranger from memory while nothing changes."""
        memory: Memory[Answer] | None = getattr(request._request, "kept_answers", None)
        if not self.league_state or memory is None:
            return self._with_tag(request, self._answer(request))
        made: list[HttpResponseBase] = []

        def make() -> Answer | None:
            made.append(self._with_tag(request, self._answer(request)))
            return _kept_answer(made[0])

        address = request.build_absolute_uri()
        # Its links lead to the league's domain, which another process may have changed.
        links = base_url_of(request._request.league)  # type: ignore[attr-defined]
        key = (address, host_league(request._request), links, request.accepted_media_type, get_language())
        kept = memory.get(key, stamp_of(self.league_state, MINUTE), make)
        if kept is None:
            return made[0]
        return _not_modified(request, HttpResponse(kept.body, headers={**dict(kept.headers), "ETag": kept.etag}))

    def _with_tag(self, request: Request, answer: HttpResponseBase) -> HttpResponseBase:
        if not isinstance(answer, Response) or answer.status_code != 200:
            return answer
        done = self.finalize_response(request, answer, *self.args, **self.kwargs).render()
        if "no-store" not in done.headers.get("Cache-Control", ""):
            done.headers.setdefault("ETag", tag_of_body(done.content))
        return done

    def _answer_once(self, request: Request) -> HttpResponseBase:
        if request.method in SAFE:
            return _not_modified(request, self._answer_read(request))
        key = request.headers.get("Idempotency-Key")
        operation = self.operation
        if key is None or (operation is not None and not operation.kept):
            self._prepare(request)
            return self._answer(request)
        kept = idempotency.reserve_key(self._owner(request), key, _fingerprint(request), now=self.now)
        if kept.status is not None:
            return _replayed(kept)
        try:
            answer = self._answer_and_keep(request, kept)
        except BaseException:
            idempotency.free_key(kept)
            raise
        if kept.status is None:
            idempotency.free_key(kept)
        return answer

    def _answer_and_keep(self, request: Request, kept: IdempotencyKey) -> HttpResponseBase:
        """Write and keep the answer in one transaction: a process that dies has done neither."""
        refused = None
        try:
            self._prepare(request)
        except Exception as error:  # noqa: BLE001 - a refusal is an answer; anything else is raised again
            refused = self.handle_exception(error)
        with transaction.atomic():
            try:
                answer = refused or self._answer(request)
            except Exception as error:  # noqa: BLE001 - as above
                answer = self.handle_exception(error)
            done = self.finalize_response(request, answer, *self.args, **self.kwargs)
            if isinstance(done, Response):
                done.render()
            # A refusal has done nothing: the next try may be answered otherwise.
            if isinstance(done, HttpResponse) and done.status_code < 300:
                headers = {name: done.headers[name] for name in KEPT_HEADERS if name in done.headers}
                idempotency.store_response(kept, status=done.status_code, headers=headers, body=done.content)
            return done

    def _owner(self, request: Request) -> str:
        if isinstance(request.user, User):
            return idempotency.owner_of(request.user)
        return f"address:{AddressThrottle().get_ident(request)}"

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        done = super().finalize_response(request, response, *args, **kwargs)
        # What is told to somebody who brings credentials is not stored at all (config.headers).
        if settings.SESSION_COOKIE_NAME not in request.COOKIES and "Authorization" not in request.headers:
            done.headers.setdefault("Cache-Control", "private, no-cache")
        patch_vary_headers(done, ["Accept", "Authorization", "Cookie"])
        for name, value in rate_limits(self.limits).items():
            done.headers[name] = value
        return done

    @property
    def user(self) -> User:
        """A visitor is passed on as they are: the services refuse them."""
        return self.request.user  # type: ignore[return-value]

    def read(self, check: Check | None = None) -> dict[str, Any]:
        """Return what was sent, validated by the operation's shape, and what its If-Match says was read.

        Raises:
            Invalid: with every problem, those that `check` yields among them.
        """
        shape: Any = self.operation.body  # type: ignore[union-attr]
        body, rests = self.request.data, getattr(shape, "rests_on", None)
        beside: list[Problem] = []
        if isinstance(rests, RestsOn) and isinstance(body, dict):
            beside = [Problem("if-match", BESIDE, f"/{name}") for name in rests.names if name in body]
            body = {name: value for name, value in body.items() if name not in rests.names}
        partial = getattr(shape, "partial", False)
        sent = (shape if isinstance(shape, type) else type(shape))(data=body, partial=partial)
        slips = [*beside, *islice(unknown_keys(sent, body), MOST_UNKNOWN)]
        # A slip of the pen is told before what has changed meanwhile.
        read = self._what_was_read(rests, body) if isinstance(rests, RestsOn) and not slips else {}
        return {**read_body(sent, slips, check), **read}

    def _what_was_read(self, rests: RestsOn, body: Any) -> dict[str, int | str | None]:
        """Return the values in If-Match, by name; None for each where it may be left out.

        Raises:
            Stale: the tag is of another thing (412).
            NoPrecondition: there must be one (428).
        """
        if_match = self.request.headers.get("If-Match", "").strip()
        read = rests.read_tag(if_match, self.kwargs[rests.of])
        if read is not None:
            self.by_tag = True
            return {**read}
        if if_match:
            raise Stale(N_("This ETag is of something else. Send the one of what you read."))
        if rests.needed(body if isinstance(body, dict) else {}):
            raise NoPrecondition(N_("Say what you have read: send its ETag as If-Match."), field="If-Match")
        return dict.fromkeys(rests.names)

    def respond(self, answer: Any, **context: Any) -> Response:
        """Show an answer in the operation's shape; a list that is read, in pages."""
        operation = self.operation
        if operation is None or operation.answer is None:
            return Response(status=204)
        many = isinstance(operation.answer, ListSerializer)
        shape = type(operation.answer.child) if many else operation.answer
        if operation.listed:
            lines = self.paginate_queryset(answer)
            return self.get_paginated_response(shape(lines, many=True, context=context).data)
        return Response(shape(answer, many=many, context=context).data, status=operation.status)

    def tagged(self, answer: Any, of: str, /, **state: object) -> Response:
        """Respond with an answer and the ETag by which a write to `of`, a word of the address, rests on this state."""
        return self.tag(self.respond(answer), of, **state)

    def tag(self, response: Response, of: str, /, **state: object) -> Response:
        response.headers["ETag"] = tag_of_state(f"{of}.{self.kwargs[of]}", response.data, **state)
        return response

    def handle_exception(self, exc: Exception) -> Response:
        """Answer 412, as for every tag, where what was read has changed."""
        if self.by_tag and isinstance(exc, Changed):
            exc = Stale(message_of(exc))
        answer: Response = super().handle_exception(exc)
        return answer


def _as_written(value: Any) -> Any:
    return value


def _not_modified(request: Request, answer: HttpResponseBase) -> HttpResponseBase:
    tag = answer.headers.get("ETag", "")
    if not (tag and answer.status_code == 200 and has(request.headers.get("If-None-Match", ""), tag)):
        return answer
    return HttpResponse(status=304, headers={"ETag": tag})


def _kept_answer(answer: HttpResponseBase) -> Answer | None:
    """Return an answer as it is cached, without the headers that are its reader's own."""
    if not isinstance(answer, Response) or answer.status_code != 200 or "ETag" not in answer.headers:
        return None
    headers = tuple(one for one in answer.items() if not one[0].startswith(("RateLimit", "ETag")))
    return Answer(answer.headers["ETag"], answer.content, headers)


def _fingerprint(request: Request) -> str:
    """Return a keyed digest: a request may hold a password."""
    head = (str(request.method), request.get_full_path(), request.content_type or "")
    whole = "\n".join(head).encode(errors="replace") + b"\n" + request._request.body
    return salted_hmac("muggins.idempotency", whole, algorithm="sha256").hexdigest()


def _replayed(kept: IdempotencyKey) -> HttpResponse:
    answer = HttpResponse(bytes(kept.body), status=kept.status)
    del answer.headers["Content-Type"]
    for name, value in kept.headers.items():
        answer.headers[name] = value
    answer.headers["Idempotent-Replayed"] = "true"
    return answer
