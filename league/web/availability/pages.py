"""Pages of who can play: a player's own answer, their captain's list and line-up, and the page a mail leads to."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from league.access import may, refusal
from league.enums import CanPlay, Side
from league.errors import Changed, Invalid, LeagueError, WrongState
from league.models import Fixture, Player
from league.queries.availability import TeamAvailability, availability_of
from league.queries.results.eligibility import candidates
from league.rules.problems import Problem
from league.services.availability import answer as answers
from league.services.availability import choose
from league.translation import N_, Text, translated
from league.web.availability.line_up_form import line_up_form, line_up_text, read_places
from league.web.form_fields import read_choice, typed
from league.web.problems import problems_of, status_of
from league.web.requests import LeagueRequest, fixture_or_404, in_league

TOLD = {
    CanPlay.YES: N_("{player} can play."),
    CanPlay.NO: N_("{player} can’t play."),
    CanPlay.MAYBE: N_("{player} may be able to play."),
    "": N_("{player}: answer taken back."),
}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.view")
def can_play(request: LeagueRequest, token: str) -> HttpResponse:
    """The question a mail asks, with a button for each answer. Nobody signs in: whoever has the link has the mail.

    Opening it changes nothing, since some mail programs open every link.
    """
    found = answers.follow(request.league, token, now=request.now)
    if found is None:
        return render(request, "league/availability/can_play.html", {"found": None}, status=404)
    context: dict[str, Any] = {"found": found, "start": answers.start_of(found.fixture), "token": token}
    if request.method != "POST" or found.refused:
        status = 409 if request.method == "POST" else 200
        return render(request, "league/availability/can_play.html", context, status=status)
    said, start = typed(request.POST.get("answer", ""), 10), typed(request.POST.get("start", ""), 40)
    try:
        if said not in CanPlay.values:
            raise Invalid([Problem("answer", N_("Answer yes, no or maybe."), "answer")])
        answers.answer_by_link(request.league, token, said, start=start, now=request.now)
    except (Invalid, Changed, WrongState) as refused:
        fresh = answers.follow(request.league, token, now=request.now)
        context |= {"found": fresh, "problems": problems_of(refused)}
        return render(request, "league/availability/can_play.html", context, status=status_of(refused))
    return redirect("can-play", slug=request.league.slug, token=token)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.view")
def availability(request: LeagueRequest, fixture: int) -> HttpResponse:
    """Who can play: to a captain the whole list and the line-up, to a player their own answer and the numbers."""
    found = fixture_or_404(request, fixture)
    teams = availability_of(found)
    managed = [team for team in teams.values() if may(request.grants, "availability.manage", team.team)]
    if not managed and _own_answer(request, teams) is None:
        raise refusal(request.grants, "availability.answer", None)
    if request.method != "POST" and request.GET.get("as") == "text":
        text = "\n\n".join(filter(None, (line_up_text(team) for team in managed)))
        return HttpResponse(f"{text}\n", content_type="text/plain; charset=utf-8")
    if request.method != "POST":
        return _page(request, found, teams)
    try:
        told = _do(request, found)
    except (Invalid, WrongState) as refused:
        return _page(request, found, availability_of(found), refused)
    messages.success(request, translated(told))
    return redirect("availability", slug=request.league.slug, fixture=found.pk)


def _own_answer(request: LeagueRequest, teams: Mapping[Side, TeamAvailability]) -> tuple[TeamAvailability, Any] | None:
    """Return the side that the reader plays for themselves, and what they have answered."""
    for team in teams.values():
        for one in team.candidates:
            if one.player.pk in request.grants.players:
                return team, one
    return None


def _page(
    request: LeagueRequest,
    fixture: Fixture,
    teams: Mapping[Side, TeamAvailability],
    refused: LeagueError | None = None,
) -> HttpResponse:
    problems = problems_of(refused) if refused else ()
    late = answers.closed(fixture, now=request.now)
    managed = [team for team in teams.values() if may(request.grants, "availability.manage", team.team)]
    mine = _own_answer(request, teams)
    guests = [player for player, _ in candidates(fixture).guests] if managed and not late else []
    context = {
        "fixture": fixture,
        "late": late,
        "start": answers.start_of(fixture),
        "mine": mine[1] if mine else None,
        "my_team": mine[0] if mine else None,
        "managed": [(team, None if late else _line_up(request, team, problems)) for team in managed],
        "guests": guests,
        "problems": problems,
    }
    return render(request, "league/availability/availability.html", context, status=status_of(refused))


def _line_up(request: LeagueRequest, team: TeamAvailability, problems: Sequence[Problem]) -> Any:
    """Return the form of a line-up, as it was sent where it was refused."""
    sent = (
        request.method == "POST" and request.POST.get("side") == team.side and "line-up" in request.POST.get("do", "")
    )
    return line_up_form(team, problems, read_places(request.POST, team.side)) if sent else line_up_form(team)


def _do(request: LeagueRequest, fixture: Fixture) -> Text:
    """Carry out what was pressed, and return what to say of it.

    Raises:
        NotAllowed, WrongState, Invalid: whatever the service says, and a word that no button sends.
    """
    do = typed(request.POST.get("do", ""), 20)
    side = Side.AWAY if request.POST.get("side") == Side.AWAY else Side.HOME
    if do in ("line-up", "line-up-tell"):
        places, tell = read_places(request.POST, side), do == "line-up-tell"
        choose.choose(fixture, side, places, tell=tell, by=request.user, now=request.now)
        return N_("Line-up saved. The players are told.") if tell else N_("Line-up saved. Nobody is told yet.")
    player = Player.objects.filter(league=request.league, pk=read_choice(request.POST, "player") or 0).first()
    if player is None:
        raise Invalid([Problem("player", N_("Choose a player from the list."), "")])
    if do == "guest":
        choose.want_guest(fixture, side, player, by=request.user, now=request.now)
        return Text("{player} is asked.", player=player.name)
    if do in ("reserve", "first"):
        answers.set_reserve(fixture, player, reserve=do == "reserve", by=request.user, now=request.now)
        told = N_("{player} is a reserve: asked only if you are short.")
        return Text(told if do == "reserve" else N_("{player} is asked first again."), player=player.name)
    said, start = typed(request.POST.get("answer", ""), 10), typed(request.POST.get("start", ""), 40)
    answers.answer(fixture, player, said, start=start or None, by=request.user, now=request.now)
    return Text(TOLD[said], player=player.name)
