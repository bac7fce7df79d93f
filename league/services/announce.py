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
    """Journal a decision on a fixture and notify the captains of these sides under the same key.

    `what` is for `journal.record`, `text` for the notice; the `doer` is left out by default.
    """
    record(fixture.league, kind, key, by=by, now=now, what=what, why=why, fixture=fixture)
    tell(fixture, notice, key, text, now=now, sides=sides, but=None if doer else by, secretary=secretary)
