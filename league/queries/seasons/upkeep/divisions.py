"""A team that is to play in another division of its season: what would follow, and what stands in the way."""

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Q

from league.enums import FixtureState, TimetableState
from league.models import Entry, Fixture
from league.queries.seasons.timetables import play_has_begun
from league.rules.problems import Problem
from league.translation import Text

DIVISION = "division"


@dataclass(frozen=True, slots=True)
class Move:
    """The consequences of moving a team to another division of its season.

    Attributes:
        draft: the season has no fixtures yet, so that nothing else follows.
        cancelled: its fixtures in the division that it leaves.
        against: why it cannot be moved now, and what to do instead.
    """

    draft: bool
    cancelled: tuple[Fixture, ...]
    against: tuple[Problem, ...]


def move_of(entry: Entry, *, now: dt.datetime) -> Move:
    """Return what would follow if a team moved to another division (six queries at most).

    Args:
        entry: with its season's league, division and team joined.
    """
    season = entry.season
    fixtures = Fixture.objects.filter(division__season=season)
    draft = season.published_at is None and not fixtures.exists()
    mine = fixtures.filter(Q(home=entry.team_id) | Q(away=entry.team_id)).exclude(state=FixtureState.CANCELLED)
    coming = mine.select_related("home", "away", "division__season__league").order_by("starts_at", "pk")
    against = () if draft else tuple(_against(entry, now))
    return Move(draft, tuple(coming), (*_gone(entry), *against))


def _gone(entry: Entry) -> Iterator[Problem]:
    if entry.withdrawn_on is not None:
        told = Text("{team} has withdrawn. Reverse the withdrawal first.", team=entry.team.name)
        yield Problem("withdrawn", told, DIVISION)


def _against(entry: Entry, now: dt.datetime) -> Iterator[Problem]:
    """Yield why a team of a season with fixtures cannot be moved: those of a new timetable would have no place."""
    season, said = entry.season, {"team": entry.team.name, "division": entry.division.name, "season": entry.season.name}
    mine = Q(home=entry.team_id) | Q(away=entry.team_id)
    played = Fixture.objects.filter(mine, division__season=season, results__isnull=False).distinct().count()
    if played:
        yield Problem(
            "has-results",
            Text.plural(
                "{team} has a result in {division}, which would count nowhere. Withdraw it from this season, and enter "
                "it in the other division next season.",
                "{team} has {n} results in {division}, which would count nowhere. Withdraw it from this season, and "
                "enter it in the other division next season.",
                n=played,
                **said,
            ),
            DIVISION,
        )
    elif play_has_begun(season, now=now):
        told = Text(
            "Play has begun in {season}, and no new timetable can be made for it. Withdraw {team}, and enter it in the "
            "other division next season.",
            **said,
        )
        yield Problem("begun", told, DIVISION)
    elif not season.timetables.filter(state=TimetableState.PUBLISHED).exists():
        told = Text(
            "The fixtures of {season} come from a spreadsheet: load it again with {team} in the other division.", **said
        )
        yield Problem("from-a-spreadsheet", told, DIVISION)


def without_fixtures(entries: list[Entry]) -> list[Entry]:
    """Return those of the teams of a published season that have no fixture in their division (one query).

    Args:
        entries: those who have not withdrawn, of one season.
    """
    if not entries:
        return []
    on = Fixture.objects.filter(division__season=entries[0].season_id).exclude(state=FixtureState.CANCELLED)
    sides = {
        (division, team) for division, *teams in on.values_list("division_id", "home_id", "away_id") for team in teams
    }
    return [entry for entry in entries if (entry.division_id, entry.team_id) not in sides]
