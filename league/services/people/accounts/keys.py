"""API tokens, secret calendar addresses, and links in mails that act for an account without signing in.

A token or calendar address is shown once; of a token only a hash is stored. A mailed link is signed and not stored: it
names the account and a mark of its address and of how often that has changed, so that an old mailbox's links are dead
even after a change back.
"""

import datetime as dt
import hashlib
import secrets
from collections.abc import Collection
from typing import Any

from django.core import signing
from django.db import transaction
from django.db.models import F, Q
from django.utils.crypto import constant_time_compare, salted_hmac

from league import access
from league.enums import Scope, SecurityKind
from league.errors import Invalid, NotAllowed
from league.models import ApiToken, CalendarFeed, League, User
from league.rules.names import check_line, clean_line
from league.rules.problems import Problem
from league.services.people.accounts.security import mail_owner, note
from league.translation import N_, Text


def revoke_keys(user: User, *, tokens: bool, calendars: bool, now: dt.datetime) -> tuple[int, int]:
    """Revoke a user's own tokens, secret calendar addresses, or both, and mail them; return how many of each were
    valid."""
    mine: dict[str, object] = {"user": user, "revoked_at": None}
    with transaction.atomic():
        ended = (
            ApiToken.objects.filter(**mine).update(revoked_at=now) if tokens else 0,
            CalendarFeed.objects.filter(**mine).update(revoked_at=now) if calendars else 0,
        )
    if any(ended):
        mail_owner(user, "keys_revoked", tokens=ended[0], calendars=ended[1])
    return ended


BEGINS = "mgn_"
SHOWN = 12
LONGEST_NAME = 60
MOST = 50
# How exactly `last_used_at` is kept: a program that asks every second must not write every second.
USED = dt.timedelta(minutes=1)


def make_token(
    user: User, name: str, scopes: Collection[str], expires_at: dt.datetime | None, *, now: dt.datetime
) -> tuple[ApiToken, str]:
    """Create a user's token and mail them; return it with the secret, which can never be read again.

    Pages ask for a fresh sign-in first (`access.freshness`).

    Args:
        scopes: some of `enums.Scope`.
        expires_at: None: until it is revoked.

    Raises:
        NotAllowed: their account is closed.
        Invalid: with every problem of the name, the scopes and the date.
    """
    if not user.is_active or user.erased_at is not None:
        raise NotAllowed(N_("This account is closed."))
    problems = [*_problems(name, scopes), *_date_problems(expires_at, now)]
    if ApiToken.objects.filter(_live(now), user=user).count() >= MOST:
        message = Text("You have {most} tokens already; revoke one first.", most=MOST)
        problems.append(Problem("too-many", message))
    if problems:
        raise Invalid(problems)
    secret = BEGINS + secrets.token_urlsafe(32)
    token = ApiToken.objects.create(
        user=user,
        name=clean_line(name),
        prefix=secret[:SHOWN],
        token_hash=_hash(secret),
        scopes=[scope.value for scope in Scope if scope in scopes],
        created_at=now,
        expires_at=expires_at,
    )
    scopes_told = Text.joined("; ", [Scope(scope).label for scope in token.scopes])
    mail_owner(user, "token_made", name=token.name, scopes=scopes_told)
    note(SecurityKind.TOKEN_MADE, user, detail=token.name, now=now)
    return token, secret


def _problems(name: str, scopes: Collection[str]) -> list[Problem]:
    problems = []
    if not name.strip() or len(name.strip()) > LONGEST_NAME:
        message = Text("Use a name of up to {most} letters, such as the program that uses it.", most=LONGEST_NAME)
        problems.append(Problem("name", message, "name"))
    problems += check_line(clean_line(name), "name")
    if not scopes or set(scopes) - set(Scope.values):
        problems.append(Problem("scopes", N_("Choose at least one thing that it may be used for."), "scopes"))
    return problems


def _date_problems(expires_at: dt.datetime | None, now: dt.datetime) -> list[Problem]:
    if expires_at is not None and expires_at <= now:
        return [Problem("expires", N_("Choose a date that is still to come."), "expires_at")]
    return []


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()


def _live(now: dt.datetime) -> Q:
    return Q(revoked_at=None) & (Q(expires_at=None) | Q(expires_at__gt=now))


def use_token(secret: str, *, now: dt.datetime) -> ApiToken | None:
    """Return the token of a secret with its user, or None if unknown, revoked, expired, or its account is closed.

    One query, and at most once a minute another to record its use.
    """
    token = (
        ApiToken.objects.filter(_live(now), token_hash=_hash(secret), user__is_active=True, user__erased_at=None)
        .select_related("user")
        .first()
    )
    if token is not None and (token.last_used_at is None or token.last_used_at <= now - USED):
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)
    return token


def revoke_token(pk: int, *, by: User, now: dt.datetime) -> None:
    """Revoke one's own token. Another's, or one that is revoked already, changes nothing."""
    name = ApiToken.objects.filter(pk=pk, user=by).values_list("name", flat=True).first()
    if ApiToken.objects.filter(pk=pk, user=by, revoked_at=None).update(revoked_at=now):
        mail_owner(by, "token_revoked", name=name)
        note(SecurityKind.TOKEN_REVOKED, by, detail=name or "", now=now)


def make_feed(league: League, *, by: User, now: dt.datetime) -> CalendarFeed:
    """Return the user's calendar address in a league, created if needed."""
    access.require(by, "calendar.own", league, now=now)
    return _tell_owner(*_find_or_make(league, by, now))


def renew_feed(league: League, *, by: User, now: dt.datetime) -> CalendarFeed:
    """Replace the calendar address; the old one no longer answers."""
    access.require(by, "calendar.own", league, now=now)
    with transaction.atomic():
        _revoke(league, by, now)
        feed = _find_or_make(league, by, now)
    return _tell_owner(*feed)


def revoke_feed(league: League, *, by: User, now: dt.datetime) -> None:
    """Revoke the calendar address, if there is one."""
    access.require(by, "calendar.own", league, now=now)
    if _revoke(league, by, now):
        mail_owner(by, "calendar_revoked", league=league.name)
        note(SecurityKind.CALENDAR_REVOKED, by, detail=league.name, now=now)


def _find_or_make(league: League, user: User, now: dt.datetime) -> tuple[CalendarFeed, bool]:
    """Return the live address, and whether it is new."""
    # Pressed twice at once, one row is refused by the constraint, and both read the other.
    return CalendarFeed.objects.get_or_create(
        user=user, league=league, revoked_at=None, defaults={"token": secrets.token_urlsafe(32), "created_at": now}
    )


def _tell_owner(feed: CalendarFeed, made: bool) -> CalendarFeed:
    """Mail the owner of a new address, outside any transaction."""
    if made:
        mail_owner(feed.user, "calendar_made", league=feed.league.name)
        note(SecurityKind.CALENDAR_MADE, feed.user, detail=feed.league.name, now=feed.created_at)
    return feed


def _revoke(league: League, user: User, now: dt.datetime) -> int:
    return CalendarFeed.objects.filter(user=user, league=league, revoked_at=None).update(revoked_at=now)


MARK_SALT = "muggins.link-address"
MARK_LENGTH = 16


def sign_link(user: User, salt: str, *values: Any) -> str:
    """Return a token for `user` with values that JSON can hold. It does not expire."""
    return signing.Signer(salt=salt).sign_object([user.pk, address_mark(user), *values])


def read_link(token: str, salt: str) -> tuple[User, list[Any]] | None:
    """Return a token's user and values; None if forged, or if the account has another address now (one query)."""
    try:
        user_id, mark, *values = signing.Signer(salt=salt).unsign_object(token)
        user = User.objects.filter(pk=user_id).first()
    except (signing.BadSignature, ValueError, TypeError):
        return None
    if user is None or not constant_time_compare(mark, address_mark(user)):
        return None
    return user, values


def address_mark(user: User) -> str:
    """Return a mark that differs with the account's address, and after each change of it."""
    about = f"{user.pk}:{user.address_version}:{user.email.lower()}"
    return salted_hmac(MARK_SALT, about, algorithm="sha256").hexdigest()[:MARK_LENGTH]


def end_links(user: User) -> None:
    """Invalidate every link and code mailed to an account before now."""
    User.objects.filter(pk=user.pk).update(address_version=F("address_version") + 1)
    user.refresh_from_db(fields=["address_version"])
