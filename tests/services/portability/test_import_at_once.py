"""The secretary presses “Load” twice. Threads with connections of their own meet the database's real locks."""

import datetime as dt

import pytest

from league.enums import JournalKind
from league.models import Game, JournalEntry, League
from tests.services.at_once import at_once
from tests.services.small_league import GOOD, load

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_second_of_two_imports_finds_what_the_first_has_written(now: dt.datetime) -> None:
    for go in range(5):
        league = League.objects.create(name=f"Go {go}", slug=f"go-{go}")
        reports = at_once(lambda here=league: load(here, GOOD, now), lambda here=league: load(here, GOOD, now))
        created = sorted((report.created for report in reports), key=len)
        assert created[0] == {}
        assert (created[1]["fixtures"], created[1]["results"]) == (6, 2)
        assert Game.objects.filter(match__result__fixture__division__season__league=league).count() == 12
        assert JournalEntry.objects.filter(league=league, kind=JournalKind.SEASON_IMPORTED).count() == 1
