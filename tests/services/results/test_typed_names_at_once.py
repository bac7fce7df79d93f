"""The same new name on two sheets that are sent at one moment is one player."""

import datetime as dt

import pytest

from league.enums import Registering
from league.models import Player, Result
from league.services.results import submit
from tests.factories import Town
from tests.services.at_once import at_once
from tests.services.results.test_guests_at_once import met
from tests.services.results.test_typed_names import naming

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def open_town(town: Town) -> Town:
    town.season.registration = Registering.OPEN
    town.season.save()
    return town


def test_two_fixtures_of_one_team(open_town: Town, now: dt.datetime) -> None:
    first, second = open_town.fixture("Anchor", "Bell"), open_town.fixture("Anchor", "Castle")
    one, other = naming(open_town, "Ida Moss"), naming(open_town, "IDA MOSS", pair="Anchor Castle")
    made = met(
        lambda: submit.submit(first, one, by=open_town.captains["Bell"], now=now),
        lambda: submit.submit(second, other, by=open_town.captains["Castle"], now=now),
    )
    assert isinstance(made, Result)
    assert Player.objects.filter(name__iexact="ida moss").count() == 1


def test_both_captains_of_one_fixture(open_town: Town, now: dt.datetime) -> None:
    fixture, sheet = open_town.fixture("Anchor", "Bell"), naming(open_town, "Ida Moss", said=0)
    ended = at_once(
        *(lambda by=by: submit.submit(fixture, sheet, by=open_town.captains[by], now=now) for by in ("Anchor", "Bell"))
    )
    assert [result.version for result in ended] == [1, 1]
    assert Player.objects.filter(name__iexact="ida moss").count() == 1
