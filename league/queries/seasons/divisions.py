"""Home nights, free weeks of an odd division, and moving a team to another division.

The division's evening goes before the season's for everybody, and that before the team's own; starts likewise
(decisions 0059 and 0056).
"""

import copy
import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Q

from league.enums import CompetitionKind, FixtureState, TimetableState, WeekKind
from league.models import HOLDS_ITS_WEEK, Division, Entry, Fixture, Season, Week
from league.queries.seasons.timetables import play_has_begun
from league.rules import settings
from league.rules.problems import Problem
from league.rules.settings import DivisionSettings, SeasonSettings, stored
from league.translation import Text


def evening_of(season: Season) -> int | None:
    """The evening on which a whole season plays, Monday 0; a division may still have its own."""
    return stored(SeasonSettings, season).night


def evening_in(division: Division) -> int | None:
    """The evening on which a whole division plays, Monday 0."""
    return settings.evening_of(stored(SeasonSettings, division.season), stored(DivisionSettings, division))


def home_of(division: Division, night: int, start: dt.time) -> dict[str, int | dt.time]:
    """Columns of a team's night and start in a division; its own hold where neither division nor season has one."""
    evening = evening_in(division)
    return {
        "home_night": night if evening is None else evening,
        "start_time": start if division.own_start is None else division.own_start,
    }


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
    hosts, guests = {fixture.home_id for fixture in fixtures}, {fixture.away_id for fixture in fixtures}
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


DIVISION = "division"


class Join(NamedTuple):
    """Fixtures of a team that joins a division during play, against teams with a bye; or why it cannot."""

    division: Division
    places: tuple[Place, ...]
    against: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class Move:
    """Consequences of moving a team to another division of its season.

    Attributes:
        draft: the season has no fixtures yet, so that nothing else follows.
        cancelled: its fixtures in the division that it leaves.
        against: why it cannot be moved now, and what to do instead.
        joins: where no new timetable can be made, its fixtures in each other division.
    """

    draft: bool
    cancelled: tuple[Fixture, ...]
    against: tuple[Problem, ...]
    joins: tuple[Join, ...] = ()

    @property
    def remake(self) -> bool:
        """Whether a new timetable is due afterwards."""
        return not self.draft and not self.joins

    def problems_of(self, division: Division) -> tuple[Problem, ...]:
        return tuple(problem for join in self.joins if join.division == division for problem in join.against)


def move_of(entry: Entry, *, now: dt.datetime) -> Move:
    """Preview moving a team (six queries at most, and those of `places_for` for each other division).

    `entry` has its season's league, division, team and venue joined.
    """
    season = entry.season
    fixtures = Fixture.objects.filter(division__season=season, division__kind=CompetitionKind.LEAGUE)
    draft = season.published_at is None and not fixtures.exists()
    mine = fixtures.filter(Q(home=entry.team_id) | Q(away=entry.team_id)).exclude(state=FixtureState.CANCELLED)
    coming = mine.select_related("home", "away", "division__season__league").order_by("starts_at", "pk")
    going = tuple(coming)
    if draft:
        return Move(draft, going, tuple(_withdrawn_problems(entry)))
    against, played = [*_withdrawn_problems(entry)], [*_check_played(entry)]
    late = None if played else _no_timetable(entry, now)
    joins = tuple(_joins(entry, going)) if late is not None else ()
    if late is not None and not any(join.places for join in joins):
        joins, played = (), [late]
    return Move(draft, going, (*against, *played), joins)


def _joins(entry: Entry, going: Sequence[Fixture]) -> Iterator[Join]:
    leaving = [fixture.pk for fixture in going]
    season = entry.season
    for division in season.divisions.exclude(pk=entry.division_id).order_by("order", "name"):
        there = copy.copy(entry)
        division.season = season
        there.division = division
        for name, value in home_of(division, entry.home_night, entry.start_time).items():
            setattr(there, name, value)
        places = tuple(places_for(there, leaving=leaving)) if has_free_place(division) else ()
        message = Text(
            "{division} has no free week: each of its teams has an opponent. Withdraw {team}, and enter it there next "
            "season.",
            division=division.name, team=entry.team.name,
        )  # fmt: skip
        yield Join(division, places, () if places else (Problem("no-place", message, DIVISION),))


def _withdrawn_problems(entry: Entry) -> Iterator[Problem]:
    if entry.withdrawn_on is not None:
        message = Text("{team} has withdrawn. Reverse the withdrawal first.", team=entry.team.name)
        yield Problem("withdrawn", message, DIVISION)


def _check_played(entry: Entry) -> Iterator[Problem]:
    mine = Q(home=entry.team_id) | Q(away=entry.team_id)
    played = Fixture.objects.filter(mine, division__season=entry.season, results__isnull=False).distinct().count()
    if played:
        yield Problem(
            "has-results",
            Text.plural(
                "{team} has a result in {division}, which would count nowhere. Withdraw it from this season, and enter "
                "it in the other division next season.",
                "{team} has {n} results in {division}, which would count nowhere. Withdraw it from this season, and "
                "enter it in the other division next season.",
                n=played,
                team=entry.team.name,
                division=entry.division.name,
            ),
            DIVISION,
        )


def _no_timetable(entry: Entry, now: dt.datetime) -> Problem | None:
    """Why no new timetable can be made, where the new division has no free week either."""
    season, said = entry.season, {"team": entry.team.name, "season": entry.season.name}
    if play_has_begun(season, now=now):
        message = Text(
            "Play has begun in {season}: no new timetable can be made for it, and no other division has a free week. "
            "Withdraw {team}, and enter it in the other division next season.",
            **said,
        )
        return Problem("begun", message, DIVISION)
    if not season.timetables.filter(state=TimetableState.PUBLISHED).exists():
        message = Text(
            "The fixtures of {season} come from a spreadsheet: load it again with {team} in the other division.", **said
        )
        return Problem("from-a-spreadsheet", message, DIVISION)
    return None


def without_fixtures(entries: list[Entry]) -> list[Entry]:
    """Teams of a published season without a fixture in their division (one query)."""
    if not entries:
        return []
    on = Fixture.objects.filter(division__season=entries[0].season_id, division__kind=CompetitionKind.LEAGUE).exclude(
        state=FixtureState.CANCELLED
    )
    sides = {
        (division, team) for division, *teams in on.values_list("division_id", "home_id", "away_id") for team in teams
    }
    return [entry for entry in entries if (entry.division_id, entry.team_id) not in sides]
