"""The referee's pages: ruling on called hands, and settling disputes."""

import secrets
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from league.access import may
from league.errors import Invalid, WrongState
from league.models import Fixture
from league.queries import calls as call_queries
from league.queries.conduct import count_lines, noted_in
from league.queries.people import may_be_named
from league.queries.sheets import terms_of
from league.rules.problems import Problem
from league.services.verification import check_call, persistent_threshold
from league.services.verification import rule as rule_on
from league.web.forms import merge
from league.web.hand_forms import HandInput, read_choice, read_hand, read_number, read_reason
from league.web.hands import wrong
from league.web.scope import LeagueRequest, allow, fixture_or_404, in_league


@require_safe
@in_league("referee.work")
def calls(request: LeagueRequest) -> HttpResponse:
    """The fixtures of the last weeks to rule on, and the latest rulings."""
    context = {
        "fixtures": [
            line
            for line in call_queries.fixtures_to_rule_on(request.league, now=request.now)
            if not {line.fixture.home_id, line.fixture.away_id} & request.grants.teams
        ],
        "disputes": [
            dispute
            for dispute in call_queries.open_disputes(request.league)
            if may(request.grants, "dispute.settle", dispute)
        ],
        "rulings": call_queries.latest_rulings(request.league),
    }
    return render(request, "league/calls.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("referee.work")
def rule(request: LeagueRequest) -> HttpResponse:
    """Rule on a called hand: "check" shows the verdict, "store" makes it a ruling."""
    sent = request.POST if request.method == "POST" else request.GET
    chosen = read_choice(sent, "fixture")
    if not chosen:
        return redirect("calls", slug=request.league.slug)
    fixture = fixture_or_404(request, chosen)
    allow(request, "call.rule", fixture)
    hand = read_hand(sent)
    if request.method != "POST":
        return _rule_page(request, fixture, hand, {"token": secrets.token_urlsafe(16)})
    try:
        verification = check_call(fixture, by=request.user, now=request.now, **_called(request, hand))
        if hand.problems:
            raise Invalid(hand.problems)
        if request.POST.get("do") != "store":
            return _rule_page(request, fixture, hand, {"verification": verification})
        rule_on(
            fixture,
            reason=read_reason(request.POST),
            award_to=request.POST.get("award_to", ""),
            token=request.POST.get("token", ""),
            by=request.user,
            now=request.now,
            **_called(request, hand),
        )
    except Invalid as refused:
        return _rule_page(request, fixture, hand, wrong(merge(hand.problems, refused.problems)))
    except WrongState as late:
        return _rule_page(request, fixture, hand, wrong([Problem(late.code, late.message)]))
    messages.success(request, "The ruling is stored and shows on the fixture. Both captains have been told.")
    return redirect("fixture", slug=request.league.slug, fixture=fixture.pk)


def _called(request: LeagueRequest, hand: HandInput) -> Any:
    """The call as `services.verification` takes it."""
    sent = request.POST
    return {
        "match_number": read_number(sent, "match"),
        "game_number": read_number(sent, "game"),
        "counter": sent.get("counter", ""),
        "counter_player_id": read_choice(sent, "counter_player"),
        "challenger_player_id": read_choice(sent, "challenger_player"),
        "cards": hand.cards,
        "starter": hand.starter,
        "crib": hand.crib,
        "declared": hand.declared_points,
        "claimed": hand.claimed_points,
        "takes": hand.takes,
    }


def _rule_page(request: LeagueRequest, fixture: Fixture, hand: HandInput, more: dict[str, Any]) -> HttpResponse:
    sent = request.POST if request.method == "POST" else request.GET
    terms = terms_of(fixture.division)
    home, away = may_be_named(fixture)
    match, game = read_number(sent, "match"), read_number(sent, "game")
    names = ("match", "game", "counter", "counter_player", "challenger_player", "reason", "award_to", "token")
    context = {
        "fixture": fixture,
        "hand": hand,
        "matches": list(enumerate(terms.format, start=1)),
        "games": range(1, terms.games_per_match + 1),
        "home": home,
        "away": away,
        "sent": {name: sent.get(name, "") for name in names},
        "conduct": count_lines(noted_in(fixture, match_number=match, game_number=game)) if match else [],
        "threshold": persistent_threshold(fixture, match),
        **more,
    }
    return render(request, "league/rule.html", context, status=422 if more.get("problems") else 200)
