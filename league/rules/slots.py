"""By when a postponed fixture is to be played, the evenings it may move to, and why not the others (R52, R53).

It is played when it suits both teams, no later than its season has it (`PlayBy`): by default the catch-up week of its
round; a fixture of the round's last week can then only be brought forward. Evenings are days of the league's own wall
clock: a fixture at eight stays at eight when the clocks change.
"""

import datetime as dt
import zoneinfo
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from league.rules.wording import clock
from scoring.text import N_, NOTHING, Text
from timetable.calendar import MONTHS, WEEKDAYS, Blank, WeekPlan, monday_of

SUNDAY = dt.timedelta(days=6)


class Bound(NamedTuple):
    """The last day on which a fixture may be played, and why.

    Attributes:
        by: the blank week of its ``round``, the next ``blank`` week, the end of the ``season``, so many days ``within``
            its first date, or the season's fixed day (``until``).
    """

    day: dt.date
    by: Literal["round", "blank", "season", "within", "until"]


@dataclass(frozen=True, slots=True)
class PlayBy:
    """A season's rule for postponed fixtures: which weeks are blank, days after the first date, and a last day."""

    blank: Blank = "penultimate"
    within: int | None = None
    until: dt.date | None = None

    def catch_up(self, weeks: Sequence[WeekPlan], week: WeekPlan) -> WeekPlan | None:
        """The blank week of a fixture: its round's, or else the next."""
        blank = [other for other in weeks if other.kind == "catch-up"]
        if self.blank == "penultimate":
            return max((w for w in blank if w.round == week.round), key=_start, default=None)
        if self.blank == "none":
            return None
        return min((other for other in blank if other.starts >= week.starts), key=_start, default=None)

    def bound(self, weeks: Sequence[WeekPlan], week: WeekPlan, first: dt.date) -> Bound:
        """The last day of a fixture, first scheduled on `first`; `weeks` are of the whole season."""
        blank = self.catch_up(weeks, week)
        bounds: list[Bound] = []
        if self.blank == "penultimate":
            own = blank or max((w for w in weeks if w.round == week.round), key=_start, default=week)
            bounds.append(Bound(own.starts + SUNDAY, "round"))
        elif blank is not None:
            bounds.append(Bound(blank.starts + SUNDAY, "blank"))
        elif self.until is None:
            bounds.append(Bound(max(weeks, key=_start, default=week).starts + SUNDAY, "season"))
        if self.until is not None:
            bounds.append(Bound(self.until, "until"))
        if self.within is not None:
            bounds.append(Bound(first + dt.timedelta(days=self.within), "within"))
        return min(bounds, key=lambda bound: bound.day)

    def lapses_after(self, weeks: Sequence[WeekPlan], week: WeekPlan, first: dt.date) -> dt.date | None:
        """The day after which a fixture is too late: its bound, or the Sunday of its own week if later.

        None where its round alone has no blank week, and nothing else is said.
        """
        said = self.within is not None or self.until is not None
        if self.blank == "penultimate" and not said and self.catch_up(weeks, week) is None:
            return None
        bound = self.bound(weeks, week, first)
        return bound.day if bound.by == "within" else max(bound.day, week.starts + SUNDAY)


USUAL = PlayBy()


def _start(week: WeekPlan) -> dt.date:
    return week.starts


DAY = dt.timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Side:
    """A team; `busy` has its other fixtures by evening: "Anchor v Bell"."""

    name: str
    busy: Mapping[dt.date, str] = field(default_factory=dict)
    blackouts: frozenset[dt.date] = frozenset()


@dataclass(frozen=True, slots=True)
class Place:
    """A venue: fixtures it holds on one evening, and those held."""

    name: str
    boards: int = 1
    held: Mapping[dt.date, int] = field(default_factory=dict)
    closed: frozenset[dt.date] = frozenset()


@dataclass(frozen=True, slots=True)
class Moving:
    """A fixture to move, and all that its new evening depends on.

    Attributes:
        week: in the timetable; `weeks` are of its whole season.
        first: its first scheduled day.
        at: None when it has no date.
        night, start: the home team's own, Monday 0.
        catch_up_nights: evenings of the catch-up week, besides the home team's own.
    """

    home: Side
    away: Side
    venue: Place
    week: WeekPlan
    weeks: tuple[WeekPlan, ...]
    first: dt.date
    at: dt.datetime | None
    night: int
    start: dt.time
    catch_up_nights: frozenset[int]
    tz: zoneinfo.ZoneInfo
    play_by: PlayBy = USUAL

    @property
    def bound(self) -> Bound:
        return self.play_by.bound(self.weeks, self.week, self.first)

    @property
    def until(self) -> dt.date:
        return self.bound.day

    @property
    def last_week(self) -> bool:
        """Whether the timetable has it in its round's last week, after its catch-up week."""
        blank = self.catch_up
        return blank is not None and self.week.starts > blank.starts

    @property
    def catch_up(self) -> WeekPlan | None:
        return self.play_by.catch_up(self.weeks, self.week)

    @property
    def is_placed(self) -> bool:
        """Whether it is placed where the captains find no date: its last day leaves evenings of a blank week."""
        blank = self.catch_up
        return blank is not None and blank.starts <= self.until

    def week_of(self, day: dt.date) -> WeekPlan | None:
        monday = monday_of(day)
        return next((week for week in self.weeks if week.starts == monday), None)

    def usual(self, day: dt.date) -> bool:
        """Whether people expect to play that evening: the home night, and in the catch-up week its own nights."""
        week = self.week_of(day)
        blank = week is not None and week.kind == "catch-up"
        return day.weekday() == self.night or (blank and day.weekday() in self.catch_up_nights)


@dataclass(frozen=True, slots=True)
class Reason:
    """The reason why an evening is not possible."""

    code: str  # past, early, late, same, busy, blackout, closed, full or clock
    message: Text


@dataclass(frozen=True, slots=True)
class Evening:
    """An evening, whether the fixture may move to it, and what is to be said of it."""

    date: dt.date
    starts_at: dt.datetime  # suggested, in UTC
    reasons: tuple[Reason, ...] = ()  # against it; allowed where there is none
    remark: Text = NOTHING  # worth knowing, no obstacle
    usual: bool = False  # the home team's evening, or one of the catch-up week's

    @property
    def allowed(self) -> bool:
        return not self.reasons


def instant(day: dt.date, time: dt.time, tz: zoneinfo.ZoneInfo) -> dt.datetime:
    """The moment at which a wall clock in `tz` shows that day and time, in UTC; the first of two in autumn."""
    return dt.datetime.combine(day, time, tzinfo=tz).astimezone(dt.UTC)


def format_day(day: dt.date) -> Text:
    """Format a day: "Tuesday 6 October"."""
    weekday, month = WEEKDAYS[day.weekday()], MONTHS[day.month - 1]
    return Text("{weekday} {day} {month}", weekday=weekday, day=day.day, month=month)


def format_moment(moment: dt.datetime, tz: zoneinfo.ZoneInfo) -> Text:
    """Format a moment in `tz`: "Tuesday 6 October at 8 pm"."""
    local = moment.astimezone(tz)
    return Text("{day} at {time}", day=format_day(local.date()), time=clock(local.time()))


def judge(moving: Moving, starts_at: dt.datetime, *, now: dt.datetime) -> Evening:
    local = starts_at.astimezone(moving.tz)
    day = local.date()
    week = moving.week_of(day)
    return Evening(
        date=day,
        starts_at=starts_at.astimezone(dt.UTC),
        reasons=(*_of_the_calendar(moving, local, now), *_of_the_teams(moving, day), *_of_the_venue(moving.venue, day)),
        remark=N_("No play is planned in this week.") if week is None or week.kind == "no-play" else NOTHING,
        usual=moving.usual(day),
    )


def evenings(moving: Moving, *, now: dt.datetime) -> tuple[Evening, ...]:
    """Evenings from tomorrow (or the season's first day) to the last one possible, at the usual hour."""
    first = max(now.astimezone(moving.tz).date() + DAY, min(week.starts for week in moving.weeks))
    days = (first + n * DAY for n in range((moving.until - first).days + 1))
    return tuple(judge(moving, instant(day, moving.start, moving.tz), now=now) for day in days)


def best(found: Iterable[Evening], *, count: int) -> list[Evening]:
    """Allowed evenings that people would name first: usual ones, in weeks of play, the soonest."""
    allowed = [evening for evening in found if evening.allowed]
    return sorted(allowed, key=lambda e: (not e.usual, bool(e.remark), e.date))[:count]


def _of_the_calendar(moving: Moving, local: dt.datetime, now: dt.datetime) -> Iterator[Reason]:
    day = local.date()
    if local.astimezone(dt.UTC).astimezone(moving.tz).replace(tzinfo=None) != local.replace(tzinfo=None):
        time = f"{local:%H:%M}"
        message = Text("At {time} the clocks go forward that night: there is no such time.", time=time)
        yield Reason("clock", message)
    if day <= now.astimezone(moving.tz).date():
        yield Reason("past", N_("It must be tomorrow or later."))
    if day < min(week.starts for week in moving.weeks):
        yield Reason("early", N_("The season has not begun."))
    if day > moving.until:
        yield Reason("late", _why_late(moving))
    if moving.at is not None and moving.at.astimezone(moving.tz).date() == day:
        yield Reason("same", N_("It is already set for this evening."))


def _why_late(moving: Moving) -> Text:
    day, by = format_day(moving.until), moving.bound.by
    if by == "round" and moving.last_week:
        return Text("A fixture of the round’s last week can only be brought forward, to {day} at the latest.", day=day)
    if by == "within":
        return Text.plural(
            "It must be played by {day}, within {n} day of its first date.",
            "It must be played by {day}, within {n} days of its first date.",
            n=moving.play_by.within or 0,
            day=day,
        )
    return Text(_LATE[by], day=day)


_LATE = {
    "round": N_("It must be played by {day}, the end of the round’s catch-up week."),
    "blank": N_("It must be played by {day}, the end of the catch-up week."),
    "season": N_("It must be played by {day}, the end of the season."),
    "until": N_("It must be played by {day}, the last day for postponed fixtures."),
}


def _of_the_teams(moving: Moving, day: dt.date) -> Iterator[Reason]:
    for side in (moving.home, moving.away):
        if day in side.busy:
            message = Text("{team} play {fixture} that evening.", team=side.name, fixture=side.busy[day])
            yield Reason("busy", message)
        if day in side.blackouts:
            yield Reason("blackout", Text("{team} cannot play that day.", team=side.name))


def _of_the_venue(venue: Place, day: dt.date) -> Iterator[Reason]:
    if day in venue.closed:
        yield Reason("closed", Text("{venue} is closed that day.", venue=venue.name))
    held = venue.held.get(day, 0)
    if held >= venue.boards:
        message = Text.plural(
            "{venue} has no board free: it has one fixture that evening and holds {boards}.",
            "{venue} has no board free: it has {n} fixtures that evening and holds {boards}.",
            n=held,
            venue=venue.name,
            boards=venue.boards,
        )
        yield Reason("full", message)
