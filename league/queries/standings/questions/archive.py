from dataclasses import dataclass

from django.db.models import Prefetch

from league.models import Division, League, Season
from league.queries.visibility import public


@dataclass(frozen=True, slots=True)
class ArchivedSeason:
    season: Season
    divisions: tuple[Division, ...]


def archive_of(league: League) -> list[ArchivedSeason]:
    """Published seasons of a league with their divisions, the latest first (two queries)."""
    divisions = Prefetch("divisions", Division.objects.order_by("order", "name"))
    found = Season.objects.filter(public(), league=league).order_by("-first_week", "-pk").prefetch_related(divisions)
    return [ArchivedSeason(season, tuple(season.divisions.all())) for season in found]
