"""Second factors for the tests: an authenticator app of somebody's, its codes, and sessions as old as is wanted."""

import re
import time

from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, generate_totp_secret, hotp_value
from django.test import Client

from league.models import User

RECORDS = "account_authentication_methods"


def add_app(user: User) -> str:
    """Give a user an authenticator app, as its page does, and recovery codes; returns the app's secret."""
    secret = generate_totp_secret()
    TOTP.activate(user, secret)
    RecoveryCodes.activate(user)
    return secret


def code(secret: str) -> str:
    """Return the code that the app shows now."""
    return format_hotp_value(hotp_value(secret, int(time.time()) // 30))


def wrong(secret: str, n: int = 0) -> str:
    """Six digits that the app shows neither now nor a step before or after."""
    near = {format_hotp_value(hotp_value(secret, int(time.time()) // 30 + step)) for step in range(-3, 4)}
    return next(f"{guess:06}" for guess in range(n, 999999) if f"{guess:06}" not in near)


def recovery_codes(user: User) -> list[str]:
    kept = Authenticator.objects.get(user=user, type=Authenticator.Type.RECOVERY_CODES)
    return list(RecoveryCodes(kept).get_unused_codes())


def signed_in(user: User, *, minutes: int = 0) -> Client:
    """A browser whose sign-in is so many minutes old: at a few, its owner's; at many, as good as a stolen one."""
    client = Client()
    client.force_login(user)
    if minutes:
        session = client.session
        session[RECORDS] = [{**record, "at": record["at"] - minutes * 60} for record in session[RECORDS]]
        session.save()
    return client


def is_in(client: Client) -> bool:
    """Return True if this browser is signed in."""
    return "_auth_user_id" in client.session


def mailed_code(body: str) -> str:
    """The code in a mail of the account, which stands on a line of its own."""
    [found] = re.findall(r"^[A-Z0-9]+(?:-[A-Z0-9]+)*$", body, re.MULTILINE)
    return str(found)
