"""The hand checker: anybody may count a hand and see what follows from a call. Nothing is kept."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.enums import RulesetName
from league.errors import Invalid
from league.queries.leagues import current_season
from league.queries.standings.standings import divisions_of
from league.services.calls.rule import check_hand
from league.web.base.problems import merge, wrong
from league.web.base.scope import LeagueRequest, in_league
from league.web.calls.hand_forms import HandInput, read_hand

EXAMPLES = (
    ("AC 7D 8H 3S", "7C", "6", "8"),
    ("5H 5C 5S JD", "5D", "29", ""),
    ("4H 5H 6H 6C", "5S", "20", "24"),
)


@require_safe
def any_hand(request: HttpRequest) -> HttpResponse:
    """The checker without a league, by the default ruleset unless another is chosen."""
    return _checker(request, RulesetName.LEAGUE)


@require_safe
@in_league("hand.check")
def hand(request: LeagueRequest) -> HttpResponse:
    """The checker of a league: its first division's ruleset for singles is chosen to begin with."""
    season = current_season(request.league, now=request.now)
    divisions = divisions_of(season) if season else []
    return _checker(request, divisions[0].singles_ruleset if divisions else RulesetName.LEAGUE)


def _checker(request: HttpRequest, ruleset: str) -> HttpResponse:
    given = read_hand(request.GET, ruleset=ruleset)
    context: dict[str, Any] = {"hand": given, "rulesets": RulesetName.choices, "examples": EXAMPLES}
    if not given.blank or given.declared:
        context |= verified(given)
    return render(request, "league/calls/hand.html", context)


def verified(given: HandInput) -> dict[str, Any]:
    """Return the engine's `verification` of a hand, or what is wrong with it: `problems`, and `wrong` by field."""
    try:
        verification = check_hand(
            cards=given.cards,
            starter=given.starter,
            crib=given.crib,
            declared=given.declared_points,
            claimed=given.claimed_points,
            takes=given.takes,
            ruleset=given.ruleset,
        )
    except Invalid as refused:
        return wrong(merge(given.problems, refused.problems))
    return wrong(given.problems) if given.problems else {"verification": verification}
