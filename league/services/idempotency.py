"""Replay the first response to a write with the same idempotency key.

`reserve_key` reserves the key in a transaction of its own, so that a concurrent request is refused; the write and its
response (`store_response`) then share one transaction, so that a process that dies between them has done neither.
"""

import datetime as dt
import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.db import IntegrityError, transaction

from league.errors import Invalid, WrongState
from league.models import IdempotencyKey, User
from league.rules.problems import Problem
from league.translation import N_, Text

KEPT = dt.timedelta(hours=24)
# Whoever reserved the key has died by then, host and all; one that only is slow finds it taken and writes nothing.
GIVEN_UP = dt.timedelta(seconds=20)
LONGEST = 255


def owner_of(user: User) -> str:
    return f"user:{user.pk}"


def reserve_key(owner: str, key: str, request_hash: str, *, now: dt.datetime) -> IdempotencyKey:
    """Reserve a key of an owner, or find its response.

    A row with a status has the response to replay; else the caller must `store_response` or `free_key` it.
    `request_hash` covers everything that makes the request this one.

    Raises:
        Invalid: malformed (``idempotency-key``), or used for another request (``idempotency-key-reused``).
        WrongState: the same request is being answered at this moment (``in-progress``).
    """
    if not key or len(key) > LONGEST or not (key.isascii() and key.isprintable()):
        message = Text("An idempotency key is 1 to {most} plain characters; a UUID will do.", most=LONGEST)
        raise Invalid([Problem("idempotency-key", message, "Idempotency-Key")])
    IdempotencyKey.objects.filter(owner=owner, key=key, created_at__lte=now - KEPT).delete()
    try:
        with transaction.atomic():
            return IdempotencyKey.objects.create(owner=owner, key=key, request_hash=request_hash, created_at=now)
    except IntegrityError:
        return _existing_key(owner, key, request_hash, now)


def _existing_key(owner: str, key: str, request_hash: str, now: dt.datetime) -> IdempotencyKey:
    row = IdempotencyKey.objects.filter(owner=owner, key=key).first()
    if row is None or (row.status is None and row.request_hash == request_hash and not _take_over(row, now)):
        raise _in_progress()
    if row.request_hash != request_hash:
        message = N_("This key was used for another request. Use a new key for a new request.")
        raise Invalid([Problem("idempotency-key-reused", message, "Idempotency-Key")])
    return row


def _take_over(row: IdempotencyKey, now: dt.datetime) -> bool:
    """Take a key over whose process has died; return whether it was so."""
    taken = row.created_at <= now - GIVEN_UP and bool(_own(row).update(created_at=now))
    if taken:
        row.created_at = now
    return taken


def _own(kept: IdempotencyKey) -> Any:
    """A reserved key without a response, unless somebody else has taken it over since."""
    return IdempotencyKey.objects.filter(pk=kept.pk, status=None, created_at=kept.created_at)


def store_response(kept: IdempotencyKey, *, status: int, headers: Mapping[str, str], body: bytes) -> None:
    """Store the response to a reserved key, in the transaction of its write.

    Raises:
        WrongState: it took so long that somebody else answers the request; nothing is to be written (``in-progress``).
    """
    kept.status, kept.headers, kept.body = status, dict(headers), body
    if not _own(kept).update(status=status, headers=kept.headers, body=body):
        raise _in_progress()


def _in_progress() -> WrongState:
    return WrongState(N_("This request is already being answered; try again in a second."), code="in-progress")


def free_key(kept: IdempotencyKey) -> None:
    """Free a reserved key: there is no response to keep."""
    _own(kept).delete()


def submit_once(owner: str, key: str, write: Callable[[], object], *, now: dt.datetime) -> bool:
    """Submit a form once; return False if it was, or is being, submitted already.

    `key` covers the form and all its values.
    """
    try:
        kept = reserve_key(owner, key, "", now=now)
    except WrongState:
        return False
    if kept.status is not None:
        return False
    try:
        with transaction.atomic():
            write()
            store_response(kept, status=204, headers={}, body=b"")
    except BaseException:
        free_key(kept)
        raise
    return True


def replay_or_answer(
    owner: str, key: str, request_hash: str, answer: Callable[[], tuple[int, bytes]], *, now: dt.datetime
) -> tuple[int, bytes]:
    """Return the status and body of a response, the first one if there was one. Raises as `reserve_key`.

    Refusals are not stored: the request may be sent again. What `answer` raises frees the key.
    """
    kept = reserve_key(owner, key, request_hash, now=now)
    if kept.status is not None:
        return kept.status, bytes(kept.body)
    try:
        with transaction.atomic():
            status, body = answer()
            if status < 300:
                store_response(kept, status=status, headers={}, body=body)
    finally:
        # Nothing where it is answered: only a key without an answer is given back.
        free_key(kept)
    return status, body


def purge(*, now: dt.datetime) -> int:
    """Delete what is older than 24 hours; return how many."""
    return IdempotencyKey.objects.filter(created_at__lte=now - KEPT).delete()[0]


def forget_person(user: User | None, traces: Iterable[str]) -> None:
    """Delete responses to an erased person, and others that contain one of `traces`, e.g. their address.

    What is being answered stays reserved: it is the erasing itself.
    """
    answered = IdempotencyKey.objects.exclude(status=None)
    if user is not None:
        answered.filter(owner=owner_of(user)).delete()
    # As they stand in JSON, without the quotes around them.
    wanted = [json.dumps(trace, ensure_ascii=False)[1:-1].encode() for trace in traces if trace]
    telling = [kept.pk for kept in answered.iterator(100) if any(trace in bytes(kept.body) for trace in wanted)]
    IdempotencyKey.objects.filter(pk__in=telling).delete()
