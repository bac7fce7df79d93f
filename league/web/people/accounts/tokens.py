"""A user's tokens for programs: made, shown once, and taken back."""

import datetime as dt
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from league.access import ACTIONS
from league.enums import Scope
from league.errors import Invalid, NotAllowed
from league.models import User
from league.queries.people.people import tokens_of
from league.rules.problems import Problem
from league.services.people.accounts.keys import LONGEST_NAME, make_token, revoke_token
from league.translation import N_, Text, shown, translated
from league.web.fresh_sign_in import need_fresh
from league.web.problems import laid_on

LASTS = ((30, _("30 days")), (90, _("90 days")), (365, _("A year")), (0, _("Until I revoke it")))


class TokenForm(forms.Form):
    """A new token: its name, its scopes and how long it lasts."""

    name = forms.CharField(
        label=_("Name"), max_length=LONGEST_NAME, help_text=_("What you know it by, such as the program that uses it.")
    )
    scopes = forms.MultipleChoiceField(
        label=_("It may"),
        choices=shown(Scope),
        initial=[Scope.READ],
        widget=forms.CheckboxSelectMultiple,
        help_text=_("It never may more than you. Choose as little as the program needs."),
    )
    days = forms.TypedChoiceField(label=_("It lasts"), choices=LASTS, coerce=int, initial=90)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def tokens(request: HttpRequest) -> HttpResponse:
    """The visitor's tokens. POST makes one (do=make), or revokes one (do=revoke)."""
    if not isinstance(request.user, User):
        raise NotAllowed(ACTIONS["account.own"][1])
    if request.method != "POST":
        return _page(request, request.user, TokenForm())
    if request.POST.get("do") == "revoke":
        return _revoke(request, request.user)
    if request.POST.get("do") == "make":
        need_fresh(request)
        return _make(request, request.user)
    raise Invalid([Problem("do", N_("Press one of the buttons on the page of your tokens."), "do")])


def _make(request: HttpRequest, user: User) -> HttpResponse:
    """The secret stands on the answer itself and nowhere else: neither in the session nor in an address."""
    form = TokenForm(request.POST)
    if not form.is_valid():
        return _page(request, user, form, status=422)
    now = timezone.now()
    said = form.cleaned_data
    expires_at = now + dt.timedelta(days=said["days"]) if said["days"] else None
    try:
        token, secret = make_token(user, said["name"], said["scopes"], expires_at, now=now)
    except Invalid as refused:
        laid_on(form, refused.problems)
        return _page(request, user, form, status=422)
    return _page(request, user, TokenForm(), made=token, secret=secret)


def _revoke(request: HttpRequest, user: User) -> HttpResponse:
    chosen = request.POST.get("token", "")
    if not (chosen.isascii() and chosen.isdigit() and len(chosen) < 19):
        raise Invalid([Problem("token", N_("Choose a token from the list."), "token")])
    revoke_token(int(chosen), by=user, now=timezone.now())
    messages.success(request, translated(N_("Revoked. Whatever used it is refused from now on.")))
    return redirect("tokens")


def _page(request: HttpRequest, user: User, form: TokenForm, status: int = 200, **more: Any) -> HttpResponse:
    found = [(token, Text.joined("; ", [Scope(scope).label for scope in token.scopes])) for token in tokens_of(user)]
    context = {"form": form, "tokens": found, "now": timezone.now(), **more}
    return render(request, "account/tokens.html", context, status=status)
