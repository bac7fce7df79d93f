"""Ask the captains of all overdue results at once, and nobody twice within two days.

`services.mail.reminders` writes when a result falls due, and a day later; this is the secretary's own word after that.
"""

import datetime as dt
from dataclasses import dataclass

from django.db import transaction

from league import access
from league.enums import JournalKind, NoticeKind
from league.models import League, Notice, User
from league.queries.desk.oversight import Chase, chases_of
from league.services.journal import record_numbered
from league.services.locks import require_not_hidden
from league.services.notices import worded
from league.translation import Text

# An older request helps nobody: the secretary has asked again, or decided.
STALE_AFTER = dt.timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Reminded:
    people: int  # captains, each with a message per fixture
    fixtures: int


@transaction.atomic
def remind_overdue(league: League, *, by: User, now: dt.datetime) -> Reminded:
    """Queue a request to every captain of an overdue result, unless they had one within two days.

    Pressing again, or two secretaries at once, send nothing twice: the league is locked, and the notice's key numbers
    the
    request. A press that writes to nobody is not journalled. WrongState if the league is hidden.
    """
    access.require(by, "league.oversee", league, now=now)
    locked = League.objects.select_for_update(no_key=True).get(pk=league.pk)
    # Again under the lock: a role may have ended while it was waited for.
    access.require(by, "league.oversee", locked, now=now)
    require_not_hidden(locked)
    chases = [chase for chase in chases_of(locked, by=by, now=now) if chase.asked]
    notices = [notice for chase in chases for notice in _notices(locked, chase, now)]
    if not notices:
        return Reminded(0, 0)
    Notice.objects.bulk_create(notices, ignore_conflicts=True)
    people = len({notice.recipient_id for notice in notices})
    what = Text.plural(
        "asked the captains for {n} overdue result", "asked the captains for {n} overdue results", n=len(chases)
    )
    data = {"fixtures": [str(chase.fixture.uid) for chase in chases], "people": people}
    record_numbered(locked, JournalKind.CAPTAINS_REMINDED, "overdue:", what, by=by, now=now, data=data)
    return Reminded(people, len(chases))


def _notices(league: League, chase: Chase, now: dt.datetime) -> list[Notice]:
    fixture = chase.fixture
    text = Text("{fixture}: the secretary asks you for the result, which is overdue.", fixture=str(fixture))
    said = {"created_at": now, "send_at": now, "stale_at": now + STALE_AFTER, **worded(text)}
    return [
        Notice(
            league=league,
            recipient=one.user,
            kind=NoticeKind.RESULT_CHASED,
            key=one.key(fixture),
            fixture=fixture,
            **said,
        )
        for one in chase.asked
    ]
