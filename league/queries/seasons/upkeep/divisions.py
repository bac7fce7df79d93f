import copy
import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.db.models import Q

from league.enums import FixtureState, TimetableState
from league.models import Division, Entry, Fixture
from league.queries.seasons.evenings import home_of
from league.queries.seasons.free_weeks import Place, has_free_place, places_for
from league.queries.seasons.timetables import play_has_begun
from league.rules.problems import Problem
from league.translation import Text

DIVISION = "division"


@dataclass(frozen=True, slots=True)
class Join:
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

    def into(self, division: Division) -> tuple[Problem, ...]:
        """Why it cannot be moved into this division."""
        return tuple(problem for one in self.joins if one.division == division for problem in one.against)


def move_of(entry: Entry, *, now: dt.datetime) -> Move:
    """Preview moving a team (six queries at most, and those of `places_for` for each other division).

    `entry` has its season's league, division, team and venue joined.
    """
    season = entry.season
    fixtures = Fixture.objects.filter(division__season=season)
    draft = season.published_at is None and not fixtures.exists()
    mine = fixtures.filter(Q(home=entry.team_id) | Q(away=entry.team_id)).exclude(state=FixtureState.CANCELLED)
    coming = mine.select_related("home", "away", "division__season__league").order_by("starts_at", "pk")
    going = tuple(coming)
    if draft:
        return Move(draft, going, tuple(_withdrawn_problems(entry)))
    against, played = [*_withdrawn_problems(entry)], [*_played(entry)]
    late = None if played else _no_timetable(entry, now)
    joins = tuple(_joins(entry, going)) if late is not None else ()
    if late is not None and not any(one.places for one in joins):
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
        told = Text(
            "{division} has no free week: each of its teams has an opponent. Withdraw {team}, and enter it there next "
            "season.",
            division=division.name, team=entry.team.name,
        )  # fmt: skip
        yield Join(division, places, () if places else (Problem("no-place", told, DIVISION),))


def _withdrawn_problems(entry: Entry) -> Iterator[Problem]:
    if entry.withdrawn_on is not None:
        told = Text("{team} has withdrawn. Reverse the withdrawal first.", team=entry.team.name)
        yield Problem("withdrawn", told, DIVISION)


def _played(entry: Entry) -> Iterator[Problem]:
    """Yield that a team with results stays: they would count nowhere."""
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
        told = Text(
            "Play has begun in {season}: no new timetable can be made for it, and no other division has a free week. "
            "Withdraw {team}, and enter it in the other division next season.",
            **said,
        )
        return Problem("begun", told, DIVISION)
    if not season.timetables.filter(state=TimetableState.PUBLISHED).exists():
        told = Text(
            "The fixtures of {season} come from a spreadsheet: load it again with {team} in the other division.", **said
        )
        return Problem("from-a-spreadsheet", told, DIVISION)
    return None


def without_fixtures(entries: list[Entry]) -> list[Entry]:
    """Teams of a published season without a fixture in their division (one query)."""
    if not entries:
        return []
    on = Fixture.objects.filter(division__season=entries[0].season_id).exclude(state=FixtureState.CANCELLED)
    sides = {
        (division, team) for division, *teams in on.values_list("division_id", "home_id", "away_id") for team in teams
    }
    return [entry for entry in entries if (entry.division_id, entry.team_id) not in sides]
