"""Signing in: by a link or a code from a mail, by a passkey, or by a password; and for how long a device remembers it.

The link and the code of one mail are two ways in: the code only in the browser that asked, the link anywhere, once. A
code has six digits, so wrong ones are counted by account too; once an account's are used up, the link is what is left.
"""

import time
from typing import Any

from allauth.account import app_settings
from allauth.account.forms import LoginForm, RequestLoginCodeForm
from allauth.account.internal.flows.email_verification import verify_email_indirectly
from allauth.account.internal.flows.login import perform_login, record_authentication
from allauth.account.models import EmailAddress, Login
from allauth.account.utils import get_next_redirect_url
from allauth.account.views import ConfirmLoginCodeView, LoginView, RequestLoginCodeView
from django import forms
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from league.models import User
from league.services.people.accounts.keys import read_link
from league.translation import N_, translated
from league.web.people.accounts.adapter import SIGN_IN_SALT, allows_codes, last_signed_in
from league.web.requests import form_data


class Remembered(forms.Form):
    """The box that says whose device it is; a session that is not remembered ends with the browser."""

    remember = forms.BooleanField(
        label=_("Stay signed in for 90 days"), required=False, initial=True,
        help_text=_("Untick this on a device that others use."),
    )  # fmt: skip


class PasswordForm(Remembered, LoginForm):
    pass


class MailForm(RequestLoginCodeForm, Remembered):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("Email address")
        self.order_fields(["email"])


class SignIn(LoginView):
    """The page of all ways in, the mailed one first. It takes passwords; `RequestMail` takes addresses."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "mail_form": MailForm(auto_id="mail_%s")}


class RequestMail(RequestLoginCodeView):
    def form_valid(self, form: MailForm) -> HttpResponse:
        """Mail the link and the code. What was said of the device holds for the session that the code begins."""
        _remember(self.request, form.cleaned_data["remember"])
        answer: HttpResponse = super().form_valid(form)
        return answer


class ConfirmCode(ConfirmLoginCodeView):
    def get_form(self, form_class: Any = None) -> forms.Form:
        """Refuse every code once the account's wrong ones are used up, the right one too."""
        form: forms.Form = super().get_form(form_class)
        user = self._process.user
        if form.is_bound and "code" in form.fields and user is not None and not allows_codes(self.request, user):
            form.add_error(
                "code", translated(N_("Too many wrong codes for this account today. Use the link in the mail."))
            )
        return form


def _remember(request: HttpRequest, chosen: bool) -> None:
    request.session.set_expiry(app_settings.SESSION_COOKIE_AGE if chosen else 0)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in_by_link(request: HttpRequest, token: str) -> HttpResponse:
    """Ask whether to sign in, and do it when the button is pressed: programs that read mail open its links too."""
    found = _read_sign_in_link(token)
    next_page = get_next_redirect_url(request)
    form = Remembered(form_data(request))
    if found is None:
        return render(request, "account/login_link.html", {"mail_form": MailForm(auto_id="mail_%s")}, status=410)
    user, email = found
    if request.method == "POST" and form.is_valid():
        _remember(request, form.cleaned_data["remember"])
        record_authentication(request, user, method="code", email=email)
        verify_email_indirectly(request, user, email)
        answer: HttpResponse = perform_login(request, Login(user=user, email=email, redirect_url=next_page))
        return answer
    context = {
        "email": email, "form": form,
        "redirect_field_name": REDIRECT_FIELD_NAME, "redirect_field_value": next_page,
    }  # fmt: skip
    return render(request, "account/login_link.html", context)


def _read_sign_in_link(token: str) -> tuple[User, str] | None:
    """Return whom a link signs in, and the address that it went to; None if it is forged, old or used."""
    found = read_link(token, SIGN_IN_SALT)
    if found is None or len(found[1]) != 3:
        return None
    user, (email, made, signed_in) = found
    fresh = isinstance(made, int) and 0 <= time.time() - made <= app_settings.LOGIN_BY_CODE_TIMEOUT
    if not fresh or signed_in != last_signed_in(user) or not user.is_active:
        return None
    # Of another of its addresses, which may have been removed meanwhile.
    if email.lower() != user.email.lower() and not EmailAddress.objects.filter(user=user, email__iexact=email).exists():
        return None
    return user, email
