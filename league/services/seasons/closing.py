"""Close a season: who goes up and down is settled, and results and tables stay as they are; then begin the next.

A season can be reopened until the next one has a result.
"""

import datetime as dt
from collections.abc import Mapping
from typing import Any

from django.db import transaction

from league import access
from league.enums import JournalKind, NextMove, NoticeKind, NoticeState, TeamKind
from league.errors import Changed, Invalid, WrongState
from league.models import Entry, Fixture, Notice, Player, Season, User, Winner
from league.queries.people.people import captains_of_season
from league.queries.seasons.closing import SeasonEnd, may_reopen, season_end
from league.queries.seasons.drafts import values_stamp
from league.rules.competitions.promotion import check_moves, reason_of
from league.rules.problems import Problem, check_length, check_reason
from league.rules.wording import spelt
from league.services.honours.winners import upsert_winner
from league.services.journal import record_numbered
from league.services.locks import require_shown
from league.services.notices import cancel_by_key, cancel_notices_of, queue_notice, secretaries
from league.services.people.entering import queue_questions
from league.services.seasons.drafts import copy_season
from league.services.seasons.editions import copy_competitions
from league.services.seasons.withdrawals import POINTLESS
from league.translation import N_, Text, join_names

ASK_WHY_OPEN = N_("Say why the season is closed although something is still open.")


@transaction.atomic
def close_season(
    season: Season, moves: Mapping[int, int | None], *, reason: str = "", seen: str | None = None, by: User,
    now: dt.datetime,
) -> Season:  # fmt: skip
    """Close a season with the division of each team next season (ids of teams and divisions; None: it leaves).

    Args:
        reason: why, where something is still open.
        seen: the stamp of the end of the season that the secretary saw (`SeasonEnd.stamp`).

    Raises:
        WrongState: it is a draft, hidden, or closed already.
        Changed: a table, or what is open, is no longer as it was `seen`.
        Invalid: a team without its division, or another's division; something is open and there is no reason.
    """
    locked = _lock_whole(season, by=by, now=now)
    _require_to_close(locked)
    end = season_end(locked)
    if seen is not None and seen != end.stamp:
        raise Changed(N_("A result or a table has changed since you opened this page. Check it, and close again."))
    names = {move.entry.team_id: move.entry.team.name for move in end.moves}
    problems = check_moves(end.finals, moves, names)
    problems += check_reason(reason, ASK_WHY_OPEN) if end.open_items else check_length(reason, "reason")
    if problems:
        raise Invalid(problems)
    data = _store_moves(end, moves)
    locked.closed_at, locked.closed_by = now, by
    locked.save(update_fields=["closed_at", "closed_by"])
    _record_winners(end, by=by, now=now)
    _notify_closing(end, by=by, now=now)
    unsettled = Fixture.objects.filter(division__season=locked).values_list("pk", flat=True)
    cancel_notices_of(unsettled, POINTLESS)
    data["open"] = [str(item.text) for item in end.open_items]
    what = Text("closed {season}", season=locked.name)
    if cups := end.cups_without_winner:
        data["cups without a winner"] = cups
        what = Text("closed {season}; without a winner: {cups}", season=locked.name, cups=", ".join(cups))
    key = f"{locked.pk}:"
    record_numbered(locked.league, JournalKind.SEASON_CLOSED, key, what, by=by, now=now, why=reason.strip(), data=data)
    return locked


def _lock_whole(season: Season, *, by: User, now: dt.datetime) -> Season:
    """Lock a season and then its fixtures: whoever waits to send a result finds it closed."""
    access.require(by, "season.close", season.league, now=now)
    locked = Season.objects.select_for_update(of=("self",), no_key=True).select_related("league").get(pk=season.pk)
    access.require(by, "season.close", locked.league, now=now)
    fixtures = Fixture.objects.filter(division__season=locked).order_by("pk")
    list(fixtures.select_for_update(of=("self",), no_key=True).values_list("pk", flat=True))
    require_shown(locked, closed=True)
    return locked


def _require_to_close(season: Season) -> None:
    if season.closed_at is not None:
        day = spelt(season.closed_at.astimezone(season.league.tz).date())
        raise WrongState(Text("{season} was closed on {day} already.", season=season.name, day=day))
    if season.published_at is None:
        raise WrongState(Text("{season} is a draft: nothing of it has been played.", season=season.name))


def _store_moves(end: SeasonEnd, moves: Mapping[int, int | None]) -> dict[str, Any]:
    """Store where each team plays next; return those that do not stay, by name, for the journal."""
    order = [table.key for table in end.finals]
    told = {}
    for line in end.moves:
        entry, to = line.entry, moves[line.entry.team_id]
        entry.move, entry.moves_to_id = NextMove(reason_of(line.move, to, order).value), to
        if entry.move != NextMove.STAYS:
            told[entry.team.name] = {"move": entry.move, "to": end.division_names.get(to or 0, "")}
    Entry.objects.bulk_update([line.entry for line in end.moves], ["move", "moves_to"])
    return {"moves": told}


def _record_winners(end: SeasonEnd, *, by: User, now: dt.datetime) -> None:
    """Record the champions and runners-up of each division and cup."""
    season = end.season
    for division in end.divisions:
        for place, team in division.honours:
            fields = {"competition": division.table.division.name, "year": season.name, "name": team.name}
            upsert_winner(season.league, fields, place, season=season, team=team, by=by, now=now)
    for cup in end.cups:
        competition = cup.knock_out.competition
        for place, entrant in ((1, cup.champion), (2, cup.runner_up)):
            if entrant is not None:
                fields = {"competition": competition.name, "year": season.name, "name": entrant.team.name}
                club = entrant.team if entrant.team.kind == TeamKind.TEAM else None
                of_side = Player.objects.filter(team_members__team=entrant.team)
                players = of_side if club is None else of_side.none()
                upsert_winner(
                    season.league, fields, place, competition.slug, season, club, players, by=by, now=now
                )  # fmt: skip


def _notify_closing(end: SeasonEnd, *, by: User, now: dt.datetime) -> None:
    """Tell captains and the other secretaries once how the season ended; again only where that has changed."""
    season, league = end.season, end.season.league
    champions = [team.name for division in end.divisions for team in division.champions]
    outcome = [
        [(place, team.pk) for division in end.divisions for place, team in division.honours],
        [cup.champion.team_id if cup.champion else None for cup in end.cups],
        sorted((line.entry.team_id, line.entry.moves_to_id) for line in end.moves),
    ]
    stamp = values_stamp(outcome)
    told = Notice.objects.filter(league=league, kind=NoticeKind.SEASON_CLOSED, key__startswith=f"{season.pk}:")
    latest = told.exclude(state=NoticeState.CANCELLED).order_by("pk").last()
    if latest is not None and latest.key.endswith(f":{stamp}"):
        key = latest.key
    else:
        key = f"{season.pk}:{told.values('key').distinct().count() + 1}:{stamp}"
    text = Text("{season} is closed.", season=season.name)
    if champions:
        text = Text("{season} is closed. Champions: {teams}.", season=season.name, teams=join_names(champions))
    today = now.astimezone(league.tz).date()
    people = {user.pk: user for user in (*captains_of_season(season, on=today), *secretaries(league, now=now))}
    people.pop(by.pk, None)
    queue_notice(league, people.values(), NoticeKind.SEASON_CLOSED, key, text=text, now=now, again=True)


@transaction.atomic
def reopen_season(season: Season, *, reason: str, by: User, now: dt.datetime) -> Season:
    """Reopen a closed season: its results can be corrected again, and its moves and honours are decided anew.

    Raises:
        WrongState: it is not closed, or a later season has a result.
        Invalid: no reason.
    """
    locked = _lock_whole(season, by=by, now=now)
    if locked.closed_at is None:
        raise WrongState(Text("{season} is not closed.", season=locked.name))
    if not may_reopen(locked):
        message = Text("The next season has results: {season} stays closed.", season=locked.name)
        raise WrongState(message)
    problems: list[Problem] = check_reason(reason, N_("Say why the season is reopened."))
    if problems:
        raise Invalid(problems)
    # Not those that were typed in before.
    Winner.objects.filter(season=locked, recorded_at=locked.closed_at).delete()
    locked.closed_at = locked.closed_by = None
    locked.save(update_fields=["closed_at", "closed_by"])
    Entry.objects.filter(season=locked).update(move="", moves_to=None)
    cancel_by_key(locked.league, [NoticeKind.SEASON_CLOSED], f"{locked.pk}:", prefix=True)
    what = Text("reopened {season}", season=locked.name)
    record_numbered(
        locked.league, JournalKind.SEASON_REOPENED, f"{locked.pk}:", what, by=by, now=now, why=reason.strip()
    )
    return locked


@transaction.atomic
def begin_next_season(last: Season, name: str, first_day: dt.date, *, ask: bool, by: User, now: dt.datetime) -> Season:
    """Make a draft of the season after a closed one, its teams where the end put them, with their squads.

    Args:
        ask: ask captains to confirm their team's entry.

    Raises:
        WrongState: it is not closed, or hidden.
        Invalid: what is wrong with the name and the first week.
    """
    access.require(by, "season.close", last.league, now=now)
    fresh = Season.objects.select_related("league").get(pk=last.pk)
    require_shown(fresh, closed=True)
    if fresh.closed_at is None:
        raise WrongState(Text("Close {season} first: its end decides who goes up and down.", season=fresh.name))
    season = copy_season(fresh.league, fresh, name, first_day, squads=True, by=by, now=now)
    copy_competitions(fresh, season)
    if ask:
        queue_questions(season, now=now)
    return season
