"""Rate limits on guesses of passwords and codes, counted in the cache like allauth's own (`ACCOUNT_RATE_LIMITS`)."""

from urllib.parse import urlsplit

from allauth.account.adapter import get_adapter
from allauth.core import context, ratelimit
from allauth.mfa.base.forms import BaseAuthenticateForm
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest

from league.errors import Invalid
from league.models import User
from league.rules.problems import Problem
from league.translation import N_


class _AtTheServer(HttpRequest):
    """A stand-in request where no browser asks: a command, or a test of a service."""

    def __init__(self) -> None:
        super().__init__()
        self.method = "POST"
        self.META = {"REMOTE_ADDR": "127.0.0.1"}

    def get_host(self) -> str:
        return urlsplit(settings.BASE_URL).netloc


def may_try(action: str, about: str) -> bool:
    """Count a try of `action`, a name in `ACCOUNT_RATE_LIMITS`; return False if there were too many at `about`."""
    return ratelimit.consume(_request(), action=action, key=about)


def is_password_of(user: User, password: str, *, field: str) -> bool:
    """Check the account's password; a wrong one counts as a failed sign-in. Raise Invalid on `field` after too many."""
    try:
        found = get_adapter().authenticate(_request(), email=user.email, password=password)
    except ValidationError:
        message = N_("Too many wrong passwords for this account, here or at the sign-in page. Wait five minutes.")
        raise Invalid([Problem("too-many", message, field)]) from None
    return bool(found == user)


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
