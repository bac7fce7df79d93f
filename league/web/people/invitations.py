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
from league.services.people.accounts.accounts import Acceptance, may_sign_in
from league.services.people.invite import accept, linked_player, needs_sign_in, read_token
from league.services.people.roles import title
from league.translation import Text, translated
from league.web.people.forms import AcceptForm
from league.web.problems import laid_on

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
    found, now = read_token(token), timezone.now()
    if found is None:
        return render(request, "league/people/invitation.html", {"invitation": None}, status=404)
    if request.method != "POST" or _end_state(found, now):
        return _page(request, found, _form(request, found), now, status=409 if request.method == "POST" else 200)
    return _answer(request, found, now)


def _answer(request: HttpRequest, found: Invitation, now: dt.datetime) -> HttpResponse:
    account = request.POST.get("account", "")
    other = _another(request, found)
    form = _form(request, found, sent=True)
    if not form.is_valid() or (other is not None and account not in (MINE, THEIRS)):
        return _page(request, found, form, now, asked=True, status=422)
    by = other if account == MINE else _invited(request, found)
    if by is None and needs_sign_in(found):
        logout(request)
        return redirect(_sign_in_url(request))
    # Before it is accepted: afterwards they have been here.
    signs_in = by is None and may_sign_in(found.user)
    said = Acceptance(form.cleaned_data.get("name", ""), form.cleaned_data.get("password", ""))
    try:
        role = accept(found, said, by=by, now=now)
    except Invalid as refused:
        laid_on(form, refused.problems)
        return _page(request, found, form, now, status=422)
    return _welcome(request, role, signs_in=signs_in, leaves=other is not None and by is None)


def _sign_in_url(request: HttpRequest) -> str:
    return f"{reverse('account_login')}?{urlencode({'next': request.path})}"


def _invited(request: HttpRequest, found: Invitation) -> User | None:
    here = request.user
    return here if isinstance(here, User) and here.pk == found.user_id else None


def _welcome(request: HttpRequest, role: Role, *, signs_in: bool, leaves: bool) -> HttpResponse:
    """On to the first page of the new role, signed in if the link may do that."""
    if leaves:
        logout(request)
    if signs_in:
        login(request, role.user, backend=MODEL_BACKEND)
    held = title(role.kind, role.team)
    messages.success(request, translated(Text("You are {role} in {league} now.", role=held, league=role.league.name)))
    onward = reverse(FIRST_PAGE[RoleKind(role.kind)], kwargs={"slug": role.league.slug})
    return redirect(onward)


def _another(request: HttpRequest, found: Invitation) -> User | None:
    """Who is signed in here, if it is not the one who was invited."""
    here = request.user
    return here if isinstance(here, User) and here.pk != found.user_id else None


def _form(request: HttpRequest, found: Invitation, *, sent: bool = False) -> AcceptForm:
    return AcceptForm(
        request.POST if sent else None,
        name=not found.user.name and request.POST.get("account") != MINE,
        password=may_sign_in(found.user) and request.POST.get("account") != MINE,
    )


def _end_state(found: Invitation, now: dt.datetime) -> str:
    if found.accepted_at is not None:
        return "accepted"
    if found.revoked_at is not None:
        return "revoked"
    return "late" if found.expires_at <= now else ""


def _page(
    request: HttpRequest, found: Invitation, form: AcceptForm, now: dt.datetime, *, asked: bool = False, status: int
) -> HttpResponse:
    other = _another(request, found)
    signed_in = other is not None or _invited(request, found) is not None
    context = {
        "invitation": found,
        "offer": translated(title(found.kind, found.team)),
        "over": _end_state(found, now),
        "form": form,
        "other": other,
        "player": linked_player(found),
        "sign_in": "" if signed_in or not needs_sign_in(found) else _sign_in_url(request),
        "own": found.accepted_at is not None and request.user == found.user,
        "asked": asked and other is not None and request.POST.get("account") not in (MINE, THEIRS),
    }
    with timezone.override(found.league.tz):
        return render(request, "league/people/invitation.html", context, status=status)
