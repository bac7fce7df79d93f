"""The deadlines, fixtures and people that other settings would touch.

Each function tells of one setting that is to be another, in sentences; nothing where nothing is touched.
"""

import copy
import datetime as dt
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from django.db.models import Q

from league.access.grants import WITH_FACTOR, with_factor
from league.enums import AppealsBy, AppealState, FixtureState, ResultState, WeekKind
from league.models import (
    Appeal,
    Charge,
    Fixture,
    HighHand,
    League,
    Result,
    Role,
    Ruling,
    User,
    Week,
)
from league.queries.dates.play_by import placed_on
from league.queries.disputes.disputes import fixture_of, of_the_ruled, until_of
from league.queries.outages import appeal_until, gaps_of
from league.queries.visibility import not_hidden, public
from league.rules.wording import moment_spelt, spelt
from league.translation import N_, Text, join_names

Teller = Callable[[Any, Any, dt.datetime], Iterator[Text]]
# Told one by one; of more only how many there are.
MOST: Final = 5
# However long people have to dispute or appeal, nothing older is asked for.
LONGEST: Final = dt.timedelta(days=92)
# What else has another deadline where the hour is another.
AT_THE_HOUR: Final = ("result_hours", "confirm_hours", "dispute_days", "appeal_days")


def changed_row(row: Any, new: Mapping[str, Any]) -> Any:
    """Return a row as it would be with other values; it is not stored, and the row itself stays."""
    after = copy.copy(row)
    for name, value in new.items():
        setattr(after, name, list(value) if isinstance(value, tuple) else value)
    return after


def of_league(league: League, new: Mapping[str, Any], now: dt.datetime) -> Iterator[Text]:
    """Yield what other settings of a league would touch (at most four queries for each that is new).

    Args:
        new: those that would be other than they are.
    """
    # Whatever falls at another hour is told as if its own time were another.
    same = {name: getattr(league, name) for name in AT_THE_HOUR} if "deadline_hour" in new else {}
    return touched_by(OF_LEAGUE, league, {**same, **new}, now)


def touched_by(tellers: Mapping[str, Teller], row: Any, new: Mapping[str, Any], now: dt.datetime) -> Iterator[Text]:
    """Yield what tells of the settings that are new, each once although several are its."""
    after = changed_row(row, new)
    for tell in dict.fromkeys(tell for name, tell in tellers.items() if name in new):
        yield from tell(row, after, now)


def _language(league: League, after: League, now: dt.datetime) -> Iterator[Text]:
    own = User.objects.filter(roles__league=league).exclude(language="").distinct().count()
    if own:
        yield Text.plural(
            "{n} person with a role here has chosen their own language and keeps it.",
            "{n} people with a role here have chosen their own language and keep it.",
            n=own,
        )


def _deadline_hour(league: League, after: League, now: dt.datetime) -> Iterator[Text]:
    here = of_the_ruled("fixture__division__season__league", league, ruling="ruling__")
    voted_on = Appeal.objects.filter(here, state=AppealState.OPEN).exclude(goes_to=AppealsBy.SECRETARY)
    if waiting := voted_on.count():
        yield Text.plural(
            "{n} appeal awaits votes, which count until another hour.",
            "{n} appeals await votes, which count until another hour.",
            n=waiting,
        )
    weeks = Week.objects.filter(
        public("season__"), season__league=league, kind=WeekKind.CATCH_UP, starts_on__gt=now.date()
    ).select_related("season")
    for week in weeks.order_by("starts_on", "pk"):
        starts = after.evenings.on(placed_on(week, week.season))
        if starts > now:
            said = {"week": spelt(week.starts_on), "time": moment(starts, league)}
            yield Text("Postponed fixtures without a date are placed in the week of {week} from {time} on.", **said)


def _result_hours(league: League, after: League, now: dt.datetime) -> Iterator[Text]:
    here = Q(division__season__league=league, division__season__published_at__isnull=False)
    waiting = Fixture.objects.filter(here, not_hidden("division__season__"), state=FixtureState.SCHEDULED)
    waiting = waiting.filter(starts_at__lte=now).exclude(results__live=True).select_related("home", "away")
    moved = []
    for fixture in waiting.order_by("-starts_at", "pk"):
        before, then = (one.evenings.hours_after(fixture.starts_at, one.result_hours) for one in (league, after))
        if before != then:
            moved.append((fixture, before, then))
    if len(moved) > MOST:
        n = len(moved)
        yield Text("{n} fixtures that have begun have no result yet; each is due at another time.", n=n)
        return
    for fixture, before, then in moved:
        yield Text(
            "{fixture}: the result is due on {then} instead of {now}.",
            fixture=str(fixture),
            then=moment(then, league),
            now=moment(before, league),
        )


def _confirm_hours(league: League, after: League, now: dt.datetime) -> Iterator[Text]:
    waiting = Result.objects.filter(
        not_hidden("fixture__division__season__"), fixture__division__season__league=league, live=True,
        state=ResultState.SUBMITTED, confirm_by__gt=now,
    ).count()  # fmt: skip
    if waiting:
        yield Text.plural(
            "{n} result awaiting confirmation keeps the deadline that it was sent with.",
            "{n} results awaiting confirmation keep the deadlines that they were sent with.",
            n=waiting,
        )


def _dispute_days(league: League, after: League, now: dt.datetime) -> Iterator[Text]:
    since = now - LONGEST - dt.timedelta(days=max(league.dispute_days, after.dispute_days))
    found = Result.objects.filter(
        not_hidden("fixture__division__season__"), fixture__division__season__league=league, live=True,
        submitted_at__gt=since, submitted_at__lte=now,
    )  # fmt: skip
    results = list(found.exclude(fixture__state=FixtureState.CANCELLED).select_related("fixture__division__season"))
    away = gaps_of({result.fixture.division.season for result in results})

    def open_in(as_it_is: League) -> set[int]:
        still = set()
        for result in results:
            result.fixture.division.season.league = as_it_is
            if until_of(result.fixture, result, away[result.fixture.division.season_id]) >= now:
                still.add(result.pk)
        return still

    before, then = open_in(league), open_in(after)
    if closed := len(before - then):
        yield Text.plural(
            "{n} result that can be disputed today could be disputed no more.",
            "{n} results that can be disputed today could be disputed no more.",
            n=closed,
        )
    if opened := len(then - before):
        yield Text.plural(
            "{n} result that is too old to be disputed could be disputed again.",
            "{n} results that are too old to be disputed could be disputed again.",
            n=opened,
        )


def _appeal_days(league: League, after: League, now: dt.datetime) -> Iterator[Text]:
    since = now - LONGEST - dt.timedelta(days=max(league.appeal_days, after.appeal_days))
    here = of_the_ruled("fixture__division__season__league", league)
    found = Ruling.objects.filter(here, revoked_at=None, appeal=None, decided_at__gt=since)
    rulings = list(found.select_related("call__fixture__division__season", "dispute__fixture__division__season",
                                        "case__fixture__division__season"))  # fmt: skip
    seasons = {ruling.pk: fixture_of(ruling).division.season for ruling in rulings}
    away = gaps_of(set(seasons.values()))
    before, then = (
        {one.pk for one in rulings if appeal_until(one, each, away[seasons[one.pk].pk]) >= now}
        for each in (league, after)
    )
    if closed := len(before - then):
        yield Text.plural(
            "{n} ruling that can be appealed against today could be no more.",
            "{n} rulings that can be appealed against today could be no more.",
            n=closed,
        )
    if opened := len(then - before):
        yield Text.plural(
            "{n} ruling could be appealed against again.", "{n} rulings could be appealed against again.", n=opened
        )


def _appeals(league: League, after: League, now: dt.datetime) -> Iterator[Text]:
    here = of_the_ruled("fixture__division__season__league", league, ruling="ruling__")
    if waiting := Appeal.objects.filter(here, state=AppealState.OPEN).count():
        yield Text.plural(
            "{n} appeal made already is decided as it was when it was made.",
            "{n} appeals made already are decided as they were when they were made.",
            n=waiting,
        )


def _second_factor(league: League, after: League, now: dt.datetime) -> Iterator[Text]:
    today = now.astimezone(league.tz).date()
    running = Q(starts_on__lte=today) & (Q(ends_on=None) | Q(ends_on__gte=today)) & Q(ended_at=None)
    asked = WITH_FACTOR[after.second_factor] - WITH_FACTOR[league.second_factor]
    roles = Role.objects.filter(running, league=league, kind__in=asked, user__is_active=True).select_related("user")
    people = {role.user.pk: role.user for role in roles.order_by("user__name", "pk")}
    have = with_factor(people)
    names = [user.name for user in people.values() if user.pk not in have]
    if len(names) > MOST:
        yield Text("{n} people would have to set up a second factor before they can act in their roles.", n=len(names))
    elif names:
        yield Text.plural(
            "{people} would have to set up a second factor before they can act in their role.",
            "{people} would have to set up a second factor before they can act in their roles.",
            n=len(names),
            people=join_names(names),
        )


def _currency(league: League, after: League, now: dt.datetime) -> Iterator[Text]:
    if charged := Charge.objects.filter(season__league=league).count():
        yield Text.plural(
            "{n} charge keeps its figure, and is shown in the other currency.",
            "{n} charges keep their figures, and are shown in the other currency.",
            n=charged,
        )


def _shorten_names(league: League, after: League, now: dt.datetime) -> Iterator[Text]:
    if after.shorten_names:
        yield N_("Public pages and files show first names and an initial from now on.")
    else:
        yield N_("Public pages and files show every player’s whole name from now on.")


def _ask_days(league: League, after: League, now: dt.datetime) -> Iterator[Text]:
    if after.ask_days is None:
        yield N_("Nobody is asked by mail any more if they can play.")
        return
    soon = Fixture.objects.filter(
        public("division__season__"), division__season__league=league, state=FixtureState.SCHEDULED, starts_at__gt=now,
        starts_at__lte=now + dt.timedelta(days=after.ask_days),
    )  # fmt: skip
    yield Text.plural(
        "{n} fixture is so near that its players are asked at once, unless they have been.",
        "{n} fixtures are so near that their players are asked at once, unless they have been.",
        n=soon.exclude(results__live=True).count(),
    )


def _high_hand(league: League, after: League, now: dt.datetime) -> Iterator[Text]:
    shown = HighHand.objects.filter(removed_at=None, fixture__division__season__league=league)
    yield Text.plural(
        "{n} hand that is recorded counts this much; those of fewer points stay recorded, and off the honours board.",
        "{n} hands that are recorded count this much; those of fewer points stay recorded, and off the honours board.",
        n=shown.filter(points__gte=after.high_hand).count(),
    )


def moment(at: dt.datetime, league: League) -> Text:
    return moment_spelt(at.astimezone(league.tz))


OF_LEAGUE: Final[Mapping[str, Teller]] = {
    "language": _language,
    "deadline_hour": _deadline_hour,
    "result_hours": _result_hours,
    "confirm_hours": _confirm_hours,
    "dispute_days": _dispute_days,
    "appeal_days": _appeal_days,
    "appeals_by": _appeals,
    "vote_days": _appeals,
    "second_factor": _second_factor,
    "currency": _currency,
    "shorten_names": _shorten_names,
    "ask_days": _ask_days,
    "high_hand": _high_hand,
}
