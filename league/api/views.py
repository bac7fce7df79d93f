"""The way into the API, and into a league through it.

`ApiView` is every address: who asks, whether their token is good for it, and the write that is answered once.
`LeagueView` loads the league the address names, the clock and what the asker may speak for, as
`web.requests.in_league` does for pages.
"""

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
from django.shortcuts import get_object_or_404
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
from rest_framework.serializers import BaseSerializer
from rest_framework.throttling import BaseThrottle

from league.access import ACTIONS, Grants, ensure, grants, is_fresh
from league.api.authentication import AddressThrottle, Throttle, TokenThrottle, UserThrottle, rate_limits
from league.api.bodies import MOST_UNKNOWN, Check, point_in_body, read_body, unknown_key, unknown_keys
from league.api.errors import NoPrecondition, Stale, WrongScope, message_of
from league.api.etags import RestsOn, has, rests_on, tag_of, tag_of_body, tag_of_state
from league.api.filters import check, named_problem
from league.api.operations import Operation
from league.api.people.people_shapes import READER
from league.enums import Scope
from league.errors import Changed, Invalid, LeagueError, NotAllowed, NotFresh, NothingThere, WrongState
from league.models import ApiToken, Fixture, IdempotencyKey, League, Season, User
from league.queries.fixtures import find_seen_fixture
from league.queries.leagues import current_season, versions_of
from league.queries.visibility import leagues_for, seasons_for
from league.rules.problems import Problem
from league.services import idempotency
from league.services.ops.memory import MINUTE, Answer, Memory, stamp_of, state_of
from league.translation import N_, Text

SAFE = ("GET", "HEAD", "OPTIONS")
LONGEST_ADDRESS = 500
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
        asked = self.operation
        if asked is None:
            return
        if isinstance(request.auth, ApiToken) and asked.scope not in request.auth.scopes:
            raise WrongScope(
                Text("This token was not made for this: it needs the scope “{scope}”.", scope=asked.scope.value)
            )
        if not asked.public and not request.user.is_authenticated:
            raise NotAllowed(ACTIONS[asked.action][1])
        check(request, self, asked)
        if asked.fresh and request.user.is_authenticated and not isinstance(request.auth, ApiToken):
            self._need_fresh(request)
        if asked.body is None and request.method not in SAFE and request._request.body:
            self._need_no_body(request.data)

    def _need_no_body(self, sent: Any) -> None:
        """Raise Invalid for each key sent to an operation that reads nothing."""
        keys = sent if isinstance(sent, dict) else {}
        if keys:
            raise Invalid(unknown_key(name, ()) for name in islice(keys, MOST_UNKNOWN))

    def _need_fresh(self, request: Request) -> None:
        """Raise NotFresh for a session signed in too long ago. A token was made freshly, and for its scope."""
        if not is_fresh(request._request):
            where = settings.BASE_URL + reverse("account_reauthenticate")
            raise NotFresh(
                Text("You signed in some time ago. Prove that it is you at {where}, then ask again.", where=where)
            )

    def get_throttles(self) -> list[BaseThrottle]:
        asked = super().get_throttles()
        self.limits += [one for one in asked if isinstance(one, Throttle)]
        return asked

    def perform_content_negotiation(self, request: Request, force: bool = False) -> Any:
        try:
            return super().perform_content_negotiation(request, force)
        except NotAcceptable:
            asked = self.operation
            if asked is None or not request._request.accepts(asked.media_type):
                raise
            # A file as it is, or what is wrong with the request, as JSON.
            return JSONRenderer(), JSONRenderer.media_type

    @property
    def operation(self) -> Operation | None:
        name = "get" if self.request.method == "HEAD" else str(self.request.method).lower()
        return getattr(getattr(self, name, None), "operation", None)

    def prepare(self, request: Request, **kwargs: Any) -> None:
        """Do what of a write takes long and writes nothing, such as decoding a picture.

        Runs before the transaction in which an answer is kept, so that no other write waits for it.
        """

    def _prepare(self, request: Request) -> None:
        if request.method not in SAFE and self.operation is not None:
            with timezone.override(self.time_zone), self._pointing_in_body():
                self.prepare(request, **self.inner_kwargs)

    def _answer(self, request: Request) -> HttpResponseBase:
        name = str(request.method).lower()
        handler = getattr(self, name, None) if name in self.http_method_names else None
        with timezone.override(self.time_zone), self._pointing_in_body():
            return (handler or self.http_method_not_allowed)(request, **self.inner_kwargs)

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

    @property
    def inner_kwargs(self) -> dict[str, Any]:
        return {name: value for name, value in self.kwargs.items() if name != "league"}

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
        key = (address, request.accepted_media_type, get_language())
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
        asked = self.operation
        if key is None or (asked is not None and not asked.kept):
            self._prepare(request)
            return self._answer(request)
        kept = idempotency.begin(self._owner(request), key, _fingerprint(request), now=self.now)
        if kept.status is not None:
            return _replayed(kept)
        try:
            answer = self._answer_and_keep(request, kept)
        except BaseException:
            idempotency.forget(kept)
            raise
        if kept.status is None:
            idempotency.forget(kept)
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
                idempotency.finish(kept, status=done.status_code, headers=headers, body=done.content)
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

    def read(
        self, shape: type[BaseSerializer[Any]], check: Check | None = None, *, partial: bool = False, **context: Any
    ) -> dict[str, Any]:
        """Return what was sent, validated by its shape, and what its If-Match says was read. Raises Invalid."""
        body, rests = self.request.data, getattr(shape, "rests_on", None)
        beside: list[Problem] = []
        if isinstance(rests, RestsOn) and isinstance(body, dict):
            beside = [Problem("if-match", BESIDE, f"/{name}") for name in rests.names if name in body]
            body = {name: value for name, value in body.items() if name not in rests.names}
        sent = shape(data=body, context=context, partial=partial)
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
        said = self.request.headers.get("If-Match", "").strip()
        read = rests.read_tag(said, self.kwargs[rests.of])
        if read is not None:
            self.by_tag = True
            return {**read}
        if said:
            raise Stale(N_("This ETag is of something else. Send the one of what you read."))
        if rests.needed(body if isinstance(body, dict) else {}):
            raise NoPrecondition(N_("Say what you have read: send its ETag as If-Match."), field="If-Match")
        return dict.fromkeys(rests.names)

    def tagged(self, answer: Any, of: str, status: int = 200, **said: object) -> Response:
        tag = tag_of_state(f"{of}.{self.kwargs[of]}", answer, **said)
        return Response(answer, status=status, headers={"ETag": tag})

    def handle_exception(self, exc: Exception) -> Response:
        """Answer 412, as for every tag, where what was read has changed."""
        if self.by_tag and isinstance(exc, Changed):
            exc = Stale(message_of(exc))
        answer: Response = super().handle_exception(exc)
        return answer

    def paged(self, found: Any, shape: type[BaseSerializer[Any]], **context: Any) -> Response:
        lines = self.paginate_queryset(found)
        return self.get_paginated_response(shape(lines, many=True, context=context).data)


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
    said = (str(request.method), request.get_full_path(), request.content_type or "")
    whole = "\n".join(said).encode(errors="replace") + b"\n" + request._request.body
    return salted_hmac("muggins.idempotency", whole, algorithm="sha256").hexdigest()


def _replayed(kept: IdempotencyKey) -> HttpResponse:
    answer = HttpResponse(bytes(kept.body), status=kept.status)
    del answer.headers["Content-Type"]
    for name, value in kept.headers.items():
        answer.headers[name] = value
    answer.headers["Idempotent-Replayed"] = "true"
    return answer


class LeagueView(ApiView):
    """An address about one league, with what the asker may speak for in it."""

    league: League
    grants: Grants

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        asked = self.operation
        shared = asked is not None and asked.public and hasattr(request._request, "kept_answers")
        shared = shared and "token" not in kwargs
        if shared and not request.user.is_authenticated and len(request.get_full_path()) <= LONGEST_ADDRESS:
            # Before anything is read that the answer tells.
            self.league_state = state_of(kwargs["league"])
        self.league = get_object_or_404(leagues_for(self.user), slug=kwargs["league"])
        self.grants = grants(self.user, self.league, now=self.now)

    def _answer(self, request: Request) -> HttpResponseBase:
        before = READER.set(self.grants)
        try:
            return super()._answer(request)
        finally:
            READER.reset(before)

    @property
    def time_zone(self) -> dt.tzinfo:
        return self.league.tz

    def allow(self, action: str, thing: Any = None) -> None:
        ensure(self.grants, action, thing)

    @property
    def seasons(self) -> Any:
        """Published seasons; for the secretary the drafts too."""
        return seasons_for(self.league, self.grants).select_related("league")

    @property
    def season(self) -> Season | None:
        """The season of ?season=slug, or the current one, if any. Raises Invalid for an unknown slug."""
        asked = self.request.query_params.get("season", "")
        if not asked:
            return current_season(self.league, now=self.now)
        if problem := named_problem("season", asked, self.seasons):
            raise Invalid([problem])
        found: Season = self.seasons.get(slug=asked)
        return found

    def fixture(self, pk: int, action: str = "") -> Fixture:
        """Return the fixture. Raises Http404, or NotAllowed where the asker may not do `action` on it."""
        try:
            found = find_seen_fixture(self.league, pk, self.grants)
        except Fixture.DoesNotExist as missing:
            raise NothingThere(N_("There is no such fixture in this league.")) from missing
        if action:
            self.allow(action, found)
        return found

    @contextmanager
    def matching(self, fixture: Fixture) -> Iterator[int]:
        """Yield the live version that If-Match names; what runs inside rests on it.

        Raises:
            NoPrecondition: no If-Match (428).
            Stale: another version is live, or became so before the write had the lock (412).
        """
        said = self.request.headers.get("If-Match")
        if not said or said.strip() == "*":
            raise NoPrecondition(N_("Say which sheet you have read: send its ETag as If-Match."), field="If-Match")
        versions = versions_of(fixture)
        if not rests_on(said, tag_of(fixture, versions)):
            raise Stale(N_("This result has changed since you read it. Read it again before you change it."))
        try:
            yield next((one.version for one in versions if one.live), 0)
        except WrongState:
            if not rests_on(said, tag_of(fixture, versions_of(fixture))):
                raise Stale(N_("This result has just been changed. Read it again before you change it.")) from None
            raise


__all__ = ["ApiView", "LeagueView", "Scope"]
