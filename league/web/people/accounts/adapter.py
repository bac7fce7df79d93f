"""The adapters by which allauth asks for what is ours: who proves themselves anew and by what, how passkeys name this
site, and that its mail goes through the outbox."""

import datetime as dt
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context as ambient
from allauth.core.exceptions import ReauthenticationRequired
from allauth.core.internal import ratelimit
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.contrib.sites.shortcuts import get_current_site
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from league.access import has_factor, is_fresh
from league.models import User
from league.queries.people.people import has_accounts
from league.services.mail import site_mail
from league.translation import N_, Text, speaking, translated
from league.web.people.accounts.devices import known_device

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
        """Return what failed sign-ins are counted by: the account alone.

        allauth puts the host in front, as the visitor names it, with its port: whoever names another one with each
        guess would have no limit.
        """
        return str(credentials.get("email", credentials.get("username", ""))).lower()

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count a try with a password: on a device that the account knows by that device, elsewhere by the account.

        So whoever guesses at an account keeps its owner neither from their own devices nor from a mailed code.
        """
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

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Return True once somebody has an account: the first one is made with the server's code (`first_visit`)."""
        return has_accounts()

    def is_reauthentication_required(self, *, app: str, **kwargs: Any) -> bool:
        """Ask everybody alike (`access.freshness`).

        allauth itself would ask nobody who has neither a password nor a factor, and would not count the sign-in.

        Raises:
            ReauthenticationRequired: the sign-in is too long ago. Returning True would leave it to allauth.
        """
        if not super().is_reauthentication_required(app=app, **kwargs) or is_fresh(ambient.request):
            return False
        raise ReauthenticationRequired

    def get_reauthentication_methods(self, user: User | AnonymousUser) -> list[dict[str, str]]:
        """Return the ways to prove oneself anew, the first one first.

        Whoever has a second factor uses that: a password that was looked over a shoulder would otherwise take it away.
        Whoever has none may have a code mailed, which is all that some have.
        """
        methods = super().get_reauthentication_methods(user)
        if not isinstance(user, User):
            return methods
        if has_factor(user):
            methods = [method for method in methods if method["id"] != PASSWORD]
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
        """Send one of allauth's mails now if that works, else as soon as it does, and say so.

        It says the same whether the address has an account or not.
        """
        request = ambient.request
        about = {"request": request, "email": email, "current_site": get_current_site(request), **context}
        with speaking(self.language_of(context.get("user"), email)):
            message = self.render_mail(template_prefix, email, about)
        html = next((body for body, kind in getattr(message, "alternatives", []) if kind == "text/html"), "")
        now = timezone.now()
        lasts = dt.timedelta(seconds=settings.ACCOUNT_LOGIN_BY_CODE_TIMEOUT) if "code" in context else LINK_LASTS
        mail = site_mail.queue_site_mail(email, message.subject, message.body, now=now, lasts=lasts, html=html)
        if not site_mail.send_at_once(mail, now=now) and hasattr(request, "_messages"):
            messages.warning(request, translated(LATER))

    @staticmethod
    def language_of(user: User | None, email: str) -> str:
        """Return the language of whoever has the account that a mail is about; the page's where it has none."""
        person = user or User.objects.filter(email__iexact=email).first()
        return (person.language if person else "") or get_language() or ""


class MFAAdapter(DefaultMFAAdapter):
    error_messages = {  # noqa: RUF012 - as the class it extends has it
        **DefaultMFAAdapter.error_messages,
        "add_email_blocked": _(
            "An account with a second factor cannot add an address. "
            "Remove the factor, add and confirm the address, then set the factor up again."
        ),
        "cannot_generate_recovery_codes": _("Set up an authenticator app or a passkey first."),
        "incorrect_code": _("That is not the right code. Check the clock of your phone and enter the next one."),
        "unverified_email": _("Confirm your mail address first; see Email addresses."),
    }

    def get_totp_issuer(self) -> str:
        return f"Muggins ({ambient.request.get_host()})"

    def generate_authenticator_name(self, user: Any, type: Authenticator.Type) -> str:
        made = Authenticator.objects.filter(user_id=user.pk, type=type).count()
        return translated(Text("Passkey {number}", number=made + 1) if made else N_("Passkey"))
