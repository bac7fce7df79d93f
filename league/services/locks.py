"""Locks that a write takes before it checks again: the fixture first, then what is contended for."""

from collections.abc import Collection

from league.errors import Changed, WrongState
from league.models import Entry, Fixture, League, Season, Team, Venue
from league.translation import N_, Text


def lock_fixture(fixture: Fixture) -> Fixture:
    """Lock the fixture's row and return it with its relations, read under the lock; WrongState if any is hidden."""
    Fixture.objects.select_for_update(no_key=True).values_list("pk", flat=True).get(pk=fixture.pk)
    joined = ("division__season__league", "division__format", "format", "home", "away", "venue", "week__round")
    locked = Fixture.objects.select_related(*joined).get(pk=fixture.pk)
    require_shown(locked.division.season, locked.home, locked.away)
    return locked


def lock_season(season: Season) -> None:
    """Lock the season's row: one decision about its table at a time; WrongState if it is hidden."""
    locked = Season.objects.select_for_update(of=("self",), no_key=True).select_related("league")
    require_shown(locked.get(pk=season.pk))


def reread_entry(entry: Entry, *joined: str) -> Entry:
    """Read a team's entry again under its season's lock, with `joined` relations.

    Raise Changed if the team was merged or taken out of a draft since.
    """
    fresh = Entry.objects.select_related("season", *joined).filter(pk=entry.pk).first()
    if fresh is None:
        message = Text(
            "{team} is no longer entered in {season}: it was merged with another team, or taken out.",
            team=entry.team.name,
            season=entry.season.name,
        )
        raise Changed(message, on_page=N_("Open the season’s page again."))
    return fresh


def require_shown(season: Season, *teams: Team) -> None:
    """Raise WrongState if the league, the season or a team is hidden."""
    require_not_hidden(season.league, season, *teams)


def require_not_hidden(*things: League | Season | Venue | Team) -> None:
    """Raise WrongState if one of the things is hidden."""
    for thing in things:
        if thing.hidden_at is not None:
            raise WrongState(Text("{thing} is hidden, and nothing changes in it. Restore it first.", thing=str(thing)))


def lock_venues_and_teams(*, venues: Collection[int], teams: Collection[int]) -> None:
    """Lock venues and teams in order of id, after fixtures; nobody else moves fixtures to them meanwhile."""
    # The keys do not change: rows that only refer to these may still be written.
    for model, wanted in ((Venue, venues), (Team, teams)):
        list(
            model._default_manager.select_for_update(no_key=True)
            .filter(pk__in=wanted)
            .order_by("pk")
            .values_list("pk", flat=True)
        )
