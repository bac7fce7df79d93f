from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q

from league.models import Division, Entry, Team
from league.queries.standings.questions.results import Meeting, as_meeting, meetings


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
    there = _playing(one for each in cells.values() for one in each)
    teams = sorted(
        (entry.team for entry in entries if entry.withdrawn_on is None or entry.team_id in there),
        key=lambda team: (team.name.casefold(), team.pk),
    )
    both = any((away, home) in cells for home, away in cells)
    return CrossTable(division, tuple(teams), dict(cells), both)


def _playing(found: Iterable[Meeting]) -> set[int]:
    """Teams with a score that counts."""
    return {team for one in found if one.scored for team in (one.fixture.home_id, one.fixture.away_id)}
