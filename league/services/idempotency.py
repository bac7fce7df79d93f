"""The first answer to a write, given again to whoever sends the same key.

`begin` reserves the key in a transaction of its own, so that of two at once the second is told so; the write and its
answer (`finish`) then go into one transaction, so that a process that dies between them has done neither.
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
    """Return the owner by whom the keys of a signed-in user are kept."""
    return f"user:{user.pk}"


def begin(owner: str, key: str, request_hash: str, *, now: dt.datetime) -> IdempotencyKey:
    """Reserve a key, or find the answer that was given to it.

    Args:
        owner: whose key it is: two people may use the same.
        request_hash: of everything that makes the request this one.

    Returns:
        A row with a status: the answer to give again. Without: the caller is to answer, and to `finish` or `forget`.

    Raises:
        Invalid: no key can read so (``idempotency-key``), or it was used for another request
            (``idempotency-key-reused``).
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
    found = IdempotencyKey.objects.filter(owner=owner, key=key).first()
    if found is None or (found.status is None and found.request_hash == request_hash and not _take_over(found, now)):
        raise WrongState(N_("This request is already being answered; try again in a second."), code="in-progress")
    if found.request_hash != request_hash:
        message = N_("This key was used for another request. Use a new key for a new request.")
        raise Invalid([Problem("idempotency-key-reused", message, "Idempotency-Key")])
    return found


def _take_over(found: IdempotencyKey, now: dt.datetime) -> bool:
    """Whether whoever reserved the key died with it, and the key is the caller's from now on."""
    mine = IdempotencyKey.objects.filter(pk=found.pk, status=None, created_at=found.created_at)
    return found.created_at <= now - GIVEN_UP and bool(mine.update(created_at=now))


def finish(kept: IdempotencyKey, *, status: int, headers: Mapping[str, str], body: bytes) -> None:
    """Keep the answer to a reserved key. In the transaction of the write that it answers."""
    kept.status, kept.headers, kept.body = status, dict(headers), body
    kept.save(update_fields=["status", "headers", "body"])


def forget(kept: IdempotencyKey) -> None:
    """There is no answer to keep: the key is free again."""
    IdempotencyKey.objects.filter(pk=kept.pk, status=None).delete()


def once(owner: str, key: str, write: Callable[[], object], *, now: dt.datetime) -> bool:
    """Do what a form asks for, unless the same form has been sent already: of two at once one does it.

    Args:
        key: of the form and of all that it says, so that the same form with something else in it is another.

    Returns:
        False where it was done before, or is being done.
    """
    try:
        kept = begin(owner, key, "", now=now)
    except WrongState:
        return False
    if kept.status is not None:
        return False
    try:
        with transaction.atomic():
            write()
            finish(kept, status=204, headers={}, body=b"")
    except BaseException:
        forget(kept)
        raise
    return True


def first_answer(
    owner: str, key: str, request_hash: str, answer: Callable[[], tuple[int, bytes]], *, now: dt.datetime
) -> tuple[int, bytes]:
    """Return the status and body with which a request is answered: what it was answered first, if it was done already.

    A refusal is not kept: the same request may be sent again, and done then.

    Args:
        answer: does what is asked and returns the answer; what it raises leaves the key free.

    Raises:
        Invalid, WrongState: as `begin`.
    """
    kept = begin(owner, key, request_hash, now=now)
    if kept.status is not None:
        return kept.status, bytes(kept.body)
    try:
        with transaction.atomic():
            status, body = answer()
            if status < 300:
                finish(kept, status=status, headers={}, body=body)
    finally:
        # Nothing where it is answered: only a key without an answer is given back.
        forget(kept)
    return status, body


def purge(*, now: dt.datetime) -> int:
    """Throw away what is older than 24 hours. Returns how many; running it again changes nothing."""
    return IdempotencyKey.objects.filter(created_at__lte=now - KEPT).delete()[0]


def forget_person(user: User | None, traces: Iterable[str]) -> None:
    """Throw away what somebody who is erased was answered, and what others were that tells of them.

    What is being answered at the moment stays reserved: it is the erasing itself.

    Args:
        traces: texts that tell of them, such as their address; blank ones are left out.
    """
    answered = IdempotencyKey.objects.exclude(status=None)
    if user is not None:
        answered.filter(owner=owner_of(user)).delete()
    # As they stand in JSON, without the quotes around them.
    wanted = [json.dumps(trace, ensure_ascii=False)[1:-1].encode() for trace in traces if trace]
    telling = [kept.pk for kept in answered.iterator(100) if any(trace in bytes(kept.body) for trace in wanted)]
    IdempotencyKey.objects.filter(pk__in=telling).delete()
