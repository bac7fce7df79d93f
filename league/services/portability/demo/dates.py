"""The demo's calendar, moved so that its week 8 is this week, whatever day it is."""

import datetime as dt
import re
from pathlib import Path

from league.enums import Night
from league.models import Fixture, League, Season
from league.services.portability.imports import HEADINGS
from timetable.calendar import monday_of

WEEK_8 = dt.date(2026, 11, 2)
EVENING = dt.time(20)
NIGHTS = tuple(label for _, label in Night.choices)
A_NIGHT = re.compile(rf"(?<=,)({'|'.join(NIGHTS)})(?=,)")
DATE = re.compile(r"\b(\d{4}-\d{2}-\d{2})\b")


def shift_of(today: dt.date) -> int:
    """Return by how many weeks the demo's calendar is moved: week 8 is the one that holds this day."""
    return (monday_of(today) - WEEK_8).days // 7


def moved(folder: Path, today: dt.date) -> dict[str, bytes]:
    """Return the spreadsheets of a folder as if their week 8 were this week, and the season named after its years.

    Monday and the night of today change places, in dates and in words; the season itself goes on beginning on a Monday.
    """
    shift, nights = dt.timedelta(weeks=shift_of(today)), {NIGHTS[0]: NIGHTS[today.weekday()]}
    nights |= {new: old for old, new in nights.items()}

    def later(found: re.Match[str]) -> str:
        return (dt.date.fromisoformat(found[1]) + shift).isoformat()

    def swapped(found: re.Match[str]) -> str:
        day = dt.date.fromisoformat(found[1]) + shift
        turned = {0: today.weekday(), today.weekday(): 0}.get(day.weekday(), day.weekday())
        return (monday_of(day) + dt.timedelta(days=turned)).isoformat()

    files = {}
    for name in HEADINGS:
        path = folder / name
        if path.is_file():
            text = path.read_text(encoding="utf-8-sig")
            text = _renamed(DATE.sub(later, text)) if name == "season.csv" else DATE.sub(swapped, text)
            if name == "teams.csv":
                text = A_NIGHT.sub(lambda found: nights.get(found[1], found[1]), text)
            files[name] = text.encode()
    return files


def _renamed(season: str) -> str:
    headings, _, row = season.partition("\n")
    first = DATE.search(row)
    year = int(first[1][:4]) if first else WEEK_8.year
    return f"{headings}\n{year}-{(year + 1) % 100:02}{row[row.index(',') :]}"


def publish_before(league: League) -> None:
    """Let the seasons of a demo league have been published a month before they began, and their fixtures with them."""
    for season in Season.objects.filter(league=league):
        day = dt.datetime.combine(season.first_week, dt.time(12), tzinfo=league.tz)
        season.published_at = day - dt.timedelta(days=30)
        season.save(update_fields=["published_at"])
    Fixture.objects.filter(division__season__league=league, sequence=0).update(changed_at=None)


def begun(here: dt.datetime) -> dt.datetime:
    """Return when tonight's fixtures begin, by local time: at eight, or at the last full hour if it is earlier."""
    return min(here.replace(minute=0, second=0, microsecond=0), dt.datetime.combine(here, EVENING, tzinfo=here.tzinfo))
