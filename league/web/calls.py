"""Called hands: the hand checker for anybody, the referees' rulings, and conduct, which is never public."""

import datetime as dt
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.datastructures import MultiValueDict
from django.views.decorators.http import require_http_methods, require_safe

from league.access import may
from league.enums import ConductState, RulesetName
from league.errors import Invalid, NothingThere, WrongState
from league.models import ConductCase, Fixture, League, OwnRuleset, Player, Ruling, Season
from league.queries.calls import calls as call_queries
from league.queries.calls import conduct as conduct_queries
from league.queries.disputes.consequences import Consequences
from league.queries.leagues import current_season
from league.queries.outages import appeal_until, gaps_in
from league.queries.people.people import may_be_named
from league.queries.results import versions
from league.queries.seasons.rulesets import Countable, counted_by, find_own_ruleset, named_rulesets, ruleset_word
from league.queries.standings.standings import divisions_of
from league.queries.visibility import closed_season_message
from league.rules.formats import fixture_terms
from league.rules.match_terms import KIND_NAMES
from league.rules.problems import Problem
from league.rules.rulesets import named_ruleset, stored_ruleset
from league.services.calls import conduct
from league.services.calls.hands import offline_figures, offline_phrases, offline_reasons
from league.services.calls.rule import CallPreview, check_call, check_hand, persistent_threshold, preview
from league.services.calls.rule import rule as rule_on
from league.translation import N_, Text, translated
from league.web.forms import (
    merge_problems,
    parse_points,
    problem_context,
    problems_of,
    read_choice,
    read_number,
    read_reason,
    read_text,
    status_of,
)
from league.web.requests import LeagueRequest, allow, fixture_or_404, in_league, redirect_with, season_of


@dataclass(frozen=True, slots=True)
class HandInput:
    cards: str = ""  # the text of the hand; `starter` that of the starter
    starter: str = ""
    kind: str = ""  # "hand" or "crib"; "" where nobody has said
    ruleset: str = "league"
    declared: str = ""  # the score called, `claimed` the challenger's, both as typed
    claimed: str = ""
    takes: bool = True
    problems: tuple[Problem, ...] = ()  # what of it cannot be read as a number

    @property
    def crib(self) -> bool:
        return self.kind == "crib"

    @property
    def blank(self) -> bool:
        return not self.cards and not self.starter

    @property
    def declared_points(self) -> int | None:
        return parse_points(self.declared)

    @property
    def claimed_points(self) -> int | None:
        return parse_points(self.claimed)


def read_hand(sent: MultiValueDict[str, str], *, ruleset: str = "league", needs_kind: bool = False) -> HandInput:
    """Return the hand that was sent. Cards ticked in the pack count where the text was left empty, but the starter.

    Args:
        needs_kind: neither hand nor crib is taken for granted, as a flush of four counts in one of them only.
    """
    starter = read_text(sent, "starter")
    ticked = [code[:3] for code in sent.getlist("pick")[:8]]
    text = read_text(sent, "cards") or " ".join(code for code in ticked if code != starter.strip().upper())
    hand = HandInput(
        cards=text,
        starter=starter,
        kind=kind if (kind := sent.get("kind", "")) in ("hand", "crib") else "",
        ruleset=read_text(sent, "ruleset") or ruleset,
        declared=read_text(sent, "declared"),
        claimed=read_text(sent, "claimed"),
        # A form that was not sent yet, or a short link, leaves the usual answer.
        takes=sent.get("takes", "yes") != "no",
    )
    unread = [
        Problem("number", Text("“{typed}” is not a number of points; write digits, like 8.", typed=typed), name)
        for name, typed in (("declared", hand.declared), ("claimed", hand.claimed))
        if typed and parse_points(typed) is None
    ]
    if needs_kind and not hand.kind:
        unread.append(Problem("no-kind", N_("Choose a hand or the crib."), "kind"))
    return replace(hand, problems=tuple(unread))


EXAMPLES = (
    ("AC 7D 8H 3S", "7C", "6", "8"),
    ("5H 5C 5S JD", "5D", "29", ""),
    ("4H 5H 6H 6C", "5S", "20", "24"),
)


@require_safe
def any_hand(request: HttpRequest) -> HttpResponse:
    return _checker(request, RulesetName.LEAGUE, named_rulesets())


@require_safe
@in_league("hand.check")
def hand(request: LeagueRequest) -> HttpResponse:
    """The checker of a league, by any ruleset it plays by; its first division's for singles to begin with."""
    season = current_season(request.league, now=request.now)
    divisions = divisions_of(season) if season else []
    usual = ruleset_word(divisions[0], "singles") if divisions else RulesetName.LEAGUE
    return _checker(request, usual, counted_by(request.league, season), request.league)


def _checker(
    request: HttpRequest,
    usual: str,
    rulesets: Sequence[Countable],
    league: League | None = None,
) -> HttpResponse:
    given = read_hand(request.GET, ruleset=usual)
    offline_scoring = {
        "rulesets": {each.word: offline_figures(_ruleset_of(each.word, league)) for each in rulesets},
        "reasons": {key: translated(reason) for key, reason in offline_reasons().items()},
        "spoken": {key: translated(words) for key, words in offline_phrases().items()},
    }
    context: dict[str, Any] = {
        "hand": given,
        "rulesets": rulesets,
        "examples": EXAMPLES,
        "offline_scoring": offline_scoring,
    }
    if not given.blank or given.declared:
        offered = given.ruleset in {choice.word for choice in rulesets}
        own = find_own_ruleset(league, given.ruleset) if league is not None and offered else None
        context |= verification_context(given, own)
    return render(request, "league/calls/hand.html", context)


def _ruleset_of(word: str, league: League | None) -> Any:
    own = find_own_ruleset(league, word) if league is not None else None
    return stored_ruleset(own.value) if own is not None else named_ruleset(word)


def verification_context(given: HandInput, own: OwnRuleset | None = None) -> dict[str, Any]:
    """Return the engine's `verification`, or `problems` and `wrong` by field; `own` is one of the league's own."""
    try:
        verification = check_hand(
            cards=given.cards,
            starter=given.starter,
            crib=given.crib,
            declared=given.declared_points,
            claimed=given.claimed_points,
            takes=given.takes,
            ruleset=given.ruleset if own is None else stored_ruleset(own.value),
        )
    except Invalid as refused:
        return problem_context(merge_problems(given.problems, refused.problems))
    return problem_context(given.problems) if given.problems else {"verification": verification}


@require_safe
@in_league("referee.work")
def calls(request: LeagueRequest) -> HttpResponse:
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
    hand = read_hand(sent, needs_kind=request.method == "POST")
    if request.method != "POST":
        return _rule_page(request, fixture, hand, {"token": secrets.token_urlsafe(16)})
    award_to, seen = request.POST.get("award_to", ""), request.POST.get("seen", "")
    try:
        if hand.problems:
            check_call(fixture, by=request.user, now=request.now, **_call_params(request, hand))
            raise Invalid(hand.problems)
        stores = request.POST.get("do") == "store"
        if not stores or award_to != request.POST.get("seen_award", "") or (award_to and not seen):
            preview_row = preview(
                fixture, award_to=award_to, by=request.user, now=request.now, **_call_params(request, hand)
            )
            return _rule_page(request, fixture, hand, {**_preview_context(preview_row), "not_stored": stores})
        rule_on(
            fixture,
            reason=read_reason(request.POST),
            award_to=award_to,
            token=request.POST.get("token", ""),
            seen=seen or None,
            by=request.user,
            now=request.now,
            **_call_params(request, hand),
        )
    except Invalid as refused:
        told = problem_context(merge_problems(hand.problems, refused.problems))
        return _rule_page(
            request,
            fixture,
            hand,
            {**_preview_context(_preview_after_refusal(request, fixture, hand, award_to)), **told},
        )
    except WrongState as late:
        told = problem_context([Problem(late.code, late.message)])
        return _rule_page(
            request,
            fixture,
            hand,
            {**_preview_context(_preview_after_refusal(request, fixture, hand, award_to)), **told},
        )
    return redirect_with(
        request,
        N_("The ruling is stored and shows on the fixture. Both captains have been told."),
        "fixture",
        fixture=fixture.pk,
    )


def _preview_context(preview: CallPreview | None) -> dict[str, Any]:
    if preview is None:
        return {}
    return {
        "verification": preview.verification,
        "award_choices": preview.award_choices,
        "card_first": versions.CARD_FIRST if preview.card_first else "",
        "consequences": preview.following,
        "seen_award": preview.award_to,
        "called": preview.called,
        "call": preview.call,
    }


def _preview_after_refusal(
    request: LeagueRequest, fixture: Fixture, hand: HandInput, award_to: str
) -> CallPreview | None:
    """Return the preview beside a refusal, without the award where that is refused; None where there is none."""
    for to in dict.fromkeys((award_to, "") if not hand.problems else ()):
        try:
            return preview(fixture, award_to=to, by=request.user, now=request.now, **_call_params(request, hand))
        except (Invalid, WrongState):
            continue
    return None


def _call_params(request: LeagueRequest, hand: HandInput) -> Any:
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
        "form_values": chosen,
        "conduct": conduct_queries.count_lines(conduct_queries.noted_in(fixture, match_number=match, game_number=game))
        if match
        else [],
        "threshold": persistent_threshold(fixture, match),
        **more,
    }
    return render(request, "league/calls/rule.html", context, status=422 if more.get("problems") else 200)


def _requested_season(request: LeagueRequest) -> Season | None:
    season = season_of(request)
    if season is not None:
        season.league = request.league
    return season


@require_safe
@in_league("conduct.see")
def conduct_cases(request: LeagueRequest) -> HttpResponse:
    season = _requested_season(request)
    context = {
        "season": season,
        "cases": list(conduct_queries.open_cases(request.league)),
        "decided_cases": conduct_queries.decided_cases(season) if season else [],
        "lines": conduct_queries.season_lines(season) if season else [],
    }
    return render(request, "league/calls/conduct.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("conduct.see")
def conduct_case(request: LeagueRequest, case: int) -> HttpResponse:
    try:
        case_row = conduct_queries.find_case(request.league, case)
    except ConductCase.DoesNotExist as missing:
        raise NothingThere(N_("There is no such case in this league.")) from missing
    if request.method != "POST":
        return _case_page(request, case_row)
    allow(request, "conduct.decide", case_row)
    reason = read_reason(request.POST)
    try:
        awards = _read_decision(request, reason)
        seen = request.POST.get("seen", "")
        conduct.decide(case_row, award=awards, reason=reason, seen=seen, by=request.user, now=request.now)
    except (Invalid, WrongState) as refused:
        more = {**problem_context(problems_of(refused)), "reason": reason}
        return _case_page(request, case_row, more, status=status_of(refused))
    message = N_("Decided: nothing follows.")
    if awards:
        message = N_("Decided: the game is awarded, and the captain informed.")
    return redirect_with(request, message, "conduct")


def _read_decision(request: LeagueRequest, reason: str) -> bool:
    """Return whether the game is awarded. Raises Invalid where nothing is selected, with a missing reason too."""
    chosen = request.POST.get("decision", "")
    if chosen in ("award", "dismiss"):
        return chosen == "award"
    missing = [] if reason else [Problem("no-reason", N_("Give the reason of your decision."), "reason")]
    raise Invalid([Problem("no-decision", N_("Choose what follows."), "decision"), *missing])


def _case_page(
    request: LeagueRequest, case: ConductCase, more: dict[str, Any] | None = None, *, status: int = 422
) -> HttpResponse:
    fixture = case.fixture
    rulings = conduct_queries.noted_in(fixture, match_number=case.match_number, game_number=case.game_number)
    closed = closed_season_message(fixture.division.season)
    decides = not closed and may(request.grants, "conduct.decide", case) and case.state == ConductState.PROPOSED
    context = {
        "case": case,
        "fixture": fixture,
        "rulings": [ruling for ruling in rulings if conduct_queries.is_about(ruling, case)],
        "offender": getattr(fixture, case.side),
        "winner": getattr(fixture, conduct.winner_of(case)),
        "rule_text": conduct.rule_in(fixture, case.match_number)[1],
        "decides": decides,
        "closed": closed,
        "consequences": _award_preview(case) if decides else None,
        "selected_decision": request.POST.get("decision", ""),
        **(more or {}),
    }
    return render(request, "league/calls/conduct_case.html", context, status=status if more else 200)


def _award_preview(case: ConductCase) -> Consequences | None:
    try:
        return conduct.preview(case)
    except WrongState:
        # The sheet has no such game; whoever awards it is told so.
        return None


@require_safe
@in_league("account.own")
def player_conduct(request: LeagueRequest, player: int) -> HttpResponse:
    player_row = get_object_or_404(Player, league=request.league, pk=player)
    allow(request, "conduct.see", player_row)
    season = _requested_season(request)
    record = conduct_queries.record_of(player_row, season) if season else None
    context = {
        "player": player_row,
        "season": season,
        "record": record,
        "is_own": player_row.pk in request.grants.players,
        "appeals": _appealable(request, season, record),
    }
    return render(request, "league/calls/player_conduct.html", context)


def _appealable(
    request: LeagueRequest, season: Season | None, record: conduct_queries.ConductRecord | None
) -> dict[int, dt.datetime]:
    """Return until when this visitor can appeal against rulings on this page, by their ids; others are not named."""
    if record is None or season is None:
        return {}
    rulings: list[Ruling] = [one.ruling for one in record.rulings]
    rulings += [case.ruling for case in record.cases]
    mine = [ruling for ruling in rulings if may(request.grants, "ruling.appeal", ruling)]
    if not mine:
        return {}
    away = gaps_in(season)
    can = (ruling for ruling in mine if conduct_queries.may_be_appealed(ruling, request.league, away, now=request.now))
    return {ruling.pk: appeal_until(ruling, request.league, away) for ruling in can}
