import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Count, Min, Q, QuerySet

from league.enums import Delivery, NoticeKind, NoticeState
from league.models import League, MailSettings, Notice, Preference, User
from league.queries.mail.about import about_hidden
from league.rules.mailing import DEFAULT_REMINDER_DAYS
from league.rules.settings import usable_reminder_days

SHOWN = 100


@dataclass(frozen=True, slots=True)
class MailChoices:
    """Somebody's mail preferences; no `reminder_days`: never, no `quiet_from`: mail at any hour."""

    deliveries: Mapping[NoticeKind, Delivery]
    reminder_days: tuple[int, ...] = DEFAULT_REMINDER_DAYS
    quiet_from: dt.time | None = None
    quiet_until: dt.time | None = None
    digest_at: dt.time = dt.time(8)


def choices_of(user: User) -> MailChoices:
    """Return a user's preferences (two queries)."""
    chosen = dict(Preference.objects.filter(user=user).values_list("kind", "delivery"))
    deliveries = {kind: Delivery(chosen.get(kind, Delivery.MAIL)) for kind in NoticeKind}
    found = MailSettings.objects.filter(user=user).first()
    if found is None:
        return MailChoices(deliveries)
    days = usable_reminder_days(found.reminder_days)
    return MailChoices(deliveries, days, found.quiet_from, found.quiet_until, found.digest_at)


def messages_of(user: User, league: League) -> QuerySet[Notice]:
    """A user's notices of a league, the latest first; none about what is hidden."""
    mine = Notice.objects.filter(~about_hidden(league), recipient=user, league=league)
    return mine.select_related("fixture__home", "fixture__away")


@dataclass(frozen=True, slots=True)
class Deliveries:
    """The state of the league's mail; counts are of the last thirty days."""

    counts: Mapping[NoticeState, int]  # of the last thirty days
    oldest: dt.datetime | None
    refused: list[Notice]  # by the mail server at least once, by next attempt
    failed: list[Notice]  # given up, the latest first; at most `SHOWN`
    waiting: int = 0

    @property
    def sent(self) -> int:
        return self.counts.get(NoticeState.SENT, 0)


def deliveries_of(league: League, *, now: dt.datetime) -> Deliveries:
    """Return the state of a league's mail (four queries)."""
    mine = Notice.objects.filter(league=league)
    recent = mine.filter(created_at__gte=now - dt.timedelta(days=30)).order_by()
    counts = dict(recent.values_list("state").annotate(Count("pk")))
    waiting = mine.filter(state=NoticeState.WAITING)
    due = waiting.aggregate(oldest=Min("send_at", filter=Q(send_at__lte=now)), waiting=Count("pk"))
    full = ("recipient", "fixture__home", "fixture__away")
    return Deliveries(
        counts={state: counts.get(state, 0) for state in NoticeState},
        oldest=due["oldest"],
        refused=list(waiting.exclude(error="").select_related(*full).order_by("send_at", "pk")[:SHOWN]),
        failed=list(mine.filter(state=NoticeState.FAILED).select_related(*full).order_by("-created_at", "-pk")[:SHOWN]),
        waiting=due["waiting"],
    )


def unread_notices(league: League, user: User) -> list[Notice]:
    """A user's notices of a league that still hold and are not dismissed, the latest first (two queries)."""
    found = messages_of(user, league).filter(read_at=None)
    return list(found.exclude(state=NoticeState.CANCELLED)[:20])
