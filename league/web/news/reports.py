"""The page of a fixture's match reports: its captains write theirs, and the secretary hides and shows them."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from league.access import ensure, may
from league.enums import Side
from league.errors import Changed, Invalid, LeagueError, WrongState
from league.models import Fixture, MatchReport
from league.queries.news import report_of, reports_of, sides_of
from league.queries.results.versions import live_result
from league.rules import news as rules
from league.rules.problems import Problem
from league.services.news import reports as services
from league.translation import N_, translated
from league.web.news.forms import HideForm, ReportForm
from league.web.problems import laid_on, problems_of, status_of
from league.web.requests import LeagueRequest, fixture_or_404, in_league


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.view")
def match_report(request: LeagueRequest, fixture: int) -> HttpResponse:
    """Show the form of a side's report to its captain, and to the secretary what can be hidden. POST does either."""
    found = fixture_or_404(request, fixture)
    sides = sides_of(found, request.grants)
    if not sides and not may(request.grants, "report.hide"):
        ensure(request.grants, "report.write", found)
    if request.method != "POST":
        return _page(request, found, sides)
    do = request.POST.get("do", "")
    side = _side(request.POST.get("side", ""), sides, hiding=do in ("hide", "show"))
    if do in ("hide", "show"):
        return _judge(request, found, sides, side, do)
    return _write(request, found, sides, side, do)


def _side(said: str, sides: list[Side], *, hiding: bool) -> Side | None:
    """Return the side that a form names; where it need not, the only one that they write for."""
    if said in Side.values:
        return Side(said)
    return sides[0] if not said and len(sides) == 1 and not hiding else None


def _write(request: LeagueRequest, fixture: Fixture, sides: list[Side], side: Side | None, do: str) -> HttpResponse:
    form = ReportForm(request.POST)
    if side is None or not form.is_valid():
        form.add_error(None, translated(N_("Say which side’s report it is.")))
        return _page(request, fixture, sides, {side: form} if side else {}, form=form, status=422)
    ensure(request.grants, "report.write", MatchReport(fixture=fixture, side=side))
    text = "" if do == "remove" else form.cleaned_data["text"]
    try:
        if do == "preview":
            shown = rules.clean_text(text)
            missing = [] if shown else [Problem("no-text", N_("Write something."), "text")]
            if problems := [*missing, *rules.check_text(shown, rules.LONGEST_REPORT)]:
                raise Invalid(problems)
            return _page(request, fixture, sides, {side: form}, preview=(side, shown))
        kept = services.write_report(fixture, side, text, seen=form.seen, by=request.user, now=request.now)
    except (Invalid, WrongState) as refused:
        laid_on(form, problems_of(refused))
        if isinstance(refused, Changed):
            now = report_of(fixture, side)
            form.data = {**request.POST.dict(), "version": str(now.version if now else 0)}
        return _page(request, fixture, sides, {side: form}, refused, form=form)
    messages.success(request, translated(N_("Saved.") if kept.text else N_("Removed.")))
    where = reverse("fixture", kwargs={"slug": request.league.slug, "fixture": fixture.pk})
    return redirect(f"{where}#reports")


def _judge(request: LeagueRequest, fixture: Fixture, sides: list[Side], side: Side | None, do: str) -> HttpResponse:
    ensure(request.grants, "report.hide")
    report = report_of(fixture, side) if side else None
    form = HideForm(request.POST) if do == "hide" else ReportForm(request.POST)
    try:
        if report is None:
            raise WrongState(services.NOTHING)
        if not form.is_valid():
            return _page(request, fixture, sides, hiding={side: form}, form=form, status=422)
        if isinstance(form, ReportForm):
            services.show_report(report, seen=form.seen, by=request.user, now=request.now)
        else:
            services.hide_report(report, reason=form.cleaned_data["reason"], by=request.user, now=request.now)
    except (Invalid, WrongState) as refused:
        form.is_valid()
        laid_on(form, problems_of(refused))
        return _page(request, fixture, sides, refused=refused, form=form)
    messages.success(request, translated(N_("Shown again.") if do == "show" else N_("Hidden. Its captain is told.")))
    return redirect("match-report", slug=request.league.slug, fixture=fixture.pk)


def _page(
    request: LeagueRequest, fixture: Fixture, sides: list[Side], sent: dict[Side, ReportForm] | None = None,
    refused: LeagueError | None = None, *, hiding: dict[Side | None, Any] | None = None, form: Any = None,
    preview: tuple[Side, str] | None = None, status: int = 0,
) -> HttpResponse:  # fmt: skip
    closed = services.closed(fixture, live_result(fixture), now=request.now)
    writing = [_writing(fixture, side, (sent or {}).get(side), preview) for side in sides]
    seen = may(request.grants, "report.hide")
    context = {
        "fixture": fixture,
        "closed": closed if sides else "",
        "writing": [] if closed else writing,
        "lines": [(line, (hiding or {}).get(Side(line.report.side)) or HideForm(auto_id=f"{line.report.side}-%s"))
                  for line in reports_of(fixture, request.grants)] if seen else [],
        "form": form,
        "most": rules.LONGEST_REPORT,
        "until": rules.closes_at(fixture.starts_at, request.league.evenings),
    }  # fmt: skip
    return render(request, "league/news/match_report.html", context, status=status or status_of(refused))


def _writing(fixture: Fixture, side: Side, sent: ReportForm | None, preview: tuple[Side, str] | None) -> dict[str, Any]:
    """Return the form of one side's report, as it stands or as it was sent."""
    report = report_of(fixture, side)
    first = {"text": report.text if report else "", "version": report.version if report else 0}
    return {
        "side": side,
        "report": report if report is not None and report.text else None,
        "form": sent or ReportForm(initial=first, auto_id=f"{side}-%s"),
        "preview": preview[1] if preview and preview[0] == side else "",
    }
