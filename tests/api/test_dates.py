"""Dates by program: moved to another venue, and put off without a date by agreement."""

import datetime as dt

import pytest
import time_machine

from league.enums import FixtureState
from league.models import Fixture
from tests.api.program import Program
from tests.factories import Town

pytestmark = pytest.mark.django_db
BEFORE_IT = dt.datetime(2026, 9, 10, 12, tzinfo=dt.UTC)


@pytest.fixture
def fixture(town: Town) -> Fixture:
    return town.fixture("Anchor", "Bell")


@time_machine.travel(BEFORE_IT, tick=False)
def test_the_secretary_moves_a_fixture_to_another_venue(town: Town, fixture: Fixture) -> None:
    secretary, path = Program(town.secretary, now=BEFORE_IT), f"fixtures/{fixture.pk}/"
    elsewhere = town.venues["Castle"]
    body = {"starts_at": "2026-09-17T19:00:00Z", "venue": elsewhere.pk, "reason": "The roof leaks.", "anyway": True}
    read = secretary.get(path).headers["ETag"]
    nowhere = secretary.post(f"{path}move/", body | {"venue": 9999}, If_Match=read)
    assert nowhere.status_code == 404
    moved = secretary.post(f"{path}move/", body, If_Match=read)
    assert moved.status_code == 200
    fixture.refresh_from_db()
    assert (fixture.venue, fixture.starts_at) == (elsewhere, dt.datetime(2026, 9, 17, 19, tzinfo=dt.UTC))


@time_machine.travel(BEFORE_IT, tick=False)
def test_captains_agree_to_put_it_off_without_a_date(town: Town, fixture: Fixture) -> None:
    anchor, bell = (Program(town.captains[name], now=BEFORE_IT) for name in ("Anchor", "Bell"))
    path = f"fixtures/{fixture.pk}/postponements/"
    assert anchor.post(path, {"slots": [], "reason": "Flu."}).status_code == 201

    read = bell.get(path).headers["ETag"]
    assert bell.post(f"{path}agree/", {"slot": None}, If_Match=read).status_code == 200
    fixture.refresh_from_db()
    assert fixture.state == FixtureState.POSTPONED
