"""Write a decision about a fixture down in the journal, and owe those whom it concerns a notice of it."""

import datetime as dt
from collections.abc import Iterable

from league.enums import JournalKind, NoticeKind, Side
from league.models import Fixture, User
from league.services.journal import record
from league.services.notices import tell
from league.translation import Text


def announce(
    fixture: Fixture,
    kind: JournalKind,
    notice: NoticeKind,
    key: str,
    *,
    what: Text,
    text: Text,
    by: User | None,
    now: dt.datetime,
    why: str = "",
    sides: Iterable[str] = (Side.HOME, Side.AWAY),
    secretary: bool = False,
    doer: bool = False,
) -> None:
    """Add a decision to the journal, then owe the captains of these sides a notice of it under the same key.

    Args:
        key: names the decision, in the journal as in the notices.
        what: what the journal says, as `journal.record` asks for it.
        text: what the notice says.
        why: the reason given, if any; the journal keeps it.
        secretary: the secretaries are told too.
        doer: whoever decided it is told too.
    """
    record(fixture.league, kind, key, by=by, now=now, what=what, why=why, fixture=fixture)
    tell(fixture, notice, key, text, now=now, sides=sides, but=None if doer else by, secretary=secretary)
