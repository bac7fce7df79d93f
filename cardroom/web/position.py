"""The position page: what the strongest player would lay away from a hand, or do in a position. Nothing is kept."""

from dataclasses import asdict
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from cardroom.rules.play.advice import of_position
from cardroom.rules.play.typed_position import TypedPosition
from league.enums import RulesetName
from league.queries.seasons.rulesets import named_rulesets
from league.web.forms import problem_context
from league.web.request_limits import too_often
from scoring import ruleset as named_ruleset

USUAL = asdict(TypedPosition())
# A line has a whole game in it, and no other field more than thirteen cards.
LINE, LONGEST = 5000, 200
EXAMPLES = (
    {"cards": "5H 6D 7S 8C 2C KD", "dealer": "me"},
    {"cards": "AC AD 4H 9S TD JD", "dealer": "them"},
    {"cards": "5H 6D 7S 8C 2C KD", "dealer": "me", "starter": "4S", "laid": "2C KD", "played": "9H 6D TC"},
)


@never_cache
@require_safe
def position(request: HttpRequest) -> HttpResponse:
    """Say what could be done with the cards of the address, the best first."""
    params = request.GET
    asked = TypedPosition(
        **{field: params[field][: LINE if field == "line" else LONGEST] for field in USUAL if field in params}
    )
    words = [choice.word for choice in named_rulesets()]
    chosen = params.get("ruleset", "")
    rules = chosen if chosen in words else RulesetName.LEAGUE.value
    context: dict[str, Any] = {"typed_position": asked, "rules": rules, "rulesets": named_rulesets()}
    context |= {"examples": [(example, urlencode(example)) for example in EXAMPLES], "sample": EXAMPLES[-1]}
    if asked.said:
        if waits := too_often(request, "advice-address"):
            return waits
        opinion = of_position(asked, named_ruleset(rules))
        context |= {
            "advised": opinion.advised,
            "read": opinion.read,
            "claim": opinion.claim,
            **problem_context(opinion.problems),
        }
        context["link"] = request.build_absolute_uri(f"{request.path}?{_query(asked, rules)}")
    status = 422 if context.get("problems") else 200
    return render(request, "cardroom/play/position.html", context, status=status)


def _query(asked: TypedPosition, rules: str) -> str:
    line = ("line", "who", "away")
    fields = line if asked.line.strip() else [field for field in USUAL if field not in line]
    params = {field: getattr(asked, field) for field in fields}
    payload = {field: value for field, value in params.items() if value.strip() and value != USUAL[field]}
    return urlencode(payload | ({"ruleset": rules} if rules != RulesetName.LEAGUE.value else {}))
