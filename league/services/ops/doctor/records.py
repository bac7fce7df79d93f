"""Checks of what the database holds: messages that did not go, administrators, and the journals' chains."""

import datetime as dt
from collections.abc import Iterator

from league.enums import NoticeState
from league.models import Heartbeat, League, Notice, User
from league.queries.mail.hold import mail_hold
from league.queries.ops import UNSENT_LIMIT
from league.rules.chain import Broken
from league.services.journal import verify
from league.services.ops.backups.backup import DRILL
from league.services.ops.doctor.findings import Examination, Finding, doubtful, ok, wrong

RETRY = "Once the mail server takes mail, run manage.py retry_mail --all."
LATELY = dt.timedelta(days=7)
DRILL_DUE = dt.timedelta(days=92)


def check_outbox(examination: Examination) -> Iterator[Finding]:
    health, hold = examination.health, mail_hold()
    if hold:
        yield doubtful(f"Mail is held. {hold}", "Run manage.py restore --release-mail, or --discard-mail.")
    problems = [
        wrong(f"{league}: the mail server refused {count} messages.", RETRY) for league, count in health.refused
    ]
    if not hold and health.oldest_unsent is not None and health.oldest_unsent > UNSENT_LIMIT:
        minutes = int(health.oldest_unsent.total_seconds() // 60)
        problems.append(
            wrong(f"A message has waited for {minutes} minutes to be sent.", "See mail, beat and jobs here.")
        )
    # From when it was given up.
    given_up = Notice.objects.filter(state=NoticeState.FAILED, send_at__gt=examination.now - LATELY)
    count, last = given_up.count(), given_up.order_by("send_at").last()
    if last is not None:
        message = f"Messages given up within a week: {count}, the last on {last.send_at:%Y-%m-%d %H:%M} UTC."
        problems.append(doubtful(message, f"The secretary's delivery page says whose. {RETRY}"))
    yield from problems or [ok(f"Messages to be sent: {health.waiting}, none of them late.")]


def check_administrators(examination: Examination) -> Iterator[Finding]:
    if User.objects.filter(is_superuser=True, is_active=True).exists():
        yield ok("There is an administrator.")
    else:
        yield doubtful("There is no administrator.", "Run manage.py first_code, and open the site with it.")


def check_drill(examination: Examination) -> Iterator[Finding]:
    passed = Heartbeat.objects.filter(job=DRILL).first()
    if passed is None:
        yield doubtful("No drill has passed: nobody knows whether a backup can be restored.", "Run manage.py drill.")
        return
    message = f"The last drill passed on {passed.ran_at:%Y-%m-%d}; {passed.told}."
    late = examination.now - passed.ran_at > DRILL_DUE
    yield doubtful(message, "Run manage.py drill, each quarter at least.") if late else ok(message)


def check_journals(examination: Examination) -> Iterator[Finding]:
    leagues = list(League.objects.order_by("slug"))
    for league in leagues:
        chain = verify(league)
        if isinstance(chain, Broken):
            yield wrong(
                f"{league.slug}: entry {chain.number}: {chain.message}",
                "Somebody changed the database beside the site: compare it with a backup (docs/journal.md).",
            )
            return
    yield ok(f"The journals of {len(leagues)} leagues are whole.")
