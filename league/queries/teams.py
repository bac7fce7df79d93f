"""A team in a season."""

from django.db.models import Prefetch

from league.access import CAPTAINS
from league.models import Blackout, Entry, Role, Season, Team


def entry_of(team: Team, season: Season) -> Entry | None:
    """Where a team is entered in a season, with division, venue and blackout dates (two queries)."""
    return (
        Entry.objects.filter(team=team, season=season)
        .select_related("division", "venue")
        .prefetch_related(Prefetch("blackouts", queryset=Blackout.objects.order_by("date")))
        .first()
    )


def officers_of(team: Team) -> list[Role]:
    """Who is captain and vice-captain now, with their users (one query). Names only: never show an address."""
    return list(
        Role.objects.filter(team=team, kind__in=CAPTAINS, ends_on=None).select_related("user").order_by("kind", "pk")
    )
