"""What guards an account: the security log, mails about changes, limits on guesses, and ending sessions.

Receivers of allauth's and Django's signals (`web/people/accounts`) and services that change a way into an account call
`note`. `mail_owner` mails the owner, so that whoever did not make a change hears of it: beside the outbox, since nobody
may turn it off. Limits are counted in the cache like allauth's own (`ACCOUNT_RATE_LIMITS`).
"""

import datetime as dt
from contextlib import nullcontext
from smtplib import SMTPException
from typing import Any
from urllib.parse import urlsplit

import structlog
from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.login import record_authentication
from allauth.core import context, ratelimit
from allauth.mfa.base.forms import BaseAuthenticateForm
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from league.enums import SecurityKind
from league.errors import Invalid
from league.models import SecurityEvent, User
from league.rules.problems import Problem
from league.translation import N_

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
        tried: the email address of a failed sign-in; shortened before it is stored.
        request: None: the present one, if any.
    """
    other = by if by is not None and (user is None or by.pk != user.pk) else None
    present_request = request or context.request
    # Where somebody else was when they did it is no business of the account's owner.
    notes_place = present_request is not None and (other is None or user is None)
    event = SecurityEvent.objects.create(
        user=user,
        by=other,
        kind=kind,
        at=now,
        address=_address_of(present_request) if notes_place else None,
        agent=_printable(present_request.headers.get("User-Agent", ""))[:LONGEST_AGENT]
        if notes_place and present_request is not None
        else "",
        tried=shorten_address(tried) if tried else "",
        detail=_printable(detail)[:LONGEST_DETAIL],
    )
    log.info(
        "security", kind=str(kind), user=event.user_id, by=event.by_id, address=event.address, tried=_mark(tried),
        event_id=event.pk,
    )  # fmt: skip
    return event


def shorten_address(tried: str) -> str:
    """Shorten an email address so that only its owner knows it: "o…@example.org, 1f0c9a77".

    The eight letters are the same for the same address on this server, so that repeated tries show. Without an @ it may
    be a password in the wrong field: only those letters are kept.
    """
    name, at, domain = _printable(tried).strip().lower().rpartition("@")
    shown = f"{name[:1]}…@{domain[:LONGEST_DOMAIN]}" if at and name else "…"
    return f"{shown}, {_mark(tried)}"


def purge(*, now: dt.datetime) -> int:
    """Delete the events that are a year old; return how many."""
    return SecurityEvent.objects.filter(at__lt=now - KEPT).delete()[0]


def forget_events(user: User) -> None:
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
        address: str = get_adapter().get_client_ip(request)
    except PermissionDenied:
        return None
    return address


def _printable(text: str) -> str:
    return "".join(letter for letter in text if letter.isprintable())


alert_log = structlog.get_logger(__name__)
AT_THE_SERVER = N_("a command on the server")


class _NoRequest(HttpRequest):
    """A stand-in request for allauth's mails, where a command of the operator sends them."""

    def __init__(self) -> None:
        super().__init__()
        self.META = {}

    def get_host(self) -> str:
        return urlsplit(settings.BASE_URL).netloc


def mail_owner(user: User, template: str, *, at: str | None = None, **about: object) -> None:
    """Send the mail `templates/account/email/<template>_message.txt` to the account's address, or to `at`.

    A mail that cannot go out is logged and undoes nothing. `about` is the context; `ip` and `user_agent` default to the
    present request's. Raise RuntimeError inside a transaction.
    """
    request = context.request
    if request is None:
        about = {"user_agent": AT_THE_SERVER, **about}
    with nullcontext() if request is not None else context.request_context(_NoRequest()):
        try:
            get_adapter().send_notification_mail(f"account/email/{template}", user, dict(about), at)
        except (OSError, SMTPException):
            alert_log.exception("alert_not_sent", user=user.pk, about=template)


class _AtTheServer(HttpRequest):
    """A stand-in request where no browser asks: a command, or a test of a service."""

    def __init__(self) -> None:
        super().__init__()
        self.method = "POST"
        self.META = {"REMOTE_ADDR": "127.0.0.1"}

    def get_host(self) -> str:
        return urlsplit(settings.BASE_URL).netloc


def count_try(action: str, about: str) -> bool:
    """Count a try of `action`, a name in `ACCOUNT_RATE_LIMITS`; return False if there were too many at `about`."""
    return ratelimit.consume(_request(), action=action, key=about)


def is_password_of(user: User, password: str, *, field: str) -> bool:
    """Check the account's password; a wrong one counts as a failed sign-in. Raise Invalid on `field` after too many."""
    try:
        authenticated = get_adapter().authenticate(_request(), email=user.email, password=password)
    except ValidationError:
        message = N_("Too many wrong passwords for this account, here or at the sign-in page. Wait five minutes.")
        raise Invalid([Problem("too-many", message, field)]) from None
    return bool(authenticated == user)


def is_code_of(user: User, code: str, *, field: str) -> bool:
    """Check a code of the account's app, or spend a recovery code; a wrong one counts as at the second step of signing
    in.

    Raise Invalid on `field` after too many.
    """
    with context.request_context(_request()):
        form = BaseAuthenticateForm({"code": code}, user=user)
        if form.is_valid():
            form.authenticator.record_usage()
            return True
    if form.has_error("code", "too_many_login_attempts"):
        message = N_("Too many wrong codes for this account, here or at sign-in. Wait five minutes.")
        raise Invalid([Problem("too-many", message, field)])
    return False


def _request() -> HttpRequest:
    return context.request or _AtTheServer()


def end_sessions(user: User, *, keep: str | None = None, now: dt.datetime) -> int:
    """End an account's sessions except the one with key `keep`; return how many.

    Reads the sessions, not allauth's list of them, which lacks those begun before it existed.
    """
    ended = 0
    for session in Session.objects.filter(expire_date__gt=now).exclude(session_key=keep or "").iterator():
        if session.get_decoded().get("_auth_user_id") == str(user.pk):
            session.delete()
            ended += 1
    UserSession.objects.filter(user=user).exclude(session_key=keep or "").delete()
    return ended


def record_sign_in(sender: Any, *, request: HttpRequest, user: User, **kwargs: Any) -> None:
    """Note a complete sign-in, second factor included (Django's `user_logged_in`, which every way in sends)."""
    record_authentication(request, user, method="sign-in", reauthenticated=True)
    if "REMOTE_ADDR" in request.META:
        UserSession.objects.create_from_request(request)
