"""The position page: what the strongest player would lay away from a hand, or do in a position. Nothing is kept."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from league.enums import RulesetName
from league.queries.seasons.rulesets import named_rulesets
from league.rules.play.advice import Asked, of_position
from league.rules.stored_rulesets import named_ruleset
from league.web.base.limits import too_often
from league.web.base.problems import wrong

FIELDS = ("cards", "dealer", "mine", "theirs", "line", "who", "away")
EXAMPLES = (("5H 6D 7S 8C 2C KD", "me"), ("AC AD 4H 9S TD JD", "them"))


@never_cache
@require_safe
def position(request: HttpRequest) -> HttpResponse:
    """Say what could be done with the cards of the address, the best first."""
    said = request.GET
    asked = Asked(**{field: said[field][:5000] for field in FIELDS if field in said})
    words = [choice.word for choice in named_rulesets()]
    chosen = said.get("ruleset", "")
    rules = chosen if chosen in words else RulesetName.LEAGUE.value
    context: dict[str, Any] = {"asked": asked, "rules": rules, "rulesets": named_rulesets(), "examples": EXAMPLES}
    if asked.cards.strip() or asked.line.strip():
        if waits := too_often(request, "advice-address"):
            return waits
        advised, problems = of_position(asked, named_ruleset(rules))
        context |= {"advised": advised, **wrong(problems)}
    status = 422 if context.get("problems") else 200
    return render(request, "league/play/position.html", context, status=status)
