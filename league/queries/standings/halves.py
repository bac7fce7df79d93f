"""The halves of a season: a table of each, and who meets in the play-off between their winners."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, replace

from league.enums import WeekKind
from league.models import Division, Fixture, Season, Team, Week
from league.queries.standings.standings import DivisionTable, TableData, read_table_data, table_of
from league.rules.settings import SeasonSettings, stored


@dataclass(frozen=True, slots=True)
class Halves:
    first: DivisionTable
    second: DivisionTable

    @property
    def tables(self) -> tuple[DivisionTable, DivisionTable]:
        return self.first, self.second

    @property
    def winners(self) -> tuple[Team | None, Team | None]:
        """Who has won each half; None until all of it is played, and where teams share its first place."""
        return _winner(self.first), _winner(self.second)

    @property
    def finalists(self) -> frozenset[int]:
        """The two teams that meet in the play-off; empty until both halves are decided, or where one team won both."""
        winners = [team.pk for team in self.winners if team is not None]
        return frozenset(winners) if len(set(winners)) == 2 else frozenset()


def _winner(table: DivisionTable) -> Team | None:
    leaders = leaders_of(table)
    return leaders[0] if len(leaders) == 1 else None


def leaders_of(table: DivisionTable) -> list[Team]:
    """The teams in first place of a half that is played; of those that have withdrawn none."""
    gone = {entry.team_id for entry in table.withdrawn}
    rows = [row for row in table.rows if row.team.pk not in gone]
    if table.remaining or not any(row.row.form for row in rows):
        return []
    return [row.team for row in rows if row.row.position == rows[0].row.position]


def halves_of(division: Division) -> Halves:
    """The tables of both halves (six queries, and what some points and tie-breaks cost).

    A fixture belongs to the half of its week, whenever it is played; points given or taken to that of their date.
    Lots and play-offs between level teams are of the whole season.
    """
    data, half = read_table_data([division]), halfway(division.season)
    weeks = dict(Fixture.objects.filter(division=division).values_list("pk", "week__starts_on"))
    first, second = (_half_table(division, data, weeks, half, number) for number in (1, 2))
    return Halves(first, second)


def _half_table(
    division: Division, data: TableData, weeks: Mapping[int, dt.date], half: dt.date | None, number: int
) -> DivisionTable:
    def is_within(day: dt.date) -> bool:
        return (half is not None and day >= half) == (number == 2)

    pk = division.pk
    own = replace(
        data,
        results={pk: [one for one in data.results[pk] if is_within(weeks[one.totals.fixture_id])]},
        left={pk: [one for one in data.left[pk] if is_within(weeks[one.fixture])]},
        adjustments={pk: [one for one in data.adjustments[pk] if is_within(one.date)]},
        cards={pk: {fixture for fixture in data.cards[pk] if is_within(weeks[fixture])}},
        lots={},
        play_offs={},
    )
    return table_of(division, own, half=number)


def halfway(season: Season) -> dt.date | None:
    """The Monday on which a season's second half begins; None without weeks (one query).

    With an even number of rounds the first week of the later ones; with an odd number, or a last half round, the middle
    week of play.
    """
    weeks = list(
        Week.objects.filter(season=season, kind=WeekKind.PLAY)
        .order_by("starts_on")
        .values_list("round__number", "starts_on")
    )
    if not weeks:
        return None
    rounds = sorted({number for number, _ in weeks})
    if len(rounds) % 2 == 0 and not stored(SeasonSettings, season).shape.is_half(len(rounds), len(rounds)):
        return min(starts for number, starts in weeks if number in rounds[len(rounds) // 2 :])
    return weeks[(len(weeks) + 1) // 2][1] if len(weeks) > 1 else weeks[0][1]
