"""Limits on guesses, as allauth keeps them for its own pages: whoever asks for a password or a code counts here too.

The limits are settings (`ACCOUNT_RATE_LIMITS`, beside allauth's own): so many tries a time, by address of the visitor,
and by whatever is guessed at. They are counted in the cache, for all processes together.
"""

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
    """The stand-in for a request where no browser asks: a command, or a test of a service."""

    def __init__(self) -> None:
        super().__init__()
        self.method = "POST"
        self.META = {"REMOTE_ADDR": "127.0.0.1"}

    def get_host(self) -> str:
        return urlsplit(settings.BASE_URL).netloc


def may_try(action: str, about: str) -> bool:
    """Count a try, and return False if there were too many already.

    Args:
        action: a name in `ACCOUNT_RATE_LIMITS`.
        about: what is guessed at; tries at something else are counted apart.
    """
    return ratelimit.consume(_request(), action=action, key=about)


def is_password_of(user: User, password: str, *, field: str) -> bool:
    """Return True if this is the account's password. A wrong one counts as a failed sign-in does.

    Args:
        field: the form's field to name in a refusal.

    Raises:
        Invalid: too many sign-ins of this account, or from this address, have failed lately.
    """
    try:
        found = get_adapter().authenticate(_request(), email=user.email, password=password)
    except ValidationError:
        message = N_("Too many wrong passwords for this account, here or at the sign-in page. Wait five minutes.")
        raise Invalid([Problem("too-many", message, field)]) from None
    return bool(found == user)


def is_code_of(user: User, code: str, *, field: str) -> bool:
    """Return True if this is a code of the account's app, or one of its recovery codes. It is then spent.

    A wrong one counts, and is noted, as one at the second step of signing in.

    Args:
        field: the form's field to name in a refusal.

    Raises:
        Invalid: too many codes of this account were wrong lately.
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
