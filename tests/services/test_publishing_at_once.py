"""Publishing at the same second: threads with connections of their own meet the database's real locks."""

import pytest

from league.enums import JournalKind, TimetableState
from league.errors import LeagueError
from league.models import Fixture, JournalEntry, Notice, Season, Timetable
from league.services import publishing, timetables
from league.services.imports import import_season
from tests.factories import Town
from tests.services.draft_season import DRAFT, draft, ready
from tests.services.spreadsheets import NOW
from tests.services.test_results_at_once import at_once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def season(town: Town) -> Season:
    return draft(town.league, town.secretary)


def test_a_double_click_publishes_once(season: Season, town: Town) -> None:
    row = ready(season, town.secretary)
    press = [lambda: publishing.publish(row, version=1, despite="So be it.", by=town.secretary, now=NOW)] * 2
    first, second = at_once(*press)
    assert first == second == row
    assert Fixture.objects.filter(division__season=season).count() == 18
    assert JournalEntry.objects.filter(kind=JournalKind.TIMETABLE_PUBLISHED).count() == 1
    assert Notice.objects.filter(kind="timetable-published").count() == 7


def test_of_publishing_and_loading_fixtures_one_wins(season: Season, town: Town) -> None:
    row = ready(season, town.secretary)
    loaded = {
        "season.csv": DRAFT["season.csv"].encode(),
        "fixtures.csv": b"division,round,week,date,home,away\nOne,1,1,2027-09-14,Ash,Beech\n",
    }
    ended = at_once(
        lambda: publishing.publish(row, version=1, despite="So be it.", by=town.secretary, now=NOW),
        lambda: import_season(loaded, town.league, by=town.secretary, now=NOW),
    )
    assert sum(isinstance(answer, LeagueError) for answer in ended) == 1, ended
    assert Fixture.objects.filter(division__season=season).count() == (1 if isinstance(ended[0], LeagueError) else 18)


def test_two_workers_make_a_timetable_once(season: Season, town: Town) -> None:
    for number in range(3):
        Timetable.objects.all().delete()
        row = timetables.ask_timetable(season, timetables.Asked(seed=number), by=town.secretary, now=NOW)
        assert sorted(at_once(*[lambda: timetables.make_waiting(now=NOW)] * 2)) == [0, 1]
        row.refresh_from_db()
        assert row.state == TimetableState.READY
