"""Receivers of Django's and allauth's signals: each hands one event to a service, and decides nothing itself.

They are connected when the application is ready (`league/apps.py`).
"""

import json
from importlib import import_module
from typing import Any

from allauth.account import signals
from allauth.account.authentication import get_authentication_records
from allauth.account.models import EmailAddress
from allauth.account.stages import EmailVerificationStage, LoginStageController
from django.apps import apps
from django.contrib import messages
from django.contrib.admin.models import DELETION, LogEntry
from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed
from django.db.models.signals import post_save
from django.dispatch import receiver
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html

from league.enums import SecurityKind
from league.models import User
from league.services.people.accounts import accounts
from league.services.people.accounts.accounts import Act
from league.services.people.accounts.keys import end_links
from league.services.people.accounts.security import note
from league.translation import N_, translated
from league.web.people.accounts.adapter import SIGNED_IN, allows_codes

METHODS = {
    "password": "with a password",
    "code": "with a code or a link from a mail",
    "mfa": "with a second factor",
    "password_reset": "after a new password",
}


# Proving an address


@receiver(signals.email_confirmed)
def address_confirmed(request: HttpRequest, email_address: EmailAddress, **_: Any) -> None:
    user: User = email_address.user
    act = _act(request, user)
    session = request.session.session_key if act is Act.SIGNED_IN else None
    if accounts.proved(user, email_address, act=act, session=session, now=timezone.now()):
        _say_what_is_gone(request)


def _act(request: HttpRequest, user: User) -> Act:
    """Return how an address is being proved: by somebody who only has the mailbox, or by whoever made the account."""
    if request.user.is_authenticated:
        return Act.SIGNED_IN if request.user.pk == user.pk else Act.ELSEWHERE
    # allauth keeps in the session who is about to come in, and by which step; a sign-in code has a step of its own.
    stage = LoginStageController.enter(request, EmailVerificationStage.key)
    if stage is None or stage.login.user is None or stage.login.user.pk != user.pk:
        return Act.ELSEWHERE
    records = get_authentication_records(request, user)
    typed = bool(records) and records[-1]["method"] == "password"
    return Act.WITH_PASSWORD if typed or (stage.login.signup and not records) else Act.ELSEWHERE


def _say_what_is_gone(request: HttpRequest) -> None:
    text = N_(
        "This address is confirmed as yours. The account was made before without confirming it, so its old password, "
        'API tokens and calendar links no longer work. <a href="{url}">Choose a password</a>, '
        "or go on signing in by code."
    )
    messages.warning(request, format_html(translated(text), url=reverse("account_set_password")))


@receiver(signals.password_reset)
def password_was_reset(request: HttpRequest, user: User, **_: Any) -> None:
    now = timezone.now()
    note(SecurityKind.PASSWORD_RESET, user, request=request, now=now)
    # The link came to the mailbox of the account's own address, if it has but one.
    if not EmailAddress.objects.filter(user=user).exclude(email__iexact=user.email).exists():
        accounts.prove(user, act=Act.WITH_PASSWORD, now=now)


# The log


@receiver(user_logged_in)
def signed_in(request: HttpRequest, user: User, **_: Any) -> None:
    records = get_authentication_records(request, user) if hasattr(request, "session") else []
    ways = dict.fromkeys(METHODS[record["method"]] for record in records if record["method"] in METHODS)
    note(SecurityKind.SIGNED_IN, user, detail=", ".join(ways), request=request, now=timezone.now())
    setattr(request, SIGNED_IN, user)


@receiver(user_logged_out)
def signed_out(request: HttpRequest, user: User | None, **_: Any) -> None:
    if user is not None:
        note(SecurityKind.SIGNED_OUT, user, request=request, now=timezone.now())


@receiver(user_login_failed)
def sign_in_failed(credentials: dict[str, Any], request: HttpRequest | None = None, **_: Any) -> None:
    tried = str(credentials.get("email") or credentials.get("username") or "")
    address = accounts.address_in(tried)
    user = accounts.account_of(address) or User.objects.filter(email__iexact=address).first()
    here = request is not None and "/confirm-here/" in request.path
    detail = "to confirm a result on another phone" if here else ""
    known = "" if user is not None else tried
    note(SecurityKind.SIGN_IN_FAILED, user, tried=known, detail=detail, request=request, now=timezone.now())


@receiver(signals.login_code_rejected)
@receiver(signals.email_verification_code_rejected)
@receiver(signals.password_reset_code_rejected)
def code_refused(request: HttpRequest, user: User, **_: Any) -> None:
    allows_codes(request, user, wrong=True)
    note(SecurityKind.CODE_REFUSED, user, request=request, now=timezone.now())


@receiver(signals.user_signed_up)
def signed_up(request: HttpRequest, user: User, **_: Any) -> None:
    note(SecurityKind.SIGNED_UP, user, request=request, now=timezone.now())


@receiver(signals.password_set)
@receiver(signals.password_changed)
def password_changed(request: HttpRequest, user: User, **_: Any) -> None:
    note(SecurityKind.PASSWORD_CHANGED, user, request=request, now=timezone.now())


@receiver(signals.email_added)
def address_added(request: HttpRequest, user: User, email_address: EmailAddress, **_: Any) -> None:
    note(SecurityKind.ADDRESS_ADDED, user, detail=email_address.email, request=request, now=timezone.now())


@receiver(signals.email_removed)
def address_removed(request: HttpRequest, user: User, email_address: EmailAddress, **_: Any) -> None:
    note(SecurityKind.ADDRESS_REMOVED, user, detail=email_address.email, request=request, now=timezone.now())
    if email_address.primary:
        end_links(user)


@receiver(signals.email_changed)
def address_changed(request: HttpRequest, user: User, to_email_address: EmailAddress, **_: Any) -> None:
    note(SecurityKind.ADDRESS_CHANGED, user, detail=to_email_address.email, request=request, now=timezone.now())
    end_links(user)


@receiver(post_save, sender=LogEntry)
def changed_by_an_administrator(instance: LogEntry, created: bool, **_: Any) -> None:
    """Note every change in Django's admin, under the person's account where it was one that was changed."""
    if not created:
        return
    row = User.objects.filter(pk=int(instance.object_id or 0)).first() if _is_account(instance) else None
    detail = f"{instance.get_action_flag_display()}: {instance.content_type} {instance.object_id}{_fields_of(instance)}"
    by = User.objects.filter(pk=instance.user_id).first()
    note(SecurityKind.ADMIN_CHANGED, row, by=by, detail=detail, now=timezone.now())


def _is_account(entry: LogEntry) -> bool:
    return entry.action_flag != DELETION and entry.content_type is not None and entry.content_type.model_class() is User


def _fields_of(entry: LogEntry) -> str:
    try:
        said = json.loads(entry.change_message or "[]")
    except ValueError:
        return ""
    names = [name for row in said if isinstance(row, dict) for name in row.get("changed", {}).get("fields", [])]
    return f" ({', '.join(names)})" if names else ""


# Second factors, where the installation has them


def factor_added(request: HttpRequest, user: User, authenticator: Any, **_: Any) -> None:
    _factor(SecurityKind.FACTOR_ADDED, request, user, authenticator)


def factor_removed(request: HttpRequest, user: User, authenticator: Any, **_: Any) -> None:
    _factor(SecurityKind.FACTOR_REMOVED, request, user, authenticator)


def factor_renewed(request: HttpRequest, user: User, authenticator: Any, **_: Any) -> None:
    _factor(SecurityKind.FACTOR_RENEWED, request, user, authenticator)


def factor_refused(request: HttpRequest, user: User, authenticator: Any = None, **_: Any) -> None:
    _factor(SecurityKind.FACTOR_REFUSED, request, user, authenticator)


def _factor(kind: SecurityKind, request: HttpRequest, user: User, authenticator: Any) -> None:
    detail = str(authenticator.get_type_display()) if authenticator is not None else ""
    note(kind, user, detail=detail, request=request, now=timezone.now())


def listen_to_factors() -> None:
    """Connect the receivers of second factors, if allauth's are installed."""
    if not apps.is_installed("allauth.mfa"):
        return
    factors = import_module("allauth.mfa.signals")
    factors.authenticator_added.connect(factor_added)
    factors.authenticator_removed.connect(factor_removed)
    factors.authenticator_reset.connect(factor_renewed)
    factors.authentication_failed.connect(factor_refused)


listen_to_factors()
