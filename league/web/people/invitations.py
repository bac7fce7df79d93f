"""The page an invitation's mail leads to: who invites whom to what, and the button that accepts."""

import datetime as dt
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth import login, logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from league.enums import RoleKind
from league.errors import Invalid
from league.models import Invitation, Role, User
from league.queries.domains import is_here
from league.services.people.accounts.accounts import Acceptance, may_sign_in
from league.services.people.invite import accept, linked_player, needs_sign_in, read_token
from league.services.people.roles import format_role
from league.translation import Text, translated
from league.web.forms import add_problems
from league.web.people.people import AcceptForm

MODEL_BACKEND = "django.contrib.auth.backends.ModelBackend"
MINE, THEIRS = "mine", "theirs"
FIRST_PAGE = {
    RoleKind.SECRETARY: "secretary",
    RoleKind.REFEREE: "calls",
    RoleKind.CHAIR: "disputes",
    RoleKind.COMMITTEE: "disputes",
    RoleKind.JUDGE: "disputes",
    RoleKind.CAPTAIN: "my-fixtures",
    RoleKind.VICE_CAPTAIN: "my-fixtures",
    RoleKind.PLAYER: "me",
}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Show what an invitation offers. POST accepts it; programs that look at every link accept nothing."""
    invitation_row, now = read_token(token), timezone.now()
    if invitation_row is None or not is_here(request, invitation_row.league):
        return render(request, "league/people/invitation.html", {"invitation": None}, status=404)
    if request.method != "POST" or _end_state(invitation_row, now):
        return _page(
            request,
            invitation_row,
            _form(request, invitation_row),
            now,
            status=409 if request.method == "POST" else 200,
        )
    return _answer(request, invitation_row, now)


def _answer(request: HttpRequest, invitation: Invitation, now: dt.datetime) -> HttpResponse:
    account = request.POST.get("account", "")
    other = _another(request, invitation)
    form = _form(request, invitation, sent=True)
    if not form.is_valid() or (other is not None and account not in (MINE, THEIRS)):
        return _page(request, invitation, form, now, asked=True, status=422)
    by = other if account == MINE else _invited(request, invitation)
    if by is None and needs_sign_in(invitation):
        logout(request)
        return redirect(_sign_in_url(request))
    # Before it is accepted: afterwards they have been here.
    signs_in = by is None and may_sign_in(invitation.user)
    data = Acceptance(form.cleaned_data.get("name", ""), form.cleaned_data.get("password", ""))
    try:
        role = accept(invitation, data, by=by, now=now)
    except Invalid as refused:
        add_problems(form, refused.problems)
        return _page(request, invitation, form, now, status=422)
    return _welcome(request, role, signs_in=signs_in, leaves=other is not None and by is None)


def _sign_in_url(request: HttpRequest) -> str:
    return f"{reverse('account_login')}?{urlencode({'next': request.path})}"


def _invited(request: HttpRequest, invitation: Invitation) -> User | None:
    here = request.user
    return here if isinstance(here, User) and here.pk == invitation.user_id else None


def _welcome(request: HttpRequest, role: Role, *, signs_in: bool, leaves: bool) -> HttpResponse:
    if leaves:
        logout(request)
    if signs_in:
        login(request, role.user, backend=MODEL_BACKEND)
    held = format_role(role.kind, role.team)
    messages.success(request, translated(Text("You are {role} in {league} now.", role=held, league=role.league.name)))
    onward = reverse(FIRST_PAGE[RoleKind(role.kind)], kwargs={"slug": role.league.slug})
    return redirect(onward)


def _another(request: HttpRequest, invitation: Invitation) -> User | None:
    here = request.user
    return here if isinstance(here, User) and here.pk != invitation.user_id else None


def _form(request: HttpRequest, invitation: Invitation, *, sent: bool = False) -> AcceptForm:
    return AcceptForm(
        request.POST if sent else None,
        name=not invitation.user.name and request.POST.get("account") != MINE,
        password=may_sign_in(invitation.user) and request.POST.get("account") != MINE,
    )


def _end_state(invitation: Invitation, now: dt.datetime) -> str:
    if invitation.accepted_at is not None:
        return "accepted"
    if invitation.revoked_at is not None:
        return "revoked"
    return "late" if invitation.expires_at <= now else ""


def _page(
    request: HttpRequest,
    invitation: Invitation,
    form: AcceptForm,
    now: dt.datetime,
    *,
    asked: bool = False,
    status: int,
) -> HttpResponse:
    other = _another(request, invitation)
    signed_in = other is not None or _invited(request, invitation) is not None
    context = {
        "invitation": invitation,
        "offer": translated(format_role(invitation.kind, invitation.team)),
        "over": _end_state(invitation, now),
        "form": form,
        "other_user": other,
        "player": linked_player(invitation),
        "sign_in": "" if signed_in or not needs_sign_in(invitation) else _sign_in_url(request),
        "is_own": invitation.accepted_at is not None and request.user == invitation.user,
        "asks_account": asked and other is not None and request.POST.get("account") not in (MINE, THEIRS),
    }
    with timezone.override(invitation.league.tz):
        return render(request, "league/people/invitation.html", context, status=status)
