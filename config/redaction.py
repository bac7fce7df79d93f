"""Secrets left out of logs: keys in addresses, headers, cookies, form fields and database errors.

Every log line passes `redacted` before it is written: ours and the libraries' through `config.logging`, gunicorn's
through `config.gunicorn_logger`. Which addresses hold a key is declared here once, by route: a test walks every URL of
the site and fails where one with a parameter of `SECRET_PARAMETERS` would be written down whole.
"""

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote

SECRET_PARAMETERS = frozenset({"token", "key", "table"})
"""Names of URL parameters that are keys: whoever has the address may act with it."""

SECRET_ROUTES = (
    "invitations",
    "confirm",
    "can-play",
    "enter",
    "mail/stop",
    "mail/sender",
    "calendars/my",
    "play",
    "accounts/login/link",
    "accounts/confirm-email",
    "accounts/password/reset/key",
)
"""The part in front of the key in each address that has one; deploy/nginx.conf has the same."""

SECRET_HEADERS = frozenset(
    {"authorization", "cookie", "set-cookie", "proxy-authorization", "x-csrftoken", "idempotency-key"}
)
"""Request and response headers that are never written down."""

SECRET_FIELDS = (
    "password",
    "password1",
    "password2",
    "oldpassword",
    "code",
    "secret",
    "token",
    "key",
    "csrfmiddlewaretoken",
)
"""Form fields that are never written down, should one be sent as a query."""

LEFT_OUT = "…"
# A slash as it stands, or percent-encoded up to three times: an address may be the `next=` of another.
_SLASH = r"(?:/|%(?:25){0,2}2[fF])"
_KEY = r"(?:(?!%(?:25){0,2}2[fF])[^/?&#\s\"'<>\\])+"
_ROUTES = "|".join(route.replace("/", _SLASH) for route in SECRET_ROUTES)
_RULES: tuple[tuple[re.Pattern[str], str], ...] = (
    # A plain number after it is a row's, and no key.
    # An address in other letters leads nowhere, but its key is still that of the right one.
    (
        re.compile(rf"({_SLASH}(?:{_ROUTES}){_SLASH})(?!\d{{1,19}}(?:[/?&#%\s\"'<>]|$)){_KEY}", re.IGNORECASE),
        rf"\1{LEFT_OUT}",
    ),
    (re.compile(rf"(\b(?:{'|'.join(SECRET_FIELDS)})=)[^&#;\s\"'<>]+", re.IGNORECASE), rf"\1{LEFT_OUT}"),
    (re.compile(r"(\b(?:__Host-)?(?:sessionid|csrftoken)=)[^;,\s\"']+"), rf"\1{LEFT_OUT}"),
    (re.compile(r"(\b(?:Bearer|Basic)\s)[\w.~+/=-]{6,}", re.IGNORECASE), rf"\1{LEFT_OUT}"),
    # Our own API tokens, wherever they stand; what is shown of one on its owner's page is shorter.
    (re.compile(r"(\bmgn_)[\w-]{20,}"), rf"\1{LEFT_OUT}"),
    # The password in the address of a server.
    (re.compile(r"(://[^\s/:@]{0,80}:)[^\s/@]+@"), rf"\1{LEFT_OUT}@"),
    # PostgreSQL quotes the row it refuses: hashes of passwords, addresses, tokens.
    (
        re.compile(
            r"(Key \([^()]{1,200}\)=\()[^\n]{0,4000}?(\) (?:already exists|is not present|is still referenced))"
        ),
        rf"\1{LEFT_OUT}\2",
    ),
    (re.compile(r"(Failing row contains \()[^\n]{0,4000}"), rf"\1{LEFT_OUT})."),
)


def redacted(text: str) -> str:
    """Return a text with every secret left out."""
    for pattern, kept in _RULES:
        text = pattern.sub(kept, text)
    return text


def redacted_address(text: str) -> str:
    """Return what a client sent as an address with every secret left out, however its letters were percent-encoded."""
    shown = redacted(text)
    plain = unquote(shown)
    return shown if redacted(plain) == plain else redacted(plain)


def redacted_value(value: Any) -> Any:
    """Return a value of a log event with every secret left out, at any depth; other objects become their repr."""
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, str):
        return redacted(value)
    if isinstance(value, Mapping):
        return {redacted(str(name)): redacted_field(str(name), each) for name, each in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [redacted_value(each) for each in value]
    return redacted(repr(value))


def redacted_field(name: str, value: Any) -> Any:
    """Return what stands under a name in a log event; nothing of it where the name says that it is a secret."""
    if name.lower().replace("_", "-").removeprefix("http-") in SECRET_HEADERS or name.lower() in _SECRET_NAMES:
        return LEFT_OUT
    return redacted_value(value)


_SECRET_NAMES = frozenset(SECRET_FIELDS) - {"key", "code"}
