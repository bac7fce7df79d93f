"""What a sheet was taken with: breaches of eligibility, wherever the sheet is shown."""

from typing import Any

from django import template

from league.models import Result
from league.queries.eligibility import breaches_told

register = template.Library()


@register.inclusion_tag("league/_breaches.html")
def breaches(result: Result | None) -> dict[str, Any]:
    """The breaches of a result, by seat (one query; none where it has none)."""
    return {"breaches": breaches_told([result]).get(result.pk, []) if result is not None else []}
