"""The page that a mail to a captain leads to: does the team enter the season?"""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from league.errors import Invalid, WrongState
from league.services.people.entering import answer_entry, open_link, why_closed
from league.web.forms import problems_of, read_text, status_of
from league.web.requests import LeagueRequest, in_league


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.view")
def enter(request: LeagueRequest, token: str) -> HttpResponse:
    """Nobody signs in: whoever has the link has the mail. Opening it changes nothing, as some mail programs do so."""
    link = open_link(request.league, token, now=request.now)
    if link is None:
        return render(request, "league/people/enter.html", {"entry": None}, status=404)
    entry, user = link
    context = {"entry": entry, "closed": why_closed(entry.season)}
    if request.method != "POST":
        return render(request, "league/people/enter.html", context)
    try:
        answer_entry(entry, read_text(request.POST, "answer", 10), by=user, now=request.now)
    except (Invalid, WrongState) as refused:
        context["problems"] = problems_of(refused)
        return render(request, "league/people/enter.html", context, status=status_of(refused))
    return redirect("enter", slug=request.league.slug, token=token)
