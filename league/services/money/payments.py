"""Mark a charge paid or unpaid, or cancel it. No money moves here.

Every function raises WrongState unless the charge is still as `seen` (`Charge.standing`).
"""

import datetime as dt

from django.db import transaction

from league import access
from league.enums import JournalKind, NoticeKind
from league.errors import Changed, Invalid, WrongState
from league.models import Charge, JournalEntry, User
from league.queries.money import find_charge
from league.rules.money import check_day, check_reason, clean_reason
from league.rules.wording import spelt
from league.services.locks import require_shown
from league.services.money.announcing import charge_params, journal, tell_of_change
from league.services.notices import call_off
from league.translation import N_, Text


@transaction.atomic
def pay(charge: Charge, *, on: dt.date, seen: str | None = None, by: User, now: dt.datetime) -> Charge:
    """Record that a charge was paid on a day, today or earlier; the same again changes nothing.

    Raise WrongState if it is cancelled, or was paid on another day.
    """
    locked = _locked(charge, by=by, now=now)
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
    said = {**charge_params(locked), "day": spelt(on)}
    if locked.team is not None:
        what = Text("noted that {team} paid {amount} ({kind}) on {day}", **said, team=locked.team.name)
        text = Text(
            "{team}: {amount} ({kind}) is marked as paid on {day}. {why}",
            **said, team=locked.team.name, why=locked.reason,
        )  # fmt: skip
    else:
        what = Text("noted that {player} paid {amount} ({kind}) on {day}", **said, player="{player}")
        text = Text("Your {amount} ({kind}) is marked as paid on {day}. {why}", **said, why=locked.reason)
    return _announce(locked, what, text, by=by, now=now)


@transaction.atomic
def unpay(charge: Charge, *, seen: str | None = None, by: User, now: dt.datetime) -> Charge:
    """Record that a charge is unpaid after all."""
    locked = _locked(charge, by=by, now=now)
    if locked.paid_on is None:
        return locked
    _check_seen(locked, seen)
    locked.paid_on = None
    locked.save(update_fields=["paid_on"])
    said = charge_params(locked)
    if locked.team is not None:
        what = Text("noted that {team} has not paid {amount} ({kind}) after all", **said, team=locked.team.name)
        text = Text(
            "{team}: {amount} ({kind}) is marked as not paid. {why}", **said, team=locked.team.name, why=locked.reason
        )
    else:
        what = Text("noted that {player} has not paid {amount} ({kind}) after all", **said, player="{player}")
        text = Text("Your {amount} ({kind}) is marked as not paid. {why}", **said, why=locked.reason)
    return _announce(locked, what, text, by=by, now=now)


@transaction.atomic
def cancel(charge: Charge, *, reason: str, seen: str | None = None, by: User, now: dt.datetime) -> Charge:
    """Cancel an unpaid charge; it stays on the statement with the reason. WrongState if it is paid or cancelled."""
    locked = _locked(charge, by=by, now=now)
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
    call_off(locked.season.league, [NoticeKind.CHARGED], str(locked.pk))
    said = charge_params(locked)
    if locked.team is not None:
        what = Text("cancelled the {amount} ({kind}) of {team}", **said, team=locked.team.name)
        text = Text("{team}: {amount} ({kind}) is cancelled. {why}", **said, team=locked.team.name, why=why)
    else:
        what = Text("cancelled the {amount} ({kind}) of {player}", **said, player="{player}")
        text = Text("The {amount} ({kind}) you were charged is cancelled. {why}", **said, why=why)
    journal(locked, JournalKind.CHARGE_CANCELLED, str(locked.pk), what, by=by, now=now, why=why)
    return tell_of_change(locked, f"{locked.pk}:cancelled", text, now=now)


def _locked(charge: Charge, *, by: User, now: dt.datetime) -> Charge:
    """Lock a charge with everybody it names joined; WrongState if its league, season or team is hidden."""
    league = charge.season.league
    access.require(by, "charge.manage", league, now=now)
    Charge.objects.select_for_update().values_list("pk", flat=True).get(pk=charge.pk)
    try:
        locked = find_charge(league, charge.pk)
    except Charge.DoesNotExist:
        raise WrongState(N_("The season or the team of this charge is hidden, and nothing changes in it.")) from None
    require_shown(locked.season)
    return locked


def _check_seen(charge: Charge, seen: str | None) -> None:
    if seen is not None and seen != charge.standing:
        raise Changed(N_("This charge has changed since you opened the page. Open it again to see how it stands."))


def _announce(charge: Charge, what: Text, text: Text, *, by: User, now: dt.datetime) -> Charge:
    before = JournalEntry.objects.filter(
        league=charge.season.league, kind=JournalKind.CHARGE_PAID, key__startswith=f"{charge.pk}:", imported=False
    )
    key = f"{charge.pk}:{before.count() + 1}"
    journal(charge, JournalKind.CHARGE_PAID, key, what, by=by, now=now)
    return tell_of_change(charge, key, text, now=now)
