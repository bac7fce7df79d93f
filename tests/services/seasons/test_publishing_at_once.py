"""Publishing at the same second: threads with connections of their own meet the database's real locks."""

import datetime as dt
from threading import Event
from time import sleep

import pytest
from django.db import transaction

from league.enums import FixtureState, JournalKind, TimetableState
from league.errors import LeagueError, WrongState
from league.models import Entry, Fixture, JournalEntry, Notice, Result, Season, Timetable
from league.queries.standings.standings import division_table
from league.services.journal import record
from league.services.locks import lock_fixture
from league.services.portability.imports import import_season
from league.services.results import submit
from league.services.seasons import publish as publishing
from league.services.seasons import timetables
from league.services.seasons.withdrawals import withdraw_team
from tests.factories import Town, result_sheet
from tests.services.at_once import at_once, sorted_out
from tests.services.draft_season import DRAFT, draft, ready, take_up_captaincies
from tests.services.spreadsheets import NOW
from timetable.edits import Reverse

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def season(town: Town) -> Season:
    return draft(town.league, town.secretary)


def test_a_double_click_publishes_once(season: Season, town: Town) -> None:
    row = ready(season, town.secretary)
    take_up_captaincies(season)
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


def test_a_captain_s_decision_and_publishing_anew_do_not_wait_for_each_other(season: Season, town: Town) -> None:
    publishing.publish(ready(season, town.secretary), version=1, despite="So be it.", by=town.secretary, now=NOW)
    row = ready(season, town.secretary)
    fixture, locked = Fixture.objects.filter(division__season=season)[0], Event()

    def decide() -> None:
        with transaction.atomic():
            found = lock_fixture(fixture)
            locked.set()
            # Meanwhile the secretary has the league's row, and waits for the fixture's.
            sleep(1)
            record(town.league, JournalKind.FIXTURE_MOVED, "1", by=None, now=NOW, what="moved it", fixture=found)

    def publish() -> Timetable:
        locked.wait(timeout=30)
        return publishing.publish(row, version=1, despite="So be it.", by=town.secretary, now=NOW)

    assert at_once(decide, publish) == [None, row]
    row.refresh_from_db()
    assert row.state == TimetableState.PUBLISHED


def test_two_workers_make_a_timetable_once(season: Season, town: Town) -> None:
    for number in range(3):
        Timetable.objects.all().delete()
        row = timetables.ask_timetable(season, timetables.TimetableRequest(seed=number), by=town.secretary, now=NOW)
        assert sorted(at_once(*[lambda: timetables.make_waiting(now=NOW)] * 2)) == [0, 1]
        row.refresh_from_db()
        assert row.state == TimetableState.READY


def test_of_two_changes_to_the_same_version_one_is_told_so(season: Season, town: Town) -> None:
    row = ready(season, town.secretary)
    ended = at_once(
        lambda: timetables.change_timetable(row, Reverse(0), version=1, by=town.secretary, now=NOW),
        lambda: timetables.change_timetable(row, Reverse(1), version=1, by=town.secretary, now=NOW),
    )
    kept, late = sorted_out(ended)
    assert (kept.version, len(kept.made["edits"])) == (2, 1)
    assert "changed meanwhile" in late.message


def test_of_withdrawing_and_sending_a_result_at_once_neither_is_lost(town: Town, now: dt.datetime) -> None:
    entry = Entry.objects.select_related("season__league").get(season=town.season, team=town.teams["Bell"])
    fixture, anchor = town.fixture("Anchor", "Bell"), town.captains["Anchor"]
    sheet = result_sheet(town, "Anchor", "Bell")
    ended = at_once(
        lambda: withdraw_team(entry, reason="Gone.", by=town.secretary, now=now),
        lambda: submit.submit(fixture, sheet, by=anchor, now=now),
    )
    assert not isinstance(ended[0], LeagueError)
    fixture.refresh_from_db()
    assert fixture.state == FixtureState.CANCELLED
    sent = Result.objects.filter(fixture=fixture).count()
    assert sent == (0 if isinstance(ended[1], WrongState) else 1)
    assert "Bell" not in [row.team.name for row in division_table(town.division).rows]
