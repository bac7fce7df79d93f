import datetime as dt
from typing import Any

from allauth.account.internal.flows.login import record_authentication
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.http import HttpRequest

from league.models import User


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


def remember(sender: Any, *, request: HttpRequest, user: User, **kwargs: Any) -> None:
    """Note a complete sign-in, second factor included (Django's `user_logged_in`, which every way in sends)."""
    record_authentication(request, user, method="sign-in", reauthenticated=True)
    if "REMOTE_ADDR" in request.META:
        UserSession.objects.create_from_request(request)
