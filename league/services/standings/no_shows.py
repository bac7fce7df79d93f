"""Decide on a team's no-shows, where a season says after how many a consequence is proposed.

Suspending the team is withdrawing it (`seasons.withdrawals`); nothing happens unless the secretary decides.
"""

import datetime as dt

from django.db import transaction
from django.db.models import Q

from league import access
from league.enums import JournalKind, NoticeKind
from league.errors import Changed, Invalid, WrongState
from league.models import Adjustment, Entry, League, Notice, User
from league.queries.leagues import current_season
from league.queries.standings.no_shows import NoShows, no_shows_due, no_shows_of
from league.rules.problems import check_reason
from league.rules.wording import spelt
from league.services.journal import record
from league.services.locks import lock_season, reread_entry
from league.services.notices import cancel_by_key, queue_notice, secretaries
from league.services.scans import process_each
from league.services.standings.adjustments import adjust_points
from league.translation import N_, Text, join_names


def queue_due(*, now: dt.datetime) -> int:
    """Tell the secretaries once of each team whose no-shows call for a consequence; return of how many."""
    counting = Q(seasons__no_show_limit__isnull=False, seasons__published_at__lte=now)
    leagues = League.objects.filter(counting, hidden_at=None, suspended_at=None).distinct().order_by("pk")
    return process_each(leagues, lambda league: _queue_due_of(league, now))


def _queue_due_of(league: League, now: dt.datetime) -> int:
    due = {key_of(no_shows): no_shows for no_shows in no_shows_due(current_season(league, now=now))}
    queued = Notice.objects.filter(league=league, kind=NoticeKind.NO_SHOWS_DUE, key__in=due).values_list("key")
    fresh = due.keys() - {key for (key,) in queued}
    for key in sorted(fresh):
        text = Text.plural(
            "{team} has {n} no-show in {season}: decide what follows.",
            "{team} has {n} no-shows in {season}: decide what follows.",
            n=due[key].count, team=due[key].entry.team.name, season=str(due[key].entry.season),
        )  # fmt: skip
        queue_notice(league, secretaries(league, now=now), NoticeKind.NO_SHOWS_DUE, key, text=text, now=now)
    return len(fresh)


def key_of(no_shows: NoShows) -> str:
    return f"{no_shows.entry.pk}:{no_shows.count}"


@transaction.atomic
def take_points(entry: Entry, *, seen: int, by: User, now: dt.datetime) -> Adjustment:
    """Take the season's points for a team's no-shows, from today on.

    Raises:
        Changed: there are others than the `seen` ones by now.
        WrongState: they call for nothing, or it is decided; or the season says suspension.
    """
    no_shows = _lock_due(entry, seen=seen, by=by, now=now)
    season = no_shows.entry.season
    if season.no_show_sanction != "points":
        raise WrongState(N_("This season takes no points for no-shows."))
    made = adjust_points(
        no_shows.entry, -season.no_show_points, reason=str(_reason(no_shows)),
        date=now.astimezone(season.league.tz).date(), by=by, now=now,
    )  # fmt: skip
    _settle(no_shows)
    return made


@transaction.atomic
def dismiss(entry: Entry, *, seen: int, reason: str, by: User, now: dt.datetime) -> Entry:
    """Decide that a team's no-shows have no consequence; a further one proposes it again. Raises as `take_points`."""
    no_shows = _lock_due(entry, seen=seen, by=by, now=now)
    problems = check_reason(reason, N_("Give the reason; the journal keeps it."))
    if problems:
        raise Invalid(problems)
    _settle(no_shows)
    entry = no_shows.entry
    what = Text.plural(
        "decided that {n} no-show of {team} has no consequence",
        "decided that {n} no-shows of {team} have no consequence",
        n=no_shows.count,
        team=entry.team.name,
    )
    record(
        entry.season.league, JournalKind.NO_SHOWS_DISMISSED, f"{entry.pk}:{no_shows.count}", by=by, now=now, what=what,
        why=reason.strip(), team=entry.team, data={"count": no_shows.count},
    )  # fmt: skip
    return entry


def _lock_due(entry: Entry, *, seen: int, by: User, now: dt.datetime) -> NoShows:
    access.require(by, "points.adjust", entry.season.league, now=now)
    lock_season(entry.season)
    entry = reread_entry(entry, "season__league", "division__season", "team")
    no_shows = next(iter(no_shows_of(entry.season, entry.team_id)), NoShows(entry, ()))
    if no_shows.count != seen:
        raise Changed(N_("The team’s no-shows have changed since this page was opened. Open it again."))
    if not no_shows.due:
        raise WrongState(N_("Nothing is to be decided about this team’s no-shows."))
    return no_shows


def _settle(no_shows: NoShows) -> None:
    no_shows.entry.no_shows_settled = no_shows.count
    no_shows.entry.save(update_fields=["no_shows_settled"])
    cancel_by_key(no_shows.entry.season.league, [NoticeKind.NO_SHOWS_DUE], f"{no_shows.entry.pk}:", prefix=True)


def _reason(no_shows: NoShows) -> Text:
    zone = no_shows.entry.season.league.tz
    days = [spelt(fixture.starts_at.astimezone(zone).date()) for fixture in no_shows.fixtures[-5:]]
    return Text.plural("{n} no-show: {days}.", "{n} no-shows: {days}.", n=no_shows.count, days=join_names(days))
