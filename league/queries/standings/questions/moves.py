from collections.abc import Iterable

from league.models import Fixture, Result, Team
from league.queries.standings.standings import DivisionTable, division_table, table_if
from league.rules.standings import FixtureTotals, Row
from league.rules.wording import ordinal
from league.translation import N_, Text


def moves_of(result: Result, teams: Iterable[Team], totals: FixtureTotals | None = None) -> list[Text]:
    """Describe each team's place with a result of its division (eight queries; none of a play-off).

    `totals` are what it would count for, where it does not count yet.
    """
    fixture: Fixture = result.fixture
    wanted = list(teams)
    if fixture.play_off or not wanted:
        return []
    table = division_table(fixture.division)
    changed = table_if(fixture.division, {fixture.pk: totals})
    before, after = (table, changed) if totals is not None else (changed, table)
    said = (_describe_move(team, _row(before, team), _row(after, team), counts=totals is None) for team in wanted)
    return [sentence for sentence in said if sentence is not None]


def _row(table: DivisionTable, team: Team) -> Row | None:
    return next((found.row for found in table.rows if found.team.pk == team.pk), None)


def _describe_move(team: Team, before: Row | None, after: Row | None, *, counts: bool) -> Text | None:
    """Describe a team's move; only its place if it had not played before: then everybody had one place."""
    if after is None:
        return None
    said = {"team": team.name, "place": _format_place(after), "before": _format_place(before) if before else ""}
    if before is None or not before.played:
        told = N_("{team}: {place} in the table.") if counts else N_("{team}: {place} in the table once it counts.")
    elif before.position == after.position:
        told = N_("{team}: still {place}.") if counts else N_("{team}: still {place} once it counts.")
    elif after.position < before.position:
        told = N_("{team}: up from {before} to {place}.")
        if not counts:
            told = N_("{team}: up from {before} to {place} once it counts.")
    else:
        told = N_("{team}: down from {before} to {place}.")
        if not counts:
            told = N_("{team}: down from {before} to {place} once it counts.")
    return Text(told, **said)


def _format_place(row: Row) -> Text:
    place = ordinal(row.position)
    return Text("joint {place}", place=place) if row.joint else place
