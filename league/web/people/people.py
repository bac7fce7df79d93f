"""The people of the league: roles offered and ended, players changed and merged; a captain invites to their team."""

import json
from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.access import may
from league.enums import RoleKind
from league.errors import Invalid, LeagueError, WrongState
from league.models import PRESENT, Invitation, League, Player, Role, Team
from league.queries.people.namesakes import NEW_FOR, namesakes_of, new_players, others_named, what_moves, why_two
from league.queries.people.people import holders_of
from league.queries.people.personal_data import find_players, person_of
from league.rules.names import LONGEST_NAME
from league.rules.problems import LONGEST_REASON
from league.rules.wording import spelt
from league.services.people import erasing, invite, personal_data
from league.services.people.invite import BY_CAPTAINS
from league.services.people.merge import merge_players
from league.services.people.personal_data import LONGEST_NOTE, LONGEST_PHONE, Details
from league.services.people.roles import end_role, format_role
from league.translation import N_, Text, choices_of, translated
from league.web.forms import add_problems
from league.web.requests import LeagueRequest, allow, form_data, fresh_to, in_league, need_fresh, redirect_with

Sent = Mapping[str, Any] | None


def _day_field(**said: Any) -> forms.DateField:
    widget = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
    wrong = {"invalid": _("Write a day like 2026-11-03.")}
    return forms.DateField(required=False, widget=widget, error_messages=wrong, **said)


def _email_field(**said: Any) -> forms.CharField:
    # What makes an address is the service's affair, which says so with all the rest.
    widget = forms.TextInput(attrs={"type": "email", "autocomplete": "off", "spellcheck": "false"})
    return forms.CharField(label=_("Email address"), max_length=254, widget=widget, **said)


class RoleForm(forms.Form):
    email = _email_field(required=True)
    kind = forms.ChoiceField(label=_("Role"), choices=[("", "–"), *choices_of(RoleKind)])
    team = forms.ModelChoiceField(
        label=_("Team"),
        queryset=Team.objects.none(),
        required=False,
        empty_label="–",
        help_text=_("Of a captain, vice-captain or player. The other roles belong to no team."),
    )
    ends_on = _day_field(label=_("Last day"), help_text=_("Leave it empty if that is not known."))
    player = forms.ModelChoiceField(queryset=Player.objects.none(), required=False, widget=forms.HiddenInput)

    def __init__(self, league: League, sent: Sent = None, *, player: Player | None = None) -> None:
        first = {"player": player.pk, "email": player.email, "kind": RoleKind.PLAYER.value} if player else {}
        super().__init__(sent, initial=first, prefix=None)
        self.fields["team"].queryset = league.teams.filter(hidden_at=None).order_by("name")  # type: ignore[attr-defined]
        self.fields["player"].queryset = Player.objects.filter(PRESENT, league=league)  # type: ignore[attr-defined]


class TeamInvitationForm(forms.Form):
    email = _email_field(required=True)
    kind = forms.ChoiceField(
        label=_("Role"),
        choices=[choice for choice in reversed(choices_of(RoleKind)) if choice[0] in BY_CAPTAINS],
    )
    ends_on = _day_field(label=_("Last day"), help_text=_("Leave it empty if that is not known."))


class EndForm(forms.Form):
    last_day = _day_field(label=_("Last day"), help_text=_("They have the role until the end of that day."))


class DetailsForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=LONGEST_NAME)
    email = _email_field(
        required=False, help_text=_("Never shown on a public page. An invitation to it links their account.")
    )
    phone = forms.CharField(
        label=_("Phone"), max_length=LONGEST_PHONE, required=False, help_text=_("Never shown on a public page."),
        widget=forms.TextInput(attrs={"type": "tel", "autocomplete": "off"}),
    )  # fmt: skip
    shorten_name = forms.BooleanField(
        label=_("Shorten the name on public pages"),
        required=False,
        help_text=_("“Olive B.” instead of “Olive Baker”. Captains, referees and the secretary see it in full."),
    )
    hide_averages = forms.BooleanField(
        label=_("Keep averages off public pages"),
        required=False,
        help_text=_(
            "No line in merit tables, no averages, totals or streaks. Score sheets and high hands stay public; "
            "only the player and the secretary see the rest."
        ),
    )
    note = forms.CharField(
        label=_("Note for captains"), max_length=LONGEST_NOTE, required=False,
        help_text=_("Such as “under 18: till nine only”. Both captains read it on the sheet; nothing is judged by it."),
    )  # fmt: skip

    @classmethod
    def for_player(cls, player: Player) -> "DetailsForm":
        return cls(initial={name: getattr(player, name) for name in cls.base_fields})


class OwnForm(DetailsForm):
    """A player's own details. The address they sign in with is changed on the pages of their account."""

    email = None  # type: ignore[assignment]
    note = None  # type: ignore[assignment]


class NameForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=LONGEST_NAME)


class AcceptForm(forms.Form):
    name = forms.CharField(
        label=_("Your name"),
        required=False,
        max_length=LONGEST_NAME,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    password = forms.CharField(
        label=_("A password"),
        required=False,
        strip=False,
        max_length=200,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=_(
            "Leave it empty to sign in with a link or code by mail. Your own phone then stays signed in for 90 days."
        ),
    )

    def __init__(self, sent: Sent = None, *, name: bool, password: bool) -> None:
        super().__init__(sent)
        for field, wanted in (("name", name), ("password", password)):
            if not wanted:
                del self.fields[field]


class MergeForm(forms.Form):
    player = forms.ModelChoiceField(
        label=_("Player"),
        queryset=Player.objects.none(),
        widget=forms.HiddenInput,
        error_messages={"required": _("Choose the other player.")},
    )
    reason = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        help_text=_("For the journal: how you know that they are one person."),
    )

    def __init__(self, league: League, sent: Mapping[str, Any] | None = None, **more: Any) -> None:
        super().__init__(sent, **more)
        self.fields["player"].queryset = Player.objects.filter(PRESENT, league=league)  # type: ignore[attr-defined]


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("role.manage")
@fresh_to()
def people(request: LeagueRequest) -> HttpResponse:
    if request.method != "POST":
        wanted = request.GET.get("player", "")
        known = Player.objects.filter(league=request.league, pk=int(wanted)).first() if _is_number(wanted) else None
        return _people_page(request, RoleForm(request.league, player=known))
    form = RoleForm(request.league, request.POST)
    if form.is_valid():
        try:
            messages.success(request, translated(_invite(request, form.cleaned_data)))
        except LeagueError as refused:
            _add_refusal(form, refused)
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
        address=made.email, role=format_role(made.kind, made.team),
    )  # fmt: skip


def _add_refusal(form: Any, refused: LeagueError) -> None:
    if isinstance(refused, Invalid):
        add_problems(form, refused.problems)
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
        "query": sought,
        "players": find_players(request.league, sought),
    }
    return render(request, "league/people/people.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("account.own")
@fresh_to()
def team_people(request: LeagueRequest, team: str) -> HttpResponse:
    team_row = get_object_or_404(
        Team.objects.select_related("league"), league=request.league, slug=team, hidden_at=None
    )
    allow(request, "role.invite", team_row)
    form = TeamInvitationForm(form_data(request))
    if request.method == "POST" and form.is_valid():
        try:
            messages.success(request, translated(_invite(request, {**form.cleaned_data, "team": team_row})))
        except LeagueError as refused:
            _add_refusal(form, refused)
        else:
            return redirect("team-people", slug=request.league.slug, team=team_row.slug)
    [place] = holders_of(request.league, now=request.now, team=team_row)
    status = 422 if request.method == "POST" else 200
    context = {"team": team_row, "place": place, "form": form, "now": request.now}
    return render(request, "league/people/team_people.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("role.manage")
@fresh_to()
def role_end(request: LeagueRequest, role: int) -> HttpResponse:
    roles = Role.objects.select_related("user", "team", "league")
    role_row = get_object_or_404(roles, league=request.league, pk=role)
    form = EndForm(form_data(request))
    if request.method == "POST" and form.is_valid():
        at_once, last = request.POST.get("do") == "now", form.cleaned_data["last_day"]
        try:
            ended = end_role(role_row, last_day=last, at_once=at_once, by=request.user, now=request.now)
        except Invalid as refused:
            add_problems(form, refused.problems)
        else:
            return redirect_with(request, _ended_message(ended, at_once=at_once), "people")
    status = 422 if request.method == "POST" else 200
    context = {"role": role_row, "role_title": translated(format_role(role_row.kind, role_row.team)), "form": form}
    return render(request, "league/people/role_end.html", context, status=status)


def _ended_message(role: Role, *, at_once: bool) -> Text:
    params = {"person": str(role.user), "role": format_role(role.kind, role.team)}
    if at_once or role.ends_on is None:
        return Text("{person} is {role} no longer.", **params)
    return Text("{person} is {role} until {day}.", **params, day=spelt(role.ends_on))


ACTS = {
    "revoke": (invite.revoke, N_("The invitation is withdrawn.")),
    "remind": (invite.remind, N_("The invitation goes out again within a minute.")),
}


@require_POST
@in_league("account.own")
@fresh_to("remind")
def invitation(request: LeagueRequest, invitation: int) -> HttpResponse:
    """Withdraw an invitation, or send it again: the secretary any, a captain those to their own team."""
    invitation_row = get_object_or_404(
        Invitation.objects.select_related("league", "team", "user"), league=request.league, pk=invitation
    )
    allow(request, "role.invite", invitation_row.team)
    wanted = ACTS.get(request.POST.get("do", ""))
    if wanted is None:
        raise WrongState(N_("Press one of the buttons beside the invitation."))
    act, said = wanted
    act(invitation_row, by=request.user, now=request.now)
    messages.success(request, translated(said))
    if invitation_row.team is not None and not may(request.grants, "role.manage"):
        return redirect("team-people", slug=request.league.slug, team=invitation_row.team.slug)
    return redirect("people", slug=request.league.slug)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@in_league("role.manage")
def person(request: LeagueRequest, player: int) -> HttpResponse:
    player_row = _player_or_404(request, player)
    if player_row.merged_into_id is not None:
        return redirect("person", slug=request.league.slug, player=player_row.merged_into_id)
    form = DetailsForm(request.POST) if request.method == "POST" else DetailsForm.for_player(player_row)
    if request.method == "POST" and form.is_valid():
        if form.cleaned_data["email"].lower() != player_row.email.lower():
            # Whoever has the address can be invited to be this player.
            need_fresh(request)
        try:
            personal_data.change_details(player_row, Details(**form.cleaned_data), by=request.user, now=request.now)
        except Invalid as refused:
            add_problems(form, refused.problems)
        else:
            return redirect_with(request, N_("Saved."), "person", player=player_row.pk)
    known = person_of(request.league, player=player_row, user=player_row.user, now=request.now)
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
    players = new_players(request.league, since=request.now - NEW_FOR)
    return render(request, "league/people/new_players.html", {"new_players": players, "weeks": NEW_FOR.days // 7})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@in_league("player.merge")
@fresh_to()
def person_merge(request: LeagueRequest, player: int) -> HttpResponse:
    kept = _player_or_404(request, player)
    if request.method == "POST":
        form = MergeForm(request.league, request.POST)
    else:
        wanted = request.GET.get("from", "")
        form = MergeForm(request.league, initial={"player": wanted} if _is_number(wanted) else None)
    if form.is_valid():
        try:
            data = form.cleaned_data
            merge_players(kept, data["player"], reason=data["reason"], by=request.user, now=request.now)
        except LeagueError as refused:
            _add_refusal(form, refused)
        else:
            return redirect_with(
                request, Text("Both are one player now: {player}.", player=kept.name), "person", player=kept.pk
            )
    gone = _chosen_player(request, form)
    context = {
        "person": person_of(request.league, player=kept, user=kept.user, now=request.now),
        "form": form,
        "namesakes": others_named(kept),
        "merged_person": gone and person_of(request.league, player=gone, user=gone.user, now=request.now),
        "against": why_two(kept, gone) if gone else [],
        "moves": what_moves(gone) if gone else None,
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "league/people/merge.html", context, status=status)


def _chosen_player(request: LeagueRequest, form: MergeForm) -> Player | None:
    asked = str(form["player"].value() or "")
    return Player.objects.filter(PRESENT, league=request.league, pk=int(asked)).first() if _is_number(asked) else None


@require_POST
@in_league("person.export", while_suspended=True)
@fresh_to()
def person_export(request: LeagueRequest, player: int) -> HttpResponse:
    player_row = _player_or_404(request, player)
    return as_file(personal_data.export_person(player_row, by=request.user, now=request.now), f"player-{player_row.pk}")


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("person.erase", while_suspended=True)
@fresh_to()
def person_erase(request: LeagueRequest, player: int) -> HttpResponse:
    player_row = _player_or_404(request, player)
    if player_row.erased_at is not None:
        raise WrongState(N_("The data of this player were erased already."))
    if request.method == "POST" and request.POST.get("sure") == "yes":
        erasing.erase(player_row, by=request.user, now=request.now)
        return redirect_with(request, N_("Erased. What they played stays, under the name “former player”."), "people")
    person = person_of(request.league, player=player_row, user=player_row.user, now=request.now)
    unsure = request.method == "POST"
    context = {"person": person, "is_own": False, "unsure": unsure}
    return render(request, "league/people/erase.html", context, status=422 if unsure else 200)


def as_file(about: Mapping[str, Any], name: str) -> HttpResponse:
    answer = HttpResponse(json.dumps(about, indent=2, ensure_ascii=False) + "\n", content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="{name}.json"'
    answer["Cache-Control"] = "no-store"
    return answer


def _player_or_404(request: LeagueRequest, pk: int) -> Player:
    return get_object_or_404(Player.objects.select_related("league", "user"), league=request.league, pk=pk)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 16
