"""Fresh sign-in: whether the person behind a session has proved lately that it is theirs.

A stolen session may work as its owner does; it may not take the account over, nor carry data away. That (tokens,
addresses, exports, erasing, roles, factors, a first password) needs a proof within `ACCOUNT_REAUTHENTICATION_TIMEOUT`:
signing in, or one of allauth's reauthentications, recorded in the session. A token was made after a fresh sign-in, and
for its scopes.
"""

import time

from allauth.account import app_settings
from allauth.account.internal.flows.login import get_authentication_records
from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest

from league.models import User


def is_fresh(request: HttpRequest) -> bool:
    user, session = getattr(request, "user", None), getattr(request, "session", None)
    if not isinstance(user, User) or not isinstance(session, SessionBase):
        return False
    proofs = [record["at"] for record in get_authentication_records(request, user) if record.get("reauthenticated")]
    # A clock that was put back makes no proof of tomorrow's count for longer.
    age = time.time() - max(proofs, default=0)
    return 0 <= age < app_settings.REAUTHENTICATION_TIMEOUT
