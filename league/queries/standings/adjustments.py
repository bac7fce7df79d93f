"""Points given and taken in a season."""

from league.models import Adjustment, Entry, Season


def adjustments_of(season: Season) -> list[Adjustment]:
    """Every adjustment of a season, the latest first, with its team and what took it back joined (one query)."""
    found = Adjustment.objects.filter(entry__season=season)
    return list(found.select_related("entry__team", "entry__division", "made_by", "taken_back_by").order_by("-pk"))


def entries_of(season: Season) -> list[Entry]:
    """The teams of a season by division and name, with what an adjustment wants joined (one query)."""
    found = Entry.objects.filter(season=season).select_related("team", "division", "season__league")
    return list(found.order_by("division__order", "division__name", "team__name"))
