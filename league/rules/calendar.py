"""The weeks of a season (R52): the penultimate week of every round is left blank for postponed fixtures."""

import datetime as dt
from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

WeekKind = Literal["play", "catch-up", "no-play"]
WEEK = dt.timedelta(weeks=1)


@dataclass(frozen=True, slots=True)
class WeekPlan:
    """A week of the calendar. `number` counts the weeks of its round; a week without play has none."""

    round: int
    number: int | None
    starts: dt.date
    kind: WeekKind


def monday_of(day: dt.date) -> dt.date:
    """The Monday of a day's week."""
    return day - dt.timedelta(days=day.weekday())


def play_weeks_for(teams: int) -> int:
    """Weeks of play in which every pair of `teams` meets once: one fewer for an even number, a bye each for an odd."""
    return max(teams - 1 + teams % 2, 0)


def season_weeks(
    first_week: dt.date, *, rounds: int, play_weeks: int, no_play: Collection[dt.date]
) -> tuple[WeekPlan, ...]:
    """Every week of a season in order.

    Args:
        first_week: any day of the first week.
        rounds: how often every pair meets.
        play_weeks: weeks of play in each round, the blank week not counted.
        no_play: days without play; the whole week of each is left out and pushes the later ones back.
    """
    blank = {monday_of(day) for day in no_play}
    starts = monday_of(first_week)
    weeks: list[WeekPlan] = []
    for round_number in range(1, rounds + 1) if play_weeks > 0 else ():
        number = 1
        while number <= play_weeks + 1:
            if starts in blank:
                weeks.append(WeekPlan(round_number, None, starts, "no-play"))
            else:
                kind: WeekKind = "catch-up" if number == play_weeks else "play"
                weeks.append(WeekPlan(round_number, number, starts, kind))
                number += 1
            starts += WEEK
    return tuple(weeks)
