"""The sentence on each team's move in the table by one result."""

import datetime as dt

from league.models import Division, Fixture, Result
from league.queries.results.sheets import sheet_of
from league.queries.standings.figures import totals_of_sheet
from league.queries.standings.what_if import moves_of
from league.services.results import submit
from tests.factories import Town, result_sheet


def played(town: Town, home: str, away: str, now: dt.datetime, *, counts: bool = True) -> Result:
    """The home team's sheet, which the secretary sends where it is to count."""
    by = town.secretary if counts else town.captains[home]
    submit.submit(town.fixture(home, away), result_sheet(town, home, away), by=by, now=now)
    found = Result.objects.select_related("fixture__division__season__league", "fixture__home", "fixture__away")
    return found.get(fixture=town.fixture(home, away))


def moved(result: Result) -> list[str]:
    teams = (result.fixture.home, result.fixture.away)
    if result.settlement:
        return [str(text) for text in moves_of(result, teams)]
    return [str(text) for text in moves_of(result, teams, totals_of_sheet(result.fixture, sheet_of(result)))]


def test_a_waiting_sheet_says_who_goes_up_and_down_once_it_counts(town: Town, now: dt.datetime) -> None:
    Division.objects.update(points_per_game=0, points_per_win=2)
    played(town, "Anchor", "Bell", now)
    played(town, "Castle", "Duke of York", now)
    later = now + dt.timedelta(hours=1)
    assert moved(played(town, "Bell", "Castle", later, counts=False)) == [
        "Bell: up from joint 3rd to 2nd once it counts.",
        "Castle: down from joint 1st to 3rd once it counts.",
    ]


def test_nobody_moves_by_a_play_off_and_nobody_is_told_who_has_not_asked(town: Town, now: dt.datetime) -> None:
    result = played(town, "Anchor", "Bell", now)
    assert moves_of(result, []) == []
    Fixture.objects.filter(pk=result.fixture_id).update(play_off=True)
    result.fixture.refresh_from_db()
    assert moves_of(result, [town.teams["Anchor"]]) == []
