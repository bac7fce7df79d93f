"""Money: statements of teams, players and seasons, charging one or many, and what becomes of a charge."""

import datetime as dt
import hashlib
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.enums import ChargeKind
from league.errors import Invalid, LeagueError, NothingThere, WrongState
from league.models import Charge, Player, Season, Team
from league.queries import money as queries
from league.queries.money import Chargeable, Filters
from league.rules.money import CURRENCIES, read_amount
from league.rules.problems import LONGEST_REASON, Problem
from league.services import idempotency
from league.services import money as payments
from league.services.money import NewCharge
from league.services.money import charge as charge_them
from league.services.portability.exports import export_charges
from league.translation import N_, Text, choices_of, translated
from league.web.forms import DAY, add_problems, problems_of, read_text, status_of
from league.web.requests import LeagueRequest, allow, form_data, fresh_to, in_league, season_or_404

STATES = (("", _("All")), ("owed", _("Owed")), ("paid", _("Paid")), ("cancelled", _("Cancelled")))
NO_DAY = {"required": _("Choose the day."), "invalid": _("Write a day like 2026-11-03.")}


class FilterForm(forms.Form):
    state = forms.ChoiceField(label=_("Show"), choices=STATES, required=False)
    kind = forms.ChoiceField(label=_("Kind"), choices=[("", _("All")), *choices_of(ChargeKind)], required=False)

    def filters(self) -> Filters:
        data = self.cleaned_data
        return Filters(data["state"], ChargeKind(data["kind"]) if data["kind"] else None)


class ChargeForm(forms.Form):
    whom = forms.ChoiceField(label=_("Who is charged"), error_messages={"required": _("Choose who is charged.")})
    kind = forms.ChoiceField(
        label=_("Kind"),
        choices=choices_of(ChargeKind),
        widget=forms.RadioSelect,
        help_text=_("Pennies are the small fines of a night."),
        error_messages={"required": _("Choose the kind.")},
    )
    amount = forms.CharField(
        label=_("Amount"), max_length=20, widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
        error_messages={"required": _("Write the amount, like 20 or 2.50.")},
    )  # fmt: skip
    reason = forms.CharField(
        label=_("What for"), max_length=LONGEST_REASON, help_text=_("Whoever is charged reads it."),
        error_messages={"required": _("Say what it is for; whoever is charged reads it.")},
    )  # fmt: skip
    date = forms.DateField(label=_("Day"), widget=DAY, error_messages=NO_DAY)
    key = forms.CharField(widget=forms.HiddenInput, max_length=40, required=False)

    def __init__(
        self, known: Chargeable, currency: str, *, today: dt.date, sent: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(sent, initial={"date": today, "key": uuid.uuid4().hex})
        self.known = known
        self.fields["whom"].choices = [("", _("Choose")), *self._choices()]  # type: ignore[attr-defined]
        symbol = CURRENCIES[currency].symbol
        each = Text("In {symbol}, for each team or player; like 20 or 2.50.", symbol=symbol)
        self.fields["amount"].help_text = translated(each)
        self.fields["date"].widget.attrs["max"] = today.isoformat()

    def _choices(self) -> Iterator[tuple[str, list[tuple[str, str]]]]:
        many = []
        if teams := len(self.known.entries):
            every = Text("Every team ({count})", count=teams)
            many.append(("teams", translated(every)))
        if players := len(self.known.registrations):
            every = Text("Every registered player ({count})", count=players)
            many.append(("players", translated(every)))
        for division in self.known.divisions:
            each = Text("Every team of {division}", division=division.name)
            many.append((f"division-{division.pk}", translated(each)))
        if many:
            yield translated(N_("Many at once")), many
        if self.known.entries:
            teams_of = [(f"team-{entry.team_id}", entry.team.name) for entry in self.known.entries]
            yield translated(N_("A team")), teams_of
        by_team: dict[str, list[tuple[str, str]]] = {}
        for row in self.known.registrations:
            heading = translated(Text("A player of {team}", team=row.team.name))
            by_team.setdefault(heading, []).append((f"player-{row.player_id}", row.player.name))
        yield from by_team.items()

    def clean_amount(self) -> Any:
        amount = read_amount(self.cleaned_data["amount"])
        if amount is None:
            raise forms.ValidationError(translated(N_("Write the amount in digits, like 20 or 2.50.")))
        return amount

    def selected_parties(self) -> tuple[list[Team], list[Player]]:
        params, _dash, number = self.cleaned_data["whom"].partition("-")
        if params in ("players", "player"):
            rows = self.known.registrations
            return [], [row.player for row in rows if params == "players" or str(row.player_id) == number]
        return [
            entry.team
            for entry in self.known.entries
            if params == "teams" or number == str(entry.team_id if params == "team" else entry.division_id)
        ], []

    def charge(self) -> NewCharge:
        data = self.cleaned_data
        return NewCharge(data["kind"], data["amount"], data["reason"], data["date"])

    def idempotency_key(self) -> str:
        """Return a word for the form and all that stands in it: the same form sent twice has the same."""
        value = "\n".join(f"{name}={read_text(self.data, name, 2000)}" for name in self.fields)
        return f"form-{hashlib.sha256(value.encode()).hexdigest()}"


class PaidForm(forms.Form):
    paid_on = forms.DateField(label=_("Paid on"), widget=DAY, error_messages=NO_DAY)


class CancelForm(forms.Form):
    reason = forms.CharField(
        label=_("Why it is cancelled"), max_length=LONGEST_REASON, help_text=_("Whoever was charged reads it."),
        error_messages={"required": _("Say why it is cancelled; whoever was charged reads it.")},
    )  # fmt: skip


CHARGES_A_PAGE = 50


@never_cache
@require_safe
@in_league("account.own")
def team_statement(request: LeagueRequest, team: str) -> HttpResponse:
    team_row = get_object_or_404(Team, league=request.league, slug=team, hidden_at=None)
    allow(request, "team.charges", team_row)
    return _statement_page(request, queries.charges_of_team(team_row), {"team": team_row, "subject": team_row.name})


@never_cache
@require_safe
@in_league("account.own")
def player_statement(request: LeagueRequest, player: int) -> HttpResponse:
    player_row = get_object_or_404(Player, league=request.league, pk=player)
    allow(request, "player.charges", player_row)
    if player_row.merged_into_id is not None:
        return redirect("player-charges", slug=request.league.slug, player=player_row.merged_into_id)
    own = player_row.pk in request.grants.players
    return _statement_page(
        request,
        queries.charges_of_player(player_row),
        {"player": player_row, "is_own": own, "subject": player_row.name},
    )


@never_cache
@require_safe
@in_league("account.own")
def own_statement(request: LeagueRequest) -> HttpResponse:
    player = Player.objects.filter(league=request.league, pk__in=request.grants.players).first()
    teams = Team.objects.filter(pk__in=request.grants.captain_of, hidden_at=None).order_by("name")
    charges = queries.charges_of_player(player) if player is not None else queries.charges_shown().none()
    more = {"player": player, "is_own": True, "teams": list(teams), "subject": request.league.name}
    return _statement_page(request, charges, more)


def _statement_page(request: LeagueRequest, charges: QuerySet[Charge], more: dict[str, Any]) -> HttpResponse:
    page = Paginator(charges, CHARGES_A_PAGE).get_page(request.GET.get("page"))
    context = {**more, "totals": queries.totals_of(charges), "page": page, "manages": request.grants.secretary}
    return render(request, "league/money/statement.html", context)


ACCOUNTS_A_PAGE = 20
LONGEST_QUERY = 200


@require_safe
@in_league("charge.manage")
def season_statement(request: LeagueRequest, season: str) -> HttpResponse:
    season_row = season_or_404(request, season)
    form = FilterForm(request.GET)
    context: dict[str, Any] = {"season": season_row, "form": form, "today": request.today.isoformat()}
    if not form.is_valid():
        return render(request, "league/money/charges.html", context, status=422)
    filters = form.filters()
    page = Paginator(queries.accounts_of(season_row, filters), ACCOUNTS_A_PAGE).get_page(request.GET.get("page"))
    query = request.GET.copy()
    query.pop("page", None)
    context |= {
        "totals": queries.totals_of(queries.charges_of_season(season_row)),
        "page": page,
        "accounts": queries.with_charges(season_row, page, filters),
        "filtered": any(form.cleaned_data.values()),
        "query": f"{query.urlencode()}&" if query else "",
        "filter_query": request.GET.urlencode(),
    }
    return render(request, "league/money/charges.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("charge.manage")
def add_charge(request: LeagueRequest, season: str) -> HttpResponse:
    """A form to charge one team or player of a season, or many at once. POST does it, once however often it is sent."""
    season_row = season_or_404(request, season)
    known, sent = queries.chargeable_in(season_row), form_data(request)
    form = ChargeForm(known, request.league.currency, today=request.today, sent=sent)
    refused = None
    if form.is_valid():
        try:
            return _charge_and_redirect(request, season_row, form)
        except (Invalid, WrongState) as error:
            refused = error
            add_problems(form, [_at_its_field(problem) for problem in problems_of(error)])
    status = 422 if form.errors and refused is None else status_of(refused)
    return render(request, "league/money/charge_add.html", {"season": season_row, "form": form}, status=status)


def _at_its_field(problem: Problem) -> Problem:
    """Put what is said of teams or players at the one field in which both are chosen."""
    return replace(problem, field="whom") if problem.field in ("teams", "players") else problem


def _charge_and_redirect(request: LeagueRequest, season: Season, form: ChargeForm) -> HttpResponse:
    teams, players = form.selected_parties()
    by, now = request.user, request.now
    owner = idempotency.owner_of(by)
    done = idempotency.submit_once(
        owner,
        form.idempotency_key(),
        lambda: charge_them(season, teams, players, form.charge(), by=by, now=now),
        now=now,
    )
    if done:
        charged = len(teams) + len(players)
        message = N_("It is charged. Those it concerns are told.")
        if charged > 1:
            message = Text("{count} are charged. Those it concerns are told.", count=charged)
        messages.success(request, translated(message))
    else:
        messages.info(request, translated(N_("You sent this twice; it is charged once. Look for it below.")))
    return redirect("charges", slug=request.league.slug, season=season.slug)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("charge.manage")
def charge_detail(request: LeagueRequest, charge: int) -> HttpResponse:
    try:
        charge_row = queries.find_charge(request.league, charge)
    except Charge.DoesNotExist as missing:
        raise NothingThere(N_("There is no such charge in this league.")) from missing
    if request.method != "POST":
        return _charge_page(request, charge_row, None)
    do = request.POST.get("do", "")
    form = {"pay": PaidForm, "cancel": CancelForm}.get(do, forms.Form)(request.POST)
    if form.is_valid() and do not in DONE:
        form.add_error(None, translated(N_("Choose what to do.")))
    if form.errors:
        return _charge_page(request, charge_row, form, do, status=422)
    try:
        _change_charge(request, charge_row, do, form)
    except (Invalid, WrongState) as refused:
        add_problems(form, problems_of(refused))
        return _charge_page(request, queries.find_charge(request.league, charge), form, do, refused)
    messages.success(request, translated(DONE[do]))
    return redirect(_statement_url(request, charge_row))


DONE = {
    "pay": N_("Marked as paid."),
    "unpay": N_("Marked as not paid."),
    "cancel": N_("Cancelled. Whoever was charged is told."),
}


def _change_charge(request: LeagueRequest, charge: Charge, do: str, form: forms.Form) -> None:
    params: dict[str, Any] = {"seen": read_text(request.POST, "seen", 40) or None}
    params |= {"by": request.user, "now": request.now}
    if do == "pay":
        payments.pay(charge, on=form.cleaned_data["paid_on"], **params)
    elif do == "cancel":
        payments.cancel(charge, reason=form.cleaned_data["reason"], **params)
    else:
        payments.unpay(charge, **params)


def _statement_url(request: LeagueRequest, charge: Charge) -> str:
    """The part of the statement from which it was done, with its filters."""
    where = reverse("charges", kwargs={"slug": request.league.slug, "season": charge.season.slug})
    query = QueryDict(read_text(request.POST, "query", LONGEST_QUERY))
    return f"{where}?{query.urlencode()}" if query else where


def _charge_page(
    request: LeagueRequest,
    charge: Charge,
    form: forms.Form | None,
    do: str = "",
    refused: LeagueError | None = None,
    *,
    status: int | None = None,
) -> HttpResponse:
    context = {
        "charge": charge,
        "form": form,
        "paying": form if do == "pay" else PaidForm(initial={"paid_on": request.today}),
        "cancelling": form if do == "cancel" else CancelForm(),
    }
    return render(request, "league/money/charge.html", context, status=status or status_of(refused))


@never_cache
@require_POST
@in_league("charge.manage")
@fresh_to()
def charges_file(request: LeagueRequest, season: str) -> HttpResponse:
    season_row = season_or_404(request, season)
    answer = HttpResponse(export_charges(season_row, by=request.user, now=request.now), content_type="text/csv")
    answer.headers["Content-Disposition"] = f'attachment; filename="{season_row.slug}-charges.csv"'
    return answer
