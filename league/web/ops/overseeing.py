"""For an operator of the server: all its leagues on one page, one league on its own, and what the doctor found.

Only administrators of the server are let in. These pages are of no league.
"""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from league.access import NO_OPERATOR, is_operator
from league.errors import LeagueError, NotAllowed
from league.models import DoctorReport, League, User
from league.queries.domains import host_of
from league.queries.ops import health_of
from league.queries.overseeing import SHOWN, doctor_report, overseen, sift
from league.queries.quotas import NAMES
from league.services.domains import LONGEST as LONGEST_HOST
from league.services.domains import set_domain
from league.services.mail.senders import sender_of, set_sender
from league.services.quotas import change_quota, own_limits
from league.services.seasons.suspension import LONGEST, resume, suspend
from league.translation import N_, Text, translated
from league.web.forms import add_problems, problems_of, status_of
from league.web.requests import fresh_to

LEAGUES_A_PAGE = 25
LEVELS = {"wrong": "bad", "doubtful": "wait", "ok": "good"}


class OperatorRequest(HttpRequest):
    user: User


View = Callable[..., HttpResponseBase]


def for_operators(view: View) -> View:
    """Raise NotAllowed for everybody but administrators of this server."""

    @wraps(view)
    def page(request: HttpRequest, **kwargs: Any) -> HttpResponseBase:
        if not is_operator(request.user):
            raise NotAllowed(NO_OPERATOR)
        return view(request, **kwargs)

    return never_cache(page)


class SiftForm(forms.Form):
    q = forms.CharField(label=_("League or secretary"), required=False, max_length=100)
    show = forms.ChoiceField(label=_("Show"), choices=list(SHOWN.items()), required=False)


class SuspendForm(forms.Form):
    reason = forms.CharField(
        label=_("Why"), max_length=LONGEST, widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("Everybody reads it at the top of the league’s pages."),
        error_messages={"required": _("Say why.")},
    )  # fmt: skip


class QuotaForm(forms.Form):
    """A league's own limits, and in `seen_…` what they were when the page was opened."""

    photograph_megabytes = forms.IntegerField(label=_("Photographs, in MB"), required=False)
    teams = forms.IntegerField(label=_("Teams"), required=False)
    mails_a_day = forms.IntegerField(label=_("Messages a day"), required=False)

    def __init__(self, own: Mapping[str, int | None], sent: QueryDict | None = None) -> None:
        super().__init__(sent, initial={**own, **{f"seen_{name}": limit for name, limit in own.items()}})
        for name in NAMES:
            default = settings.QUOTAS[name]
            hint = Text("Empty: as the server has it, {limit}. 0: no limit.", limit=default)
            self.fields[name].help_text = translated(hint if default else N_("Empty or 0: no limit."))
            self.fields[f"seen_{name}"] = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def limits(self, prefix: str = "") -> dict[str, int | None]:
        return {name: self.cleaned_data[f"{prefix}{name}"] for name in NAMES}


class SenderForm(forms.Form):
    address = forms.CharField(
        label=_("Address"), max_length=254, required=False,
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
        help_text=_("Empty: the server’s, answered to its secretaries. It is taken without a confirmation."),
    )  # fmt: skip
    name = forms.CharField(label=_("Name"), max_length=60, required=False, help_text=_("Empty: the league’s name."))
    as_from = forms.BooleanField(
        label=_("Mail comes from this address"), required=False,
        help_text=_("Only where SPF and DKIM of its domain let this server send. Otherwise replies go to it."),
    )  # fmt: skip


class DomainForm(forms.Form):
    host = forms.CharField(
        label=_("Domain"), max_length=LONGEST_HOST, required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
        help_text=_("Like crib.example.org. Its name must lead to this server first. Empty: none of its own."),
    )  # fmt: skip


@require_safe
@for_operators
def list_leagues(request: HttpRequest) -> HttpResponse:
    now = timezone.now()
    everything, report = overseen(now=now), doctor_report()
    form = SiftForm(request.GET)
    sought = form.cleaned_data if form.is_valid() else {"q": "", "show": ""}
    found = sift(everything, name=sought["q"], show=sought["show"])
    query = request.GET.copy()
    query.pop("page", None)
    context = {
        "form": form,
        "page": Paginator(found, LEAGUES_A_PAGE).get_page(request.GET.get("page")),
        "query": f"{query.urlencode()}&" if query else "",
        "filtered": any(sought.values()),
        "all": len(everything),
        "report": report,
        "counts": _counts(report),
    }
    return render(request, "league/ops/leagues.html", context)


@require_safe
@for_operators
def doctor(request: HttpRequest) -> HttpResponse:
    """What is wrong at this moment, and what the doctor found when it last looked."""
    report = doctor_report()
    findings = [] if report is None else report.findings
    order = list(LEVELS)
    rows = [
        {**finding, "tone": LEVELS.get(finding["level"], "quiet")}
        for finding in sorted(findings, key=lambda finding: order.index(finding["level"]))
    ]
    context = {"report": report, "rows": rows, "health": health_of(now=timezone.now())}
    return render(request, "league/ops/doctor.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@for_operators
@fresh_to()
def oversee_league(request: OperatorRequest, slug: str) -> HttpResponse:
    """A league's numbers; suspend it, let it go on, or set what it may use."""
    now = timezone.now()
    league = get_object_or_404(League, slug=slug)
    act, by = request.POST.get("do"), request.user
    form = SuspendForm(request.POST if act == "suspend" else None)
    quota = QuotaForm(own_limits(league), request.POST if act == "quota" else None)
    present = sender_of(league)
    columns = {name: getattr(present, name) for name in ("address", "name", "as_from")} if present else {}
    sender = SenderForm(request.POST if act == "sender" else None, initial=columns, prefix="sender")
    domain = DomainForm(request.POST if act == "domain" else None, initial={"host": host_of(league)}, prefix="domain")
    sent: forms.Form = {"quota": quota, "sender": sender, "domain": domain}.get(act or "", form)
    refused = None
    if act == "resume":
        resume(league, by=by, now=now)
        return _redirect_to_league(request, Text("{league} goes on.", league=league.name), slug)
    try:
        if form.is_valid():
            suspend(league, reason=form.cleaned_data["reason"], by=by, now=now)
            return _redirect_to_league(request, Text("{league} is suspended.", league=league.name), slug)
        if quota.is_valid():
            change_quota(league, quota.limits(), seen=quota.limits("seen_"), by=by, now=now)
            return _redirect_to_league(request, N_("Saved."), slug)
        if sender.is_valid():
            set_sender(league, **sender.cleaned_data, by=by, now=now)
            return _redirect_to_league(request, N_("Saved."), slug)
        if domain.is_valid():
            set_domain(league, **domain.cleaned_data, by=by, now=now)
            return _redirect_to_league(request, N_("Saved."), slug)
    except LeagueError as error:
        refused = error
        add_problems(sent, problems_of(error))
    (one,) = overseen(now=now, leagues=[league])
    context = {"one": one, "form": form, "quota": quota, "sender": sender, "domain": domain, "sent": sent}
    status = 422 if sent.errors and refused is None else status_of(refused)
    return render(request, "league/ops/league.html", context, status=status)


def _redirect_to_league(request: HttpRequest, message: str, slug: str) -> HttpResponse:
    messages.success(request, translated(message))
    return redirect("operator-league", slug=slug)


def _counts(report: DoctorReport | None) -> dict[str, int]:
    """How many findings of each level the doctor has."""
    levels = [finding["level"] for finding in report.findings] if report else []
    return {level: levels.count(level) for level in LEVELS}
