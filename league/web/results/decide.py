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
from league.queries.disputes.consequences import sheet_again
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
from league.web.form_fields import read_number, read_reason, typed
from league.web.problems import merge, wrong
from league.web.requests import LeagueRequest, allow, fixture_or_404, in_league
from league.web.results.sheet_form import Filled, fields_from, filled_from, sheet_form
from league.web.results.sheet_pages import back_to, score_sheet, version_of
from league.web.standings.tables import effect_rows

WALKOVERS: dict[str, Side] = {"walkover-home": HOME, "walkover-away": AWAY}
RESTS: dict[str, Side | None] = {"unplayed": None, "home": HOME, "away": AWAY}
NOTHING_CHOSEN = Problem("what", N_("Choose what happened."), "what")


@dataclass(slots=True)
class _Decision:
    """The form as the secretary has filled it in so far, about a fixture as it stands."""

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
        found = [(f"walkover-{side}", _walkover_to(self.fixture, side, team.name)) for side, team in sides]
        found.append(("abandoned", N_("It was abandoned: only some games were finished")))
        found.append(("nobody", N_("Neither side came")))
        if self.live is not None and self.live.kind != ResultKind.VOID:
            found.append(("void", N_("Void: the result counts for nothing")))
        if self.live is not None:
            found.append(("reopen", N_("Enter it again: the captains send a new sheet")))
        if self.back.possible:
            found.append(("take-back", N_("Reverse the last decision")))
        return found

    def read_sheet(self) -> ResultSheet:
        """The games that were finished.

        Raises:
            Invalid: with everything that is wrong with them.
        """
        self.examined = decisions.examine_abandoned(self.fixture, self.filled.sheet)
        problems = merge(self.filled.unreadable, self.examined.problems)
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
    """Choose what happened, see what it changes, and sign it with the reason."""
    found = fixture_or_404(request, fixture)
    closed = decisions.not_decidable(found)
    if closed:
        raise WrongState(closed)
    asked = _read_decision(request, found)
    if request.method != "POST":
        return _page(request, asked)
    try:
        if request.POST.get("do") == "look" and asked.what == "abandoned":
            asked.read_sheet()
            return _page(request, asked, looked=True)
        _sign(request, asked)
    except Invalid as refused:
        return _page(request, asked, refused.problems, status=422)
    except WrongState as late:
        return _page(request, _read_decision(request, found), [Problem(late.code, late.message)], status=409)
    told = Text("{fixture} is decided. Both captains have been told.", fixture=str(found))
    messages.success(request, translated(told))
    return back_to(request, found)


def _read_decision(request: LeagueRequest, fixture: Fixture) -> _Decision:
    sent = request.POST if request.method == "POST" else request.GET
    live = live_result(fixture)
    asked = _Decision(
        fixture=fixture,
        live=live,
        back=reversal_of(fixture, live),
        what=typed(sent.get("what", ""), 20),
        rest=typed(sent.get("rest", ""), 10) or "unplayed",
        filled=Filled(fixture, fields_from(request.POST)),
        reason=read_reason(request.POST),
    )
    if asked.what not in dict(asked.choices):
        asked.what = ""
    if asked.rest not in RESTS:
        asked.rest = "unplayed"
    if request.method != "POST" and asked.what == "abandoned" and live is not None:
        asked.filled = filled_from(live)
    return asked


def _sign(request: LeagueRequest, asked: _Decision) -> None:
    """Do what was chosen.

    Raises:
        Invalid, WrongState: whatever the service says; nothing was chosen.
    """
    fixture, what = asked.fixture, asked.what
    given: dict[str, Any] = {
        "version": read_number(request.POST, "version"),
        "reason": asked.reason,
        "by": request.user,
        "now": request.now,
    }
    dated = given | {"sequence": read_number(request.POST, "sequence")}
    if what in WALKOVERS:
        decisions.give_walkover(fixture, to=WALKOVERS[what], **dated)
    elif what == "abandoned":
        decisions.abandon(fixture, _finished_games(asked), rest=RESTS[asked.rest], **dated)
    elif what == "nobody":
        decisions.nobody_came(fixture, **dated)
    elif what == "void":
        decisions.void(fixture, **given)
    elif what == "reopen":
        decisions.reopen(fixture, **given)
    elif what == "take-back":
        decisions.take_back(fixture, **given)
    else:
        raise Invalid([NOTHING_CHOSEN, *_missing(asked)])


def _finished_games(asked: _Decision) -> ResultSheet:
    """The sheet of an abandoned fixture.

    Raises:
        Invalid: everything that is wrong with it, and a missing reason.
    """
    try:
        return asked.read_sheet()
    except Invalid as refused:
        raise Invalid([*refused.problems, *_missing(asked)]) from refused


def _missing(asked: _Decision) -> list[Problem]:
    return [] if asked.reason else [decisions.NO_REASON]


def _would_count(asked: _Decision) -> FixtureTotals | None:
    fixture, back = asked.fixture, asked.back.version
    if asked.what in WALKOVERS:
        return totals_of_walkover(fixture, WALKOVERS[asked.what])
    if asked.what == "abandoned":
        terms = fixture_terms(fixture)
        kept = broken_off(decisions.finished(fixture, asked.filled.sheet), terms, RESTS[asked.rest])
        return totals_of_sheet(fixture, kept, ResultKind.ABANDONED)
    if asked.what == "nobody":
        return totals_of_sheet(fixture, ResultSheet(()), ResultKind.NOBODY)
    if asked.what == "take-back" and back is not None and not asked.back.waits:
        sheet = sheet_again(back)
        if not sheet.matches:
            return totals_of(back)
        return totals_of_sheet(fixture, sheet, ResultKind(back.kind), terms=result_terms(back))
    return None


def _page(
    request: LeagueRequest,
    asked: _Decision,
    problems: Sequence[Problem] = (),
    *,
    looked: bool = False,
    status: int = 200,
) -> HttpResponse:
    fixture = asked.fixture
    context: dict[str, Any] = {"fixture": fixture, "asked": asked, "choices": asked.choices, **wrong(problems)}
    context["label"] = dict(asked.choices).get(asked.what, "")
    on_the_sheet = any(problem.field.startswith("m") for problem in problems)
    if asked.what == "abandoned":
        context["form"] = sheet_form(
            asked.filled,
            squads=asked.examined.squads if asked.examined else squads(fixture),
            problems=problems,
            besides=candidates(fixture),
        )
        context["signable"] = not on_the_sheet and (looked or bool(problems))
    else:
        context["signable"] = bool(asked.what)
    if context["signable"]:
        then = table_if(fixture.division, {fixture.pk: _would_count(asked)})
        context["effect"] = effect_rows(division_table(fixture.division), then)
    return render(request, "league/results/decide_result.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.oversee")
def uphold(request: LeagueRequest, fixture: int) -> HttpResponse:
    """Read a waiting sheet, and confirm it in the other side's place with a reason."""
    found = fixture_or_404(request, fixture)
    live = live_result(found)
    if live is None or live.state != ResultState.SUBMITTED:
        raise WrongState(N_("No sheet of this fixture is awaiting an answer."))
    allow(request, "result.uphold", live)
    if request.method != "POST":
        return _uphold_page(request, found, live)
    try:
        reason = read_reason(request.POST)
        uphold_sheet(found, version_of(request), reason=reason, by=request.user, now=request.now)
    except Invalid as refused:
        return _uphold_page(request, found, live, refused.problems)
    told = Text("{fixture} is confirmed and counts. Both captains have been told.", fixture=str(found))
    messages.success(request, translated(told))
    return back_to(request, found)


def _uphold_page(
    request: LeagueRequest, fixture: Fixture, live: Result, problems: Sequence[Problem] = ()
) -> HttpResponse:
    context = {
        "fixture": fixture,
        "result": live,
        "only_you": nobody_else_answers(live, on=request.now.astimezone(request.league.tz).date()),
        "matches": score_sheet(request, live),
        "reason": read_reason(request.POST),
        **wrong(problems),
    }
    return render(request, "league/results/uphold.html", context, status=422 if problems else 200)
