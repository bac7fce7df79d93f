"""Heartbeats, and what follows an outage.

Every recurring job begins with `take_pulse`, and repeats it while at work (`heartbeats_during`): where a process does
one task at a time, a long one would look like an outage. The first heartbeat after more than five minutes of silence
records the outage and extends deadlines that nobody could meet, in one transaction, before anything is decided. After a
clock jump nobody knows what time it is: what cannot be undone stops until an operator has checked the clock (`manage.py
acknowledge_clock`).
"""

import datetime as dt
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from threading import Event, Thread

import structlog
from django.db import DatabaseError, connections, transaction
from django.db.models import Max, Q

from league.enums import FixtureState, JournalKind, NoticeKind, OutageKind, ResultState
from league.errors import WrongState
from league.models import Heartbeat, Outage, Pulse, Result, User
from league.queries.outages import open_jump
from league.queries.results.versions import key_of, live_result, score_of
from league.queries.visibility import seasons_shown, sides_shown
from league.rules.deadlines import Gap
from league.services.clock import Clocks
from league.services.locks import lock_fixture
from league.services.mail import delivery, site_mail
from league.services.mail.letters import moment
from league.services.notices import announce
from league.translation import N_, Text

SILENCE = dt.timedelta(minutes=5)
"""A longer one is an outage."""
DRIFT = dt.timedelta(minutes=5)
"""Two clocks further apart than this do not tell the same time."""
HUGE = dt.timedelta(days=30)
"""After so long, nobody takes the clock's word for it that so much time has passed."""
WRITTEN_EVERY = dt.timedelta(seconds=15)
"""A sign of life is written down at most so often."""
MACHINES = 20
UTC = "%Y-%m-%d %H:%M UTC"

log = structlog.get_logger(__name__)


def take_pulse(*, now: dt.datetime, clocks: Clocks) -> bool:
    """Record a heartbeat and any outage before it; return whether the clock is trusted.

    Only then may anything irreversible be done by the clock. Twice at once is once.
    """
    if open_jump() is not None:
        return False
    seen = Pulse.objects.first()
    fresh = seen is not None and abs(now - seen.at) < WRITTEN_EVERY and not _find_jump(seen, now, clocks)
    return fresh or _look_closer(now, clocks)


@transaction.atomic
def _look_closer(now: dt.datetime, clocks: Clocks) -> bool:
    pulse = _lock_pulse(now)
    if open_jump() is not None:
        return False
    why = _find_jump(pulse, now, clocks)
    if why:
        Outage.objects.create(kind=OutageKind.JUMP, began_at=pulse.at, ended_at=now, why=why[:250])
        # Dated as its scan reckons meanwhile: by the last moment that was trusted.
        _tell_operators(why, now=pulse.at)
        return False
    _note_gap(pulse, now)
    _beat(pulse, now, clocks)
    return True


def acknowledge(*, now: dt.datetime, clocks: Clocks) -> Outage | None:
    """Trust the clock as it is now; the time since its last trusted moment was an outage. Return the open jump."""
    with transaction.atomic():
        pulse = _lock_pulse(now)
        jump = open_jump()
        if jump is None:
            return None
        jump.acknowledged_at = now
        jump.save(update_fields=["acknowledged_at"])
        _note_gap(pulse, now)
        pulse.machines = {}
        _beat(pulse, now, clocks)
        site_mail.redate(now=now)
        delivery.redate(now=now)
    log.warning("clock_acknowledged", why=jump.why)
    return jump


def _lock_pulse(now: dt.datetime) -> Pulse:
    """Return the one row, locked; the first begins at the last heartbeat there was."""
    last = Heartbeat.objects.aggregate(last=Max("ran_at"))["last"]
    Pulse.objects.get_or_create(pk=1, defaults={"at": last or now})
    return Pulse.objects.select_for_update().get(pk=1)


def _beat(pulse: Pulse, now: dt.datetime, clocks: Clocks) -> None:
    pulse.at = now
    if clocks.boot:
        others = [item for item in pulse.machines.items() if item[0] != clocks.boot]
        pulse.machines = dict([*others[-MACHINES:], (clocks.boot, [now.isoformat(), clocks.up])])
    pulse.save(update_fields=["at", "machines"])


def explain_jump(*, now: dt.datetime, clocks: Clocks) -> str:
    """Return why the next heartbeat would not trust the clock, or "" (one query)."""
    pulse = Pulse.objects.first()
    return "" if pulse is None else _find_jump(pulse, now, clocks)


def _find_jump(pulse: Pulse, now: dt.datetime, clocks: Clocks) -> str:
    """Return why the clock cannot be right, or ""."""
    if clocks.database is not None and abs(clocks.database - now) > DRIFT:
        return f"This machine's clock says {now:{UTC}}, the database's says {clocks.database:{UTC}}."
    if now < pulse.at - DRIFT:
        return f"The clock says {now:{UTC}}, but it was {pulse.at:{UTC}} already."
    if clocks.boot in pulse.machines:
        then, up = pulse.machines[clocks.boot]
        expected = dt.datetime.fromisoformat(then) + dt.timedelta(seconds=clocks.up - up)
        if abs(now - expected) > DRIFT:
            return f"The clock says {now:{UTC}}; counted from its last sign of life it is {expected:{UTC}}."
    elif now - pulse.at > HUGE:
        return f"The clock says {now:{UTC}}; the last sign of life was {(now - pulse.at).days} days earlier."
    return ""


def _note_gap(pulse: Pulse, now: dt.datetime) -> None:
    """Record an outage if the silence was one, and move the deadlines in it."""
    if now - pulse.at <= SILENCE:
        return
    outage = Outage.objects.create(kind=OutageKind.GAP, began_at=pulse.at, ended_at=now)
    outage.moved = _move_deadlines(outage, now=now)
    outage.save(update_fields=["moved"])
    log.warning("outage", began=outage.began_at.isoformat(), ended=now.isoformat(), deadlines_moved=outage.moved)


def _move_deadlines(outage: Outage, *, now: dt.datetime) -> int:
    """Give waiting sheets a new deadline, and tell both sides; return how many."""
    gap, everywhere = Gap(outage.began_at, outage.ended_at), seasons_shown("fixture__division__season__")
    return extend_deadlines([(everywhere, gap)], key=f"outage{outage.pk}", why=N_("the site was out of order"), now=now)


def extend_deadlines(lost: Iterable[tuple[Q, Gap]], *, key: str, why: str, now: dt.datetime) -> int:
    """Extend deadlines of sheets that nobody could answer for a while, and tell both sides; return how many.

    Sheets of cancelled fixtures and hidden teams are skipped.

    Args:
        lost: conditions on visible results, and when each could not be answered.
        key: of this occasion in the journal and in notices.
        why: a clause without a full stop.
    """
    # The journal's end is the last lock of all, so every fixture is locked before the first entry is written.
    locked = [(result, gap) for results_q, gap in lost for result in _lock_waiting(results_q, gap)]
    return sum(_extend_deadline(result, gap, key, why, now=now) for result, gap in locked)


def _lock_waiting(results_q: Q, gap: Gap) -> Iterator[Result]:
    """Lock the fixtures whose deadline a gap touches and yield their live sheets, unless hidden since."""
    touched = Result.objects.filter(
        results_q,
        sides_shown("fixture__"),
        state=ResultState.SUBMITTED,
        confirm_by__gt=gap.began,
        confirm_by__lte=gap.reach,
    ).exclude(fixture__state=FixtureState.CANCELLED)
    for waiting in touched.select_related("fixture").order_by("fixture_id"):
        try:
            result = live_result(lock_fixture(waiting.fixture))
        except WrongState:
            continue
        if result is not None:
            yield result


def _extend_deadline(result: Result, gap: Gap, key: str, why: str, *, now: dt.datetime) -> bool:
    league = result.fixture.league
    if result.state != ResultState.SUBMITTED or result.confirm_by is None:
        return False
    moved = league.evenings.after_gap(result.confirm_by, gap)
    if moved == result.confirm_by:
        return False
    result.confirm_by = moved
    result.save(update_fields=["confirm_by"])
    reason = Text(
        "{why} from {began} to {ended}.", why=why, began=moment(gap.began, league), ended=moment(gap.ended, league)
    )
    params = {"fixture": str(result.fixture), "day": moment(moved, league)}
    what = Text("gave more time to answer {fixture}: by {day}", **params)
    text = Text(
        "{fixture}: {reason} {score} can be answered by {day}.", **params, reason=reason, score=score_of(result)
    )
    announce(
        result.fixture, JournalKind.DEADLINE_MOVED, NoticeKind.DEADLINE_MOVED, f"{key_of(result)}:{key}", what=what,
        text=text, by=None, now=now, why=reason.capitalised(),
    )  # fmt: skip
    return True


def _tell_operators(why: str, *, now: dt.datetime) -> None:
    log.error("clock_jumped", why=why)
    text = (
        f"{why}\n\nUntil you have looked at it, nothing is decided by the clock: no sheet is confirmed, no request is "
        "closed, no fixture is placed or given up, no reminder is sent.\n\n"
        "Set the clock right if it is wrong. Then run: manage.py acknowledge_clock\n"
    )
    for user in User.objects.filter(is_superuser=True, is_active=True):
        site_mail.queue_site_mail(
            user.email, "The server's clock has jumped", text, now=now, lasts=dt.timedelta(days=7)
        )


BEAT_EVERY = dt.timedelta(minutes=1)
LONGEST = dt.timedelta(hours=1)
"""A task that takes longer hangs. Workers with processes end it, one that is a thread cannot."""


@contextmanager
def heartbeats_during(
    take: Callable[[], object], *, every: dt.timedelta | None = None, longest: dt.timedelta = LONGEST
) -> Iterator[None]:
    """Take heartbeats while the block runs.

    Args:
        take: takes one, on a database connection of its own thread.
        every: the interval; most tasks are over before the first.
        longest: after so long there is none any more.
    """
    over = Event()
    every = every or BEAT_EVERY
    thread = Thread(target=_beat_until, args=(take, over, every, longest // every), name="pulses", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def _beat_until(take: Callable[[], object], over: Event, every: dt.timedelta, count: int) -> None:
    for _ in range(count):
        if over.wait(every.total_seconds()):
            return
        try:
            take()
        except DatabaseError:
            # SQLite lets one write at a time, and a database may be away for a moment: the next one is soon enough.
            log.warning("pulse_not_taken", exc_info=True)
        finally:
            connections.close_all()


def beat(job: str, *, now: dt.datetime, summary: str = "") -> None:
    """Record that a job ran; `summary`, e.g. ``12 sent``, is public on the health page, which finds jobs by their beat
    name."""
    Heartbeat.objects.update_or_create(job=job, defaults={"ran_at": now, "told": summary[:250]})
