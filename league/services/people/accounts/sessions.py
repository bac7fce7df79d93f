"""Ending an account's sessions: elsewhere, or all of them."""

import datetime as dt
from typing import Any

from allauth.account.internal.flows.login import record_authentication
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.http import HttpRequest

from league.models import User


def end_sessions(user: User, *, keep: str | None = None, now: dt.datetime) -> int:
    """Sign an account out wherever it is signed in, and return how many sessions that ended.

    Looks at the sessions themselves, not at allauth's list of them: one begun before there was a list ends too.

    Args:
        keep: the key of the one session that goes on.
    """
    ended = 0
    for session in Session.objects.filter(expire_date__gt=now).exclude(session_key=keep or "").iterator():
        if session.get_decoded().get("_auth_user_id") == str(user.pk):
            session.delete()
            ended += 1
    UserSession.objects.filter(user=user).exclude(session_key=keep or "").delete()
    return ended


def remember(sender: Any, *, request: HttpRequest, user: User, **kwargs: Any) -> None:
    """Note a sign-in that is complete: every stage is passed, the second factor too.

    The receiver of Django's `user_logged_in`, which every door sends: allauth's pages, passkeys and codes, the admin,
    and the link of an invitation. allauth lists only its own sign-ins.
    """
    record_authentication(request, user, method="sign-in", reauthenticated=True)
    if "REMOTE_ADDR" in request.META:
        UserSession.objects.create_from_request(request)
