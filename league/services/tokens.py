"""Personal tokens: keys of a user's own for programs. Each is shown once; only a hash of it is kept.

A secret is 256 random bits, so that a plain SHA-256 is enough: there is nothing to guess and no list to try.
"""

import datetime as dt
import hashlib
import secrets
from collections.abc import Collection

from django.db.models import Q

from league.enums import Scope
from league.errors import Invalid, NotAllowed
from league.models import ApiToken, User
from league.rules.problems import Problem

BEGINS = "mgn_"
SHOWN = 12
LONGEST_NAME = 60
MOST = 50
# How exactly `last_used_at` is kept: a program that asks every second must not write every second.
USED = dt.timedelta(minutes=1)


def make_token(
    user: User, name: str, scopes: Collection[str], expires_at: dt.datetime | None, *, now: dt.datetime
) -> tuple[ApiToken, str]:
    """A new token of a user, and the secret itself, which can never be read again.

    Args:
        name: what the user calls it.
        scopes: some of `enums.Scope`.
        expires_at: when it ends; None: when it is revoked.

    Raises:
        NotAllowed: his account is closed.
        Invalid: with every problem of the name, the scopes and the date.
    """
    if not user.is_active or user.erased_at is not None:
        raise NotAllowed("This account is closed.")
    problems = [*_problems(name, scopes), *_date_problems(expires_at, now)]
    if ApiToken.objects.filter(_live(now), user=user).count() >= MOST:
        problems.append(Problem("too-many", f"You have {MOST} tokens already; revoke one first."))
    if problems:
        raise Invalid(problems)
    secret = BEGINS + secrets.token_urlsafe(32)
    token = ApiToken.objects.create(
        user=user,
        name=name.strip(),
        prefix=secret[:SHOWN],
        token_hash=_hash(secret),
        scopes=[scope.value for scope in Scope if scope in scopes],
        created_at=now,
        expires_at=expires_at,
    )
    return token, secret


def _problems(name: str, scopes: Collection[str]) -> list[Problem]:
    problems = []
    if not name.strip() or len(name.strip()) > LONGEST_NAME:
        message = f"Give it a name of at most {LONGEST_NAME} letters, such as the program that uses it."
        problems.append(Problem("name", message, "name"))
    if not scopes or set(scopes) - set(Scope.values):
        problems.append(Problem("scopes", "Choose at least one thing that it may be used for.", "scopes"))
    return problems


def _date_problems(expires_at: dt.datetime | None, now: dt.datetime) -> list[Problem]:
    if expires_at is not None and expires_at <= now:
        return [Problem("expires", "Choose a date that is still to come.", "expires_at")]
    return []


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()


def _live(now: dt.datetime) -> Q:
    return Q(revoked_at=None) & (Q(expires_at=None) | Q(expires_at__gt=now))


def use_token(secret: str, *, now: dt.datetime) -> ApiToken | None:
    """The token of a secret, with its user, noted as used; None where it is unknown, revoked, expired, or its user's
    account closed (one query, and at most once a minute another).
    """
    found = (
        ApiToken.objects.filter(_live(now), token_hash=_hash(secret), user__is_active=True, user__erased_at=None)
        .select_related("user")
        .first()
    )
    if found is not None and (found.last_used_at is None or found.last_used_at <= now - USED):
        ApiToken.objects.filter(pk=found.pk).update(last_used_at=now)
    return found


def revoke_token(pk: int, *, by: User, now: dt.datetime) -> None:
    """One's own token is good for nothing from now on. Another's, or one that is revoked already, changes nothing."""
    ApiToken.objects.filter(pk=pk, user=by, revoked_at=None).update(revoked_at=now)
