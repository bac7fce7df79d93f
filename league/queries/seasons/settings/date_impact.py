"""The postponements, fixtures and dates that other settings of a season would touch."""

import datetime as dt
from collections.abc import Iterator, Mapping
from typing import Any, Final

from league.enums import OPEN_POSTPONEMENTS, FixtureState
from league.models import (
    Entry,
    Fixture,
    Postponement,
    Season,
)
from league.queries.dates.outstanding import owed_of
from league.queries.dates.placing import weeks_left
from league.queries.dates.play_by import placed_from
from league.queries.seasons.settings.eligibility_impact import WHO_PLAYS
from league.queries.seasons.settings.of_draft import OF_DRAFT
from league.queries.seasons.settings.settings_impact import MOST, Teller, moment, touched_by
from league.rules.settings.postponed import COMMITTEE
from league.rules.wording import spelt
from league.translation import N_, Text, join_names

# What lays out the weeks of a timetable: while these are others, one that is made cannot be published.
_WEEKS: Final = frozenset({"weeks_apart", "catch_up", "catch_up_weeks"})


def of_season(season: Season, new: Mapping[str, Any], now: dt.datetime) -> Iterator[Text]:
    """Yield what other settings of a published season would touch (at most six queries for each that is new)."""
    return touched_by(OF_SEASON, season, new, now)


def of_draft(season: Season, new: Mapping[str, Any], now: dt.datetime) -> Iterator[Text]:
    """Yield what other settings of a draft would touch: those of its timetable (at most two queries for each)."""
    return touched_by(OF_DRAFT, season, new, now)


def _new_dates(season: Season, after: Season, now: dt.datetime) -> Iterator[Text]:
    here = Postponement.objects.filter(fixture__division__season=season, state__in=OPEN_POSTPONEMENTS)
    waiting = here.exclude(fixture__state=FixtureState.CANCELLED).count()
    if not waiting:
        yield N_("No fixture is waiting for a new date.")
    elif after.new_dates == COMMITTEE:
        yield Text.plural(
            "{n} fixture is waiting for a new date, which is yours to set from now on.",
            "{n} fixtures are waiting for new dates, which are yours to set from now on.",
            n=waiting,
        )
    else:
        yield Text.plural(
            "{n} fixture is waiting for a new date, on which its captains can agree from now on.",
            "{n} fixtures are waiting for new dates, on which their captains can agree from now on.",
            n=waiting,
        )


def _short_notice_hours(season: Season, after: Season, now: dt.datetime) -> Iterator[Text]:
    to_come = Fixture.objects.filter(division__season=season, state=FixtureState.SCHEDULED, starts_at__gt=now)
    starts = list(to_come.exclude(results__live=True).values_list("starts_at", flat=True))

    def late(hours: int) -> int:
        return sum(now >= season.league.evenings.short_notice(at, hours) for at in starts)

    yield Text(
        "Fixtures that begin so soon that a request to postpone them must say why it is late: {then} instead of "
        "{before}.",
        then=late(after.short_notice_hours),
        before=late(season.short_notice_hours),
    )


def _play_by(season: Season, after: Season, now: dt.datetime) -> Iterator[Text]:
    before, then = _last_days(season, now), _last_days(after, now)
    today = now.astimezone(season.league.tz).date()
    moved = {pk: (name, day) for pk, (name, day) in then.items() if day != before[pk][1]}
    if len(moved) > MOST:
        yield Text("{n} outstanding fixtures have another last day.", n=len(moved))
    else:
        yield from (_last_day(name, before[pk][1], day) for pk, (name, day) in moved.items())
    if late := sum(1 for _, day in moved.values() if day is not None and day < today):
        yield Text.plural(
            "{n} of these fixtures would be too late at once, and treated as not played in time.",
            "{n} of these fixtures would be too late at once, and treated as not played in time.",
            n=late,
        )


def _last_days(season: Season, now: dt.datetime) -> dict[int, tuple[str, dt.date | None]]:
    """Return the outstanding fixtures of a season, as they are named, with their last days."""
    lines = [line for found in owed_of(season, now=now) for line in found.lines]
    return {line.fixture.pk: (str(line.fixture), line.last_day) for line in lines}


def _last_day(fixture: str, before: dt.date | None, day: dt.date | None) -> Text:
    if day is None:
        return Text("{fixture}: no last day any more.", fixture=fixture)
    if before is None:
        return Text("{fixture}: to be played by {day}.", fixture=fixture, day=spelt(day))
    return Text(
        "{fixture}: to be played by {day} instead of {before}.", fixture=fixture, day=spelt(day), before=spelt(before)
    )


def _place_days(season: Season, after: Season, now: dt.datetime) -> Iterator[Text]:
    for week in weeks_left(season, now=now):
        starts = placed_from(week, after)
        said = {"week": spelt(week.starts_on), "time": moment(starts, season.league)}
        if starts > now:
            yield Text("Postponed fixtures without a date are placed in the week of {week} from {time} on.", **said)
        else:
            yield Text("Postponed fixtures without a date are placed in the week of {week} at once.", **said)


def _catch_up_nights(season: Season, after: Season, now: dt.datetime) -> Iterator[Text]:
    if season.is_public:
        yield N_("Fixtures that have a date in a catch-up week keep it.")


def _unplayed_policy(season: Season, after: Season, now: dt.datetime) -> Iterator[Text]:
    if waiting := len(_last_days(season, now)):
        yield Text.plural(
            "{n} outstanding fixture is decided in this way if it is not played in time.",
            "{n} outstanding fixtures are decided in this way if they are not played in time.",
            n=waiting,
        )


def _withdrawal_policy(season: Season, after: Season, now: dt.datetime) -> Iterator[Text]:
    gone = Entry.objects.filter(season=season, withdrawn_on__isnull=False).select_related("team")
    if names := [entry.team.name for entry in gone.order_by("team__name")]:
        yield Text.plural(
            "{teams} has withdrawn already: its results stay as they are.",
            "{teams} have withdrawn already: their results stay as they are.",
            n=len(names),
            teams=join_names(names),
        )


OF_SEASON: Final[Mapping[str, Teller]] = {
    "new_dates": _new_dates,
    "play_within": _play_by,
    "play_until": _play_by,
    "short_notice_hours": _short_notice_hours,
    "place_days": _place_days,
    "catch_up_nights": _catch_up_nights,
    "unplayed_policy": _unplayed_policy,
    "withdrawal_policy": _withdrawal_policy,
    **WHO_PLAYS,
}
