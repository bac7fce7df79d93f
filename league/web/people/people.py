"""The people of the league: the secretary offers and ends roles; a captain invites to their own team."""

import json
from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.access import may
from league.errors import Invalid, LeagueError, WrongState
from league.models import PRESENT, Invitation, Player, Role, Team
from league.queries.people.namesakes import NEW_FOR, namesakes_of, new_players, others_named, what_moves, why_two
from league.queries.people.people import holders_of
from league.queries.people.personal_data import find_players, person_of
from league.rules.wording import spelt
from league.services.people import invite, personal_data
from league.services.people.merge import merge_players
from league.services.people.personal_data import Details
from league.services.people.roles import end_role, title
from league.translation import N_, Text, translated
from league.web.fresh_sign_in import fresh_to, need_fresh
from league.web.people.forms import DetailsForm, EndForm, MergeForm, RoleForm, TeamInvitationForm
from league.web.problems import laid_on
from league.web.requests import LeagueRequest, allow, in_league


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("role.manage")
@fresh_to()
def people(request: LeagueRequest) -> HttpResponse:
    if request.method != "POST":
        asked = request.GET.get("player", "")
        known = Player.objects.filter(league=request.league, pk=int(asked)).first() if _number(asked) else None
        return _people_page(request, RoleForm(request.league, player=known))
    form = RoleForm(request.league, request.POST)
    if form.is_valid():
        try:
            messages.success(request, translated(_invite(request, form.cleaned_data)))
        except LeagueError as refused:
            _refused(form, refused)
        else:
            return redirect("people", slug=request.league.slug)
    return _people_page(request, form, status=422)


def _invite(request: LeagueRequest, offer: Mapping[str, Any]) -> Text:
    """Offer a role. Returns what to say about it, the same whoever has the address."""
    made = invite.invite(
        request.league, offer["email"], offer["kind"], offer["team"],
        player=offer.get("player"), ends_on=offer["ends_on"], by=request.user, now=request.now,
    )  # fmt: skip
    return Text(
        "{address} is invited to be {role}. The mail goes out within a minute.",
        address=made.email, role=title(made.kind, made.team),
    )  # fmt: skip


def _refused(form: Any, refused: LeagueError) -> None:
    if isinstance(refused, Invalid):
        laid_on(form, refused.problems)
    elif isinstance(refused, WrongState):
        form.add_error(None, translated(refused.message))
    else:
        raise refused


def _people_page(request: LeagueRequest, form: RoleForm, status: int = 200) -> HttpResponse:
    sought = request.GET.get("q", "")
    context = {
        "places": holders_of(request.league, now=request.now),
        "now": request.now,
        "form": form,
        "sought": sought,
        "players": find_players(request.league, sought),
    }
    return render(request, "league/people/people.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("account.own")
@fresh_to()
def team_people(request: LeagueRequest, team: str) -> HttpResponse:
    found = get_object_or_404(Team.objects.select_related("league"), league=request.league, slug=team, hidden_at=None)
    allow(request, "role.invite", found)
    form = TeamInvitationForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            messages.success(request, translated(_invite(request, {**form.cleaned_data, "team": found})))
        except LeagueError as refused:
            _refused(form, refused)
        else:
            return redirect("team-people", slug=request.league.slug, team=found.slug)
    [place] = holders_of(request.league, now=request.now, team=found)
    status = 422 if request.method == "POST" else 200
    context = {"team": found, "place": place, "form": form, "now": request.now}
    return render(request, "league/people/team_people.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("role.manage")
@fresh_to()
def end(request: LeagueRequest, role: int) -> HttpResponse:
    roles = Role.objects.select_related("user", "team", "league")
    found = get_object_or_404(roles, league=request.league, pk=role)
    form = EndForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        at_once, last = request.POST.get("do") == "now", form.cleaned_data["last_day"]
        try:
            ended = end_role(found, last_day=last, at_once=at_once, by=request.user, now=request.now)
        except Invalid as refused:
            laid_on(form, refused.problems)
        else:
            messages.success(request, translated(_ended(ended, at_once=at_once)))
            return redirect("people", slug=request.league.slug)
    status = 422 if request.method == "POST" else 200
    context = {"role": found, "what": translated(title(found.kind, found.team)), "form": form}
    return render(request, "league/people/role_end.html", context, status=status)


def _ended(role: Role, *, at_once: bool) -> Text:
    said = {"person": str(role.user), "role": title(role.kind, role.team)}
    if at_once or role.ends_on is None:
        return Text("{person} is {role} no longer.", **said)
    return Text("{person} is {role} until {day}.", **said, day=spelt(role.ends_on))


ACTS = {
    "revoke": (invite.revoke, N_("The invitation is withdrawn.")),
    "remind": (invite.remind, N_("The invitation goes out again within a minute.")),
}


@require_POST
@in_league("account.own")
@fresh_to("remind")
def invitation(request: LeagueRequest, invitation: int) -> HttpResponse:
    """Withdraw an invitation, or send it again: the secretary any, a captain those to their own team."""
    found = get_object_or_404(
        Invitation.objects.select_related("league", "team", "user"), league=request.league, pk=invitation
    )
    allow(request, "role.invite", found.team)
    asked = ACTS.get(request.POST.get("do", ""))
    if asked is None:
        raise WrongState(N_("Press one of the buttons beside the invitation."))
    act, said = asked
    act(found, by=request.user, now=request.now)
    messages.success(request, translated(said))
    if found.team is not None and not may(request.grants, "role.manage"):
        return redirect("team-people", slug=request.league.slug, team=found.team.slug)
    return redirect("people", slug=request.league.slug)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@in_league("role.manage")
def person(request: LeagueRequest, player: int) -> HttpResponse:
    """Show the secretary what the league keeps of a player. POST changes it."""
    found = _player_or_404(request, player)
    if found.merged_into_id is not None:
        return redirect("person", slug=request.league.slug, player=found.merged_into_id)
    form = DetailsForm(request.POST) if request.method == "POST" else DetailsForm.of(found)
    if request.method == "POST" and form.is_valid():
        if form.cleaned_data["email"].lower() != found.email.lower():
            # Whoever has the address can be invited to be this player.
            need_fresh(request)
        try:
            personal_data.change_details(found, Details(**form.cleaned_data), by=request.user, now=request.now)
        except Invalid as refused:
            laid_on(form, refused.problems)
        else:
            messages.success(request, translated(N_("Saved.")))
            return redirect("person", slug=request.league.slug, player=found.pk)
    known = person_of(request.league, player=found, user=found.user, now=request.now)
    status = 422 if request.method == "POST" else 200
    return render(request, "league/people/person.html", {"person": known, "form": form}, status=status)


@require_safe
@in_league("player.merge")
def namesakes(request: LeagueRequest) -> HttpResponse:
    return render(request, "league/people/namesakes.html", {"groups": namesakes_of(request.league)})


@require_safe
@in_league("player.merge")
def new_names(request: LeagueRequest) -> HttpResponse:
    """Players of the last weeks whom nobody has registered: a sheet has named them."""
    found = new_players(request.league, since=request.now - NEW_FOR)
    return render(request, "league/people/new_players.html", {"found": found, "weeks": NEW_FOR.days // 7})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@in_league("player.merge")
@fresh_to()
def person_merge(request: LeagueRequest, player: int) -> HttpResponse:
    """Another player who is this one, what would move from there, and doing it."""
    kept = _player_or_404(request, player)
    if request.method == "POST":
        form = MergeForm(request.league, request.POST)
    else:
        asked = request.GET.get("from", "")
        form = MergeForm(request.league, initial={"player": asked} if _number(asked) else None)
    if form.is_valid():
        try:
            said = form.cleaned_data
            merge_players(kept, said["player"], reason=said["reason"], by=request.user, now=request.now)
        except LeagueError as refused:
            _refused(form, refused)
        else:
            messages.success(request, translated(Text("Both are one player now: {player}.", player=kept.name)))
            return redirect("person", slug=request.league.slug, player=kept.pk)
    gone = _chosen_player(request, form)
    context = {
        "person": person_of(request.league, player=kept, user=kept.user, now=request.now),
        "form": form,
        "others": others_named(kept),
        "gone": gone and person_of(request.league, player=gone, user=gone.user, now=request.now),
        "against": why_two(kept, gone) if gone else [],
        "moves": what_moves(gone) if gone else None,
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "league/people/merge.html", context, status=status)


def _chosen_player(request: LeagueRequest, form: MergeForm) -> Player | None:
    asked = str(form["player"].value() or "")
    return Player.objects.filter(PRESENT, league=request.league, pk=int(asked)).first() if _number(asked) else None


@require_POST
@in_league("role.manage")
@fresh_to()
def person_export(request: LeagueRequest, player: int) -> HttpResponse:
    found = _player_or_404(request, player)
    return as_file(personal_data.export_person(found, by=request.user, now=request.now), f"player-{found.pk}")


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("role.manage")
@fresh_to()
def person_erase(request: LeagueRequest, player: int) -> HttpResponse:
    """Show what erasing a player's data means. POST does it."""
    found = _player_or_404(request, player)
    if found.erased_at is not None:
        raise WrongState(N_("The data of this player were erased already."))
    if request.method == "POST" and request.POST.get("sure") == "yes":
        personal_data.erase(found, by=request.user, now=request.now)
        messages.success(request, translated(N_("Erased. What they played stays, under the name “former player”.")))
        return redirect("people", slug=request.league.slug)
    known = person_of(request.league, player=found, user=found.user, now=request.now)
    unsure = request.method == "POST"
    context = {"person": known, "own": False, "unsure": unsure}
    return render(request, "league/people/erase.html", context, status=422 if unsure else 200)


def as_file(about: Mapping[str, Any], name: str) -> HttpResponse:
    answer = HttpResponse(json.dumps(about, indent=2, ensure_ascii=False) + "\n", content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="{name}.json"'
    answer["Cache-Control"] = "no-store"
    return answer


def _player_or_404(request: LeagueRequest, pk: int) -> Player:
    return get_object_or_404(Player.objects.select_related("league", "user"), league=request.league, pk=pk)


def _number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 16
