"""Merge two teams that were entered twice.

The merged row stays, hidden, and points to the other: the journal and stored links name it. A merge cannot be undone:
hence the preview, and the refusals (docs/seasons.md).
"""

import datetime as dt
from typing import Any

from django.db import transaction
from django.db.models import F, Max, Q

from league import access
from league.enums import JournalKind
from league.errors import Invalid, WrongState
from league.models import (
    Adjustment,
    Appearance,
    Blackout,
    Charge,
    Entry,
    Fixture,
    Invitation,
    League,
    Lot,
    Registration,
    Role,
    Season,
    Team,
    TeamCode,
    User,
    Winner,
)
from league.queries.seasons.merges import Twice, entered_twice, merge_of_teams
from league.rules.problems import WRITE_LESS, check_reason
from league.services.dates.venues import filter_upcoming
from league.services.journal import record_numbered
from league.services.locks import lock_venues_and_teams
from league.translation import N_, Text


@transaction.atomic
def merge_teams(kept: Team, gone: Team, *, reason: str, by: User, now: dt.datetime) -> Team:
    """Move all that `gone` has played, owes and was entered in to `kept`, which is returned.

    Where both are entered in a season, the entry that has fixtures stays, else that of `kept`. Locks the league, its
    seasons, every fixture of the two, and both teams.

    Raises:
        WrongState: they are not two visible teams of one league.
        Invalid: no reason, or something shows that they are two teams; all at once.
    """
    league = kept.league
    access.require(by, "league.upkeep", league, now=now)
    kept, gone = _lock_teams(league, kept, gone)
    merge = merge_of_teams(kept, gone)
    why = reason.strip()
    reason_problems = check_reason(why, N_("Say why they are one team."), too_long=WRITE_LESS)
    problems = [*reason_problems, *merge.against]
    if problems:
        raise Invalid(problems)
    data: dict[str, Any] = {"gone": gone.name, "seasons": _move_entries(entered_twice(kept, gone), kept, gone)}
    data |= {"registrations": _move_registrations(kept, gone), "fixtures": _move_fixtures(kept, gone, now)}
    _move_roles(kept, gone, now)
    _move_the_rest(kept, gone, now)
    _unmark_guests(kept)
    gone.hidden_at, gone.merged_into = now, kept
    gone.save(update_fields=["hidden_at", "merged_into"])
    _copy_details(kept, gone)
    Team.objects.filter(merged_into=gone).update(merged_into=kept)
    # Under the number of each, so that neither is ever deleted.
    what = Text("merged the team {gone} into {kept}", gone=gone.name, kept=kept.name)
    _record(kept, what, why, data, by=by, now=now)
    what = Text("hid the team {gone}, which is {kept}", gone=gone.name, kept=kept.name)
    _record(gone, what, why, {"merged into": kept.name}, by=by, now=now)
    return kept


def _copy_details(kept: Team, gone: Team) -> None:
    """Copy note and colour where `kept` has none."""
    taken = [name for name in ("note", "colour") if getattr(gone, name) and not getattr(kept, name)]
    if taken:
        for name in taken:
            setattr(kept, name, getattr(gone, name))
        kept.save(update_fields=taken)


def _lock_teams(league: League, kept: Team, gone: Team) -> tuple[Team, Team]:
    """Lock both rows with their seasons and fixtures; WrongState as `merge_teams`."""
    both = (kept.pk, gone.pk)
    League.objects.select_for_update(no_key=True).get(pk=league.pk)
    seasons = Season.objects.filter(league=league, entries__team__in=both).values("pk")
    list(
        Season.objects.select_for_update(of=("self",), no_key=True)
        .filter(pk__in=seasons)
        .order_by("pk")
        .values_list("pk")
    )
    fixtures = Fixture.objects.filter(Q(home__in=both) | Q(away__in=both)).order_by("pk")
    list(fixtures.select_for_update(of=("self",), no_key=True).values_list("pk", flat=True))
    lock_venues_and_teams(venues=(), teams=both)
    rows = {row.pk: row for row in Team.objects.filter(pk__in=both, league=league).select_related("league")}
    if len(rows) != len(set(both)) or any(row.hidden_at is not None for row in rows.values()):
        raise WrongState(N_("Choose two teams of this league, neither of them hidden."))
    return rows[kept.pk], rows[gone.pk]


def _move_entries(twice: list[Twice], kept: Team, gone: Team) -> int:
    """Move entries; of two in one season one is left, with the days and the references of the other."""
    for pair in twice:
        if pair.goes is None:
            # Both have fixtures that do not contradict each other: the season has the team once.
            _merge_entry(pair.gone, pair.kept)
        else:
            _merge_entry(pair.goes, pair.stays)
    return Entry.objects.filter(team=gone).update(team=kept)


def _merge_entry(goes: Entry, stays: Entry) -> None:
    free = Blackout.objects.filter(entry=stays).values("date")
    Blackout.objects.filter(entry=goes).exclude(date__in=free).update(entry=stays)
    Adjustment.objects.filter(entry=goes).update(entry=stays)
    Fixture.objects.filter(withdrawal=goes).update(withdrawal=stays)
    goes.delete()


def _move_fixtures(kept: Team, gone: Team, now: dt.datetime) -> int:
    mine = Fixture.objects.filter(Q(home=gone) | Q(away=gone))
    coming = list(filter_upcoming(mine, now).values_list("pk", flat=True))
    moved = Fixture.objects.filter(home=gone).update(home=kept) + Fixture.objects.filter(away=gone).update(away=kept)
    Fixture.objects.filter(pk__in=coming).update(sequence=F("sequence") + 1, changed_at=now)
    return moved


def _move_registrations(kept: Team, gone: Team) -> int:
    """Move registrations; two of one player that touch become one."""
    rows = Registration.objects.filter(team=gone).order_by("starts_on", "pk")
    for row in rows:
        theirs = Registration.objects.filter(team=kept, season=row.season_id, player=row.player_id)
        same = next(
            (registration for registration in theirs.order_by("starts_on", "pk") if _touch(registration, row)), None
        )
        if same is None:
            row.team = kept
            row.save(update_fields=["team"])
            continue
        same.starts_on = min(same.starts_on, row.starts_on)
        same.ends_on = None if None in (same.ends_on, row.ends_on) else max(_end(same), _end(row))
        row.delete()
        same.save(update_fields=["starts_on", "ends_on"])
    return len(rows)


def _end(row: Registration) -> dt.date:
    return row.ends_on or dt.date.max


def _touch(first: Registration, other: Registration) -> bool:
    return first.starts_on <= _end(other) and other.starts_on <= _end(first)


def _move_roles(kept: Team, gone: Team, now: dt.datetime) -> None:
    """Move roles and invitations; what somebody has of both teams is kept once."""
    today = now.astimezone(kept.league.tz).date()
    for role in Role.objects.filter(team=gone, ends_on=None):
        if Role.objects.filter(team=kept, user=role.user_id, kind=role.kind, ends_on=None).exists():
            role.ends_on, role.ended_at = max(today, role.starts_on), now
            role.save(update_fields=["ends_on", "ended_at"])
    Role.objects.filter(team=gone).update(team=kept)
    waiting = Q(accepted_at=None, revoked_at=None)
    for offered in Invitation.objects.filter(waiting, team=gone):
        if Invitation.objects.filter(waiting, team=kept, email=offered.email, kind=offered.kind).exists():
            offered.revoked_at = now
            offered.save(update_fields=["revoked_at"])
    Invitation.objects.filter(team=gone).update(team=kept)


def _move_the_rest(kept: Team, gone: Team, now: dt.datetime) -> None:
    Charge.objects.filter(team=gone).update(team=kept)
    Charge.objects.filter(through=gone).update(through=kept)
    Winner.objects.filter(team=gone).update(team=kept)
    # Of lots that were drawn between the two, and withdrawn since, each keeps the name that was drawn.
    Lot.objects.filter(team=gone).exclude(drawn__in=Lot.objects.filter(team=kept).values("drawn")).update(team=kept)
    # A code is checked together with its team's number (services.people.captains): under another it would fit nothing.
    TeamCode.objects.filter(team=gone, used_at=None, revoked_at=None).update(revoked_at=now)
    last = dict(TeamCode.objects.filter(team=kept).values_list("season").annotate(Max("sheet")).order_by())
    sheets = TeamCode.objects.filter(team=gone).values_list("season", "sheet").distinct()
    # One after the other: while several move at once, two of them would have the same number for a moment.
    for season, sheet in sheets.order_by("season", "sheet"):
        moved = TeamCode.objects.filter(team=gone, season=season, sheet=sheet)
        moved.update(team=kept, sheet=sheet + last.get(season, 0))


def _unmark_guests(kept: Team) -> None:
    """Remove the guest mark of those who were registered for the other team that day."""
    sides = Q(side="home", result__fixture__home=kept) | Q(side="away", result__fixture__away=kept)
    seats = Appearance.objects.filter(sides, guest=True).select_related("result__fixture__division__season__league")
    own = []
    for seat in seats:
        fixture = seat.result.fixture
        day = fixture.starts_at.astimezone(fixture.league.tz).date()
        rows = Registration.objects.filter(season=fixture.division.season_id, team=kept, player=seat.player_id)
        if rows.filter(Q(ends_on=None) | Q(ends_on__gte=day), starts_on__lte=day).exists():
            own.append(seat.pk)
    Appearance.objects.filter(pk__in=own).update(guest=False)


def _record(team: Team, what: Text, why: str, data: dict[str, Any], *, by: User, now: dt.datetime) -> None:
    key = f"team:{team.pk}:"
    kind = JournalKind.TEAM_CHANGED
    record_numbered(team.league, kind, key, what, by=by, now=now, why=why, data=data, team=team)
