"""The timetables and teams of a draft that other settings of its weeks and evenings would touch, in sentences."""

import datetime as dt
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from league.enums import TimetableState
from league.models import Entry, Season
from league.rules.settings import AS_THE_SEASON, SeasonSettings, stored
from league.translation import N_, Text, join_names

STALE = (TimetableState.WAITING, TimetableState.SOLVING, TimetableState.READY)


def of_timetables(season: Season) -> Iterator[Text]:
    """Yield what becomes of the timetables of a draft when what they are made from is changed (one query)."""
    if made := season.timetables.filter(state__in=STALE).count():
        yield Text.plural(
            "{n} timetable that you have asked for already stays as it is: make another one.",
            "{n} timetables that you have asked for already stay as they are: make another one.",
            n=made,
        )
    else:
        yield N_("The timetable that you make next follows it.")


def _timetable(season: Season, after: Season, now: dt.datetime) -> Iterator[Text]:
    return of_timetables(season)


def _evening(season: Season, after: Season, now: dt.datetime) -> Iterator[Text]:
    night = stored(SeasonSettings, after).night
    if night is None:
        yield N_("Every team keeps the night it has, until you give it another.")
    else:
        # A division with an evening of its own stays with that.
        teams = Entry.objects.filter(season=season, division__own_evening=AS_THE_SEASON)
        moved = teams.exclude(home_night=night).select_related("team")
        if names := [entry.team.name for entry in moved.order_by("team__name")]:
            yield Text.plural(
                "{teams} has another home night now, which is not kept.",
                "{teams} have another home night now, which is not kept.",
                n=len(names),
                teams=join_names(names),
            )
        else:
            yield N_("Every team plays at home on that evening already.")
    yield from _timetable(season, after, now)


OF_DRAFT: Final[Mapping[str, Callable[[Season, Season, dt.datetime], Iterator[Text]]]] = {
    "second_half": _timetable,
    "last_round": _timetable,
    "weeks_apart": _timetable,
    "evening": _evening,
    "catch_up": _timetable,
    "catch_up_weeks": _timetable,
}
"""The functions that tell of each setting that is settled once the season is published; two queries each at most."""
