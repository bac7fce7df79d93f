import datetime as dt

from django.db.models import Exists, OuterRef, Prefetch

from league.access import CAPTAINS, held_role_q
from league.models import Blackout, Entry, Fixture, Player, Role, Season, Team


def entry_of(team: Team, season: Season) -> Entry | None:
    """A team's entry in a season, with division, venue and blackout dates (two queries)."""
    return (
        Entry.objects.filter(team=team, season=season)
        .select_related("division__season__league", "venue")
        .prefetch_related(Prefetch("blackouts", queryset=Blackout.objects.order_by("date")))
        .first()
    )


def withdrawn_of(fixture: Fixture) -> Entry | None:
    """The side of a fixture that has withdrawn from its season (one query)."""
    sides = (fixture.home_id, fixture.away_id)
    found = Entry.objects.filter(season=fixture.division.season_id, team__in=sides, withdrawn_on__isnull=False)
    return found.select_related("team").first()


def officers_of(team: Team, *, on: dt.date) -> list[Role]:
    """A team's captain and vice-captain today, with their users (one query). Names only: never show an address.

    Each has `shorten_name`: whether they are a player of the league who has their name shortened.
    """
    shortened = Player.objects.filter(user=OuterRef("user"), league=OuterRef("league"), shorten_name=True)
    found = Role.objects.filter(held_role_q(on), team=team, kind__in=CAPTAINS).annotate(shorten_name=Exists(shortened))
    return list(found.select_related("user").order_by("kind", "pk"))


def teams_of_season(season: Season) -> list[Team]:
    """Teams of a season that have not withdrawn, by name (one query)."""
    found = Team.objects.filter(hidden_at=None, entries__season=season, entries__withdrawn_on=None)
    return list(found.order_by("name", "pk"))
