"""The locks that a write takes before it looks again: the fixture first of all, then what is contended for."""

from collections.abc import Collection

from league.errors import Changed, WrongState
from league.models import Entry, Fixture, League, Season, Team, Venue
from league.translation import N_, Text


def lock_fixture(fixture: Fixture) -> Fixture:
    """Lock the fixture's row until the transaction ends and return it, with what is needed about it joined.

    What is joined is read after the lock is held: whoever hid the season meanwhile had it before.

    Raises:
        WrongState: its league, its season or one of its teams is hidden.
    """
    Fixture.objects.select_for_update(no_key=True).values_list("pk", flat=True).get(pk=fixture.pk)
    joined = ("division__season__league", "division__format", "format", "home", "away", "venue", "week__round")
    locked = Fixture.objects.select_related(*joined).get(pk=fixture.pk)
    require_shown(locked.division.season, locked.home, locked.away)
    return locked


def lock_season(season: Season) -> None:
    """Lock the season's row until the transaction ends: one decision about its table at a time.

    Raises:
        WrongState: its league or the season is hidden.
    """
    locked = Season.objects.select_for_update(of=("self",), no_key=True).select_related("league")
    require_shown(locked.get(pk=season.pk))


def entry_now(entry: Entry, *joined: str) -> Entry:
    """Return a team's entry as it is now, with its season and what is named joined.

    Its season is locked before, so that nobody takes it away afterwards.

    Raises:
        Changed: since it was read the team was merged with another that is entered too, or taken out of a draft.
    """
    found = Entry.objects.select_related("season", *joined).filter(pk=entry.pk).first()
    if found is None:
        message = Text(
            "{team} is no longer entered in {season}: it was merged with another team, or taken out.",
            team=entry.team.name,
            season=entry.season.name,
        )
        raise Changed(message, on_page=N_("Open the season’s page again."))
    return found


def require_shown(season: Season, *teams: Team) -> None:
    """Refuse to write about what is hidden.

    Raises:
        WrongState: the league, the season or a team is hidden.
    """
    require_not_hidden(season.league, season, *teams)


def require_not_hidden(*things: League | Season | Venue | Team) -> None:
    """Refuse to write about what is hidden.

    Raises:
        WrongState: one of the things is.
    """
    for thing in things:
        if thing.hidden_at is not None:
            raise WrongState(Text("{thing} is hidden, and nothing changes in it. Restore it first.", thing=str(thing)))


def hold(*, venues: Collection[int], teams: Collection[int]) -> None:
    """Lock venues and teams, those of the lower number first; what they hold can then be read and is sure.

    Nobody else moves a fixture to these venues or of these teams until the transaction ends. The fixtures' own rows
    are locked before.
    """
    # The keys do not change: rows that only refer to these may still be written.
    for model, wanted in ((Venue, venues), (Team, teams)):
        list(
            model._default_manager.select_for_update(no_key=True)
            .filter(pk__in=wanted)
            .order_by("pk")
            .values_list("pk", flat=True)
        )
