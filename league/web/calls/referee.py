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
from league.queries.calls import calls as call_queries
from league.queries.calls.conduct import count_lines, noted_in
from league.queries.people.people import may_be_named
from league.rules.formats import fixture_terms
from league.rules.match_terms import KIND_NAMES
from league.rules.problems import Problem
from league.services.calls.rule import CallPreview, check_call, persistent_threshold, preview
from league.services.calls.rule import rule as rule_on
from league.translation import N_, translated
from league.web.calls.hand_forms import HandInput, read_hand
from league.web.form_fields import read_choice, read_number, read_reason
from league.web.problems import merge, wrong
from league.web.requests import LeagueRequest, allow, fixture_or_404, in_league


@require_safe
@in_league("referee.work")
def calls(request: LeagueRequest) -> HttpResponse:
    """The fixtures of the last weeks to rule on, and the latest rulings."""
    context = {
        "fixtures": [
            line
            for line in call_queries.fixtures_to_rule_on(request.league, now=request.now)
            if may(request.grants, "call.rule", line.fixture)
        ],
        "disputes": [
            dispute
            for dispute in call_queries.open_disputes(request.league)
            if may(request.grants, "dispute.settle", dispute)
        ],
        "rulings": call_queries.latest_rulings(request.league),
    }
    return render(request, "league/calls/calls.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("referee.work")
def rule(request: LeagueRequest) -> HttpResponse:
    """Rule on a called hand: "check" shows the verdict and what follows, "store" makes it a ruling.

    A game is awarded only on what was shown to follow: a side chosen since then is shown first, which is no error.
    """
    sent = request.POST if request.method == "POST" else request.GET
    chosen = read_choice(sent, "fixture")
    if not chosen:
        return redirect("calls", slug=request.league.slug)
    fixture = fixture_or_404(request, chosen)
    allow(request, "call.rule", fixture)
    hand = read_hand(sent)
    if request.method != "POST":
        return _rule_page(request, fixture, hand, {"token": secrets.token_urlsafe(16)})
    award_to, seen = request.POST.get("award_to", ""), request.POST.get("seen", "")
    try:
        if hand.problems:
            check_call(fixture, by=request.user, now=request.now, **_called(request, hand))
            raise Invalid(hand.problems)
        stores = request.POST.get("do") == "store"
        if not stores or award_to != request.POST.get("seen_award", "") or (award_to and not seen):
            found = preview(fixture, award_to=award_to, by=request.user, now=request.now, **_called(request, hand))
            return _rule_page(request, fixture, hand, {**_previewed(found), "not_stored": stores})
        rule_on(
            fixture,
            reason=read_reason(request.POST),
            award_to=award_to,
            token=request.POST.get("token", ""),
            seen=seen or None,
            by=request.user,
            now=request.now,
            **_called(request, hand),
        )
    except Invalid as refused:
        told = wrong(merge(hand.problems, refused.problems))
        return _rule_page(request, fixture, hand, {**_previewed(_checked(request, fixture, hand, award_to)), **told})
    except WrongState as late:
        told = wrong([Problem(late.code, late.message)])
        return _rule_page(request, fixture, hand, {**_previewed(_checked(request, fixture, hand, award_to)), **told})
    stored = N_("The ruling is stored and shows on the fixture. Both captains have been told.")
    messages.success(request, translated(stored))
    return redirect("fixture", slug=request.league.slug, fixture=fixture.pk)


def _previewed(found: CallPreview | None) -> dict[str, Any]:
    if found is None:
        return {}
    return {
        "verification": found.verification,
        "award_choices": found.award_choices,
        "following": found.following,
        "seen_award": found.award_to,
        "called": found.called,
        "call": found.call,
    }


def _checked(request: LeagueRequest, fixture: Fixture, hand: HandInput, award_to: str) -> CallPreview | None:
    """Return the preview beside a refusal, without the award where that is refused; None where there is none."""
    for to in dict.fromkeys((award_to, "") if not hand.problems else ()):
        try:
            return preview(fixture, award_to=to, by=request.user, now=request.now, **_called(request, hand))
        except (Invalid, WrongState):
            continue
    return None


def _called(request: LeagueRequest, hand: HandInput) -> Any:
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
    terms = fixture_terms(fixture)
    home, away = may_be_named(fixture)
    match, game = read_number(sent, "match"), read_number(sent, "game")
    names = ("match", "game", "counter", "counter_player", "challenger_player", "reason", "award_to", "token")
    chosen = {name: sent.get(name, "") for name in names}
    # In singles the only possible player is filled in.
    for name in ("counter_player", "challenger_player"):
        chosen[name] = chosen[name] or str(more.get("called", {}).get(f"{name}_id") or "")
    context = {
        "fixture": fixture,
        "hand": hand,
        "matches": list(enumerate((KIND_NAMES[kind] for kind in terms.format), start=1)),
        "games": range(1, terms.most + 1),
        "home": home,
        "away": away,
        "sent": chosen,
        "conduct": count_lines(noted_in(fixture, match_number=match, game_number=game)) if match else [],
        "threshold": persistent_threshold(fixture, match),
        **more,
    }
    return render(request, "league/calls/rule.html", context, status=422 if more.get("problems") else 200)
