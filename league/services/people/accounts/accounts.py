"""Prove an address: what an account held before its owner proved to be it opens nothing afterwards.

An address is proved by a code or link from its mailbox. Until then the account may be a squatter's, who waits for the
real owner to come and be given a role. So

- the first proof discards every older password, session, API token, calendar link and second factor, except what was
  made in the very act: the password of the person who signed up, or signed in with it, in the browser that proves it;
- nothing that gives rights is attached to an account by an address that it has not proved (`account_of`).
"""

import datetime as dt
import enum
from dataclasses import dataclass
from importlib import import_module

from allauth.account.models import EmailAddress
from django.apps import apps
from django.contrib.auth import password_validation
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet

from league.access import has_factor
from league.enums import SecurityKind
from league.errors import Invalid
from league.models import ApiToken, CalendarFeed, User
from league.rules.languages import check_language
from league.rules.names import LONGEST_NAME, check_line, clean_line
from league.rules.problems import Problem
from league.services.people.accounts.keys import end_links
from league.services.people.accounts.security import end_sessions, note
from league.translation import N_, Text


class Act(enum.Enum):
    """How an address was proved, which decides what else of the account is its owner's."""

    ELSEWHERE = "by whoever has the mailbox and nothing else: a sign-in code, an invitation"
    WITH_PASSWORD = "in the browser that signed up, or that has just given the password"  # noqa: S105
    SIGNED_IN = "in a session of the account"


def address_in(typed: str) -> str:
    """Return a typed email address as it is stored.

    Mail goes to this one: another address of the account that it belongs to is none of the typist's business.
    """
    return typed.replace("\0", "").strip().lower()


def account_of(address: str) -> User | None:
    """Return the account whose owner has proved this address, or None."""
    row = EmailAddress.objects.filter(email__iexact=address.strip(), verified=True).select_related("user").first()
    return row.user if row is not None else None


def has_proved(user: User) -> bool:
    return EmailAddress.objects.filter(user=user, verified=True).exists()


@transaction.atomic
def prove(user: User, *, act: Act = Act.ELSEWHERE, now: dt.datetime) -> None:
    """Mark the account's own address as proved, unless another account has proved it."""
    store_unproved_address(user)
    address = EmailAddress.objects.get(user=user, email__iexact=user.email)
    if address.verified or account_of(user.email) is not None:
        return
    address.verified = True
    address.save(update_fields=["verified"])
    proved(user, address, act=act, now=now)


def store_unproved_address(user: User) -> None:
    """Store the account's own address as unverified, so that a code sent to it proves it at once."""
    if not EmailAddress.objects.filter(user=user, email__iexact=user.email).exists():
        primary = not EmailAddress.objects.filter(user=user, primary=True).exists()
        EmailAddress.objects.create(user=user, email=user.email.lower(), primary=primary)


@transaction.atomic
def proved(user: User, address: EmailAddress, *, act: Act, session: str | None = None, now: dt.datetime) -> bool:
    """Discard older ways into an account after the first proof of an address; return whether there were any.

    Args:
        user: changed in place too: whoever signs it in next goes by this object.
        session: the key of the session that goes on, if the proof was given in one of the account's.
    """
    note(SecurityKind.ADDRESS_CONFIRMED, user, detail=address.email, now=now)
    others = EmailAddress.objects.filter(user=user).exclude(pk=address.pk)
    if act is Act.SIGNED_IN and others.filter(verified=True).exists():
        # A further address of an account that is its owner's already.
        return False
    if act is Act.ELSEWHERE:
        _keep_only(user, address, others)
    return discard_older(user, password=act is Act.ELSEWHERE, session=session, now=now)


def discard_older(user: User, *, password: bool = True, session: str | None = None, now: dt.datetime) -> bool:
    """Discard an account's sessions but one, API tokens, calendar links, second factors and, if wanted, password.

    Return whether there were any.
    """
    gone = []
    if password:
        if user.has_usable_password():
            gone.append("password")
        # Any change of it ends the sessions that were begun under it.
        user.set_unusable_password()
        User.objects.filter(pk=user.pk).update(password=user.password)
    if user.last_login is not None and end_sessions(user, keep=session, now=now):
        gone.append("sessions")
    if ApiToken.objects.filter(user=user, revoked_at=None).update(revoked_at=now):
        gone.append("API tokens")
    if CalendarFeed.objects.filter(user=user, revoked_at=None).update(revoked_at=now):
        gone.append("calendar links")
    if apps.is_installed("allauth.mfa"):
        factors = import_module("allauth.mfa.models").Authenticator
        if factors.objects.filter(user=user).delete()[0]:
            gone.append("second factors")
    if gone:
        note(SecurityKind.OLDER_DISCARDED, user, detail=", ".join(gone), now=now)
    return bool(gone)


def _keep_only(user: User, address: EmailAddress, others: QuerySet[EmailAddress]) -> None:
    """Keep the proved address alone: through another, whoever put it there could ask for a code."""
    others.delete()
    if not address.primary:
        address.primary = True
        address.save(update_fields=["primary"])
    taken = User.objects.filter(email__iexact=address.email).exclude(pk=user.pk).exists()
    if user.email.lower() != address.email.lower() and not taken:
        user.email = address.email.lower()
        User.objects.filter(pk=user.pk).update(email=user.email)
        end_links(user)


@dataclass(frozen=True, slots=True)
class Acceptance:
    """Answers to an invitation; `name` is needed from whoever has none, without `password` they sign in by code."""

    name: str = ""
    password: str = ""


def may_sign_in(user: User) -> bool:
    """Whether an invitation's link also signs its user in: once, if they have never been here.

    Never an administrator or somebody with a second factor: a forwarded mail must not open an account in use.
    """
    return user.last_login is None and not user.is_staff and not user.is_superuser and not has_factor(user)


def set_up_account(user: User, answers: Acceptance, *, proved: bool, now: dt.datetime) -> None:
    """Set an invited person's name and password; `proved` marks the address, where the mail came to it."""
    name, problems = clean_line(answers.name.replace("\0", "")), []
    if not user.name:
        if not name:
            problems.append(Problem("name", N_("Write your name, as the league knows you."), "name"))
        elif len(name) > LONGEST_NAME:
            message = Text("Use a name of up to {most} letters.", most=LONGEST_NAME)
            problems.append(Problem("name", message, "name"))
        problems += check_line(name, "name")
        user.name = name[:LONGEST_NAME]
    # Whoever has signed in before keeps the password they have; the account page changes it.
    fresh = proved and may_sign_in(user)
    if answers.password and fresh:
        try:
            password_validation.validate_password(answers.password, user)
        except ValidationError as weak:
            problems += [Problem("password", why, "password") for why in weak.messages]
    if problems:
        raise Invalid(problems)
    if proved:
        # Whoever made the account before without ever proving that must not keep a way into it.
        prove(user, now=now)
    if answers.password and fresh:
        user.set_password(answers.password)
    user.save(update_fields=["name", "password"])


def choose_language(user: User, code: str) -> str:
    """Set the language of somebody's own pages and mails; blank: each league's."""
    if code and (problems := check_language(code, "language")):
        raise Invalid(problems)
    user.language = code
    user.save(update_fields=["language"])
    return code
