import datetime as dt
from collections.abc import Sequence

from league.enums import FixtureState, NoticeKind, PostponementState, Side
from league.models import Notice, Postponement
from league.queries.dates.postponements import by_committee, calendars_of
from league.queries.visibility import seasons_shown, sides_shown
from league.rules.mailing import Reminder, reminders
from league.rules.slots import format_day
from league.services.notices import captains, queue_notice, secretaries
from league.translation import Text

DAYS_BEFORE = (7, 2)
"""On how many days before a fixture's last one its captains are reminded."""
KINDS = (NoticeKind.TIME_RUNNING_OUT, NoticeKind.DATE_TO_SET)
SIX = dt.time(18)
"""The time of day at which they are, by the league's own clock."""


def queue_due(*, now: dt.datetime) -> int:
    """Queue reminders that a postponed fixture still wants a date, and by when; return for how many fixtures.

    Three queries if there are none. The captains, or the secretaries where those set the date, are reminded a week and
    two
    days before, at six in the evening; not about fixtures that lost their date after that, or that will be placed.
    """
    waiting = _without_a_date(now)
    calendars = calendars_of({put_off.fixture.division.season for put_off in waiting})
    due: dict[str, tuple[Postponement, dt.date, Reminder]] = {}
    for put_off in waiting:
        last_day = calendars[put_off.fixture.division.season_id].agreed_by(put_off.fixture)
        reminder = _reminder_at(put_off, last_day, now) if last_day is not None else None
        if last_day is not None and reminder is not None:
            due[f"{put_off.pk}:{last_day:%Y%m%d}:{reminder.days}"] = put_off, last_day, reminder
    there = Notice.objects.filter(kind__in=KINDS, key__in=due).values_list("key", flat=True)
    fresh = set(due) - set(there)
    for key in sorted(fresh):
        _remind(key, *due[key], now=now)
    return len(fresh)


def _without_a_date(now: dt.datetime) -> Sequence[Postponement]:
    found = Postponement.objects.filter(
        seasons_shown("fixture__division__season__"),
        sides_shown("fixture__"),
        state=PostponementState.OWED,
        fixture__state=FixtureState.POSTPONED,
        fixture__division__season__published_at__lte=now,
    ).exclude(fixture__results__live=True)
    joined = ("fixture__division__season__league", "fixture__home", "fixture__away", "fixture__week")
    return list(found.select_related(*joined).order_by("pk"))


def _reminder_at(put_off: Postponement, last_day: dt.date, now: dt.datetime) -> Reminder | None:
    zone = put_off.fixture.league.tz
    ends = dt.datetime.combine(last_day, SIX, tzinfo=zone)
    since = put_off.decided_at or put_off.requested_at
    coming = (reminder for reminder in reminders(ends, DAYS_BEFORE, zone) if since < reminder.goes_at)
    return next((reminder for reminder in coming if reminder.goes_at <= now < reminder.stale_at), None)


def _remind(key: str, put_off: Postponement, last_day: dt.date, reminder: Reminder, *, now: dt.datetime) -> None:
    fixture = put_off.fixture
    if by_committee(fixture):
        text = Text(
            "{fixture} still has no date and must be played by {day}: set one.",
            fixture=str(fixture),
            day=format_day(last_day),
        )
        people, kind = secretaries(fixture.league, now=now), NoticeKind.DATE_TO_SET
        queue_notice(fixture.league, people, kind, key, text=text, now=now, fixture=fixture, stale_at=reminder.stale_at)
        return
    text = Text(
        "{fixture} still has no date and must be played by {day}; nobody sets one for you.",
        fixture=str(fixture), day=format_day(last_day),
    )  # fmt: skip
    people = captains(fixture, (Side.HOME, Side.AWAY), now=now)
    queue_notice(
        fixture.league, people, NoticeKind.TIME_RUNNING_OUT, key, text=text, now=now, fixture=fixture,
        stale_at=reminder.stale_at,
    )  # fmt: skip
