"""Hide what was made by mistake, restore it, and delete what nobody has decided anything about.

Locks follow publishing and imports: the league, the season, fixtures by number. So of a hiding and a result sent at the
same time one waits for the other, and the second finds what the first did.
"""

import datetime as dt
from collections.abc import Mapping
from copy import copy
from typing import Any, TypeVar

import structlog
from django.db import transaction
from django.db.models import Q

from league import access
from league.enums import JournalKind, NoticeState
from league.errors import Invalid, WrongState
from league.models import Fixture, JournalEntry, League, Notice, Season, Team, User
from league.queries.mail.messages import about_seasons
from league.queries.outages import hidden_since
from league.queries.seasons.archivable_objects import (
    Kind,
    Preview,
    Thing,
    against_restoring,
    fixtures_in,
    kind_name,
    kind_of,
    preview_of,
)
from league.queries.visibility import seasons_shown
from league.rules.deadlines import Gap
from league.rules.problems import Problem
from league.services.journal import record
from league.services.ops.heartbeats import extend_deadlines
from league.translation import N_, Text

log = structlog.get_logger(__name__)
LONGEST = 2000
T = TypeVar("T", bound=Thing)


@transaction.atomic
def hide(thing: T, *, reason: str, by: User, now: dt.datetime) -> T:
    """Hide a league, season, venue or team from everybody; again it changes nothing.

    It leaves every page, list, choice, calendar and the API, and its notices are held back. Rows and history stay.

    Raises:
        NotAllowed: not the secretary; for a league, no administrator.
        WrongState: something in it is confirmed or still to be played; see `queries.seasons.upkeep.archivable_objects`.
    """
    grants = _require_allowed(thing, by, now)
    why = _read_reason(reason)
    row = lock_thing(thing)
    if row.hidden_at is not None:
        return row
    preview = preview_of(row, administrator=grants.administrator)
    if preview.not_hidden:
        raise WrongState(Text.joined(" ", preview.not_hidden))
    row.hidden_at = now
    row.save(update_fields=["hidden_at"])
    _hold_notices(row)
    _record(row, JournalKind.HIDDEN, N_("hid the {kind} {name}"), why, by=by, now=now)
    return row


@transaction.atomic
def restore(thing: T, *, reason: str, by: User, now: dt.datetime) -> T:
    """Show again what was hidden; again it changes nothing.

    Held notices that still hold are sent. Nobody could answer a sheet meanwhile, so deadlines are extended, as after an
    outage. Raise WrongState if fixtures of the season are to be played by a hidden team, or at a hidden venue.
    """
    _require_allowed(thing, by, now)
    why = _read_reason(reason)
    row = lock_thing(thing)
    if row.hidden_at is None:
        return row
    against = against_restoring(row)
    if against:
        raise WrongState(Text.joined(" ", against))
    since, row.hidden_at = row.hidden_at, None
    row.save(update_fields=["hidden_at"])
    # Fixtures are locked before the first entry of the journal, whose end is the last lock of all.
    if isinstance(row, League | Season):
        show_again(row, since, key="hidden", why=Text("the {kind} was hidden", kind=kind_name(row)), now=now)
    _record(row, JournalKind.RESTORED, N_("restored the {kind} {name}"), why, by=by, now=now)
    return row


@transaction.atomic
def delete(thing: Thing, *, reason: str, by: User, now: dt.datetime) -> Preview:
    """Delete a thing with its parts for good; return what went.

    The league's journal records it; for a league, which takes its journal along, the server's log. Raise WrongState if
    the journal names it, or something that is no part of it refers to it.
    """
    grants = _require_allowed(thing, by, now)
    why = _read_reason(reason)
    row = lock_thing(thing)
    preview = preview_of(row, administrator=grants.administrator)
    if preview.not_deleted:
        raise WrongState(Text.joined(" ", preview.not_deleted))
    name = str(row)
    if isinstance(row, League):
        log.warning("league_deleted", league=name, by=by.pk, goes=dict(preview.goes))
    else:
        key, data = f"{preview.kind}:{row.pk}:deleted", {"name": name, "goes": dict(preview.goes)}
        gone = copy(row)
        # Its parts are looked for under locks of their own: before the journal's end, which is the last of all.
        row.delete()
        _record(gone, JournalKind.DELETED, N_("deleted the {kind} {name}"), why, by=by, now=now, key=key, data=data)
        return preview
    row.delete()
    return preview


def show_again(thing: League | Season, since: dt.datetime, *, key: str, why: Text, now: dt.datetime) -> None:
    """Send what was held since `since`, and extend deadlines, except for what something else still hides.

    It locks fixtures. `key` and `why` are for `extend_deadlines`.
    """
    shown_now = _seasons_shown_of(thing)
    about = about_seasons(shown_now)
    if isinstance(thing, League):
        still_hidden = Notice.objects.filter(about_seasons(thing.seasons.filter(hidden_at__isnull=False)))
        about = Q(league=thing) & ~Q(pk__in=still_hidden.values("pk"))
    kept_back = Notice.objects.filter(about, state=NoticeState.KEPT_BACK)
    # Delivery knows which of them are true no more.
    Notice.objects.filter(pk__in=kept_back.values("pk")).update(state=NoticeState.WAITING)
    extend_since(thing, since, key=key, why=why, now=now)


def extend_since(thing: League | Season, since: dt.datetime, *, key: str, why: Text, now: dt.datetime) -> None:
    """Extend deadlines of what nobody could answer since `since`, except for what something else still hides."""
    shown_now = _seasons_shown_of(thing)
    began = hidden_since(shown_now, since)
    lost = [
        (Q(fixture__division__season=season), Gap(began[season.pk], now))
        for season in shown_now
        if began[season.pk] < now
    ]
    extend_deadlines(lost, key=f"{key}{since:%Y%m%d%H%M%S}", why=why, now=now)


def _seasons_shown_of(thing: League | Season) -> list[Season]:
    mine = Q(league=thing) if isinstance(thing, League) else Q(pk=thing.pk)
    return list(Season.objects.filter(mine, seasons_shown()))


def _require_allowed(thing: Thing, by: User, now: dt.datetime) -> access.Grants:
    if isinstance(thing, League):
        return access.require(by, "league.keep", thing, now=now)
    return access.require(by, "league.upkeep", thing.league, now=now)


def _read_reason(reason: str) -> str:
    why = reason.strip()
    if not why:
        raise Invalid([Problem("no-reason", N_("Say why."), "reason")])
    if len(why) > LONGEST:
        raise Invalid([Problem("too-long", Text("Use up to {most} letters.", most=LONGEST), "reason")])
    return why


def lock_thing(thing: T) -> T:
    """Lock the thing's row and all fixtures that it touches; WrongState if it was deleted."""
    league = thing if isinstance(thing, League) else thing.league
    League.objects.select_for_update(no_key=True).values_list("pk", flat=True).filter(pk=league.pk).first()
    if isinstance(thing, Season):
        Season.objects.select_for_update(of=("self",), no_key=True).filter(pk=thing.pk).first()
    fixtures = Fixture.objects.filter(fixtures_in(thing)).order_by("pk")
    list(fixtures.select_for_update(of=("self",), no_key=True).values_list("pk", flat=True))
    rows: Any = type(thing)._default_manager.select_for_update(of=("self",), no_key=True).filter(pk=thing.pk)
    row: T | None = (rows if isinstance(thing, League) else rows.select_related("league")).first()
    if row is None:
        raise WrongState(Text("{name} is deleted.", name=thing.name))
    return row


def _hold_notices(thing: Thing) -> None:
    """Hold pending notices about a hidden league or season."""
    if isinstance(thing, League | Season):
        about = Q(league=thing) if isinstance(thing, League) else about_seasons([thing])
        waiting = Notice.objects.filter(about, state=NoticeState.WAITING)
        Notice.objects.filter(pk__in=waiting.values("pk")).update(state=NoticeState.KEPT_BACK, leased_until=None)


def _record(
    thing: Thing,
    kind: JournalKind,
    sentence: Text,
    why: str,
    *,
    by: User,
    now: dt.datetime,
    key: str = "",
    data: Mapping[str, object] | None = None,
) -> None:
    league = thing if isinstance(thing, League) else thing.league
    what = Text(sentence, kind=kind_name(thing), name=thing.name)
    about = f"{kind_of(thing)}:{thing.pk}:"
    # Numbered: a thing may be hidden again.
    number = JournalEntry.objects.filter(league=league, kind=kind, key__startswith=about).count() + 1
    team = thing if isinstance(thing, Team) and kind != JournalKind.DELETED else None
    kept = data if data is not None else {"kind": kind_of(thing).value}
    record(league, kind, key or f"{about}{number}", by=by, now=now, what=what, why=why, data=kept, team=team)


__all__ = ["Kind", "delete", "hide", "restore"]
