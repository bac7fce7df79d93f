"""The account's own pages: sessions, passwords, fresh sign-in by a mailed code, tokens, language, security log.

A code lives in the session that asks, for as long and with as many guesses as one to sign in with; allauth's limit of
proofs a minute holds here too.
"""

import datetime as dt
from typing import Any, cast

from allauth.account import app_settings, signals
from allauth.account import forms as allauth
from allauth.account.adapter import get_adapter
from allauth.account.forms import ConfirmLoginCodeForm
from allauth.account.internal.flows.code_verification import AbstractCodeVerificationProcess
from allauth.account.internal.flows.login import record_authentication
from allauth.account.internal.userkit import user_id_to_str
from allauth.account.models import EmailAddress
from allauth.account.views import BaseReauthenticateView, PasswordChangeView, PasswordResetFromKeyView, password_set
from allauth.core import ratelimit
from allauth.usersessions.views import ListUserSessionsView
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from league.access import ACTIONS, is_fresh
from league.enums import Scope
from league.errors import Invalid, NotAllowed
from league.models import User
from league.queries.leagues import leagues_with
from league.queries.people.people import SHOWN, Keys, events_of, keys_of, tokens_of
from league.rules.languages import LANGUAGES
from league.rules.problems import Problem
from league.services.people.accounts.accounts import choose_language
from league.services.people.accounts.keys import LONGEST_NAME, make_token, revoke_keys, revoke_token
from league.services.people.accounts.security import KEPT, end_sessions, is_password_of
from league.translation import N_, Text, choices_of, speaking, translated
from league.web.forms import add_problems
from league.web.people.accounts.adapter import allows_codes
from league.web.requests import READING, form_data, need_fresh

TOKENS, CALENDARS = "revoke_tokens", "revoke_calendars"


class _RevokeKeysMixin:
    """Boxes to tick for whoever has tokens or secret calendar addresses; none for others."""

    fields: dict[str, forms.Field]
    cleaned_data: dict[str, Any]
    user: Any

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.now = timezone.now()
        keys = keys_of(self.user, now=self.now) if self.user is not None else Keys(0, 0)
        if keys.tokens:
            label = Text.plural("Revoke your API token too", "Revoke your {n} API tokens too", n=keys.tokens)
            self.fields[TOKENS] = forms.BooleanField(
                label=translated(label),
                required=False,
                help_text=_(
                    "Programs that use them are refused from then on. "
                    "Tick this if somebody else may know your password."
                ),
            )
        if keys.calendars:
            self.fields[CALENDARS] = forms.BooleanField(
                label=_("Revoke the secret address of your calendar too"),
                required=False,
                help_text=_("Phones that subscribe to it need the new address, which you make under Calendars."),
            )

    def revoke_chosen(self) -> None:
        """Revoke what was ticked; the password is changed."""
        data = self.cleaned_data
        revoke_keys(self.user, tokens=data.get(TOKENS, False), calendars=data.get(CALENDARS, False), now=self.now)


class ChangePasswordForm(_RevokeKeysMixin, allauth.ChangePasswordForm):
    """Another password, by the old one; a wrong one counts, and is noted, as a failed sign-in."""

    def clean_oldpassword(self) -> str:
        old = str(self.cleaned_data["oldpassword"])
        try:
            right = is_password_of(self.user, old, field="oldpassword")
        except Invalid as refused:
            raise forms.ValidationError(translated(refused.problems[0].message), code="too-many") from refused
        if not right:
            raise get_adapter().validation_error("enter_current_password")
        return old


class ResetPasswordForm(_RevokeKeysMixin, allauth.ResetPasswordKeyForm):
    pass


class EndOthers(forms.Form):
    def __init__(self, *args: object, request: HttpRequest, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]

    def save(self, request: HttpRequest) -> None:
        end_sessions(request.user, keep=request.session.session_key, now=timezone.now())  # type: ignore[arg-type]


class Sessions(ListUserSessionsView):
    """The visitor's sessions. POST signs them out everywhere else, of sessions that are in no list too."""

    form_class = EndOthers


class ChangePassword(PasswordChangeView):
    """Another password, by the old one; what it did not protect is revoked if that was ticked."""

    form_class = ChangePasswordForm

    def form_valid(self, form: ChangePasswordForm) -> HttpResponse:
        answer: HttpResponse = super().form_valid(form)
        form.revoke_chosen()
        return answer


class ResetPassword(PasswordResetFromKeyView):
    form_class = ResetPasswordForm

    def form_valid(self, form: ResetPasswordForm) -> HttpResponse:
        answer: HttpResponse = super().form_valid(form)
        form.revoke_chosen()
        return answer


def set_password(request: HttpRequest) -> HttpResponseBase:
    """Choose a first password after a fresh sign-in. One sent too late is not kept, but asked for again."""
    if request.user.is_authenticated and not is_fresh(request):
        if request.method not in READING:
            return redirect("account_set_password")
        need_fresh(request)
    answer: HttpResponseBase = password_set(request)
    return answer


CODE_STATE = "account_reauthentication_code"


class FreshCode(AbstractCodeVerificationProcess):
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
        state = request.session.get(CODE_STATE)
        if not state or state.get("user_id") != user_id_to_str(user):
            return None
        return cls(request, state).abort_if_invalid()

    def send(self) -> None:
        adapter = get_adapter()
        self.state["code"] = adapter.generate_login_code()
        context = {"request": self.request, "code": self.code}
        adapter.send_mail("account/email/reauthentication_code", self.state["email"], context)

    def persist(self) -> None:
        self.request.session[CODE_STATE] = self.state

    def abort(self) -> None:
        self.request.session.pop(CODE_STATE, None)

    def record_invalid_attempt(self) -> bool:
        """Have the wrong code counted and logged as one of signing in is."""
        more = super().record_invalid_attempt()
        signals.login_code_rejected.send(FreshCode, request=self.request, user=self.user, last_attempt=not more)
        return bool(more)


def address_of(user: User) -> str:
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
        if not allows_codes(request, cast(User, request.user)):
            return self._again(request, N_("Too many wrong codes for this account today. Sign out and in again."))
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


LIFETIMES = ((30, _("30 days")), (90, _("90 days")), (365, _("A year")), (0, _("Until I revoke it")))


class TokenForm(forms.Form):
    name = forms.CharField(
        label=_("Name"), max_length=LONGEST_NAME, help_text=_("What you know it by, such as the program that uses it.")
    )
    scopes = forms.MultipleChoiceField(
        label=_("It may"),
        choices=choices_of(Scope),
        initial=[Scope.READ],
        widget=forms.CheckboxSelectMultiple,
        help_text=_("It never may more than you. Choose as little as the program needs."),
    )
    days = forms.TypedChoiceField(label=_("It lasts"), choices=LIFETIMES, coerce=int, initial=90)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def tokens(request: HttpRequest) -> HttpResponse:
    if not isinstance(request.user, User):
        raise NotAllowed(ACTIONS["account.own"][1])
    if request.method != "POST":
        return _tokens_page(request, request.user, TokenForm())
    if request.POST.get("do") == "revoke":
        return _revoke_token(request, request.user)
    if request.POST.get("do") == "make":
        need_fresh(request)
        return _make_token(request, request.user)
    raise Invalid([Problem("do", N_("Press one of the buttons on the page of your tokens."), "do")])


def _make_token(request: HttpRequest, user: User) -> HttpResponse:
    """The secret stands on the answer itself and nowhere else: neither in the session nor in an address."""
    form = TokenForm(request.POST)
    if not form.is_valid():
        return _tokens_page(request, user, form, status=422)
    now = timezone.now()
    data = form.cleaned_data
    expires_at = now + dt.timedelta(days=data["days"]) if data["days"] else None
    try:
        token, secret = make_token(user, data["name"], data["scopes"], expires_at, now=now)
    except Invalid as refused:
        add_problems(form, refused.problems)
        return _tokens_page(request, user, form, status=422)
    return _tokens_page(request, user, TokenForm(), made=token, secret=secret)


def _revoke_token(request: HttpRequest, user: User) -> HttpResponse:
    chosen = request.POST.get("token", "")
    if not (chosen.isascii() and chosen.isdigit() and len(chosen) < 19):
        raise Invalid([Problem("token", N_("Choose a token from the list."), "token")])
    revoke_token(int(chosen), by=user, now=timezone.now())
    messages.success(request, translated(N_("Revoked. Whatever used it is refused from now on.")))
    return redirect("tokens")


def _tokens_page(request: HttpRequest, user: User, form: TokenForm, status: int = 200, **more: Any) -> HttpResponse:
    token_rows = [
        (token, Text.joined("; ", [Scope(scope).label for scope in token.scopes])) for token in tokens_of(user)
    ]
    context = {"form": form, "tokens": token_rows, "now": timezone.now(), **more}
    return render(request, "account/tokens.html", context, status=status)


class LanguageForm(forms.Form):
    language = forms.ChoiceField(
        label=_("Language"), required=False, help_text=_("Of the pages when you are signed in, and of your mails.")
    )

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        own: forms.ChoiceField = self.fields["language"]  # type: ignore[assignment]
        own.choices = [("", _("As the league")), *LANGUAGES.items()]


@never_cache
@require_safe
def account(request: HttpRequest) -> HttpResponse:
    if not isinstance(request.user, User):
        raise NotAllowed(ACTIONS["account.own"][1])
    leagues = leagues_with(request.user, today=timezone.now().date())
    return render(request, "account/account.html", {"leagues": leagues, "several": len(leagues) > 1})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def language(request: HttpRequest) -> HttpResponse:
    if not isinstance(request.user, User):
        raise NotAllowed(ACTIONS["account.own"][1])
    form = LanguageForm(form_data(request), initial={"language": request.user.language})
    if request.method == "POST" and form.is_valid():
        chosen = choose_language(request.user, form.cleaned_data["language"])
        with speaking(chosen):
            messages.success(request, translated(N_("Saved.")))
        return redirect("language")
    return render(request, "account/language.html", {"form": form}, status=422 if form.is_bound else 200)


@require_safe
@never_cache
def security(request: HttpRequest) -> HttpResponse:
    if not isinstance(request.user, User):
        raise NotAllowed(ACTIONS["account.own"][1])
    context = {"events": events_of(request.user), "most": SHOWN, "days": KEPT.days}
    return render(request, "account/security.html", context)
