"""The secretary's pages of money: a season's statement, charging one or many, and what becomes of a charge."""

import datetime as dt
from dataclasses import replace
from typing import Any

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.errors import Invalid, LeagueError, NothingThere, WrongState
from league.models import Charge, Season
from league.queries import money as queries
from league.rules.problems import Problem
from league.services import idempotency
from league.services.money import payments
from league.services.money.charges import charge as charge_them
from league.services.portability.exports import export_charges
from league.translation import N_, Text, translated
from league.web.form_fields import typed
from league.web.fresh_sign_in import fresh_to
from league.web.money.forms import CancelForm, ChargeForm, PaidForm, SoughtForm
from league.web.problems import laid_on, problems_of, status_of
from league.web.requests import LeagueRequest, in_league, season_or_404

A_PAGE = 20
LONGEST_QUERY = 200


def _today(request: LeagueRequest) -> dt.date:
    return request.now.astimezone(request.league.tz).date()


@require_safe
@in_league("charge.manage")
def statement(request: LeagueRequest, season: str) -> HttpResponse:
    """Show what a season's teams and players are charged, what is paid and what is owed."""
    found = season_or_404(request, season)
    form = SoughtForm(request.GET)
    context: dict[str, Any] = {"season": found, "form": form, "today": _today(request).isoformat()}
    if not form.is_valid():
        return render(request, "league/money/charges.html", context, status=422)
    sought = form.sought()
    page = Paginator(queries.accounts_of(found, sought), A_PAGE).get_page(request.GET.get("page"))
    query = request.GET.copy()
    query.pop("page", None)
    context |= {
        "totals": queries.totals_of(queries.charges_of_season(found)),
        "page": page,
        "accounts": queries.with_charges(found, page, sought),
        "filtered": any(form.cleaned_data.values()),
        "query": f"{query.urlencode()}&" if query else "",
        "here": request.GET.urlencode(),
    }
    return render(request, "league/money/charges.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("charge.manage")
def add(request: LeagueRequest, season: str) -> HttpResponse:
    """A form to charge one team or player of a season, or many at once. POST does it, once however often it is sent."""
    found = season_or_404(request, season)
    known, sent = queries.chargeable_in(found), request.POST if request.method == "POST" else None
    form = ChargeForm(known, request.league.currency, today=_today(request), sent=sent)
    refused = None
    if form.is_valid():
        try:
            return _charged(request, found, form)
        except (Invalid, WrongState) as error:
            refused = error
            laid_on(form, [_at_its_field(problem) for problem in problems_of(error)])
    status = 422 if form.errors and refused is None else status_of(refused)
    return render(request, "league/money/charge_add.html", {"season": found, "form": form}, status=status)


def _at_its_field(problem: Problem) -> Problem:
    """Put what is said of teams or players at the one field in which both are chosen."""
    return replace(problem, field="whom") if problem.field in ("teams", "players") else problem


def _charged(request: LeagueRequest, season: Season, form: ChargeForm) -> HttpResponse:
    teams, players = form.chosen()
    by, now = request.user, request.now
    owner = idempotency.owner_of(by)
    done = idempotency.once(
        owner, form.said(), lambda: charge_them(season, teams, players, form.charge(), by=by, now=now), now=now
    )
    if done:
        charged = len(teams) + len(players)
        told = N_("It is charged. Those it concerns are told.")
        if charged > 1:
            told = Text("{count} are charged. Those it concerns are told.", count=charged)
        messages.success(request, translated(told))
    else:
        messages.info(request, translated(N_("You sent this twice; it is charged once. Look for it below.")))
    return redirect("charges", slug=request.league.slug, season=season.slug)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("charge.manage")
def one(request: LeagueRequest, charge: int) -> HttpResponse:
    """A charge: noting that it is paid, or not after all, and cancelling it."""
    try:
        found = queries.find_charge(request.league, charge)
    except Charge.DoesNotExist as missing:
        raise NothingThere(N_("There is no such charge in this league.")) from missing
    if request.method != "POST":
        return _charge_page(request, found, None)
    do = request.POST.get("do", "")
    form = {"pay": PaidForm, "cancel": CancelForm}.get(do, forms.Form)(request.POST)
    if form.is_valid() and do not in DONE:
        form.add_error(None, translated(N_("Choose what to do.")))
    if form.errors:
        return _charge_page(request, found, form, do, status=422)
    try:
        _do(request, found, do, form)
    except (Invalid, WrongState) as refused:
        laid_on(form, problems_of(refused))
        return _charge_page(request, queries.find_charge(request.league, charge), form, do, refused)
    messages.success(request, translated(DONE[do]))
    return redirect(_statement_url(request, found))


DONE = {
    "pay": N_("Marked as paid."),
    "unpay": N_("Marked as not paid."),
    "cancel": N_("Cancelled. Whoever was charged is told."),
}


def _do(request: LeagueRequest, charge: Charge, do: str, form: forms.Form) -> None:
    said: dict[str, Any] = {"seen": typed(request.POST.get("seen", ""), 40) or None}
    said |= {"by": request.user, "now": request.now}
    if do == "pay":
        payments.pay(charge, on=form.cleaned_data["paid_on"], **said)
    elif do == "cancel":
        payments.cancel(charge, reason=form.cleaned_data["reason"], **said)
    else:
        payments.unpay(charge, **said)


def _statement_url(request: LeagueRequest, charge: Charge) -> str:
    """The part of the statement from which it was done, with its filters."""
    where = reverse("charges", kwargs={"slug": request.league.slug, "season": charge.season.slug})
    query = QueryDict(typed(request.POST.get("query", ""), LONGEST_QUERY))
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
        "paying": form if do == "pay" else PaidForm(initial={"paid_on": _today(request)}),
        "cancelling": form if do == "cancel" else CancelForm(),
    }
    return render(request, "league/money/charge.html", context, status=status or status_of(refused))


@never_cache
@require_POST
@in_league("charge.manage")
@fresh_to()
def as_file(request: LeagueRequest, season: str) -> HttpResponse:
    found = season_or_404(request, season)
    answer = HttpResponse(export_charges(found, by=request.user, now=request.now), content_type="text/csv")
    answer.headers["Content-Disposition"] = f'attachment; filename="{found.slug}-charges.csv"'
    return answer
