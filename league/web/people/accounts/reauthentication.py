"""Proving oneself anew by a code that is mailed: for whoever has no second factor, and perhaps no password either.

The code lives in the session that asks, for as long and with as many guesses as one to sign in with; allauth's limit of
proofs a minute holds here too.
"""

from typing import Any, cast

from allauth.account import app_settings
from allauth.account.adapter import get_adapter
from allauth.account.forms import ConfirmLoginCodeForm
from allauth.account.internal.flows.code_verification import AbstractCodeVerificationProcess
from allauth.account.internal.flows.login import record_authentication
from allauth.account.internal.userkit import user_id_to_str
from allauth.account.models import EmailAddress
from allauth.account.views import BaseReauthenticateView
from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache

from league.models import User
from league.translation import N_, translated

STATE = "account_reauthentication_code"


class FreshCode(AbstractCodeVerificationProcess):
    """A code that was mailed to the address of whoever is signed in."""

    def __init__(self, request: HttpRequest, state: dict[str, Any]) -> None:
        self.request = request
        limit, timeout = app_settings.LOGIN_BY_CODE_MAX_ATTEMPTS, app_settings.LOGIN_BY_CODE_TIMEOUT
        super().__init__(max_attempts=limit, timeout=timeout, state=state)

    @classmethod
    def begin(cls, request: HttpRequest, user: User) -> "FreshCode":
        """Mail a new code; an older one is good for nothing."""
        code = cls(request, cls.initial_state(user=user, email=address_of(user)))
        code.send()
        code.persist()
        return code

    @classmethod
    def under_way(cls, request: HttpRequest, user: User) -> "FreshCode | None":
        """Return the code this session waits for; None if there is none, it is too old or another user's."""
        state = request.session.get(STATE)
        if not state or state.get("user_id") != user_id_to_str(user):
            return None
        return cls(request, state).abort_if_invalid()

    def send(self) -> None:
        adapter = get_adapter()
        self.state["code"] = adapter.generate_login_code()
        context = {"request": self.request, "code": self.code}
        adapter.send_mail("account/email/reauthentication_code", self.state["email"], context)

    def persist(self) -> None:
        self.request.session[STATE] = self.state

    def abort(self) -> None:
        self.request.session.pop(STATE, None)


def address_of(user: User) -> str:
    """Return where mail to an account goes: its first address."""
    return EmailAddress.objects.get_primary_email(user) or user.email


@method_decorator([never_cache, login_required], name="dispatch")
class ByCode(BaseReauthenticateView):
    """The page that mails a code and asks for it. POST with do=send mails one; with a code, it is checked."""

    form_class = ConfirmLoginCodeForm
    template_name = "account/reauthenticate_code.html"

    @property
    def code(self) -> FreshCode | None:
        return FreshCode.under_way(self.request, self.request.user)

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.POST.get("do") == "send":
            return self._send(request)
        if self.code is None:
            return self._again(request, N_("That code is spent or too old. Have another sent."))
        answer: HttpResponse = super().post(request, *args, **kwargs)
        return answer

    def _send(self, request: HttpRequest) -> HttpResponse:
        user = cast(User, request.user)
        refused = ratelimit.consume_or_429(request, action="fresh_code", key=address_of(user).lower())
        if refused is None:
            FreshCode.begin(request, user)
        return refused or redirect(self.passthrough_next_url(request.path))

    def _again(self, request: HttpRequest, why: str) -> HttpResponse:
        messages.error(request, translated(why))
        return redirect(self.passthrough_next_url(request.path))

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "code": self.code.code if self.code else ""}

    def form_valid(self, form: ConfirmLoginCodeForm) -> HttpResponse:
        code = self.code
        if code is not None:
            code.abort()
        record_authentication(self.request, self.request.user, method="code", reauthenticated=True)
        answer: HttpResponse = super().form_valid(form)
        return answer

    def form_invalid(self, form: ConfirmLoginCodeForm) -> HttpResponse:
        code = self.code
        if code is not None and not code.record_invalid_attempt():
            return self._again(self.request, N_("That was wrong too often. Have another code sent."))
        answer: HttpResponse = super().form_invalid(form)
        return answer

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        code = self.code
        return {**super().get_context_data(**kwargs), "sent_to": code.state["email"] if code else ""}
