"""The public pages of cups: their list, an edition's bracket, and its draws."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from league.access import may
from league.errors import Changed, NothingThere, WrongState
from league.models import Draw, KnockOut
from league.queries import cups as queries
from league.queries.cups import CupView
from league.queries.leagues import seasons_of
from league.queries.seasons.cup_endings import endings_of
from league.services.cups.draws import reveal_balls
from league.translation import N_, Text
from league.web.cups.bracket import draw_cup
from league.web.forms import problem_context, problems_of, read_number, status_of
from league.web.requests import LeagueRequest, allow, in_league


@require_safe
@in_league("league.view")
def list_cups(request: LeagueRequest) -> HttpResponse:
    seasons = seasons_of(request.league)
    cups = queries.cups_listed(request.league, [season.pk for season in seasons])
    season = seasons[0] if seasons and seasons[0].closed_at is None else None
    context = {"cups": endings_of(cups), "manages": may(request.grants, "cup.manage"), "season": season}
    return render(request, "league/cups/cups.html", context)


def find_cup(request: LeagueRequest, cup: str, season: str | None) -> tuple[KnockOut, list[KnockOut]]:
    """The edition that an address names, and all that there are. Raises NothingThere."""
    drafts = may(request.grants, "cup.manage")
    editions = queries.editions_of(request.league, cup, drafts=drafts)
    for edition in editions:
        if season is None or edition.competition.season.slug == season:
            return edition, editions
    raise NothingThere(N_("There is no such cup in this league."))


@require_safe
@in_league("league.view")
def show_cup(request: LeagueRequest, cup: str, season: str | None = None) -> HttpResponse:
    knock_out, editions = find_cup(request, cup, season)
    view = queries.cup_view(knock_out)
    manages = may_manage(request, knock_out)
    context: dict[str, Any] = {
        "view": view,
        "cup": knock_out.competition,
        "knock_out": knock_out,
        "editions": editions,
        "picture": draw_cup(view),
        "next_step": next_step(request, view) if manages else None,
        "mine": request.grants.captain_of,
        "manages": manages,
        "winners": list(queries.winners_of(request.league, knock_out.competition.slug)[:12]),
    }
    return render(request, "league/cups/cup.html", context)


def may_manage(request: LeagueRequest, knock_out: KnockOut) -> bool:
    """Whether the visitor runs this edition, and its season is open."""
    return knock_out.competition.season.closed_at is None and may(request.grants, "cup.manage")


def next_step(request: LeagueRequest, view: CupView) -> tuple[Text, str] | None:
    """What a secretary does next with a cup: the button's words and where it leads."""
    knock_out = view.knock_out
    cup = {"slug": request.league.slug, "cup": knock_out.pk}
    if view.showing is not None:
        return N_("Go on with the draw"), draw_url(request, knock_out)
    if len(view.entrants) < 2:
        return N_("Add entrants"), reverse("cup-entrants", kwargs=cup)
    if view.champion is not None:
        return None
    if not view.drawn or (knock_out.drawn == "each-round" and not view.round_open):
        return N_("Draw the next round") if view.drawn else N_("Draw the cup"), reverse("cup-draw", kwargs=cup)
    return None


def draw_url(request: LeagueRequest, knock_out: KnockOut) -> str:
    cup = knock_out.competition
    return reverse("cup-drawn", kwargs={"slug": request.league.slug, "cup": cup.slug, "season": cup.season.slug})


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.view")
def show_draw(request: LeagueRequest, cup: str, season: str) -> HttpResponse:
    """The draws of an edition: the hash before, ball by ball while it is drawn, and the seed afterwards."""
    knock_out, _ = find_cup(request, cup, season)
    problems: dict[str, Any] = {}
    status = 200
    if request.method == "POST":
        allow(request, "cup.manage", None)
        try:
            _reveal(request, knock_out)
        except (Changed, WrongState) as refused:
            problems, status = problem_context(problems_of(refused)), status_of(refused)
    view = queries.cup_view(knock_out)
    template = "_draw_state" if request.headers.get("HX-Request") and request.method != "POST" else "draw"
    context = {
        "view": view,
        "cup": knock_out.competition,
        "knock_out": knock_out,
        "manages": may_manage(request, knock_out),
        "balls": _balls(view),
        "command": f"manage.py verify_draw {request.league.slug} {cup} {season}",
        "checked": [(draw, _faults(view, draw)) for draw in view.draws],
        **problems,
    }
    return render(request, f"league/cups/{template}.html", context, status=status)


def _faults(view: CupView, draw: Draw) -> list[Text] | None:
    """What the draw made again now differs in; None while its seed is secret."""
    if draw.drawn_at is None or draw.revealed is not None:
        return None
    return queries.check_draw(view.knock_out, draw)


def _reveal(request: LeagueRequest, knock_out: KnockOut) -> None:
    draw = (
        Draw.objects.select_related("knock_out__competition__season__league")
        .filter(knock_out=knock_out, drawn_at__isnull=False, void_because="")
        .order_by("-pk")
        .first()
    )
    if draw is None:
        raise WrongState(N_("Nothing has been drawn yet."))
    reveal_balls(draw, seen=read_number(request.POST, "seen"), by=request.user, now=request.now)


def _balls(view: CupView) -> list[tuple[int, str]]:
    """The balls told so far of the draw that is shown, the last one first: number and name."""
    showing = view.showing
    if showing is None:
        return []
    ties = [shown for round_ in view.rounds for shown in round_.ties]
    by_number = {shown.tie.number: shown for shown in ties}
    order = queries.places_in_order([shown.tie for shown in ties if shown.tie.round >= showing.round])
    told = []
    for number, (tie, side) in enumerate(order[: showing.revealed], start=1):
        shown = by_number[tie]
        told.append((number, str((shown.top if side == "top" else shown.bottom).name)))
    return told[::-1]
