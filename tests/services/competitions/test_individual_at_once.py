"""Both players record the game that they have just played, at the same second."""

import datetime as dt
from functools import partial

import pytest

from league.enums import ResultState
from league.models import Fixture, Result
from league.services.competitions.individual import record_game
from league.services.results.submit import submit
from tests.factories import Town
from tests.services.at_once import TIMES, at_once
from tests.services.competitions.singles import PLAYED_ON, find_entrant, list_people, make_sheet, make_singles

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_game_that_both_record_is_one_fixture_and_both_agree(town: Town, now: dt.datetime) -> None:
    individual = make_singles(town, now, meetings=TIMES)
    one, two, _ = list_people(town)
    mine, theirs = find_entrant(individual, one), find_entrant(individual, two)
    first, second = town.captains["Anchor"], town.captains["Bell"]
    record = partial(record_game, individual, day=PLAYED_ON, now=now)
    for count in range(1, TIMES + 1):
        fixtures = at_once(partial(record, mine, theirs, by=first), partial(record, theirs, mine, by=second))
        assert len({fixture.pk for fixture in fixtures}) == 1
        assert Fixture.objects.filter(division=individual.competition).count() == count
        (fixture, _) = fixtures
        home, away = (one, two) if fixture.home_id == mine.team_id else (two, one)
        sheet = make_sheet(home, away)
        at_once(partial(submit, fixture, sheet, by=first, now=now), partial(submit, fixture, sheet, by=second, now=now))
        assert Result.objects.get(fixture=fixture, live=True).state == ResultState.CONFIRMED
