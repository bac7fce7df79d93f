"""The weeks of a timetable (R52): a blank week is one calendar week for the whole season, whatever a division's size.

A round has as many weeks of play as the largest division needs. A smaller one plays in fewer of them, always in the
last: by default its idle weeks stand before the blank one.
"""

import datetime as dt

from scoring.text import Text
from timetable.calendar import MONTHS, WEEKDAYS, WeekPlan, half_of, play_weeks_for, season_weeks
from timetable.values import Brief, Division, SecondHalf

Pairing = tuple[int, int]  # who is at home, and who comes: places or teams, by number
Half = tuple[tuple[Pairing, ...], ...]  # one round: the pairings of each week of play


def play_weeks_of(brief: Brief) -> int:
    """Weeks of play in each round: those of the largest division."""
    return max((play_weeks_for(len(division.teams)) for division in brief.divisions), default=0)


def calendar_of(brief: Brief) -> tuple[WeekPlan, ...]:
    """Every week of the season in order: of play, blank for postponed fixtures, or without play."""
    return season_weeks(
        brief.first_week,
        rounds=brief.rounds,
        play_weeks=play_weeks_of(brief),
        no_play=brief.no_play,
        shape=brief.shape,
    )


def mondays_of(brief: Brief) -> dict[tuple[int, int], dt.date]:
    """The Monday of each week of play, by round and number in it."""
    return {
        (week.round, week.number): week.starts
        for week in calendar_of(brief)
        if week.kind == "play" and week.number is not None
    }


def numbers_of(brief: Brief, of_round: int) -> tuple[int, ...]:
    """The numbers of a round's weeks of play: all but the blank ones."""
    return tuple(number for at_round, number in mondays_of(brief) if at_round == of_round)


def usual_weeks(brief: Brief, division: Division, of_round: int) -> tuple[int, ...]:
    """The numbers of a round's weeks in which a division plays: the first ones, and the last of the round."""
    numbers, own = numbers_of(brief, of_round), own_weeks(brief, division, of_round)
    return (*numbers[: own - 1], numbers[-1]) if own else ()


def own_weeks(brief: Brief, division: Division, of_round: int) -> int:
    """Weeks of play of a division in a round; half of them, rounded up, in half a round."""
    whole = play_weeks_for(len(division.teams))
    return half_of(whole) if brief.shape.is_half(of_round, brief.rounds) else whole


def order_of(second_half: SecondHalf, round_number: int, weeks: int) -> tuple[int, ...]:
    """Return the order of the first round's weeks in another: the same, or in the French scheme one later a round.

    Half a round is the first half of it.
    """
    start = (round_number - 1) % weeks if second_half == "french" and weeks else 0
    return (*range(start, weeks), *range(start))


def night_of(monday: dt.date, night: int) -> dt.date:
    """The day of a week that a night is."""
    return monday + dt.timedelta(days=night)


def format_day(day: dt.date) -> Text:
    """A date as a sentence names it: `Wednesday 28 October 2026`."""
    weekday, month = WEEKDAYS[day.weekday()], MONTHS[day.month - 1]
    return Text("{weekday} {day} {month} {year}", weekday=weekday, day=day.day, month=month, year=day.year)
