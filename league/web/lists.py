"""Lists of fixtures, a row each under the day on which they are played, and the weeks of the fixture list."""

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils import timezone

from league.enums import FixtureState
from league.models import League
from league.queries.fixtures import FixtureLine, WeekLines
from league.translation import N_
from league.web.cards import FixtureCard, fixture_cards


@dataclass(frozen=True, slots=True)
class DayView:
    """The fixtures of one day, or those without one."""

    date: dt.date | None  # None for fixtures that have no date, or will not be played; `title` says which
    title: str
    cards: list[FixtureCard]
    entered: int  # how many have a result
    open: bool = True


def day_views(lines: Iterable[FixtureLine], league: League, *, now: dt.datetime) -> list[DayView]:
    """Return fixtures under the days on which they are played, in order; then those without a date; then the others."""
    days: dict[tuple[int, dt.date | None], list[FixtureLine]] = {}
    for line in lines:
        days.setdefault(_key(line), []).append(line)
    titles = {0: "", 1: N_("No date yet"), 2: N_("Not played")}
    return [
        DayView(
            date, titles[kind], fixture_cards(found, league, now=now), sum(line.result is not None for line in found)
        )
        for (kind, date), found in sorted(days.items(), key=lambda item: (item[0][0], item[0][1] or dt.date.min))
    ]


def _key(line: FixtureLine) -> tuple[int, dt.date | None]:
    state = line.fixture.state
    if state == FixtureState.SCHEDULED:
        return 0, timezone.localtime(line.fixture.starts_at).date()
    return (1, None) if state == FixtureState.POSTPONED else (2, None)


def folded_days(lines: Sequence[FixtureLine], league: League, *, now: dt.datetime) -> list[DayView]:
    """Return a week's fixtures by day. Open is the next day with fixtures, today's among them, or else the last one."""
    found = day_views(lines, league, now=now)
    today = timezone.localtime(now).date()
    dated = [view.date for view in found if view.date is not None]
    looked_for = next((date for date in dated if date >= today), dated[-1] if dated else None)
    return [DayView(each.date, each.title, each.cards, each.entered, each.date == looked_for) for each in found]


@dataclass(frozen=True, slots=True)
class WeekView:
    """A week of the fixture list with its fixtures by day; nothing but its heading where it is folded."""

    lines: WeekLines
    days: list[DayView]


@dataclass(frozen=True, slots=True)
class Calendar:
    """The fixture list's weeks: `earlier` are those folded away before the first open one."""

    earlier: list[WeekView]
    weeks: list[WeekView]

    @property
    def earlier_count(self) -> int:
        return sum(view.lines.count for view in self.earlier)


def calendar_view(weeks: Sequence[WeekLines], league: League, *, now: dt.datetime) -> Calendar:
    """Return the weeks of the fixture list, those before the first open one apart."""
    views = [WeekView(week, day_views(week.lines, league, now=now)) for week in weeks]
    first = next((number for number, view in enumerate(views) if view.lines.open), 0)
    return Calendar(views[:first], views[first:])
