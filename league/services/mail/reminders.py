"""Queue reminders of fixtures, of missing results, of dates that postponed fixtures still want, and of cup ties.

A scan queues what is due by now, once, by a key of the fixture and its date. So it may run as often as it likes, and
after a pause it queues what was missed, unless that would help nobody any more.
"""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Exists, Max, OuterRef, Q, Subquery

from league.access import CAPTAINS
from league.enums import FixtureState, JournalKind, NoticeKind, NoticeState, PostponementState, RoleKind, Side
from league.models import Fixture, JournalEntry, League, MailSettings, Notice, Postponement, Registration, Result, Role
from league.queries.dates.postponements import by_committee, calendars_of
from league.queries.fixtures import last_days_of
from league.queries.mail.kinds import ABOUT_A_DATE
from league.queries.mail.letters import start_key
from league.queries.results.card_photographs import photographed_qs
from league.queries.visibility import seasons_shown, sides_shown
from league.rules.mailing import DEFAULT_REMINDER_DAYS, FURTHEST_REMINDER, Reminder, reminders
from league.rules.settings import usable_reminder_days
from league.rules.settings.season import reporting_sides
from league.rules.settings.season_sentences import WINNER
from league.rules.slots import format_day
from league.rules.wording import clock, weekday_of_year
from league.services.notices import captains, notice_columns, queue_notice, secretaries
from league.translation import N_, Text

DAY = dt.timedelta(days=1)
GIVEN_UP_AFTER = 14 * DAY  # an older one is on the secretary's page; nobody needs mail about it


# A user, and from and until which day they are what they are.
Held = tuple[int, dt.date, dt.date | None]


@dataclass(frozen=True, slots=True)
class _People:
    """Ids of active users to tell: captains by team, players by season and team, secretaries by league.

    `days` are the days before a fixture on which somebody wants to be reminded.
    """

    captains: Mapping[int, Sequence[Held]]
    players: Mapping[tuple[int, int], Sequence[Held]]
    secretaries: Mapping[int, Sequence[Held]]
    days: Mapping[int, Sequence[int]]

    def captains_of(self, fixture: Fixture, day: dt.date, sides: Sequence[str] = ("home", "away")) -> set[int]:
        """Captains and vice-captains of both sides on a day, or of some."""
        teams = {"home": fixture.home_id, "away": fixture.away_id}
        return _holders_on((item for side in sides for item in self.captains.get(teams[side], ())), day)

    def everybody_of(self, fixture: Fixture, day: dt.date) -> set[int]:
        """Captains, vice-captains and registered players of both sides on a day."""
        season = fixture.division.season_id
        sides = ((season, fixture.home_id), (season, fixture.away_id))
        playing = (item for side in sides for item in self.players.get(side, ()))
        return self.captains_of(fixture, day) | _holders_on(playing, day)

    def secretaries_of(self, league: League, day: dt.date) -> set[int]:
        return _holders_on(self.secretaries.get(league.pk, ()), day)


def _holders_on(holders: Iterable[Held], day: dt.date) -> set[int]:
    return {user for user, begins, ends in holders if begins <= day and (ends is None or day <= ends)}


def queue_due(*, now: dt.datetime) -> int:
    """Queue every reminder that is due; return the number of new notices (six queries and the inserts).

    Captains, vice-captains and registered players with an account are reminded of a fixture, at the same time of day
    each of their days before. A missing result is due for the captains who should send it at the league's deadline,
    and overdue for them and the secretary on the next evening. Not for fixtures without a date, not to be played, with
    a result, of a season that is not public, or in the past when published.
    """
    fixtures = _fixtures(now)
    people = _people(fixtures)
    about = Q(fixture__in=[fixture.pk for fixture in fixtures], kind__in=ABOUT_A_DATE)
    return _queue((notice for fixture in fixtures for notice in _due_notices(fixture, people, now)), about, now)


def _queue(notices: Iterable[Notice], about: Q, now: dt.datetime) -> int:
    """Queue those that are not among the notices `about` the same, cancelled ones again; return how many."""
    due = {_name(notice): notice for notice in notices}
    existing = _existing_notices(about)
    fresh = [notice for name, notice in due.items() if name not in existing]
    Notice.objects.bulk_create(fresh, ignore_conflicts=True)
    called_off = [notice for name, notice in due.items() if existing.get(name) == NoticeState.CANCELLED]
    return len(fresh) + sum(_requeue(notice, now) for notice in called_off)


def _fixtures(now: dt.datetime) -> list[Fixture]:
    """Fixtures for which something may be due: dated, public, without a result (two queries)."""
    # A result that is due on a day of the week is so within a week.
    most = League.objects.aggregate(ours=Max("result_hours"), seasons=Max("seasons__result_hours"))
    hours = max(most["ours"] or 0, most["seasons"] or 0, 7 * 24)
    # Two days and an hour more: until the evening at which it is due, and until the next one, also in autumn.
    earliest = now - dt.timedelta(hours=hours + 49) - GIVEN_UP_AFTER
    # A day more: the furthest reminder may be an hour more than its days away.
    latest = now + (FURTHEST_REMINDER + 1) * DAY
    live = Result.objects.filter(fixture=OuterRef("pk"), live=True)
    return list(
        Fixture.objects.filter(
            ~Exists(live),
            # The secretary's desk has those: their captains have done what they can.
            ~Exists(photographed_qs()),
            seasons_shown("division__season__"),
            sides_shown(),
            state=FixtureState.SCHEDULED,
            starts_at__gt=earliest,
            starts_at__lt=latest,
            division__season__published_at__lte=now,
        )
        .select_related("division__season__league", "home", "away", "venue")
        .order_by("starts_at", "pk")
    )


def _people(fixtures: Sequence[Fixture]) -> _People:
    """Users to tell about these fixtures (three queries)."""
    teams = {pk for fixture in fixtures for pk in (fixture.home_id, fixture.away_id)}
    leagues = {fixture.division.season.league_id for fixture in fixtures}
    seasons = {fixture.division.season_id for fixture in fixtures}
    captains: dict[int, list[Held]] = defaultdict(list)
    secretaries: dict[int, list[Held]] = defaultdict(list)
    players: dict[tuple[int, int], list[Held]] = defaultdict(list)
    wanted = Q(kind__in=CAPTAINS, team__in=teams) | Q(kind=RoleKind.SECRETARY, league__in=leagues)
    for role in Role.objects.filter(wanted, user__is_active=True, ended_at=None):
        where = captains[role.team_id] if role.team_id else secretaries[role.league_id]
        where.append((role.user_id, role.starts_on, role.ends_on))
    playing = Registration.objects.filter(season__in=seasons, team__in=teams, player__user__is_active=True)
    for registration in playing.select_related("player"):
        holder = (registration.player.user_id or 0, registration.starts_on, registration.ends_on)
        players[registration.season_id, registration.team_id].append(holder)
    users = {user for group in (*captains.values(), *players.values()) for user, _, _ in group}
    chosen = MailSettings.objects.filter(user__in=users).values_list("user", "reminder_days")
    days = {user: usable_reminder_days(reminder_days) for user, reminder_days in chosen}
    return _People(captains, players, secretaries, days)


def _name(notice: Notice) -> tuple[int, str, str]:
    return notice.recipient_id, notice.kind, notice.key


def _existing_notices(about: Q) -> dict[tuple[int, str, str], str]:
    """States of notices (one query)."""
    owed = Notice.objects.filter(about).values_list("recipient", "kind", "key", "state")
    return {(user, kind, key): state for user, kind, key, state in owed}


def _requeue(notice: Notice, now: dt.datetime) -> int:
    """Queue a cancelled notice again: the fixture is back on its date, or only moved house."""
    user, kind, key = _name(notice)
    called_off = Notice.objects.filter(recipient=user, kind=kind, key=key, state=NoticeState.CANCELLED)
    return called_off.update(
        state=NoticeState.WAITING,
        fixture=notice.fixture,
        send_at=now,
        stale_at=notice.stale_at,
        text=notice.text,
        made_of=notice.made_of,
        digest=False,
        attempts=0,
        error="",
    )


def _due_notices(fixture: Fixture, people: _People, now: dt.datetime) -> Iterator[Notice]:
    if fixture.starts_at > now:
        yield from _reminders_of(fixture, people, now)
    elif not fixture.began_before_publication:
        yield from _result_of(fixture, people, now)


def _reminders_of(fixture: Fixture, people: _People, now: dt.datetime) -> Iterator[Notice]:
    zone = fixture.league.tz
    local = fixture.starts_at.astimezone(zone)
    text = Text(
        "{fixture} on {day} at {time}, {venue}.",
        fixture=str(fixture), day=weekday_of_year(local.date()), time=clock(local.time()), venue=fixture.venue.name,
    )  # fmt: skip
    for user in people.everybody_of(fixture, local.date()):
        for reminder in reminders(fixture.starts_at, people.days.get(user, DEFAULT_REMINDER_DAYS), zone):
            if reminder.goes_at <= now < reminder.stale_at:
                key = f"{start_key(fixture)}:{reminder.days}"
                yield _notice(fixture, user, NoticeKind.FIXTURE_REMINDER, key, text, now, reminder.stale_at)


def _result_of(fixture: Fixture, people: _People, now: dt.datetime) -> Iterator[Notice]:
    league = fixture.league
    due = fixture.division.season.result_due(fixture.starts_at)
    overdue = league.evenings.next_day(due)
    today = now.astimezone(league.tz).date()
    reports = fixture.division.season.reports
    captains = people.captains_of(fixture, today, reporting_sides(reports))
    if due <= now < overdue:
        due_text = N_("{fixture}: the result is due, and nobody has entered it.")
        if reports == WINNER:
            due_text = N_("{fixture}: the result is due, and nobody has entered it. The winning team sends it.")
        text = Text(due_text, fixture=str(fixture))
        for user in captains:
            yield _notice(fixture, user, NoticeKind.RESULT_DUE, start_key(fixture), text, now, overdue)
    elif overdue <= now < overdue + GIVEN_UP_AFTER:
        text = Text("{fixture}: the result is overdue.", fixture=str(fixture))
        for user in captains | people.secretaries_of(league, today):
            end = overdue + GIVEN_UP_AFTER
            yield _notice(fixture, user, NoticeKind.RESULT_OVERDUE, start_key(fixture), text, now, end)


def _notice(
    fixture: Fixture, user: int, kind: NoticeKind, key: str, text: Text, now: dt.datetime, stale_at: dt.datetime
) -> Notice:
    return Notice(
        league=fixture.league,
        recipient_id=user,
        kind=kind,
        key=key,
        **notice_columns(text),
        fixture=fixture,
        created_at=now,
        send_at=now,
        stale_at=stale_at,
    )


DAYS_BEFORE = (7, 2)
"""On how many days before a fixture's last one its captains are reminded."""
DATE_KINDS = (NoticeKind.TIME_RUNNING_OUT, NoticeKind.DATE_TO_SET)
SIX = dt.time(18)
"""The time of day at which they are, by the league's own clock."""


def queue_date_reminders(*, now: dt.datetime) -> int:
    """Queue reminders that a postponed fixture still wants a date, and by when; return for how many fixtures.

    Three queries if there are none. The captains, or the secretaries where those set the date, are reminded a week and
    two days before, at six in the evening; not about fixtures that lost their date after that, or that will be placed.
    """
    waiting = _without_a_date(now)
    calendars = calendars_of({put_off.fixture.division.season for put_off in waiting})
    due: dict[str, tuple[Postponement, dt.date, Reminder]] = {}
    for put_off in waiting:
        last_day = calendars[put_off.fixture.division.season_id].agreed_by(put_off.fixture)
        reminder = _reminder_at(put_off, last_day, now) if last_day is not None else None
        if last_day is not None and reminder is not None:
            due[f"{put_off.pk}:{last_day:%Y%m%d}:{reminder.days}"] = put_off, last_day, reminder
    existing = Notice.objects.filter(kind__in=DATE_KINDS, key__in=due).values_list("key", flat=True)
    fresh = set(due) - set(existing)
    for key in sorted(fresh):
        _remind(key, *due[key], now=now)
    return len(fresh)


def _without_a_date(now: dt.datetime) -> Sequence[Postponement]:
    postponements = Postponement.objects.filter(
        seasons_shown("fixture__division__season__"),
        sides_shown("fixture__"),
        state=PostponementState.OWED,
        fixture__state=FixtureState.POSTPONED,
        fixture__division__season__published_at__lte=now,
    ).exclude(fixture__results__live=True)
    joined = ("fixture__division__season__league", "fixture__home", "fixture__away", "fixture__week")
    return list(postponements.select_related(*joined).order_by("pk"))


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


TIE_DAYS = (7,)
"""On how many days before the last day of its round the captains of a cup tie are reminded."""


def queue_tie_reminders(*, now: dt.datetime) -> int:
    """Queue reminders of cup ties without a result a week before their last day; return the number of new notices.

    One query if there are none. Captains of both sides are reminded at six in the evening, once by tie and last day;
    not before the result is due of a tie that has begun, and not on the day on which it was set, when they had a mail.
    """
    due = {fixture: reminder for fixture in _unplayed_ties(now) for reminder in _tie_reminders(fixture, now)}
    if not due:
        return 0
    people = _people(list(due))
    notices = [
        _notice(fixture, user, NoticeKind.TIE_TO_PLAY, key, text, now, stale_at)
        for fixture, (key, text, stale_at) in due.items()
        for user in people.captains_of(fixture, now.astimezone(fixture.league.tz).date())
    ]
    return _queue(notices, Q(kind=NoticeKind.TIE_TO_PLAY, key__in={notice.key for notice in notices}), now)


def _unplayed_ties(now: dt.datetime) -> Sequence[Fixture]:
    """Fixtures of ties between sides that are known, with `last_day` near, public and without a result (one query)."""
    set_today = JournalEntry.objects.filter(kind=JournalKind.TIE_SET, fixture=OuterRef("pk"), at__gt=now - DAY)
    ties = Fixture.objects.filter(
        ~Exists(Result.objects.filter(fixture=OuterRef("pk"), live=True)),
        ~Exists(photographed_qs()),
        ~Exists(set_today),
        seasons_shown("division__season__"),
        sides_shown(),
        state=FixtureState.SCHEDULED,
        tie__winner=None,
        division__season__published_at__lte=now,
    ).annotate(last_day=Subquery(last_days_of(OuterRef("tie"))[:1]))
    # A day more at both ends, for leagues whose clocks are elsewhere.
    near = (now - DAY).date(), (now + (max(TIE_DAYS) + 1) * DAY).date()
    joined = ("division__season__league", "home", "away")
    return list(ties.filter(tie__isnull=False, last_day__range=near).select_related(*joined).order_by("pk"))


def _tie_reminders(fixture: Fixture, now: dt.datetime) -> Iterator[tuple[str, Text, dt.datetime]]:
    """Key, text and end of the reminder of a tie that is due now, if one is."""
    if fixture.starts_at <= now < fixture.division.season.result_due(fixture.starts_at):
        return
    last_day: dt.date = fixture.last_day  # type: ignore[attr-defined]
    ends = dt.datetime.combine(last_day, SIX, tzinfo=fixture.league.tz)
    text = Text(
        "{fixture} of {cup} must be played by {day} and has no result yet.",
        fixture=str(fixture), cup=fixture.division.name, day=format_day(last_day),
    )  # fmt: skip
    for reminder in reminders(ends, TIE_DAYS, fixture.league.tz):
        if reminder.goes_at <= now < reminder.stale_at:
            yield f"{fixture.tie_id}:{last_day:%Y%m%d}", text, reminder.stale_at
