"""Every operation, as everybody, with whatever its description allows and forbids: 20,000 calls and more.

Each case is made once from the description and sent by every role in turn, to a thing that is there as often as to one
that is not; what it changed is undone. An answer must be one that the description knows, of its shape; no 500; and
nobody may do what `access` does not grant them, or read what is private to somebody else.
"""

import itertools
import os
import random
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import schemathesis
import time_machine
from django.core.cache import cache
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.errors import Unsatisfiable
from rest_framework.settings import api_settings
from schemathesis.checks import not_a_server_error
from schemathesis.core import NotSet
from schemathesis.core.failures import Failure, FailureGroup
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from league.api.bodies import HEADERS
from league.api.catalogue import ERRORS
from league.api.etags import tag_of_state
from league.api.schema import schema as described
from tests.api.sent import rests, with_tag
from tests.api.test_matrix import bodies_for
from tests.api.test_words import WORDS as PAGES
from tests.fuzz.everybody import NOW, ROLES, Everybody, everybody
from tests.matrix import undone

pytestmark = [pytest.mark.fuzz, pytest.mark.django_db]

WANTED = int(os.environ.get("MUGGINS_FUZZ_CALLS", "20000"))
LOG = os.environ.get("MUGGINS_FUZZ_LOG", "")
SEED = int(os.environ.get("MUGGINS_FUZZ_SEED", "29"))
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
SOMETHING_THERE = 0.85


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> Iterator[Everybody]:
    rates = dict.fromkeys(("address", "user", "token"), None)
    monkeypatch.setattr(api_settings, "DEFAULT_THROTTLE_RATES", rates)
    # What a call changed is undone, so that its connection must outlive it.
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    with time_machine.travel(NOW, tick=False):
        cache.clear()
        yield everybody()
    for signal in signals:
        signal.connect(close_old_connections)


class Run:
    """The calls made so far, and what was wrong."""

    def __init__(self, world: Everybody) -> None:
        self.world = world
        self.calls = 0
        self.statuses: Counter[int] = Counter()
        self.by_role: Counter[str] = Counter()
        self.granted: Counter[str] = Counter()
        self.wrong: dict[tuple[str, int, str], list[str]] = {}
        self.chance = random.Random(SEED)

    def send(self, case: Any) -> None:
        """One case, as everybody."""
        fixture = self.aim(case)
        tag = self.tag(case, fixture)
        for role in ROLES:
            headers = {**self.world.headers(role), **tag}
            with undone():
                answer = case.call(headers=headers)
            self.count(case, role, answer)

    def aim(self, case: Any) -> Any:
        """Point the case at something that is there, most of the time. Returns the fixture it is about, if any."""
        places = case.path_parameters
        if not places or self.chance.random() > SOMETHING_THERE:
            return None
        league = self.chance.choices(("town", "abroad"), (9, 1))[0]
        fixture = self.chance.choice(list(self.world.fixtures.values()))
        there = {
            "league": league,
            "season": "2026-27",
            "division": "division-1",
            "team": self.chance.choice(list(self.world.town.teams.values())).slug,
            "player": self.chance.choice(self.world.town.squads["Anchor"]).pk,
            "fixture": fixture.pk,
            "side": self.chance.choice(("home", "away")),
            "version": self.chance.choice((1, 2)),
            "token": self.world.link,
            **{name: thing.pk for name, thing in self.world.there.items()},
        }
        for name in places:
            if name in there:
                places[name] = there[name]
        return fixture if "fixture" in places and league == "town" else None

    def tag(self, case: Any, fixture: Any) -> dict[str, str]:
        """If-Match, where the case has it and what it rests on is there; otherwise it is sent as it was made."""
        headers, rest = case.headers or {}, rests().get(case.operation.definition.raw["operationId"])
        if "If-Match" not in headers:
            return {}
        if rest is None:
            return {"If-Match": self.world.tag(fixture)} if fixture is not None else {}
        if rest.stamp:
            # No case can know it, and most need not.
            del headers["If-Match"]
            return {}
        said = self.world.standing(fixture) if rest.of == "fixture" else {"version": 1, "seen": 0}
        return {"If-Match": tag_of_state(f"{rest.of}.{case.path_parameters[rest.of]}", {}, **said)}

    def count(self, case: Any, role: str, answer: Any) -> None:
        self.calls += 1
        self.statuses[answer.status_code] += 1
        self.by_role[role] += 1
        try:
            case.validate_response(answer, checks=CHECKS)
        except (Failure, FailureGroup) as failed:
            self.note(case, role, answer, str(failed))
        if 200 <= answer.status_code < 300:
            self.granted[role] += 1
            if not self.world.may(
                role, case.operation.definition.raw["x-actions"], case.path_parameters or {}, case.body
            ):
                self.note(case, role, answer, "access would not have it")
        if answer.status_code >= 400:
            for fault in faults_of(answer, case):
                self.note(case, role, answer, fault)
        said, sent = answer.content.decode(errors="replace"), f"{case.body} {case.query} {case.path_parameters}"
        for thing, readers in self.world.private.items():
            # They may be told again what they sent themselves.
            if role not in readers and thing in said and thing not in sent:
                self.note(case, role, answer, f"{thing} is not for them")

    def note(self, case: Any, role: str, answer: Any, what: str) -> None:
        at = f"{role}: {case.method} {case.formatted_path} → {answer.status_code}"
        found = f"{at}\n  {what}\n  sent: {str(case.body)[:200]} {case.query}\n  {answer.content[:300]!r}"
        kind = (case.operation.definition.raw["operationId"], answer.status_code, what.split("\n", 1)[0])
        if kind not in self.wrong and LOG:
            with Path(LOG).open("a") as log:
                log.write(f"{kind}\n{found}\n\n")
        self.wrong.setdefault(kind, []).append(found)


def faults_of(answer: Any, case: Any) -> Iterator[str]:
    """Yield what is wrong with a refusal: a code that the catalogue has not, a place that the request has not."""
    try:
        problems = answer.json()["errors"]
    except (ValueError, KeyError, TypeError):
        return
    for problem in problems:
        kind, field = ERRORS.get(problem["code"]), problem["field"]
        if kind is None or answer.status_code not in kind.statuses:
            yield f"{problem['code']} with {answer.status_code} is not in the catalogue"
        if field.startswith("/"):
            # No body at all is read as an empty one.
            if not _leads_somewhere(field, {} if isinstance(case.body, NotSet) else case.body):
                yield f"{field} leads nowhere in the body"
        elif field and field not in {*(case.query or {}), *HEADERS} and not problem["code"].startswith("unknown"):
            yield f"{field} is neither a place of the body nor a parameter"
        if PAGES.search(problem["message"]):
            yield f"words of a page: {problem['message']}"


def _leads_somewhere(pointer: str, body: Any) -> bool:
    """Return True if what holds the place is there; the place itself may be what is missing."""
    *steps, last = (step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:])
    for step in steps:
        if isinstance(body, dict) and step in body:
            body = body[step]
        elif isinstance(body, list) and step.isdigit() and int(step) < len(body):
            body = body[int(step)]
        else:
            return False
    return isinstance(body, dict) or (isinstance(body, list) and last.isdigit() and int(last) < len(body))


def closing(app: WSGIHandler) -> Any:
    """The application as a server runs it: each answer is closed once it is sent, and none is compressed."""

    def serve(environ: Any, start_response: Any) -> list[bytes]:
        environ["HTTP_ACCEPT_ENCODING"] = "identity"
        answer = app(environ, start_response)
        try:
            return [b"".join(answer)]
        finally:
            answer.close()

    return serve


def cases(operation: Any, count: int, run: Run, mode: GenerationMode) -> None:
    """So many cases of an operation, each sent by everybody."""

    @seed(SEED)
    @settings(
        max_examples=count,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def send(case: Any) -> None:
        run.send(case)

    # Of some there is nothing wrong to be sent: they take nothing.
    with suppress(Unsatisfiable):
        send()


def test_every_operation_as_everybody(world: Everybody, capsys: pytest.CaptureFixture[str]) -> None:
    app = closing(WSGIHandler())
    api = schemathesis.openapi.from_wsgi("/api/v1/schema/", app)
    api.config.generation.update(with_security_parameters=False)
    operations = [found.ok() for found in api.get_all_operations()]
    run, began = Run(world), time.monotonic()
    # In a short form each operation is called once as everybody, and what is left goes to operations drawn by lot.
    each = WANTED // (len(operations) * len(ROLES))
    short = each < 3
    for operation in operations:
        name = operation.definition.raw["operationId"]
        made = bodies_for(name, world.fixtures.values(), world.town) if operation.body else [None]
        bodies = [body for place, body in enumerate(made) if body not in made[:place]]
        for body in [run.chance.choice(bodies)] if short else bodies:
            run.send(_valid_case(operation, body))
        if not short:
            cases(operation, each - each // 3, run, GenerationMode.POSITIVE)
            cases(operation, each // 3 + 1, run, GenerationMode.NEGATIVE)
        with capsys.disabled():
            print("x" if run.wrong else ".", end="", flush=True)  # noqa: T201 - it takes minutes
    for operation in run.chance.sample(operations, len(operations)) if short else ():
        if run.calls >= WANTED:
            break
        cases(operation, 2, run, GenerationMode.POSITIVE)
        cases(operation, 1, run, GenerationMode.NEGATIVE)
    for operation in itertools.cycle(operations):
        if run.calls >= WANTED:
            break
        cases(operation, 5, run, GenerationMode.POSITIVE)
    with capsys.disabled():
        _print(run, len(operations), time.monotonic() - began)
    assert run.wrong == {}
    assert run.calls >= WANTED
    assert set(run.by_role) == set(ROLES)
    assert len(operations) == sum(len(methods) for methods in described()["paths"].values())


def _valid_case(operation: Any, body: Any) -> Any:
    """A case that can stand: what it is about is aimed at afterwards."""
    places = {place.name: 1 for place in operation.path_parameters}
    headers = {place.name: '"0"' for place in operation.headers if place.name == "If-Match"}
    body, _ = with_tag(operation.definition.raw["operationId"], body, places)
    kind = {"media_type": "application/json", "body": body} if operation.body else {}
    return operation.Case(path_parameters=places, headers=headers, **kind)


def _print(run: Run, operations: int, seconds: float) -> None:
    for found in run.wrong.values():
        print(f"\n{len(found)} × {found[0]}")  # noqa: T201 - the figures are what this is for
    granted = sum(run.granted.values())
    print(  # noqa: T201
        f"\n{operations} operations, {len(ROLES)} roles, {run.calls:,} calls in {seconds:.0f} s\n"
        f"by status: {', '.join(f'{status} × {count:,}' for status, count in sorted(run.statuses.items()))}\n"
        f"answered 2xx: {granted:,} ({', '.join(f'{role} {run.granted[role]:,}' for role in ROLES)})\n"
        f"5xx, undocumented, of another shape, or for somebody else: {sum(map(len, run.wrong.values()))}"
    )
