"""A user's messages and mail choices, the state of a league's mail, and the season that a notice is about."""

import datetime as dt
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from django.db.models import Count, Min, Model, Q, QuerySet

from league.enums import Delivery, NoticeKind, NoticeState
from league.models import (
    Adjustment,
    Charge,
    Entry,
    League,
    LotsDrawn,
    MailSettings,
    Notice,
    Preference,
    RuleChange,
    Season,
    Timetable,
    User,
)
from league.queries.mail.kinds import KINDS, usual_delivery
from league.queries.visibility import sides_hidden
from league.rules.mailing import DEFAULT_REMINDER_DAYS, DIGEST_AT
from league.rules.settings import usable_reminder_days

# The parts of a season that keys name, and how each reaches it.
PARTS: Mapping[str, tuple[type[Model], str]] = {
    "adjustment": (Adjustment, "entry__season"),
    "charge": (Charge, "season"),
    "entry": (Entry, "season"),
    "lotsdrawn": (LotsDrawn, "division__season"),
    "rulechange": (RuleChange, "season"),
    "season": (Season, "pk"),
    "timetable": (Timetable, "season"),
}


def about_hidden(league: League) -> Q:
    """Filter notices about what is hidden in a league (one query at most)."""
    return sides_hidden("fixture__") | about_seasons(Season.objects.filter(league=league, hidden_at__isnull=False))


def about_seasons(seasons: Iterable[Season]) -> Q:
    """Filter notices about one of these seasons (seven queries, besides theirs)."""
    found = list(seasons)
    keys = Q(pk__in=())
    if not found:
        return keys
    for part, (model, season) in PARTS.items():
        of_these = model._default_manager.filter(**{f"{season}__in": [one.pk for one in found]}).values_list(
            "pk", flat=True
        )
        if numbers := "|".join(map(str, of_these)):
            for kind, before in _naming(part).items():
                keys |= Q(kind=kind, key__regex=f"^({before})({numbers})(:|$)")
    return Q(fixture__division__season__in=found) | (Q(league__in={season.league_id for season in found}) & keys)


@cache
def _naming(part: str) -> dict[str, str]:
    """Kinds whose keys name a part of a season, with the prefix of its number."""
    shapes = {kind: [key.partition(f"{{{part}}}") for key in one.keys] for kind, one in KINDS.items()}
    named = {kind: [re.escape(before) for before, gap, _ in found if gap] for kind, found in shapes.items()}
    return {kind: "|".join(found) for kind, found in named.items() if found}


SHOWN = 100


@dataclass(frozen=True, slots=True)
class MailChoices:
    """Somebody's mail preferences; no `reminder_days`: never, no `quiet_from`: mail at any hour.

    `officer_digest`: as secretary or referee they have what is not urgent in the daily mail.
    """

    deliveries: Mapping[NoticeKind, Delivery]
    reminder_days: tuple[int, ...] = DEFAULT_REMINDER_DAYS
    quiet_from: dt.time | None = None
    quiet_until: dt.time | None = None
    digest_at: dt.time = DIGEST_AT
    officer_digest: bool = True


def choices_of(user: User) -> MailChoices:
    """Return a user's preferences (two queries)."""
    chosen = dict(Preference.objects.filter(user=user).values_list("kind", "delivery"))
    deliveries = {kind: Delivery(chosen.get(kind, usual_delivery(kind))) for kind in NoticeKind}
    mail_settings = MailSettings.objects.filter(user=user).first()
    if mail_settings is None:
        return MailChoices(deliveries)
    return MailChoices(
        deliveries,
        usable_reminder_days(mail_settings.reminder_days),
        mail_settings.quiet_from,
        mail_settings.quiet_until,
        mail_settings.digest_at,
        mail_settings.officer_digest,
    )


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


MOST_UNREAD = 20


def unread_notices(league: League, user: User) -> list[Notice]:
    """A user's notices of a league that still hold and are not dismissed, the latest first (two queries)."""
    return list(_unread(league, user)[:MOST_UNREAD])


def count_unread(league: League, user: User) -> int:
    """How many `unread_notices` there are (two queries)."""
    return _unread(league, user).order_by().values("pk")[:MOST_UNREAD].count()


def _unread(league: League, user: User) -> QuerySet[Notice]:
    return messages_of(user, league).filter(read_at=None).exclude(state=NoticeState.CANCELLED)
