"""Replay the first response to a write with the same idempotency key.

`reserve_key` reserves the key in a transaction of its own, so that a concurrent request is refused; the write and its
response (`store_response`) then share one transaction, so that a process that dies between them has done neither.
"""

import datetime as dt
import json
from collections.abc import Callable, Iterable, Mapping

from django.db import IntegrityError, transaction

from league.errors import Invalid, WrongState
from league.models import IdempotencyKey, User
from league.rules.problems import Problem
from league.translation import N_, Text

KEPT = dt.timedelta(hours=24)
# No answer takes so long: whoever reserved the key has died, and wrote nothing.
GIVEN_UP = dt.timedelta(minutes=10)
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
        raise WrongState(N_("This request is already being answered; try again in a second."), code="in-progress")
    if row.request_hash != request_hash:
        message = N_("This key was used for another request. Use a new key for a new request.")
        raise Invalid([Problem("idempotency-key-reused", message, "Idempotency-Key")])
    return row


def _take_over(row: IdempotencyKey, now: dt.datetime) -> bool:
    """Take a key over whose process has died; return whether it was so."""
    mine = IdempotencyKey.objects.filter(pk=row.pk, status=None, created_at=row.created_at)
    return row.created_at <= now - GIVEN_UP and bool(mine.update(created_at=now))


def store_response(kept: IdempotencyKey, *, status: int, headers: Mapping[str, str], body: bytes) -> None:
    """Store the response to a reserved key, in the transaction of its write."""
    kept.status, kept.headers, kept.body = status, dict(headers), body
    kept.save(update_fields=["status", "headers", "body"])


def free_key(kept: IdempotencyKey) -> None:
    """Free a reserved key: there is no response to keep."""
    IdempotencyKey.objects.filter(pk=kept.pk, status=None).delete()


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
