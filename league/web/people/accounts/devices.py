"""Devices on which somebody has signed in before: others' wrong passwords do not keep their owners out there.

A cookie, signed, holds a random number of the device and the marks of the accounts that have signed in on it. It signs
nobody in: wrong passwords from such a device are counted apart, by device and account, and no more of them are allowed.
It ends with the account's address, or after a year without a sign-in.
"""

import secrets
from collections.abc import Callable

from django.conf import settings
from django.core import signing
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from league.models import User
from league.services.people.accounts.proving import account_of
from league.services.people.accounts.signed_links import address_mark

SALT = "muggins.device"
LASTS = 365 * 24 * 3600
MOST_ACCOUNTS = 8
SIGNED_IN = "signed_in_user"
"""The attribute of a request by which its receiver tells the middleware who has just signed in."""


def known_device(request: HttpRequest, address: str) -> str:
    """Return the number of the device if the account of an address has signed in on it before; else blank.

    Two queries at most, and none for a device on which nobody has.
    """
    number, marks = _read(request)
    if not marks:
        return ""
    user = account_of(address) or User.objects.filter(email__iexact=address).first()
    return number if user is not None and address_mark(user) in marks else ""


class RememberDevice:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        answer = self.get_response(request)
        user = getattr(request, SIGNED_IN, None)
        if user is not None:
            number, marks = _read(request)
            mark = address_mark(user)
            marks = [mark, *(other for other in marks if other != mark)][:MOST_ACCOUNTS]
            answer.set_cookie(
                settings.DEVICE_COOKIE_NAME, signing.dumps([number or secrets.token_hex(8), marks], salt=SALT),
                max_age=LASTS, httponly=True, secure=settings.SESSION_COOKIE_SECURE, samesite="Lax",
            )  # fmt: skip
        return answer


def _read(request: HttpRequest) -> tuple[str, list[str]]:
    try:
        number, marks = signing.loads(request.COOKIES.get(settings.DEVICE_COOKIE_NAME, ""), salt=SALT, max_age=LASTS)
    except signing.BadSignature:
        return "", []
    return number, marks
