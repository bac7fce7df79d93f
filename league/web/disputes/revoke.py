"""The page on which a referee revokes a ruling of their own, having seen what follows."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from league.errors import Invalid, LeagueError, NothingThere, WrongState
from league.models import Ruling
from league.queries.disputes import disputes as queries
from league.queries.disputes.consequences import Consequences
from league.services.disputes import revoke as services
from league.translation import N_, translated
from league.web.disputes import forms, rows
from league.web.problems import problems_of, status_of, wrong
from league.web.requests import LeagueRequest, allow, in_league


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("referee.work")
def revoke(request: LeagueRequest, ruling: int) -> HttpResponse:
    try:
        found = queries.find_ruling_told(request.league, ruling)
    except Ruling.DoesNotExist as missing:
        raise NothingThere(N_("There is no such ruling in this league.")) from missing
    allow(request, "ruling.revoke", found)
    reason = forms.text(request.POST, "reason", services.LONGEST_REASON)
    refused: LeagueError | None = None
    if request.method == "POST":
        try:
            seen = request.POST.get("seen", "")
            services.revoke_ruling(found, reason=reason, seen=seen, by=request.user, now=request.now)
            messages.success(request, translated(N_("The ruling is revoked. Both captains have been told.")))
            return redirect("fixture", slug=request.league.slug, fixture=found.fixture.pk)
        except (Invalid, WrongState) as error:
            refused = error
    following, late = _following(request, found)
    refused = refused or late
    context = {
        **rows.ruling_facts(found, request.grants),
        "following": following,
        "reason": reason,
        **wrong(problems_of(refused) if refused else ()),
    }
    return render(request, "league/calls/revoke.html", context, status=status_of(refused))


def _following(request: LeagueRequest, ruling: Ruling) -> tuple[Consequences | None, WrongState | None]:
    """Return what would follow, or why the ruling cannot be revoked any more."""
    try:
        return services.preview(ruling, by=request.user, now=request.now), None
    except WrongState as late:
        return None, late
