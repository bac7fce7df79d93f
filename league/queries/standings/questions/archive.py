"""The seasons of a league with their divisions, for whoever looks for an earlier table."""

from dataclasses import dataclass

from django.db.models import Prefetch

from league.models import Division, League, Season
from league.queries.visibility import public


@dataclass(frozen=True, slots=True)
class ArchivedSeason:
    """A season that everybody may see, and its divisions in their order."""

    season: Season
    divisions: tuple[Division, ...]


def archive_of(league: League) -> list[ArchivedSeason]:
    """Return every published season of a league, the latest first (two queries)."""
    divisions = Prefetch("divisions", Division.objects.order_by("order", "name"))
    found = Season.objects.filter(public(), league=league).order_by("-first_week", "-pk").prefetch_related(divisions)
    return [ArchivedSeason(season, tuple(season.divisions.all())) for season in found]
