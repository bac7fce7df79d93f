"""Tests and requests have room on the interpreter's stack: no call in them, however deep, asks the system for more."""

import resource
from threading import Thread
from wsgiref.util import setup_testing_defaults

import pytest
from django.core.signals import request_started

from config.wsgi import application

CALLS, DEEPEST = 300, 300


def _nothing() -> None:
    pass


def _most_faults(depth: int) -> int:
    """Return the most page faults that so many calls of nothing bring, at this depth and each below it."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for _ in range(CALLS):
        _nothing()
    faults = resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before
    return max(faults, _most_faults(depth - 1)) if depth else faults


def test_the_calls_of_a_test() -> None:
    assert _most_faults(DEEPEST) < CALLS // 2


def test_the_calls_of_a_request() -> None:
    """A server's threads begin with an empty stack."""
    found: list[int] = []

    def begun(**_: object) -> None:
        found.append(_most_faults(DEEPEST))
        raise ConnectionAbortedError("that is all")

    def ask() -> None:
        environ: dict[str, object] = {}
        setup_testing_defaults(environ)
        with pytest.raises(ConnectionAbortedError):
            application(environ, lambda *_: None)

    request_started.connect(begun)
    try:
        asking = Thread(target=ask)
        asking.start()
        asking.join()
    finally:
        request_started.disconnect(begun)
    assert len(found) == 1
    assert found[0] < CALLS // 2
