"""What a sheet was taken with: breaches of eligibility, wherever the sheet is shown."""

from typing import Any

from django import template

from league.models import League, Result
from league.queries.eligibility import breaches_told, taken_with_breaches

register = template.Library()


@register.inclusion_tag("league/_breaches.html")
def breaches(result: Result | None) -> dict[str, Any]:
    """The breaches of a result, by seat (one query; none where it has none)."""
    return {"breaches": breaches_told([result]).get(result.pk, []) if result is not None else []}


@register.inclusion_tag("league/_desk_breaches.html")
def desk_breaches(league: League) -> dict[str, Any]:
    """The latest sheets of a league that were taken with breaches (two queries)."""
    found = taken_with_breaches(league)
    told = breaches_told(found)
    return {"league": league, "lines": [(result, told[result.pk]) for result in found]}
