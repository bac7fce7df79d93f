"""What was sent to somebody, how he wants it, and what could not be delivered."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Count, Min, QuerySet

from league.enums import Delivery, NoticeKind, NoticeState
from league.models import League, MailSettings, Notice, Preference, User
from league.rules.mailing import DEFAULT_REMINDER_DAYS

SHOWN = 100


@dataclass(frozen=True, slots=True)
class MailChoices:
    """How somebody wants his mail.

    Attributes:
        reminder_days: days before a fixture on which he is reminded; none: never.
        quiet: from when until when no mail comes; None: it comes at any hour.
        digest_at: when the daily mail comes.
    """

    deliveries: Mapping[NoticeKind, Delivery]
    reminder_days: tuple[int, ...] = DEFAULT_REMINDER_DAYS
    quiet_from: dt.time | None = None
    quiet_until: dt.time | None = None
    digest_at: dt.time = dt.time(8)


def choices_of(user: User) -> MailChoices:
    """How a user wants his mail (two queries)."""
    chosen = dict(Preference.objects.filter(user=user).values_list("kind", "delivery"))
    deliveries = {kind: Delivery(chosen.get(kind, Delivery.MAIL)) for kind in NoticeKind}
    found = MailSettings.objects.filter(user=user).first()
    if found is None:
        return MailChoices(deliveries)
    days = tuple(int(day) for day in found.reminder_days)
    return MailChoices(deliveries, days, found.quiet_from, found.quiet_until, found.digest_at)


def messages_of(user: User, league: League) -> QuerySet[Notice]:
    """A user's notices of a league, the latest first."""
    return Notice.objects.filter(recipient=user, league=league).select_related("fixture__home", "fixture__away")


@dataclass(frozen=True, slots=True)
class Deliveries:
    """How the league's mail is getting on.

    Attributes:
        counts: how many notices of the last thirty days are in each state.
        oldest: since when the oldest notice waits that was due; None where nothing does.
        refused: waiting ones that the mail server refused at least once, by the next attempt.
        failed: given up, the latest first; at most `SHOWN`.
    """

    counts: Mapping[NoticeState, int]
    oldest: dt.datetime | None
    refused: list[Notice]
    failed: list[Notice]


def deliveries_of(league: League, *, now: dt.datetime) -> Deliveries:
    """What became of a league's mail (four queries)."""
    mine = Notice.objects.filter(league=league)
    recent = mine.filter(created_at__gte=now - dt.timedelta(days=30)).order_by()
    counts = dict(recent.values_list("state").annotate(Count("pk")))
    waiting = mine.filter(state=NoticeState.WAITING)
    due = waiting.filter(send_at__lte=now).aggregate(oldest=Min("send_at"))
    full = ("recipient", "fixture__home", "fixture__away")
    return Deliveries(
        counts={state: counts.get(state, 0) for state in NoticeState},
        oldest=due["oldest"],
        refused=list(waiting.exclude(error="").select_related(*full).order_by("send_at", "pk")[:SHOWN]),
        failed=list(mine.filter(state=NoticeState.FAILED).select_related(*full).order_by("-created_at", "-pk")[:SHOWN]),
    )
