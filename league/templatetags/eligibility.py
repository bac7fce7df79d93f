"""The breaches of eligibility that a sheet was taken with, for wherever the sheet is shown."""

from typing import Any

from django import template
from django.template import Context

from league.models import League, Result
from league.queries.results.eligibility import breaches_told, taken_with_breaches

register = template.Library()


@register.inclusion_tag("league/results/_breaches.html", takes_context=True)
def breaches(context: Context, result: Result | None) -> dict[str, Any]:
    """The breaches of a result, by seat (one query; none where it has none)."""
    told = breaches_told([result], context["request"].grants) if result is not None else {}
    return {"breaches": told.get(result.pk, []) if result is not None else []}


@register.inclusion_tag("league/desk/_breaches.html", takes_context=True)
def desk_breaches(context: Context, league: League) -> dict[str, Any]:
    """The latest sheets of a league that were taken with breaches (two queries)."""
    found = taken_with_breaches(league)
    told = breaches_told(found, context["request"].grants)
    return {"league": league, "lines": [(result, told[result.pk]) for result in found]}
