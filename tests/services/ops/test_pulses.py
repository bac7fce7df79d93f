"""A task that takes long gives signs of life all the while, and none once it is over."""

import datetime as dt
import time
from collections.abc import Callable

import pytest
import time_machine
from django.db import DatabaseError

from league import tasks
from league.enums import ResultState
from league.models import Outage, Pulse, Result
from league.services.ops import heartbeats
from league.services.results import submit
from tests.factories import Town, result_sheet

MINUTE, DAY = dt.timedelta(minutes=1), dt.timedelta(days=1)
SOON = dt.timedelta(milliseconds=10)


def wait_until(true: Callable[[], bool], within: float = 10) -> None:
    """Wait until a condition is true, or the time is up."""
    began = time.perf_counter()
    while not true() and time.perf_counter() - began < within:
        time.sleep(0.01)


@pytest.mark.django_db(transaction=True)
def test_a_timetable_that_takes_long_is_no_outage(
    town: Town, now: dt.datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One process, one task at a time: for twelve minutes none other begins, and a sheet awaits its answer."""
    monkeypatch.setattr(heartbeats, "BEAT_EVERY", SOON)
    sheet = result_sheet(town, "Anchor", "Bell")
    submit.submit(town.fixture("Anchor", "Bell"), sheet, by=town.captains["Anchor"], now=now - 2 * DAY + 6 * MINUTE)
    Result.objects.update(confirm_by=now + 6 * MINUTE)
    with time_machine.travel(now, tick=False) as clock:

        def solve(began: dt.datetime) -> str:
            for minutes in (4, 8, 12):
                at = began + minutes * MINUTE
                clock.move_to(at)
                wait_until(lambda at=at: Pulse.objects.get().at == at)  # type: ignore[misc]
            return "1 made"

        tasks._run("timetables", solve)
        tasks.confirm_unanswered()
    assert not Outage.objects.exists()
    assert Result.objects.get().state == ResultState.CONFIRMED


def test_a_sign_of_life_that_fails_is_followed_by_the_next_and_there_is_none_once_the_work_is_over() -> None:
    taken: list[int] = []

    def take() -> None:
        taken.append(1)
        if len(taken) == 1:
            raise DatabaseError("locked")

    with heartbeats.heartbeats_during(take, every=SOON):
        wait_until(lambda: len(taken) >= 3)
    count = len(taken)
    assert count >= 3
    time.sleep(0.05)
    assert len(taken) == count


def test_work_that_hangs_gives_no_sign_of_life_for_ever() -> None:
    taken: list[int] = []
    with heartbeats.heartbeats_during(lambda: taken.append(1), every=SOON, longest=3 * SOON):
        time.sleep(0.3)
    assert 1 <= len(taken) <= 3


def test_work_that_fails_ends_them_too() -> None:
    taken: list[int] = []
    with pytest.raises(RuntimeError), heartbeats.heartbeats_during(lambda: taken.append(1), every=SOON):
        raise RuntimeError
    count = len(taken)
    time.sleep(0.05)
    assert len(taken) == count
