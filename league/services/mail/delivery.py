"""Deliver pending notices. Every notice reaches the mail server at least once; none is forgotten.

A worker *claims* notices by a lease: a moment written to the row and committed before anything is sent. It sends
outside any transaction, over one connection, and marks each notice only if its lease is still the one it took. If a
worker dies, its lease runs out and another sends again under the same Message-ID, so that receivers know the duplicate.

A person's preferences (at once, daily, not at all, not at night) are read only here, when a notice is due: a change
applies to what waits already.
"""

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from smtplib import SMTPSenderRefused

import structlog
from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db import DatabaseError, transaction
from django.db.models import F, Max, Q

from league.enums import NoticeState
from league.models import Notice, User
from league.queries.mail.kinds import BEYOND_QUOTA, TOGETHER
from league.queries.mail.letters import (
    NOTHING,
    Facts,
    facts_of,
    is_hidden,
    needed_by,
    still_true,
    wishes_of,
    with_everything,
)
from league.queries.people.people import secretaries_of
from league.rules.mailing import Wishes, retry_after, waits_until
from league.services.clock import RunningClock
from league.services.mail.letters import digest_mail, notice_mail
from league.services.mail.senders import apply_sender, senders_of
from league.services.mail.smtp import Post, Refused, Unreachable
from league.services.quotas import reserve_mails, return_mails
from league.translation import Text

SEVERAL = 3
"""So many refusals in a row, with none taken, are no recipients' fault."""
LONGEST_WAIT = dt.timedelta(days=2)
"""No quiet hours, no digest and no second try puts a notice off for so long."""

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Pace:
    """The patience of delivery: its leases, pauses and attempts.

    Attributes:
        lease: how long a worker may hold what it has claimed; after a crash it is sent again no sooner.
        margin: the last part of a lease in which it begins no further mail; longer than one mail can take.
        budget: how long one call of `deliver_due` goes on claiming.
        first_retry: the wait after the first failure; it doubles with each further one.
        attempts: after so many a notice has failed.
    """

    lease: dt.timedelta = dt.timedelta(minutes=4)
    margin: dt.timedelta = dt.timedelta(seconds=90)
    budget: dt.timedelta = dt.timedelta(seconds=50)
    first_retry: dt.timedelta = dt.timedelta(minutes=1)
    attempts: int = 12

    def __post_init__(self) -> None:
        if self.lease <= self.margin:
            raise ValueError("A lease must be longer than its margin, or nothing would ever be sent.")


@dataclass(frozen=True, slots=True)
class Delivered:
    """Numbers of notices that were due, by outcome.

    Attributes:
        failed: given up; the secretary sees them.
        retried: refused for now.
        put_off: they wait for the end of quiet hours or for the daily mail.
        dropped: not wanted as mail, or needed no longer.
        unreachable: the mail server did not answer; nothing is lost, and no attempt is spent.
    """

    sent: int = 0
    failed: int = 0
    retried: int = 0
    put_off: int = 0
    dropped: int = 0
    unreachable: bool = False

    def __str__(self) -> str:
        parts = [f"{self.sent} sent"]
        for name in ("failed", "retried", "put_off", "dropped"):
            if count := getattr(self, name):
                parts.append(f"{count} {name.replace('_', ' ')}")
        return ", ".join(parts) + ("; the mail server does not answer" if self.unreachable else "")


@dataclass(frozen=True, slots=True)
class _Envelope:
    """One mail: a notice, several of one kind that go together, or a person's daily ones.

    A daily one is `named` after the first that waited for it, which may be needed no longer.
    """

    notices: tuple[Notice, ...]
    digest: bool
    named: Notice | None = None

    @property
    def league_id(self) -> int:
        return self.notices[0].league_id

    @property
    def urgent(self) -> bool:
        return any(notice.kind in BEYOND_QUOTA for notice in self.notices)


@dataclass(slots=True)
class _Run:
    clock: RunningClock
    pace: Pace
    post: Post
    jumped: bool
    tally: Counter[str] = field(default_factory=Counter)
    # Refused since the server last took a mail, by the recipients' fault or ours.
    doubtful: list[tuple[_Envelope, Refused]] = field(default_factory=list)


def deliver_due(*, now: dt.datetime, batch: int = 100, pace: Pace | None = None, jumped: bool = False) -> Delivered:
    """Send what is due until nothing is, the time is over, or the mail server does not answer.

    Safe in many workers at once. Raise RuntimeError inside a transaction: a claim counts only once it is committed.

    Args:
        batch: how many are claimed at a time.
        jumped: the clock has, and `now` is the last trusted moment. Then nothing is stale, and untried notices queued
            meanwhile are due.
    """
    pace = pace or Pace()
    run = _Run(RunningClock(now), pace, Post(), jumped)
    reachable = True
    try:
        while reachable and run.clock.elapsed() <= pace.budget:
            until = run.clock() + pace.lease
            claimed = _claim(_due_q(run.clock(), jumped=jumped), batch, until)
            if not claimed:
                break
            reachable = _deliver(run, claimed, until)
    finally:
        run.post.close()
    done = Delivered(**run.tally, unreachable=not reachable)
    if run.tally or done.unreachable:
        log.info("notices_delivered", **run.tally, unreachable=done.unreachable)
    return done


def redate(*, now: dt.datetime) -> None:
    """Make due now what was queued, put off or claimed by a clock that was ahead."""
    owed, put_off = Q(created_at__gt=now, send_at__gt=now), Q(send_at__gt=now + LONGEST_WAIT)
    claimed = Q(leased_until__gt=now + Pace().lease)
    Notice.objects.filter(owed | put_off | claimed, state=NoticeState.WAITING).update(send_at=now, leased_until=None)


def _due_q(at: dt.datetime, *, jumped: bool) -> Q:
    due = Q(send_at__lte=at) | Q(send_at=F("created_at")) if jumped else Q(send_at__lte=at)
    return due & Q(state=NoticeState.WAITING) & (Q(leased_until=None) | Q(leased_until__lte=at))


def _claim(due_q: Q, batch: int, until: dt.datetime) -> list[int]:
    """Lease what is due; return its ids. Two workers never claim the same."""
    with transaction.atomic(durable=True):
        due = (
            Notice.objects.select_for_update(skip_locked=True)
            .filter(due_q, digest=False)
            .order_by("send_at", "pk")
            .values_list("pk", flat=True)
        )
        ids = list(due[:batch]) or _daily_ids(due_q, batch)
        Notice.objects.filter(pk__in=ids).update(leased_until=until)
    return ids


def _daily_ids(due_q: Q, people: int) -> list[int]:
    """Ids of all due daily mail of some people; whoever holds a person's row has all of theirs."""
    due = Notice.objects.filter(due_q, digest=True)
    waiting = due.order_by("recipient_id").values_list("recipient_id", flat=True).distinct()[:people]
    mine = (
        User.objects.select_for_update(skip_locked=True, no_key=True)
        .filter(pk__in=list(waiting))
        .order_by("pk")
        .values_list("pk", flat=True)
    )
    return list(due.select_for_update().filter(recipient__in=list(mine)).values_list("pk", flat=True))


def _leased_q(pks: Iterable[int], until: dt.datetime) -> Q:
    """Those still under our lease."""
    return Q(pk__in=list(pks), state=NoticeState.WAITING, leased_until=until)


def _deliver(run: _Run, claimed: Sequence[int], until: dt.datetime) -> bool:
    """Send a claimed batch; return False where the mail server does not answer."""
    notices = with_everything(_leased_q(claimed, until))
    facts = facts_of(notices)
    envelopes = _within_quota(run, _sort(run, notices, facts, until), until)
    secretaries = _secretaries_of(notices, run.clock())
    senders = senders_of(envelope.league_id for envelope in envelopes)
    reachable = True
    for place, envelope in enumerate(envelopes):
        if run.clock() + run.pace.margin > until:
            _release(run, envelopes[place:], until)
            break
        try:
            mail = _make_mail(envelope, facts, secretaries)
            usual = mail.from_email
            if envelope.league_id in senders:
                apply_sender(mail, senders[envelope.league_id], envelope.notices[0].league)
        except (DatabaseError, SoftTimeLimitExceeded):
            raise  # no fault of the letter: it is sent when its lease has run out
        except Exception as error:
            # One letter that cannot be written must not stop all the others.
            log.exception("notice_not_written", notices=[notice.pk for notice in envelope.notices])
            _fail(run, envelope, Text("It could not be written ({error}).", error=type(error).__name__), until)
            continue
        try:
            _send(run, mail, usual)
        except Unreachable as dead:
            log.warning("mail_server_unreachable", error=str(dead))
            _release(run, envelopes[place:], until, error=str(dead))
            reachable = False
            break
        except Refused as refused:
            _note_refusal(run, envelope, refused, until)
        else:
            _mark_sent(run, envelope, until)
            # It takes mail of ours: what it did not take is the recipients' fault.
            _settle_doubtful(run, until, taken=True)
    _settle_doubtful(run, until, taken=False)
    return reachable


def _send(run: _Run, mail: EmailMultiAlternatives, usual: str) -> None:
    """Send a mail; from the server's address where the mail server does not take a league's own. Raises as `Post`."""
    try:
        run.post.send(mail)
    except Refused as refused:
        ours = refused.of_sender or isinstance(refused.__cause__, SMTPSenderRefused)
        if not ours or mail.from_email == usual:
            raise
        log.warning("own_sender_refused", error=str(refused))
        mail.from_email = usual
        run.post.send(mail)


def _note_refusal(run: _Run, envelope: _Envelope, refused: Refused, until: dt.datetime) -> None:
    if refused.of_sender or (refused.for_good and refused.by_server):
        run.doubtful.append((envelope, refused))
    elif refused.for_good:
        _fail(run, envelope, str(refused), until)
    else:
        _try_again(run, envelope, str(refused), until)


def _settle_doubtful(run: _Run, until: dt.datetime, *, taken: bool) -> None:
    """Give up what was refused for good, or hold it where the sender is at fault.

    `taken`: the server has just accepted another mail.
    """
    everybody = not taken and _refuses_everybody(run)
    for envelope, refused in run.doubtful:
        if everybody or (refused.of_sender and not run.tally["sent"]):
            _reschedule_held(run, envelope, str(refused), until)
        elif refused.of_sender:
            _try_again(run, envelope, str(refused), until)
        else:
            _fail(run, envelope, str(refused), until)
    run.doubtful.clear()


def _refuses_everybody(run: _Run) -> bool:
    """Whether the server refused several for good and has accepted none since the first, earlier calls included."""
    if not run.doubtful:
        return False
    taken = Notice.objects.aggregate(last=Max("sent_at"))["last"]
    given_up = Notice.objects.filter(state=NoticeState.FAILED, error__startswith="5")
    if taken is not None:
        given_up = given_up.filter(send_at__gt=taken)
    if len(run.doubtful) + given_up.count() < SEVERAL:
        return False
    log.error("mail_server_refuses_everybody", error=str(run.doubtful[-1][1]))
    given_up.update(state=NoticeState.WAITING, send_at=run.clock() + run.pace.first_retry, leased_until=None)
    return True


def _sort(run: _Run, notices: Sequence[Notice], facts: dict[int, Facts], until: dt.datetime) -> list[_Envelope]:
    """Drop what is not wanted or needed, put off what waits, and put the rest into envelopes."""
    at = run.clock()
    wishes = wishes_of(notices, at=at)
    aside: dict[NoticeState, list[int]] = {}
    later: dict[tuple[dt.datetime, bool], list[int]] = {}
    daily: dict[tuple[int, int, dt.datetime], list[Notice]] = {}
    named: dict[tuple[int, int, dt.datetime], Notice] = {}
    together: dict[tuple[int, int, str], list[Notice]] = {}
    envelopes = []
    for notice in notices:
        wish = wishes[notice.pk]
        mine = (notice.recipient_id, notice.league_id, notice.send_at)
        if notice.digest and (mine not in named or notice.pk < named[mine].pk):
            named[mine] = notice
        state = _end_of(notice, wish, facts.get(notice.fixture_id or 0, NOTHING), None if run.jumped else at)
        if state is not None:
            aside.setdefault(state, []).append(notice.pk)
            continue
        wait = waits_until(at, wish, notice.league.tz, digest=notice.digest, stale_at=needed_by(notice, at=at))
        if wait is not None:
            later.setdefault((wait, notice.digest or wish.delivery == "digest"), []).append(notice.pk)
        elif notice.digest:
            daily.setdefault(mine, []).append(notice)
        elif notice.kind in TOGETHER:
            together.setdefault((notice.recipient_id, notice.league_id, notice.kind), []).append(notice)
        else:
            envelopes.append(_Envelope((notice,), digest=False))
    for state, pks in aside.items():
        run.tally["dropped"] += Notice.objects.filter(_leased_q(pks, until)).update(state=state, leased_until=None)
    for (wait, digest), pks in later.items():
        leased = Notice.objects.filter(_leased_q(pks, until))
        run.tally["put_off"] += leased.update(send_at=wait, digest=digest, leased_until=None)
    envelopes += [_Envelope(tuple(group), digest=False) for group in together.values()]
    return envelopes + [_Envelope(tuple(group), digest=True, named=named[mine]) for mine, group in daily.items()]


def _within_quota(run: _Run, envelopes: Sequence[_Envelope], until: dt.datetime) -> list[_Envelope]:
    """Put off until tomorrow (UTC) what a league may not send today; return what goes."""
    if not envelopes:
        return []
    at = run.clock()
    urgent = Counter(envelope.league_id for envelope in envelopes if envelope.urgent)
    wanted = Counter(envelope.league_id for envelope in envelopes if not envelope.urgent)
    left, going, held = reserve_mails(wanted, urgent, day=at.date()), [], []
    for envelope in envelopes:
        if envelope.urgent or left[envelope.league_id]:
            left[envelope.league_id] -= not envelope.urgent
            going.append(envelope)
        else:
            held += _pks(envelope)
    if held:
        tomorrow = dt.datetime.combine(at.date() + dt.timedelta(days=1), dt.time(), tzinfo=dt.UTC)
        leased = Notice.objects.filter(_leased_q(held, until))
        run.tally["put_off"] += leased.update(send_at=tomorrow, leased_until=None)
        log.warning("mail_quota_reached", messages=len(held))
    return going


def _end_of(notice: Notice, wish: Wishes, facts: Facts, at: dt.datetime | None) -> NoticeState | None:
    """The state a notice ends in without being sent, if any. Without a known time, none is stale."""
    if at is not None and notice.stale_at is not None and notice.stale_at <= at:
        return NoticeState.CANCELLED
    if is_hidden(notice):
        return NoticeState.KEPT_BACK
    if not still_true(notice, facts):
        return NoticeState.CANCELLED
    person = notice.recipient
    if wish.delivery == "none" or not person.is_active or not person.email:
        return NoticeState.NOT_WANTED
    return None


def _make_mail(
    envelope: _Envelope, facts: dict[int, Facts], secretaries: dict[int, list[str]]
) -> EmailMultiAlternatives:
    notice = envelope.notices[0]
    replies = secretaries[notice.league_id]
    if envelope.digest or len(envelope.notices) > 1:
        return digest_mail(envelope.notices, facts, daily=envelope.named, secretaries=replies)
    return notice_mail(notice, facts.get(notice.fixture_id or 0, NOTHING), secretaries=replies)


def _secretaries_of(notices: Sequence[Notice], at: dt.datetime) -> dict[int, list[str]]:
    """Addresses of each league's secretaries of today (one query a league)."""
    if not settings.REPLY_TO_SECRETARY:
        return {notice.league_id: [] for notice in notices}
    leagues = {notice.league_id: notice.league for notice in notices}
    return {
        pk: [user.email for user in secretaries_of(league, on=at.astimezone(league.tz).date())]
        for pk, league in leagues.items()
    }


def _pks(envelope: _Envelope) -> list[int]:
    return [notice.pk for notice in envelope.notices]


def _mark_sent(run: _Run, envelope: _Envelope, until: dt.datetime) -> None:
    leased = Notice.objects.filter(_leased_q(_pks(envelope), until))
    marked = leased.update(state=NoticeState.SENT, sent_at=run.clock(), leased_until=None, error="")
    run.tally["sent"] += marked
    if marked < len(envelope.notices):
        # Another worker has it, or it was called off at that moment: it may come twice, under one Message-ID.
        log.warning("lease_lost_while_sending", notices=_pks(envelope), marked=marked)


def _fail(run: _Run, envelope: _Envelope, error: str, until: dt.datetime) -> None:
    leased = Notice.objects.filter(_leased_q(_pks(envelope), until))
    run.tally["failed"] += leased.update(
        # From when it was given up, the health page and whoever looks for a refusal of everybody reckon.
        state=NoticeState.FAILED,
        attempts=F("attempts") + 1,
        leased_until=None,
        error=error[:250],
        send_at=run.clock(),
    )


def _try_again(run: _Run, envelope: _Envelope, error: str, until: dt.datetime) -> None:
    """Retry an envelope later; failed after the last attempt."""
    attempts = max(notice.attempts for notice in envelope.notices) + 1
    if attempts >= run.pace.attempts:
        _fail(run, envelope, error, until)
        return
    _reschedule(run, envelope, error, until, attempts)


def _reschedule_held(run: _Run, envelope: _Envelope, error: str, until: dt.datetime) -> None:
    """Retry an envelope later, however often: the sender is at fault, and no attempt is spent."""
    attempts = max(notice.attempts for notice in envelope.notices) + 1
    _reschedule(run, envelope, error, until, min(attempts, run.pace.attempts - 1))


def _reschedule(run: _Run, envelope: _Envelope, error: str, until: dt.datetime, attempts: int) -> None:
    again = run.clock() + retry_after(attempts, run.pace.first_retry)
    leased = Notice.objects.filter(_leased_q(_pks(envelope), until))
    run.tally["retried"] += leased.update(attempts=attempts, send_at=again, leased_until=None, error=error[:250])


def _release(run: _Run, envelopes: Sequence[_Envelope], until: dt.datetime, *, error: str = "") -> None:
    """Release untried envelopes; they are due as before, and count towards no quota."""
    return_mails(Counter(envelope.league_id for envelope in envelopes), day=run.clock().date())
    leased = Notice.objects.filter(_leased_q([pk for envelope in envelopes for pk in _pks(envelope)], until))
    if error:
        leased.update(leased_until=None, error=error[:250])
    else:
        leased.update(leased_until=None)
