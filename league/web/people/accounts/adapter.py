"""allauth's adapters for this site; and the signed cookie of devices on which somebody has signed in before.

The cookie holds a random number of the device and the marks of the accounts that have signed in on it. It signs nobody
in: wrong passwords from such a device are counted by device and account, so others' do not keep the owner out. It ends
with the account's address, or after a year without a sign-in.
"""

import datetime as dt
import secrets
import time
from collections.abc import Callable
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.userkit import filter_users_by_email
from allauth.account.utils import passthrough_next_redirect_url
from allauth.core import context as ambient
from allauth.core.exceptions import ReauthenticationRequired
from allauth.core.internal import ratelimit
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.auth.models import AnonymousUser
from django.contrib.sites.shortcuts import get_current_site
from django.core import signing
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.http.request import split_domain_port
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from league.access import has_factor, is_fresh
from league.models import User
from league.queries.people.passkeys import passkey_hosts
from league.queries.people.people import has_accounts
from league.services.mail import site_mail
from league.services.people.accounts.accounts import account_of
from league.services.people.accounts.keys import address_mark, sign_link
from league.translation import N_, Text, speaking, translated

SALT = "muggins.device"
DEVICE_LASTS = 365 * 24 * 3600
MOST_ACCOUNTS = 8
SIGNED_IN = "signed_in_user"
"""The attribute of a request by which its receiver tells the middleware who has just signed in."""


def known_device(request: HttpRequest, address: str) -> str:
    """Return the number of the device if the address's account has signed in on it; else "" (at most two queries)."""
    number, marks = _read_device_cookie(request)
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
            number, marks = _read_device_cookie(request)
            mark = address_mark(user)
            marks = [mark, *(other for other in marks if other != mark)][:MOST_ACCOUNTS]
            answer.set_cookie(
                settings.DEVICE_COOKIE_NAME, signing.dumps([number or secrets.token_hex(8), marks], salt=SALT),
                max_age=DEVICE_LASTS, httponly=True, secure=settings.SESSION_COOKIE_SECURE, samesite="Lax",
            )  # fmt: skip
        return answer


def _read_device_cookie(request: HttpRequest) -> tuple[str, list[str]]:
    try:
        number, marks = signing.loads(
            request.COOKIES.get(settings.DEVICE_COOKIE_NAME, ""), salt=SALT, max_age=DEVICE_LASTS
        )
    except signing.BadSignature:
        return "", []
    return number, marks


SIGN_IN_SALT = "muggins.sign-in"
SIGN_IN_MAIL = "account/email/login_code"


def last_signed_in(user: User) -> str:
    """Return when an account last signed in, as a link in a mail has it: one sign-in ends all links of before."""
    return user.last_login.isoformat() if user.last_login else ""


def allows_codes(request: HttpRequest, user: User, *, wrong: bool = False) -> bool:
    """Return whether an account may be given codes today; a wrong one is counted, from wherever it is typed."""
    usage = ratelimit.consume(request, app="allauth.account", action="wrong_code", key=str(user.pk), dry_run=not wrong)
    return usage is not None


LINK_LASTS = dt.timedelta(hours=24)
"""For how long a mail with a link is worth sending; a code is worth nothing once it has run out."""
LATER = N_("Our mail server is not answering just now. Your mail will go out as soon as it does.")
PASSWORD, CODE = "reauthenticate", "reauthenticate_code"
PASSKEY = "mfa_reauthenticate:webauthn"
DESCRIPTIONS = {
    PASSWORD: N_("Use your password"),
    CODE: N_("Have a code sent to you"),
    "mfa_reauthenticate": N_("Use your authenticator app or a recovery code"),
    PASSKEY: N_("Use a passkey"),
}


class AccountAdapter(DefaultAccountAdapter):
    """Accounts: fresh sign-in for everybody, mail about changes to everybody, and guesses counted by account."""

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Count failed sign-ins by account alone. allauth adds the host, which each guess could vary."""
        return str(credentials.get("email", credentials.get("username", ""))).lower()

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count a try by a device that the account knows, else by the account: guessing locks no owner out."""
        address = self._get_login_attempts_cache_key(request, **credentials)
        device = known_device(request, address)
        try:
            if not device:
                super().pre_authenticate(request, **credentials)
                return
            usage = ratelimit.consume(
                request, app="allauth.account", action="device_login_failed", key=f"{address}:{device}"
            )
            self._login_failed_rl_usage = usage
            if not usage:
                raise self.validation_error("too_many_login_attempts")
        except ValidationError:
            message = _(
                "Too many wrong passwords for this account. Have a code sent to you by email, "
                "or try again in five minutes."
            )
            raise ValidationError(message, code="too_many_login_attempts") from None

    def is_safe_url(self, url: str | None) -> bool:
        """Go on on the host that was asked alone; allauth would lead to any of `ALLOWED_HOSTS`."""
        return url_has_allowed_host_and_scheme(url, {ambient.request.get_host()})

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Return True once somebody has an account: the first one is made with the server's code (`first_visit`)."""
        return has_accounts()

    def is_reauthentication_required(self, *, app: str, **kwargs: Any) -> bool:
        """Ask everybody alike; allauth would not ask those without password and factor.

        Raises:
            ReauthenticationRequired: the sign-in is too long ago. Returning True would leave it to allauth.
        """
        if not super().is_reauthentication_required(app=app, **kwargs) or is_fresh(ambient.request):
            return False
        raise ReauthenticationRequired

    def get_reauthentication_methods(self, user: User | AnonymousUser) -> list[dict[str, str]]:
        """Return the ways to prove oneself anew, the best first: a second factor, else a mailed code too."""
        methods = super().get_reauthentication_methods(user)
        if not isinstance(user, User):
            return methods
        if has_factor(user):
            methods = [method for method in methods if method["id"] != PASSWORD]
            others = [method for method in methods if method["id"] != PASSKEY]
            if len(others) != len(methods) and others and not works_here(ambient.request, user):
                methods = others
            app = Authenticator.objects.filter(user_id=user.pk, type=Authenticator.Type.TOTP).exists()
            methods.sort(key=lambda method: (method["id"] == PASSKEY) == app)
        else:
            methods.append({"id": CODE, "url": reverse("account_reauthenticate_code")})
        return [{**method, "description": translated(DESCRIPTIONS[method["id"]])} for method in methods]

    def login(self, request: HttpRequest, user: Any) -> None:
        """Sign a user in, and note for the greeting (`logged_in.txt`) if they have never been here before."""
        first = user.last_login is None
        super().login(request, user)
        user.signed_in_first = first

    def post_login(self, request: HttpRequest, user: Any, **kwargs: Any) -> HttpResponseBase:
        """Offer a passkey to whoever has none, on the first visit with a device."""
        answer: HttpResponseBase = super().post_login(request, user, **kwargs)
        known = address_mark(user) in _read_device_cookie(request)[1]
        if not known and not Authenticator.objects.filter(user_id=user.pk, type=Authenticator.Type.WEBAUTHN).exists():
            text = translated(
                N_('Next time, sign in with your fingerprint or face: <a href="{url}">add a passkey</a>.')
            )
            messages.info(request, format_html(text, url=reverse("mfa_add_webauthn")))
        return answer

    def send_notification_mail(
        self, template_prefix: str, user: User, context: dict[str, Any] | None = None, email: str | None = None
    ) -> None:
        """Tell of a change. Whoever never confirmed an address, being let in by codes, is told at the one they have."""
        if not email and not user.emailaddress_set.filter(primary=True).exists():  # type: ignore[attr-defined]
            email = user.email
        super().send_notification_mail(template_prefix, user, context, email)

    def get_client_ip(self, request: Any) -> str:
        """Return the visitor's address; none where a command asks."""
        return super().get_client_ip(request) if "REMOTE_ADDR" in request.META else ""

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a mail of allauth's now or queue it; the page says the same whether the address has an account."""
        request = ambient.request
        about = {"request": request, "email": email, "current_site": get_current_site(request), **context}
        if template_prefix == SIGN_IN_MAIL:
            about["link"] = self.sign_in_link(request, email)
        with speaking(self.language_of(context.get("user"), email)):
            message = self.render_mail(template_prefix, email, about)
        html = next((body for body, kind in getattr(message, "alternatives", []) if kind == "text/html"), "")
        now = timezone.now()
        lasts = dt.timedelta(seconds=settings.ACCOUNT_LOGIN_BY_CODE_TIMEOUT) if "code" in context else LINK_LASTS
        mail = site_mail.queue_site_mail(email, message.subject, message.body, now=now, lasts=lasts, html=html)
        if not site_mail.send_at_once(mail, now=now) and hasattr(request, "_messages"):
            messages.warning(request, translated(LATER))

    def sign_in_link(self, request: HttpRequest, email: str) -> str:
        """Return the address that signs the account of an address in, once, and leads on to where it was asked for."""
        [user, *_] = filter_users_by_email(email, is_active=True, prefer_verified=True, for_login=True)
        token = sign_link(user, SIGN_IN_SALT, email, int(time.time()), last_signed_in(user))
        path = passthrough_next_redirect_url(request, reverse("account_login_link", args=[token]), REDIRECT_FIELD_NAME)
        return request.build_absolute_uri(path)

    @staticmethod
    def language_of(user: User | None, email: str) -> str:
        """Return the language of whoever has the account that a mail is about; the page's where it has none."""
        person = user or User.objects.filter(email__iexact=email).first()
        return (person.language if person else "") or get_language() or ""


def works_here(request: HttpRequest, user: User) -> bool:
    """Whether one of an account's passkeys works on the host that was asked; also where it has none."""
    hosts = passkey_hosts(user)
    return not hosts or split_domain_port(request.get_host())[0] in hosts


class MFAAdapter(DefaultMFAAdapter):
    error_messages = {  # noqa: RUF012 - as the class it extends has it
        **DefaultMFAAdapter.error_messages,
        "add_email_blocked": _(
            "An account with a second factor cannot add an address. "
            "Remove the factor, add and confirm the address, then set the factor up again."
        ),
        "cannot_generate_recovery_codes": _("Set up an authenticator app or a passkey first."),
        "incorrect_code": _("That is not the right code. Check the clock of your phone and enter the next one."),
        "unverified_email": _("Confirm your email address first; see Email addresses."),
    }

    def get_totp_issuer(self) -> str:
        return f"Muggins ({ambient.request.get_host()})"

    def generate_authenticator_name(self, user: Any, type: Authenticator.Type) -> str:
        made = Authenticator.objects.filter(user_id=user.pk, type=type).count()
        return translated(Text("Passkey {number}", number=made + 1) if made else N_("Passkey"))
