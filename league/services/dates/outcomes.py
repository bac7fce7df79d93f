import datetime as dt

from league.enums import JournalKind, NoticeKind, PostponementState
from league.models import Postponement, User
from league.queries.dates.postponements import without_a_date
from league.services.announce import announce
from league.services.dates.checks import day_of
from league.services.fixtures import take_date, turn
from league.translation import Text

TEXT = 2000


def owe_date(put_off: Postponement, *, what: Text, why: str = "", by: User | None, now: dt.datetime) -> None:
    """Leave a postponement's fixture without a date and tell both captains and the secretary."""
    fixture = put_off.fixture
    turn(put_off, PostponementState.OWED, decided_by=by, decided_at=now, why=why)
    take_date(fixture, now=now)
    text = without_a_date(fixture)
    announce(
        fixture, JournalKind.FIXTURE_POSTPONED, NoticeKind.POSTPONEMENT_OWED, str(put_off.pk), what=what,
        text=text, by=by, now=now, why=why, secretary=True,
    )  # fmt: skip


def turn_down(put_off: Postponement, *, reason: str, by: User, now: dt.datetime) -> None:
    """Refuse a postponement; both captains are told, but not who did it."""
    fixture = put_off.fixture
    turn(put_off, PostponementState.REFUSED, decided_by=by, decided_at=now, why=reason.strip()[:TEXT])
    said = {"fixture": str(fixture), "day": day_of(fixture, fixture.starts_at)}
    what = Text("refused to postpone {fixture}; it stays on {day}", **said)
    text = Text("{fixture} is not postponed: it stays on {day}. {reason}", **said, reason=put_off.why)
    announce(
        fixture, JournalKind.POSTPONEMENT_REFUSED, NoticeKind.POSTPONEMENT_REFUSED, str(put_off.pk), what=what,
        text=text, by=by, now=now, why=put_off.why,
    )  # fmt: skip
