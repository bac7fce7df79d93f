"""The notices about a season: those of its fixtures, and those whose key names a part of it."""

from collections.abc import Iterable

from django.db.models import Q

from league.enums import NoticeKind
from league.models import Adjustment, Entry, League, Season, Timetable
from league.queries.seasons.upkeep.shown import sides_hidden

# A team's entry is in their keys, and behind it a number where it came, left or returned more than once.
_OF_ENTRIES = "added|withdrawn|returned"


def about_hidden(league: League) -> Q:
    """Return the condition that a notice of a league is about what is hidden in it (a query where no season is)."""
    return sides_hidden("fixture__") | about_seasons(Season.objects.filter(league=league, hidden_at__isnull=False))


def about_seasons(seasons: Iterable[Season]) -> Q:
    """Return the condition that a notice is about one of these seasons (three queries, besides theirs)."""
    found = list(seasons)
    if not found:
        return Q(pk__in=())
    entries = Entry.objects.filter(season__in=found).values_list("pk", flat=True)
    timetables = Timetable.objects.filter(season__in=found).values_list("pk", flat=True)
    adjusted = Adjustment.objects.filter(entry__season__in=found).values_list("pk", flat=True)
    keys = Q(key__in=[f"timetable:{pk}" for pk in timetables])
    keys |= Q(kind=NoticeKind.POINTS_ADJUSTED, key__in=[str(pk) for pk in adjusted])
    if entered := "|".join(str(pk) for pk in entries):
        keys |= Q(key__regex=rf"^({_OF_ENTRIES}):({entered})(:|$)")
    return Q(fixture__division__season__in=found) | (Q(league__in={season.league_id for season in found}) & keys)
