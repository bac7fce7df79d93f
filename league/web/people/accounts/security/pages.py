"""The page of one's own security log."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from league.access import ACTIONS
from league.errors import NotAllowed
from league.models import User
from league.queries.people.people import SHOWN, events_of
from league.services.people.accounts.security import KEPT


@require_safe
@never_cache
def security(request: HttpRequest) -> HttpResponse:
    """Show what happened to the ways into the visitor's account: sign-ins, wrong passwords, changes, roles."""
    if not isinstance(request.user, User):
        raise NotAllowed(ACTIONS["account.own"][1])
    context = {"events": events_of(request.user), "most": SHOWN, "days": KEPT.days}
    return render(request, "account/security.html", context)
