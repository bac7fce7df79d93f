"""Suspend a league and let it go on: while suspended it is read, and nothing changes, is sent or is decided in it.

What its people may still do is in `access.suspension`. The locks are those of hiding: of a suspension and a result sent
at the same moment one waits for the other.
"""

import datetime as dt

from django.db import transaction

from league import access
from league.enums import JournalKind, NoticeState
from league.errors import Changed, Invalid
from league.models import JournalEntry, League, Notice, User
from league.rules.names import clean_line
from league.rules.problems import Problem
from league.services.journal import record_numbered
from league.services.seasons.hiding import extend_since, lock_thing, show_again
from league.translation import N_, Text

LONGEST = 500


@transaction.atomic
def suspend(league: League, *, reason: str, by: User, now: dt.datetime) -> League:
    """Let a league only be read; for the same reason again it changes nothing.

    Its messages are held back, and its deadlines stand still.

    Args:
        reason: public, on every page of the league.

    Raises:
        NotAllowed: no administrator of this server.
        Changed: somebody suspended it meanwhile, for another reason.
    """
    access.require(by, "league.operate", league, now=now)
    why = _read_reason(reason)
    row = lock_thing(league)
    if row.suspended_at is not None:
        if row.suspended_because == why:
            return row
        raise Changed(Text("It is suspended already: {reason}", reason=row.suspended_because))
    row.suspended_at, row.suspended_because = now, why
    row.save(update_fields=["suspended_at", "suspended_because"])
    waiting = Notice.objects.filter(league=row, state=NoticeState.WAITING)
    waiting.update(state=NoticeState.KEPT_BACK, leased_until=None)
    record_numbered(
        row, JournalKind.LEAGUE_SUSPENDED, f"league:{row.pk}:", N_("suspended the league"), by=by, now=now, why=why
    )
    return row


@transaction.atomic
def resume(league: League, *, by: User, now: dt.datetime) -> League:
    """Let a suspended league go on; again it changes nothing.

    Messages that still hold are sent. Nobody could answer a sheet meanwhile, so deadlines are extended, as after an
    outage.
    """
    access.require(by, "league.operate", league, now=now)
    row = lock_thing(league)
    if row.suspended_at is None:
        return row
    since, why = row.suspended_at, row.suspended_because
    row.suspended_at, row.suspended_because = None, ""
    row.save(update_fields=["suspended_at", "suspended_because"])
    show_again(row, since, key="suspended", why=N_("the league was suspended"), now=now)
    what = Text("let the league go on, which was suspended: {reason}", reason=why)
    record_numbered(row, JournalKind.LEAGUE_RESUMED, f"league:{row.pk}:", what, by=by, now=now)
    return row


@transaction.atomic
def resume_moved(league: League, *, now: dt.datetime) -> None:
    """Let a league go on that has just come with its file from another server.

    It is not suspended here. Its people could answer nothing since it was suspended there, or since its file was
    written: deadlines are extended as in `resume`.
    """
    row = lock_thing(league)
    kinds = (JournalKind.LEAGUE_SUSPENDED, JournalKind.LEAGUE_RESUMED)
    last = JournalEntry.objects.filter(league=row, kind__in=kinds, imported=True).order_by("number").last()
    if last is not None and last.kind == JournalKind.LEAGUE_SUSPENDED and last.at < now:
        show_again(row, last.at, key="suspended", why=N_("the league was suspended"), now=now)
    elif (written := _find_export_time(row)) is not None and written < now:
        extend_since(row, written, key="moved", why=N_("the league was on its way here"), now=now)


def _find_export_time(league: League) -> dt.datetime | None:
    """Return when the file was written that the league came with."""
    entries = JournalEntry.objects.filter(league=league, kind=JournalKind.LEAGUE_IMPORTED, imported=False)
    came = entries.order_by("number").last()
    try:
        written = dt.datetime.fromisoformat(came.data["exported_at"]) if came else None
    except (KeyError, ValueError):
        return None
    return written if written and written.tzinfo else None


def _read_reason(reason: str) -> str:
    why = clean_line(reason.replace("\0", ""))
    if not why:
        raise Invalid([Problem("no-reason", N_("Say why."), "reason")])
    if len(why) > LONGEST:
        raise Invalid([Problem("too-long", Text("Use up to {most} letters.", most=LONGEST), "reason")])
    return why
