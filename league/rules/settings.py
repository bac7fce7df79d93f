"""The values a setting may have: one table of numbers, and a check of each list. They bind whoever stores one."""

from collections.abc import Mapping, Sequence
from typing import Any

from league.rules.mailing import FURTHEST_REMINDER
from league.rules.problems import Problem
from league.rules.tie_breaks import TIE_BREAKS, check_tie_breaks
from scoring.text import N_, Text

Ranges = Mapping[str, tuple[int, int, Text]]
# The least and the most of each number, and what it counts.
OF_A_LEAGUE: Ranges = {
    "result_hours": (1, 24 * 28, N_("hours")),
    "confirm_hours": (1, 24 * 28, N_("hours")),
    "dispute_days": (1, 90, N_("days")),
    "appeal_days": (1, 90, N_("days")),
}
OF_A_SEASON: Ranges = {
    "short_notice_hours": (0, 24 * 14, N_("hours")),
    "place_days": (0, 28, N_("days")),
    "registration_days": (0, 365, N_("days")),
    "transfer_limit": (0, 20, N_("a number")),
    "guest_limit": (0, 200, N_("a number")),
}
POINTS = ("points_per_game", "points_per_match", "points_per_win", "points_per_draw")
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


def out_of_range(said: Mapping[str, Any], ranges: Ranges) -> list[Problem]:
    """Return a problem for each number that is beyond its range; None is no number and passes."""
    return [
        Problem("range", Text("Write {what} from {least} to {most}.", what=what, least=least, most=most), name)
        for name, (least, most, what) in ranges.items()
        if name in said and said[name] is not None and not least <= said[name] <= most
    ]
