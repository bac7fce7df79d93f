"""Charge fees, fines and pennies to teams and players. A charge is never changed or deleted."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.db import transaction
from django.db.models import Q

from league import access
from league.enums import ChargeKind, JournalKind, NoticeKind
from league.errors import Invalid
from league.models import Charge, Entry, Player, Registration, Season, Team, User
from league.rules.money import check_amount, check_day, check_reason, clean_reason
from league.rules.problems import Problem
from league.services.locks import require_shown
from league.services.money.announcing import charge_params, journal, people_of
from league.services.notices import queue_notice
from league.translation import N_, Text

MOST_AT_ONCE = 1000


@dataclass(frozen=True, slots=True)
class NewCharge:
    kind: str
    amount: Decimal
    reason: str
    date: dt.date


@transaction.atomic
def charge(
    season: Season, teams: Sequence[Team], players: Sequence[Player], new: NewCharge, *, by: User, now: dt.datetime
) -> list[Charge]:
    """Charge each of these teams and players the same, all or none; return the charges in the order given.

    Captains are told, and players who have an account. A player's charge is visible to the captain of the team that
    they
    were registered for on that day, or last.

    Raises:
        WrongState: the season or one of the teams is hidden.
        Invalid: nobody or too many, somebody who is not of the season, an amount, reason or day that cannot be; all
            at once.
    """
    league = season.league
    access.require(by, "charge.manage", league, now=now)
    locked = Season.objects.select_for_update(of=("self",), no_key=True).select_related("league").get(pk=season.pk)
    require_shown(locked, *teams)
    reason = clean_reason(new.reason)
    problems = [
        *_check_whom(locked, teams, players),
        *_check_kind(new.kind),
        *check_amount(new.amount, league.currency),
        *check_reason(reason, missing=N_("Say what it is for; whoever is charged reads it.")),
        *check_day(new.date, now.astimezone(league.tz).date(), "date"),
    ]
    if problems:
        raise Invalid(problems)
    said = {"season": locked, "kind": new.kind, "amount": new.amount, "reason": reason, "date": new.date}
    through = _teams_of(locked, players, on=new.date)
    made = [Charge(team=team, made_by=by, made_at=now, **said) for team in teams]
    made += [
        Charge(player=player, through=through.get(player.pk), made_by=by, made_at=now, **said) for player in players
    ]
    Charge.objects.bulk_create(made)
    told = people_of(made, now=now)
    for one in made:
        _announce(one, told[one.pk], by=by, now=now)
    return made


def _check_whom(season: Season, teams: Sequence[Team], players: Sequence[Player]) -> list[Problem]:
    if not teams and not players:
        return [Problem("nobody", N_("Choose who is charged."), "teams")]
    if len(teams) + len(players) > MOST_AT_ONCE:
        return [Problem("too-many", Text("No more than {most} at once.", most=MOST_AT_ONCE), "teams")]
    if len({team.pk for team in teams}) < len(teams) or len({player.pk for player in players}) < len(players):
        return [Problem("twice", N_("Name each team and player once."), "teams")]
    entered = set(Entry.objects.filter(season=season, team__in=teams).values_list("team", flat=True))
    problems = [
        Problem("not-entered", Text("{team} is not entered in {season}.", team=team.name, season=season.name), "teams")
        for team in teams
        if team.pk not in entered
    ]
    gone = Q(erased_at__isnull=False) | Q(merged_into__isnull=False)
    here = Player.objects.filter(pk__in=[player.pk for player in players], league=season.league_id).exclude(gone)
    # Locked, so that nobody merges or erases them meanwhile.
    rows = here.select_for_update(of=("self",), no_key=True).order_by("pk")
    known = {player.pk for player in rows}
    problems += [
        Problem("no-player", Text("{player} is no player of this league any more.", player=player.name), "players")
        for player in players
        if player.pk not in known
    ]
    return problems


def _check_kind(kind: str) -> list[Problem]:
    if kind in ChargeKind.values:
        return []
    labels = Text.joined(", ", (one.label for one in ChargeKind))
    return [Problem("kind", Text("Choose one of these: {labels}.", labels=labels), "kind")]


def _teams_of(season: Season, players: Sequence[Player], *, on: dt.date) -> dict[int, Team]:
    """Team of each player on a day, or else their last of the season (one query)."""
    found = {}
    rows = Registration.objects.filter(season=season, player__in=players).select_related("team")
    for row in sorted(rows, key=lambda row: (row.starts_on <= on and on <= (row.ends_on or on), row.starts_on, row.pk)):
        found[row.player_id] = row.team
    return found


def _announce(charge: Charge, people: Sequence[User], *, by: User, now: dt.datetime) -> None:
    said = charge_params(charge)
    if charge.team is not None:
        what = Text("charged {team} {amount} ({kind})", **said, team=charge.team.name)
        text = Text("{team} is charged {amount} ({kind}). {why}", **said, team=charge.team.name, why=charge.reason)
    else:
        what = Text("charged {player} {amount} ({kind})", **said, player="{player}")
        text = Text("You are charged {amount} ({kind}). {why}", **said, why=charge.reason)
    journal(charge, JournalKind.CHARGED, str(charge.pk), what, by=by, now=now, why=charge.reason)
    queue_notice(charge.season.league, people, NoticeKind.CHARGED, str(charge.pk), text=text, now=now)
