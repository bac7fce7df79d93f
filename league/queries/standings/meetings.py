"""Fixtures between teams with the results that count: a division's cross-table, two teams' meetings, past seasons."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple

from django.db.models import Prefetch, Q, QuerySet

from league.enums import FixtureState, ResultKind
from league.models import Division, Entry, Fixture, League, Result, Season, Team
from league.queries.standings.figures import COUNTING
from league.queries.visibility import public, sides_shown
from league.rules.scheme import Outcome
from league.rules.tallies import Entrant, Tally

# Ways a fixture stands that are no score.
VOID: Final = (ResultKind.VOID, ResultKind.NOBODY)


@dataclass(frozen=True, slots=True)
class Meeting:
    """A fixture between two teams, with the result that counts, if any."""

    fixture: Fixture
    result: Result | None

    @property
    def cancelled(self) -> bool:
        """Whether it will not be played, or what was played counts for nothing."""
        return self.fixture.state == FixtureState.CANCELLED

    @property
    def undated(self) -> bool:
        """Whether it is postponed without a date."""
        return self.fixture.state == FixtureState.POSTPONED

    @property
    def scored(self) -> bool:
        return not self.cancelled and self.result is not None and self.result.kind not in VOID

    def outcome(self, team: Team) -> Outcome | None:
        """How it ended for one of its teams; None without a score. Its division is joined."""
        if self.result is None or not self.scored:
            return None
        return self.result.ended(self.fixture.division.won_by, at_home=team.pk == self.fixture.home_id)

    @property
    def starts_at(self) -> dt.datetime:
        return self.fixture.starts_at


def meetings(which: Q) -> QuerySet[Fixture]:
    """Fixtures in order of time, each with its counting result as `counting`; two queries."""
    counting = Prefetch("results", Result.objects.filter(COUNTING), to_attr="counting")
    return Fixture.objects.filter(which, sides_shown()).order_by("starts_at", "pk").prefetch_related(counting)


def as_meeting(fixture: Fixture) -> Meeting:
    results: list[Result] = fixture.counting  # type: ignore[attr-defined]
    return Meeting(fixture, results[0] if results else None)


@dataclass(frozen=True, slots=True)
class CrossTable:
    """Fixtures of a division by their teams; with `at_home` a row is a team at home, else it has all its meetings."""

    division: Division
    teams: tuple[Team, ...]
    cells: dict[tuple[int, int], list[Meeting]]
    at_home: bool

    def meetings(self, row: Team, column: Team) -> list[Meeting]:
        found = self.cells.get((row.pk, column.pk), [])
        return found if self.at_home else found or self.cells.get((column.pk, row.pk), [])


def cross_table(division: Division) -> CrossTable:
    """Return the cross-table of a division, without play-offs (three queries).

    A team that has withdrawn has a row while any of its results counts.
    """
    cells: dict[tuple[int, int], list[Meeting]] = defaultdict(list)
    for fixture in meetings(Q(division=division, play_off=False)):
        fixture.division = division
        cells[fixture.home_id, fixture.away_id].append(as_meeting(fixture))
    entries = Entry.objects.filter(division=division, team__hidden_at=None).select_related("team")
    there = _playing(one for cell in cells.values() for one in cell)
    teams = sorted(
        (entry.team for entry in entries if entry.withdrawn_on is None or entry.team_id in there),
        key=lambda team: (team.name.casefold(), team.pk),
    )
    both = any((away, home) in cells for home, away in cells)
    return CrossTable(division, tuple(teams), dict(cells), both)


def _playing(found: Iterable[Meeting]) -> set[int]:
    return {team for one in found if one.scored for team in (one.fixture.home_id, one.fixture.away_id)}


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Meetings of two teams: `played` count, the latest first, with play-offs; `coming` the next first."""

    team: Team
    other: Team
    played: tuple[Meeting, ...]
    coming: tuple[Meeting, ...]
    tally: Tally


def head_to_head(team: Team, other: Team) -> HeadToHead:
    """Return the meetings of two teams in all public seasons (two queries, whatever their number)."""
    sides = Q(home=team, away=other) | Q(home=other, away=team)
    rows = meetings(sides & public("division__season__")).select_related("division__season__league", "home", "away")
    found = [as_meeting(fixture) for fixture in rows]
    played = [one for one in found if one.scored]
    coming = tuple(one for one in found if one.result is None and not one.cancelled)
    return HeadToHead(team, other, tuple(reversed(played)), coming, _tally(team, played))


def _tally(team: Team, played: list[Meeting]) -> Tally:
    # What a fixture was worth in its season's points is on its receipts.
    tally = Tally(Entrant(team.pk, team.name))
    for one in played:
        if one.result is None:
            continue
        outcome = one.outcome(team)
        tally.won += outcome == "W"
        tally.drawn += outcome == "D"
        tally.lost += outcome == "L"
        tally.abandoned += outcome == "A"
        at_home = one.fixture.home_id == team.pk
        home, away = one.result.home_games, one.result.away_games
        tally.games_for += home if at_home else away
        tally.games_against += away if at_home else home
    return tally


class ArchivedSeason(NamedTuple):
    season: Season
    divisions: tuple[Division, ...]


def archive_of(league: League) -> list[ArchivedSeason]:
    """Published seasons of a league with their divisions, the latest first (two queries)."""
    divisions = Prefetch("divisions", Division.objects.order_by("order", "name"))
    seasons = Season.objects.filter(public(), league=league).order_by("-first_week", "-pk").prefetch_related(divisions)
    return [ArchivedSeason(season, tuple(season.divisions.all())) for season in seasons]
