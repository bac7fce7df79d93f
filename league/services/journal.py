"""Writing the journal. Every decision about a result calls this once, inside its own transaction."""

import datetime as dt
from typing import Any

from league.enums import JournalKind
from league.models import Fixture, JournalEntry, League, User


def record(
    league: League,
    kind: JournalKind,
    key: str,
    *,
    by: User | None,
    now: dt.datetime,
    what: str,
    why: str = "",
    fixture: Fixture | None = None,
    data: dict[str, Any] | None = None,
) -> JournalEntry:
    """Add one entry.

    Args:
        key: names the decision, e.g. ``12:1`` for version 1 of fixture 12's result; once a kind and league.
        by: who decided; None for the installation itself (a command).
        what: one sentence, past tense, without the name of who did it.
        why: the reason given, if any.

    Raises:
        IntegrityError: the decision has its entry already; the caller's transaction fails with it.
    """
    return JournalEntry.objects.create(
        league=league,
        kind=kind,
        key=key,
        by=by,
        by_name=str(by)[:120] if by else "Muggins",
        at=now,
        what=what[:250],
        why=why,
        fixture=fixture,
        data=data or {},
    )
