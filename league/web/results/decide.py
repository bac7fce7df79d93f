"""The secretary's page about a fixture that is no ordinary result: they choose, see what follows, and sign."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from league.enums import ResultKind, ResultState
from league.errors import Invalid, WrongState
from league.models import Fixture, Result
from league.queries.disputes.consequences import places_changed, sheet_again
from league.queries.people.people import nobody_else_answers, squads
from league.queries.results.eligibility import candidates
from league.queries.results.versions import Examined, Reversal, live_result, reversal_of
from league.queries.standings.figures import totals_of, totals_of_sheet, totals_of_walkover
from league.queries.standings.standings import division_table, table_if
from league.rules.formats import fixture_terms, result_terms
from league.rules.problems import Problem
from league.rules.sheets import AWAY, HOME, ResultSheet, Side, broken_off
from league.rules.tallies import FixtureTotals
from league.services.results import decide as decisions
from league.services.results.confirm import uphold as uphold_sheet
from league.translation import N_, Text, translated
from league.web.forms import merge_problems, problem_context, read_number, read_reason, read_text
from league.web.requests import LeagueRequest, allow, fixture_or_404, in_league
from league.web.results.sheet_form import Filled, fields_from, filled_from, sheet_form
from league.web.results.sheet_pages import redirect_to, sheet_context, version_of

WALKOVERS: dict[str, Side] = {"walkover-home": HOME, "walkover-away": AWAY}
RESTS: dict[str, Side | None] = {"unplayed": None, "home": HOME, "away": AWAY}
NOTHING_CHOSEN = Problem("what", N_("Choose what happened."), "what")


@dataclass(slots=True)
class _Decision:
    fixture: Fixture
    live: Result | None
    back: Reversal
    what: str
    rest: str
    filled: Filled
    reason: str
    examined: Examined | None = None

    @property
    def choices(self) -> list[tuple[str, Text]]:
        sides = ((HOME, self.fixture.home), (AWAY, self.fixture.away))
        options = [(f"walkover-{side}", _walkover_to(self.fixture, side, team.name)) for side, team in sides]
        options.append(("abandoned", N_("It was abandoned: only some games were finished")))
        options.append(("nobody", N_("Neither side came")))
        if self.live is not None and self.live.kind != ResultKind.VOID:
            options.append(("void", N_("Void: the result counts for nothing")))
        if self.live is not None:
            options.append(("reopen", N_("Enter it again: the captains send a new sheet")))
        if self.back.possible:
            options.append(("take-back", N_("Reverse the last decision")))
        return options

    def read_sheet(self) -> ResultSheet:
        """Raises Invalid with everything that is wrong with the finished games."""
        self.examined = decisions.examine_abandoned(self.fixture, self.filled.sheet)
        problems = merge_problems(self.filled.unreadable, self.examined.problems)
        if problems:
            raise Invalid(problems)
        return self.filled.sheet


def _walkover_to(fixture: Fixture, side: Side, team: str) -> Text:
    totals = totals_of_walkover(fixture, side)
    if totals.home_games and totals.away_games:
        score = {"home": totals.home_games, "away": totals.away_games}
        return Text("A walkover to {team}, which counts {home}–{away} in games", team=team, **score)
    return Text("A walkover to {team}", team=team)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("result.decide")
def decide(request: LeagueRequest, fixture: int) -> HttpResponse:
    fixture_row = fixture_or_404(request, fixture)
    closed = decisions.not_decidable(fixture_row)
    if closed:
        raise WrongState(closed)
    decision = _read_decision(request, fixture_row)
    if request.method != "POST":
        return _page(request, decision)
    try:
        if request.POST.get("do") == "look" and decision.what == "abandoned":
            decision.read_sheet()
            return _page(request, decision, looked=True)
        _sign(request, decision)
    except Invalid as refused:
        return _page(request, decision, refused.problems, status=422)
    except WrongState as late:
        return _page(request, _read_decision(request, fixture_row), [Problem(late.code, late.message)], status=409)
    messages.success(
        request, translated(Text("{fixture} is decided. Both captains have been told.", fixture=str(fixture_row)))
    )
    return redirect_to(request, fixture_row)


def _read_decision(request: LeagueRequest, fixture: Fixture) -> _Decision:
    sent = request.POST if request.method == "POST" else request.GET
    live = live_result(fixture)
    decision = _Decision(
        fixture=fixture,
        live=live,
        back=reversal_of(fixture, live),
        what=read_text(sent, "what", 20),
        rest=read_text(sent, "rest", 10) or "unplayed",
        filled=Filled(fixture, fields_from(request.POST)),
        reason=read_reason(request.POST),
    )
    if decision.what not in dict(decision.choices):
        decision.what = ""
    if decision.rest not in RESTS:
        decision.rest = "unplayed"
    if request.method != "POST" and decision.what == "abandoned" and live is not None:
        decision.filled = filled_from(live)
    return decision


def _sign(request: LeagueRequest, decision: _Decision) -> None:
    """Raises what the service raises, and Invalid where nothing was selected."""
    fixture, what = decision.fixture, decision.what
    given: dict[str, Any] = {
        "version": read_number(request.POST, "version"),
        "reason": decision.reason,
        "by": request.user,
        "now": request.now,
    }
    dated = given | {"sequence": read_number(request.POST, "sequence")}
    if what in WALKOVERS:
        decisions.give_walkover(fixture, to=WALKOVERS[what], **dated)
    elif what == "abandoned":
        decisions.abandon(fixture, _finished_games(decision), rest=RESTS[decision.rest], **dated)
    elif what == "nobody":
        decisions.nobody_came(fixture, **dated)
    elif what == "void":
        decisions.void(fixture, **given)
    elif what == "reopen":
        decisions.reopen(fixture, **given)
    elif what == "take-back":
        decisions.take_back(fixture, **given)
    else:
        raise Invalid([NOTHING_CHOSEN, *_missing(decision)])


def _finished_games(decision: _Decision) -> ResultSheet:
    """Raises Invalid with everything wrong with the sheet, and a missing reason."""
    try:
        return decision.read_sheet()
    except Invalid as refused:
        raise Invalid([*refused.problems, *_missing(decision)]) from refused


def _missing(decision: _Decision) -> list[Problem]:
    return [] if decision.reason else [decisions.NO_REASON]


def _would_count(decision: _Decision) -> FixtureTotals | None:
    fixture, back = decision.fixture, decision.back.version
    if decision.what in WALKOVERS:
        return totals_of_walkover(fixture, WALKOVERS[decision.what])
    if decision.what == "abandoned":
        terms = fixture_terms(fixture)
        kept = broken_off(decisions.finished_games(fixture, decision.filled.sheet), terms, RESTS[decision.rest])
        return totals_of_sheet(fixture, kept, ResultKind.ABANDONED)
    if decision.what == "nobody":
        return totals_of_sheet(fixture, ResultSheet(()), ResultKind.NOBODY)
    if decision.what == "take-back" and back is not None and not decision.back.waits:
        sheet = sheet_again(back)
        if not sheet.matches:
            return totals_of(back)
        return totals_of_sheet(fixture, sheet, ResultKind(back.kind), terms=result_terms(back))
    return None


def _page(
    request: LeagueRequest,
    decision: _Decision,
    problems: Sequence[Problem] = (),
    *,
    looked: bool = False,
    status: int = 200,
) -> HttpResponse:
    fixture = decision.fixture
    context: dict[str, Any] = {
        "fixture": fixture,
        "decision": decision,
        "choices": decision.choices,
        **problem_context(problems),
    }
    context["label"] = dict(decision.choices).get(decision.what, "")
    on_the_sheet = any(problem.field.startswith("m") for problem in problems)
    if decision.what == "abandoned":
        context["form"] = sheet_form(
            decision.filled,
            squads=decision.examined.squads if decision.examined else squads(fixture),
            problems=problems,
            besides=candidates(fixture),
        )
        context["signable"] = not on_the_sheet and (looked or bool(problems))
    else:
        context["signable"] = bool(decision.what)
    if context["signable"]:
        then = table_if(fixture.division, {fixture.pk: _would_count(decision)})
        context["effect"] = places_changed(division_table(fixture.division), then)
    return render(request, "league/results/decide_result.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.oversee")
def uphold(request: LeagueRequest, fixture: int) -> HttpResponse:
    fixture_row = fixture_or_404(request, fixture)
    live = live_result(fixture_row)
    if live is None or live.state != ResultState.SUBMITTED:
        raise WrongState(N_("No sheet of this fixture is awaiting an answer."))
    allow(request, "result.uphold", live)
    if request.method != "POST":
        return _uphold_page(request, fixture_row, live)
    try:
        reason = read_reason(request.POST)
        uphold_sheet(fixture_row, version_of(request), reason=reason, by=request.user, now=request.now)
    except Invalid as refused:
        return _uphold_page(request, fixture_row, live, refused.problems)
    messages.success(
        request,
        translated(Text("{fixture} is confirmed and counts. Both captains have been told.", fixture=str(fixture_row))),
    )
    return redirect_to(request, fixture_row)


def _uphold_page(
    request: LeagueRequest, fixture: Fixture, live: Result, problems: Sequence[Problem] = ()
) -> HttpResponse:
    context = {
        "fixture": fixture,
        "result": live,
        "only_you": nobody_else_answers(live, on=request.today),
        **sheet_context(request, fixture, live),
        "reason": read_reason(request.POST),
        **problem_context(problems),
    }
    return render(request, "league/results/uphold.html", context, status=422 if problems else 200)
