"""Notices by season: their fixture's, or that of the part that their key names."""

import re
from collections.abc import Iterable, Mapping
from functools import cache

from django.db.models import Model, Q

from league.models import Adjustment, Charge, Entry, League, LotsDrawn, RuleChange, Season, Timetable
from league.queries.mail.kinds import KINDS
from league.queries.visibility import sides_hidden

# The parts of a season that keys name, and how each reaches it.
PARTS: Mapping[str, tuple[type[Model], str]] = {
    "adjustment": (Adjustment, "entry__season"),
    "charge": (Charge, "season"),
    "entry": (Entry, "season"),
    "lotsdrawn": (LotsDrawn, "division__season"),
    "rulechange": (RuleChange, "season"),
    "timetable": (Timetable, "season"),
}


def about_hidden(league: League) -> Q:
    """Filter notices about what is hidden in a league (one query at most)."""
    return sides_hidden("fixture__") | about_seasons(Season.objects.filter(league=league, hidden_at__isnull=False))


def about_seasons(seasons: Iterable[Season]) -> Q:
    """Filter notices about one of these seasons (six queries, besides theirs)."""
    found = list(seasons)
    keys = Q(pk__in=())
    if not found:
        return keys
    for part, (model, season) in PARTS.items():
        of_these = model._default_manager.filter(**{f"{season}__in": found}).values_list("pk", flat=True)
        if numbers := "|".join(map(str, of_these)):
            for kind, before in _naming(part).items():
                keys |= Q(kind=kind, key__regex=f"^({before})({numbers})(:|$)")
    return Q(fixture__division__season__in=found) | (Q(league__in={season.league_id for season in found}) & keys)


@cache
def _naming(part: str) -> dict[str, str]:
    """Kinds whose keys name a part of a season, with the prefix of its number."""
    shapes = {kind: [key.partition(f"{{{part}}}") for key in one.keys] for kind, one in KINDS.items()}
    named = {kind: [re.escape(before) for before, gap, _ in found if gap] for kind, found in shapes.items()}
    return {kind: "|".join(found) for kind, found in named.items() if found}
