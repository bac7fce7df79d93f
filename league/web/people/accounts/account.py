"""Pages of an account that say more, or ask more, than allauth's: where one is signed in, and a first password."""

from allauth.account.views import PasswordChangeView, PasswordResetFromKeyView, password_set
from allauth.usersessions.views import ListUserSessionsView
from django import forms
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils import timezone

from league.access import is_fresh
from league.services.people.accounts.sessions import end_sessions
from league.web.fresh_sign_in import READING, need_fresh
from league.web.people.accounts.forms import ChangePasswordForm, ResetPasswordForm


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
    """Reset a password by emailed link, with the same checks."""

    form_class = ResetPasswordForm

    def form_valid(self, form: ResetPasswordForm) -> HttpResponse:
        answer: HttpResponse = super().form_valid(form)
        form.revoke_chosen()
        return answer


def set_password(request: HttpRequest) -> HttpResponseBase:
    """Choose a first password, which opens the account for good: for whoever has signed in lately only.

    A password that is sent too late is not kept in the session until then, as other things are: it is asked for again.
    """
    if request.user.is_authenticated and not is_fresh(request):
        if request.method not in READING:
            return redirect("account_set_password")
        need_fresh(request)
    answer: HttpResponseBase = password_set(request)
    return answer
