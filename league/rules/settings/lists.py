"""Lists that a row keeps: a check of each, and what of a stored one can be used. They bind whoever stores one."""

import datetime as dt
from collections.abc import Sequence
from typing import Any

from league.rules.mailing import FURTHEST_REMINDER
from league.rules.problems import Problem
from league.rules.tie_breaks import TIE_BREAKS, check_tie_breaks
from scoring.text import N_, Text
from timetable.calendar import monday_of

NIGHTS = range(7)


def check_tie_break_list(stored: Any) -> list[Problem]:
    """Return what is wrong with a stored order of tie-breaks, whatever it is."""
    if not isinstance(stored, list | tuple) or not all(isinstance(key, str) for key in stored):
        known = ", ".join(TIE_BREAKS)
        message = Text("write a list of tie-breaks in their order; there are {known}", known=known)
        return [Problem("tie-break", message, "tie_breaks")]
    return check_tie_breaks(stored)


def usable_tie_breaks(stored: Any) -> tuple[str, ...]:
    """Return the known tie-breaks of a stored list, each once: a table is made even where the list has a slip."""
    if not isinstance(stored, list | tuple):
        return ()
    return tuple(dict.fromkeys(key for key in stored if isinstance(key, str) and key in TIE_BREAKS))


def check_nights(stored: Any) -> list[Problem]:
    """Return what is wrong with a stored list of evenings, Monday 0."""
    if isinstance(stored, list | tuple) and stored and all(_is_night(night) for night in stored):
        return []
    message = N_("write a list of evenings, Monday 0 to Sunday 6, at least one")
    return [Problem("nights", message, "catch_up_nights")]


def usable_nights(stored: Any) -> tuple[int, ...]:
    """Return the evenings of a stored list, in order, each once."""
    found: Sequence[Any] = stored if isinstance(stored, list | tuple) else ()
    return tuple(sorted({int(night) for night in found if _is_night(night)}))


def _is_night(night: Any) -> bool:
    return isinstance(night, int) and not isinstance(night, bool) and night in NIGHTS


def check_weeks(stored: Any) -> list[Problem]:
    """Return what is wrong with a stored list of weeks, each by a day of it; an empty one is right."""
    if isinstance(stored, list | tuple) and all(_day(day) is not None for day in stored):
        return []
    return [Problem("weeks", N_("write a list of weeks, each by a day of it like 2026-11-02"), "catch_up_weeks")]


def usable_weeks(stored: Any) -> tuple[str, ...]:
    """Return the weeks of a stored list, each by its Monday, in order, each once."""
    found: Sequence[Any] = stored if isinstance(stored, list | tuple) else ()
    days = (_day(day) for day in found)
    return tuple(sorted({monday_of(day).isoformat() for day in days if day is not None}))


def _day(day: Any) -> dt.date | None:
    if isinstance(day, dt.date):
        return day
    try:
        return dt.date.fromisoformat(day)
    except (TypeError, ValueError):
        return None


def check_reminder_days(stored: Any) -> list[Problem]:
    """Return what is wrong with a stored list of days before a fixture; an empty one is right."""
    if isinstance(stored, list | tuple) and all(_is_day(day) for day in stored):
        return []
    message = Text("write a list of days from 1 to {most}", most=FURTHEST_REMINDER)
    return [Problem("days", message, "reminder_days")]


def usable_reminder_days(stored: Any) -> tuple[int, ...]:
    """Return the days of a stored list that are days."""
    found: Sequence[Any] = stored if isinstance(stored, list | tuple) else ()
    return tuple(day for day in found if _is_day(day))


def _is_day(day: Any) -> bool:
    return isinstance(day, int) and not isinstance(day, bool) and 1 <= day <= FURTHEST_REMINDER
