"""Publish a timetable as the season's fixtures; until a result is sent another may replace it.

A replacement keeps the fixture's row of every two teams and round, so that a fixture in a phone's calendar moves
instead of appearing twice.
"""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from django.db import transaction
from django.db.models import Q

from league import access
from league.enums import (
    OPEN_POSTPONEMENTS,
    CompetitionKind,
    FixtureState,
    JournalKind,
    NoticeKind,
    PostponementState,
    TimetableState,
)
from league.errors import Changed, Invalid, WrongState
from league.models import (
    Division,
    Fixture,
    JournalEntry,
    League,
    Postponement,
    Round,
    Season,
    Team,
    Timetable,
    User,
    Venue,
    Week,
)
from league.queries.mail.kinds import ABOUT_A_DATE
from league.queries.people.people import captains_of_season
from league.queries.results.sheets import is_played
from league.queries.seasons.timetables import MadeTimetable, made_timetable, state_of
from league.rules.problems import Problem
from league.rules.wording import day_of_year
from league.services.journal import record
from league.services.locks import require_shown
from league.services.notices import cancel_notices, queue_notice
from league.services.seasons.timetables import lock_timetable, move_timetable
from league.translation import N_, Text
from timetable.calendar import WeekPlan

# What was said about an old date, and has not gone out yet.
Key = tuple[int, int, frozenset[int]]  # division, number of the round, the two teams


@transaction.atomic
def publish(timetable: Timetable, *, version: int, despite: str = "", by: User, now: dt.datetime) -> Timetable:
    """Publish a timetable and tell every captain; a double click publishes once.

    Args:
        version: the one the person saw.
        despite: why it is published with violations.

    Raises:
        WrongState: it was changed meanwhile or is not ready; the teams have changed since it was made; the season has
            fixtures from a spreadsheet, or another published timetable and a result.
        Invalid: each violation, without a reason.
    """
    league = timetable.season.league
    access.require(by, "season.make", league, now=now)
    # In the order in which an import takes them: of the two one waits, and then finds the other's fixtures.
    # The key does not change: whoever holds a fixture may still write journal and notices, which refer to the league.
    League.objects.select_for_update(no_key=True).get(pk=league.pk)
    season = (
        Season.objects.select_for_update(of=("self",), no_key=True).select_related("league").get(pk=timetable.season_id)
    )
    require_shown(season)
    row = lock_timetable(timetable)
    if row.state == TimetableState.PUBLISHED:
        return row
    made = _require_publishable(row, version, despite)
    former = _replaced_timetable(season)
    dates = [meeting.date for meeting in made.timetable.meetings]
    _write_fixtures(_Publishing(season, made, now), former)
    move_timetable(row, TimetableState.PUBLISHED)
    season.published_at = season.published_at or now
    season.save(update_fields=["published_at"])
    what = Text.plural(
        "published the timetable of {season}: {n} fixture", "published the timetable of {season}: {n} fixtures",
        len(dates), season=season.name,
    )  # fmt: skip
    broken_rules = [violation.message for violation in made.hard]
    data = {"version": version, "not kept": broken_rules, "replaces": former.pk if former else None}
    record(league, JournalKind.TIMETABLE_PUBLISHED, str(row.pk), by=by, now=now, what=what, why=despite, data=data)
    message = (
        N_("The timetable of {season} has changed; the first fixtures are on {day}.")
        if former
        else N_("The timetable of {season} is published; the first fixtures are on {day}.")
    )
    text = Text(message, season=season.name, day=day_of_year(min(dates)))
    people = captains_of_season(season, on=now.astimezone(league.tz).date())
    queue_notice(league, people, NoticeKind.TIMETABLE_PUBLISHED, f"timetable:{row.pk}", text=text, now=now)
    return row


def _require_publishable(row: Timetable, version: int, despite: str) -> MadeTimetable:
    if row.state != TimetableState.READY:
        raise WrongState(Text("This timetable is {state}; it cannot be published.", state=state_of(row)))
    if row.version != version:
        raise Changed(N_("This timetable was changed meanwhile. Check it again before you publish it."))
    made = made_timetable(row)
    if made.outdated:
        raise WrongState(Text("{changes} Ask for a new timetable.", changes=Text.joined(" ", made.outdated)))
    twice = [v for v in made.hard if v.code == "twice-a-week"]
    if twice:
        raise Invalid([Problem("twice-a-week", violation.message) for violation in twice])
    if made.hard and not despite.strip():
        ask = Problem("no-reason", N_("Say why it is published anyway."), "despite")
        raise Invalid([*(Problem(violation.code, violation.message) for violation in made.hard), ask])
    return made


def _replaced_timetable(season: Season) -> Timetable | None:
    """The timetable that this one replaces, if any; WrongState if the season's fixtures cannot be replaced."""
    former = season.timetables.filter(state=TimetableState.PUBLISHED).select_for_update(of=("self",)).first()
    if former is None:
        if Fixture.objects.filter(division__season=season, division__kind=CompetitionKind.LEAGUE).exists():
            raise WrongState(N_("The fixtures of this season were loaded from a spreadsheet; change them there."))
        return None
    # Whoever sends a result holds its fixture's row.
    fixtures = Fixture.objects.filter(division__season=season, division__kind=CompetitionKind.LEAGUE).select_for_update(
        of=("self",), no_key=True
    )
    list(fixtures.order_by("pk").values_list("pk", flat=True))
    if is_played(season):
        raise WrongState(N_("A result of this season has been sent; its timetable cannot be replaced now."))
    move_timetable(former, TimetableState.DISCARDED)
    return former


@dataclass(frozen=True, slots=True)
class _Publishing:
    season: Season
    made: MadeTimetable
    now: dt.datetime


def _write_fixtures(what: _Publishing, former: Timetable | None) -> None:
    kept = _put_aside(what.season) if former is not None else {}
    weeks = lay_out(what.season, what.made.calendar)
    placed = _place_meetings(what, weeks)
    new = []
    for key, at in placed:
        if kept.get(key):
            _move_fixture(kept[key].pop(0), at, what.now)
        else:
            new.append(Fixture(**at, changed_at=what.now if former is not None else None))
    Fixture.objects.bulk_create(new)
    for fixture in chain.from_iterable(kept.values()):
        _keep_cancelled(fixture, weeks, what.now)
    Round.objects.filter(season=what.season, number__gt=ASIDE).delete()
    # Whoever asked for a postponement asked about a date that no longer exists.
    requests = Postponement.objects.filter(fixture__division__season=what.season, state__in=OPEN_POSTPONEMENTS)
    why = N_("The timetable was made again.")
    requests.update(state=PostponementState.LAPSED, awaiting="", decided_at=what.now, why=why)


def _keep_cancelled(fixture: Fixture, weeks: Mapping[tuple[int, int], Week], now: dt.datetime) -> None:
    """Keep a cancelled fixture, of a team that has left, where phones look for it.

    Its row needs a week in which neither side has another one at the same end; without one it is deleted, or if the
    journal names it takes a week of another round.
    """
    number = fixture.week.round.number
    same_end = Q(home=fixture.home_id) | Q(away=fixture.away_id)
    candidates = [week for (of_round, _), week in weeks.items() if of_round == number]
    if JournalEntry.objects.filter(fixture=fixture).exists():
        candidates += [week for (of_round, _), week in weeks.items() if of_round != number]
    for week in candidates:
        if not Fixture.objects.filter(same_end, week=week).exists():
            more: dict[str, Any] = {}
            if fixture.state != FixtureState.CANCELLED:
                more = {"state": FixtureState.CANCELLED, "sequence": fixture.sequence + 1, "changed_at": now}
                cancel_notices(fixture, ABOUT_A_DATE)
            # The new timetable has no place for it, whatever became of its team.
            Fixture.objects.filter(pk=fixture.pk).update(week=week, withdrawal=None, before_withdrawal="", **more)
            return
    fixture.delete()


# Rounds of this number and more hold fixtures on the way from one set of weeks to another.
ASIDE = 1000


def _put_aside(season: Season) -> dict[Key, list[Fixture]]:
    """Move the season's fixtures to temporary weeks; the season's own weeks are deleted."""
    fixtures = list(
        Fixture.objects.filter(division__season=season, division__kind=CompetitionKind.LEAGUE)
        .select_for_update(of=("self",), no_key=True)
        .select_related("week__round")
    )
    kept: dict[Key, list[Fixture]] = {}
    # Two may meet twice in a round, and a cancelled one of them may stand there too: that one comes last.
    for fixture in sorted(fixtures, key=lambda fixture: fixture.state == FixtureState.CANCELLED):
        pair = frozenset((fixture.home_id, fixture.away_id))
        kept.setdefault((fixture.division_id, fixture.week.round.number, pair), []).append(fixture)
    aside = Round.objects.create(season=season, number=ASIDE + 1)
    first = dt.date.min
    nowhere = [
        Week(season=season, round=aside, number=number, starts_on=first + dt.timedelta(weeks=number))
        for number, _ in enumerate(fixtures, start=1)
    ]
    for fixture, week in zip(fixtures, Week.objects.bulk_create(nowhere), strict=True):
        Fixture.objects.filter(pk=fixture.pk).update(week=week)
    Round.objects.filter(season=season, number__lt=ASIDE).delete()
    return kept


def lay_out(season: Season, calendar: Sequence[WeekPlan]) -> dict[tuple[int, int], Week]:
    """Replace the season's weeks from the calendar; return numbered weeks by (round, number)."""
    Round.objects.filter(season=season, number__lt=ASIDE).delete()
    rounds = {
        number: Round.objects.create(season=season, number=number)
        for number in sorted({week.round for week in calendar})
    }
    weeks = [
        Week(season=season, round=rounds[week.round], number=week.number, starts_on=week.starts, kind=week.kind)
        for week in calendar
    ]
    Week.objects.bulk_create(weeks)
    return {(week.round.number, week.number): week for week in weeks if week.number is not None}


def _place_meetings(what: _Publishing, weeks: dict[tuple[int, int], Week]) -> list[tuple[Key, dict[str, Any]]]:
    season = what.season
    divisions = {division.name: division for division in Division.objects.filter(season=season)}
    teams = {team.name: team for team in Team.objects.filter(entries__season=season)}
    venues = {venue.name: venue for venue in Venue.objects.filter(entries__season=season)}
    starts = {team.name: team.start for division in what.made.brief.divisions for team in division.teams}
    placed = []
    for meeting in what.made.timetable.meetings:
        home, away = teams[meeting.home], teams[meeting.away]
        starts_at = dt.datetime.combine(meeting.date, starts[meeting.home], tzinfo=season.league.tz)
        at = {
            "division": divisions[meeting.division],
            "week": weeks[meeting.round, meeting.week],
            "home": home,
            "away": away,
            "venue": venues[meeting.venue],
            "starts_at": starts_at,
            "original_starts_at": starts_at,
        }
        key = (divisions[meeting.division].pk, meeting.round, frozenset((home.pk, away.pk)))
        placed.append((key, at))
    return placed


def _move_fixture(fixture: Fixture, at: dict[str, Any], now: dt.datetime) -> None:
    """Move a fixture to its new place; its sequence tells calendars if that differs."""
    same = ("home", "away", "venue", "starts_at")
    changed = fixture.state != FixtureState.SCHEDULED or any(
        getattr(fixture, name) != at[name] if name == "starts_at" else getattr(fixture, f"{name}_id") != at[name].pk
        for name in same
    )
    more: dict[str, Any] = {}
    if changed:
        more = {"sequence": fixture.sequence + 1, "changed_at": now, "state": FixtureState.SCHEDULED}
        cancel_notices(fixture, ABOUT_A_DATE)
    Fixture.objects.filter(pk=fixture.pk).update(withdrawal=None, before_withdrawal="", **at, **more)
