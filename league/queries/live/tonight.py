"""An evening's fixtures: those set for the day, and whatever else is being played."""

import datetime as dt
from dataclasses import dataclass

from league.enums import ResultState
from league.models import Fixture, League, Result
from league.queries.fixtures import lines_between
from league.queries.live.scores import Scored, live_scores_in


@dataclass(frozen=True, slots=True)
class TonightLine:
    fixture: Fixture
    result: Result | None
    scored: Scored | None

    @property
    def unconfirmed(self) -> bool:
        return self.result is not None and self.result.state == ResultState.SUBMITTED


@dataclass(frozen=True, slots=True)
class Tonight:
    """An evening of a league; `coming` is the next day with fixtures, where this one has none."""

    day: dt.date
    lines: tuple[TonightLine, ...]
    coming: dt.date | None = None


def tonight(league: League, *, now: dt.datetime) -> Tonight:
    """Return the evening of a league (three queries; five where nothing is played)."""
    day = now.astimezone(league.tz).date()
    scores = {one.fixture.pk: one for one in live_scores_in(league, now=now)}
    lines = [TonightLine(one.fixture, one.result, None) for one in lines_between(league, *_day(league, day))]
    lines = [
        TonightLine(one.fixture, one.result, None if one.result else scores.pop(one.fixture.pk, None)) for one in lines
    ]
    besides = [TonightLine(one.fixture, None, one) for one in scores.values()]
    coming = None if lines or besides else _next_day(league, day)
    return Tonight(day, tuple(besides + lines), coming)


def _day(league: League, day: dt.date, days: int = 1) -> tuple[dt.datetime, dt.datetime]:
    start = dt.datetime.combine(day, dt.time(), tzinfo=league.tz)
    return start, dt.datetime.combine(day + dt.timedelta(days=days), dt.time(), tzinfo=league.tz)


def _next_day(league: League, day: dt.date) -> dt.date | None:
    lines = lines_between(league, *_day(league, day, days=60))
    return lines[0].fixture.starts_at.astimezone(league.tz).date() if lines else None
