"""The pages of disputes: opening one, its case with the evidence, and the ruling."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from league.access import may
from league.enums import DisputeState, DisputeSubject, ResultState
from league.errors import Invalid, LeagueError, NothingThere, WrongState
from league.models import Dispute, Fixture, Photograph
from league.queries.disputes import disputes as queries
from league.queries.outages import gaps_in
from league.queries.people.people import may_be_named
from league.queries.results.versions import live_result
from league.queries.visibility import closed_season_message
from league.rules import written_games
from league.rules.formats import fixture_terms
from league.rules.problems import Problem
from league.services.calls.rule import award_choices, problems_of_call, verify_call
from league.services.disputes import dispute as services
from league.services.disputes import evidence, rulings
from league.translation import N_, Text, translated
from league.web.calls import HandInput
from league.web.disputes import forms, rows
from league.web.disputes.forms import DecisionInput, game_choices, matches_of_dispute
from league.web.forms import merge_problems, problem_context, problems_of, status_of
from league.web.photographs import picture_response, read_photograph
from league.web.requests import LeagueRequest, allow, fixture_or_404, in_league, redirect_with
from league.web.results.sheet_pages import photographs_context

Handler = Callable[[LeagueRequest, Dispute], Text]


def dispute_or_404(request: LeagueRequest, pk: int) -> Dispute:
    """Raises Http404 where the league has none of that number."""
    try:
        return queries.find_dispute(request.league, pk)
    except Dispute.DoesNotExist as missing:
        raise NothingThere(N_("There is no such dispute in this league.")) from missing


@require_safe
@in_league("account.own")
def every(request: LeagueRequest) -> HttpResponse:
    docket = queries.docket_of(request.league, request.grants)
    context = {
        "docket": docket,
        "own_disputes": rows.lines(docket.mine, request.league),
        "to_rule": rows.lines(docket.to_rule, request.league),
        "assigned": rows.lines(docket.given, request.league),
        "closed_disputes": rows.lines(docket.closed, request.league),
        "appeals": [
            (appeal, appeal.ruling.fixture, may(request.grants, "appeal.decide", appeal)) for appeal in docket.appeals
        ],
    }
    return render(request, "league/disputes/disputes.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.view")
def open_one(request: LeagueRequest, fixture: int) -> HttpResponse:
    fixture_row = fixture_or_404(request, fixture)
    allow(request, "dispute.open", fixture_row)
    live = live_result(fixture_row)
    sent = request.POST if request.method == "POST" else request.GET
    sheet = rows.sheet_disputable(live, request.grants.side_of(fixture_row), queries.open_disputes_of(fixture_row))
    usual = DisputeSubject.GAME if sheet else DisputeSubject.CALL
    if sheet and live is not None and live.score_only and live.state == ResultState.CONFIRMED:
        usual = DisputeSubject.SHEET
    subject = forms.read_subject(sent, usual)
    if request.method != "POST":
        return _open_page(request, fixture_row, subject)
    try:
        opened = _open(request, fixture_row, subject)
    except (Invalid, WrongState) as refused:
        return _open_page(request, fixture_row, subject, refused)
    return redirect_with(
        request,
        N_("The dispute is open. The other captain and the secretary have been told."),
        "dispute-case",
        dispute=opened.pk,
    )


def _open(request: LeagueRequest, fixture: Fixture, subject: DisputeSubject) -> Dispute:
    match, game = forms.read_place(request.POST)
    called = None
    if subject == DisputeSubject.CALL:
        hand, called = forms.read_call(request.POST)
        if hand.problems:
            raise Invalid(merge_problems(hand.problems, problems_of_call(fixture, called)))
    return services.open_dispute(
        fixture,
        subject=subject,
        match_number=match,
        game_number=game,
        reason=forms.text(request.POST, "reason"),
        call=called,
        by=request.user,
        now=request.now,
    )


def _open_page(
    request: LeagueRequest, fixture: Fixture, subject: DisputeSubject, refused: LeagueError | None = None
) -> HttpResponse:
    sent = request.POST if request.method == "POST" else request.GET
    live = live_result(fixture)
    home, away = may_be_named(fixture)
    until = queries.dispute_deadline(fixture, live, gaps_in(fixture.division.season))
    names = ("game", "reason", "counter", "counter_player", "challenger_player")
    context: dict[str, Any] = {
        "fixture": fixture,
        "result": live,
        "subject": subject,
        "subjects": rows.subjects(
            live, request.grants.side_of(fixture), request.league, fixture, queries.open_disputes_of(fixture)
        ),
        "games": game_choices(fixture, live, called=subject == DisputeSubject.CALL),
        "counted": all(match.counted for match in fixture_terms(fixture).matches),
        "deadline": until,
        "late": request.now > until,
        "form_values": {name: str(sent.get(name, "")) for name in names},
        "hand": forms.read_call(sent)[0],
        "home": home,
        "away": away,
        **problem_context(problems_of(refused) if refused else ()),
    }
    return render(request, "league/disputes/dispute_open.html", context, status=status_of(refused))


def _statement(request: LeagueRequest, dispute: Dispute) -> Text:
    said = forms.text(request.POST, "statement")
    evidence.add_statement(dispute, text=said, by=request.user, now=request.now)
    return N_("What you said is added. The other side can read it.")


def _hand(request: LeagueRequest, dispute: Dispute) -> Text:
    _, hand = forms.read_evidence_hand(request.POST)
    about = forms.text(request.POST, "about")
    evidence.add_hand(dispute, hand=hand, text=about, by=request.user, now=request.now)
    return N_("The hand is added, with its count.")


def _photograph(request: LeagueRequest, dispute: Dispute) -> Text:
    allow(request, "evidence.add", dispute)
    content = read_photograph(request)
    caption = forms.text(request.POST, "caption")
    evidence.add_photograph(dispute, content=content, text=caption, by=request.user, now=request.now)
    return N_("The photograph is added. Only the two captains and whoever rules on the dispute can see it.")


def _take(request: LeagueRequest, dispute: Dispute) -> Text:
    services.take_dispute(dispute, by=request.user, now=request.now)
    return N_("The dispute is yours to rule on.")


def _assign(request: LeagueRequest, dispute: Dispute) -> Text:
    allow(request, "dispute.assign", dispute)
    chosen = str(request.POST.get("referee", ""))
    judges = queries.judges_of(dispute, now=request.now)
    referee = next((judge.user for judge in judges if str(judge.user.pk) == chosen), None)
    if referee is None:
        raise Invalid([Problem("no-referee", N_("Choose a referee of this league."), "referee")])
    services.assign_dispute(dispute, referee, by=request.user, now=request.now)
    return Text("The dispute is given to {referee}, who has been told.", referee=str(referee))


def _withdraw(request: LeagueRequest, dispute: Dispute) -> Text:
    services.withdraw_dispute(dispute, by=request.user, now=request.now)
    return N_("The dispute is withdrawn. Everybody concerned has been told.")


HANDLERS: Mapping[str, Handler] = {
    "statement": _statement,
    "hand": _hand,
    "photograph": _photograph,
    "take": _take,
    "assign": _assign,
    "withdraw": _withdraw,
}


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.view")
def case(request: LeagueRequest, dispute: int) -> HttpResponse:
    dispute_row = dispute_or_404(request, dispute)
    allow(request, "dispute.see", dispute_row)
    if request.method != "POST":
        return _case_page(request, dispute_row)
    handler = HANDLERS.get(request.POST.get("do", ""))
    try:
        if handler is None:
            raise Invalid([Problem("no-act", N_("Choose what to do."))])
        messages.success(request, translated(handler(request, dispute_row)))
    except (Invalid, WrongState) as refused:
        return _case_page(request, dispute_or_404(request, dispute), refused)
    return redirect("dispute-case", slug=request.league.slug, dispute=dispute_row.pk)


def _case_page(request: LeagueRequest, dispute: Dispute, refused: LeagueError | None = None) -> HttpResponse:
    grants, sent = request.grants, request.POST
    closed = closed_season_message(dispute.fixture.division.season)
    is_open = dispute.state == DisputeState.OPEN and not closed
    ruling = dispute.ruling
    rules_on_it = is_open and may(grants, "dispute.settle", dispute)
    why_not = queries.why_not_neutral(grants, dispute, queries.ruled_before(dispute)) if rules_on_it else ""
    context: dict[str, Any] = {
        "dispute": dispute,
        "fixture": dispute.fixture,
        "line": rows.line(dispute, request.league),
        "is_open": is_open,
        "closed": closed,
        "differences": rows.differences_of(dispute),
        "sides": rows.senders_of(dispute),
        "call": verify_call(dispute.call) if dispute.call else None,
        "pieces": rows.evidence_views(dispute, request.league),
        "ruling": ruling,
        "decision_text": queries.describe_decision(ruling) if ruling else "",
        "appeal": queries.appeal_of(ruling) if ruling else None,
        "appeal_url": rows.appeal_url(
            ruling, grants, request.league, gaps_in(dispute.fixture.division.season), now=request.now
        )
        if ruling
        else "",
        "judges": queries.judges_of(dispute, now=request.now)
        if is_open and may(grants, "dispute.assign", dispute)
        else [],
        "may_add": is_open and may(grants, "evidence.add", dispute) and not why_not,
        "may_withdraw": is_open and may(grants, "dispute.withdraw", dispute),
        "may_rule": rules_on_it and not why_not,
        "why_not": why_not,
        **photographs_context(request, dispute.fixture),
        "adding": sent.get("do", ""),
        "form_values": {name: sent.get(name, "") for name in ("statement", "about", "caption", "referee", "match")},
        "hand": forms.read_hand(sent) if sent else HandInput(),
        "matches": range(1, len(fixture_terms(dispute.fixture).matches) + 1),
        **problem_context(problems_of(refused) if refused else ()),
    }
    return render(request, "league/disputes/dispute_case.html", context, status=status_of(refused))


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.view")
def record(request: LeagueRequest, dispute: int) -> HttpResponse:
    dispute_row = dispute_or_404(request, dispute)
    allow(request, "evidence.add", dispute_row)
    services.require_open_dispute(dispute_row)
    if request.method != "POST":
        players = rows.players_of(dispute_row, live_result(dispute_row.fixture))
        names = [player.name for player in players] or [dispute_row.fixture.home.name, dispute_row.fixture.away.name]
        return _record_page(request, dispute_row, evidence.heading_of(dispute_row, names))
    written = forms.text(request.POST, "record", evidence.LONGEST_RECORD)
    try:
        # Before it is gone through: what is longer than any game is not.
        evidence.check_length(written)
    except Invalid as refused:
        return _record_page(request, dispute_row, written, refused)
    if request.POST.get("do") == "deal":
        deal = forms.read_deal(request.POST)
        if not deal.empty:
            written = written_games.with_deal(written, deal, evidence.rulesets_of(dispute_row))
        return _record_page(request, dispute_row, written, replayed=True)
    if request.POST.get("do") != "add":
        return _record_page(request, dispute_row, written, replayed=True)
    try:
        evidence.add_record(dispute_row, text=written, by=request.user, now=request.now)
    except (Invalid, WrongState) as refused:
        return _record_page(request, dispute_row, written, refused, replayed=True)
    return redirect_with(
        request, N_("The written game is added, with its replay."), "dispute-case", dispute=dispute_row.pk
    )


def _record_page(
    request: LeagueRequest, dispute: Dispute, text: str, refused: LeagueError | None = None, *, replayed: bool = False
) -> HttpResponse:
    context = {
        "dispute": dispute,
        "fixture": dispute.fixture,
        "line": rows.line(dispute, request.league),
        "text": text,
        "game": written_games.read_game(text, evidence.rulesets_of(dispute)) if replayed and text else None,
        "players": list(enumerate(written_games.players_in(text), start=1)),
        **problem_context(problems_of(refused) if refused else ()),
    }
    return render(request, "league/disputes/dispute_record.html", context, status=status_of(refused))


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.view")
def rule(request: LeagueRequest, dispute: int) -> HttpResponse:
    """Rule on a dispute: first what follows is shown, then it is signed.

    Who decides otherwise than was shown is shown first what follows of that, which is no error.
    """
    dispute_row = dispute_or_404(request, dispute)
    allow(request, "dispute.settle", dispute_row)
    services.require_neutral(dispute_row, by=request.user, now=request.now)
    services.require_open_dispute(dispute_row)
    typed = forms.read_decision(request.POST)
    if request.method != "POST":
        return _rule_page(request, dispute_row, typed)
    try:
        if request.POST.get("do") != "sign" or not request.POST.get("seen"):
            return _rule_page(request, dispute_row, typed, preview=True)
        rulings.rule(
            dispute_row,
            reason=typed.reason,
            rule=typed.rule,
            seen=request.POST["seen"],
            by=request.user,
            now=request.now,
            **typed.decision(),
        )
    except (Invalid, WrongState) as refused:
        otherwise = refused.code == "changed" and request.POST.get("seen_decision", typed.decided) != typed.decided
        return _rule_page(
            request, dispute_row, typed, None if otherwise else refused, preview=True, not_signed=otherwise
        )
    return redirect_with(
        request,
        N_("Signed. Both captains and the players concerned have been told."),
        "fixture",
        fixture=dispute_row.fixture_id,
    )


def _rule_page(
    request: LeagueRequest,
    dispute: Dispute,
    typed: DecisionInput,
    refused: LeagueError | None = None,
    *,
    preview: bool = False,
    not_signed: bool = False,
) -> HttpResponse:
    following = None
    if preview:
        try:
            following = rulings.preview(dispute, by=request.user, now=request.now, **typed.decision())
        except (Invalid, WrongState) as late:
            refused = refused or late
    live = live_result(dispute.fixture)
    sides = award_choices(dispute, dispute.match_number or 0, dispute.game_number or 0)
    about = matches_of_dispute(dispute)
    call = verify_call(dispute.call) if dispute.call else None
    if request.method != "POST" and call is not None and call.verdict is not None:
        typed = replace(typed, rule=call.verdict.rule)
    context: dict[str, Any] = {
        "dispute": dispute,
        "fixture": dispute.fixture,
        "line": rows.line(dispute, request.league),
        "result": live,
        "typed": typed,
        "outcomes": rows.outcomes(dispute, live, award_to=sides),
        "award_choices": sides,
        "winners_only": any(match.written == "winners" for match in about),
        "some_scores": any(match.written != "winners" for match in about),
        "counted": any(match.counted for match in about),
        "pegged": any(match.pegged for match in about),
        "sheets": rows.sheet_views(dispute, request.league, request.grants),
        "differences": rows.differences_of(dispute),
        "games": game_choices(dispute.fixture, live) if dispute.match_number is None and live else [],
        "rules": rulings.rules_for(dispute),
        "call": call,
        "consequences": following,
        "not_signed": not_signed and following is not None,
        **problem_context(problems_of(refused) if refused else ()),
    }
    return render(request, "league/disputes/dispute_rule.html", context, status=status_of(refused))


@require_safe
@in_league("league.view")
def photograph(request: LeagueRequest, dispute: int, photograph: int) -> HttpResponse:
    """The bytes of a photograph, to the parties and whoever rules on the dispute; no cache keeps them."""
    dispute_row = dispute_or_404(request, dispute)
    allow(request, "dispute.see", dispute_row)
    try:
        picture = queries.find_photograph(dispute_row, photograph)
    except Photograph.DoesNotExist as missing:
        raise NothingThere(N_("There is no such photograph.")) from missing
    return picture_response(picture, "photograph")
