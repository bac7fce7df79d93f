"""Free weeks of an odd division: whom a team that joins it during play would meet."""

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Q

from league.enums import FixtureState, WeekKind
from league.models import HOLDS_ITS_WEEK, Division, Entry, Fixture, Week


@dataclass(frozen=True, slots=True)
class Place:
    """A fixture that a joining team would have, against a team with a bye."""

    week: Week
    home: Entry
    away: Entry

    @property
    def starts_at(self) -> dt.datetime:
        tz = self.home.division.season.league.tz
        return dt.datetime.combine(_day(self.home, self.week), self.home.start_time, tzinfo=tz)


def has_free_place(division: Division) -> bool:
    """Whether one team of a division has a bye in each week (one query)."""
    playing = Entry.objects.filter(division=division, withdrawn_on=None).count()
    return playing % 2 == 1 and playing > 1


def places_for(entry: Entry, *, leaving: Collection[int] = ()) -> list[Place]:
    """Fixtures that a team would have in the free weeks of its division, in order (four queries, and two for each).

    `entry` is of the division it joins, with season, league, team and venue joined; `leaving` are its uncancelled
    fixtures in the division that it leaves.
    """
    others = {
        other.team_id: other
        for other in Entry.objects.filter(division=entry.division, withdrawn_on=None)
        .exclude(pk=entry.pk)
        .select_related("team", "venue", "division__season__league")
    }
    weeks = Week.objects.filter(season=entry.season, kind=WeekKind.PLAY).select_related("round").order_by("starts_on")
    taken: dict[int, list[Fixture]] = defaultdict(list)
    teams = [entry.team_id, *others]
    theirs = Q(division=entry.division) | Q(home__in=teams) | Q(away__in=teams)
    held = Fixture.objects.filter(theirs, HOLDS_ITS_WEEK, division__season=entry.season_id).exclude(pk__in=leaving)
    for fixture in held:
        taken[fixture.week_id].append(fixture)
    at_home: Counter[int] = Counter()
    met: dict[int, list[bool]] = {}
    places = []
    for week in weeks:
        fixtures = taken[week.pk]
        on = [one for one in fixtures if one.state != FixtureState.CANCELLED and one.division_id == entry.division_id]
        busy = {team for fixture in on for team in (fixture.home_id, fixture.away_id)}
        free = [other for team, other in others.items() if team not in busy]
        if len(free) != 1 or not on:
            continue
        before = met.setdefault(free[0].team_id, [])
        wanted = not before[-1] if before else at_home[week.round_id] <= 0
        home = _side(entry, free[0], week, fixtures, wanted, leaving)
        if home is None:
            continue
        before.append(home)
        at_home[week.round_id] += 1 if home else -1
        places.append(Place(week, entry, free[0]) if home else Place(week, free[0], entry))
    return places


def _side(
    new: Entry, other: Entry, week: Week, fixtures: list[Fixture], wanted: bool, leaving: Collection[int]
) -> bool | None:
    """Whether the new team is at home; None where neither can be.

    A withdrawn team's fixture keeps its end of the week, since it may return; else the side whose pub has a board.
    """
    hosts, guests = {one.home_id for one in fixtures}, {one.away_id for one in fixtures}
    can_host = new.team_id not in hosts and other.team_id not in guests
    can_visit = new.team_id not in guests and other.team_id not in hosts
    if not can_host or not can_visit:
        return can_host if can_host or can_visit else None
    first, second = (new, other) if wanted else (other, new)
    return wanted if _has_board(first, week, leaving) or not _has_board(second, week, leaving) else not wanted


def _has_board(home: Entry, week: Week, leaving: Collection[int]) -> bool:
    start = dt.datetime.combine(_day(home, week), dt.time(), tzinfo=home.division.season.league.tz)
    same = Fixture.objects.filter(venue=home.venue, state=FixtureState.SCHEDULED, starts_at__gte=start)
    there = same.filter(starts_at__lt=start + dt.timedelta(days=1)).exclude(pk__in=leaving)
    return there.count() < home.venue.boards


def _day(home: Entry, week: Week) -> dt.date:
    return week.starts_on + dt.timedelta(days=home.home_night)
