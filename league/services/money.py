"""Charge fees, fines and pennies to teams and players; mark charges paid, unpaid or cancelled. No money moves here.

A charge is never deleted. `pay`, `unpay` and `cancel` raise WrongState unless it is still as `seen`
(`Charge.standing`).
"""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.db import transaction
from django.db.models import Q

from league import access
from league.access import CAPTAINS, held_role_q
from league.enums import ChargeKind, JournalKind, NoticeKind
from league.errors import Changed, Invalid, WrongState
from league.models import Charge, Entry, JournalEntry, Player, Registration, Role, Season, Team, User
from league.queries.money import find_charge
from league.rules.money import check_amount, check_day, check_reason, clean_reason, worded
from league.rules.problems import Problem
from league.rules.wording import spelt
from league.services.journal import record
from league.services.locks import require_shown
from league.services.notices import cancel_by_key, queue_notice
from league.translation import N_, Text, in_a_sentence

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
    they were registered for on that day, or last.

    Raises:
        WrongState: the season or one of the teams is hidden.
        Invalid: nobody or too many, somebody who is not of the season, an amount, reason or day that cannot be; all at
            once.
    """
    league = season.league
    access.require(by, "charge.manage", league, now=now)
    locked = Season.objects.select_for_update(of=("self",), no_key=True).select_related("league").get(pk=season.pk)
    require_shown(locked, *teams, closed=True)
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
    columns = {"season": locked, "kind": new.kind, "amount": new.amount, "reason": reason, "date": new.date}
    through = _teams_of(locked, players, on=new.date)
    made = [Charge(team=team, made_by=by, made_at=now, **columns) for team in teams]
    made += [
        Charge(player=player, through=through.get(player.pk), made_by=by, made_at=now, **columns) for player in players
    ]
    Charge.objects.bulk_create(made)
    recipients = people_of(made, now=now)
    for row in made:
        _announce_charge(row, recipients[row.pk], by=by, now=now)
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
    present = {player.pk for player in rows}
    problems += [
        Problem("no-player", Text("{player} is no player of this league any more.", player=player.name), "players")
        for player in players
        if player.pk not in present
    ]
    return problems


def _check_kind(kind: str) -> list[Problem]:
    if kind in ChargeKind.values:
        return []
    labels = Text.joined(", ", (choice.label for choice in ChargeKind))
    return [Problem("kind", Text("Choose one of these: {labels}.", labels=labels), "kind")]


def _teams_of(season: Season, players: Sequence[Player], *, on: dt.date) -> dict[int, Team]:
    """Team of each player on a day, or else their last of the season (one query)."""
    teams = {}
    rows = Registration.objects.filter(season=season, player__in=players).select_related("team")
    for row in sorted(rows, key=lambda row: (row.starts_on <= on and on <= (row.ends_on or on), row.starts_on, row.pk)):
        teams[row.player_id] = row.team
    return teams


def _announce_charge(charge: Charge, people: Sequence[User], *, by: User, now: dt.datetime) -> None:
    params = charge_params(charge)
    if charge.team is not None:
        what = Text("charged {team} {amount} ({kind})", **params, team=charge.team.name)
        text = Text("{team} is charged {amount} ({kind}). {why}", **params, team=charge.team.name, why=charge.reason)
    else:
        what = Text("charged {player} {amount} ({kind})", **params, player="{player}")
        text = Text("You are charged {amount} ({kind}). {why}", **params, why=charge.reason)
    journal_charge(charge, JournalKind.CHARGED, str(charge.pk), what, by=by, now=now, why=charge.reason)
    queue_notice(charge.season.league, people, NoticeKind.CHARGED, str(charge.pk), text=text, now=now)


@transaction.atomic
def pay(charge: Charge, *, on: dt.date, seen: str | None = None, by: User, now: dt.datetime) -> Charge:
    """Record that a charge was paid on a day, today or earlier; the same again changes nothing.

    Raise WrongState if it is cancelled, or was paid on another day.
    """
    locked = _lock_charge(charge, by=by, now=now)
    if locked.paid_on == on:
        return locked
    _check_seen(locked, seen)
    if locked.cancelled_at is not None:
        raise WrongState(N_("This charge is cancelled: nothing is to be paid."))
    if locked.paid_on is not None:
        raise WrongState(Text("This is marked as paid on {day} already.", day=spelt(locked.paid_on)))
    problems = check_day(on, now.astimezone(locked.season.league.tz).date(), "paid_on")
    if problems:
        raise Invalid(problems)
    locked.paid_on = on
    locked.save(update_fields=["paid_on"])
    params = {**charge_params(locked), "day": spelt(on)}
    if locked.team is not None:
        what = Text("noted that {team} paid {amount} ({kind}) on {day}", **params, team=locked.team.name)
        text = Text(
            "{team}: {amount} ({kind}) is marked as paid on {day}. {why}",
            **params, team=locked.team.name, why=locked.reason,
        )  # fmt: skip
    else:
        what = Text("noted that {player} paid {amount} ({kind}) on {day}", **params, player="{player}")
        text = Text("Your {amount} ({kind}) is marked as paid on {day}. {why}", **params, why=locked.reason)
    return _announce_payment(locked, what, text, by=by, now=now)


@transaction.atomic
def unpay(charge: Charge, *, seen: str | None = None, by: User, now: dt.datetime) -> Charge:
    """Record that a charge is unpaid after all."""
    locked = _lock_charge(charge, by=by, now=now)
    if locked.paid_on is None:
        return locked
    _check_seen(locked, seen)
    locked.paid_on = None
    locked.save(update_fields=["paid_on"])
    params = charge_params(locked)
    if locked.team is not None:
        what = Text("noted that {team} has not paid {amount} ({kind}) after all", **params, team=locked.team.name)
        text = Text(
            "{team}: {amount} ({kind}) is marked as not paid. {why}", **params, team=locked.team.name, why=locked.reason
        )
    else:
        what = Text("noted that {player} has not paid {amount} ({kind}) after all", **params, player="{player}")
        text = Text("Your {amount} ({kind}) is marked as not paid. {why}", **params, why=locked.reason)
    return _announce_payment(locked, what, text, by=by, now=now)


@transaction.atomic
def cancel(charge: Charge, *, reason: str, seen: str | None = None, by: User, now: dt.datetime) -> Charge:
    """Cancel an unpaid charge; it stays on the statement with the reason. WrongState if it is paid or cancelled."""
    locked = _lock_charge(charge, by=by, now=now)
    if locked.cancelled_at is not None:
        raise WrongState(N_("This charge is cancelled already."))
    _check_seen(locked, seen)
    if locked.paid_on is not None:
        raise WrongState(N_("This charge is paid. Give the money back, mark it as not paid, and then cancel it."))
    why = clean_reason(reason)
    problems = check_reason(why, missing=N_("Say why it is cancelled; whoever was charged reads it."))
    if problems:
        raise Invalid(problems)
    locked.cancelled_at, locked.cancelled_because = now, why
    locked.save(update_fields=["cancelled_at", "cancelled_because"])
    # Whoever has not had the mail of the charge yet is told only that it is cancelled.
    cancel_by_key(locked.season.league, [NoticeKind.CHARGED], str(locked.pk))
    params = charge_params(locked)
    if locked.team is not None:
        what = Text("cancelled the {amount} ({kind}) of {team}", **params, team=locked.team.name)
        text = Text("{team}: {amount} ({kind}) is cancelled. {why}", **params, team=locked.team.name, why=why)
    else:
        what = Text("cancelled the {amount} ({kind}) of {player}", **params, player="{player}")
        text = Text("The {amount} ({kind}) you were charged is cancelled. {why}", **params, why=why)
    journal_charge(locked, JournalKind.CHARGE_CANCELLED, str(locked.pk), what, by=by, now=now, why=why)
    return notify_of_change(locked, f"{locked.pk}:cancelled", text, now=now)


def _lock_charge(charge: Charge, *, by: User, now: dt.datetime) -> Charge:
    """Lock a charge with everybody it names joined; WrongState if its league, season or team is hidden."""
    league = charge.season.league
    access.require(by, "charge.manage", league, now=now)
    Charge.objects.select_for_update().values_list("pk", flat=True).get(pk=charge.pk)
    try:
        locked = find_charge(league, charge.pk)
    except Charge.DoesNotExist:
        raise WrongState(N_("The season or the team of this charge is hidden, and nothing changes in it.")) from None
    require_shown(locked.season, closed=True)
    return locked


def _check_seen(charge: Charge, seen: str | None) -> None:
    if seen is not None and seen != charge.standing:
        raise Changed(N_("This charge has changed since you opened the page. Open it again to see how it stands."))


def _announce_payment(charge: Charge, what: Text, text: Text, *, by: User, now: dt.datetime) -> Charge:
    before = JournalEntry.objects.filter(
        league=charge.season.league, kind=JournalKind.CHARGE_PAID, key__startswith=f"{charge.pk}:", imported=False
    )
    key = f"{charge.pk}:{before.count() + 1}"
    journal_charge(charge, JournalKind.CHARGE_PAID, key, what, by=by, now=now)
    return notify_of_change(charge, key, text, now=now)


def charge_params(charge: Charge) -> dict[str, str]:
    """Params of every sentence about a charge: its amount and kind."""
    amount = worded(charge.amount, charge.season.league.currency)
    return {"amount": amount, "kind": in_a_sentence(ChargeKind(charge.kind).label)}


def people_of(charges: Sequence[Charge], *, now: dt.datetime) -> Mapping[int, list[User]]:
    """Users to tell about each charge, by id (two queries)."""
    if not charges:
        return {}
    today = now.astimezone(charges[0].season.league.tz).date()
    teams = [row.team_id for row in charges if row.team_id is not None]
    roles = Role.objects.filter(held_role_q(today), kind__in=CAPTAINS, team__in=teams, user__is_active=True)
    captains: dict[int | None, dict[int, User]] = {}
    for role in roles.select_related("user").order_by("user"):
        captains.setdefault(role.team_id, {})[role.user_id] = role.user
    players = [row.player_id for row in charges if row.player_id is not None]
    accounts = Player.objects.filter(pk__in=players, user__is_active=True).select_related("user")
    own = {player.pk: [player.user] for player in accounts if player.user is not None}
    recipients = {}
    for row in charges:
        recipients[row.pk] = (
            own.get(row.player_id or 0, []) if row.team_id is None else [*captains.get(row.team_id, {}).values()]
        )
    return recipients


def journal_charge(
    charge: Charge, kind: JournalKind, key: str, what: Text, *, by: User, now: dt.datetime, why: str = ""
) -> None:
    """Journal a decision on a charge for the team or player, and the player's team."""
    team = charge.team if charge.team is not None else charge.through
    data = {"amount": str(charge.amount), "kind": str(charge.kind), "date": charge.date.isoformat()}
    league, player = charge.season.league, charge.player
    record(league, kind, key, by=by, now=now, what=what, why=why, team=team, player=player, data=data)


def notify_of_change(charge: Charge, key: str, text: Text, *, now: dt.datetime) -> Charge:
    """Queue notices of a change; return the charge."""
    people = people_of([charge], now=now)[charge.pk]
    queue_notice(charge.season.league, people, NoticeKind.CHARGE_CHANGED, key, text=text, now=now)
    return charge
