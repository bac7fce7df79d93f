"""Locks that a write takes before it checks again: the fixture first, then what is contended for."""

from collections.abc import Collection

from league.access import require_not_suspended
from league.errors import Changed, WrongState
from league.models import Entry, Fixture, KnockOut, League, Season, Team, Tie, Venue
from league.prepared import Prepared
from league.queries.visibility import SEASON_CLOSED
from league.translation import N_, Text

_JOINED = ("division__season__league", "division__format", "format", "home", "away", "venue", "week__round")
_locked_fixture = Prepared(lambda pk: Fixture.objects.filter(pk=pk).select_related(*_JOINED))


def lock_fixture(fixture: Fixture, *, closed: bool = False) -> Fixture:
    """Lock the fixture's row and return it with its relations, read under the lock; of a tie also what hangs on it.

    WrongState if any is hidden, or the season is closed; `closed`: for what touches no result.
    """
    Fixture.objects.select_for_update(no_key=True).values_list("pk", flat=True).get(pk=fixture.pk)
    (locked,) = _locked_fixture(fixture.pk)
    require_shown(locked.division.season, locked.home, locked.away, closed=closed)
    if locked.tie_id is not None:
        knock_out, round_ = Tie.objects.values_list("knock_out", "round").get(pk=locked.tie_id)
        lock_knock_out(knock_out, after=round_)
    return locked


def lock_knock_out(knock_out: int, *, after: int = 0) -> None:
    """Lock the open fixtures of a knock-out's rounds after this one, in their order, and then its row.

    A result may cancel those, and everybody who does anything about a tie locks them so.
    """
    open_legs = Fixture.objects.filter(tie__knock_out=knock_out, tie__round__gt=after).exclude(results__live=True)
    pks = list(open_legs.order_by("pk").values_list("pk", flat=True))
    rows = Fixture.objects.select_for_update(of=("self",), no_key=True).filter(pk__in=pks)
    list(rows.order_by("tie__round", "pk").values_list("pk", flat=True) if pks else ())
    KnockOut.objects.select_for_update(no_key=True).values_list("pk", flat=True).get(pk=knock_out)


def lock_season(season: Season) -> None:
    """Lock the season's row: one decision about its table at a time; WrongState if it is hidden or closed."""
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


def require_shown(season: Season, *teams: Team, closed: bool = False) -> None:
    """Raise WrongState if the league, season or a team is hidden, the league suspended, or, unless `closed`, the
    season closed."""
    require_not_hidden(season.league, season, *teams)
    if season.closed_at is not None and not closed:
        raise WrongState(Text(SEASON_CLOSED, season=season.name))


def require_not_hidden(*things: League | Season | Venue | Team) -> None:
    """Raise WrongState if one of the things is hidden, or is a suspended league."""
    for thing in things:
        if isinstance(thing, League):
            require_not_suspended(thing)
        if thing.hidden_at is not None:
            raise WrongState(Text("{thing} is hidden, and nothing changes in it. Restore it first.", thing=str(thing)))


def lock_venues_and_teams(*, venues: Collection[int], teams: Collection[int]) -> None:
    """Lock venues and teams in order of id, after fixtures; nobody else moves fixtures to them meanwhile."""
    # The keys do not change: rows that only refer to these may still be written.
    for model, wanted in ((Venue, venues), (Team, teams)):
        list(
            model._base_manager.select_for_update(no_key=True)
            .filter(pk__in=wanted)
            .order_by("pk")
            .values_list("pk", flat=True)
        )
