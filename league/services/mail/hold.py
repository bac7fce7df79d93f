"""Hold all notices after a restore: what waited in a backup may have gone since, and so may what is owed anew.

Codes to sign in are not held, or nobody could look: only those that came with the backup never go.
"""

import datetime as dt

from django.db import transaction
from django.db.models import F

from league.enums import NoticeState
from league.models import Heartbeat, Notice, SiteMail
from league.queries.mail.hold import MAIL_HOLD


@transaction.atomic
def hold_mail(*, now: dt.datetime, why: str) -> int:
    """Hold notices until `release_mail`; return how many wait."""
    Heartbeat.objects.update_or_create(job=MAIL_HOLD, defaults={"ran_at": now, "told": why[:250]})
    # Claimed until they are of no use, when the next scan deletes them.
    SiteMail.objects.update(leased_until=F("expires_at"))
    return Notice.objects.filter(state=NoticeState.WAITING).count()


@transaction.atomic
def release_mail(*, discard: bool = False) -> int | None:
    """Let notices go again; return how many wait, or were discarded, and None where nothing was held.

    With `discard`, what waited when they were held is never mailed; people still read it on their pages.
    """
    hold = Heartbeat.objects.select_for_update().filter(job=MAIL_HOLD).first()
    if hold is None:
        return None
    hold.delete()
    waiting = Notice.objects.filter(state=NoticeState.WAITING)
    if not discard:
        return waiting.count()
    return waiting.filter(created_at__lte=hold.ran_at).update(state=NoticeState.CANCELLED, leased_until=None)
