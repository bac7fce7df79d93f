"""The security log, for the person and for the operator.

Receivers of allauth's and Django's signals (`web/people/accounts/security/receivers.py`) and services that change a
way into an account call `note`, which also logs one structured line without names.
"""

import datetime as dt

import structlog
from allauth.account.adapter import get_adapter
from allauth.core import context
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from league.enums import SecurityKind
from league.models import SecurityEvent, User

log = structlog.get_logger("muggins.security")

KEPT = dt.timedelta(days=365)
SALT = "muggins.security.tried"
LONGEST_AGENT, LONGEST_DETAIL, LONGEST_DOMAIN = 150, 200, 60


def note(
    kind: SecurityKind,
    user: User | None,
    *,
    by: User | None = None,
    detail: str = "",
    tried: str = "",
    request: HttpRequest | None = None,
    now: dt.datetime,
) -> SecurityEvent:
    """Record one event.

    Args:
        user: whose account it is about, if any.
        by: who did it, if not the account's owner, or whoever claimed to be.
        detail: e.g. how somebody signed in, or which role. Never a secret.
        tried: the mail address of a failed sign-in; shortened before it is stored.
        request: None: the present one, if any.
    """
    other = by if by is not None and (user is None or by.pk != user.pk) else None
    asked = request or context.request
    # Where somebody else was when they did it is no business of the account's owner.
    told = asked is not None and (other is None or user is None)
    event = SecurityEvent.objects.create(
        user=user,
        by=other,
        kind=kind,
        at=now,
        address=_address_of(asked) if told else None,
        agent=_printable(asked.headers.get("User-Agent", ""))[:LONGEST_AGENT] if told and asked is not None else "",
        tried=shortened(tried) if tried else "",
        detail=_printable(detail)[:LONGEST_DETAIL],
    )
    log.info(
        "security", kind=str(kind), user=event.user_id, by=event.by_id, address=event.address, tried=_mark(tried),
        event_id=event.pk,
    )  # fmt: skip
    return event


def shortened(tried: str) -> str:
    """Shorten a mail address so that only its owner knows it: "o…@example.org, 1f0c9a77".

    The eight letters are the same for the same address on this server, so that repeated tries show. Without an @ it may
    be
    a password in the wrong field: only those letters are kept.
    """
    name, at, domain = _printable(tried).strip().lower().rpartition("@")
    shown = f"{name[:1]}…@{domain[:LONGEST_DOMAIN]}" if at and name else "…"
    return f"{shown}, {_mark(tried)}"


def purge(*, now: dt.datetime) -> int:
    """Delete the events that are a year old; return how many."""
    return SecurityEvent.objects.filter(at__lt=now - KEPT).delete()[0]


def forget(user: User) -> None:
    """Delete an erased person's own events, and theirs as an administrator."""
    SecurityEvent.objects.filter(user=user).delete()
    SecurityEvent.objects.filter(user=None, by=user).delete()


def _mark(tried: str) -> str:
    if not tried:
        return ""
    return salted_hmac(SALT, tried.strip().lower(), algorithm="sha256").hexdigest()[:8]


def _address_of(request: HttpRequest | None) -> str | None:
    """The visitor's address, as allauth's limits see it."""
    if request is None:
        return None
    try:
        found: str = get_adapter().get_client_ip(request)
    except PermissionDenied:
        return None
    return found


def _printable(text: str) -> str:
    return "".join(letter for letter in text if letter.isprintable())
