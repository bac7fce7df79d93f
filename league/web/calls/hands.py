"""The hand checker: anybody may count a hand and see what follows from a call. Nothing is kept."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.enums import RulesetName
from league.errors import Invalid
from league.models import League, OwnRuleset
from league.queries.leagues import current_season
from league.queries.seasons.rulesets import Countable, counted_by, find_own_ruleset, named_rulesets, ruleset_word
from league.queries.standings.standings import divisions_of
from league.rules.rulesets import named_ruleset, stored_ruleset
from league.services.calls.offline_scoring import figures, reasons, spoken
from league.services.calls.rule import check_hand
from league.translation import translated
from league.web.calls.hand_forms import HandInput, read_hand
from league.web.problems import merge, wrong
from league.web.requests import LeagueRequest, in_league

EXAMPLES = (
    ("AC 7D 8H 3S", "7C", "6", "8"),
    ("5H 5C 5S JD", "5D", "29", ""),
    ("4H 5H 6H 6C", "5S", "20", "24"),
)


@require_safe
def any_hand(request: HttpRequest) -> HttpResponse:
    """The checker without a league, by the default ruleset unless another is chosen."""
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
    twin = {
        "rulesets": {each.word: figures(_ruleset_of(each.word, league)) for each in rulesets},
        "reasons": {key: translated(reason) for key, reason in reasons().items()},
        "spoken": {key: translated(words) for key, words in spoken().items()},
    }
    context: dict[str, Any] = {"hand": given, "rulesets": rulesets, "examples": EXAMPLES, "twin": twin}
    if not given.blank or given.declared:
        offered = given.ruleset in {choice.word for choice in rulesets}
        own = find_own_ruleset(league, given.ruleset) if league is not None and offered else None
        context |= verified(given, own)
    return render(request, "league/calls/hand.html", context)


def _ruleset_of(word: str, league: League | None) -> Any:
    own = find_own_ruleset(league, word) if league is not None else None
    return stored_ruleset(own.value) if own is not None else named_ruleset(word)


def verified(given: HandInput, own: OwnRuleset | None = None) -> dict[str, Any]:
    """Return the engine's `verification` of a hand, or what is wrong with it: `problems`, and `wrong` by field.

    Args:
        own: the ruleset of the league's own that was chosen; None for one of those that come with the engine.
    """
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
        return wrong(merge(given.problems, refused.problems))
    return wrong(given.problems) if given.problems else {"verification": verification}
