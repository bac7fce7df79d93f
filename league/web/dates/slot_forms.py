"""The dates of a postponement as a browser sends and shows them.

Three places for a date, each a day from a list (``slot-1``) and an hour (``slot-1-time``); the secretary types a day
(``date``) and an hour (``time``). What was typed stays in its place, also where it cannot be read.
"""

import datetime as dt
import zoneinfo
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from league.rules.problems import Problem
from league.rules.slots import Evening, Moving, format_day
from league.rules.wording import day_of_year
from league.translation import N_, Text, translated
from league.web.form_fields import LONGEST_DAY, read_moment, typed

PLACES = (1, 2, 3)


@dataclass(frozen=True, slots=True)
class SlotField:
    number: int
    day: str
    time: str
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Week:
    """The evenings of a week, those that may be chosen (value, label) and the others."""

    label: Text
    options: tuple[tuple[str, Text], ...]
    shut: tuple[Evening, ...]


def blank_slots(start: dt.time) -> list[SlotField]:
    """The three places with nothing chosen yet, at the home team's usual hour."""
    return [SlotField(number, "", f"{start:%H:%M}") for number in PLACES]


def read_slots(
    sent: Mapping[str, str], tz: zoneinfo.ZoneInfo
) -> tuple[list[SlotField], dict[int, dt.datetime], list[Problem]]:
    """The places as they were filled in, the moment of each that names one, and what cannot be read."""
    fields, moments, problems = [], {}, []
    for number in PLACES:
        day = typed(sent.get(f"slot-{number}", ""), LONGEST_DAY)
        time = typed(sent.get(f"slot-{number}-time", ""), LONGEST_DAY)
        fields.append(SlotField(number, day, time))
        if not day:
            continue
        moment = read_moment(day, time, tz)
        if moment is None:
            problems.append(
                Problem("date", N_("Choose a day from the list and a time such as 20:00."), f"slot-{number}")
            )
        else:
            moments[number] = moment
    return fields, moments, problems


def in_their_places(problems: Iterable[Problem], places: Sequence[int]) -> list[Problem]:
    """Problems with the first, second … date, each at the place where that date was filled in."""
    by_name = {f"slot-{order}": f"slot-{place}" for order, place in enumerate(places, start=1)}
    return [replace(p, field=by_name.get(p.field, p.field)) for p in problems]


def marked(fields: Iterable[SlotField], problems: Sequence[Problem]) -> list[SlotField]:
    return [
        replace(f, problems=tuple(translated(p.message) for p in problems if p.field == f"slot-{f.number}"))
        for f in fields
    ]


def weeks_of(moving: Moving, found: Iterable[Evening], chosen: Iterable[str] = ()) -> list[Week]:
    """The evenings by week. One that was chosen stays in the list, although it is no longer possible."""
    kept = set(chosen)
    by_week: dict[dt.date, list[Evening]] = {}
    for evening in found:
        by_week.setdefault(evening.date - dt.timedelta(days=evening.date.weekday()), []).append(evening)
    return [
        Week(
            label=_label(moving, monday),
            options=tuple(
                (e.date.isoformat(), _option(moving, e)) for e in week if e.allowed or e.date.isoformat() in kept
            ),
            shut=tuple(evening for evening in week if not evening.allowed),
        )
        for monday, week in by_week.items()
    ]


def _label(moving: Moving, monday: dt.date) -> Text:
    week, day = moving.week_of(monday), day_of_year(monday)
    if week is None or week.kind == "no-play":
        return Text("No play, week of {day}", day=day)
    if week.kind == "catch-up":
        return Text("Week {number} (catch-up), from {day}", number=week.number, day=day)
    return Text("Week {number}, from {day}", number=week.number, day=day)


def _option(moving: Moving, evening: Evening) -> Text:
    day = format_day(evening.date)
    if not evening.allowed:
        return Text("{day} (unavailable)", day=day)
    return Text("{day} – home night", day=day) if evening.date.weekday() == moving.night else day
