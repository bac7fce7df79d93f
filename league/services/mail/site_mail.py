"""Mail that belongs to no league: codes to sign in, links of an account, news for the operator.

A row is written first, so that nothing depends on the mail server; it is sent at once where that works, else by the
next scans. It may hold a secret, so the row is deleted once sent, or of no use.
"""

import datetime as dt
from enum import Enum

import structlog
from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db import transaction
from django.db.models import F, Q
from django.utils.crypto import salted_hmac

from league.models import SiteMail
from league.services.clock import RunningClock
from league.services.mail.smtp import Post, Refused, Unreachable, site_host

LEASE = dt.timedelta(minutes=2)
"""The longest that sending one mail may take; after a crash it is sent again no sooner."""
FIRST_RETRY = dt.timedelta(seconds=10)
LONGEST_RETRY = dt.timedelta(minutes=5)
AT_ONCE_SECONDS = 5
"""The time for which whoever asked for it waits for the mail server."""
BUDGET = dt.timedelta(seconds=20)
"""How long a scan goes on beginning mails: then the notices have their turn. Less than one mail that times out."""
BATCH = 200
log = structlog.get_logger(__name__)


class Became(Enum):
    SENT = "sent"
    GIVEN_UP = "given up"
    PUT_OFF = "put off"


def queue_site_mail(
    to: str, subject: str, text: str, *, now: dt.datetime, lasts: dt.timedelta, html: str = ""
) -> SiteMail:
    """Queue a mail that is of use for `lasts`."""
    return SiteMail.objects.create(
        to=to, subject=" ".join(subject.split())[:250], text=text, html=html,
        created_at=now, send_at=now, expires_at=now + lasts,
    )  # fmt: skip


def send_at_once(mail: SiteMail, *, now: dt.datetime) -> bool:
    """Try once to send a new mail; return False where it waits for the next scan. RuntimeError inside a transaction."""
    post, clock = Post(timeout=AT_ONCE_SECONDS), RunningClock(now)
    try:
        return _claim(mail, clock()) and _send(mail, post, clock) != Became.PUT_OFF
    except Unreachable:
        return False
    finally:
        post.close()


def deliver_due(*, now: dt.datetime, jumped: bool = False) -> int:
    """Delete what is too late, and send what is due; return how many went. Safe in many workers at once.

    Ends when the time is over or the mail server does not answer. With `jumped`, the clock has, and `now` is the last
    trusted moment: nothing is too late, and untried mail written meanwhile is due. RuntimeError inside a transaction.
    """
    if not jumped:
        SiteMail.objects.filter(expires_at__lte=now).delete()
    post, clock, went = Post(), RunningClock(now), 0
    try:
        for mail in SiteMail.objects.filter(_due_q(now, jumped=jumped)).order_by("send_at", "pk")[:BATCH]:
            if clock.elapsed() > BUDGET:
                break
            went += _claim(mail, clock(), jumped=jumped) and _send(mail, post, clock) == Became.SENT
    except Unreachable:
        log.info("site_mail_left_for_the_next_scan")
    finally:
        post.close()
    return went


def redate(*, now: dt.datetime) -> None:
    """Make due now what was queued, put off or claimed by a clock that was ahead."""
    claimed = Q(leased_until__gt=now + LEASE)
    SiteMail.objects.filter(claimed | Q(send_at__gt=now + LONGEST_RETRY)).update(send_at=now, leased_until=None)
    for mail in SiteMail.objects.filter(created_at__gt=now):
        mail.expires_at = now + (mail.expires_at - mail.created_at)
        mail.created_at = mail.send_at = now
        mail.leased_until = None
        mail.save(update_fields=["created_at", "send_at", "expires_at", "leased_until"])


def _due_q(at: dt.datetime, *, jumped: bool) -> Q:
    free = Q(leased_until=None) | Q(leased_until__lte=at)
    if jumped:
        return free & (Q(send_at__lte=at) | Q(send_at=F("created_at")))
    return free & Q(send_at__lte=at, expires_at__gt=at)


def _claim(mail: SiteMail, at: dt.datetime, *, jumped: bool = False) -> bool:
    """Lease a mail if it is still due: another scan may have sent it, or put it off."""
    mail.leased_until = at + LEASE
    # A lease counts once it is committed, and no transaction is to wait for a mail server.
    with transaction.atomic(durable=True):
        due = SiteMail.objects.filter(_due_q(at, jumped=jumped), pk=mail.pk)
        return bool(due.update(leased_until=mail.leased_until))


def _send(mail: SiteMail, post: Post, clock: RunningClock) -> Became:
    """Send a claimed mail; raise Unreachable, the mail put off, if the server does not answer."""
    # The same at every try, and not of "localhost", which spam filters hold against a mail.
    about = f"{mail.pk}:{mail.created_at.isoformat()}:{mail.to}"
    name = f"<site-{mail.pk}.{salted_hmac('muggins.message-id', about).hexdigest()[:16]}@{site_host()}>"
    headers = {"Message-ID": name, "Auto-Submitted": "auto-generated"}
    message = EmailMultiAlternatives(mail.subject, mail.text, settings.DEFAULT_FROM_EMAIL, [mail.to], headers=headers)
    if mail.html:
        message.attach_alternative(mail.html, "text/html")
    try:
        post.send(message)
    except Refused as refused:
        if not refused.for_good:
            return _reschedule(mail, clock(), refused)
        # No mailbox has that address: to ask again every few minutes would only be taken for spam.
        log.warning("site_mail_undeliverable", mail=mail.pk)
        SiteMail.objects.filter(pk=mail.pk).delete()
        return Became.GIVEN_UP
    except Unreachable as dead:
        _reschedule(mail, clock(), dead)
        raise
    SiteMail.objects.filter(pk=mail.pk).delete()
    return Became.SENT


def _reschedule(mail: SiteMail, at: dt.datetime, error: Exception) -> Became:
    """Put a mail off, longer each time, unless its lease has run out and somebody else has it."""
    # Which server says no is worth a line; to whom, and what the mail said, is not.
    cause = type(error.__cause__ or error).__name__
    log.warning("site_mail_refused", mail=mail.pk, attempts=mail.attempts + 1, error=cause)
    again = at + min(FIRST_RETRY * 2 ** min(mail.attempts, 10), LONGEST_RETRY)
    mine = SiteMail.objects.filter(pk=mail.pk, leased_until=mail.leased_until)
    mine.update(leased_until=None, send_at=again, attempts=F("attempts") + 1)
    return Became.PUT_OFF
